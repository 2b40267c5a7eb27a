//! Codex CLI. Nothing of it is shown yet, so its own terminal asks; no hook can answer its
//! questions.

use serde_json::{Map, Value};
use vults_protocol::Decision;

use crate::{Adapter, hook_output};

/// Codex CLI.
pub(crate) struct Codex;

impl Adapter for Codex {
    fn decision(&self, _payload: &Map<String, Value>, decision: &Decision) -> Option<String> {
        Some(hook_output::decision(decision))
    }
}
