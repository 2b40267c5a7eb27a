//! What a card shows: all that Allow would authorize. It is made once, off the loop, since it may
//! be large, and never changes. The types cross to the page as JSON, on the page's request and not
//! with each view, and are exported to TypeScript.

mod address;
mod files;
mod hooks;
mod notebook;
mod patch;
mod questions;
mod room;
mod tree;

use serde::Serialize;

pub(crate) use self::address::host;
pub use self::hooks::{HookFileText, HookFileView, HookView, ProgramView, Untold};
pub(crate) use self::hooks::{draw as draw_hooks, draw_start as draw_start_of_hooks};
pub use self::questions::{OptionView, QuestionView};
pub(crate) use self::room::{Room, count};
use crate::ask::{Action, Fields};
use crate::diff::DiffView;
use crate::present::Present;
use crate::view::Text;

/// The thing on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Content {
    /// A command for the shell.
    Command {
        /// The command, whole.
        command: Passage,
        /// The agent's own words about it.
        description: Option<Passage>,
        /// Every other field that changes what runs.
        facts: Vec<Fact>,
    },
    /// Files that change.
    Files {
        /// Each file.
        files: Vec<FileView>,
        /// How many lines come in, in all of them.
        added: u32,
        /// How many lines go.
        removed: u32,
        /// Every other field that changes what happens.
        facts: Vec<Fact>,
    },
    /// An address that is fetched.
    Open {
        /// How: `https`.
        scheme: Text,
        /// Whose credentials are in it.
        user: Option<Text>,
        /// The host, as the agent's program will understand it, in its readable form.
        host: Text,
        /// The same in its letters of a to z, where they differ.
        punycode: Option<Text>,
        /// The port, where it is not the scheme's own.
        port: Option<u16>,
        /// What comes after host and port.
        rest: Text,
        /// All of it, as the agent gives it.
        url: Text,
        /// What the agent wants to know of what is there.
        prompt: Option<Passage>,
        /// Every other field that changes what happens.
        facts: Vec<Fact>,
    },
    /// A sub-agent that starts.
    Subagent {
        /// Which one.
        name: Option<Text>,
        /// The agent's own words about it.
        description: Option<Passage>,
        /// Its task, whole.
        prompt: Passage,
        /// Every other field that changes what happens.
        facts: Vec<Fact>,
    },
    /// A plan to be carried out.
    Plan {
        /// The plan, whole, in Markdown.
        plan: Passage,
        /// Every other field that changes what happens.
        facts: Vec<Fact>,
    },
    /// Questions to the person, who can answer each in their own words too.
    Questions {
        /// Each question, in the order of the answers.
        questions: Vec<QuestionView>,
        /// Every other field.
        facts: Vec<Fact>,
    },
    /// A project's own hooks, which wait to be trusted.
    Hooks {
        /// Each command.
        commands: Vec<HookView>,
        /// Each file of the project that one of them names.
        files: Vec<HookFileView>,
        /// Why the card offers no trust; none where it shows all that would run.
        why: Option<Untold>,
    },
    /// Any other tool, with all of its input.
    Tool {
        /// The server that has it, where it is one's.
        server: Option<Text>,
        /// The tool's name.
        tool: Text,
        /// Its input, from the top; what is inside another comes right after it.
        arguments: Vec<ArgumentView>,
    },
}

/// A text of any length, and what there is to say about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Passage {
    /// The text, whole.
    pub text: Text,
    /// How many lines it has.
    pub lines: u32,
    /// How many characters it has.
    pub characters: u32,
    /// How many of them stand in tokens, since they would not be seen.
    pub hidden: u32,
}

/// A field of the input, by its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Fact {
    /// The field's name.
    pub name: Text,
    /// Its value, as JSON.
    pub value: Text,
}

/// A file that changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FileView {
    /// Its path, as the agent gives it.
    pub path: Text,
    /// Where that really leads, where it is another path.
    pub leads_to: Option<Text>,
    /// Whether that lies outside the session's project.
    pub outside: bool,
    /// What becomes of it.
    pub change: FileChange,
    /// The lines that change. Of an unread file: the whole text that goes, where the agent names
    /// one, and the whole text that comes in.
    pub diff: DiffView,
}

