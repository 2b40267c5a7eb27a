//! Codex CLI. Nothing of it is shown yet, so its own terminal asks; no hook can answer its
//! questions.

use serde_json::{Map, Value};
use vults_protocol::Decision;
use vults_protocol::event::{POST_TOOL_USE, PRE_TOOL_USE};

use crate::lifecycle::{self, Moment, Point};
use crate::{Adapter, hook_output};

/// Codex CLI.
pub(crate) struct Codex;

impl Adapter for Codex {
    fn decision(&self, _payload: &Map<String, Value>, decision: &Decision) -> Option<String> {
        Some(hook_output::decision(decision))
    }

    fn moment(&self, event: &str, payload: &Map<String, Value>) -> Option<Moment> {
        let point = match event {
            "SessionStart" => Point::SessionStart,
            PRE_TOOL_USE => Point::PreToolUse,
            POST_TOOL_USE => Point::PostToolUse,
            "Stop" | "Interrupt" => Point::Stop,
            _ => return None,
        };
        lifecycle::SHARED.moment(point, payload)
    }

    fn blocked(&self, _payload: &Map<String, Value>, reason: &str) -> Option<String> {
        Some(hook_output::blocked(reason))
    }
}
