//! A request that is ready to become a card: all that is costly about it is done.

use std::sync::Arc;

use crate::ask::{Action, Ask};
use crate::choice::Form;
use crate::content::{Content, FileChange, Room, count, host};
use crate::effect::{Outcome, Record};
use crate::input::{Call, Origin};
use crate::ledger::Binding;
use crate::present::Present;
use crate::redact::redact;
use crate::rules::{Always, RuleKey};
use crate::view::{ActionView, Text};
use crate::visible;

/// The longest path of a folder, in bytes: no folder of the system exceeds it. A longer one is
/// none, and a card that showed a part of it would not say where the command runs.
pub const FOLDER_BYTES: usize = 4_096;
/// A command, a host or a file's path in a line, in characters.
const LINE_CHARS: usize = 120;
/// A name (of a project, a sub-agent, a tool), in characters.
pub(crate) const NAME_CHARS: usize = 40;
/// What a record holds of what was asked, or of what a person said, in characters.
pub(crate) const RECORD_CHARS: usize = 2_000;
/// What a record holds of a fact, its name included, in characters.
const RECORD_FACT_CHARS: usize = 200;
/// Facts in a record.
const RECORD_FACTS: usize = 64;
/// How much of a text is searched for secrets for its record, in bytes; well above what the
/// record holds, so that no secret is cut where it could no longer be recognised.
const REDACTED_BYTES: usize = 16 << 10;

/// What an agent asks permission for, drawn for its card. Made by [`Request::prepare`] alone, so
/// that no card shows less than its request holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    pub(crate) call: Call,
    pub(crate) binding: Binding,
    pub(crate) form: Form,
    pub(crate) folder: Text,
    pub(crate) project_folder: Option<Text>,
    pub(crate) action: ActionView,
    pub(crate) content: Arc<Content>,
    /// The rule that can be made of it.
    pub(crate) always: Option<Always>,
    /// What it is about, for the record.
    pub(crate) what: String,
    /// What else there is to say of it, for the record.
    pub(crate) facts: Vec<String>,
}

impl Request {
    /// Draws a request, given what is on disk; none when a person could not read all of it, or
    /// could not answer it clearly. It takes time in proportion to the request and the files, so it
    /// does not belong on the loop.
    pub fn prepare(origin: &Origin, ask: Ask, present: &Present) -> Option<Request> {
        let ask = with_host(ask)?;
        let always = Always::of(origin, &ask, present);
        let form = Form::of(&ask.action, always.is_some())?;
        let cwd = origin.cwd.as_deref().unwrap_or_default();
        if cwd.len() > FOLDER_BYTES {
            return None;
        }
        let mut room = Room::new();
        let folder = room.label(cwd)?;
        let project_folder = match &present.project {
            Some(project) => Some(room.label(project)?),
            None => None,
        };
        let content = Content::draw(&ask.action, present, &mut room)?;
        Some(Request {
            binding: Binding::of(origin, ask.call.tool(), &ask.input),
            form,
            folder,
            project_folder,
            action: summary(&ask.action, &content, cwd),
            what: recorded(&what(&ask), RECORD_CHARS),
            facts: facts(&ask.action, &content),
            content: Arc::new(content),
            always,
            call: ask.call,
        })
    }

    /// What a rule for it would hold for; none where there can be none.
    pub(crate) fn rule_key(&self) -> Option<RuleKey> {
        self.always.as_ref().map(|always| always.key)
    }

    /// No rule can be made of it any more.
    pub(crate) fn withhold_always(&mut self) {
        self.always = None;
        if let Form::Permission { always } = &mut self.form {
            *always = false;
        }
    }

    /// The record of one that is answered without a card.
    pub(crate) fn record(&self, origin: &Origin, outcome: Outcome, unix_ms: u64) -> Record {
        Record {
            what: self.what.clone(),
            facts: self.facts.clone(),
            binding: self.binding.as_str().to_owned(),
            ..Record::of(origin, self.call.tool(), outcome, unix_ms)
        }
    }

    /// What its card shows.
    pub fn content(&self) -> &Content {
        &self.content
    }
}

/// The same request, but for an address without a host: nobody can say where it leads, so it is
/// shown as a tool with its whole input.
fn with_host(ask: Ask) -> Option<Ask> {
    match &ask.action {
        Action::Open { url, .. } if host(url).is_none() => {
            let action = Action::Tool {
                server: None,
                tool: ask.call.tool().to_owned(),
                arguments: ask.input.as_object()?.clone(),
                paths: &[],
            };
            Some(Ask { action, ..ask })
        }
        _ => Some(ask),
    }
}

