//! What goes on in a session while its agent waits for a prompt.

use serde_json::Value;
use vults_core::{Background, TurnEnd};
use vults_protocol::Event;

use crate::is_short;

/// How the prompt begins with which Claude Code itself reports a finished background task.
const TASK_NOTIFICATION: &str = "<task-notification>";
/// Around the id of that task.
const TASK_ID: (&str, &str) = ("<task-id>", "</task-id>");

/// Whether a prompt is Claude Code's own: no person has typed it.
pub(super) fn is_notification(prompt: &str) -> bool {
    prompt.trim_start().starts_with(TASK_NOTIFICATION)
}

/// The task of which such a prompt tells.
pub(super) fn ended(prompt: &str) -> Option<String> {
    let (before, after) = TASK_ID;
    let (_, rest) = prompt.split_once(before)?;
    let (id, _) = rest.split_once(after)?;
    Some(id.trim().to_owned()).filter(|id| !id.is_empty() && is_short(id))
}

/// How the main agent's turn ended.
pub(super) fn turn_end(event: &Event) -> TurnEnd {
    let reply = event.payload.get("last_assistant_message").and_then(Value::as_str);
    let tasks = event.payload.get("background_tasks").and_then(Value::as_array);
    TurnEnd { reply: reply.map(str::to_owned), background: tasks.map(|tasks| background(tasks)) }
}

/// The tasks that run, by their ids. One without an id, or with an odd one, is still one.
fn background(tasks: &[Value]) -> Background {
    let mut background = Background::default();
    for (index, task) in tasks.iter().enumerate() {
        let text = |field: &str| task.get(field).and_then(Value::as_str);
        // Others are over, or have not begun.
        if text("status").is_some_and(|status| status != "running") {
            continue;
        }
        let id = text("id").filter(|id| is_short(id));
        let id = id.map_or_else(|| format!("task {index}"), str::to_owned);
        let kind = match text("type") {
            Some("subagent") => &mut background.subagents,
            _ => &mut background.commands,
        };
        kind.push(id);
    }
    background
}
