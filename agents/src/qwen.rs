//! Qwen Code.

use serde_json::{Map, Value};
use vults_core::{ConnectionId, Input};
use vults_protocol::{Answer, Decision, Event};

use crate::{Adapter, hook_output};

/// Qwen Code.
pub(crate) struct Qwen;

impl Adapter for Qwen {
    fn name(&self) -> &str {
        "Qwen Code"
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
