//! What of an agent's hook JSON travels (VP-21 to VP-27). Every function is pure, and reducing
//! what was already reduced changes nothing.

use serde_json::{Map, Value};
use vults_protocol::AgentKind;
use vults_protocol::cut::cut;
use vults_protocol::event::POST_TOOL_USE;
use vults_protocol::limits::{
    CODEX_PATCH_BYTES, LAST_RESORT_STRING_BYTES, PATCH_LINES, STRING_BYTES,
};

/// Never sent: the transcript and Antigravity's files, and what a tool returned under the names
/// other agents give it (VP-21).
pub(crate) const DROPPED: [&str; 6] = [
    "transcript_path",
    "transcriptPath",
    "artifactDirectoryPath",
    "tool_result",
    "toolResult",
    "agent_transcript_path",
];

/// All that is looked at of what a tool returned (VP-22).
pub(crate) const OF_RESPONSE: [&str; 3] = ["error", "structuredPatch", "cut"];

/// What stays of an event that is still too large when its strings are as short as they get
/// (VP-25).
const WHAT_HAPPENED: [&str; 12] = [
    "hook_event_name",
    "hookName",
    "session_id",
    "sessionId",
    "conversation_id",
    "conversationId",
    "turn_id",
    "cwd",
    "tool_name",
    "toolName",
    "agent_id",
    "parentAgentId",
];

/// What a payload lost to its strings' limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    /// A part of the tool's input.
    pub input: bool,
    /// A part of the tool's name.
    pub tool_name: bool,
}

/// The key of the tool's input: Copilot's permission spells it `toolInput` (VP-28).
pub(crate) fn input_key(agent: AgentKind, payload: &Map<String, Value>) -> &'static str {
    if agent == AgentKind::Copilot && payload.contains_key("toolInput") {
        "toolInput"
    } else {
        "tool_input"
    }
}

/// Drops what never travels and cuts every string to its limit (VP-21 to VP-24).
pub fn reduce(agent: AgentKind, event: &str, payload: &mut Map<String, Value>) -> Lost {
    payload.retain(|key, value| match key.as_str() {
        "tool_response" => keep_of_response(event, value),
        key => !DROPPED.contains(&key),
    });
    let input_key = input_key(agent, payload);
    let patch = agent == AgentKind::Codex
        && event == POST_TOOL_USE
        && payload.get("tool_name").is_some_and(|name| name == "apply_patch");
    let mut lost = Lost::default();
    for (key, value) in payload.iter_mut() {
        let cut = match (key.as_str(), value) {
            ("tool_input", Value::Object(input)) if patch => cap_patch(input),
            (_, value) => cap(value, STRING_BYTES),
        };
        lost.input |= cut && key == input_key;
        lost.tool_name |= cut && matches!(key.as_str(), "tool_name" | "toolName");
    }
    lost
}

/// Reduces a tool's response to its error and, after a tool ran, its patch; false where nothing
/// stays (VP-22).
fn keep_of_response(event: &str, response: &mut Value) -> bool {
    let Value::Object(fields) = response else { return false };
    let mut kept = Map::new();
    if let Some(error) = fields.remove("error").filter(|error| !error.is_null()) {
        kept.insert("error".to_owned(), error);
    }
    if event == POST_TOOL_USE
        && let Some(Value::Array(mut hunks)) = fields.remove("structuredPatch")
        && !hunks.is_empty()
    {
        // A patch that came with the mark keeps it.
        let cut = cut_patch(&mut hunks) || fields.get("cut") == Some(&Value::Bool(true));
        kept.insert("structuredPatch".to_owned(), Value::Array(hunks));
        if cut {
            kept.insert("cut".to_owned(), Value::Bool(true));
        }
    }
    let keep = !kept.is_empty();
    *response = Value::Object(kept);
    keep
}

/// Keeps the first [`PATCH_LINES`] lines over all hunks; whether any were left out.
fn cut_patch(hunks: &mut Vec<Value>) -> bool {
    let mut left = PATCH_LINES;
    let mut cut = false;
    hunks.retain_mut(|hunk| {
        let Some(Value::Array(lines)) = hunk.get_mut("lines") else { return left > 0 };
        let had_lines = !lines.is_empty();
        cut |= lines.len() > left;
        lines.truncate(left);
        left -= lines.len();
        !(had_lines && lines.is_empty())
    });
    cut
}

/// Cuts the input of Codex's `apply_patch`, whose command is the patch (VP-24).
fn cap_patch(input: &mut Map<String, Value>) -> bool {
    let mut cut = false;
    for (key, value) in input.iter_mut() {
        cut |= cap(value, if key == "command" { CODEX_PATCH_BYTES } else { STRING_BYTES });
    }
    cut
}

/// Cuts every string of a payload to this many bytes (VP-25's steps). The fields that say what
/// happened keep what the last resort would leave of them: a session's id that is cut shorter
/// would be another session's.
pub(crate) fn shorten(payload: &mut Map<String, Value>, limit: usize) {
    for (key, value) in payload.iter_mut() {
        let least = if value.is_string() && WHAT_HAPPENED.contains(&key.as_str()) {
            LAST_RESORT_STRING_BYTES
        } else {
            0
        };
        cap(value, limit.max(least));
    }
}

/// Keeps only the fields that say what happened, as short strings (VP-25's last resort).
pub(crate) fn keep_what_happened(payload: &mut Map<String, Value>) {
    payload.retain(|key, value| WHAT_HAPPENED.contains(&key.as_str()) && value.is_string());
    shorten(payload, LAST_RESORT_STRING_BYTES);
}

/// The status line's payload: the plan's limits, the session's cost and its id; none where there
/// is neither limit nor cost (VP-27).
pub(crate) fn status_line(mut payload: Map<String, Value>) -> Option<Map<String, Value>> {
    let mut kept = Map::new();
    if let Some(session) = payload.remove("session_id").filter(Value::is_string) {
        kept.insert("session_id".to_owned(), session);
    }
    let cost = payload.get_mut("cost").and_then(|cost| cost.get_mut("total_cost_usd"));
    let cost = cost.map(Value::take).filter(|cost| cost.as_f64().is_some_and(|usd| usd > 0.0));
    let limits = payload.remove("rate_limits");
    let limits = limits.filter(|limits| limits.as_object().is_some_and(|all| !all.is_empty()));
    if cost.is_none() && limits.is_none() {
        return None;
    }
    if let Some(usd) = cost {
        let cost = Map::from_iter([("total_cost_usd".to_owned(), usd)]);
        kept.insert("cost".to_owned(), Value::Object(cost));
    }
    if let Some(limits) = limits {
        kept.insert("rate_limits".to_owned(), limits);
    }
    shorten(&mut kept, STRING_BYTES);
    Some(kept)
}

/// Cuts every string in a value to a limit in bytes; whether anything was cut. Keys stay (VP-23).
fn cap(value: &mut Value, limit: usize) -> bool {
    match value {
        Value::String(text) => cut(text, limit),
        // No short circuit: every entry is cut.
        Value::Array(items) => items.iter_mut().fold(false, |cut, item| cap(item, limit) | cut),
        Value::Object(fields) => {
            fields.values_mut().fold(false, |cut, field| cap(field, limit) | cut)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
