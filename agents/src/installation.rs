//! How our hooks stand in an agent's settings: data alone, read by whoever writes them.

use serde_json::Value;
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
    /// What it loads a settings file by.
    pub reads: Reads,
    /// What switches its hooks off; none where no settings that we read do.
    pub switches: Option<Switches>,
    /// In which folders hooks run; none where they run in every folder.
    pub trust: Option<Trust>,
    /// How the person's review of each hook is read; none where hooks run without one.
    pub review: Option<Review>,
}

/// What an agent loads a settings file by. We read more leniently than any of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// JSON without comments and trailing commas; a byte-order mark and an empty file are fine.
    Json,
    /// The same, but nothing else: no byte-order mark, and no empty file.
    JsonAlone,
}

/// Settings that switch every hook off.
#[derive(Debug)]
pub struct Switches {
    /// The member of its settings that does.
    pub all_off: &'static str,
    /// Its settings files in a project, the stronger ones last.
    pub project_files: &'static [&'static str],
    /// The folder of the administrator's settings.
    pub managed_folder: &'static str,
    /// The administrator's settings, in that folder.
    pub managed_file: &'static str,
    /// The folder of more of them, in that folder.
    pub managed_more: &'static str,
    /// The member of the administrator's settings that allows only their hooks.
    pub managed_only: &'static str,
}

/// How an agent tells which hooks its person has reviewed: it runs no other. It is asked only when
/// the person asks, since that runs it; and nothing of ours ever answers the review.
#[derive(Debug)]
pub struct Review {
    /// The words after its program with which it answers questions, a line each.
    pub arguments: &'static [&'static str],
    /// What it is asked, in lines.
    pub asked: &'static [&'static str],
    /// What a line of its says of its hooks; none where it is about something else.
    pub answer: fn(&str) -> Option<Vec<Reviewed>>,
}

/// A hook, as the agent itself sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reviewed {
    /// The settings file in which it stands.
    pub file: String,
    /// Its command.
    pub command: String,
    /// Whether the agent runs it.
    pub runs: bool,
}

/// Which folders a person has told an agent to trust. In others it runs no hook.
#[derive(Debug)]
pub struct Trust {
    /// The file of what the agent itself remembers: in the home folder, or in a settings folder
    /// other than [`Installation::folder`].
    pub memory: &'static str,
    /// Whether that says that the person trusts this very folder. So are the folders below it, up
    /// to the root of another repository.
    pub trusts: fn(&Value, &str) -> bool,
    /// The folder, in the settings folder, where each session has a file `PID.json` once it runs.
    pub sessions: &'static str,
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
