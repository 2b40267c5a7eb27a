//! What each of Codex's tools is asked to do.

use serde_json::{Map, Value};
use vults_core::Action;

use super::patch;
use crate::reading::Reading;
use crate::{command, server_tool};

/// The tool that runs a command, as its hooks call it.
pub(super) const BASH: &str = "Bash";
/// The tool that changes files.
pub(super) const APPLY_PATCH: &str = "apply_patch";

/// The tool that asks the person questions.
pub(super) const REQUEST_USER_INPUT: &str = "request_user_input";

/// What a tool does, with all of its input; none where there is nothing to do.
pub(super) fn action(tool: &str, input: &Map<String, Value>) -> Option<Action> {
    let known = match tool {
        // A command of another shape is none.
        BASH => return command::action(input),
        APPLY_PATCH if moves(input) => return None,
        APPLY_PATCH => files(input),
        _ => None,
    };
    Some(known.unwrap_or_else(|| server_tool::or_any(tool, None, input, &[])))
}

/// The fields of a tool's input that are the model's own words about the call; none where no rule
/// may hold for it: of a command, since the event does not say what it may do outside the sandbox,
/// of what changes files, and of tools that nobody knows.
pub(super) fn comments(tool: &str) -> Option<&'static [&'static str]> {
    tool.starts_with("mcp__").then_some(&[])
}

/// Whether an input is a patch that may move a file, which no card shows.
fn moves(input: &Map<String, Value>) -> bool {
    input.get("command").and_then(Value::as_str).is_some_and(patch::moves)
}

/// The files that a patch changes; none where it cannot be understood: then it is shown as it is.
fn files(input: &Map<String, Value>) -> Option<Action> {
    let mut fields = Reading::of(input);
    let edits = patch::edits(&fields.text("command")?)?;
    Some(Action::Files { edits, facts: fields.facts() })
}
