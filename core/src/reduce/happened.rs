//! An agent reported something.

use super::Reduction;
use crate::card::Card;
use crate::effect::{Effect, Outcome, Record};
use crate::input::{Call, Happening, Origin};

impl Reduction<'_> {
    pub(super) fn happened(&mut self, origin: &Origin, happening: &Happening) {
        let Origin { key, subagent, .. } = origin;
        let has_card = self.state.queue.of_session(key) > 0;
        self.state.sessions.happened(origin, happening, has_card);
        self.state.ended.happened(origin, happening, self.now.elapsed);
        match happening {
            Happening::ToolStarted(call, _) => self.state.denials.forget_call(key, subagent, call),
            Happening::ToolEnded(call) => self.tool_ended(origin, call),
            Happening::TurnEnded | Happening::TurnFailed => {
                self.state.denials.forget_turn(key, subagent);
                self.withdraw(|card| card.is_of(key, subagent.as_deref()));
            }
            Happening::SessionEnded => {
                self.state.denials.forget_session(key);
                self.withdraw(|card| card.origin.key == *key);
            }
            Happening::SessionStarted
            | Happening::Prompted
            | Happening::AsksInTerminal
            | Happening::Seen => {}
        }
    }

    /// A call that is over needs no answer: the terminal gave it, or ran what was denied.
    pub(super) fn tool_ended(&mut self, origin: &Origin, call: &Call) {
        let Origin { key, subagent, .. } = origin;
        let same = |card: &Card| card.is_of(key, subagent.as_deref()) && card.call == *call;
        if let Some(card) = self.leave(same) {
            self.effects.push(Effect::Decline(card.connection));
            self.depart(&card, Outcome::AnsweredInTerminal);
        } else if let Some((outcome, record)) = self.state.denials.ran(key, subagent, call) {
            let unix_ms = self.now.unix_ms;
            self.effects.push(Effect::Record(Record { unix_ms, ..record }));
            self.state.strip.show(outcome, self.now.elapsed);
        }
    }

    /// Takes down the cards of a turn or session that is over, and lets their hooks end.
    pub(super) fn withdraw(&mut self, fits: impl Fn(&Card) -> bool) {
        while let Some(card) = self.leave(&fits) {
            self.effects.push(Effect::Decline(card.connection));
            self.depart(&card, Outcome::Withdrawn);
        }
    }
}
