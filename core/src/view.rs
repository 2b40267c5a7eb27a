//! All that a window shows. It crosses to the page as JSON and is exported to TypeScript.

mod hooks;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::card::CardId;
use crate::content::Content;
use crate::effect::Outcome;
use crate::setup::Drift;
use crate::visible;

pub use self::hooks::{HookEnd, HookReport, HookRun, HookTrouble, HookWord, HooksView};

/// The whole picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View {
    /// Counts up with every change.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub revision: u64,
    /// The card in front.
    pub front: Option<CardView>,
    /// The card that asks whether a project's hooks are trusted. It is there only while no agent waits
    /// for an answer.
    pub trust: Option<TrustView>,
    /// The sessions, by their keys, in whose projects hooks do not run since the person does not trust
    /// them, and has put off the question.
    pub untrusted: Vec<String>,
    /// All cards that wait, the one in front first.
    pub queue: Vec<QueueEntry>,
    /// The sessions, the one that needs a person most first.
    pub sessions: Vec<SessionView>,
    /// How much of each plan is used, where its agent says so: one for each account that is known
    /// to be another's.
    pub limits: Vec<PlanView>,
    /// What became of the last card, for about a second.
    pub outcome: Option<OutcomeView>,
    /// Why the app cannot serve agents, in a sentence.
    pub trouble: Option<String>,
    /// Agents whose hooks went away without the person's doing.
    pub drift: Vec<Drift>,
    /// Whether every request goes back to its terminal: the person has paused the app.
    pub paused: bool,
}

impl View {
    /// The card that is shown: an agent's, else one about hooks.
    pub fn card(&self) -> Option<CardId> {
        let front = self.front.as_ref().map(|front| front.id);
        front.or(self.trust.as_ref().map(|trust| trust.id))
    }

    /// What the card that is shown shows, if it is this one, bound to this request.
    pub fn content(&self, card: CardId, binding: &str) -> Option<Arc<Content>> {
        let front = self.front.as_ref().map(|front| (front.id, &front.binding, &front.content));
        let trust = self.trust.as_ref().map(|trust| (trust.id, &trust.binding, &trust.content));
        let (id, bound, content) = front.or(trust)?;
        (id == card && bound == binding).then(|| Arc::clone(content))
    }
}

/// A card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CardView {
    /// Which card.
    pub id: CardId,
    /// The digest of the request; the page gives it back with what it has drawn.
    pub binding: String,
    /// The agent's word on the wire, for its colour.
    pub agent: String,
    /// The agent's name.
    pub agent_name: String,
    /// The project's name.
    pub project: Text,
    /// The agent's working folder, whole.
    pub folder: Text,
    /// The sub-agent that asks.
    pub subagent: Option<Text>,
    /// The folder in which its session began, where the working folder lies outside it.
    pub project_folder: Option<Text>,
    /// What it asks for, in a line.
    pub action: ActionView,
    /// What it asks for, whole. It does not travel with each view, since it may be large: the page
    /// asks for it once, by the card's id and binding.
    #[serde(skip)]
    pub content: Arc<Content>,
    /// Whether all of it is on screen and has been seen to its end; without it there is no Allow
    /// and no answer to questions, and the shortcuts should not be bound.
    pub whole: bool,
    /// Whether the shortcuts are bound to this card now, so that the buttons may name them.
    pub keys: bool,
    /// When it goes back to its terminal, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub expires_unix_ms: u64,
    /// Its place in its batch, from 1.
    pub position: u32,
    /// How many cards the batch has: those that wait, and those that left since none waited.
    pub of: u32,
    /// What Always would cover; none where it is not offered.
    pub always: Option<AlwaysView>,
    /// Its session's name, to hand it back.
    pub session: String,
    /// Whether its session has asked so often that handing it back is worth offering.
    pub many: bool,
}

/// A card that asks whether the hooks of a project's settings file may run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TrustView {
    /// Which card.
    pub id: CardId,
    /// The digest of what it asks about; the page gives it back with what it has drawn.
    pub binding: String,
    /// The agent whose session met the hooks first: its word on the wire.
    pub agent: String,
    /// The name of that session.
    pub session: String,
    /// The project's name.
    pub project: Text,
    /// The folder in which the commands run, whole.
    pub folder: Text,
    /// The settings file, whole.
    pub file: Text,
    /// How many commands there are.
    pub commands: u32,
    /// Whether they can be trusted here: only where the card shows all that would run.
    pub offered: bool,
    /// What it shows. It does not travel with each view.
    #[serde(skip)]
    pub content: Arc<Content>,
    /// Whether all of it is on screen and has been seen to its end.
    pub whole: bool,
}

/// What Always covers: this very request and no other, so that a button can say it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AlwaysView {
    /// The command, whole; of another tool, its name as it is shown.
    pub what: Text,
    /// Whether `what` is a command.
    pub command: bool,
    /// The folder in which it holds, every link in its path followed.
    pub folder: Text,
    /// Whether it runs what the project itself says at that time (its build script, its tests):
    /// the rule then covers whatever that is by then.
    pub runs_project_code: bool,
}

