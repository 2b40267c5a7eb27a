//! An agent's tool call in portable words, so that one lifecycle hook serves all agents (LH-26).

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use vults_protocol::Agent;

/// A call of a tool, as a lifecycle hook knows it whatever the agent.
#[derive(Clone, Debug, PartialEq)]
pub struct PortableCall {
    /// The portable names of the tool, the usual one first. Empty where it has none; several where the
    /// agent's call may mean either.
    pub names: Vec<String>,
    /// The agent's own input with the portable fields: `file_path`, absolute, and `content`.
    /// `command` and `url` are called so by all agents.
    pub input: Map<String, Value>,
}

/// What `tool`, as `agent` calls it, does with `input`, in portable words: one call, or one for each
/// file that a patch changes. `folder` is the session's, from which relative paths are told.
///
/// Where a patch cannot be understood, its call has the names but no file. A command that holds a patch
/// is a call of its own before those of the files.
#[must_use]
pub fn portable_calls(
    agent: &Agent,
    tool: &str,
    input: &Map<String, Value>,
    folder: &Path,
) -> Vec<PortableCall> {
    let call = |names: Vec<String>| PortableCall { names, input: input.clone() };
    let tools = match agent {
        Agent::Claude => CLAUDE,
        Agent::Codex => CODEX,
        Agent::Opencode => OPENCODE,
        Agent::Qwen => QWEN,
        Agent::Copilot => COPILOT,
        Agent::Other(_) => OTHERS,
    };
    let Some(known) = tools.iter().find(|known| known.own == tool) else {
        return vec![call(server_tool(agent, tool))];
    };
    let mut call = call(known.names.iter().map(|&name| name.to_owned()).collect());
    match known.fields {
        Fields::Shared => {}
        Fields::File(path) => set_path(&mut call.input, text(input, path), folder),
        Fields::Whole(path, content) => {
            set_path(&mut call.input, text(input, path), folder);
            if let Some(content) = text(input, content) {
                call.input.insert("content".to_owned(), content.into());
            }
        }
        Fields::FileOrPatch(path, patch) => {
            let path = text(input, path);
            let changes = changes(text(input, patch).unwrap_or_default());
            set_path(&mut call.input, path, folder);
            let file = (path.is_some() || changes.is_empty()).then_some(call);
            let files = changes.iter().map(|change| change.call(input, folder));
            return file.into_iter().chain(files).collect();
        }
        Fields::Command(command) => {
            let changes = command_changes(text(input, command).unwrap_or_default());
            let files = changes.iter().map(|change| change.call(input, folder));
            return std::iter::once(call).chain(files).collect();
        }
        Fields::Patch(patch) => {
            let changes = changes(text(input, patch).unwrap_or_default());
            if !changes.is_empty() {
                return changes.iter().map(|change| change.call(input, folder)).collect();
            }
        }
    }
    vec![call]
}

/// A tool of an agent's own.
struct Tool {
    own: &'static str,
    names: &'static [&'static str],
    fields: Fields,
}

