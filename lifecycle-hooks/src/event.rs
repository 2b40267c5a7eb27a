use std::path::PathBuf;

use serde_json::Value;

/// A point of an agent's loop at which handlers run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A run begins.
    SessionStart,
    /// A tool is about to run. The only one that can block.
    PreToolUse,
    /// A tool has run.
    PostToolUse,
    /// A run has ended, however it did.
    Stop,
}

impl Event {
    /// All of them, in the order in which a run meets them.
    pub const ALL: [Event; 4] =
        [Event::SessionStart, Event::PreToolUse, Event::PostToolUse, Event::Stop];

    /// The name in a settings file and in the payload.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Event::SessionStart => "SessionStart",
            Event::PreToolUse => "PreToolUse",
            Event::PostToolUse => "PostToolUse",
            Event::Stop => "Stop",
        }
    }
}

/// One event, as a handler is told of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Occasion {
    /// Which point of the loop it is.
    pub event: Event,
    /// The agent's working folder.
    pub cwd: PathBuf,
    /// The agent's word for the session, where it has one (LH-33).
    pub session_id: Option<String>,
    /// The agent's name, where the event is not our own agent's (LH-33).
    pub agent: Option<String>,
    /// The calls that the event is about: none for one without a tool, several where one call of the
    /// agent changes several files (LH-26).
    pub calls: Vec<Call>,
}

impl Occasion {
    /// Each call that handlers are offered: none, once, where the event is about no tool.
    pub(crate) fn each_call(&self) -> impl Iterator<Item = Option<&Call>> {
        let without = self.calls.is_empty().then_some(None);
        self.calls.iter().map(Some).chain(without)
    }
}

/// A call of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Its portable names, the usual one first. Empty where it has none (LH-26).
    pub names: Vec<String>,
    /// What it is called with. A `file_path` that is absolute and lies beneath a handler's working folder
    /// is made relative to it for that handler.
    pub input: Value,
    /// What came of it, for [`Event::PostToolUse`] (LH-32). It is cut to 2,000 characters.
    pub result: Option<String>,
    /// The call in the agent's own words. Our own agent's tools have the portable names themselves.
    pub native: Option<Native>,
}

/// A call in the agent's own words.
#[derive(Clone, Debug, PartialEq)]
pub struct Native {
    /// The tool's own name; a matcher is tried on it as well.
    pub tool_name: String,
    /// Its own input.
    pub tool_input: Value,
}
