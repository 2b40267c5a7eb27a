//! The window, as the runtime knows it.

use std::sync::{Arc, OnceLock};

use tauri::{AppHandle, Emitter, Manager};
use vults_core::{CardId, Outcome, View};

use crate::island::{Island, Shared};
use crate::mark::mark;
use crate::notify;
use crate::shortcut::{Shortcut, Target};
use crate::shown::Shown;
use crate::window::LABEL;

/// Carries views to the page and the shortcuts. The runtime is there before the window, so what
/// it shows until then is kept for the page to fetch.
#[derive(Debug)]
pub(crate) struct IslandShell {
    shown: Shared<Shown>,
    app: Arc<OnceLock<AppHandle>>,
    shortcut: Shortcut,
    trouble: Option<String>,
    outcome: Option<(CardId, Outcome)>,
}

impl IslandShell {
    pub(crate) fn new(
        shown: Shared<Shown>,
        app: Arc<OnceLock<AppHandle>>,
        shortcut: Shortcut,
    ) -> IslandShell {
        IslandShell { shown, app, shortcut, trouble: None, outcome: None }
    }
}

impl vults_runtime::Shell for IslandShell {
    fn show(&mut self, view: View) {
        // The keys first: none may stay bound to a card that has gone.
        self.shortcut.want(target(&view));
        // Kept before it is sent: a page that attaches between the two gets it twice, not never.
        let shown = Shown::next(view, &self.shown.lock());
        self.shown.lock().clone_from(&shown);
        if let Some(app) = self.app.get()
            && let Err(error) = app.emit_to(LABEL, "view", &shown)
        {
            tracing::warn!(%error, "the page did not get the view");
        }
        let view = shown.view();
        let outcome = view.outcome.as_ref().map(|outcome| (outcome.card, outcome.outcome));
        if outcome != self.outcome {
            self.outcome = outcome;
            if let Some((card, outcome)) = outcome {
                mark!("outcome", card = card.0, outcome = ?outcome);
            }
        }
        if view.trouble != self.trouble {
            self.trouble.clone_from(&view.trouble);
            if let Some(trouble) = &view.trouble {
                notify::trouble(trouble.clone());
            }
        }
    }

    fn quit(&mut self) {
        match self.app.get() {
            // Where the event loop has ended already, this ends the process.
            Some(app) => app.exit(i32::from(*app.state::<Island>().given_up.lock())),
            // Asked to quit before there was a window.
            None => std::process::exit(0),
        }
    }
}

/// The card that the keys would answer: the one in front, once it is drawn whole.
fn target(view: &View) -> Option<Target> {
    let front = view.front.as_ref().filter(|front| front.whole)?;
    Some(Target { card: front.id, binding: front.binding.clone() })
}
