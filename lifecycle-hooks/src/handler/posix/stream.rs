//! One of a handler's streams.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::{Errno, ioctl_fionbio, read};

use crate::handler::kept::Kept;

/// One stream, and what has come through it.
#[derive(Debug)]
pub(super) struct Stream {
    /// None once it has ended.
    pipe: Option<OwnedFd>,
    kept: Kept,
}

impl Stream {
    /// Of a pipe; none has ended already.
    pub(super) fn new(pipe: Option<OwnedFd>) -> Stream {
        // Never refused for a pipe. Without it the last look at one could wait for its writer.
        let _ = pipe.as_ref().map(|pipe| ioctl_fionbio(pipe, true));
        Stream { pipe, kept: Kept::default() }
    }

    /// The pipe, while it is open.
    pub(super) fn open(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// Reads one piece; whether there was one.
    pub(super) fn drain(&mut self, piece: &mut [u8]) -> bool {
        let Some(pipe) = &self.pipe else { return false };
        match read(pipe, &mut *piece) {
            Ok(count) if count > 0 => {
                self.kept.push(piece.get(..count).unwrap_or_default());
                return true;
            }
            Err(Errno::AGAIN | Errno::INTR) => {}
            // What cannot be read has ended.
            _ => self.pipe = None,
        }
        false
    }

    /// All that was kept.
    pub(super) fn into_text(self) -> String {
        self.kept.into_text()
    }
}
