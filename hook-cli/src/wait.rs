//! Waiting for descriptors until a moment.

use std::io;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, Timespec, poll};
use rustix::io::Errno;

/// Waits until one of the descriptors has something to say; false when the moment comes first.
///
/// A process may be stopped for any time between two instructions, so what is there counts only
/// while the moment is still to come: a decision that is looked at too late is none.
pub(crate) fn ready(fds: &mut [PollFd<'_>], until: Instant) -> io::Result<bool> {
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let found = match poll(fds, Some(&timespec(left))) {
            Ok(count) => count > 0,
            Err(Errno::INTR) => false,
            Err(error) => return Err(error.into()),
        };
        if Instant::now() >= until {
            return Ok(false);
        }
        if found {
            return Ok(true);
        }
    }
}

fn timespec(left: Duration) -> Timespec {
    // Every time limit of the relay is far below the types' bounds.
    Timespec {
        tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: left.subsec_nanos().into(),
    }
}
