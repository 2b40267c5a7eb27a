//! What is still to be learned of cards that have left: whether the hook took the answer, whether
//! a denied call ran all the same, and what a person is told.

use std::collections::VecDeque;
use std::time::Duration;

use vults_protocol::limits::WAITING_CONNECTIONS;

use crate::card::{Card, CardId};
use crate::effect::{Outcome, Record};
use crate::input::{Call, ConnectionId, Origin, SessionKey};
use crate::ledger::ACT_AGE;
use crate::view::{OutcomeView, Text};

/// How long a hook may take to take an answer. One that does not has gone.
const ANSWER_TAKEN: Duration = Duration::from_secs(1);
/// How long it is shown what became of a card.
const OUTCOME_SHOWN: Duration = Duration::from_millis(1_200);
/// How long a card is remembered that left unanswered, so that a click on it can be told that it
/// came too late. A click that takes longer counts for nothing anyway.
const DEPARTED: Duration = ACT_AGE;
/// Denials that are remembered, to notice a call that ran all the same.
const DENIALS: usize = 32;
/// Permits that are remembered; well above what runs at the same time.
const PERMITS: usize = 64;

/// An answer on its way to its hook.
#[derive(Debug)]
pub(crate) struct Answer {
    /// None of a rule's answer, which had no card.
    pub(crate) card: Option<CardId>,
    pub(crate) connection: ConnectionId,
    pub(crate) project: Text,
    /// The start of the person's words with a deny.
    pub(crate) words: Option<Text>,
    /// The record of it, as it was written.
    pub(crate) record: Record,
    pub(crate) until: Duration,
}

/// The answers that are on their way.
#[derive(Debug, Default)]
pub(crate) struct Answers(Vec<Answer>);

impl Answers {
    /// A card was answered.
    pub(crate) fn push(&mut self, card: &Card, words: Option<Text>, record: Record, now: Duration) {
        self.0.push(Answer {
            card: Some(card.id),
            connection: card.connection,
            project: card.project().clone(),
            words,
            record,
            until: now.saturating_add(ANSWER_TAKEN),
        });
    }

    /// A rule has answered.
    pub(crate) fn push_passed(&mut self, connection: ConnectionId, record: Record, now: Duration) {
        let until = now.saturating_add(ANSWER_TAKEN);
        let (card, project, words) = (None, Text::default(), None);
        self.0.push(Answer { card, connection, project, words, record, until });
    }

    pub(crate) fn holds(&self, connection: ConnectionId) -> bool {
        self.0.iter().any(|answer| answer.connection == connection)
    }

    /// Takes the answer on this connection, which has ended.
    pub(crate) fn ended(&mut self, connection: ConnectionId) -> Option<Answer> {
        let index = self.0.iter().position(|answer| answer.connection == connection)?;
        Some(self.0.remove(index))
    }

    /// Takes an answer that its hook has not taken in time.
    pub(crate) fn overdue(&mut self, now: Duration) -> Option<Answer> {
        let index = self.0.iter().position(|answer| answer.until <= now)?;
        Some(self.0.remove(index))
    }

    pub(crate) fn next_deadline(&self) -> Option<Duration> {
        self.0.iter().map(|answer| answer.until).min()
    }
}

#[derive(Debug)]
struct Denial {
    card: CardId,
    project: Text,
    key: SessionKey,
    subagent: Option<String>,
    call: Call,
    record: Record,
}

impl Denial {
    fn is_of(&self, key: &SessionKey, subagent: &Option<String>) -> bool {
        self.key == *key && self.subagent == *subagent
    }
}

/// The last denials whose calls have not been heard of again.
#[derive(Debug, Default)]
pub(crate) struct Denials(VecDeque<Denial>);

impl Denials {
    pub(crate) fn push(&mut self, card: Card, record: Record) {
        if self.0.len() == DENIALS {
            self.0.pop_front();
        }
        self.0.push_back(Denial {
            card: card.id,
            project: card.project().clone(),
            key: card.origin.key,
            subagent: card.origin.subagent,
            call: card.call,
            record,
        });
    }

    /// Takes the denial of a call that has run: it ran all the same.
    pub(crate) fn ran(
        &mut self,
        key: &SessionKey,
        subagent: &Option<String>,
        call: &Call,
    ) -> Option<(OutcomeView, Record)> {
        let fits = |denial: &Denial| denial.is_of(key, subagent) && denial.call == *call;
        let denial = self.0.remove(self.0.iter().position(fits)?)?;
        let outcome = Outcome::RanAllTheSame;
        let view = OutcomeView { card: denial.card, project: denial.project, outcome, words: None };
        Some((view, Record { outcome, ..denial.record }))
    }