/// What a card asks for, in a line: its kind and its names, of which the page makes the words. All
/// of it is in the card's [`Content`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum ActionView {
    /// A command for the shell.
    Command {
        /// Its start, on one line.
        line: Text,
    },
    /// Files that change.
    Files {
        /// The first one: its path below the working folder, else its whole path, cut where it is
        /// long.
        path: Text,
        /// How many files there are.
        files: u32,
        /// Whether none of them is there yet.
        new: bool,
        /// Whether all of them go.
        deleted: bool,
        /// How many lines come in.
        added: u32,
        /// How many lines go.
        removed: u32,
    },
    /// An address that is fetched.
    Open {
        /// Its host; in both forms, where it has two.
        host: Text,
    },
    /// A sub-agent that starts.
    Subagent {
        /// Which one.
        name: Option<Text>,
        /// The start of the agent's own words about it.
        description: Option<Text>,
    },
    /// A plan to be carried out.
    Plan {
        /// Its first line.
        line: Text,
    },
    /// Questions.
    Questions {
        /// The start of the first one, on one line.
        line: Text,
        /// How many there are.
        questions: u32,
    },
    /// Any other tool.
    Tool {
        /// The server that has it, where it is one's.
        server: Option<Text>,
        /// The tool's name.
        tool: Text,
    },
}

/// Text from outside, as a person can trust it: what would not be seen, or would reorder what is
/// seen, stands as a token of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Text(pub Vec<Segment>);

impl Text {
    /// The text with its line breaks; an ellipsis stands for what is beyond 100,000 characters.
    pub fn of(text: &str) -> Text {
        visible::start(text, 100_000)
    }
}

/// A piece of a [`Text`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Segment {
    /// Shown as it is; may hold line breaks.
    Plain(String),
    /// Characters that would not be seen, by their label ("U+202E", "ESC", "5000 spaces").
    Hidden(String),
}

/// One line of the queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct QueueEntry {
    /// Which card.
    pub card: CardId,
    /// The agent's word on the wire.
    pub agent: String,
    /// The agent's name.
    pub agent_name: String,
    /// The project's name.
    pub project: Text,
    /// What it asks for.
    pub action: ActionView,
    /// When it goes back to its terminal, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub expires_unix_ms: u64,
}

/// One session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SessionView {
    /// A key for the page's list.
    pub key: String,
    /// The agent's word on the wire.
    pub agent: String,
    /// The agent's name.
    pub agent_name: String,
    /// The project's name.
    pub project: Text,
    /// The same number for all sessions of one project folder, so that its birds look alike.
    pub species: u32,
    /// The branch that is checked out in the project, where there is one.
    pub branch: Option<Text>,
    /// What it does.
    pub status: Status,
    /// Since when, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub since_unix_ms: u64,
    /// When its agent asks at all.
    pub mode: Mode,
    /// Whether the person has handed it back to its terminal: no cards, until it ends.
    pub handed_back: bool,
    /// The step it is at, while it works.
    pub step: Option<StepView>,
    /// How many sub-agents of it run.
    pub subagents: u32,
    /// How many commands of it run in the background, as far as it says.
    pub background: u32,
    /// What its tokens would cost at API prices, in millionths of a dollar, by the agent's own
    /// count; none where it does not say.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub cost_micro_usd: Option<u64>,
    /// The start of the agent's last reply, on one line, when its turn is over.
    pub reply: Option<Text>,
    /// What the person's own lifecycle hooks did in it; none where there is nothing to say.
    pub hooks: Option<HooksView>,
}

/// How much of a plan is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlanView {
    /// The agent's word on the wire.
    pub agent: String,
    /// The agent's name.
    pub agent_name: String,
    /// The windows that it has, the shortest first.
    pub windows: Vec<WindowView>,
}

/// One window of a plan's limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WindowView {
    /// Its length, in minutes: 300 of five hours, 10,080 of a week.
    pub minutes: u32,
    /// How much of it is used, in percent; none once it has begun anew and nothing was said since.
    pub used_percent: Option<u8>,
    /// When it begins anew, in milliseconds since 1970, where that is known and lies ahead.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub resets_unix_ms: Option<u64>,
    /// When the agent said so, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub told_unix_ms: u64,
}

/// When an agent asks before it does something, as its session is set. A mode that is not known
/// counts as the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Before whatever is not allowed yet.
    #[default]
    Default,
    /// Not before edits.
    AcceptEdits,
    /// It makes a plan first, and asks about that.
    Plan,
    /// A model decides about most; what it leaves is asked.
    Auto,
    /// Never: what is not allowed is denied.
    DontAsk,
    /// Never: everything runs.
    BypassPermissions,
}

/// What a session does, from what needs a person most to what needs one least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A card of it waits here.
    WaitsHere,
    /// It asks in its own terminal.
    WaitsInTerminal,
    /// Its last turn ended with an error.
    Failed,
    /// It works.
    Working,
    /// It makes its memory of the conversation shorter.
    Compacting,
    /// Its turn is over, and sub-agents of it go on.
    InBackground,
    /// Its turn is over.
    Done,
    /// A person stopped its turn.
    Interrupted,
    /// It was at work, and has said nothing for long.
    Quiet,
    /// It has started and was not asked anything yet.
    Started,
    /// It has ended; it is shown for a moment more.
    Ended,
    /// Its process has ended without a word; it is shown for a moment more.
    Gone,
}

/// The step of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum StepView {
    /// Runs a command; its start, on one line.
    Command(Text),
    /// Changes a file, by its name.
    Edit(Text),
    /// Reads a file, by its name.
    Read(Text),
    /// Fetches something from a host.
    Open(Text),
    /// Has started a sub-agent, by its name.
    Subagent(Text),
    /// Uses a server's tool.
    ServerTool {
        /// The server.
        server: Text,
        /// The tool.
        tool: Text,
    },
    /// Uses a tool.
    Tool(Text),
}

/// What became of the last card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OutcomeView {
    /// Which card it was.
    pub card: CardId,
    /// The project's name.
    pub project: Text,
    /// What became of it.
    pub outcome: Outcome,
    /// The start of the person's words, of one that was denied with some.
    pub words: Option<Text>,
}
