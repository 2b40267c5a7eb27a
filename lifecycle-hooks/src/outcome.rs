use std::path::PathBuf;
use std::time::Duration;

use crate::Event;

/// What came of an event: of all handlers that ran, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Whether a handler blocked the tool (LH-48).
    pub blocked: bool,
    /// Why, for the agent. There whenever it is blocked.
    pub reason: Option<String>,
    /// What the handlers had to add, each on lines of its own (LH-54). Shown to people, never to the model.
    pub context: Option<String>,
    /// What was wrong on the way, in words.
    pub warnings: Vec<String>,
    /// Every handler that ran, or should have.
    pub runs: Vec<Run>,
}

/// One handler's run (LH-42).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its arguments joined by spaces, or its command.
    pub label: String,
    /// The settings file that names it.
    pub source: PathBuf,
    /// On which event.
    pub event: Event,
    /// How it ended; none where a signal ended it, it never started, or its time ran out.
    pub exit_code: Option<i32>,
    /// Whether its time ran out.
    pub timed_out: bool,
    /// Why it could not be started, or was not.
    pub error: Option<String>,
    /// How long it took.
    pub duration: Duration,
    /// The first 64 KiB of what it printed, with a mark where there was more (LH-40).
    pub stdout: String,
    /// The same of its errors.
    pub stderr: String,
}
