//! Codex CLI.

mod action;
mod happening;
mod installation;
mod patch;
mod request;
mod review;

use serde_json::{Map, Value};
use vults_core::Call;
use vults_protocol::event::{POST_TOOL_USE, PRE_TOOL_USE};
use vults_protocol::{Answer, Decision, Event};

use crate::lifecycle::{self, Moment, Point};
use crate::{Adapter, Installation, Report, hook_output, is_short, origin};

/// Its name for people.
const NAME: &str = "Codex";

/// How much of a patch tells its calls apart, in bytes. Less than is left of one that was cut for
/// any of its events, which are not all cut at the same length.
const PATCH_TOLD_BY: usize = 1_900;

/// Codex CLI.
pub(crate) struct Codex;

impl Adapter for Codex {
    fn report(&self, event: &Event, waits: bool) -> Option<Report> {
        let origin = origin::of(event, NAME).filter(|_| !event.zeca)?;
        if waits {
            return Some(request::asked(origin, event));
        }
        Some(Report::Happened(origin, happening::happening(event)))
    }

    fn installation(&self) -> Option<&'static Installation> {
        Some(&installation::INSTALLATION)
    }

    fn decision(&self, _payload: &Map<String, Value>, decision: &Decision) -> Option<String> {
        Some(hook_output::decision(decision))
    }

    /// No hook can answer its questions.
    fn answers(&self, _payload: &Map<String, Value>, _answers: &[Answer]) -> Option<String> {
        None
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

/// The call that an event is about, as the others of the same call show it too. Where a permission
/// is asked there is a reason beside the command, and a patch has lost the line break at its end.
fn call(event: &Event) -> Option<Call> {
    let tool = event.payload.get("tool_name")?.as_str().filter(|tool| is_short(tool))?;
    let mut input = event.payload.get("tool_input").cloned().unwrap_or_default();
    match (tool, input.as_object_mut()) {
        (action::BASH, Some(fields)) => drop(fields.shift_remove("description")),
        (action::APPLY_PATCH, Some(fields)) => {
            if let Some(Value::String(patch)) = fields.get_mut("command") {
                patch.truncate(patch.trim_end().len());
                patch.truncate(patch.floor_char_boundary(PATCH_TOLD_BY));
            }
        }
        _ => {}
    }
    Some(Call::new(tool, &input))
}
