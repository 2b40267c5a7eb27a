//! All that we know of each agent, in one place: what its events mean to the core, and what it
//! reads back from its hook. No input or output.
//!
//! Adding an agent is one file and one row of [`TABLE`]. [`Adapter`] has no
//! answer of its own to any of its questions, so nothing compiles until the file answers them all.

mod claude;
mod codex;
mod command;
mod copilot;
mod handlers;
mod hook_output;
mod installation;
mod levelcode;
mod lifecycle;
mod named;
mod opencode;
mod origin;
mod portable;
mod program;
mod question;
mod qwen;
mod reading;
mod server_tool;
mod whole;
mod words;

pub use installation::{Entry, Installation, Reads, Review, Reviewed, Switches, Trust};
pub use lifecycle::{Moment, OwnCall, Point};
pub use portable::{PortableCall, portable_calls};
pub use program::agent_of_process;
use serde_json::{Map, Value};
use vults_core::{Ask, Happening, Origin};
use vults_protocol::event::LIFECYCLE_HOOKS;
use vults_protocol::{Agent, Answer, Decision, Event};

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

/// The agents that we know, by their words.
static TABLE: [(&str, &dyn Adapter); 6] = [
    ("claude", &claude::Claude),
    ("codex", &codex::Codex),
    ("opencode", &opencode::Opencode),
    ("qwen", &qwen::Qwen),
    ("copilot", &copilot::Copilot),
    ("levelcode", &levelcode::LevelCode),
];

/// The adapter of an agent.
pub fn adapter(agent: &Agent) -> &'static dyn Adapter {
    let word = match agent {
        Agent::Other(name) => name.as_str(),
        known => known.kind().as_str(),
    };
    let row = TABLE.iter().find(|(known, _)| *known == word);
    row.map_or(&named::Named, |(_, adapter)| *adapter)
}

/// The agents in whose settings the app keeps hooks.
pub fn installations() -> impl Iterator<Item = &'static Installation> {
    TABLE.iter().filter_map(|(_, adapter)| adapter.installation())
}

/// The longest id or name of an agent that is kept, in bytes. Theirs have a fraction of it.
const ID_BYTES: usize = 200;

/// Whether an id, or a tool's name, is one to keep.
fn is_short(id: &str) -> bool {
    id.len() <= ID_BYTES
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use vults_protocol::AgentKind;

    use super::*;

    #[test]
    fn every_kind_of_the_wire_has_its_row() {
        let words: BTreeSet<&str> = TABLE.iter().map(|(word, _)| *word).collect();
        assert_eq!(words.len(), TABLE.len());
        let known = AgentKind::ALL.into_iter().filter(|kind| *kind != AgentKind::Other);
        assert!(known.map(AgentKind::as_str).all(|word| words.contains(word)), "{words:?}");
    }

    #[test]
    fn what_is_installed_for_an_agent_calls_the_relay_by_its_word() {
        for (word, adapter) in &TABLE {
            let installed = adapter.installation();
            assert!(installed.is_none_or(|it| it.agent.as_str() == *word), "{word}");
        }
    }
}
