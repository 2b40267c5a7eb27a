//! Claude Code.

mod action;
mod happening;
mod installation;
mod origin;
mod request;
mod trust;

use serde_json::{Map, Value, json};
use vults_core::Call;
use vults_protocol::event::ASK_USER_QUESTION;
use vults_protocol::{Answer, Decision, Event};

use crate::{Adapter, Installation, Report, hook_output, is_short, question};

/// Its name for people.
const NAME: &str = "Claude Code";

/// Claude Code.
pub(crate) struct Claude;

impl Adapter for Claude {
    fn report(&self, event: &Event, waits: bool) -> Option<Report> {
        let origin = origin::of(event).filter(|_| !event.zeca)?;
        if waits {
            return Some(request::asked(origin, event));
        }
        happening::happening(event).map(|what| Report::Happened(origin, what))
    }

    fn installation(&self) -> Option<&'static Installation> {
        Some(&installation::INSTALLATION)
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

/// The call that an event is about, as the others of the same call show it too. What may differ
/// between them is left out: the agent's comment on a command, and the answers that a question's
/// input has gained when it is over.
fn call(event: &Event) -> Option<Call> {
    let tool = event.payload.get("tool_name")?.as_str().filter(|tool| is_short(tool))?;
    let mut input = event.payload.get("tool_input").cloned().unwrap_or_default();
    let varies = match tool {
        action::BASH => Some("description"),
        ASK_USER_QUESTION => Some("answers"),
        _ => None,
    };
    if let (Some(varies), Some(fields)) = (varies, input.as_object_mut()) {
        fields.shift_remove(varies);
    }
    Some(Call::new(tool, &input))
}

/// Whether the person has told Claude Code not to ask at all. An unknown mode asks.
fn never_asks(event: &Event) -> bool {
    let mode = event.payload.get("permission_mode").and_then(Value::as_str);
    matches!(mode, Some("bypassPermissions" | "dontAsk"))
}

/// The name of the server that has the event's tool, as the event says it.
fn server(event: &Event) -> Option<&str> {
    event.payload.get("mcp_server")?.get("name")?.as_str().filter(|name| is_short(name))
}
