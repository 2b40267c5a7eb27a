//! What Codex's events mean.

use serde_json::Value;
use vults_core::{Call, Happening, Step, TurnEnd};
use vults_protocol::Event;
use vults_protocol::event::{PERMISSION_REQUEST, POST_TOOL_USE, PRE_TOOL_USE};

use super::action::{APPLY_PATCH, BASH, REQUEST_USER_INPUT};
use super::{call, patch};
use crate::{is_short, server_tool};

/// What an event that nobody waits for says of its session.
pub(super) fn happening(event: &Event) -> Happening {
    let text = |field: &str| event.payload.get(field).and_then(Value::as_str);
    match event.event.as_str() {
        // A compaction opens the session anew in the middle of its work.
        "SessionStart" if text("source") == Some("compact") => Happening::CompactionEnded,
        "SessionStart" => Happening::SessionStarted,
        "SessionEnd" => Happening::SessionEnded,
        "UserPromptSubmit" => Happening::Prompted,
        // Its questions are on its screen from here on; no hook can answer them.
        PRE_TOOL_USE if text("tool_name") == Some(REQUEST_USER_INPUT) => Happening::AsksInTerminal,
        PRE_TOOL_USE => match call(event) {
            Some(call) => {
                let step = step(event, &call);
                let id = text("tool_use_id").filter(|id| is_short(id)).map(str::to_owned);
                Happening::ToolStarted(call.with_id(id), step)
            }
            None => Happening::Seen,
        },
        // There is no other event of a call that failed.
        POST_TOOL_USE => call(event).map_or(Happening::Seen, Happening::ToolEnded),
        // The hook does not wait for us, so the terminal asks alone.
        PERMISSION_REQUEST => Happening::AsksInTerminal,
        "Stop" => {
            let reply = text("last_assistant_message").map(str::to_owned);
            // It does not say what goes on without it.
            Happening::TurnEnded(TurnEnd { reply, background: None })
        }
        // The person has stopped the turn.
        "Interrupt" => Happening::Idle,
        "SubagentStart" => Happening::SubagentStarted,
        "SubagentStop" => Happening::TurnEnded(TurnEnd::default()),
        "PreCompact" => Happening::CompactionStarted,
        "PostCompact" => Happening::CompactionEnded,
        _ => Happening::Seen,
    }
}

fn step(event: &Event, call: &Call) -> Step {
    let tool = call.tool();
    if let Some((Some(server), tool)) = server_tool::split(tool, None) {
        return Step::ServerTool { server: server.to_owned(), tool: tool.to_owned() };
    }
    let input = |field: &str| event.payload.get("tool_input")?.get(field)?.as_str();
    let known = match tool {
        BASH => input("command").map(|command| Step::Command(command.to_owned())),
        APPLY_PATCH => {
            input("command").and_then(patch::first_path).map(|path| Step::Edit(path.to_owned()))
        }
        "view_image" => input("path").map(|path| Step::Read(path.to_owned())),
        "collaborationspawn_agent" => {
            input("task_name").map(|name| Step::Subagent(name.to_owned()))
        }
        _ => None,
    };
    known.unwrap_or_else(|| Step::Tool(tool.to_owned()))
}
