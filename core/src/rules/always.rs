//! For which requests a person can make a rule.
//!
//! What a rule covers must be what they read: short, with nothing hidden in it, nothing that is
//! another thing by tomorrow, and nothing that should not lie on a disk.

use serde_json::Value;

use super::{RuleKey, Scope, project_code};
use crate::ask::{Action, Ask};
use crate::content::Unread;
use crate::input::Origin;
use crate::present::{Place, Present};
use crate::redact::redact;
use crate::view::{AlwaysView, Text};
use crate::visible;

/// The longest text in a request for which a rule can be made, in characters: any tool's may be a
/// command.
const TEXT_CHARS: usize = 300;
/// The longest input of another tool, as JSON, in bytes.
const INPUT_BYTES: usize = 2_000;

/// The rule that a person could make of a request, and what it would cover.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Always {
    pub(crate) scope: Scope,
    pub(crate) key: RuleKey,
    pub(crate) view: AlwaysView,
}

impl Always {
    /// What Always on this request would mean; none where it must not be offered.
    pub(crate) fn of(origin: &Origin, ask: &Ask, present: &Present) -> Option<Always> {
        let ground = present.ground.as_ref()?;
        // Another program could speak in the agent's name.
        origin.ancestry.process()?;
        if !present.places.iter().all(leads_where_it_says) {
            return None;
        }
        let mut input = ask.input.clone();
        for comment in ask.comments? {
            // What is no text is not said about the call.
            if let Some(fields) = input.as_object_mut()
                && fields.get(*comment).is_some_and(Value::is_string)
            {
                fields.shift_remove(*comment);
            }
        }
        let (what, command) = match &ask.action {
            Action::Command { command, .. } => {
                let command = Some(command).filter(|command| command.trim() == *command)?;
                (command.clone(), Some(command.clone()))
            }
            Action::Open { .. } => (ask.call.tool().to_owned(), None),
            Action::Tool { server: None, tool, .. } => (tool.clone(), None),
            Action::Tool { server: Some(server), tool, .. } => (format!("{server}: {tool}"), None),
            Action::Files { .. }
            | Action::Subagent { .. }
            | Action::Plan { .. }
            | Action::Questions { .. } => return None,
        };
        let json = input.to_string();
        if json.len() > INPUT_BYTES || !is_open(&json) || !all_is_open(&input) {
            return None;
        }
        let folders = [&ground.project, &ground.folder];
        if !folders.into_iter().chain([&what]).all(|text| is_open(text) && !text.contains('\n')) {
            return None;
        }
        let runs_project_code = command
            .as_deref()
            .is_some_and(|command| project_code::runs(command, &[&ground.project, &ground.folder]));
        let view = AlwaysView {
            what: Text::of(&what),
            command: command.is_some(),
            folder: Text::of(&ground.folder),
            runs_project_code,
        };
        let scope = Scope {
            agent: origin.key.agent.clone(),
            agent_name: origin.agent_name.clone(),
            project: ground.project.clone(),
            folder: ground.folder.clone(),
            tool: ask.call.tool().to_owned(),
            input,
            command,
            runs_project_code,
        };
        Some(Always { key: scope.key(), scope, view })
    }
}

/// Whether a path names the very file that it leads to. A link can lead elsewhere any time, and the
/// request would be the same to the letter.
fn leads_where_it_says(place: &Place) -> bool {
    place.leads_to.is_none() && place.text != Err(Unread::UnclearPath)
}

/// Whether a person sees all of a text as it is, and no secret is in it.
fn is_open(text: &str) -> bool {
    visible::whole(text, 0).is_some() && redact(text) == text
}

/// The same of every name and every text in a value, and of the two together; each text short and
/// on one line, and each number a plain integer. Of another one the digits that a person reads are
/// not all there were.
fn all_is_open(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) => true,
        Value::Number(number) => !number.is_f64(),
        Value::String(text) => {
            is_open(text) && !text.contains('\n') && text.chars().nth(TEXT_CHARS).is_none()
        }
        Value::Array(items) => items.iter().all(all_is_open),
        Value::Object(fields) => fields.iter().all(|(name, value)| {
            let shows = |text: &str| is_open(&format!("{name}={text}"));
            is_open(name)
                && all_is_open(value)
                && match value {
                    Value::String(text) => shows(text),
                    Value::Array(_) | Value::Object(_) => true,
                    other => shows(&other.to_string()),
                }
        }),
    }
}
