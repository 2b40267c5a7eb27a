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
    /// Whether it loads a settings file only where that is JSON without comments and trailing
    /// commas.
    pub strict: bool,
    /// The member of its settings that switches every hook off.
    pub all_off: &'static str,
    /// Its settings files in a project, the stronger ones last.
    pub project_files: &'static [&'static str],
    /// The folder of the administrator's settings; none where there are none.
    pub managed_folder: Option<&'static str>,
    /// The administrator's settings, in that folder.
    pub managed_file: &'static str,
    /// The folder of more of them, in that folder.
    pub managed_more: &'static str,
    /// The member of the administrator's settings that allows only their hooks.
    pub managed_only: &'static str,
    /// In which folders hooks run; none where they run in every folder.
    pub trust: Option<Trust>,
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
