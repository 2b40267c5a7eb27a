//! Claude Code.

use serde_json::{Map, Value, json};
use vults_core::{ConnectionId, Input};
use vults_protocol::{Answer, Decision, Event};

use crate::{Adapter, hook_output, question};

/// Claude Code.
pub(crate) struct Claude;

impl Adapter for Claude {
    fn name(&self) -> &str {
        "Claude Code"
    }

    fn inputs(&self, _event: &Event, _connection: Option<ConnectionId>) -> Vec<Input> {
        Vec::new()
    }

    fn decision(&self, decision: &Decision) -> Option<String> {
        Some(hook_output::decision(decision))
    }

    /// The tool runs with its own, uncut input and the answers added, keyed by each question's
    /// text (VP-41). Two questions of the same text cannot both be keyed (VP-43).
    fn answers(&self, payload: &Map<String, Value>, answers: &[Answer]) -> Option<String> {
        let mut keyed = Map::new();
        for (text, answer) in question::answered(payload, answers)? {
            if keyed.insert(text.to_owned(), json!(answer)).is_some() {
                return None;
            }
        }
        let mut input = payload.get("tool_input")?.as_object()?.clone();
        input.insert("answers".to_owned(), Value::Object(keyed));
        Some(hook_output::updated_input(input))
    }
}
