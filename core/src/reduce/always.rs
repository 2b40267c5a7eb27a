//! Rules: made on a card, used without one, removed in the settings.

use vults_protocol::Decision;

use super::Reduction;
use crate::effect::{Effect, Outcome, Record};
use crate::input::{ConnectionId, Origin};
use crate::ledger::Redeemed;
use crate::request::Request;
use crate::rules::{Scope, Warrant};

impl Reduction<'_> {
    /// Answers a request that a rule allows, without a card and without a word before it (VP-32).
    pub(super) fn pass(
        &mut self,
        warrant: &Warrant,
        origin: &Origin,
        connection: ConnectionId,
        request: &Request,
    ) {
        let (key, unix_ms) = (warrant.key(), self.now.unix_ms);
        self.effects.push(Effect::Reply(connection, Decision::Allow));
        self.state.sessions.asked(origin, self.now.elapsed);
        self.state.sessions.answered(origin, self.now.elapsed);
        let record = Record {
            rule: Some(key.to_string()),
            ..request.record(origin, Outcome::AllowedByRule, unix_ms)
        };
        self.effects.push(Effect::Record(record.clone()));
        self.effects.push(Effect::RuleUsed { key, unix_ms });
        self.state.answers.push_passed(connection, record, self.now.elapsed);
        self.state.permits.push(origin, &request.call, connection);
    }

    /// Makes the rule that a person chose on a card, if that is what they chose: its id.
    pub(super) fn make_rule(&mut self, redeemed: &Redeemed, scope: Scope) -> Option<String> {
        let rule = self.state.rules.make(redeemed, scope, self.now.unix_ms)?;
        let id = rule.key().to_string();
        self.effects.push(Effect::KeepRule(rule));
        Some(id)
    }

    /// Removes a rule. Who is being prepared when it goes is asked about like any other.
    pub(super) fn remove_rule(&mut self, id: String) {
        self.state.rules.remove(&id);
        self.effects.push(Effect::ForgetRule(id));
    }
}
