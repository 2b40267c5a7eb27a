//! Events as agents' hooks send them.

#![allow(dead_code, reason = "each test file uses its part of it")]

use std::fs;
use std::path::Path;

use serde_json::{Map, Value};
use vults_agents::{Report, report};
use vults_protocol::{Agent, Event, Terminal};

/// A payload as Claude Code has really sent it.
pub(crate) fn recorded(name: &str) -> Map<String, Value> {
    recorded_of(&Agent::Claude, name)
}

/// A payload as an agent has really sent it.
pub(crate) fn recorded_of(agent: &Agent, name: &str) -> Map<String, Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
    let folder = folder.join(agent.kind().as_str());
    let text = fs::read_to_string(folder.join(name).with_extension("json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// An event as Claude Code's hook sends it, but for the reduction.
pub(crate) fn event(payload: Map<String, Value>) -> Event {
    event_of(Agent::Claude, payload)
}

/// An event as an agent's hook sends it, but for the reduction.
pub(crate) fn event_of(agent: Agent, payload: Map<String, Value>) -> Event {
    let text = |field: &str| payload.get(field).and_then(Value::as_str).map(str::to_owned);
    let name = text("hook_event_name").unwrap_or_else(|| "StatusLine".to_owned());
    Event {
        id: "1".to_owned(),
        agent,
        wants_reply: name == "PermissionRequest",
        event: name,
        zeca: false,
        terminal: Terminal { cwd: text("cwd"), ..Terminal::default() },
        payload,
        input: None,
    }
}

/// What an event says whose hook does not wait.
pub(crate) fn told(event: &Event) -> Option<Report> {
    report(event, false)
}
