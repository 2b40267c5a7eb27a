//! What outlasts a run of the app.

use std::collections::BTreeMap;

use super::{Reduction, State};
use crate::effect::Effect;
use crate::input::{Now, SessionKey};
use crate::session::Kept;

impl State {
    /// What of the sessions and plans is to be kept, so that [`crate::Input::SessionsRead`] can give
    /// it to the next run.
    pub fn kept(&self, now: Now) -> Kept {
        let mut cards: BTreeMap<SessionKey, Vec<Option<String>>> = BTreeMap::new();
        for card in self.queue.waiting() {
            let origin = &card.origin;
            cards.entry(origin.key.clone()).or_default().push(origin.subagent.clone());
        }
        Kept { sessions: self.sessions.kept(&cards, now), plans: self.plans.kept() }
    }
}

impl Reduction<'_> {
    pub(super) fn take_back(&mut self, kept: Kept) {
        let Kept { sessions, plans } = kept;
        let folders = self.state.sessions.take_back(sessions, self.now);
        self.state.plans.take_back(plans);
        let read = |(session, folder)| Effect::ReadProject { session, folder };
        self.effects.extend(folders.into_iter().map(read));
    }
}
