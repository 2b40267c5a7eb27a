//! One call of the relay, from its arguments to what it prints.

use std::env;
use std::io;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use vults_agents::adapter;
use vults_protocol::Reply;
use vults_protocol::endpoint::hook_log;
use vults_protocol::event::PERMISSION_REQUEST;

use crate::args::Args;
use crate::event::{Outgoing, Surroundings, outgoing, read_payload};
use crate::failure::Failure;
use crate::mend::mend;
use crate::process::Watch;
use crate::relay::{Connection, Deadlines};
use crate::{access, log, output, process, status_line, stdin};

/// What the status line may cost when the app is stopped: it is shown after every reply, and the
/// next one brings the same figures.
const STATUS_LINE: Duration = Duration::from_millis(30);

/// How long writing the log may take after a panic.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// Does all that one call of the relay does. Prints what the agent is to read, and nothing else.
pub fn run() {
    let start = Instant::now();
    let Ok(args) = Args::parse(env::args_os().skip(1)) else {
        stdin::discard(io::stdin());
        return;
    };
    let runtime_dir = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let socket = access::socket(runtime_dir.as_deref());
    if let Err(failure) = &socket
        && !args.status_line
    {
        let count = stdin::discard(io::stdin());
        note(args.event.as_deref(), Some(*failure), count);
        return;
    }
    let taken = stdin::read(io::stdin(), start + stdin::limit(&args));
    if taken.failure.is_some() {
        note(args.event.as_deref(), taken.failure, taken.count);
        return;
    }
    let mut name = None;
    let told = socket.and_then(|socket| tell(&args, &taken.bytes, &socket, start, &mut name));
    let event = name.as_deref().or(args.event.as_deref());
    note(event, told.err(), taken.count);
    if args.status_line {
        status_line::show(&taken.bytes, io::stdout().as_fd());
    }
}

/// Ends the process after a panic, from within its hook: nothing is printed and the exit code is 0,
/// since some agents read another one as a denial (VP-13). Leaves a line in the log where that
/// takes no time.
pub fn end_after_panic() -> ! {
    static PANICKED: AtomicBool = AtomicBool::new(false);
    // Were this hook to panic itself the process would abort, and were it to wait for what the
    // panicked thread holds it would wait for ever. A thread of its own may do both: its own panic
    // comes here, too, and ends the process.
    if !PANICKED.swap(true, Ordering::Relaxed) {
        let (done, logged) = mpsc::channel();
        let log = move || {
            note(None, Some(Failure::Panicked), 0);
            // Nobody may wait any more.
            let _ = done.send(());
        };
        if thread::Builder::new().spawn(log).is_ok() {
            let _ = logged.recv_timeout(LAST_WORDS);
        }
    }
    std::process::exit(0)
}

/// Sends the event and, where it waits, prints what the person decided. `name` becomes the
/// event's own name once it is known.
fn tell(
    args: &Args,
    bytes: &[u8],
    socket: &Path,
    start: Instant,
    name: &mut Option<String>,
) -> Result<(), Failure> {
    let read = Instant::now();
    let (payload, mended) = match read_payload(bytes) {
        Ok(payload) => (payload, false),
        Err(Failure::NotAnObject) => (read_payload(&mend(bytes))?, true),
        Err(failure) => return Err(failure),
    };
    let parent = process::parent();
    let agent = parent.and_then(|parent| process::agent_above(parent, process::look));
    let around = Surroundings {
        id: message_id(),
        cwd: env::current_dir().ok().and_then(|folder| folder.into_os_string().into_string().ok()),
        pid: agent,
        variable: &|name| env::var(name).ok(),
    };
    let Some(mut outgoing) = outgoing(args, payload, around)? else { return Ok(()) };
    if mended {
        // A card would show something else than what the agent is about to run.
        outgoing = outgoing.without_asking()?;
    }
    *name = Some(outgoing.event.event.clone());
    let deadlines = Deadlines::default();
    if !outgoing.event.wants_reply {
        let (connect, all) = if args.status_line {
            (STATUS_LINE, STATUS_LINE)
        } else {
            (deadlines.connect, deadlines.no_reply)
        };
        let connection = Connection::open(socket, Instant::now() + connect)?;
        return connection.send(&outgoing.line, read + all);
    }
    let stdout = io::stdout();
    if !output::is_heard(&stdout) {
        return Err(Failure::AgentGone);
    }
    let watched = parent.into_iter().chain(agent.filter(|agent| Some(*agent) != parent));
    let watch = Watch::new(stdout.as_fd(), watched, || process::parent() == parent)
        .map_err(|_| Failure::AgentGone)?;
    ask(&outgoing, socket, start, deadlines, &watch)
}

/// Asks a person, and prints the agent's own line for what they said.
fn ask(
    outgoing: &Outgoing,
    socket: &Path,
    start: Instant,
    deadlines: Deadlines,
    watch: &Watch<'_>,
) -> Result<(), Failure> {
    let mut connection = Connection::open(socket, Instant::now() + deadlines.connect)?;
    if !access::may_answer(connection.peer(), access::own_program().as_deref()) {
        return Err(Failure::NotTheApp);
    }
    let hear_by = Instant::now() + deadlines.hear_waiting;
    let decide_by = start + deadlines.decision;
    connection.send(&outgoing.line, hear_by)?;
    let reply = connection.reply(&outgoing.event.id, hear_by, decide_by, watch)?;
    let mut line = words(outgoing, &reply).ok_or(Failure::WrongReply)?;
    line.push('\n');
    output::print(io::stdout(), line.as_bytes(), decide_by, || connection.still_open())?;
    connection.acknowledge();
    Ok(())
}

/// The agent's own line for a reply; none where the reply does not fit what was asked (VP-42 to
/// VP-44).
fn words(outgoing: &Outgoing, reply: &Reply) -> Option<String> {
    let (adapter, asked) = (adapter(&outgoing.event.agent), outgoing.asked.as_ref()?);
    let permission = outgoing.event.event == PERMISSION_REQUEST;
    match reply {
        Reply::Decision(decision) if permission => adapter.decision(asked, decision),
        Reply::Answer(answers) if !permission => adapter.answers(asked, answers),
        _ => None,
    }
}

/// Unique for each message on this machine, and opaque.
fn message_id() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    format!("{:x}-{:x}", now.as_nanos(), std::process::id())
}

/// Leaves a line in the log about a failure that is one.
fn note(event: Option<&str>, failure: Option<Failure>, bytes: usize) {
    let Some(failure) = failure.filter(|failure| failure.is_logged()) else { return };
    let folder = |name: &str| env::var_os(name).map(PathBuf::from);
    let Some(path) = hook_log(folder("XDG_STATE_HOME"), folder("HOME")) else { return };
    let line = log::line(SystemTime::now(), event, failure, bytes);
    log::append(&path, &line);
}