    /// The same call begins or asks anew: the denial was obeyed, and what runs now is another.
    pub(crate) fn forget_call(&mut self, key: &SessionKey, subagent: &Option<String>, call: &Call) {
        self.0.retain(|denial| !(denial.is_of(key, subagent) && denial.call == *call));
    }

    /// The turn is over: its calls are.
    pub(crate) fn forget_turn(&mut self, key: &SessionKey, subagent: &Option<String>) {
        self.0.retain(|denial| !denial.is_of(key, subagent));
    }

    /// The session is over.
    pub(crate) fn forget_session(&mut self, key: &SessionKey) {
        self.0.retain(|denial| denial.key != *key);
    }
}

/// A call that was allowed.
#[derive(Debug)]
struct Permit {
    connection: ConnectionId,
    key: SessionKey,
    subagent: Option<String>,
    call: Call,
}

/// The last calls that were allowed here and have not been heard of again. The end of one is not
/// that of an equal call that still waits.
#[derive(Debug, Default)]
pub(crate) struct Permits(VecDeque<Permit>);

impl Permits {
    /// The hook on this connection is told that its call may run.
    pub(crate) fn push(&mut self, origin: &Origin, call: &Call, connection: ConnectionId) {
        if self.0.len() == PERMITS {
            self.0.pop_front();
        }
        self.0.push_back(Permit {
            connection,
            key: origin.key.clone(),
            subagent: origin.subagent.clone(),
            call: call.clone(),
        });
    }

    /// Its hook has not taken it: whatever runs now was allowed elsewhere.
    pub(crate) fn revoke(&mut self, connection: ConnectionId) {
        self.0.retain(|permit| permit.connection != connection);
    }

    /// Takes the permit of a call that has run.
    pub(crate) fn ran(&mut self, origin: &Origin, call: &Call) -> bool {
        let fits = |permit: &Permit| {
            permit.key == origin.key && permit.subagent == origin.subagent && permit.call == *call
        };
        self.0.iter().position(fits).and_then(|index| self.0.remove(index)).is_some()
    }

    /// The turn is over: its calls are.
    pub(crate) fn forget_turn(&mut self, origin: &Origin) {
        self.0.retain(|permit| permit.key != origin.key || permit.subagent != origin.subagent);
    }

    /// The session is over.
    pub(crate) fn forget_session(&mut self, key: &SessionKey) {
        self.0.retain(|permit| permit.key != *key);
    }
}

/// The cards that have just left without an answer of a person's.
#[derive(Debug, Default)]
pub(crate) struct Departed(VecDeque<(CardId, Text, Duration)>);

impl Departed {
    pub(crate) fn push(&mut self, card: &Card, now: Duration) {
        self.0.retain(|(_, _, until)| *until > now);
        if self.0.len() == WAITING_CONNECTIONS {
            self.0.pop_front();
        }
        self.0.push_back((card.id, card.project().clone(), now.saturating_add(DEPARTED)));
    }

    /// Takes the project of a card that is remembered.
    pub(crate) fn take(&mut self, card: CardId, now: Duration) -> Option<Text> {
        let fits = |(id, _, until): &(CardId, Text, Duration)| *id == card && *until > now;
        let index = self.0.iter().position(fits)?;
        self.0.remove(index).map(|(_, project, _)| project)
    }
}

/// What became of the last card, as long as it is shown.
#[derive(Debug, Default)]
pub(crate) struct Strip(Option<(OutcomeView, Duration)>);

impl Strip {
    pub(crate) fn show(&mut self, outcome: OutcomeView, now: Duration) {
        self.0 = Some((outcome, now.saturating_add(OUTCOME_SHOWN)));
    }

    pub(crate) fn pass_time(&mut self, now: Duration) {
        if self.next_deadline().is_some_and(|until| until <= now) {
            self.0 = None;
        }
    }

    pub(crate) fn next_deadline(&self) -> Option<Duration> {
        self.0.as_ref().map(|(_, until)| *until)
    }

    pub(crate) fn view(&self) -> Option<&OutcomeView> {
        self.0.as_ref().map(|(view, _)| view)
    }
}