/// What becomes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum FileChange {
    /// There is none yet.
    New,
    /// It is there and changes as the diff shows.
    Changed,
    /// It goes, with all that the diff shows.
    Deleted {
        /// Why the diff does not show what goes with it; none where it does.
        unread: Option<Unread>,
    },
    /// What is there is not known, or does not fit what the agent wants to change.
    Unread {
        /// Why.
        why: Unread,
    },
}

/// Why a file's change is not shown as a difference to what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Unread {
    /// The path is not absolute or not clear, so it is not known which file it is.
    UnclearPath,
    /// What should change is not there.
    Missing,
    /// It is a folder, a device, a pipe.
    NotAFile,
    /// It has more than a mebibyte.
    TooLarge,
    /// It is not text in UTF-8, or no notebook.
    NotText,
    /// It cannot be read.
    Unreadable,
    /// It is a link: what it leads to is no part of it.
    Link,
    /// The text that should go is not in it.
    OldTextMissing,
    /// The text that should go is in it more than once.
    OldTextRepeated,
    /// The notebook has no such cell, or more than one.
    CellMissing,
    /// Working the changes out would take too long.
    TooManyChanges,
}

/// A part of a tool's input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ArgumentView {
    /// How many others it is inside of.
    pub depth: u32,
    /// Its name; none for an item of a list.
    pub name: Option<Text>,
    /// Its value.
    pub value: ArgumentValue,
    /// Where it leads, of a path that leads elsewhere.
    pub leads_to: Option<Text>,
    /// Whether it is a path that lies outside the session's project.
    pub outside: bool,
}

/// The value of an argument.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ArgumentValue {
    /// A text.
    Text(Passage),
    /// A number, `true`, `false` or `null`, as it is written.
    Literal(String),
    /// A list of so many items, which follow one level deeper.
    List(u32),
    /// So many named parts, which follow one level deeper.
    Object(u32),
}

impl Content {
    /// Draws an action within a card's room; none when a person could not read all of it.
    pub(crate) fn draw(action: &Action, present: &Present, room: &mut Room) -> Option<Content> {
        Some(match action {
            Action::Command { command, description, facts } => Content::Command {
                command: room.passage(command)?,
                description: room.optional(description.as_deref())?,
                facts: draw_facts(facts, room)?,
            },
            Action::Files { edits, facts } => {
                let files = files::draw(edits, &present.places, room)?;
                let sum = |of: fn(&DiffView) -> u32| {
                    files.iter().fold(0u32, |sum, file| sum.saturating_add(of(&file.diff)))
                };
                Content::Files {
                    added: sum(|diff| diff.added),
                    removed: sum(|diff| diff.removed),
                    facts: draw_facts(facts, room)?,
                    files,
                }
            }
            Action::Open { url, prompt, facts } => {
                address::draw(url, prompt.as_deref(), draw_facts(facts, room)?, room)?
            }
            Action::Subagent { name, description, prompt, facts } => Content::Subagent {
                name: match name {
                    Some(name) => Some(room.line(name)?),
                    None => None,
                },
                description: room.optional(description.as_deref())?,
                prompt: room.passage(prompt)?,
                facts: draw_facts(facts, room)?,
            },
            Action::Plan { plan, facts } => {
                Content::Plan { plan: room.passage(plan)?, facts: draw_facts(facts, room)? }
            }
            Action::Questions { questions, facts } => Content::Questions {
                questions: questions::draw(questions, room)?,
                facts: draw_facts(facts, room)?,
            },
            Action::Tool { server, tool, arguments, paths } => Content::Tool {
                server: match server {
                    Some(server) => Some(room.line(server)?),
                    None => None,
                },
                tool: room.line(tool)?,
                arguments: tree::draw(arguments, paths, &present.places, room)?,
            },
        })
    }
}

fn draw_facts(facts: &Fields, room: &mut Room) -> Option<Vec<Fact>> {
    room.facts(facts.len())?;
    let fact = |(name, value): &(String, String)| {
        Some(Fact { name: room.text(name)?, value: room.text(value)? })
    };
    facts.iter().map(fact).collect()
}
