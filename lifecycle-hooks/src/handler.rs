//! One run of one handler: started, fed, heard, and ended in time (LH-31, LH-34 to LH-44).

mod kept;
#[cfg(unix)]
mod posix;
#[cfg(windows)]
mod windows;

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use kept::STREAM_BYTES;
#[cfg(unix)]
use posix as system;
#[cfg(windows)]
use windows as system;

use crate::nested::MARKER;
use crate::{Handler, Program};

/// How long the pipes of a handler that has exited stay open for whatever it left running (LH-39).
pub const GRACE: Duration = Duration::from_millis(200);

/// How long the killing of what a handler has started may take once its time has run out. It takes
/// milliseconds, and longer only where the machine is busy or something cannot be killed.
pub const KILLING: Duration = Duration::from_secs(3);

/// Names the folder that a handler runs in (LH-36).
const FOLDERS: [&str; 2] = ["VULTS_PROJECT_DIR", "LEVELCODE_PROJECT_DIR"];

/// Whether the program has said [`starts_nothing_else`].
static STARTS_NOTHING_ELSE: AtomicBool = AtomicBool::new(false);

/// Says of this program that nothing else in it starts processes while handlers run, though it has more
/// threads than one, as where a library keeps one of its own. On Linux, handlers are then ended as in a
/// program with one thread (see [`run`](crate::run)); where it is not true, the end of a handler may end
/// processes of others.
pub fn starts_nothing_else() {
    STARTS_NOTHING_ELSE.store(true, Ordering::Relaxed);
}

/// How a run has ended.
#[derive(Debug, Default)]
pub(crate) struct Ended {
    pub(crate) exit_code: Option<i32>,
    pub(crate) timed_out: bool,
    pub(crate) error: Option<String>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// Whether its time ran out and not all that it had started could be killed.
    pub(crate) left_behind: bool,
}

impl Ended {
    /// It was never started.
    pub(crate) fn never(why: impl Into<String>) -> Ended {
        Ended { error: Some(why.into()), ..Ended::default() }
    }
}

/// Runs a handler in a folder until it exits or a moment comes, whichever is first.
pub(crate) fn run(handler: &Handler, payload: &[u8], folder: &Path, until: Instant) -> Ended {
    let mut command = handler.program.command();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env(MARKER, "1").envs(FOLDERS.map(|name| (name, folder)));
    // One that is gone is no reason to run nothing (LH-35).
    if folder.is_dir() {
        command.current_dir(folder);
    }
    let ended = system::run(command, payload, until);
    ended.unwrap_or_else(|error| Ended::never(error.to_string()))
}

impl Program {
    /// How a person knows it: its arguments joined by spaces, or its command (LH-42).
    #[must_use]
    pub fn label(&self) -> String {
        match self {
            Program::Shell(line) => line.clone(),
            Program::Argv(words) => words.join(" "),
        }
    }

    fn command(&self) -> Command {
        match self {
            Program::Shell(line) => shell(line),
            Program::Argv(words) => {
                let (program, arguments) =
                    words.split_first().map_or(("", &[][..]), |(first, rest)| (first, rest));
                let mut command = Command::new(program);
                command.args(arguments);
                command
            }
        }
    }
}

#[cfg(not(windows))]
fn shell(line: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", line]);
    command
}

#[cfg(windows)]
fn shell(line: &str) -> Command {
    use std::os::windows::process::CommandExt;
    let mut command = Command::new("cmd");
    // The line is for the shell to take apart, so it must not be quoted as one argument is.
    command.arg("/c").raw_arg(line);
    command
}
