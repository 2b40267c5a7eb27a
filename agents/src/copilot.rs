//! GitHub Copilot CLI.

use serde_json::{Map, Value, json};
use vults_core::{ConnectionId, Input};
use vults_protocol::{Answer, Decision, Event};

use crate::{Adapter, words};

/// GitHub Copilot CLI.
pub(crate) struct Copilot;

impl Adapter for Copilot {
    fn name(&self) -> &str {
        "Copilot CLI"
    }

    /// Nothing yet, so nothing of it is shown and its own terminal asks.
    fn inputs(&self, _event: &Event, _connection: Option<ConnectionId>) -> Vec<Input> {
        Vec::new()
    }

    /// Copilot denies a tool on any output that it does not know, so it is never told more than
    /// this (VP-40).
    fn decision(&self, decision: &Decision) -> Option<String> {
        let bare = match decision {
            Decision::Allow => json!({ "behavior": "allow" }),
            Decision::Deny { reason } => {
                json!({ "behavior": "deny", "message": words::denied(reason) })
            }
        };
        Some(bare.to_string())
    }

    /// No hook can answer its questions.
    fn answers(&self, _payload: &Map<String, Value>, _answers: &[Answer]) -> Option<String> {
        None
    }
}
