//! Everything that can happen: the core's only way in.

use std::time::Duration;

use serde_json::Value;

use crate::ancestry::{Ancestry, Process};
use crate::ask::Ask;
use crate::canon::Canon;
use crate::card::CardId;
use crate::choice::Choice;
use crate::handlers::HandlersRan;
use crate::hooks::UntrustedHooks;
use crate::request::Request;
use crate::rules::Rule;
use crate::session::Kept;
use crate::setup::Drift;
use crate::view::Mode;

/// The moment at which an input happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// Monotonic time since the app started.
    pub elapsed: Duration,
    /// Wall-clock time, in milliseconds since 1970 (for records and for people).
    pub unix_ms: u64,
}

/// One connection of one hook, unique in a run of the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConnectionId(pub u64);

/// One session of one agent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SessionKey {
    /// The agent's word on the wire, or its name.
    pub agent: String,
    /// The agent's own id of the session.
    pub session: String,
}

/// Who reports, and from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The session.
    pub key: SessionKey,
    /// The agent's name for people ("Claude Code").
    pub agent_name: String,
    /// The agent's working folder.
    pub cwd: Option<String>,
    /// The sub-agent, where it is one that reports.
    pub subagent: Option<String>,
    /// What people call that sub-agent, where it says so ("general-purpose").
    pub subagent_name: Option<String>,
    /// When it asks at all; none where the event does not say.
    pub mode: Option<Mode>,
    /// From which process it comes.
    pub ancestry: Ancestry,
}

impl Origin {
    /// The agent's process; none where it could not be told, and then no rule is made and none
    /// holds.
    pub fn process(&self) -> Option<Process> {
        self.ancestry.process()
    }

    /// What the sub-agent is called, else its id; none where the main agent reports.
    pub(crate) fn subagent_label(&self) -> Option<&str> {
        let id = self.subagent.as_deref()?;
        Some(self.subagent_name.as_deref().unwrap_or(id))
    }
}

/// One tool call as far as later events of it can be recognised: the tool, and a digest of its
/// input. Two calls are equal where both are; the order of an object's keys does not count, nor
/// does the agent's own id, which not every event has.
#[derive(Clone, Debug, Eq)]
pub struct Call {
    tool: String,
    input: [u8; 32],
    id: Option<String>,
}

impl PartialEq for Call {
    fn eq(&self, other: &Call) -> bool {
        self.tool == other.tool && self.input == other.input
    }
}

impl Call {
    /// A call of a tool, by the agent's name for it, with its input as the capped payload carries
    /// it, without the agent's own comment on it.
    pub fn new(tool: impl Into<String>, input: &Value) -> Call {
        let mut canon = Canon::default();
        canon.value(input);
        Call { tool: tool.into(), input: canon.digest(), id: None }
    }

    /// The same call, with the agent's own id of it.
    #[must_use]
    pub fn with_id(self, id: Option<String>) -> Call {
        Call { id, ..self }
    }

    /// The agent's own id of it, where its event says one.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The agent's name for the tool.
    pub fn tool(&self) -> &str {
        &self.tool
    }
}

/// What an agent does, in the simplest words that hold for all of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// A session began.
    SessionStarted,
    /// A person sent a prompt.
    Prompted,
    /// The agent goes on without a person's word, because something of it in the background has
    /// ended: that thing, by its id.
    GoesOn(Option<String>),
    /// A tool is about to run, or to ask.
    ToolStarted(Call, Step),
    /// A tool call is over, well or not.
    ToolEnded(Call),
    /// The agent's own terminal asks for a permission.
    AsksInTerminal,
    /// The sub-agent that reports has begun.
    SubagentStarted,
    /// The agent (or its sub-agent) has finished its turn.
    TurnEnded(TurnEnd),
    /// The turn ended with an error.
    TurnFailed,
    /// The agent waits for its person's next prompt, whatever it was at before.
    Idle,
    /// The agent makes its memory of the conversation shorter.
    CompactionStarted,
    /// It has done so.
    CompactionEnded,
    /// The session is over.
    SessionEnded,
    /// What the session has cost, and how much of the plan is used. It comes beside everything else
    /// and at any time, so it says nothing of what the session does.
    Used(Usage),
    /// The person's own lifecycle hooks ran on an event. It comes beside everything else, and may
    /// come after the session's next events.
    HandlersRan(Box<HandlersRan>),
    /// Anything else: the session is alive.
    Seen,
}

/// How a turn ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnEnd {
    /// The agent's last words in it, or the start of them.
    pub reply: Option<String>,
    /// What of the session goes on without it; none where the agent does not say.
    pub background: Option<Background>,
}

/// What of a session goes on while its agent waits for a prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Background {
    /// Its sub-agents that run, by their ids.
    pub subagents: Vec<String>,
    /// What else runs, by its ids: commands, as a rule.
    pub commands: Vec<String>,
}

/// What a session has used, by its agent's own count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// What its tokens would cost at API prices, in millionths of a dollar; none where that is not
    /// said.
    pub cost_micro_usd: Option<u64>,
    /// The windows of the plan, as far as they are said.
    pub windows: Vec<UsedWindow>,
}

