//! A person answered, or tried to; what became of the answer.

use vults_protocol::Decision;

use super::Reduction;
use crate::answered::Answer;
use crate::card::CardId;
use crate::choice::Verdict;
use crate::effect::{Effect, Outcome, Record};
use crate::input::{Act, ConnectionId};
use crate::ledger::{Redeemed, Refusal};
use crate::request::{RECORD_CHARS, recorded};
use crate::view::OutcomeView;
use crate::visible;

/// A person's words in the line about what became of a card, in characters.
const WORDS_CHARS: usize = 120;

/// What an agent is told that waits.
enum Reply {
    Decision(Decision),
    Answers(Vec<vults_protocol::Answer>),
}

impl Reduction<'_> {
    /// An act that counts for nothing changes nothing: its card, if it still waits, is there to be
    /// answered by the next one.
    pub(super) fn act(&mut self, act: &Act) {
        match self.state.ledger.redeem(act, self.now.elapsed) {
            Ok(redeemed) => self.answer(&redeemed),
            Err(Refusal::Gone) => {
                if let Some(project) = self.state.departed.take(act.card, self.now.elapsed) {
                    self.show(act.card, project, Outcome::TooLate);
                }
            }
            Err(_) => {}
        }
    }

    /// Answers a card. Only this and [`Reduction::pass`] reply to an agent.
    fn answer(&mut self, redeemed: &Redeemed) {
        let (id, verdict) = (redeemed.card(), redeemed.verdict());
        let (reply, outcome) = match verdict {
            Verdict::Allow | Verdict::AllowAlways => {
                (Reply::Decision(Decision::Allow), Outcome::Allowed)
            }
            Verdict::Deny(reason) => {
                let reason = reason.clone();
                (Reply::Decision(Decision::Deny { reason }), Outcome::Denied)
            }
            Verdict::Answer(answers) => (Reply::Answers(answers.clone()), Outcome::Answered),
            Verdict::ReplyInTerminal => return self.leave_to_be_asked(id),
            Verdict::Trust => return self.trust_hooks(id),
            Verdict::NotNow => return self.put_hooks_off(id),
        };
        let Some(mut card) = self.leave(|card| card.id == id) else { return };
        let hook = card.connection;
        self.effects.push(match reply {
            Reply::Decision(decision) => Effect::Reply(hook, decision),
            Reply::Answers(answers) => Effect::Answer(hook, answers),
        });
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

    /// The person wants to be asked in the terminal.
    fn leave_to_be_asked(&mut self, id: CardId) {
        let Some(card) = self.leave(|card| card.id == id) else { return };
        self.effects.push(Effect::Decline(card.connection));
        self.state.sessions.waits_in_terminal(&card.origin, self.now);
        self.close(&card, Outcome::Released);
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
