//! A handler that runs: fed and heard at once, until it exits or its time runs out.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio, write};

use super::strays::Strays;
use super::stream::Stream;
use crate::handler::{Ended, GRACE, KILLING};

const PIECE_BYTES: usize = 64 << 10;

/// How often a handler's exit is looked for where the system does not report it.
const LOOK: Duration = Duration::from_millis(10);

/// How a handler has exited, and when.
type Exit = (Option<ExitStatus>, Instant);

struct Running<'a> {
    child: Child,
    /// Readable once the handler has exited; none where the system has no such thing.
    exiting: Option<OwnedFd>,
    stdin: Option<OwnedFd>,
    /// What has not been written yet.
    payload: &'a [u8],
    stdout: Stream,
    stderr: Stream,
    piece: Vec<u8>,
}

/// Attends to a handler until it has exited or a moment has come; then nothing of it is left (LH-38).
pub(super) fn supervise(
    mut child: Child,
    payload: &[u8],
    until: Instant,
    strays: &Strays,
) -> Ended {
    let stdin = child.stdin.take().map(OwnedFd::from);
    // A write that would block must not hold up the reading (LH-34).
    let _ = stdin.as_ref().map(|stdin| ioctl_fionbio(stdin, true));
    let stdout = Stream::new(child.stdout.take().map(OwnedFd::from));
    let stderr = Stream::new(child.stderr.take().map(OwnedFd::from));
    let exiting = exiting(&child);
    let piece = vec![0; PIECE_BYTES];
    let mut running = Running { child, exiting, stdin, payload, stdout, stderr, piece };
    let exit = running.attend(until);
    let left_behind = exit.is_none() && !running.kill(strays);
    let Running { stdout, stderr, .. } = running;
    let status = exit.and_then(|(status, _)| status);
    Ended {
        exit_code: status.and_then(|status| status.code()),
        timed_out: exit.is_none(),
        error: (exit.is_some() && status.is_none())
            .then(|| "how it exited is not known".to_owned()),
        stdout: stdout.into_text(),
        stderr: stderr.into_text(),
        left_behind,
    }
}

impl Running<'_> {
    /// Feeds and hears it to its end; none where the moment comes first.
    fn attend(&mut self, until: Instant) -> Option<Exit> {
        let mut exit: Option<Exit> = None;
        loop {
            // Whoever holds the pipes now is not the handler (LH-39).
            let end = exit.map_or(until, |(_, at)| until.min(at + GRACE));
            let silent = self.stdout.open().is_none() && self.stderr.open().is_none();
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() || (exit.is_some() && silent) {
                break;
            }
            let ready = self.wait(left, exit.is_some());
            if ready.stdin {
                self.feed();
            }
            if ready.stdout {
                self.stdout.drain(&mut self.piece);
            }
            if ready.stderr {
                self.stderr.drain(&mut self.piece);
            }
            if ready.exit && exit.is_none() {
                exit = self.exit();
            }
        }
        // It may have exited while nobody looked.
        let exit = exit.or_else(|| self.exit());
        self.drain_rest();
        exit
    }

    /// What was printed before now and fits into a pipe. Not more: a flood has no end.
    fn drain_rest(&mut self) {
        const MOST: usize = 1 << 20;
        for stream in [&mut self.stdout, &mut self.stderr] {
            for _ in 0..MOST / PIECE_BYTES {
                if !stream.drain(&mut self.piece) {
                    break;
                }
            }
        }
    }

    /// Whether it has exited. From then on it is fed no more.
    fn exit(&mut self) -> Option<Exit> {
        let status = match self.child.try_wait() {
            Ok(None) => return None,
            Ok(status) => status,
            // Somebody else in this process has asked before.
            Err(_) => None,
        };
        self.stdin = None;
        Some((status, Instant::now()))
    }

    fn feed(&mut self) {
        let Some(stdin) = &self.stdin else { return };
        match write(stdin, self.payload) {
            Ok(count) => self.payload = self.payload.get(count..).unwrap_or_default(),
            Err(Errno::AGAIN | Errno::INTR) => return,
            // It does not want to know (LH-34).
            Err(_) => self.payload = &[],
        }
        if self.payload.is_empty() {
            self.stdin = None;
        }
    }

    /// Waits until there is something to do, so long at most.
    fn wait(&self, left: Duration, exited: bool) -> Ready {
        let exiting = self.exiting.as_ref().map(AsFd::as_fd).filter(|_| !exited);
        let look = !exited && exiting.is_none();
        let left = if look { left.min(LOOK) } else { left };
        let watched = [
            (exiting, PollFlags::IN),
            (self.stdin.as_ref().map(AsFd::as_fd), PollFlags::OUT),
            (self.stdout.open(), PollFlags::IN),
            (self.stderr.open(), PollFlags::IN),
        ];
        let [exit, stdin, stdout, stderr] = ready(watched, left);
        Ready { exit: exit || look, stdin, stdout, stderr }
    }

    /// Kills it and all that it has started; whether nothing is left of it.
    fn kill(&mut self, strays: &Strays) -> bool {
        let until = Instant::now() + KILLING;
        // Not waited for before: until then its number, and its group's, are nobody else's.
        let gone = strays.kill(&self.child, until);
        let _ = self.child.kill();
        while self.exit().is_none() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            ready([(self.exiting.as_ref().map(AsFd::as_fd), PollFlags::IN)], left.min(LOOK));
        }
        gone
    }
}

/// What there is to do.
struct Ready {
    exit: bool,
    stdin: bool,
    stdout: bool,
    stderr: bool,
}

/// Which of some descriptors are ready, after so long at most.
fn ready<const COUNT: usize>(
    watched: [(Option<BorrowedFd<'_>>, PollFlags); COUNT],
    left: Duration,
) -> [bool; COUNT] {
    let open =
        watched.iter().filter_map(|(fd, flags)| Some(PollFd::from_borrowed_fd((*fd)?, *flags)));
    let mut fds: Vec<PollFd<'_>> = open.collect();
    let timeout = Timespec {
        tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: left.subsec_nanos().into(),
    };
    // One that fails is asked again; the moment that is waited for comes all the same.
    let found = poll(&mut fds, Some(&timeout)).unwrap_or(0) > 0;
    let mut told = fds.iter();
    watched.map(|(fd, _)| {
        fd.is_some() && told.next().is_some_and(|fd| found && !fd.revents().is_empty())
    })
}

#[cfg(target_os = "linux")]
fn exiting(child: &Child) -> Option<OwnedFd> {
    use rustix::process::{Pid, PidfdFlags, pidfd_open};
    pidfd_open(Pid::from_child(child), PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn exiting(_: &Child) -> Option<OwnedFd> {
    None
}
