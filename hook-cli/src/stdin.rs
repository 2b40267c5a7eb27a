//! The agent's hook JSON, to its end (VP-14).

use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;
use vults_protocol::event::PERMISSION_REQUEST;
use vults_protocol::limits::INPUT_BYTES;

use crate::args::Args;
use crate::failure::Failure;
use crate::wait;

/// How long an ordinary entry may take to hand over its payload. Its installed time limit is 5 s
/// at least, and the relay must end by itself before that: an agent reports a hook that it had to
/// kill.
const ORDINARY: Duration = Duration::from_secs(4);
/// The same for an entry that waits for a person and so has 120 s; it leaves the person half of
/// the time.
const WAITING: Duration = Duration::from_secs(55);
/// How long the next piece of a payload that nobody wants is waited for. An agent that is still
/// writing would get a broken pipe otherwise.
const UNWANTED: Duration = Duration::from_millis(100);

const CHUNK_BYTES: usize = 64 << 10;

/// How long this entry's payload may take.
pub(crate) fn limit(args: &Args) -> Duration {
    if args.ask || args.event.as_deref() == Some(PERMISSION_REQUEST) { WAITING } else { ORDINARY }
}

/// What came, and why it is not all where it is not.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    /// The bytes, as far as they are kept.
    pub(crate) bytes: Vec<u8>,
    /// How many came.
    pub(crate) count: usize,
    /// Why they are not the whole.
    pub(crate) failure: Option<Failure>,
}

impl Taken {
    /// Reads on to the end, until a moment for which `until` is asked before each piece.
    fn read_on(&mut self, stdin: impl AsFd, until: impl Fn() -> Instant) {
        let Taken { bytes, count, failure } = self;
        let ended = each_chunk(stdin, until, |chunk| {
            *count += chunk.len();
            if *count <= INPUT_BYTES {
                bytes.extend_from_slice(chunk);
            } else {
                // Read on, so that the agent can finish writing, but keep none of it.
                *bytes = Vec::new();
            }
        });
        let too_large = (*count > INPUT_BYTES).then_some(Failure::StdinTooLarge);
        *failure = too_large.or(ended.err());
    }
}

/// Reads to the end, whatever the pieces and their pace, until a moment.
pub(crate) fn read(stdin: impl AsFd, until: Instant) -> Taken {
    let mut taken = Taken { bytes: Vec::with_capacity(CHUNK_BYTES), ..Taken::default() };
    taken.read_on(stdin, || until);
    taken
}

/// Reads to the end for a call that has no app, which may still be one that handlers are for: that is
/// not known before. Of an agent that does not go on writing it is waited for only where
/// `is_configured` says that there are any.
pub(crate) fn read_without_app(
    stdin: impl AsFd,
    until: Instant,
    is_configured: impl FnOnce() -> bool,
) -> Taken {
    let mut taken = Taken::default();
    taken.read_on(stdin.as_fd(), || until.min(Instant::now() + UNWANTED));
    if taken.failure == Some(Failure::StdinTooSlow) && is_configured() {
        taken.read_on(stdin, || until);
    }
    taken
}

/// Reads and forgets a payload that nobody wants, for [`ORDINARY`] at most; how many bytes came.
pub(crate) fn discard(stdin: impl AsFd) -> usize {
    let mut count = 0;
    // Not the whole of it is no failure here.
    let end = Instant::now() + ORDINARY;
    let until = || end.min(Instant::now() + UNWANTED);
    let _ = each_chunk(stdin, until, |chunk| count += chunk.len());
    count
}

fn each_chunk(
    stdin: impl AsFd,
    until: impl Fn() -> Instant,
    mut take: impl FnMut(&[u8]),
) -> Result<(), Failure> {
    let stdin = stdin.as_fd();
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let mut fds = [PollFd::from_borrowed_fd(stdin, PollFlags::IN)];
        if !wait::ready(&mut fds, until()).unwrap_or(false) {
            return Err(Failure::StdinTooSlow);
        }
        match rustix::io::read(stdin, chunk.as_mut_slice()) {
            Ok(0) => return Ok(()),
            Ok(count) => take(chunk.get(..count).unwrap_or_default()),
            Err(Errno::INTR | Errno::AGAIN) => {}
            // What cannot be read has ended.
            Err(_) => return Ok(()),
        }
    }
}
