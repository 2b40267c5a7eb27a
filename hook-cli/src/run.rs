//! One call of the relay, from its arguments to what it prints.

use std::env;
use std::io;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value};
use vults_agents::adapter;
use vults_protocol::endpoint::hook_log;
use vults_protocol::event::{LIFECYCLE_HOOKS, PERMISSION_REQUEST};
use vults_protocol::{LifecycleHooks, Reply};

use crate::args::Args;
use crate::event::{Outgoing, Surroundings, event_name, outgoing, read_payload, read_whole};
use crate::failure::Failure;
use crate::guard::{self, Guarded};
use crate::mend::mend;
use crate::process::Watch;
use crate::relay::{Connection, Deadlines};
use crate::{access, log, output, process, status_line, stdin};

/// What the status line may cost when the app is stopped: it is shown after every reply, and the
/// next one brings the same figures.
const STATUS_LINE: Duration = Duration::from_millis(30);

/// How long telling the app what handlers did may take: an agent waits meanwhile, and the handlers may
/// have taken all the time that it gives.
const REPORT: Duration = Duration::from_millis(500);

/// How long writing the log may take after a panic.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// Does all that one call of the relay does. Prints what the agent is to read, and nothing else.
pub fn run() {
    let start = Instant::now();
    let Ok(args) = Args::parse(env::args_os().skip(1)) else {
        stdin::discard(io::stdin());
        return;
    };
    let socket = socket();
    let may_guard = guard::may_run(&args);
    if let Err(failure) = &socket
        && !args.status_line
        && !may_guard
    {
        let count = stdin::discard(io::stdin());
        note(args.event.as_deref(), Some(*failure), count);
        return;
    }
    let until = start + stdin::limit(&args);
    let taken = match &socket {
        Err(_) if may_guard => stdin::read_without_app(io::stdin(), until, guard::is_configured),
        _ => stdin::read(io::stdin(), until),
    };
    if taken.failure.is_some() && (socket.is_ok() || args.status_line) {
        note(args.event.as_deref(), taken.failure, taken.count);
        return;
    }
    let payload = taken.failure.map_or_else(|| Payload::read(&taken.bytes), Err);
    let name = payload.as_ref().ok().and_then(|payload| event_name(&args, &payload.fields));
    let whole = || whole(&taken.bytes);
    let guarded = payload.as_ref().ok().zip(name.as_deref()).filter(|_| may_guard);
    let guarded =
        guarded.and_then(|(payload, name)| Guarded::of(&args.agent, name, &payload.fields, &whole));
    // No app is no failure, but handlers that could not be asked are.
    let failure = match (socket, payload) {
        (Err(_), Err(failure)) if may_guard && guard::is_configured() => Some(failure),
        (Err(failure), _) | (_, Err(failure)) => Some(failure),
        (Ok(socket), Ok(payload)) => tell(&args, payload, &socket, start).err(),
    };
    note(name.as_deref().or(args.event.as_deref()), failure, taken.count);
    if args.status_line {
        status_line::show(&taken.bytes, io::stdout().as_fd());
    }
    // The app knows of the event before it knows what came of it, and is not kept waiting (D4).
    if let Some(did) = guarded.and_then(|guarded| guarded.run(start)) {
        report(&args, &did);
    }
}

/// The socket of this user's app.
fn socket() -> Result<PathBuf, Failure> {
    access::socket(env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).as_deref())
}

/// An agent's hook JSON, without what never travels.
struct Payload {
    fields: Map<String, Value>,
    /// Whether it is not quite what the agent has sent.
    mended: bool,
}

impl Payload {
    fn read(bytes: &[u8]) -> Result<Payload, Failure> {
        match read_payload(bytes) {
            Ok(fields) => Ok(Payload { fields, mended: false }),
            Err(Failure::NotAnObject) => {
                read_payload(&mend(bytes)).map(|fields| Payload { fields, mended: true })
            }
            Err(failure) => Err(failure),
        }
    }
}

/// An agent's hook JSON with all that it holds; where that is too much, without what never travels.
fn whole(bytes: &[u8]) -> Map<String, Value> {
    let whole = read_whole(bytes).or_else(|_| read_whole(&mend(bytes)));
    whole.or_else(|_| Ok(Payload::read(bytes)?.fields)).unwrap_or_else(|_: Failure| Map::new())
}

/// Tells the log what failed of the person's own handlers, and the app what they did (D7).
fn report(args: &Args, did: &LifecycleHooks) {
    let faults = guard::faults(did);
    let event = Some(did.lifecycle_event.as_str());
    let lines = faults.iter().map(|fault| log::entry(SystemTime::now(), event, fault));
    write_log(&lines.collect::<String>());
    let send = |socket: &Path| {
        let Some(outgoing) = outgoing(args, did.payload(), surroundings())? else { return Ok(()) };
        let until = Instant::now() + REPORT;
        Connection::open(socket, until)?.send(&outgoing.line, until)
    };
    // It may have been opened, or closed, while they ran.
    let failure: Result<(), Failure> = socket().and_then(|socket| send(&socket));
    note(Some(LIFECYCLE_HOOKS), failure.err(), 0);
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

/// Sends the event and, where it waits, prints what the person decided.
fn tell(args: &Args, payload: Payload, socket: &Path, start: Instant) -> Result<(), Failure> {
    let read = Instant::now();
    let around = surroundings();
    let (agent, mended) = (around.pid, payload.mended);
    let Some(mut outgoing) = outgoing(args, payload.fields, around)? else { return Ok(()) };
    if mended {
        // A card would show something else than what the agent is about to run.
        outgoing = outgoing.without_asking()?;
    }
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
    let parent = process::parent();
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

/// What is around this process now.
fn surroundings() -> Surroundings<'static> {
    let parent = process::parent();
    Surroundings {
        id: message_id(),
        cwd: env::current_dir().ok().and_then(|folder| folder.into_os_string().into_string().ok()),
        pid: parent.and_then(|parent| process::agent_above(parent, process::look)),
        variable: &|name| env::var(name).ok(),
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
    write_log(&log::line(SystemTime::now(), event, failure, bytes));
}

/// Adds lines to the log.
fn write_log(lines: &str) {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from);
    let path = hook_log(folder("XDG_STATE_HOME"), folder("HOME"));
    if let Some(path) = path.filter(|_| !lines.is_empty()) {
        log::append(&path, lines);
    }
}
