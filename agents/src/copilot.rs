//! GitHub Copilot CLI. Nothing of it is shown yet, so its own terminal asks; no hook can answer its
//! questions.

use serde_json::{Map, Value, json};
use vults_protocol::{Answer, Decision, Event};

use crate::{Adapter, Installation, Report, words};

/// GitHub Copilot CLI.
pub(crate) struct Copilot;

impl Adapter for Copilot {
    fn report(&self, _event: &Event, _waits: bool) -> Option<Report> {
        None
    }

    fn installation(&self) -> Option<&'static Installation> {
        None
    }

    /// Copilot denies a tool on any output that it does not know, so it is never told more than
    /// this (VP-40).
    fn decision(&self, _payload: &Map<String, Value>, decision: &Decision) -> Option<String> {
        let bare = match decision {
            Decision::Allow => json!({ "behavior": "allow" }),
            Decision::Deny { reason } => {
                json!({ "behavior": "deny", "message": words::denied(reason) })
            }
        };
        Some(bare.to_string())
    }

    fn answers(&self, _payload: &Map<String, Value>, _answers: &[Answer]) -> Option<String> {
        None
    }
}
