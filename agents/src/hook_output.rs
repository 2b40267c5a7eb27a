//! The `hookSpecificOutput` shape, which Claude Code, Codex and Qwen Code read alike.

use serde_json::{Map, Value, json};
use vults_protocol::Decision;

use crate::words;

/// An allow of a `PermissionRequest` with this input in place of the tool's own.
pub(crate) fn allowed(input: &Map<String, Value>) -> String {
    json!({
        "hookSpecificOutput": {
            "hookEventName": "PermissionRequest",
            "decision": { "behavior": "allow", "updatedInput": input },
        }
    })
    .to_string()
}

/// A decision on a `PermissionRequest` (VP-40).
pub(crate) fn decision(decision: &Decision) -> String {
    let decision = match decision {
        Decision::Allow => json!({ "behavior": "allow" }),
        Decision::Deny { reason } => {
            json!({ "behavior": "deny", "message": words::denied(reason) })
        }
    };
    json!({
        "hookSpecificOutput": { "hookEventName": "PermissionRequest", "decision": decision }
    })
    .to_string()
}

/// A `PreToolUse` that keeps the tool from running (specs D3).
pub(crate) fn blocked(reason: &str) -> String {
    json!({
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": reason,
        }
    })
    .to_string()
}

/// A `PreToolUse` that lets the tool run with this input in place of its own.
pub(crate) fn updated_input(input: Map<String, Value>) -> String {
    json!({
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "allow",
            "updatedInput": input,
        }
    })
    .to_string()
}
