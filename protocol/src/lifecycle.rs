//! What the user's own lifecycle hooks did, told to the app as an ordinary event that never waits
//! (specs D7).

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::event::LIFECYCLE_HOOKS;

/// The payload of a [`LIFECYCLE_HOOKS`] event, but for `hook_event_name`. Of the handlers
/// it has their commands by their labels, and none of their output but `reason` and `context`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LifecycleHooks {
    /// The agent's own id of the session.
    pub session_id: String,
    /// The agent's working folder.
    pub cwd: String,
    /// The lifecycle event that the hooks ran for ("PreToolUse").
    pub lifecycle_event: String,
    /// The tool, where the event has one, by its portable name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_name: Option<String>,
    /// The agent's own id of the call, as its other events of the same call have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_use_id: Option<String>,
    /// Whether the tool call was blocked.
    pub blocked: bool,
    /// Why it was blocked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The handlers' joined `additionalContext`: redacted, and at most
    /// [`crate::limits::STRING_BYTES`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// What was wrong with the configuration, a sentence each.
    pub warnings: Vec<String>,
    /// Every handler that ran, in order.
    pub runs: Vec<Run>,
    /// The project's settings files whose handlers did not run, since the person does not trust them
    /// (specs D8): absolute, without links.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub untrusted: Vec<String>,
}

/// One handler's run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Its command, or its words joined by blanks.
    pub label: String,
    /// Its exit code; none where a signal ended it, or where it never started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// Why it never started, or that nobody knows how it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// How long it ran, in milliseconds.
    pub duration_ms: u64,
    /// Whether its time limit ended it.
    pub timed_out: bool,
    /// Whether it blocked the tool, by its exit code or by what it printed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blocked: bool,
}

impl LifecycleHooks {
    /// The event's payload.
    pub fn payload(&self) -> Map<String, Value> {
        let mut payload = Map::new();
        payload.insert("hook_event_name".to_owned(), json!(LIFECYCLE_HOOKS));
        if let Value::Object(fields) = json!(self) {
            payload.extend(fields);
        }
        payload
    }

    /// Reads it back; none for a payload that is something else.
    pub fn from_payload(payload: &Map<String, Value>) -> Option<LifecycleHooks> {
        let named = payload.get("hook_event_name").and_then(Value::as_str) == Some(LIFECYCLE_HOOKS);
        let fields = Value::Object(payload.clone());
        if named { serde_json::from_value(fields).ok() } else { None }
    }
}
