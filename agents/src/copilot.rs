//! GitHub Copilot CLI.

use serde_json::{Map, Value, json};
use vults_core::{ConnectionId, Input};
use vults_protocol::{Answer, Decision, Event};

use crate::{Adapter, terminal, words};

/// GitHub Copilot CLI: asks in its terminal for now.
pub(crate) struct Copilot;

impl Adapter for Copilot {
    fn name(&self) -> &str {
        "Copilot CLI"
    }

    fn inputs(&self, event: &Event, connection: Option<ConnectionId>) -> Vec<Input> {
        terminal::inputs(self.name(), event, connection)
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
