//! A request came: a card for it, or back to its terminal.

use std::time::Duration;

use vults_protocol::limits::{CARD_DRAWN, WAITING_CONNECTIONS, WAITING_PER_SESSION};

use super::Reduction;
use crate::card::{Card, CardId};
use crate::effect::Effect;
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
        if self.state.ended.since(arrived, &origin, &request.call) {
            // Its terminal was quicker than the card.
            self.effects.push(Effect::Decline(connection));
            return;
        }
        self.state.denials.forget_call(&origin.key, &origin.subagent, &request.call);
        let sent_back = self.state.paused || self.state.sessions.is_handed_back(&origin.key);
        if sent_back || self.now.elapsed >= arrived.saturating_add(CARD_DRAWN) {
            self.decline(&origin, connection);
            return;
        }
        if let Some(warrant) = self.state.rules.warrant(&request) {
            self.pass(&warrant, &origin, connection, &request);
            return;
        }
        let queue = &self.state.queue;
        let full = queue.len() >= WAITING_CONNECTIONS
            || queue.of_session(&origin.key) >= WAITING_PER_SESSION;
        if full {
            self.decline(&origin, connection);
            return;
        }
        if self.state.rules.is_closed() {
            request.withhold_always();
        }
        let id = CardId(self.state.newest + 1);
        let card = Card::new(id, connection, origin.clone(), request, arrived, self.now);
        self.state.newest = id.0;
        self.state.sessions.asked(&origin);
        let (binding, form) = (card.binding().clone(), card.form().clone());
        self.state.ledger.offer(id, binding, form, card.expires());
        self.state.queue.push(card);
        self.follow_front();
    }

    /// Leaves a request to its terminal.
    pub(super) fn decline(&mut self, origin: &Origin, connection: ConnectionId) {
        self.effects.push(Effect::Decline(connection));
        self.state.sessions.waits_in_terminal(origin);
    }
}
