//! What the window, its page and the shortcuts share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use vults_runtime::Handle;

use crate::gate::Gate;
use crate::rect::Rect;
use crate::shortcut::Shortcut;
use crate::shown::Shown;
use crate::sight::Sight;
use crate::typing::Typing;

/// A value that several threads look at. One that panicked while it held the value leaves it
/// whole: every change here is one assignment or one call of the gate.
#[derive(Debug, Default)]
pub(crate) struct Shared<T>(Arc<Mutex<T>>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Shared(Arc::clone(&self.0))
    }
}

impl<T> Shared<T> {
    pub(crate) fn new(value: T) -> Self {
        Shared(Arc::new(Mutex::new(value)))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The gate, shared between the window's events and the page's commands.
pub(crate) type Gatekeeper = Shared<Gate>;

/// The island's native side, as Tauri keeps it for the commands.
#[derive(Debug)]
pub(crate) struct Island {
    /// The loop behind it.
    pub(crate) runtime: Handle,
    /// The newest view, as the page is given it.
    pub(crate) shown: Shared<Shown>,
    /// What stands between the page and a decision.
    pub(crate) gate: Gatekeeper,
    /// Where the page says it draws; clicks elsewhere fall through.
    pub(crate) region: Shared<Vec<Rect>>,
    /// The keys of the card in front.
    pub(crate) shortcut: Shortcut,
    /// Whether a person writes on it.
    pub(crate) typing: Shared<Typing>,
    /// Whether the page that is there has asked what to show. What an ended one still says comes late
    /// and is of no use: what it had drawn is not on screen.
    pub(crate) attached: Shared<bool>,
    /// The revision that the page has drawn last, if any.
    pub(crate) painted: Shared<Option<u64>>,
    /// Whether a person can see it.
    pub(crate) sight: Sight,
    /// Whether the page kept breaking and was given up.
    pub(crate) given_up: Shared<bool>,
}

impl Island {
    /// The page is gone: nothing is on screen, and nothing can be answered.
    pub(crate) fn page_gone(&self) {
        self.sight.painted(false);
        self.region.lock().clear();
        self.nothing_drawn();
    }

    /// The page draws nothing that could be answered, whatever is on screen in its place.
    pub(crate) fn nothing_drawn(&self) {
        *self.attached.lock() = false;
        self.gate.lock().undrawn();
        self.runtime.undrawn();
    }
}
