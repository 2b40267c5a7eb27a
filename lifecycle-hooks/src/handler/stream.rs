//! What a handler prints on one of its streams (LH-40, LH-41).

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::{Errno, ioctl_fionbio, read};

/// So many bytes of a stream are kept; the rest is read and dropped (LH-40).
pub const STREAM_BYTES: usize = 64 << 10;

/// One stream, and what has come through it.
#[derive(Debug)]
pub(super) struct Stream {
    /// None once it has ended.
    pipe: Option<OwnedFd>,
    kept: Vec<u8>,
    dropped: usize,
}

impl Stream {
    /// Of a pipe; none has ended already.
    pub(super) fn new(pipe: Option<OwnedFd>) -> Stream {
        // Never refused for a pipe. Without it the last look at one could wait for its writer.
        let _ = pipe.as_ref().map(|pipe| ioctl_fionbio(pipe, true));
        Stream { pipe, kept: Vec::new(), dropped: 0 }
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
                let fits = count.min(STREAM_BYTES - self.kept.len());
                self.kept.extend_from_slice(piece.get(..fits).unwrap_or_default());
                self.dropped += count - fits;
                return true;
            }
            Err(Errno::AGAIN | Errno::INTR) => {}
            // What cannot be read has ended.
            _ => self.pipe = None,
        }
        false
    }

    /// All that was kept, with a mark where there was more. What is not UTF-8 is replaced (LH-41).
    pub(super) fn into_text(mut self) -> String {
        if self.dropped == 0 {
            return String::from_utf8_lossy(&self.kept).into_owned();
        }
        // The cut may have gone through a character.
        if let Err(error) = std::str::from_utf8(&self.kept)
            && error.error_len().is_none()
        {
            self.dropped += self.kept.len() - error.valid_up_to();
            self.kept.truncate(error.valid_up_to());
        }
        let kept = String::from_utf8_lossy(&self.kept);
        format!("{kept}\n[{} more bytes]", self.dropped)
    }
}
