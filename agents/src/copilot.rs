//! GitHub Copilot CLI. Nothing of it is shown yet, so its own terminal asks; no hook can answer its
//! questions.

use serde_json::{Map, Value, json};
use vults_protocol::event::{POST_TOOL_USE, PRE_TOOL_USE};
use vults_protocol::{Answer, Decision, Event};

use crate::lifecycle::{Keys, Moment, Point};
use crate::{Adapter, Installation, Report, hook_output, words};

/// In both spellings. A sub-agent's events have an id of their own for a session, which no other event
/// ever has.
const KEYS: Keys = Keys {
    session: &["parentAgentId", "session_id", "sessionId"],
    subagent: &["parentAgentId"],
    tool: &["tool_name", "toolName"],
    input: &["tool_input", "toolArgs"],
    id: &[],
    result: &["tool_result/text_result_for_llm", "toolResult/textResultForLlm", "error"],
};

/// GitHub Copilot CLI.
pub(crate) struct Copilot;

impl Adapter for Copilot {
    fn report(&self, _event: &Event, _waits: bool) -> Option<Report> {
        None
    }

    fn installation(&self) -> Option<&'static Installation> {
        None
    }

    /// Copilot denies a tool on any output that it does not know, so it is never told more than
    /// this (VP-40).
    fn decision(&self, _payload: &Map<String, Value>, decision: &Decision) -> Option<String> {
        let bare = match decision {
            Decision::Allow => json!({ "behavior": "allow" }),
            Decision::Deny { reason } => {
                json!({ "behavior": "deny", "message": words::denied(reason) })
            }
        };
        Some(bare.to_string())
    }

    fn answers(&self, _payload: &Map<String, Value>, _answers: &[Answer]) -> Option<String> {
        None
    }

    /// Its events are spelled as the entry that it runs spells them.
    fn moment(&self, event: &str, payload: &Map<String, Value>) -> Option<Moment> {
        let point = match event {
            "sessionStart" | "SessionStart" => Point::SessionStart,
            "preToolUse" | PRE_TOOL_USE => Point::PreToolUse,
            "postToolUse" | POST_TOOL_USE | "postToolUseFailure" | "PostToolUseFailure" => {
                Point::PostToolUse
            }
            "agentStop" | "Stop" | "errorOccurred" | "ErrorOccurred" => Point::Stop,
            _ => return None,
        };
        KEYS.moment(point, payload)
    }

    /// An event that names itself is one of an entry in Claude Code's spelling, and then the answer
    /// is read in it, too.
    fn blocked(&self, payload: &Map<String, Value>, reason: &str) -> Option<String> {
        if payload.contains_key("hook_event_name") {
            return Some(hook_output::blocked(reason));
        }
        let bare = json!({ "permissionDecision": "deny", "permissionDecisionReason": reason });
        Some(bare.to_string())
    }
}
