//! A person wants to see another card first, or none: one by one, a session's, or all.

use super::Reduction;
use crate::card::{Card, CardId, session_name};
use crate::effect::{Effect, Outcome};

impl Reduction<'_> {
    /// Brings a card to the front. It must be seen there, and is guarded, like one that comes.
    pub(super) fn bring(&mut self, card: CardId) {
        self.state.queue.bring(card);
        self.follow_front();
    }

    /// Hands a session back: its terminal asks from now on, until the session ends. Or takes it
    /// back.
    pub(super) fn hand_back(&mut self, session: &str, handed_back: bool) {
        self.state.sessions.hand_back(session, handed_back);
        if handed_back {
            self.release(Outcome::HandedBack, |card| session_name(&card.origin.key) == session);
        }
    }

    /// Pauses: everything goes back to its terminal until the person goes on.
    pub(super) fn pause(&mut self, paused: bool) {
        self.state.paused = paused;
        if paused {
            self.release(Outcome::Paused, |_| true);
        }
        self.follow_front();
    }

    /// Sends cards back to their terminals.
    fn release(&mut self, outcome: Outcome, fits: impl Fn(&Card) -> bool) {
        while let Some(card) = self.leave(&fits) {
            self.effects.push(Effect::Decline(card.connection));
            self.state.sessions.waits_in_terminal(&card.origin, self.now);
            if card.shown {
                self.depart(&card, outcome);
            } else {
                self.record(&card, outcome);
            }
        }
    }
}
