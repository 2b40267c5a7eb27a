//! Everything that reaches the loop.

use std::time::Instant;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, oneshot};
use vults_core::{CardId, Choice, Drawn, Drift, Kept, Process, Rule};

use crate::branch::ProjectRead;
use crate::connection::{Delivery, Ended};
use crate::hook_looks::{HooksKept, HooksRead};
use crate::reports::Reports;

/// What the loop is told.
#[derive(Debug)]
pub(crate) enum Msg {
    /// A hook sent an event.
    Delivered(Box<Delivery>),
    /// A waiting hook's end of its connection closed.
    Ended(Ended),
    /// A person's command calls the island. Its slot is free again once the loop has seen it.
    Called { _slot: OwnedSemaphorePermit },
    /// The window has drawn a view.
    Drawn(Drawn),
    /// Nothing is on screen any more.
    Undrawn,
    /// The card that the shortcuts answer, where they are bound.
    KeysBound(Option<CardId>),
    /// A person acted on a card.
    Act {
        /// When the press happened.
        began: Instant,
        /// When the release happened.
        ended: Instant,
        card: CardId,
        binding: String,
        choice: Choice,
    },
    /// A person wants to see this card first.
    Bring(CardId),
    /// A person hands a session back to its terminal, or wants its cards again.
    HandBack { session: String, handed_back: bool },
    /// Whether a person wants every request to go back to its terminal.
    Paused(bool),
    /// A person removes a rule, by its id in views, and hears when it is done.
    RemoveRule(String, oneshot::Sender<()>),
    /// The rules that were kept from earlier runs.
    RulesRead(Vec<Rule>),
    /// What was kept of an earlier run's sessions.
    SessionsRead(Box<Kept>),
    /// A process that has sessions has ended.
    ProcessEnded(Process),
    /// What there is in a session's folder.
    ProjectRead(Box<ProjectRead>),
    /// What there is in a folder that the person does not trust.
    HooksRead(Box<HooksRead>),
    /// What became of a person's trust.
    HooksKept(Box<HooksKept>),
    /// What is trusted may be something else by now.
    TrustChanged,
    /// A person wants to see the hooks of a session's project again.
    ReviewHooks(String),
    /// The rules can no longer be told: none counts.
    RulesLost,
    /// The view of the rules is another one.
    RulesShown,
    /// The agents whose hooks went away without the person's doing.
    Drifted(Vec<Drift>),
    /// End the loop.
    Quit,
}

/// The way to the loop. Its length is bounded by the connections' slots and by what a window
/// draws and a person does.
pub(crate) type Mailbox = UnboundedSender<Msg>;

pub(crate) fn mailbox() -> (Mailbox, UnboundedReceiver<Msg>) {
    unbounded_channel()
}

/// How the window tells the loop what it draws and what the person does. Cheap to clone, never
/// blocks; once the loop has ended, calls do nothing.
#[derive(Clone, Debug)]
pub struct Handle {
    mailbox: Mailbox,
    reports: Reports,
}

impl Handle {
    pub(crate) fn new(mailbox: Mailbox, reports: Reports) -> Handle {
        Handle { mailbox, reports }
    }

    /// Which agents' processes have sent an event.
    pub(crate) fn reports(&self) -> Reports {
        self.reports.clone()
    }

    /// The window has drawn this.
    pub fn drawn(&self, drawn: Drawn) {
        self.tell(Msg::Drawn(drawn));
    }

    /// The window is gone or hidden: nothing is on screen any more.
    pub fn undrawn(&self) {
        self.tell(Msg::Undrawn);
    }

    /// The shortcuts answer this card now; none while they are not bound.
    pub fn keys_bound(&self, card: Option<CardId>) {
        self.tell(Msg::KeysBound(card));
    }

    /// A person acted on a card, with a real press at the moment `began` and its release at
    /// `ended`; a key's are the same. The core decides whether it counts.
    pub fn act(
        &self,
        began: Instant,
        ended: Instant,
        card: CardId,
        binding: String,
        choice: Choice,
    ) {
        self.tell(Msg::Act { began, ended, card, binding, choice });
    }

    /// A person wants to see this card first.
    pub fn bring(&self, card: CardId) {
        self.tell(Msg::Bring(card));
    }

    /// A person hands a session back to its terminal until it ends, or wants its cards again.
    /// `session` is its name in views.
    pub fn hand_back(&self, session: String, handed_back: bool) {
        self.tell(Msg::HandBack { session, handed_back });
    }

    /// A person wants to be asked again about the hooks of a session's project, which they have put
    /// off. `session` is its name in views.
    pub fn review_hooks(&self, session: String) {
        self.tell(Msg::ReviewHooks(session));
    }

    /// Whether a person wants every request to go back to its terminal.
    pub fn pause(&self, paused: bool) {
        self.tell(Msg::Paused(paused));
    }

    /// These agents' hooks went away without the person's doing; all of them, each time.
    pub(crate) fn drifted(&self, drift: Vec<Drift>) {
        self.tell(Msg::Drifted(drift));
    }

    /// End the loop: waiting hooks are let go, the socket is removed, [`crate::Shell::quit`] is
    /// called.
    pub fn quit(&self) {
        self.tell(Msg::Quit);
    }

    fn tell(&self, msg: Msg) {
        if self.mailbox.send(msg).is_err() {
            tracing::debug!("the loop has ended");
        }
    }
}
