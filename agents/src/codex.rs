//! Codex CLI.

use serde_json::{Map, Value};
use vults_core::{ConnectionId, Input};
use vults_protocol::{Answer, Decision, Event};

use crate::{Adapter, hook_output};

/// Codex CLI.
pub(crate) struct Codex;

impl Adapter for Codex {
    fn name(&self) -> &str {
        "Codex"
    }

    /// Nothing yet, so nothing of it is shown and its own terminal asks.
    fn inputs(&self, _event: &Event, _connection: Option<ConnectionId>) -> Vec<Input> {
        Vec::new()
    }

    fn decision(&self, decision: &Decision) -> Option<String> {
        Some(hook_output::decision(decision))
    }

    /// No hook can answer its questions.
    fn answers(&self, _payload: &Map<String, Value>, _answers: &[Answer]) -> Option<String> {
        None
    }
}
