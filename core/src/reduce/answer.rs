//! A person answered, or tried to; what became of the answer.

use vults_protocol::Decision;

use super::Reduction;
use crate::answered::Answer;
use crate::choice::Verdict;
use crate::effect::{Effect, Outcome, Record};
use crate::input::{Act, ConnectionId};
use crate::ledger::{Redeemed, Refusal};
use crate::request::{RECORD_CHARS, recorded};
use crate::view::OutcomeView;
use crate::visible;

/// A person's words in the line about what became of a card, in characters.
const WORDS_CHARS: usize = 120;

impl Reduction<'_> {
    /// An act that counts for nothing changes nothing: its card, if it still waits, is there to be
    /// answered by the next one.
    pub(super) fn act(&mut self, act: &Act) {
        match self.state.ledger.redeem(act, self.now.elapsed) {
            Ok(redeemed) => match redeemed.verdict() {
                Verdict::Trust | Verdict::NotNow => self.answer_hooks(&redeemed),
                _ => self.answer(&redeemed),
            },
            Err(Refusal::Gone) => {
                if let Some(project) = self.state.departed.take(act.card, self.now.elapsed) {
                    self.show(act.card, project, Outcome::TooLate);
                }
            }
            Err(_) => {}
        }
    }

    /// Answers a card. Only this and [`Reduction::pass`] reply to an agent.
    pub(super) fn answer(&mut self, redeemed: &Redeemed) {
        let Some(mut card) = self.leave(|card| card.id == redeemed.card()) else { return };
        let (hook, verdict) = (card.connection, redeemed.verdict());
        let (effect, outcome) = match verdict {
            Verdict::Allow | Verdict::AllowAlways => {
                (Effect::Reply(hook, Decision::Allow), Outcome::Allowed)
            }
            Verdict::Deny(reason) => {
                let reason = reason.clone();
                (Effect::Reply(hook, Decision::Deny { reason }), Outcome::Denied)
            }
            Verdict::Trust | Verdict::NotNow => return,
            Verdict::Answer(answers) => (Effect::Answer(hook, answers.clone()), Outcome::Answered),
            Verdict::ReplyInTerminal => {
                self.effects.push(Effect::Decline(hook));
                self.state.sessions.waits_in_terminal(&card.origin, self.now);
                self.close(&card, Outcome::Released);
                return;
            }
        };
        self.effects.push(effect);
        self.state.sessions.answered(&card.origin, self.now.elapsed);
        let said = verdict.said().iter().map(|said| recorded(said, RECORD_CHARS)).collect();
        let rule = card.scope.take().and_then(|scope| self.make_rule(redeemed, scope));
        let record = Record { said, rule, ..card.record(outcome, self.now.unix_ms) };
        self.effects.push(Effect::Record(record.clone()));
        let words = match verdict {
            Verdict::Deny(Some(words)) => Some(visible::one_line(words, WORDS_CHARS)),
            _ => None,
        };
        self.state.answers.push(&card, words, record.clone(), self.now.elapsed);
        match outcome {
            Outcome::Denied => self.state.denials.push(card, record),
            _ => self.state.permits.push(&card.origin, &card.call, hook),
        }
    }

    pub(super) fn ended(&mut self, connection: ConnectionId, read_all: bool) {
        if let Some(answer) = self.state.answers.ended(connection) {
            if read_all {
                let Answer { card, project, words, record, .. } = answer;
                let outcome = record.outcome;
                if let Some(card) = card {
                    self.show_all(OutcomeView { card, project, outcome, words });
                }
            } else {
                self.too_late(answer);
            }
        } else if let Some(card) = self.leave(|card| card.connection == connection) {
            // What nobody was asked has been decided without a person: the agent goes on.
            if card.shown {
                self.state.sessions.withdrew(&card.origin, self.now.elapsed);
            }
            self.depart(&card, Outcome::Withdrawn);
        }
    }

    pub(super) fn too_late(&mut self, answer: Answer) {
        self.state.permits.revoke(answer.connection);
        let unix_ms = self.now.unix_ms;
        let outcome = Outcome::TooLate;
        self.effects.push(Effect::Record(Record { unix_ms, outcome, ..answer.record }));
        if let Some(card) = answer.card {
            self.show(card, answer.project, outcome);
        }
    }
}
