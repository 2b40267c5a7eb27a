//! When the window is shown a view: at the first change at once, then at most once a frame.

use std::time::Duration;

use tokio::time::Instant;
use vults_core::View;

use crate::shell::Shell;

/// The shortest time between two views, so that there are at most sixty in a second: a screen shows
/// no more.
pub(crate) const FRAME: Duration = Duration::from_millis(17);

/// What was shown last, and whether there may be something newer.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    changed: bool,
    shown: Option<Shown>,
}

#[derive(Debug)]
struct Shown {
    revision: u64,
    at: Instant,
}

impl Frames {
    /// Something happened that may have changed the view.
    pub(crate) fn touch(&mut self) {
        self.changed = true;
    }

    /// When the view is to be looked at; none while nothing has happened.
    pub(crate) fn due(&self, now: Instant) -> Option<Instant> {
        self.changed.then(|| self.shown.as_ref().map_or(now, |shown| shown.at + FRAME))
    }

    /// Shows the view if it is due and differs from the last one.
    pub(crate) fn show(&mut self, view: impl FnOnce() -> View, shell: &mut impl Shell) {
        let now = Instant::now();
        if self.due(now).is_none_or(|due| due > now) {
            return;
        }
        self.changed = false;
        let view = view();
        if self.shown.as_ref().is_none_or(|shown| shown.revision != view.revision) {
            self.shown = Some(Shown { revision: view.revision, at: now });
            shell.show(view);
        }
    }
}
