//! What an input may do: the one reply that a person's act or rule gives, and nothing by a stranger.

use vults_core::{Choice, ConnectionId, Happening, Input, Process, View};
use vults_protocol::Decision;

use super::{Account, Told};
use crate::op::answers;

impl Account<'_> {
    /// The one reply that an input may give: to a person's act on what that person can see, or to
    /// what they have allowed once and for all.
    pub(super) fn expected_reply(
        &self,
        input: &Input,
        before: &View,
    ) -> Option<(ConnectionId, Told)> {
        if let Some(connection) = self.passes(input) {
            return Some((connection, Told::Decision(Decision::Allow)));
        }
        let Input::Person(act) = input else { return None };
        let now = self.world.ms;
        if before.queue.iter().any(|entry| self.cards[&entry.card].is_over(now)) {
            // A card leaves at this moment, which raises the guard.
            return None;
        }
        let front = before.front.as_ref()?;
        let (card, since, whole) = self.shown?;
        let [began, ended] = [act.began, act.ended].map(|at| at.as_millis() as u64);
        let fits = act.card == front.id
            && act.card == card
            && act.binding == front.binding
            && began <= ended
            && ended <= now
            && now - ended <= 2_000
            && began >= since + 400
            && began >= self.changed + 400;
        let questions = self.cards[&card].questions;
        let told = match &act.choice {
            Choice::Allow if whole && !questions => Told::Decision(Decision::Allow),
            // It is offered where the process that asks can be told.
            Choice::AllowAlways if whole && !questions && self.cards[&card].process.is_some() => {
                Told::Decision(Decision::Allow)
            }
            Choice::Deny { words } if !questions => {
                let reason = words.as_ref().map(|_| "Use git mv.".to_owned());
                Told::Decision(Decision::Deny { reason })
            }
            Choice::Answer(_) if whole && questions => {
                let all = answers();
                let said = all.iter().find(|(choice, _)| *choice == act.choice);
                Told::Answers(said.and_then(|(_, answers)| answers.clone())?)
            }
            _ => return None,
        };
        fits.then(|| (self.cards[&card].connection, told))
    }

    /// What a request asks for that a rule of the person's allows.
    pub(super) fn passes(&self, input: &Input) -> Option<ConnectionId> {
        let Input::Asked { origin, connection, .. } = input else { return None };
        let (scope, _) = self.last.as_ref()?;
        let known = self.cards.values().any(|known| known.connection == *connection);
        // A rule speaks for a process that can be told, and for the session's own alone.
        let own = origin.process().is_some() && !self.is_outside(input);
        let asked = !self.paused && !self.handed_back.contains(&origin.key);
        (!known && own && asked && self.made.allow(*scope)).then_some(*connection)
    }

    /// Whether another program than its own speaks of a session, save that it begins it anew.
    pub(super) fn is_outside(&self, input: &Input) -> bool {
        let origin = match input {
            Input::Happened(_, Happening::SessionStarted) => return false,
            Input::AskedElsewhere(origin, connection)
            | Input::Asked { origin, connection, .. }
            | Input::AskedWhilePaused { origin, connection, .. } => {
                // What waits already is not asked again.
                if self.cards.values().any(|known| known.connection == *connection) {
                    return false;
                }
                origin
            }
            Input::Happened(origin, _) => origin,
            _ => return false,
        };
        self.world.state.other_owner(origin).is_some()
    }

    /// Whether it tells of calls of its own that wait here, since before it lost the session.
    pub(super) fn has_own_card(&self, input: &Input) -> bool {
        let Input::Happened(origin, _) = input else { return false };
        let ancestry = &origin.ancestry;
        let is_of = |process: Process| {
            let claims = !ancestry.complete && ancestry.claimed == Some(process);
            claims || ancestry.chain.contains(&process)
        };
        self.cards.values().any(|known| {
            let heard = &self.connections[&known.connection];
            !heard.closed && known.session == origin.key && known.process.is_some_and(is_of)
        })
    }
}
