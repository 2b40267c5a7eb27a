//! From an agent's hook JSON to the one line that the app gets: a pure function of the payload and
//! of what [`Surroundings`] says.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Map, Value};
use vults_protocol::event::{PERMISSION_REQUEST, STATUS_LINE};
use vults_protocol::limits::STRING_BYTES;
use vults_protocol::{Agent, AgentKind, Event, Terminal};

use crate::args::Args;
use crate::failure::Failure;
pub use crate::payload::{read_payload, read_whole};
use crate::reduce;

/// The variables that identify a terminal, and the one of a session that a task started
/// (specs C4).
const TERMINAL_VARIABLES: [&str; 30] = [
    "TERM_PROGRAM",
    "TERM_SESSION_ID",
    "WT_SESSION",
    "VSCODE_PID",
    "VSCODE_GIT_ASKPASS_NODE",
    "CURSOR_TRACE_ID",
    "KITTY_WINDOW_ID",
    "KITTY_LISTEN_ON",
    "WEZTERM_PANE",
    "WEZTERM_UNIX_SOCKET",
    "KONSOLE_DBUS_SESSION",
    "KONSOLE_DBUS_SERVICE",
    "GNOME_TERMINAL_SCREEN",
    "ALACRITTY_WINDOW_ID",
    "GHOSTTY_RESOURCES_DIR",
    "ZELLIJ",
    "ZELLIJ_SESSION_NAME",
    "ZELLIJ_PANE_ID",
    "STY",
    "TMUX",
    "TMUX_PANE",
    "WINDOWID",
    "SSH_CONNECTION",
    "SWAYSOCK",
    "NIRI_SOCKET",
    "HYPRLAND_INSTANCE_SIGNATURE",
    "XDG_CURRENT_DESKTOP",
    "XDG_SESSION_TYPE",
    "DISPLAY",
    "WAYLAND_DISPLAY",
];
/// Set in a session that one of the user's tasks started.
const TASK_VARIABLE: &str = "VULTS_TASK";
/// Set to `1` in the chat's own agents.
const ZECA_VARIABLE: &str = "VULTS_ZECA";
/// Claude Code's own process.
const CLAUDE_PID_VARIABLE: &str = "CLAUDE_PID";

/// What is around the relay's process.
pub struct Surroundings<'a> {
    /// Unique for each message, opaque.
    pub id: String,
    /// The relay's own working folder.
    pub cwd: Option<String>,
    /// The agent's process, as the ancestors tell it.
    pub pid: Option<u32>,
    /// A variable of the environment.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
}

impl fmt::Debug for Surroundings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Surroundings { id, cwd, pid, variable: _ } = self;
        f.debug_struct("Surroundings").field("id", id).field("cwd", cwd).field("pid", pid).finish()
    }
}

/// An event that is ready to go.
#[derive(Clone, Debug, PartialEq)]
pub struct Outgoing {
    /// What is sent.
    pub event: Event,
    /// Its line, newline included.
    pub line: Vec<u8>,
    /// The payload as the agent sent it, of an event that waits: what is printed may hold a part
    /// of it, as answers do the questions as the agent knows them (VP-41).
    pub asked: Option<Map<String, Value>>,
}

impl Outgoing {
    /// The same event, told and not asked: the agent's own terminal asks.
    ///
    /// # Errors
    ///
    /// [`Failure::EventTooLarge`] where it does not fit after all.
    pub fn without_asking(mut self) -> Result<Outgoing, Failure> {
        self.event.wants_reply = false;
        self.event.input = None;
        finish(self.event, None)
    }
}

