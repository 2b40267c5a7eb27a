//! What of a handler's output is kept (LH-40, LH-41).

/// So many bytes of a stream are kept; the rest is read and dropped (LH-40).
pub const STREAM_BYTES: usize = 64 << 10;

/// What has come through one stream.
#[derive(Debug, Default)]
pub(super) struct Kept {
    bytes: Vec<u8>,
    dropped: usize,
}

impl Kept {
    /// Takes what fits of the next piece, and counts the rest.
    pub(super) fn push(&mut self, piece: &[u8]) {
        let (fits, rest) = piece.split_at(piece.len().min(STREAM_BYTES - self.bytes.len()));
        self.bytes.extend_from_slice(fits);
        self.dropped += rest.len();
    }

    /// All that was kept, with a mark where there was more. What is not UTF-8 is replaced (LH-41).
    pub(super) fn into_text(mut self) -> String {
        if self.dropped == 0 {
            return String::from_utf8_lossy(&self.bytes).into_owned();
        }
        // The cut may have gone through a character.
        if let Err(error) = std::str::from_utf8(&self.bytes)
            && error.error_len().is_none()
        {
            self.dropped += self.bytes.len() - error.valid_up_to();
            self.bytes.truncate(error.valid_up_to());
        }
        let kept = String::from_utf8_lossy(&self.bytes);
        format!("{kept}\n[{} more bytes]", self.dropped)
    }
}
