//! A request came: a card for it, or back to its terminal.

use std::time::Duration;

use vults_protocol::limits::{CARD_DRAWN, WAITING_CONNECTIONS, WAITING_PER_SESSION};

use super::Reduction;
use crate::ancestry::Standing;
use crate::ask::Ask;
use crate::card::{Card, CardId};
use crate::effect::{Effect, Outcome};
use crate::input::{ConnectionId, Origin};
use crate::request::Request;

impl Reduction<'_> {
    pub(super) fn asked(
        &mut self,
        origin: Origin,
        connection: ConnectionId,
        arrived: Duration,
        mut request: Request,
    ) {
        if self.state.holds(connection) {
            return;
        }
        let arrived = arrived.min(self.now.elapsed);
        if !self.asks_for_its_session(&origin)
            || self.state.ended.since(arrived, &origin, &request.call)
        {
            // Another program's, or its terminal was quicker than the card.
            self.effects.push(Effect::Decline(connection));
            return;
        }
        self.state.denials.forget_call(&origin.key, &origin.subagent, &request.call);
        if self.is_sent_back(&origin, connection, &request) {
            return;
        }
        if self.now.elapsed >= arrived.saturating_add(CARD_DRAWN) {
            self.leave_to_terminal(&origin, connection);
            return;
        }
        if let Some(warrant) = self.state.rules.warrant(&request) {
            self.pass(&warrant, &origin, connection, &request);
            return;
        }
        let queue = &self.state.queue;
        let full = queue.waiting().count() >= WAITING_CONNECTIONS
            || queue.of_session(&origin.key) >= WAITING_PER_SESSION;
        if full {
            self.leave_to_terminal(&origin, connection);
            return;
        }
        if self.state.rules.is_closed() {
            request.withhold_always();
        }
        let id = CardId(self.state.newest + 1);
        let card = Card::new(id, connection, origin, request, arrived, self.now);
        self.state.newest = id.0;
        self.state.sessions.asked(&card.origin, self.now.elapsed);
        self.state.queue.hold(card);
        self.show_due();
    }

    /// A request that nobody was to see.
    pub(super) fn asked_while_paused(
        &mut self,
        origin: &Origin,
        connection: ConnectionId,
        ask: &Ask,
    ) {
        if self.state.holds(connection) {
            return;
        }
        self.decline(origin, connection);
        if self.asks_for_its_session(origin) {
            self.state.denials.forget_call(&origin.key, &origin.subagent, &ask.call);
            let record = ask.record(origin, Outcome::Paused, self.now.unix_ms);
            self.effects.push(Effect::Record(record));
        }
    }

    /// Whether a request is its session's own. Its hook waits, so it can be told.
    fn asks_for_its_session(&self, origin: &Origin) -> bool {
        self.state.sessions.standing(origin) == Standing::Inside
    }

    /// Whether a person wants no card of a request. Then its terminal asks.
    fn is_sent_back(
        &mut self,
        origin: &Origin,
        connection: ConnectionId,
        request: &Request,
    ) -> bool {
        let outcome = if self.state.paused {
            Outcome::Paused
        } else if self.state.sessions.is_handed_back(&origin.key) {
            Outcome::HandedBack
        } else {
            return false;
        };
        self.decline(origin, connection);
        let record = request.record(origin, outcome, self.now.unix_ms);
        self.effects.push(Effect::Record(record));
        true
    }

    /// Leaves a request to its terminal, as the person wants.
    fn decline(&mut self, origin: &Origin, connection: ConnectionId) {
        self.effects.push(Effect::Decline(connection));
        self.state.sessions.asked(origin, self.now.elapsed);
        self.state.sessions.waits_in_terminal(origin, self.now);
    }

    /// Leaves a request to its terminal that no card shows, and says so.
    pub(super) fn leave_to_terminal(&mut self, origin: &Origin, connection: ConnectionId) {
        self.effects.push(Effect::Decline(connection));
        self.state.sessions.asked(origin, self.now.elapsed);
        self.now_asks_in_terminal(origin);
    }
}
