//! The processes above the relay: which one is the agent, and whether it is still there.

use std::fs;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::event::{PollFd, PollFlags};
use rustix::process::{Pid, PidfdFlags, getppid, pidfd_open};

/// How many shells a command may be wrapped in.
const MOST_SHELLS: usize = 8;
/// The shells that agents and users start commands through.
const SHELLS: [&str; 10] =
    ["sh", "dash", "bash", "zsh", "fish", "ash", "busybox", "ksh", "mksh", "yash"];

/// What a process says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Process {
    /// The process that started it.
    pub parent: u32,
    /// Whether it is a shell that runs one command (`sh -c …`).
    pub runs_command: bool,
}

/// The agent: the nearest ancestor that is not a shell through which the command was started
/// (specs C4); none where the ancestors cannot be told. `look` tells about a process.
pub fn agent_above(parent: u32, look: impl Fn(u32) -> Option<Process>) -> Option<u32> {
    let mut pid = parent;
    for _ in 0..MOST_SHELLS {
        // Process 1 takes over orphans; it started none of them.
        if pid <= 1 {
            return None;
        }
        let process = look(pid)?;
        if !process.runs_command {
            return Some(pid);
        }
        pid = process.parent;
    }
    None
}

/// Reads a process from `/proc`.
pub fn look(pid: u32) -> Option<Process> {
    let stat = read_start(&format!("/proc/{pid}/stat"))?;
    let mut process = parse_stat(&stat)?;
    if process.runs_command {
        process.runs_command =
            read_start(&format!("/proc/{pid}/cmdline")).is_some_and(|line| has_command(&line));
    }
    Some(process)
}

/// A `stat` line: `pid (name) state parent …`, where the name may hold anything. `runs_command`
/// says only that it is a shell.
pub fn parse_stat(stat: &[u8]) -> Option<Process> {
    let stat = String::from_utf8_lossy(stat);
    let (head, tail) = stat.rsplit_once(')')?;
    let (_, name) = head.split_once('(')?;
    let parent = tail.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(Process { parent, runs_command: SHELLS.contains(&name) })
}

/// Whether a shell's arguments hold `-c`, alone or among other letters, before its first operand.
pub fn has_command(cmdline: &[u8]) -> bool {
    let words = cmdline.split(|byte| *byte == 0).skip(1);
    words
        // busybox is called as `busybox sh -c`.
        .skip_while(|word| *word == b"sh")
        .take_while(|word| matches!(word.first(), Some(b'-' | b'+')))
        .any(|word| word.starts_with(b"-") && !word.starts_with(b"--") && word.contains(&b'c'))
}

/// The start of a file; `/proc` files are read in one piece.
fn read_start(path: &str) -> Option<Vec<u8>> {
    let mut start = vec![0; 1024];
    let count = fs::File::open(path).ok()?.read(&mut start).ok()?;
    start.truncate(count);
    Some(start)
}

/// The relay's parent.
pub(crate) fn parent() -> Option<u32> {
    u32::try_from(Pid::as_raw(getppid())).ok().filter(|pid| *pid > 0)
}

/// The ends that a waiting relay watches, since a dying agent does not always kill its hook: who
/// reads its output, the shell that started it, and the agent above that shell.
#[derive(Debug)]
pub struct Watch<'a> {
    stdout: BorrowedFd<'a>,
    processes: Vec<OwnedFd>,
}

impl<'a> Watch<'a> {
    /// Watches the reader of `stdout` and these processes. `still` is asked once they are watched:
    /// a process may have ended, and its number been taken, just before.
    ///
    /// # Errors
    ///
    /// Where a process has ended already.
    pub fn new(
        stdout: BorrowedFd<'a>,
        pids: impl IntoIterator<Item = u32>,
        still: impl FnOnce() -> bool,
    ) -> io::Result<Watch<'a>> {
        let mut processes = Vec::new();
        for pid in pids {
            let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
            let Some(pid) = pid else { continue };
            match pidfd_open(pid, PidfdFlags::empty()) {
                Ok(process) => processes.push(process),
                Err(rustix::io::Errno::SRCH) => return Err(io::ErrorKind::NotFound.into()),
                // An old kernel, or a sandbox that forbids it: the other ends are watched.
                Err(_) => {}
            }
        }
        if still() { Ok(Watch { stdout, processes }) } else { Err(io::ErrorKind::NotFound.into()) }
    }

    /// What to wait for beside one's own descriptors, in this order to the end of the list.
    pub(crate) fn poll_fds(&self) -> impl Iterator<Item = PollFd<'_>> {
        // An error of the output is reported without being asked for.
        let stdout = PollFd::from_borrowed_fd(self.stdout, PollFlags::empty());
        let processes = self.processes.iter();
        std::iter::once(stdout).chain(
            processes.map(|process| PollFd::from_borrowed_fd(process.as_fd(), PollFlags::IN)),
        )
    }
}