/// One window of a plan's limits, as an agent tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsedWindow {
    /// Its length, in minutes.
    pub minutes: u32,
    /// How much of it is used, in percent, at most 100.
    pub used_percent: u8,
    /// When it begins anew, in milliseconds since 1970, where that is said.
    pub resets_unix_ms: Option<u64>,
}

/// What a tool call does, for the row and the pill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Runs a command.
    Command(String),
    /// Changes a file, by its path.
    Edit(String),
    /// Reads a file, by its path.
    Read(String),
    /// Fetches an address.
    Open(String),
    /// Starts a sub-agent, by its name.
    Subagent(String),
    /// Uses a server's tool.
    ServerTool {
        /// The server.
        server: String,
        /// The tool.
        tool: String,
    },
    /// Uses a tool, by the agent's name for it.
    Tool(String),
}

/// What the window has drawn. It is proof of what a person can see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The view's revision that was drawn.
    pub revision: u64,
    /// The cards whose line in the queue shows who asks and what.
    pub queued: Vec<CardId>,
    /// The card in front, where there is one.
    pub front: Option<DrawnCard>,
}

/// The card in front, as drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnCard {
    /// Which card.
    pub card: CardId,
    /// The binding that the page was given with it.
    pub binding: String,
    /// Whether all of the card is inside the window, and its last line has been on screen.
    pub whole: bool,
}

/// A person's act on a card. Only the native shell makes one, and only together with a real
/// pointer or key event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// When it began (the press), as [`Now::elapsed`]. What a person meant is what was there then.
    pub began: Duration,
    /// When it was over (the release), as [`Now::elapsed`]; for a key, when it began.
    pub ended: Duration,
    /// The card.
    pub card: CardId,
    /// The binding of what was drawn.
    pub binding: String,
    /// What the person chose.
    pub choice: Choice,
}

/// Why a person's trust in hooks came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotKept {
    /// They are no longer what the card has shown.
    Changed,
    /// It could not be written down.
    Unwritten,
}

/// Everything that can happen.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// An agent reported something.
    Happened(Origin, Happening),
    /// A request that a card can show waits on a connection.
    Asked {
        /// Who asks.
        origin: Origin,
        /// Where it waits.
        connection: ConnectionId,
        /// When it arrived, as [`Now::elapsed`]: preparing it takes a moment, in which the call may
        /// have ended.
        arrived: Duration,
        /// What it asks for.
        request: Box<Request>,
    },
    /// A request waits that no card can show (yet): the agent asks in its terminal.
    AskedElsewhere(Origin, ConnectionId),
    /// A request came while the app was paused, so nothing of its card was prepared.
    AskedWhilePaused {
        /// Who asks.
        origin: Origin,
        /// Where it waits.
        connection: ConnectionId,
        /// What it asks for.
        ask: Box<Ask>,
    },
    /// A process no longer runs. Whoever speaks next for the sessions that it had may.
    ProcessEnded(Process),
    /// What was kept of an earlier run: only sessions whose processes still run.
    SessionsRead(Box<Kept>),
    /// What there is in a session's folder.
    ProjectRead {
        /// The session.
        session: SessionKey,
        /// The folder that was looked at.
        folder: String,
        /// The root of the repository that it lies in; none where it lies in none.
        root: Option<String>,
        /// What is checked out there: a branch, or the start of a commit's hash.
        branch: Option<String>,
    },
    /// The hook's end of a waiting connection closed.
    ConnectionEnded {
        /// Which connection.
        connection: ConnectionId,
        /// Whether the hook had read all that was written to it.
        read_all: bool,
    },
    /// The window has drawn a view.
    Drawn(Drawn),
    /// The window is gone or hidden: nothing is on screen any more.
    Undrawn,
    /// The card that the shortcuts answer now; none while they are not bound.
    KeysBound(Option<CardId>),
    /// A person acted on a card.
    Person(Act),
    /// Whether the app serves its socket, else why not.
    Serving(Result<(), String>),
    /// The agents whose hooks went away without the person's doing; all of them, each time.
    Drifted(Vec<Drift>),
    /// A person wants to see this card first.
    Bring(CardId),
    /// A person hands a session back to its terminal until it ends, or wants its cards again.
    HandBack {
        /// The session's name, as views give it.
        session: String,
        /// Whether its terminal asks from now on.
        handed_back: bool,
    },
    /// Whether a person wants every request to go back to its terminal.
    Paused(bool),
    /// The rules that were kept from earlier runs.
    RulesRead(Vec<Rule>),
    /// The rules can no longer be told from what others wrote: none counts any more.
    RulesLost,
    /// A person removes a rule, by its id in views.
    RemoveRule(String),
    /// A project's hooks that the person does not trust now; all that an agent meets in this folder,
    /// each time.
    HooksRead {
        /// The folder that was looked from.
        folder: String,
        /// The sessions that met them there.
        sessions: Vec<SessionKey>,
        /// Those of each settings file.
        untrusted: Vec<UntrustedHooks>,
    },
    /// What became of a person's trust in hooks, by its card.
    HooksKept {
        /// The card.
        card: CardId,
        /// Whether it is kept.
        kept: Result<(), NotKept>,
    },
    /// A person wants to see the hooks again that they have put off, of this session's project, by the
    /// name that views give it.
    ReviewHooks(String),
    /// Time passed.
    Clock,
}
