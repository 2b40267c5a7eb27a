//! What each of Claude Code's tools is asked to do.
//!
//! A tool whose input has the known shape is shown as what it does; every other tool, and every
//! other shape, as its whole input. Fields that nobody knows are facts: they may change what runs.

use serde_json::{Map, Value};
use vults_core::{Action, CellMode, Change, Fields, FileEdit, Replacement};
use vults_protocol::event::ASK_USER_QUESTION;

use super::plan::EXIT_PLAN_MODE;

/// The tool that runs a command.
pub(super) const BASH: &str = "Bash";

/// Tools that name one file or folder, with the field that does.
const PATHS: [(&str, &[&str]); 4] =
    [("Read", &["file_path"]), ("Glob", &["path"]), ("Grep", &["path"]), ("LSP", &["filePath"])];

/// Fields that say nothing when they have this value: what a tool does without them.
const HARMLESS: [(&str, Value); 1] = [("replace_all", Value::Bool(false))];

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
        BASH => return command(input),
        "Write" => write(input),
        "Edit" => edit(input),
        "MultiEdit" => multi_edit(input),
        "NotebookEdit" => notebook_edit(input),
        "WebFetch" => open(input),
        "Agent" | "Task" => subagent(input),
        _ => None,
    };
    Some(known.unwrap_or_else(|| other(tool, server, input)))
}

/// Takes the known fields out of an input; what is left are facts.
pub(super) struct Reading(Map<String, Value>);

impl Reading {
    pub(super) fn of(input: &Map<String, Value>) -> Reading {
        Reading(input.clone())
    }

    pub(super) fn new(fields: Map<String, Value>) -> Reading {
        Reading(fields)
    }

    /// A field, whatever it is.
    pub(super) fn take(&mut self, field: &str) -> Option<Value> {
        self.0.shift_remove(field)
    }

    /// A field that must be a list.
    pub(super) fn list(&mut self, field: &str) -> Option<Vec<Value>> {
        match self.take(field)? {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    /// A field that must be text.
    pub(super) fn text(&mut self, field: &str) -> Option<String> {
        match self.take(field)? {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// A field that is text where it is there. One that is something else stays, as a fact.
    pub(super) fn words(&mut self, field: &str) -> Option<String> {
        self.0.get(field)?.as_str()?;
        self.text(field)
    }

    /// A switch; none where it is something else.
    pub(super) fn switch(&mut self, field: &str) -> Option<bool> {
        match self.0.get(field) {
            None => Some(false),
            Some(on) => on.as_bool(),
        }
    }

    pub(super) fn facts(self) -> Fields {
        let says = |(name, value): &(String, Value)| {
            !HARMLESS.iter().any(|(field, harmless)| name == field && value == harmless)
        };
        let fact = |(name, value): (String, Value)| (name, value.to_string());
        self.0.into_iter().filter(says).map(fact).collect()
    }

    /// The facts about a part of the input, by its place in it.
    pub(super) fn facts_of(self, place: &str) -> Fields {
        let of_this = |(name, value)| (format!("{place}: {name}"), value);
        self.facts().into_iter().map(of_this).collect()
    }
}

fn command(input: &Map<String, Value>) -> Option<Action> {
    let mut fields = Reading::of(input);
    let command = fields.text("command").filter(|command| !command.trim().is_empty())?;
    let description = fields.words("description");
    Some(Action::Command { command, description, facts: fields.facts() })
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
    // The switch stays among the facts: where the file cannot be read, it is all that tells.
    let every = fields.switch("replace_all")?;
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
        let every = edit.switch("replace_all")?;
        let (old, new) = (edit.text("old_string")?, edit.text("new_string")?);
        replacements.push(replacement(old, new, every));
        facts.extend(edit.facts_of(&format!("edit {number}")));
    }
    Some(files(path, Change::Replace(replacements), facts))
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

/// Any other tool, a server's among them.
fn other(tool: &str, server: Option<&str>, input: &Map<String, Value>) -> Action {
    let (server, tool) = server_tool(tool, server).unwrap_or((None, tool));
    let paths = PATHS.iter().find(|(name, _)| server.is_none() && *name == tool);
    Action::Tool {
        server: server.map(str::to_owned),
        tool: tool.to_owned(),
        arguments: input.clone(),
        paths: paths.map_or(&[], |(_, paths)| *paths),
    }
}

/// The server and the tool in `mcp__server__tool`, given the server's own name where the event
/// says it. None where the name can be read in two ways: then it is shown as it is.
pub(super) fn server_tool<'a>(
    name: &'a str,
    server: Option<&'a str>,
) -> Option<(Option<&'a str>, &'a str)> {
    let rest = name.strip_prefix("mcp__")?;
    if let Some(server) = server {
        // In a tool's name, whatever is no letter, digit, `_` or `-` of a server's stands as `_`.
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
        let prefix: String = server.chars().map(plain).collect();
        let tool = rest.strip_prefix(&prefix)?.strip_prefix("__")?;
        return Some((Some(server), tool)).filter(|_| !tool.is_empty());
    }
    let (server, tool) = rest.split_once("__")?;
    let clear = !server.is_empty() && !tool.is_empty() && !tool.contains("__");
    clear.then_some((Some(server), tool))
}
