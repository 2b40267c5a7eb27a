//! What agents ask permission for, as their adapters read it: plain data, nothing drawn yet.

use serde_json::{Map, Value};

use crate::diff::LineChange;
use crate::input::Call;

/// A request as an agent made it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// The call, to recognise its later events.
    pub call: Call,
    /// The tool's whole, uncut input: what Allow would authorize.
    pub input: Value,
    /// The fields of `input` that are the agent's own words about the call, where they are text: they
    /// may differ between two calls that a rule takes for the same. None where no rule may hold for
    /// calls of this tool.
    pub comments: Option<&'static [&'static str]>,
    /// The same for the card. It holds every field of `input` that changes what runs.
    pub action: Action,
}

/// Further fields of a tool's input by their names, each with its value as JSON.
pub type Fields = Vec<(String, String)>;

/// What an agent wants to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Run a command in a shell.
    Command {
        /// The command, whole.
        command: String,
        /// The agent's own words about it.
        description: Option<String>,
        /// Every other field that changes what runs.
        facts: Fields,
    },
    /// Change files.
    Files {
        /// Each file, with what becomes of it.
        edits: Vec<FileEdit>,
        /// Every other field that changes what happens.
        facts: Fields,
    },
    /// Fetch an address.
    Open {
        /// The address, as the agent gives it.
        url: String,
        /// What the agent wants to know of what is there.
        prompt: Option<String>,
        /// Every other field that changes what happens.
        facts: Fields,
    },
    /// Start a sub-agent.
    Subagent {
        /// Which one.
        name: Option<String>,
        /// The agent's own words about it.
        description: Option<String>,
        /// Its task, whole.
        prompt: String,
        /// Every other field that changes what happens.
        facts: Fields,
    },
    /// Do what a plan says. The agent has worked it out and asks whether to begin.
    Plan {
        /// The plan, whole, in Markdown.
        plan: String,
        /// Every other field that changes what happens.
        facts: Fields,
    },
    /// Go on with a person's answers.
    Questions {
        /// Each question.
        questions: Vec<Question>,
        /// Every other field, of the questions and options too.
        facts: Fields,
    },
    /// Use any other tool: all of its input is shown.
    Tool {
        /// The server that has the tool, where it is one's.
        server: Option<String>,
        /// The tool's name.
        tool: String,
        /// All of its input.
        arguments: Map<String, Value>,
        /// The names of the arguments that are paths of files or folders.
        paths: &'static [&'static str],
    },
}

impl Action {
    /// Every path that the action names, in an order of which [`crate::Present`] keeps to, and
    /// whether the file's text is needed.
    pub fn paths(&self) -> Vec<(&str, bool)> {
        match self {
            Action::Files { edits, .. } => {
                edits.iter().map(|edit| (edit.path.as_str(), true)).collect()
            }
            Action::Tool { arguments, paths, .. } => {
                let path = |name: &&str| arguments.get(*name).and_then(Value::as_str);
                paths.iter().filter_map(path).map(|path| (path, false)).collect()
            }
            Action::Command { .. }
            | Action::Open { .. }
            | Action::Subagent { .. }
            | Action::Plan { .. }
            | Action::Questions { .. } => Vec::new(),
        }
    }
}

/// A question to the person. They can always answer in their own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The question, by which the agent finds its answer.
    pub text: String,
    /// The same in a word or two.
    pub header: Option<String>,
    /// What can be chosen.
    pub options: Vec<Offered>,
    /// Whether more than one can be.
    pub several: bool,
}

/// An option of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// Its name, which is the answer.
    pub label: String,
    /// What it means.
    pub description: Option<String>,
    /// What it would look like.
    pub preview: Option<String>,
}

/// What becomes of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEdit {
    /// Its path, as the agent gives it.
    pub path: String,
    /// What becomes of it.
    pub change: Change,
}

/// What becomes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// It holds this and nothing else.
    Write(String),
    /// It goes.
    Delete,
    /// These, one after the other.
    Replace(Vec<Replacement>),
    /// The lines at these places, each below the one before it. The file ends with a line break
    /// then.
    Patch(Vec<Hunk>),
    /// One cell of a notebook.
    Cell {
        /// The cell, by its id.
        id: Option<String>,
        /// What becomes of it.
        mode: CellMode,
        /// The cell's text afterwards.
        source: String,
    },
}

/// One place of a patch: whole lines, found where they first stand one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hunk {
    /// A line above the place, where one is named: only what comes after it is searched.
    pub below: Option<String>,
    /// The lines of the place with those that come in, in their order.
    pub lines: Vec<(LineChange, String)>,
    /// Whether the place is the end of the file.
    pub at_end: bool,
}

/// One piece of text for another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// What must be there. Empty: the file must be, or not be there at all.
    pub old: String,
    /// What comes in its place.
    pub new: String,
    /// Whether it is replaced wherever it is; else it must be there exactly once.
    pub every: bool,
    /// Whether the agent takes a line break away with it where nothing comes in its place: if it
    /// does not end in one and is followed by one anywhere, it goes there, and there alone.
    pub with_line_break: bool,
}

/// What becomes of a notebook's cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellMode {
    /// Its text is replaced.
    Replace,
    /// A new one comes after it.
    Insert,
    /// It goes.
    Delete,
}
