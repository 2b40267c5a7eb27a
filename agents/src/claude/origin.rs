//! Whose event it is.

use serde_json::Value;
use vults_core::{Origin, SessionKey};
use vults_protocol::Event;

/// The origin of an event, under the agent's name for people. None without a session: none is
/// ever invented.
pub(super) fn of(event: &Event, agent_name: &str) -> Option<Origin> {
    let text = |field: &str| {
        event.payload.get(field).and_then(Value::as_str).filter(|text| !text.is_empty())
    };
    let agent = event.agent.kind().as_str();
    Some(Origin {
        key: SessionKey { agent: agent.to_owned(), session: text("session_id")?.to_owned() },
        agent_name: agent_name.to_owned(),
        cwd: event.terminal.cwd.clone().or_else(|| text("cwd").map(str::to_owned)),
        subagent: text("agent_id").map(str::to_owned),
    })
}
