//! Every other tool: known by its name alone, never shown and never answered. People's own hooks run on
//! its events, and can keep nothing from running.

use serde_json::{Map, Value};
use vults_protocol::event::{POST_TOOL_USE, PRE_TOOL_USE};
use vults_protocol::{Answer, Decision, Event};

use crate::lifecycle::{Keys, Moment, Point};
use crate::{Adapter, Installation, Report};

/// In the spellings of Kimi Code, Factory Droid and Cursor.
const KEYS: Keys = Keys {
    session: &["session_id", "sessionId", "conversation_id", "conversationId"],
    subagent: &["parentAgentId"],
    tool: &["tool_name", "toolName"],
    input: &["tool_input", "toolInput", "toolArgs"],
    id: &["tool_use_id", "tool_call_id"],
    result: &["tool_response", "tool_output", "tool_result", "result_json", "output", "error"],
};

/// A tool that the wire has no kind for.
pub(crate) struct Named;

impl Adapter for Named {
    fn report(&self, _event: &Event, _waits: bool) -> Option<Report> {
        None
    }

    fn installation(&self) -> Option<&'static Installation> {
        None
    }

    fn decision(&self, _payload: &Map<String, Value>, _decision: &Decision) -> Option<String> {
        None
    }

    fn answers(&self, _payload: &Map<String, Value>, _answers: &[Answer]) -> Option<String> {
        None
    }

    /// Claude Code's names, and Cursor's, some of which say what the tool does in place of its name.
    fn moment(&self, event: &str, payload: &Map<String, Value>) -> Option<Moment> {
        let of = |point, tool| {
            let kept = |key: &str| ["command", "file_path", "content", "edits"].contains(&key);
            let fields = payload.iter().filter(|(key, _)| kept(key));
            let input = fields.map(|(key, value)| (key.clone(), value.clone())).collect();
            Some(KEYS.moment_of(point, payload, tool, input))
        };
        let point = match event {
            "SessionStart" | "sessionStart" => Point::SessionStart,
            PRE_TOOL_USE | "preToolUse" | "beforeMCPExecution" => Point::PreToolUse,
            POST_TOOL_USE | "postToolUse" | "PostToolUseFailure" | "postToolUseFailure"
            | "afterMCPExecution" => Point::PostToolUse,
            "Stop" | "StopFailure" | "stop" => Point::Stop,
            "beforeShellExecution" => return of(Point::PreToolUse, "run_command"),
            "afterShellExecution" => return of(Point::PostToolUse, "run_command"),
            "beforeReadFile" => return of(Point::PreToolUse, "read_file"),
            "afterFileEdit" => return of(Point::PostToolUse, "edit_file"),
            _ => return None,
        };
        KEYS.moment(point, payload)
    }

    fn blocked(&self, _payload: &Map<String, Value>, _reason: &str) -> Option<String> {
        None
    }
}
