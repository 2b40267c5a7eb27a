//! The input of a tool that runs a command, as several agents write it.

use serde_json::{Map, Value};
use vults_core::Action;

use crate::reading::Reading;

/// The command with all that stands beside it; none where there is nothing to run.
pub(crate) fn action(input: &Map<String, Value>) -> Option<Action> {
    let mut fields = Reading::of(input);
    let command = fields.text("command").filter(|command| !command.trim().is_empty())?;
    let description = fields.words("description");
    Some(Action::Command { command, description, facts: fields.facts() })
}
