use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::{Event, Matcher};

/// All that is configured, in the order in which it runs (LH-02, LH-16).
#[derive(Clone, Debug, Default)]
pub struct Hooks {
    /// The groups of all files, outermost file first.
    pub groups: Vec<Group>,
}

/// Handlers that run on one event, for the tools that a matcher meets.
#[derive(Clone, Debug)]
pub struct Group {
    /// On which event.
    pub event: Event,
    /// For which tools.
    pub matcher: Matcher,
    /// What runs, one after another. Never empty.
    pub handlers: Vec<Handler>,
    /// Where it is configured.
    pub source: Arc<Source>,
}

/// One command of a person's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handler {
    /// What is run.
    pub program: Program,
    /// So long it may take, from its start (LH-37): 1 to 600 s.
    pub timeout: Duration,
}

/// What a handler runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// A line for the shell: `sh -c` (LH-31).
    Shell(String),
    /// A program with its arguments, without a shell. Never empty.
    Argv(Vec<String>),
}

/// Where a group is configured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The settings file.
    pub file: PathBuf,
    /// Whose it is.
    pub level: Level,
    /// Where its handlers run (LH-35).
    pub folder: PathBuf,
}

/// Whose a settings file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The person's own.
    User,
    /// A project's: whoever wrote the repository wrote it, so it needs the person's trust (D8).
    Project,
}
