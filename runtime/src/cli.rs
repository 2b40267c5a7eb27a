//! The command line without a display: `vults hooks …`, `vults focus` and `vults doctor`.

mod arguments;
mod clock;
mod descent;
mod doctor;
mod focus;
mod hooks;
mod json;
mod lifecycle;
mod table;
mod words;

use std::ffi::OsString;
use std::io::{self, ErrorKind, IsTerminal, Write};

use arguments::{Arguments, Command, Parsed};
pub use doctor::About;
use hooks::Hooks;
use lifecycle::{Done, Typist};
use rustix::termios::{QueueSelector, tcflush};

use crate::install::Surroundings;
use crate::places::Places;

/// All is good.
const GOOD: u8 = 0;
/// Something could not be done, or is not as it should be.
const TROUBLE: u8 = 1;
/// The words make no sense.
const USAGE: u8 = 2;

const HELP: &str = "\
The hooks that Vults keeps in each agent's settings, and your own lifecycle hooks.

Usage: vults hooks status [AGENT] [--json]
       vults hooks install [AGENT] [--dry-run] [--json]
       vults hooks remove [AGENT] [--dry-run] [--json]
       vults hooks test [AGENT] [--json]

       vults hooks check [DIR] [--json]
       vults hooks run EVENT [--trust] [--json] < payload.json
       vults hooks trust DIR
       vults hooks distrust DIR

  status    shows each settings file: whether the hooks stand in it, since when, and what keeps
            them from running
  install   puts vults-hook to its place and writes the hooks, also where they were removed before
  remove    takes them away and remembers it; without AGENT it takes everything of ours off the
            machine: the hooks of every agent, saved status lines, and vults-hook
  test      sends a harmless event through each hook exactly as it stands in the file, and shows how
            long it took and what came out; asks Codex itself whether you have reviewed its hooks

AGENT is one of: claude, codex. Without it all agents that are found are meant. The settings folder that an
agent's own variable names (CLAUDE_CONFIG_DIR, CODEX_HOME) is one of those looked at.

  --dry-run   show the lines that would change, and write nothing
  --json      print one JSON object for a program to read

A file is written by the smallest change of it, after a copy of it was made; the copies are in
$XDG_DATA_HOME/vults/backups (usually ~/.local/share/vults/backups).

Lifecycle hooks are commands of your own, or of a project, in settings.json. They run on the events of
any agent and can block a tool.

  check     explains what is configured for an agent that works in DIR (usually the current folder):
            every settings file, what runs for which tools, how long, whether it is trusted, and what is
            wrong
  run       runs what is configured for EVENT (SessionStart, PreToolUse, PostToolUse or Stop) on the
            payload from the standard input, a JSON object; the project is the one around its cwd.
            --trust runs the project's hooks this once, even if you do not trust them
  trust     shows the commands that come with the project DIR, and asks on the terminal whether you trust
            them; an agent cannot answer
  distrust  forgets it

Exit code: 0 all is good; 1 something could not be done, or is not as it should be; 2 the words after
`vults` make no sense. Of `run`: 0 not blocked; 2 blocked; 1 nothing was tried.
";

const DOCTOR_HELP: &str = "\
What a report of a fault needs: the machine, the app, how the hooks stand, which files there are.

Usage: vults doctor

It changes nothing. It shows no command, no session, no rule, no setting and no secret, and of a
project only that one keeps hooks from running, not where it is or what it is called. A path in your
home folder begins with ~. Read it all the same before you give it away.
";

const FOCUS_HELP: &str = "\
Brings the island into sight and gives it the keyboard. For a key binding of your desktop.

Usage: vults focus

Tab goes from one thing to the next, Enter and Space press, and Escape gives the keyboard back. It
answers nothing and changes nothing. While you are typing elsewhere the island comes into sight
without the keyboard.

Exit code: 0 the app was asked; 1 no app runs, or none that can be asked.
";

/// Does what the words after the program's name ask for, and gives the exit code: 0 where all is
/// good, 1 where something could not be done or is not as it should be, 2 where the words make no
/// sense (of `hooks run`, where a call is blocked). None where they are not for the command line, so
/// that the window opens. Reads the standard input where a command needs it. No other thread may start
/// processes meanwhile: whatever this process gets as a child counts as a handler's.
pub fn run(
    arguments: &[OsString],
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
    places: &Places,
    about: &About<'_>,
) -> Option<u8> {
    let stdin = io::stdin();
    let mut typist = Typist {
        is_terminal: stdin.is_terminal(),
        sees_terminal: io::stdout().is_terminal(),
        forget: &|| Ok(tcflush(&stdin, QueueSelector::IFlush)?),
        input: &mut stdin.lock(),
        above: &|| descent::above(std::process::id()),
    };
    let around = Surroundings::of_process(places);
    // The libraries that draw windows have a thread already when the program begins.
    vults_lifecycle_hooks::starts_nothing_else();
    run_in(arguments, &mut typist, stdout, stderr, around, about)
}

