//! Codex CLI.

use serde_json::{Map, Value};
use vults_core::{ConnectionId, Input};
use vults_protocol::{Answer, Decision, Event};

use crate::{Adapter, hook_output, terminal};

/// Codex CLI: asks in its terminal for now.
pub(crate) struct Codex;

impl Adapter for Codex {
    fn name(&self) -> &str {
        "Codex"
    }

    fn inputs(&self, event: &Event, connection: Option<ConnectionId>) -> Vec<Input> {
        terminal::inputs(self.name(), event, connection)
    }

    fn decision(&self, decision: &Decision) -> Option<String> {
        Some(hook_output::decision(decision))
    }

    /// No hook can answer its questions.
    fn answers(&self, _payload: &Map<String, Value>, _answers: &[Answer]) -> Option<String> {
        None
    }
}