/// What is asked for, in a line.
fn summary(action: &Action, content: &Content, cwd: &str) -> ActionView {
    let name = |name: &str| visible::one_line(name, NAME_CHARS);
    match action {
        Action::Command { command, .. } => {
            ActionView::Command { line: visible::one_line(command, LINE_CHARS) }
        }
        Action::Files { edits, .. } => {
            let path = edits.first().map(|edit| edit.path.as_str()).unwrap_or_default();
            // Of every absolute path the rest would stay of no folder, or of the topmost one.
            let folder = Some(cwd.trim_end_matches('/')).filter(|folder| !folder.is_empty());
            let inside = folder.and_then(|folder| path.strip_prefix(folder)?.strip_prefix('/'));
            let (files, added, removed) = match content {
                Content::Files { files, added, removed, .. } => (&files[..], *added, *removed),
                _ => (&[][..], 0, 0),
            };
            let all = |becomes: fn(&FileChange) -> bool| {
                !files.is_empty() && files.iter().all(|file| becomes(&file.change))
            };
            ActionView::Files {
                path: visible::one_line(inside.unwrap_or(path), LINE_CHARS),
                files: u32::try_from(edits.len()).unwrap_or(u32::MAX),
                new: all(|change| *change == FileChange::New),
                deleted: all(|change| matches!(change, FileChange::Deleted { .. })),
                added,
                removed,
            }
        }
        Action::Open { url, .. } => {
            ActionView::Open { host: visible::one_line(&host(url).unwrap_or_default(), LINE_CHARS) }
        }
        Action::Subagent { name: which, description, .. } => ActionView::Subagent {
            name: which.as_deref().map(name),
            description: description.as_deref().map(|text| visible::one_line(text, LINE_CHARS)),
        },
        Action::Plan { plan, .. } => {
            let first = plan.lines().find(|line| !line.trim().is_empty());
            ActionView::Plan { line: visible::one_line(first.unwrap_or_default(), LINE_CHARS) }
        }
        Action::Questions { questions, .. } => {
            let first = questions.first().map(|question| question.text.as_str());
            ActionView::Questions {
                line: visible::one_line(first.unwrap_or_default(), LINE_CHARS),
                questions: count(questions.len()),
            }
        }
        Action::Tool { server, tool, .. } => {
            ActionView::Tool { server: server.as_deref().map(name), tool: name(tool) }
        }
    }
}

/// What a record says that was asked.
fn what(ask: &Ask) -> String {
    match &ask.action {
        Action::Command { command, .. } => command.clone(),
        Action::Files { edits, .. } => {
            let paths: Vec<&str> = edits.iter().map(|edit| edit.path.as_str()).collect();
            paths.join("\n")
        }
        Action::Open { url, .. } => url.clone(),
        Action::Subagent { prompt, .. } => prompt.clone(),
        Action::Plan { plan, .. } => plan.clone(),
        Action::Questions { questions, .. } => {
            let texts: Vec<&str> = questions.iter().map(|one| one.text.as_str()).collect();
            texts.join("\n")
        }
        Action::Tool { .. } => ask.input.to_string(),
    }
}

impl Ask {
    /// The record of a request that was never drawn: no answer could be bound to it.
    pub(crate) fn record(&self, origin: &Origin, outcome: Outcome, unix_ms: u64) -> Record {
        Record {
            what: recorded(&what(self), RECORD_CHARS),
            ..Record::of(origin, self.call.tool(), outcome, unix_ms)
        }
    }
}

fn facts(action: &Action, content: &Content) -> Vec<String> {
    let mut all = Vec::new();
    let mut say = |name: &str, value: &str| {
        if all.len() < RECORD_FACTS {
            all.push(recorded(&format!("{name}: {value}"), RECORD_FACT_CHARS));
        }
    };
    if let Content::Files { files, added, removed, .. } = content {
        say("lines added", &added.to_string());
        say("lines removed", &removed.to_string());
        if files.iter().any(|file| file.outside) {
            say("outside the project", "true");
        }
    }
    let others = match action {
        Action::Command { facts, .. }
        | Action::Files { facts, .. }
        | Action::Plan { facts, .. }
        | Action::Questions { facts, .. } => facts,
        Action::Open { prompt, facts, .. } => {
            if let Some(prompt) = prompt {
                say("prompt", prompt);
            }
            facts
        }
        Action::Subagent { name, facts, .. } => {
            if let Some(name) = name {
                say("sub-agent", name);
            }
            facts
        }
        Action::Tool { .. } => return all,
    };
    for (name, value) in others {
        say(name, value);
    }
    all
}

/// What a record says of a text: no secrets, and at most so many characters.
pub(crate) fn recorded(text: &str, characters: usize) -> String {
    let text = &text[..text.floor_char_boundary(REDACTED_BYTES)];
    let mut recorded = redact(text);
    if let Some((end, _)) = recorded.char_indices().nth(characters) {
        recorded.truncate(end);
        recorded.push('…');
    }
    recorded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_redacted_before_it_is_cut() {
        let secret = "s".repeat(3_000);
        assert_eq!(recorded(&format!("TOKEN={secret} ls"), 2_000), "TOKEN=[hidden] ls");
        assert_eq!(recorded(&"ä".repeat(40_000), 2_000), format!("{}…", "ä".repeat(2_000)));
    }
}
