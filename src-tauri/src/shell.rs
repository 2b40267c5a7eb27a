//! The window, as the runtime knows it.

use std::sync::{Arc, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};

use tauri::{AppHandle, Manager};
use vults_core::{ActionView, ApprovalsView, CardId, CardView, Drift, News, Outcome, View};
use vults_runtime::{Preferences, Setup};

use crate::island::{Island, Shared};
use crate::mark::mark;
use crate::shortcut::{Shortcut, Target};
use crate::shown::{self, Shown};
use crate::words::Tongue;
use crate::{approvals, call, news, notify, rest, tray, typing};

/// Carries views to the page and the shortcuts. The runtime is there before the window, so what
/// it shows until then is kept for the page to fetch.
#[derive(Debug)]
pub(crate) struct IslandShell {
    shown: Shared<Shown>,
    app: Arc<OnceLock<AppHandle>>,
    shortcut: Shortcut,
    setup: Arc<OnceLock<Setup>>,
    trouble: Option<String>,
    outcome: Option<(CardId, Outcome)>,
    drift: Vec<Drift>,
    /// When this run began, in milliseconds since 1970.
    began_unix_ms: u64,
}

impl IslandShell {
    pub(crate) fn new(
        shown: Shared<Shown>,
        app: Arc<OnceLock<AppHandle>>,
        shortcut: Shortcut,
        setup: Arc<OnceLock<Setup>>,
    ) -> IslandShell {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        IslandShell {
            shown,
            app,
            shortcut,
            setup,
            trouble: None,
            outcome: None,
            drift: Vec::new(),
            began_unix_ms: since_1970.as_millis() as u64,
        }
    }

    fn tongue(&self) -> Tongue {
        let app = self.app.get();
        let preferences = app.and_then(|app| app.try_state::<Preferences>());
        preferences.map_or_else(Tongue::default, |preferences| Tongue::of(&preferences.view()))
    }
}

impl vults_runtime::Shell for IslandShell {
    fn show(&mut self, view: View) {
        // The keys first: none may stay bound to a card that has gone.
        self.shortcut.want(target(&view));
        // What a person writes is for the card that they write on.
        if let Some(app) = self.app.get() {
            typing::follow(app, &view);
            tray::follow(app, &view);
            news::follow(app, &view);
            rest::follow(app, &view);
        }
        let outcome = view.outcome.as_ref().map(|outcome| (outcome.card, outcome.outcome));
        let (drifts, trouble) = (view.drift.clone(), view.trouble.clone());
        shown::show(self.app.get(), &self.shown, |before| Shown::next(view, before));
        if outcome != self.outcome {
            self.outcome = outcome;
            if let Some((card, outcome)) = outcome {
                mark!("outcome", card = card.0, outcome = ?outcome);
            }
        }
        if drifts != self.drift {
            mark!("drift", agents = drifts.len());
            for drift in &drifts {
                if is_news(drift, &self.drift, self.began_unix_ms) {
                    notify::drift(drift, self.tongue());
                }
            }
            self.drift = drifts;
        }
        if trouble != self.trouble {
            if let Some(trouble) = &trouble {
                notify::trouble(trouble.clone());
            }
            self.trouble = trouble;
        }
    }

    fn approvals(&mut self, _: Arc<ApprovalsView>) {
        if let Some(app) = self.app.get() {
            approvals::show(app);
        }
    }

    fn tell(&mut self, news: &News) {
        // Before there is a window nobody can have been asked.
        if let Some(app) = self.app.get() {
            news::tell(app, news);
        }
    }

    fn focus(&mut self) {
        if let Some(app) = self.app.get() {
            call::hear(app);
        }
    }

    fn quit(&mut self) {
        match self.app.get() {
            // Where the event loop has ended already, this ends the process.
            Some(app) => app.exit(i32::from(*app.state::<Island>().given_up.lock())),
            // Asked to quit before there was a window, perhaps while a settings file is written.
            None => {
                if let Some(setup) = self.setup.get() {
                    setup.quit();
                }
                std::process::exit(0)
            }
        }
    }
}

/// Whether a drift was not told yet: neither just now, nor in an earlier run, in which it was noticed.
/// A later one of the same agent is another file's.
fn is_news(drift: &Drift, told: &[Drift], began_unix_ms: u64) -> bool {
    let covers = |other: &Drift| {
        other.agent_name == drift.agent_name && other.since_unix_ms >= drift.since_unix_ms
    };
    drift.since_unix_ms >= began_unix_ms && !told.iter().any(covers)
}

/// The card that the keys would answer: the one in front, once it is drawn whole. Questions have no
/// yes and no no.
fn target(view: &View) -> Option<Target> {
    let asks = |front: &&CardView| matches!(front.action, ActionView::Questions { .. });
    let front = view.front.as_ref().filter(|front| front.whole && !asks(front))?;
    Some(Target { card: front.id, binding: front.binding.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drift_is_told_once() {
        const BEGAN: u64 = 1_000;
        let drift = |agent: &str, since_unix_ms: u64| Drift {
            agent_name: agent.to_owned(),
            partial: false,
            since_unix_ms,
        };
        let claude = drift("Claude Code", BEGAN);
        assert!(is_news(&claude, &[], BEGAN));
        assert!(is_news(&claude, &[drift("Codex", BEGAN)], BEGAN));
        // The rest of the hooks went too.
        let some = Drift { partial: true, ..claude.clone() };
        assert!(!is_news(&claude, &[some], BEGAN));
        // Another file's hooks went later, and then came back.
        let later = drift("Claude Code", BEGAN + 5);
        assert!(is_news(&later, std::slice::from_ref(&claude), BEGAN));
        assert!(!is_news(&claude, &[later], BEGAN));
        // The last run has told it.
        assert!(!is_news(&drift("Claude Code", BEGAN - 1), &[], BEGAN));
    }
}
