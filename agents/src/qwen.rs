//! Qwen Code. Nothing of it is shown yet, so its own terminal asks; no hook can answer its
//! questions.

use serde_json::{Map, Value};
use vults_protocol::event::{POST_TOOL_USE, PRE_TOOL_USE};
use vults_protocol::{Answer, Decision, Event};

use crate::lifecycle::{self, Moment, Point};
use crate::{Adapter, Installation, Report, hook_output};

/// Qwen Code.
pub(crate) struct Qwen;

impl Adapter for Qwen {
    fn report(&self, _event: &Event, _waits: bool) -> Option<Report> {
        None
    }

    fn installation(&self) -> Option<&'static Installation> {
        None
    }

    fn decision(&self, _payload: &Map<String, Value>, decision: &Decision) -> Option<String> {
        Some(hook_output::decision(decision))
    }

    fn answers(&self, _payload: &Map<String, Value>, _answers: &[Answer]) -> Option<String> {
        None
    }

    fn moment(&self, event: &str, payload: &Map<String, Value>) -> Option<Moment> {
        let point = match event {
            "SessionStart" => Point::SessionStart,
            PRE_TOOL_USE => Point::PreToolUse,
            POST_TOOL_USE | "PostToolUseFailure" => Point::PostToolUse,
            "Stop" | "StopFailure" => Point::Stop,
            _ => return None,
        };
        lifecycle::SHARED.moment(point, payload)
    }

    fn blocked(&self, _payload: &Map<String, Value>, reason: &str) -> Option<String> {
        Some(hook_output::blocked(reason))
    }
}