/// Builds the event of one call; none where there is nothing to tell: an event without a name
/// (VP-12), a status line without limits and cost (VP-27).
///
/// # Errors
///
/// [`Failure::EventTooLarge`] where even the last resort of VP-25 does not fit.
pub fn outgoing(
    args: &Args,
    payload: Map<String, Value>,
    around: Surroundings<'_>,
) -> Result<Option<Outgoing>, Failure> {
    let Some(name) = event_name(args, &payload) else { return Ok(None) };
    let mut terminal = terminal(&args.agent, &payload, &around);
    if name == STATUS_LINE {
        // No path of the session leaves the hook.
        terminal.cwd = None;
        let Some(payload) = reduce::status_line(payload) else { return Ok(None) };
        return finish(event(args, name, payload, terminal, around), None).map(Some);
    }
    let mut event = event(args, name, payload, terminal, around);
    // Only an entry with `--ask` has the time that a question takes (specs C5).
    event.wants_reply = event.may_wait() && (event.event == PERMISSION_REQUEST || args.ask);
    let asked = event.wants_reply.then(|| event.payload.clone());
    let lost = reduce::reduce(event.agent.kind(), &event.event, &mut event.payload);
    // A card could not name the tool, and `input` does not hold its name.
    event.wants_reply &= !lost.tool_name;
    if event.wants_reply && lost.input {
        let key = reduce::input_key(event.agent.kind(), &event.payload);
        event.input = asked.as_ref().and_then(|whole| whole.get(key).cloned());
    }
    finish(event, asked).map(Some)
}

/// The payload's own name for the event, else the entry's (VP-12).
pub(crate) fn event_name(args: &Args, payload: &Map<String, Value>) -> Option<String> {
    if args.status_line {
        return Some(STATUS_LINE.to_owned());
    }
    let own = payload.get("hook_event_name").and_then(Value::as_str);
    own.filter(|name| !name.is_empty()).or(args.event.as_deref()).map(str::to_owned)
}

fn event(
    args: &Args,
    name: String,
    payload: Map<String, Value>,
    terminal: Terminal,
    around: Surroundings<'_>,
) -> Event {
    let zeca = matches!(args.agent.kind(), AgentKind::Claude | AgentKind::Codex)
        && (around.variable)(ZECA_VARIABLE).as_deref() == Some("1");
    Event {
        id: around.id,
        agent: args.agent.clone(),
        event: name,
        wants_reply: false,
        zeca,
        terminal,
        payload,
        input: None,
    }
}

/// Where the agent runs (specs C4).
fn terminal(agent: &Agent, payload: &Map<String, Value>, around: &Surroundings<'_>) -> Terminal {
    let variable = around.variable;
    let env = TERMINAL_VARIABLES.iter().chain([&TASK_VARIABLE]);
    let env: BTreeMap<String, String> =
        env.filter_map(|name| Some(((*name).to_owned(), variable(name)?))).collect();
    // Another agent may inherit the variable from the Claude Code that started it.
    let claude = (*agent == Agent::Claude).then(|| variable(CLAUDE_PID_VARIABLE)).flatten();
    let claude = claude.and_then(|pid| pid.parse().ok()).filter(|pid| *pid > 0);
    Terminal {
        cwd: payload_cwd(payload).map(str::to_owned).or_else(|| around.cwd.clone()),
        pid: claude.or(around.pid),
        env,
    }
}

/// The payload's working folder: its own, Antigravity's or Cursor's (VP-20).
pub(crate) fn payload_cwd(payload: &Map<String, Value>) -> Option<&str> {
    let first = |key: &str| payload.get(key).and_then(|folders| folders.get(0));
    [payload.get("cwd"), first("workspacePaths"), first("workspace_roots")]
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .find(|folder| !folder.is_empty())
}

/// Makes the event fit into one message (VP-25, VP-26, VP-28).
fn finish(mut event: Event, asked: Option<Map<String, Value>>) -> Result<Outgoing, Failure> {
    if let Ok(line) = event.encode() {
        let asked = asked.filter(|_| event.wants_reply);
        return Ok(Outgoing { event, line, asked });
    }
    // From here on no card could show all that Allow would authorize.
    event.wants_reply = false;
    event.input = None;
    let done = |event: Event, line| Ok(Outgoing { event, line, asked: None });
    if let Ok(line) = event.encode() {
        return done(event, line);
    }
    let mut limit = STRING_BYTES;
    while limit > 32 {
        limit /= 4;
        reduce::shorten(&mut event.payload, limit);
        if let Ok(line) = event.encode() {
            return done(event, line);
        }
    }
    reduce::keep_what_happened(&mut event.payload);
    event.terminal.env.clear();
    match event.encode() {
        Ok(line) => done(event, line),
        Err(_) => Err(Failure::EventTooLarge),
    }
}
