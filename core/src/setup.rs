//! What the settings window shows of the hooks that the app keeps in each agent's settings. Types
//! alone: they cross to the page as JSON and are exported to TypeScript.

use serde::Serialize;

use crate::diff::DiffView;
use crate::view::Text;

/// The whole picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SetupView {
    /// Counts up with every change.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub revision: u64,
    /// Whether the app runs for the first time, so that a person should see what it has written.
    pub first_run: bool,
    /// Where the program is that the hooks call.
    pub relay: Text,
    /// Why that program could not be put there, in a sentence.
    pub relay_trouble: Option<String>,
    /// One for each settings file that was found or written.
    pub folders: Vec<FolderView>,
}

/// One settings file of one agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FolderView {
    /// Names it in what the page asks for.
    pub id: String,
    /// The agent's word on the wire.
    pub agent: String,
    /// The agent's name.
    pub agent_name: String,
    /// The file, as the agent names it.
    pub file: Text,
    /// The file that is really written, where the other is a link.
    pub target: Option<Text>,
    /// How our hooks stand in it.
    pub state: FolderState,
    /// Since when, in milliseconds since 1970, where it was noticed.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub since_unix_ms: Option<u64>,
    /// Each hook of ours.
    pub entries: Vec<EntryView>,
    /// The status line.
    pub status_line: StatusLine,
    /// Why hooks that are there do not run.
    pub dead: Vec<Dead>,
    /// What was last written into it.
    pub written: Option<WrittenView>,
    /// What installing would write now; none where there is nothing to write or it cannot be.
    pub offer: Option<DiffView>,
    /// What removing would write now.
    pub removal: Option<DiffView>,
    /// The newest copy of the file from before one of our changes.
    pub backup: Option<Text>,
    /// The file is much smaller than when we last wrote it: it may have been cut.
    pub shrunk: Option<Shrunk>,
    /// Why the file cannot be edited safely.
    pub problem: Option<ProblemView>,
    /// What the last test showed.
    pub test: Option<TestView>,
}

/// How our hooks stand in a settings file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum FolderState {
    /// All of them are there.
    Installed,
    /// Some are missing, though nobody removed them here.
    Partial,
    /// All are missing, though nobody removed them here.
    Missing,
    /// The person removed them here.
    Removed,
    /// They were never installed.
    NotInstalled,
    /// The file cannot be read or edited safely.
    NotEditable,
}

/// One hook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct EntryView {
    /// The agent's name of the event.
    pub event: String,
    /// The tools that it is for; none for all.
    pub matcher: Option<String>,
    /// Whether it stands in the file.
    pub present: bool,
}

/// The agent's status line, behind which the person's own one keeps running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum StatusLine {
    /// The agent has none, or it is as it was.
    #[default]
    Untouched,
    /// Ours, with nothing behind it.
    Ours,
    /// Ours, and the person's own one runs behind it.
    Chained,
    /// It was ours; the person has put another one in its place, which stays.
    Theirs,
}

/// Why hooks that are present do not run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "why")]
pub enum Dead {
    /// A settings file of the person or of a project switches all hooks off.
    Disabled {
        /// That file.
        file: Text,
    },
    /// The agent does not load the file: it reads more strictly than we do.
    NotLoaded {
        /// The line in the file where it stops, from 1.
        line: u32,
        /// The character in that line, from 1.
        column: u32,
    },
    /// The agent runs no hook before its person has reviewed it there.
    Review,
    /// The machine's administrator has switched all hooks off.
    ManagedOff {
        /// The file that says so.
        file: Text,
    },
    /// The machine's administrator allows only hooks of theirs.
    Managed {
        /// The file that says so.
        file: Text,
    },
    /// A session runs in a folder that the agent does not trust yet.
    Untrusted {
        /// That folder.
        folder: Text,
    },
    /// Sessions that were open before the hooks were written, and have not reported since.
    OlderSessions {
        /// How many.
        count: u32,
    },
}

/// A change that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WrittenView {
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub unix_ms: u64,
    /// What.
    pub diff: DiffView,
    /// Whether it can be undone.
    pub undo: bool,
}

/// A file that was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Shrunk {
    /// Its length when we last wrote it, in bytes.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub before: u64,
    /// Its length now, in bytes.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub now: u64,
}

/// What stands in the way of editing a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    /// What stands in it.
    Contents,
    /// The system: rights, a full disk, a file of our own that cannot be written.
    Access,
    /// Our record is not to be read, so that nobody knows what the person has removed.
    Record,
}

/// Why a file is left alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ProblemView {
    /// Of which kind it is.
    pub obstacle: Obstacle,
    /// In a sentence.
    pub sentence: String,
    /// The line in the file, from 1.
    pub line: Option<u32>,
    /// The character in that line, from 1.
    pub column: Option<u32>,
}

/// What came out of sending a harmless event through each hook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TestView {
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub unix_ms: u64,
    /// Each hook that stands in the file, in its order.
    pub hooks: Vec<TestedHook>,
    /// The agent's program; none where it is not found by its name.
    pub program: Option<AgentProgramView>,
    /// What the agent says of the person's review of our hooks; none where it wants none, or is not
    /// found.
    pub review: Option<ReviewView>,
}

/// The program of an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AgentProgramView {
    /// Where it was found.
    pub file: Text,
    /// What it says of its version.
    pub version: Option<Text>,
}

/// What an agent that runs only reviewed hooks says of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum ReviewView {
    /// It runs all of them.
    Given,
    /// So many of them wait for the person's review, or were switched off in it.
    Waits {
        /// How many.
        hooks: u32,
    },
    /// It knows none of them: its own settings switch hooks off, or it does not read the file.
    Unlisted,
    /// It did not answer.
    Silent,
}

/// One hook that was tested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TestedHook {
    /// The agent's name of the event.
    pub event: String,
    /// From its start to its end, in milliseconds.
    pub ms: u32,
    /// What it printed, which should be nothing.
    pub printed: Option<Text>,
    /// What is wrong, in a sentence; none where all is well.
    pub trouble: Option<String>,
}

/// Hooks that went away without the person's doing, for the island.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Drift {
    /// The agent's name.
    pub agent_name: String,
    /// Whether some of the hooks are still there.
    pub partial: bool,
    /// Since when, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub since_unix_ms: u64,
}
