//! What the person's own lifecycle hooks did on an event of an agent, as it is reported (specs D7).

use std::time::Duration;

use serde::Serialize;

/// The event on which handlers run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum HookPoint {
    /// The session began.
    SessionStart,
    /// Before a tool runs: here a handler can block it.
    BeforeTool,
    /// After a tool ran.
    AfterTool,
    /// A turn is over.
    Stop,
}

/// What handlers did on one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandlersRan {
    /// On which one.
    pub point: HookPoint,
    /// The agent's own id of the tool call, as in [`crate::Call::id`].
    pub call: Option<String>,
    /// The tool, by its portable name.
    pub tool: Option<String>,
    /// Why the call was blocked, in the handlers' words, which may be none; `None` of one that was
    /// not.
    pub blocked: Option<String>,
    /// What handlers had to add for the person.
    pub context: Option<String>,
    /// What is wrong with the hooks' settings, a sentence each.
    pub warnings: Vec<String>,
    /// Every handler that ran, in order.
    pub runs: Vec<HandlerRun>,
}

/// One handler's run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandlerRun {
    /// Its command.
    pub label: String,
    /// How long it ran.
    pub duration: Duration,
    /// How it ended.
    pub end: HandlerEnd,
}

/// How a handler's run ended. Whatever is neither of the first two let the tool run all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandlerEnd {
    /// Well.
    Proceeded,
    /// It blocked the call.
    Blocked,
    /// With this exit code, which is a failure.
    Failed(i32),
    /// By a signal.
    Signalled,
    /// By its time limit.
    TimedOut,
    /// It never started, for this reason.
    NotStarted(String),
}
