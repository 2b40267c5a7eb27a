//! All that we know of each agent, in one place: what its events mean to the core, and what it
//! reads back from its hook. No input or output.
//!
//! Adding an agent is one file and one row of [`adapter`], an exhaustive match: it does not
//! compile until it is decided what the agent can be answered.

mod claude;
mod codex;
mod copilot;
mod handlers;
mod hook_output;
mod installation;
mod levelcode;
mod lifecycle;
mod named;
mod opencode;
mod portable;
mod program;
mod question;
mod qwen;
mod whole;
mod words;

pub use installation::{Entry, Installation, Trust};
pub use lifecycle::{Moment, OwnCall, Point};
pub use portable::{PortableCall, portable_calls};
pub use program::agent_of_process;
use serde_json::{Map, Value};
use vults_core::{Ask, Happening, Origin};
use vults_protocol::event::LIFECYCLE_HOOKS;
use vults_protocol::{Agent, Answer, Decision, Event};

/// What we know of one agent.
pub trait Adapter: Sync {
    /// What an event says; none where it says nothing. `waits`: whether its hook waits for a reply.
    /// An event without a session of its own says nothing: none is invented.
    ///
    /// A waiting hook for which neither [`Report::Asks`] nor [`Report::AsksElsewhere`] comes back
    /// is for the caller to decline: its agent asks in its terminal.
    ///
    /// Nothing of an agent is shown unless its adapter says otherwise.
    fn report(&self, _event: &Event, _waits: bool) -> Option<Report> {
        None
    }

    /// How our hooks stand in its settings; none where the app does not write them.
    fn installation(&self) -> Option<&'static Installation> {
        None
    }

    /// The line that makes the agent obey a decision on what `payload` (its hook JSON as it came,
    /// uncut) asks, without its newline; none where the agent cannot be told.
    fn decision(&self, payload: &Map<String, Value>, decision: &Decision) -> Option<String>;

    /// The line that answers the questions of `payload`, without its newline; none where they do
    /// not fit together, or where the agent cannot be told, as most cannot.
    fn answers(&self, _payload: &Map<String, Value>, _answers: &[Answer]) -> Option<String> {
        None
    }

    /// The moment of the agent's loop that `event` is, where people's own lifecycle hooks run at it
    /// (specs A7); none where none run. `payload` is its hook JSON as it came, uncut.
    fn moment(&self, event: &str, payload: &Map<String, Value>) -> Option<Moment>;

    /// The line that keeps the tool of `payload`, a [`Point::PreToolUse`], from running, and has the
    /// model read `reason` (specs D3), without its newline; none where the agent cannot be told.
    fn blocked(&self, payload: &Map<String, Value>, reason: &str) -> Option<String>;
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

/// What an event says, as [`Adapter::report`] does. What our own relay has to say is the same for all
/// agents.
pub fn report(event: &Event, waits: bool) -> Option<Report> {
    if event.event == LIFECYCLE_HOOKS {
        return handlers::report(event);
    }
    adapter(&event.agent).report(event, waits)
}

/// The adapter of an agent.
pub fn adapter(agent: &Agent) -> &'static dyn Adapter {
    match agent {
        Agent::Claude => &claude::Claude,
        Agent::Codex => &codex::Codex,
        Agent::Opencode => &opencode::Opencode,
        Agent::Qwen => &qwen::Qwen,
        Agent::Copilot => &copilot::Copilot,
        Agent::Other(name) if name.as_str() == levelcode::NAME => &levelcode::LevelCode,
        Agent::Other(_) => &named::Named,
    }
}

/// The agents in whose settings the app keeps hooks.
pub fn installations() -> impl Iterator<Item = &'static Installation> {
    let known = [Agent::Claude, Agent::Codex, Agent::Opencode, Agent::Qwen, Agent::Copilot];
    known.into_iter().filter_map(|agent| adapter(&agent).installation())
}

/// The longest id or name of an agent that is kept, in bytes. Theirs have a fraction of it.
const ID_BYTES: usize = 200;

/// Whether an id, or a tool's name, is one to keep.
fn is_short(id: &str) -> bool {
    id.len() <= ID_BYTES
}