/// Under which keys an input has what is called otherwise in portable words.
#[derive(Clone, Copy)]
enum Fields {
    /// Nothing is called otherwise.
    Shared,
    /// The path of a file.
    File(&'static str),
    /// The path of a file and all that it is to hold.
    Whole(&'static str, &'static str),
    /// A patch of any number of files.
    Patch(&'static str),
    /// The path of a file, or a patch.
    FileOrPatch(&'static str, &'static str),
    /// A command that may be a patch as well.
    Command(&'static str),
}

const RUN: &[&str] = &["run_command"];
const READ: &[&str] = &["read_file"];
/// A tool that reads a folder, too; its input does not tell which it is.
const READ_OR_LIST: &[&str] = &["read_file", "list_directory"];
const WRITE: &[&str] = &["write_file"];
const EDIT: &[&str] = &["edit_file"];
const PATCH: &[&str] = &["edit_file", "write_file"];
const SEARCH: &[&str] = &["search_files"];
const LIST: &[&str] = &["list_directory"];
const FETCH: &[&str] = &["fetch_url"];
const WEB: &[&str] = &["web_search"];
const ASK: &[&str] = &["ask_user"];
const AGENT: &[&str] = &["run_agent"];
const NONE: &[&str] = &[];

const fn tool(own: &'static str, names: &'static [&'static str]) -> Tool {
    Tool { own, names, fields: Fields::Shared }
}

const fn with(own: &'static str, names: &'static [&'static str], fields: Fields) -> Tool {
    Tool { own, names, fields }
}

const CLAUDE: &[Tool] = &[
    tool("Bash", RUN),
    with("Read", READ, Fields::File("file_path")),
    with("Write", WRITE, Fields::Whole("file_path", "content")),
    with("Edit", EDIT, Fields::File("file_path")),
    with("MultiEdit", EDIT, Fields::File("file_path")),
    with("NotebookEdit", EDIT, Fields::File("notebook_path")),
    tool("Grep", SEARCH),
    tool("Glob", SEARCH),
    tool("LS", LIST),
    tool("WebFetch", FETCH),
    tool("WebSearch", WEB),
    tool("AskUserQuestion", ASK),
    tool("Agent", AGENT),
    tool("Task", AGENT),
];

const CODEX: &[Tool] = &[
    with("Bash", RUN, Fields::Command("command")),
    with("apply_patch", PATCH, Fields::Patch("command")),
    with("view_image", READ, Fields::File("path")),
    tool("request_user_input", ASK),
    tool("collaborationspawn_agent", AGENT),
];

const OPENCODE: &[Tool] = &[
    tool("bash", RUN),
    with("read", READ_OR_LIST, Fields::File("filePath")),
    with("write", WRITE, Fields::Whole("filePath", "content")),
    with("edit", EDIT, Fields::File("filePath")),
    with("apply_patch", PATCH, Fields::Patch("patchText")),
    tool("grep", SEARCH),
    tool("glob", SEARCH),
    tool("list", LIST),
    tool("webfetch", FETCH),
    tool("websearch", WEB),
    tool("question", ASK),
    tool("task", AGENT),
    // Modes of its own; their names look like those of a server's tool.
    tool("plan_enter", NONE),
    tool("plan_exit", NONE),
];

const QWEN: &[Tool] = &[
    tool("run_shell_command", RUN),
    with("read_file", READ, Fields::File("file_path")),
    with("write_file", WRITE, Fields::Whole("file_path", "content")),
    with("edit", EDIT, Fields::File("file_path")),
    with("notebook_edit", EDIT, Fields::File("notebook_path")),
    tool("grep_search", SEARCH),
    tool("glob", SEARCH),
    tool("list_directory", LIST),
    tool("web_fetch", FETCH),
    tool("web_search", WEB),
    tool("ask_user_question", ASK),
    tool("agent", AGENT),
];

/// Its names in both spellings; the input is the same in both.
const COPILOT: &[Tool] = &[
    tool("bash", RUN),
    tool("Bash", RUN),
    with("view", READ_OR_LIST, Fields::File("path")),
    with("Read", READ_OR_LIST, Fields::File("path")),
    with("create", WRITE, Fields::Whole("path", "file_text")),
    with("Write", WRITE, Fields::Whole("path", "file_text")),
    with("edit", EDIT, Fields::File("path")),
    with("Edit", EDIT, Fields::FileOrPatch("path", "input")),
    with("apply_patch", PATCH, Fields::Patch("input")),
    tool("grep", SEARCH),
    tool("Grep", SEARCH),
    tool("glob", SEARCH),
    tool("Glob", SEARCH),
    tool("web_fetch", FETCH),
    tool("WebFetch", FETCH),
    tool("web_search", WEB),
    tool("WebSearch", WEB),
    tool("ask_user", ASK),
    tool("AskUserQuestion", ASK),
    tool("task", AGENT),
    tool("Agent", AGENT),
];

/// Kimi Code and Factory Droid name their tools much as Claude Code does, LevelCode in portable words.
const OTHERS: &[Tool] = &[
    tool("Bash", RUN),
    tool("Execute", RUN),
    tool("run_command", RUN),
    with("Read", READ, Fields::File("file_path")),
    with("read_file", READ, Fields::File("file_path")),
    with("Write", WRITE, Fields::Whole("file_path", "content")),
    with("Create", WRITE, Fields::Whole("file_path", "content")),
    with("write_file", WRITE, Fields::Whole("file_path", "content")),
    with("Edit", EDIT, Fields::File("file_path")),
    with("edit_file", EDIT, Fields::File("file_path")),
];

/// The portable names of a tool of a server. OpenCode and Copilot CLI join the names of the two with a
/// sign that either may hold, so each reading is a name. (Where Copilot CLI asks for a permission, the
/// sign is another; no lifecycle hook runs there.)
fn server_tool(agent: &Agent, tool: &str) -> Vec<String> {
    let sign = match agent {
        Agent::Opencode => '_',
        Agent::Copilot => '-',
        _ if tool.starts_with("mcp__") => return vec![tool.to_owned()],
        _ => return Vec::new(),
    };
    tool.match_indices(sign)
        .map(|(at, _)| (&tool[..at], &tool[at + sign.len_utf8()..]))
        .filter(|(server, name)| !server.is_empty() && !name.is_empty())
        .map(|(server, name)| format!("mcp__{server}__{name}"))
        .collect()
}

fn text<'a>(input: &'a Map<String, Value>, key: &str) -> Option<&'a str> {
    input.get(key).and_then(Value::as_str)
}

/// Sets `file_path`. Without a path there is none, whatever else the model has put there.
fn set_path(input: &mut Map<String, Value>, path: Option<&str>, folder: &Path) {
    match path {
        Some(path) => {
            let path: PathBuf = folder.join(path).components().collect();
            input.insert("file_path".to_owned(), path.to_string_lossy().into());
        }
        None => {
            input.remove("file_path");
        }
    }
}

/// What a patch does to one file.
struct Change<'a> {
    path: &'a str,
    /// What the file is to hold, where it is new and the patch says it.
    content: Option<String>,
    is_new: bool,
}

impl Change<'_> {
    fn call(&self, input: &Map<String, Value>, folder: &Path) -> PortableCall {
        let mut input = input.clone();
        set_path(&mut input, Some(self.path), folder);
        if let Some(content) = &self.content {
            input.insert("content".to_owned(), content.as_str().into());
        }
        let name = if self.is_new { "write_file" } else { "edit_file" };
        PortableCall { names: vec![name.to_owned()], input }
    }
}

/// The files that a command changes by a patch. Codex looks for `apply_patch` in a command, and patches
/// by itself what follows it.
fn command_changes(command: &str) -> Vec<Change<'_>> {
    let patch = command.split_once("apply_patch").map_or("", |(_, after)| after);
    if patch.contains("*** Begin Patch") { changes(patch) } else { Vec::new() }
}

/// The files that a patch changes, in its order. A move changes two: the one that goes is changed, the
/// one that comes is new. Better a file too many than one too few, so blanks before a heading count
/// for nothing, as for the agents.
fn changes(patch: &str) -> Vec<Change<'_>> {
    let mut changes: Vec<Change<'_>> = Vec::new();
    for line in patch.lines() {
        let heading = line.trim_start();
        if let Some(path) = heading.strip_prefix("*** Add File:") {
            changes.push(Change { path: path.trim(), content: Some(String::new()), is_new: true });
        } else if let Some(path) = heading.strip_prefix("*** Move to:") {
            changes.push(Change { path: path.trim(), content: None, is_new: true });
        } else if let Some(path) = (heading.strip_prefix("*** Update File:"))
            .or_else(|| heading.strip_prefix("*** Delete File:"))
        {
            changes.push(Change { path: path.trim(), content: None, is_new: false });
        } else if let Some(added) = line.strip_prefix('+')
            && let Some(content) = changes.last_mut().and_then(|last| last.content.as_mut())
        {
            content.push_str(added);
            content.push('\n');
        }
    }
    changes
}
