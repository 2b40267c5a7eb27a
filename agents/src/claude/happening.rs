//! What Claude Code's events mean.

use serde_json::Value;
use vults_core::{Call, Happening, Step};
use vults_protocol::Event;
use vults_protocol::event::{
    LIFECYCLE_HOOKS, PERMISSION_REQUEST, POST_TOOL_USE, PRE_TOOL_USE, STATUS_LINE,
};

use super::request::BASH;
use super::{call, never_asks};

/// How the prompt begins with which Claude Code itself reports a finished background task.
const TASK_NOTIFICATION: &str = "<task-notification>";

/// What an event that nobody waits for says of its session; none where it says nothing.
pub(super) fn happening(event: &Event) -> Option<Happening> {
    let text = |field: &str| event.payload.get(field).and_then(Value::as_str);
    Some(match event.event.as_str() {
        // A compaction opens the session anew in the middle of its work.
        "SessionStart" if text("source") == Some("compact") => Happening::Seen,
        "SessionStart" => Happening::SessionStarted,
        "SessionEnd" => Happening::SessionEnded,
        "UserPromptSubmit" => match text("prompt") {
            Some(prompt) if prompt.trim_start().starts_with(TASK_NOTIFICATION) => Happening::Seen,
            _ => Happening::Prompted,
        },
        PRE_TOOL_USE => match call(event) {
            Some(call) => {
                let step = step(event, &call);
                Happening::ToolStarted(call, step)
            }
            None => Happening::Seen,
        },
        POST_TOOL_USE | "PostToolUseFailure" => {
            call(event).map_or(Happening::Seen, Happening::ToolEnded)
        }
        PERMISSION_REQUEST if never_asks(event) => Happening::Seen,
        // The hook does not wait for us, so the terminal asks alone.
        PERMISSION_REQUEST => Happening::AsksInTerminal,
        "Notification" if text("notification_type") == Some("permission_prompt") => {
            Happening::AsksInTerminal
        }
        "Stop" | "SubagentStop" => Happening::TurnEnded,
        "StopFailure" => Happening::TurnFailed,
        // They run beside the session's other events, so they may come after its end, which they
        // must not undo.
        STATUS_LINE | LIFECYCLE_HOOKS | "MessageDisplay" => return None,
        _ => Happening::Seen,
    })
}

fn step(event: &Event, call: &Call) -> Step {
    let command = || event.payload.get("tool_input")?.get("command")?.as_str();
    match command() {
        Some(command) if call.tool() == BASH => Step::Command(command.to_owned()),
        _ => Step::Tool(call.tool().to_owned()),
    }
}
