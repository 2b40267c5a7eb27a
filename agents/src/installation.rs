//! How our hooks stand in an agent's settings: data alone, read by whoever writes them.

use vults_protocol::AgentKind;

/// The hooks of one agent.
#[derive(Debug)]
pub struct Installation {
    /// Which agent.
    pub agent: AgentKind,
    /// Its name for people.
    pub name: &'static str,
    /// Its program, as it is called in a terminal.
    pub program: &'static str,
    /// The variable that names its settings folder; unset or empty means [`Installation::folder`].
    pub folder_variable: &'static str,
    /// Its settings folder, below the home folder.
    pub folder: &'static str,
    /// Its settings file, in that folder.
    pub file: &'static str,
    /// The hooks, in the order in which they are written.
    pub entries: &'static [Entry],
    /// Whether its status line is taken over, with the person's own one behind it.
    pub status_line: bool,
}

/// One hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The agent's name of the event.
    pub event: &'static str,
    /// The tools that it is for; none for all.
    pub matcher: Option<&'static str>,
    /// Whether the relay asks a person in it (`--ask`).
    pub ask: bool,
    /// How long the agent waits for it, in seconds (specs C8).
    pub timeout_s: u32,
}
