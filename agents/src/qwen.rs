//! Qwen Code. Nothing of it is shown yet, so its own terminal asks; no hook can answer its
//! questions.

use serde_json::{Map, Value};
use vults_protocol::Decision;

use crate::{Adapter, hook_output};

/// Qwen Code.
pub(crate) struct Qwen;

impl Adapter for Qwen {
    fn decision(&self, _payload: &Map<String, Value>, decision: &Decision) -> Option<String> {
        Some(hook_output::decision(decision))
    }
}
