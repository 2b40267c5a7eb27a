//! What each of Claude Code's tools is asked to do.
//!
//! A tool whose input has the known shape is shown as what it does; every other tool, and every
//! other shape, as its whole input. Fields that nobody knows are facts: they may change what runs.

use serde_json::{Map, Value};
use vults_core::{Action, CellMode, Change, Fields, FileEdit, Replacement};
use vults_protocol::event::ASK_USER_QUESTION;

use super::plan::EXIT_PLAN_MODE;
use crate::reading::Reading;
use crate::{command, server_tool};

/// The tool that runs a command.
pub(super) const BASH: &str = "Bash";

/// Tools that name one file or folder, with the field that does.
const PATHS: [(&str, &[&str]); 4] =
    [("Read", &["file_path"]), ("Glob", &["path"]), ("Grep", &["path"]), ("LSP", &["filePath"])];

/// The fields of a tool's input that are Claude's own words about the call; none where no rule may
/// hold for its calls: of what changes files, starts sub-agents, or asks a person to read.
pub(super) fn comments(tool: &str) -> Option<&'static [&'static str]> {
    match tool {
        BASH => Some(&["description"]),
        "Write" | "Edit" | "MultiEdit" | "NotebookEdit" | "Agent" | "Task" | EXIT_PLAN_MODE
        | ASK_USER_QUESTION => None,
        _ => Some(&[]),
    }
}

/// What a tool does, with all of its input; none where there is nothing to do.
pub(super) fn action(
    tool: &str,
    server: Option<&str>,
    input: &Map<String, Value>,
) -> Option<Action> {
    let known = match tool {
        // A command of another shape is none.
        BASH => return command::action(input),
        "Write" => write(input),
        "Edit" => edit(input),
        "MultiEdit" => multi_edit(input),
        "NotebookEdit" => notebook_edit(input),
        "WebFetch" => open(input),
        "Agent" | "Task" => subagent(input),
        _ => None,
    };
    Some(known.unwrap_or_else(|| server_tool::or_any(tool, server, input, paths(tool))))
}

/// The names of the arguments that are paths, of a tool that has some.
fn paths(tool: &str) -> &'static [&'static str] {
    PATHS.iter().find(|(name, _)| *name == tool).map_or(&[], |(_, paths)| *paths)
}

fn files(path: String, change: Change, facts: Fields) -> Action {
    Action::Files { edits: vec![FileEdit { path, change }], facts }
}

fn write(input: &Map<String, Value>) -> Option<Action> {
    let mut fields = Reading::of(input);
    let (path, content) = (fields.text("file_path")?, fields.text("content")?);
    Some(files(path, Change::Write(content), fields.facts()))
}

fn edit(input: &Map<String, Value>) -> Option<Action> {
    let mut fields = Reading::of(input);
    let path = fields.text("file_path")?;
    let every = every(&mut fields)?;
    let (old, new) = (fields.text("old_string")?, fields.text("new_string")?);
    let change = Change::Replace(vec![replacement(old, new, every)]);
    Some(files(path, change, fields.facts()))
}

fn multi_edit(input: &Map<String, Value>) -> Option<Action> {
    let mut fields = Reading::of(input);
    let path = fields.text("file_path")?;
    let edits = fields.list("edits")?;
    let mut facts = fields.facts();
    let mut replacements = Vec::with_capacity(edits.len());
    for (number, edit) in (1..).zip(edits) {
        let Value::Object(edit) = edit else { return None };
        let mut edit = Reading::new(edit);
        let every = every(&mut edit)?;
        let (old, new) = (edit.text("old_string")?, edit.text("new_string")?);
        replacements.push(replacement(old, new, every));
        facts.extend(edit.facts_of(&format!("edit {number}")));
    }
    Some(files(path, Change::Replace(replacements), facts))
}

/// Whether each place counts; none where the switch is something else. It stays among the facts:
/// where the file cannot be read, it is all that tells. Off, it is as if it were not there.
fn every(fields: &mut Reading) -> Option<bool> {
    let every = fields.switch("replace_all")?;
    if !every {
        fields.take("replace_all");
    }
    Some(every)
}

fn replacement(old: String, new: String, every: bool) -> Replacement {
    Replacement { old, new, every, with_line_break: true }
}

fn notebook_edit(input: &Map<String, Value>) -> Option<Action> {
    let mut fields = Reading::of(input);
    let (path, source) = (fields.text("notebook_path")?, fields.text("new_source")?);
    let text = |field: &str| match input.get(field) {
        None => Some(None),
        Some(value) => value.as_str().map(Some),
    };
    let mode = match text("edit_mode")? {
        None | Some("replace") => CellMode::Replace,
        Some("insert") => CellMode::Insert,
        // Nothing of a source comes in.
        Some("delete") if source.is_empty() => CellMode::Delete,
        Some(_) => return None,
    };
    let id = text("cell_id")?.map(str::to_owned);
    // Cell, kind and mode are facts: no difference of lines tells them.
    Some(files(path, Change::Cell { id, mode, source }, fields.facts()))
}

fn open(input: &Map<String, Value>) -> Option<Action> {
    let mut fields = Reading::of(input);
    let url = fields.text("url")?;
    let prompt = fields.words("prompt");
    Some(Action::Open { url, prompt, facts: fields.facts() })
}

fn subagent(input: &Map<String, Value>) -> Option<Action> {
    let mut fields = Reading::of(input);
    let prompt = fields.text("prompt")?;
    let (name, description) = (fields.words("subagent_type"), fields.words("description"));
    Some(Action::Subagent { name, description, prompt, facts: fields.facts() })
}