fn run_in(
    arguments: &[OsString],
    typist: &mut Typist<'_>,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
    around: Surroundings,
    about: &About<'_>,
) -> Option<u8> {
    let (command, rest) = arguments.split_first()?;
    match command.to_str() {
        Some("hooks") if lifecycle::is_one(rest) => {
            Some(lifecycle_of(rest, typist, stdout, stderr, around))
        }
        Some("hooks") => Some(hooks_of(rest, stdout, stderr, around)),
        Some("doctor") => Some(doctor(rest, stdout, stderr, around, about)),
        Some("focus") => Some(focus(rest, stdout, stderr, &around.places)),
        _ => None,
    }
}

fn focus(rest: &[OsString], stdout: &mut dyn Write, stderr: &mut dyn Write, places: &Places) -> u8 {
    match rest {
        [] => match focus::call(&places.socket) {
            Ok(()) => GOOD,
            Err(error) => {
                _ = print(stderr, &format!("vults focus: {error}.\n"));
                TROUBLE
            }
        },
        [word] if word == "--help" || word == "-h" => {
            if print(stdout, FOCUS_HELP) {
                GOOD
            } else {
                TROUBLE
            }
        }
        _ => {
            _ = print(stderr, "vults focus: it takes no words.\nTry `vults focus --help`.\n");
            USAGE
        }
    }
}

fn doctor(
    rest: &[OsString],
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
    around: Surroundings,
    about: &About<'_>,
) -> u8 {
    let words: Vec<&str> = rest.iter().filter_map(|word| word.to_str()).collect();
    let text = match words.as_slice() {
        [] if rest.is_empty() => doctor::report(around, about),
        ["--help" | "-h"] => DOCTOR_HELP.to_owned(),
        _ => {
            _ = print(stderr, "vults doctor: it takes no words.\nTry `vults doctor --help`.\n");
            return USAGE;
        }
    };
    if print(stdout, &text) { GOOD } else { TROUBLE }
}

fn lifecycle_of(
    rest: &[OsString],
    typist: &mut Typist<'_>,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
    around: Surroundings,
) -> u8 {
    let order = match lifecycle::parse(rest) {
        Ok(Some(order)) => order,
        Ok(None) => return if print(stdout, HELP) { GOOD } else { TROUBLE },
        Err(error) => {
            _ = print(stderr, &format!("vults hooks: {error}\nTry `vults hooks --help`.\n"));
            return if lifecycle::is_run(rest) { TROUBLE } else { USAGE };
        }
    };
    if order.reads_all() && typist.is_terminal {
        let hint = "Type the payload, a JSON object, and end it with Ctrl+D.\n";
        _ = print(stderr, hint);
    }
    let Done { report, json, code } = lifecycle::carry_out(&order, around, typist, stdout);
    let said = if json {
        print(stdout, &json::text(&report.json))
    } else {
        print(stderr, &report.troubles) & print(stdout, &report.text)
    };
    // Whether a call is blocked holds whoever reads the rest.
    if said || code != GOOD { code } else { TROUBLE }
}

fn hooks_of(
    rest: &[OsString],
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
    around: Surroundings,
) -> u8 {
    match arguments::parse(rest) {
        Ok(Parsed::Help) => {
            if print(stdout, HELP) {
                GOOD
            } else {
                TROUBLE
            }
        }
        Ok(Parsed::Do(arguments)) => hooks(&arguments, stdout, stderr, around),
        Err(error) => {
            _ = print(stderr, &format!("vults hooks: {error}\nTry `vults hooks --help`.\n"));
            USAGE
        }
    }
}

fn hooks(
    arguments: &Arguments,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
    around: Surroundings,
) -> u8 {
    let mut hooks = Hooks::new(around, arguments.agent);
    let report = match arguments.command {
        Command::Status => hooks.status(words::Reader::Person),
        Command::Install if arguments.dry_run => hooks.would_install(),
        Command::Install => hooks.install(),
        Command::Remove if arguments.dry_run => hooks.would_remove(),
        Command::Remove => hooks.remove(),
        Command::Test => hooks.test(),
    };
    let said = if arguments.json {
        print(stdout, &json::text(&report.json))
    } else {
        print(stderr, &report.troubles) & print(stdout, &report.text)
    };
    if report.good && said { GOOD } else { TROUBLE }
}

/// Whether it was written, or nobody is there who would read it.
fn print(stream: &mut dyn Write, text: &str) -> bool {
    let written = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
    written.map_or_else(|error| error.kind() == ErrorKind::BrokenPipe, |()| true)
}

#[cfg(test)]
pub(crate) mod tests;
