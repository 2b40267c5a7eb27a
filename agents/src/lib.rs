//! All that we know of each agent, in one place: what its events mean to the core, and what it
//! reads back from its hook. No input or output.
//!
//! Adding an agent is one file and one row of [`known`], an exhaustive match. [`Adapter`] has no
//! answer of its own to any of its questions, so nothing compiles until the file answers them all.

mod claude;
mod codex;
mod command;
mod copilot;
mod hook_output;
mod installation;
mod named;
mod opencode;
mod origin;
mod portable;
mod question;
mod qwen;
mod reading;
mod server_tool;
mod whole;
mod words;

pub use installation::{Entry, Installation, Reads, Review, Reviewed, Switches, Trust};
pub use portable::{PortableCall, portable_calls};
use serde_json::{Map, Value};
use vults_core::{Ask, Happening, Origin};
use vults_protocol::{Agent, AgentKind, Answer, Decision, Event};

/// What we know of one agent: a question each, and what the file of the agent says.
pub trait Adapter: Sync {
    /// What an event says; none where it says nothing. `waits`: whether its hook waits for a reply.
    /// An event without a session of its own says nothing: none is invented.
    ///
    /// A waiting hook for which neither [`Report::Asks`] nor [`Report::AsksElsewhere`] comes back
    /// is for the caller to decline: its agent asks in its terminal.
    ///
    /// None of every event where nothing of the agent is shown.
    fn report(&self, event: &Event, waits: bool) -> Option<Report>;

    /// How our hooks stand in its settings; none where the app does not write them.
    fn installation(&self) -> Option<&'static Installation>;

    /// The line that makes the agent obey a decision on what `payload` (its hook JSON as it came,
    /// uncut) asks, without its newline; none where the agent cannot be told.
    fn decision(&self, payload: &Map<String, Value>, decision: &Decision) -> Option<String>;

    /// The line that answers the questions of `payload`, without its newline; none where they do
    /// not fit together, or where the agent cannot be told, as most cannot.
    fn answers(&self, payload: &Map<String, Value>, answers: &[Answer]) -> Option<String>;
}

/// What an event of an agent says.
#[derive(Clone, Debug, PartialEq)]
pub enum Report {
    /// Something happened.
    Happened(Origin, Happening),
    /// The agent asks for a permission, or asks questions, and waits for the answer.
    Asks(Origin, Box<Ask>),
    /// The agent asks for something that no card can show (yet), and waits: its terminal asks.
    AsksElsewhere(Origin),
}

impl Report {
    /// Who reports.
    pub fn origin_mut(&mut self) -> &mut Origin {
        match self {
            Report::Happened(origin, _)
            | Report::Asks(origin, _)
            | Report::AsksElsewhere(origin) => origin,
        }
    }
}

/// The adapter of an agent.
pub fn adapter(agent: &Agent) -> &'static dyn Adapter {
    known(agent.kind())
}

/// The agents in whose settings the app keeps hooks.
pub fn installations() -> impl Iterator<Item = &'static Installation> {
    AgentKind::ALL.into_iter().filter_map(|kind| known(kind).installation())
}

/// The table of agents.
fn known(kind: AgentKind) -> &'static dyn Adapter {
    match kind {
        AgentKind::Claude => &claude::Claude,
        AgentKind::Codex => &codex::Codex,
        AgentKind::Opencode => &opencode::Opencode,
        AgentKind::Qwen => &qwen::Qwen,
        AgentKind::Copilot => &copilot::Copilot,
        AgentKind::Other => &named::Named,
    }
}

/// The longest id or name of an agent that is kept, in bytes. Theirs have a fraction of it.
const ID_BYTES: usize = 200;

/// Whether an id, or a tool's name, is one to keep.
fn is_short(id: &str) -> bool {
    id.len() <= ID_BYTES
}
