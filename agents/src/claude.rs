//! Claude Code.

mod action;
mod background;
mod happening;
mod installation;
mod plan;
mod questions;
mod request;
mod trust;
mod usage;

use serde_json::{Map, Value, json};
use vults_core::{Call, Mode};
use vults_protocol::event::{ASK_USER_QUESTION, POST_TOOL_USE, PRE_TOOL_USE};
use vults_protocol::{Answer, Decision, Event};

use self::plan::EXIT_PLAN_MODE;
use crate::lifecycle::{self, Moment, Point};
use crate::{Adapter, Installation, Report, hook_output, is_short, origin, question};

/// Its name for people.
const NAME: &str = "Claude Code";

/// Claude Code.
pub(crate) struct Claude;

impl Adapter for Claude {
    fn report(&self, event: &Event, waits: bool) -> Option<Report> {
        let origin = origin::of(event, NAME).filter(|_| !event.zeca)?;
        if waits {
            return Some(request::asked(origin, event));
        }
        happening::happening(event).map(|what| Report::Happened(origin, what))
    }

    fn installation(&self) -> Option<&'static Installation> {
        Some(&installation::INSTALLATION)
    }

    fn decision(&self, payload: &Map<String, Value>, decision: &Decision) -> Option<String> {
        let asks_with_plan = payload.get("tool_name").is_some_and(|tool| tool == EXIT_PLAN_MODE);
        match decision {
            Decision::Allow if asks_with_plan => plan::approved(payload).map(hook_output::allowed),
            _ => Some(hook_output::decision(decision)),
        }
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

/// The call that an event is about, as the others of the same call show it too. What may differ
/// between them is left out: the agent's comment on a command, what a question's input has gained
/// when it is over, and the whole input of a plan, which has lost the plan by then.
fn call(event: &Event) -> Option<Call> {
    let tool = event.payload.get("tool_name")?.as_str().filter(|tool| is_short(tool))?;
    if tool == EXIT_PLAN_MODE {
        return Some(Call::new(tool, &Value::Null));
    }
    let mut input = event.payload.get("tool_input").cloned().unwrap_or_default();
    let varies: &[&str] = match tool {
        action::BASH => &["description"],
        ASK_USER_QUESTION => &["answers", "annotations"],
        _ => &[],
    };
    if let Some(fields) = input.as_object_mut() {
        fields.retain(|name, _| !varies.contains(&name.as_str()));
    }
    Some(Call::new(tool, &input))
}

/// Whether the person has told Claude Code not to ask. Where everything may run it still asks what
/// only a person can answer; where nothing may be asked, that is denied too. An unknown mode asks.
fn never_asks(event: &Event) -> bool {
    let text = |field: &str| event.payload.get(field).and_then(Value::as_str);
    let mode = text("permission_mode").map(origin::mode);
    let for_a_person = matches!(text("tool_name"), Some(ASK_USER_QUESTION | EXIT_PLAN_MODE));
    match mode {
        Some(Mode::DontAsk) => true,
        Some(Mode::BypassPermissions) => !for_a_person,
        _ => false,
    }
}

/// The name of the server that has the event's tool, as the event says it.
fn server(event: &Event) -> Option<&str> {
    event.payload.get("mcp_server")?.get("name")?.as_str().filter(|name| is_short(name))
}
