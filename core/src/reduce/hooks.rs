//! A project's own hooks: asked about when nothing else is, and trusted by a person alone (specs D8).

use super::Reduction;
use crate::card::CardId;
use crate::choice::Form;
use crate::effect::{Effect, Outcome, Record};
use crate::hooks::UntrustedHooks;
use crate::input::{NotKept, SessionKey};
use crate::ledger::Binding;

/// They wait for ever.
const NEVER: std::time::Duration = std::time::Duration::MAX;

impl Reduction<'_> {
    /// What agents meet in a folder: cards for what is new, and none for what is no longer so.
    pub(super) fn hooks_read(
        &mut self,
        folder: &str,
        sessions: &[SessionKey],
        untrusted: Vec<UntrustedHooks>,
    ) {
        let (now, newest) = (self.now.elapsed, &mut self.state.newest);
        let learned = self.state.trusts.learn(folder, sessions, untrusted, now, || number(newest));
        self.revoke(learned.gone);
        self.offer(learned.new);
    }

    /// The person trusts the hooks of a card. Only this trusts any.
    pub(super) fn trust_hooks(&mut self, card: CardId) {
        if let Some((file, fingerprint, seen_from)) = self.state.trusts.trust(card, self.now) {
            self.effects.push(Effect::TrustHooks { card, file, fingerprint, seen_from });
        }
        self.revoke(vec![card]);
    }

    /// The person puts the question of a card about hooks off.
    pub(super) fn put_hooks_off(&mut self, card: CardId) {
        if let Some((project, record)) = self.state.trusts.put_off(card, self.now) {
            self.effects.push(Effect::Record(record));
            self.show(card, project, Outcome::HooksPutOff);
        }
        self.revoke(vec![card]);
    }

    /// It is known what became of a person's trust.
    pub(super) fn hooks_kept(&mut self, card: CardId, kept: Result<(), NotKept>) {
        let Some((project, record)) = self.state.trusts.kept(card, kept.is_ok()) else { return };
        let outcome = match kept {
            Ok(()) => Outcome::HooksTrusted,
            Err(NotKept::Changed) => Outcome::HooksChanged,
            Err(NotKept::Unwritten) => Outcome::HooksNotKept,
        };
        self.effects.push(Effect::Record(Record { outcome, ..record }));
        self.show(card, project, outcome);
    }

    /// The person wants to see again what they have put off.
    pub(super) fn review_hooks(&mut self, session: &str) {
        let newest = &mut self.state.newest;
        let offers = self.state.trusts.ask_again(session, || number(newest));
        self.offer(offers);
    }

    /// Takes away what only sessions have met that are over.
    pub(super) fn leave_hooks(&mut self) {
        let sessions = &self.state.sessions;
        let gone = self.state.trusts.leave(|key| sessions.known(key), self.now.elapsed);
        self.revoke(gone);
    }

    fn offer(&mut self, offers: Vec<(CardId, Binding, Form)>) {
        for (card, binding, form) in offers {
            self.state.ledger.offer(card, binding, form, NEVER);
        }
        self.follow_front();
    }

    fn revoke(&mut self, cards: Vec<CardId>) {
        for card in cards {
            self.state.ledger.revoke(card, self.now.elapsed);
        }
        self.follow_front();
    }
}

fn number(newest: &mut u64) -> CardId {
    *newest += 1;
    CardId(*newest)
}
