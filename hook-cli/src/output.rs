//! The line that the agent reads.

use std::os::fd::AsFd;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags};
use rustix::fs::{FileType, fstat, makedev};
use rustix::io::Errno;

use crate::failure::Failure;
use crate::wait;

/// What a pipe that is ready always takes at once (POSIX `PIPE_BUF` on Linux), so that no write
/// blocks. The descriptor itself may be shared and is left as it is.
const PIECE_BYTES: usize = 4096;

/// Whether what is printed can reach anybody. A program that is started without a standard output
/// gets `/dev/null` for it, which takes every word and tells nobody.
pub(crate) fn is_heard(stdout: impl AsFd) -> bool {
    let null = makedev(1, 3);
    !fstat(stdout).is_ok_and(|stat| {
        FileType::from_raw_mode(stat.st_mode) == FileType::CharacterDevice && stat.st_rdev == null
    })
}

/// Writes all of it, until a moment. `valid` is asked right before each piece, as the last thing:
/// the reader obeys whole lines only.
///
/// # Errors
///
/// [`Failure::NotPrinted`] when the reader is gone or does not read in time, and `valid`'s own.
pub(crate) fn print(
    stdout: impl AsFd,
    bytes: &[u8],
    until: Instant,
    valid: impl Fn() -> Result<(), Failure>,
) -> Result<(), Failure> {
    let stdout = stdout.as_fd();
    let mut rest = bytes;
    while !rest.is_empty() {
        let mut fds = [PollFd::from_borrowed_fd(stdout, PollFlags::OUT)];
        if !wait::ready(&mut fds, until).unwrap_or(false) {
            return Err(Failure::NotPrinted);
        }
        valid()?;
        let (piece, _) = rest.split_at(rest.len().min(PIECE_BYTES));
        match rustix::io::write(stdout, piece) {
            Ok(count) => rest = rest.get(count..).unwrap_or_default(),
            Err(Errno::INTR | Errno::AGAIN) => {}
            Err(_) => return Err(Failure::NotPrinted),
        }
    }
    Ok(())
}
