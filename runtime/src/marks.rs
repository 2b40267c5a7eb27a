//! What the log says of each session and plan, as marks that tests read: states and figures, and
//! nothing of what a session is about. Nothing is done for a log that does not want them.

use std::collections::BTreeMap;

use tracing::Level;
use vults_core::{News, SessionView, View};

use crate::clock::monotonic_ns;

const TARGET: &str = "vults::mark";

/// What was said of each session last.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    sessions: BTreeMap<String, String>,
    plans: String,
}

impl Marks {
    /// Says what is new in a view.
    pub(crate) fn note(&mut self, view: &View) {
        if !tracing::enabled!(target: "vults::mark", Level::DEBUG) {
            return;
        }
        let t_ns = monotonic_ns();
        let mut before = std::mem::take(&mut self.sessions);
        for session in &view.sessions {
            let SessionView { key, status, subagents, background, cost_micro_usd, .. } = session;
            let step = session.step.as_ref().map(step).unwrap_or_default();
            let cost = cost_micro_usd.unwrap_or_default();
            let said = format!("{status:?} {subagents} {background} {cost} {step}");
            if before.remove(key).as_ref() != Some(&said) {
                tracing::debug!(
                    target: TARGET,
                    mark = "session", t_ns, key, ?status, step, subagents, background, cost,
                );
            }
            self.sessions.insert(key.clone(), said);
        }
        for key in before.keys() {
            tracing::debug!(target: TARGET, mark = "session_left", t_ns, key);
        }
        let plans: Vec<String> = view
            .limits
            .iter()
            .flat_map(|plan| &plan.windows)
            .map(|window| format!("{}:{}", window.minutes, window.used_percent.unwrap_or(u8::MAX)))
            .collect();
        let plans = plans.join(",");
        if plans != self.plans {
            tracing::debug!(target: TARGET, mark = "plans", t_ns, windows = plans);
            self.plans = plans;
        }
    }
}

/// Says what the person is told.
pub(crate) fn told(news: &News) {
    let t_ns = monotonic_ns();
    tracing::debug!(target: TARGET, mark = "told", t_ns, what = ?news.what, key = news.session);
}

/// The kind of a step.
fn step(step: &vults_core::StepView) -> &'static str {
    use vults_core::StepView;
    match step {
        StepView::Command(_) => "command",
        StepView::Edit(_) => "edit",
        StepView::Read(_) => "read",
        StepView::Open(_) => "open",
        StepView::Subagent(_) => "subagent",
        StepView::ServerTool { .. } => "server_tool",
        StepView::Tool(_) => "tool",
    }
}
