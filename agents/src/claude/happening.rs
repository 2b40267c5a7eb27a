//! What Claude Code's events mean.

use serde_json::Value;
use vults_core::{Call, Happening, Step, TurnEnd};
use vults_protocol::Event;
use vults_protocol::event::{PERMISSION_REQUEST, POST_TOOL_USE, PRE_TOOL_USE, STATUS_LINE};

use super::action::BASH;
use super::{background, call, never_asks, server, usage};
use crate::{is_short, server_tool};

/// What an event that nobody waits for says of its session; none where it says nothing.
pub(super) fn happening(event: &Event) -> Option<Happening> {
    let text = |field: &str| event.payload.get(field).and_then(Value::as_str);
    Some(match event.event.as_str() {
        // A compaction opens the session anew in the middle of its work.
        "SessionStart" if text("source") == Some("compact") => Happening::CompactionEnded,
        "SessionStart" => Happening::SessionStarted,
        "SessionEnd" => Happening::SessionEnded,
        "UserPromptSubmit" => match text("prompt") {
            Some(prompt) if background::is_notification(prompt) => {
                Happening::GoesOn(background::ended(prompt))
            }
            _ => Happening::Prompted,
        },
        PRE_TOOL_USE => match call(event) {
            Some(call) => {
                let step = step(event, &call);
                let id = text("tool_use_id").filter(|id| is_short(id)).map(str::to_owned);
                Happening::ToolStarted(call.with_id(id), step)
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
        // After a turn that was stopped nothing else tells that it is over.
        "Notification" if text("notification_type") == Some("idle_prompt") => Happening::Idle,
        "Stop" => Happening::TurnEnded(background::turn_end(event)),
        // What it says of the background is the sub-agent's own.
        "SubagentStop" => Happening::TurnEnded(TurnEnd::default()),
        "SubagentStart" => Happening::SubagentStarted,
        "StopFailure" => Happening::TurnFailed,
        "PreCompact" => Happening::CompactionStarted,
        "PostCompact" => Happening::CompactionEnded,
        STATUS_LINE => return usage::usage(event).map(Happening::Used),
        // It runs beside the session's other events, so it may come after its end, which it must not
        // undo.
        "MessageDisplay" => return None,
        _ => Happening::Seen,
    })
}

fn step(event: &Event, call: &Call) -> Step {
    let tool = call.tool();
    if let Some((Some(server), tool)) = server_tool::split(tool, server(event)) {
        return Step::ServerTool { server: server.to_owned(), tool: tool.to_owned() };
    }
    let (field, step): (_, fn(String) -> Step) = match tool {
        BASH => ("command", Step::Command),
        "Write" | "Edit" | "MultiEdit" => ("file_path", Step::Edit),
        "NotebookEdit" => ("notebook_path", Step::Edit),
        "Read" => ("file_path", Step::Read),
        "WebFetch" => ("url", Step::Open),
        "Agent" | "Task" => ("subagent_type", Step::Subagent),
        _ => return Step::Tool(tool.to_owned()),
    };
    let value = event.payload.get("tool_input").and_then(|input| input.get(field)?.as_str());
    value.map_or_else(|| Step::Tool(tool.to_owned()), |value| step(value.to_owned()))
}
