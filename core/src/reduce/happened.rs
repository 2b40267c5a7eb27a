//! An agent reported something.

use super::Reduction;
use crate::ancestry::Standing;
use crate::card::Card;
use crate::effect::{Effect, Outcome, Record};
use crate::input::{Call, Happening, Origin, Usage};

impl Reduction<'_> {
    /// Another program that speaks of a session changes nothing about it, save that it may begin it
    /// anew. A card is the business of the process that asks: whoever else has begun its session
    /// anew meanwhile does not end it.
    pub(super) fn happened(&mut self, origin: &Origin, happening: &Happening) {
        let speaks = self.state.sessions.standing(origin) != Standing::Outside;
        let has_card = self.state.queue.of_session(&origin.key) > 0;
        let noted = self.state.sessions.happened(origin, happening, has_card, self.now);
        self.note(origin, &noted);
        if let Some((subagent, call)) = noted.blocked {
            self.blocked(origin, subagent, call);
        }
        if speaks {
            self.state.ended.happened(origin, happening, self.now.elapsed);
        }
        let Origin { key, subagent, .. } = origin;
        match happening {
            Happening::ToolStarted(call, _) if speaks => {
                self.state.denials.forget_call(key, subagent, call);
            }
            Happening::ToolEnded(call) => self.tool_ended(origin, call, speaks),
            // Neither a turn that is over nor one that a person has just begun waits for an answer
            // to an earlier call. A sub-agent's turn is its own: it goes on after its session's.
            Happening::Prompted | Happening::TurnEnded(_) | Happening::TurnFailed => {
                if speaks {
                    self.state.denials.forget_turn(key, subagent);
                    self.state.permits.forget_turn(origin);
                }
                self.withdraw(|card| {
                    card.is_from(origin, speaks) && card.is_of(key, subagent.as_deref())
                });
            }
            Happening::SessionEnded => {
                if speaks {
                    self.state.denials.forget_session(key);
                    self.state.permits.forget_session(key);
                }
                self.withdraw(|card| card.is_from(origin, speaks) && card.origin.key == *key);
                // Another process asks for the same session: for that one it goes on.
                let left = self.state.queue.waiting().find(|card| card.origin.key == *key);
                if let Some(other) = left.filter(|_| speaks).map(|card| card.origin.clone()) {
                    self.state.sessions.asked(&other, self.now.elapsed);
                }
            }
            Happening::Used(usage) => {
                if speaks && self.state.sessions.lives(key) {
                    self.used(origin, usage);
                }
            }
            Happening::SessionStarted
            | Happening::GoesOn(_)
            | Happening::ToolStarted(..)
            | Happening::AsksInTerminal
            | Happening::SubagentStarted
            | Happening::Idle
            | Happening::CompactionStarted
            | Happening::CompactionEnded
            | Happening::HandlersRan(_)
            | Happening::Seen => {}
        }
    }

    /// An agent says what its session has used. An older word that comes late counts for nothing.
    fn used(&mut self, origin: &Origin, usage: &Usage) {
        if self.state.plans.used(origin, usage, self.now) {
            self.state.sessions.used(origin, usage.cost_micro_usd);
        }
    }

    /// A call that is over needs no answer: the terminal gave it, or ran what was denied.
    fn tool_ended(&mut self, origin: &Origin, call: &Call, speaks: bool) {
        let Origin { key, subagent, .. } = origin;
        if speaks && self.state.permits.ran(origin, call) {
            return;
        }
        let same = |card: &Card| {
            card.is_from(origin, speaks)
                && card.is_of(key, subagent.as_deref())
                && card.call == *call
        };
        if let Some(card) = self.leave(same) {
            self.effects.push(Effect::Decline(card.connection));
            self.depart(&card, Outcome::AnsweredInTerminal);
            return;
        }
        let ran = || self.state.denials.ran(key, subagent, call);
        if let Some((outcome, record)) = speaks.then(ran).flatten() {
            let unix_ms = self.now.unix_ms;
            self.effects.push(Effect::Record(Record { unix_ms, ..record }));
            self.state.strip.show(outcome, self.now.elapsed);
        }
    }

    /// A hook of the person's has blocked a call: whatever would be answered, it does not run.
    fn blocked(&mut self, origin: &Origin, subagent: Option<String>, call: Call) {
        let whose = Origin { subagent, ..origin.clone() };
        self.state.ended.blocked(&whose, &call, self.now.elapsed);
        if self.state.permits.ran(&whose, &call) {
            return;
        }
        let Origin { key, subagent, .. } = &whose;
        let same = |card: &Card| {
            card.is_from(origin, true) && card.is_of(key, subagent.as_deref()) && card.call == call
        };
        if let Some(card) = self.leave(same) {
            self.effects.push(Effect::Decline(card.connection));
            self.depart(&card, Outcome::BlockedByHook);
        }
    }

    /// Takes down the cards of a turn or session that is over, and lets their hooks end.
    fn withdraw(&mut self, fits: impl Fn(&Card) -> bool) {
        while let Some(card) = self.leave(&fits) {
            self.effects.push(Effect::Decline(card.connection));
            self.depart(&card, Outcome::Withdrawn);
        }
    }
}
