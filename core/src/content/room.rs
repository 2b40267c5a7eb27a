//! How much one card may hold: what a person can read, and a window can draw in time.

use crate::content::Passage;
use crate::view::Text;
use crate::visible;

/// Tokens on one card. Text with more of them than that cannot be read, and drawing it would hold
/// the window up: the agent asks in its terminal.
const TOKENS: usize = 2_000;
/// Lines of all of its texts together; the same holds for them.
const LINES: usize = 5_000;
/// Facts; the same holds for them.
const FACTS: usize = 64;
/// Bytes of all of its texts together. A message has at most half of it; the rest is what goes
/// from a file, and what stays around the changes.
const BYTES: usize = 2 << 20;

/// What a card may still hold. Whatever does not fit gives none, and then there is no card.
#[derive(Debug)]
pub(crate) struct Room {
    tokens: usize,
    lines: usize,
    bytes: usize,
}

impl Room {
    pub(crate) fn new() -> Room {
        Room { tokens: TOKENS, lines: LINES, bytes: BYTES }
    }

    /// A text of any length, and what there is to say about it.
    pub(crate) fn passage(&mut self, text: &str) -> Option<Passage> {
        self.bytes = self.bytes.checked_sub(text.len())?;
        let shown = visible::whole(text, self.tokens)?;
        self.tokens -= shown.tokens;
        self.lines = self.lines.checked_sub(shown.lines)?;
        Some(Passage {
            text: shown.text,
            lines: count(shown.lines),
            characters: count(shown.characters),
            hidden: count(shown.hidden),
        })
    }

    /// The same of a text that may be absent.
    pub(crate) fn optional(&mut self, text: Option<&str>) -> Option<Option<Passage>> {
        match text {
            Some(text) => Some(Some(self.passage(text)?)),
            None => Some(None),
        }
    }

    /// A text of any length.
    pub(crate) fn text(&mut self, text: &str) -> Option<Text> {
        Some(self.passage(text)?.text)
    }

    /// A whole text on one line; line breaks stand in tokens.
    pub(crate) fn line(&mut self, text: &str) -> Option<Text> {
        self.lines = self.lines.checked_sub(1)?;
        self.label(text)
    }

    /// The same of what stands beside the content, as a folder does, and takes none of its lines.
    pub(crate) fn label(&mut self, text: &str) -> Option<Text> {
        self.bytes = self.bytes.checked_sub(text.len())?;
        let shown = visible::whole_line(text, self.tokens)?;
        self.tokens -= shown.tokens;
        Some(shown.text)
    }

    /// Whether so many facts fit.
    pub(crate) fn facts(&self, facts: usize) -> Option<()> {
        (facts <= FACTS).then_some(())
    }

    /// Whether so many more lines could fit, so that no work is done for what has no card.
    pub(crate) fn lines(&self, lines: usize) -> Option<()> {
        (lines <= self.lines).then_some(())
    }
}

pub(crate) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
