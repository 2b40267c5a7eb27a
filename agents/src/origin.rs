//! Whose event it is, where the payload is written as Claude Code writes it.

use serde_json::Value;
use vults_core::{Ancestry, FOLDER_BYTES, Mode, Origin, SessionKey};
use vults_protocol::Event;

use crate::is_short;

/// The origin of an event of the agent that people call by this name. None without a session: none
/// is ever invented. Nor is there one where an id or a folder is longer than any there is, since they
/// are kept.
pub(crate) fn of(event: &Event, agent_name: &str) -> Option<Origin> {
    let text = |field: &str| {
        event.payload.get(field).and_then(Value::as_str).filter(|text| !text.is_empty())
    };
    let ids = [Some(event.id.as_str()), text("session_id"), text("agent_id")];
    if !ids.into_iter().flatten().all(is_short) {
        return None;
    }
    let cwd = event.terminal.cwd.clone().or_else(|| text("cwd").map(str::to_owned));
    if cwd.as_ref().is_some_and(|cwd| cwd.len() > FOLDER_BYTES) {
        return None;
    }
    let agent = event.agent.kind().as_str();
    Some(Origin {
        key: SessionKey { agent: agent.to_owned(), session: text("session_id")?.to_owned() },
        agent_name: agent_name.to_owned(),
        cwd,
        subagent: text("agent_id").map(str::to_owned),
        subagent_name: text("agent_type").filter(|name| is_short(name)).map(str::to_owned),
        mode: text("permission_mode").map(mode),
        ancestry: Ancestry::default(),
    })
}

/// When it asks, by its own word for it. An unknown one asks as usual.
pub(crate) fn mode(word: &str) -> Mode {
    match word {
        "acceptEdits" => Mode::AcceptEdits,
        "plan" => Mode::Plan,
        "auto" => Mode::Auto,
        "dontAsk" => Mode::DontAsk,
        "bypassPermissions" => Mode::BypassPermissions,
        _ => Mode::Default,
    }
}
