//! Everything the shell around the core may do.

use serde::{Deserialize, Serialize};
use vults_protocol::{Answer, Decision};

use crate::card::{CardId, session_name};
use crate::input::{ConnectionId, Origin, SessionKey};
use crate::rules::{Rule, RuleKey};

/// What the core wants done, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Tell the hook that a person is being asked.
    Waiting(ConnectionId),
    /// Give the hook a person's decision: on its card, or by a rule that they made. This and the next
    /// are the only effects that answer.
    Reply(ConnectionId, Decision),
    /// Give the hook a person's answers: one for each question, in order.
    Answer(ConnectionId, Vec<Answer>),
    /// Close the connection without a word: the agent asks in its own terminal. After a reply, it
    /// takes back what the hook has not taken in time.
    Decline(ConnectionId),
    /// Write down what became of a request.
    Record(Record),
    /// Keep a rule that a person has made, so that it outlasts this run.
    KeepRule(Rule),
    /// A rule has allowed something.
    RuleUsed {
        /// Which one.
        key: RuleKey,
        /// When, in milliseconds since 1970.
        unix_ms: u64,
    },
    /// A person has removed a rule, by its id in views: it is no longer to be kept.
    ForgetRule(String),
    /// A person trusts a project's hooks, on a card that showed all of them: to be kept, if they are
    /// still what was shown, and said by [`crate::Input::HooksKept`].
    TrustHooks {
        /// The card that is answered.
        card: CardId,
        /// The settings file.
        file: String,
        /// What was shown of it.
        fingerprint: String,
        /// The folders from which agents have met it: whoever looks from one of them finds it.
        seen_from: Vec<String>,
    },
    /// Tell the person, once, wherever they look: by a sound, and by a notification where the island
    /// is out of sight.
    Tell(News),
    /// Look which branch is checked out in a session's folder, and say so by
    /// [`crate::Input::ProjectRead`].
    ReadProject {
        /// The session.
        session: SessionKey,
        /// Its folder.
        folder: String,
    },
}

/// What a person is told once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// What there is to tell.
    pub what: Told,
    /// The agent's name.
    pub agent_name: String,
    /// The session's name, as views give it.
    pub session: String,
}

impl News {
    /// Something to tell of a session.
    pub(crate) fn of(key: &SessionKey, agent_name: &str, what: Told) -> News {
        News { what, agent_name: agent_name.to_owned(), session: session_name(key) }
    }
}

/// What there is to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Told {
    /// A card waits for a permission.
    Asks,
    /// A card waits for answers to questions.
    AsksQuestions,
    /// It asks in its own terminal, and no card of it waits here.
    AsksInTerminal,
    /// Its turn is over, and nothing of it runs any more.
    Finished,
    /// Its turn ended with an error.
    Failed,
}

/// One line of the decision record. What came to it later may be missing from an old one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Wall-clock time, in milliseconds since 1970.
    pub unix_ms: u64,
    /// The agent's word on the wire, or its name.
    pub agent: String,
    /// The agent's own id of the session.
    pub session: String,
    /// The sub-agent, where it was one that asked.
    pub subagent: Option<String>,
    /// The agent's working folder.
    pub cwd: Option<String>,
    /// The tool.
    pub tool: String,
    /// What it was about, with secrets replaced, cut after 2,000 characters.
    pub what: String,
    /// Each other field that changes what runs, as `name: value`, with secrets replaced, cut after
    /// 200 characters.
    #[serde(default)]
    pub facts: Vec<String>,
    /// What the person said: their words with a deny, their answer to each question; with secrets
    /// replaced, each cut after 2,000 characters.
    #[serde(default)]
    pub said: Vec<String>,
    /// The digest that the answer was bound to; empty where nothing was drawn that could be.
    pub binding: String,
    /// The rule that allowed it, or that the person made with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What became of it.
    pub outcome: Outcome,
}

impl Record {
    /// The record of a tool's request, as far as its origin says; the rest is the caller's.
    pub(crate) fn of(origin: &Origin, tool: &str, outcome: Outcome, unix_ms: u64) -> Record {
        Record {
            unix_ms,
            agent: origin.key.agent.clone(),
            session: origin.key.session.clone(),
            subagent: origin.subagent.clone(),
            cwd: origin.cwd.clone(),
            tool: tool.to_owned(),
            what: String::new(),
            facts: Vec::new(),
            said: Vec::new(),
            binding: String::new(),
            rule: None,
            outcome,
        }
    }
}

/// What became of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A person allowed it on its card.
    Allowed,
    /// A person denied it on its card.
    Denied,
    /// A person answered its questions on its card.
    Answered,
    /// A person sent it back to its terminal.
    Released,
    /// The answer came, but the hook had gone.
    TooLate,
    /// The terminal answered first.
    AnsweredInTerminal,
    /// The agent stopped waiting.
    Withdrawn,
    /// Nobody answered in time.
    Expired,
    /// The card was not drawn in time.
    NotDrawn,
    /// A rule that a person made allowed it, without a card.
    AllowedByRule,
    /// A person has handed its session back to its terminal.
    HandedBack,
    /// The app was paused.
    Paused,
    /// Denied on the card, and run all the same: the terminal had answered first.
    RanAllTheSame,
    /// A lifecycle hook of the person's blocked the call while its card waited.
    BlockedByHook,
    /// A person trusted a project's hooks.
    HooksTrusted,
    /// A person did not, as they are now.
    HooksPutOff,
    /// A person trusted them, but they were no longer what the card had shown.
    HooksChanged,
    /// A person trusted them, but that could not be kept, so that they do not run.
    HooksNotKept,
}
