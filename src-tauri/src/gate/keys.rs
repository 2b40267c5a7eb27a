//! How the keyboard focus got where it is.
//!
//! The page says which button Enter would press, and a script that drives the page can move its
//! focus: onto Allow, just before a person who writes a reason presses Enter. What such a script
//! cannot make is a real press of Tab. So a button is reached by key only when the last thing that
//! a person did there was Tab, and the focus followed it.

use std::collections::HashSet;
use std::time::{Duration, Instant};

/// The page says within this time where Tab has moved the focus. A focus that comes there later was
/// moved by something else.
const FOLLOWS: Duration = Duration::from_secs(1);

/// So long after the last key a person counts as still writing.
pub(crate) const PAUSE: Duration = Duration::from_millis(1_200);

/// A key, as far as the gate tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// Presses the focused button, and sends the text field that it is in.
    Enter,
    /// Presses the focused button.
    Space,
    /// Moves the focus on, or back.
    Tab,
    /// Shift and its like, alone: they do nothing.
    Modifier,
    /// Types, or does whatever else. So does a key that an input method has a use for.
    Other,
}

/// What a person does on the keyboard while the island has it.
#[derive(Debug, Default)]
pub(super) struct Keys {
    /// The keys that are down, by their codes: their repetitions are no presses.
    down: HashSet<u16>,
    /// When Tab was last pressed, if nothing else was done since.
    tabbed: Option<Instant>,
    /// When a key was last pressed.
    last: Option<Instant>,
    /// Another card has come under the hands of a person who writes: what they go on with is not
    /// about it, until they pause.
    astray: bool,
    /// When the keyboard came because the island was called, which any program may do; none where a
    /// person has pressed something on the island first.
    called: Option<Instant>,
    /// Whether a person writes in a field that they have gone to.
    field: bool,
}

/// For whom a key on an island is that was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meant {
    /// For the island.
    Island,
    /// For nobody: the keyboard has only just come, and the person may not have noticed.
    Nobody,
    /// For another window: nothing on the island takes a letter, so the person has not noticed.
    Elsewhere,
}

impl Keys {
    /// Takes note of a press, and says whether it is one: a key that is held down repeats.
    pub(super) fn press(&mut self, code: u16, key: Key, at: Instant) -> bool {
        self.astray &= self.writing(at);
        self.last = Some(at);
        if self.astray || self.deaf(at) {
            self.down.insert(code);
            return false;
        }
        match key {
            Key::Tab => self.tabbed = Some(at),
            Key::Other => self.tabbed = None,
            Key::Enter | Key::Space | Key::Modifier => {}
        }
        self.down.insert(code)
    }

    pub(super) fn release(&mut self, code: u16) {
        self.down.remove(&code);
    }

    /// Something else has moved the focus, or may have.
    pub(super) fn moved(&mut self) {
        self.tabbed = None;
    }

    /// Another card is in front, and not because the person has answered the one before.
    pub(super) fn strayed(&mut self, now: Instant) {
        self.astray = self.writing(now);
    }

    /// The keyboard has come because the island was called.
    pub(super) fn called(&mut self, at: Instant) {
        *self = Keys { called: Some(at), ..Keys::default() };
    }

    /// Whether a person writes in a field from now on.
    pub(super) fn in_field(&mut self, field: bool) {
        self.field = field;
    }

    /// The keyboard goes back.
    pub(super) fn given_back(&mut self) {
        (self.called, self.field) = (None, false);
    }

    /// For whom a key is that writes something, or does not.
    pub(super) fn meant(&self, writes: bool, at: Instant) -> Meant {
        match self.strict() {
            true if writes => Meant::Elsewhere,
            true if self.deaf(at) => Meant::Nobody,
            _ => Meant::Island,
        }
    }

    /// Whether every button has to have been reached with Tab. A person may not know that their keys
    /// go here, while the keyboard was only called.
    pub(super) fn strict(&self) -> bool {
        self.called.is_some() && !self.field
    }

    fn deaf(&self, at: Instant) -> bool {
        self.strict() && self.called.is_some_and(|came| at < came + PAUSE)
    }

    /// Whether Tab was pressed just now, and counted.
    pub(super) fn tabbed(&self, now: Instant) -> bool {
        self.tabbed.is_some_and(|tabbed| now.saturating_duration_since(tabbed) <= FOLLOWS)
    }

    fn writing(&self, now: Instant) -> bool {
        self.last.is_some_and(|last| now.saturating_duration_since(last) < PAUSE)
    }

    /// The island has the keyboard no longer, and would not hear of a release.
    pub(super) fn gone(&mut self) {
        *self = Keys::default();
    }

    /// Whether Tab brought the focus to where it is since that moment.
    pub(super) fn brought(&self, since: Instant) -> bool {
        self.tabbed.is_some_and(|tabbed| tabbed <= since && since <= tabbed + FOLLOWS)
    }
}
