//! What a person is told once, and what the world is asked.

use super::Reduction;
use crate::effect::{Effect, News, Told};
use crate::input::Origin;
use crate::session::Noted;

impl Reduction<'_> {
    /// Does what an event of a session calls for.
    pub(super) fn note(&mut self, origin: &Origin, noted: &Noted) {
        match noted.tell {
            // The person wants its terminal to ask.
            Some(Told::AsksInTerminal) if self.asks_by_wish(origin) => {}
            Some(what) => self.tell(origin, what),
            None => {}
        }
        let folder = noted.look.then(|| self.state.sessions.folder(&origin.key)).flatten();
        if let Some(folder) = folder.map(str::to_owned) {
            self.effects.push(Effect::ReadProject { session: origin.key.clone(), folder });
        }
    }

    /// A request waits in its terminal from now on, since no card shows it (any more). Where another
    /// one does, the person has been told already.
    pub(super) fn now_asks_in_terminal(&mut self, origin: &Origin) {
        let is_new = self.state.sessions.waits_in_terminal(origin, self.now);
        let has_card = self.state.queue.of_session(&origin.key) > 0;
        if is_new && !has_card && !self.asks_by_wish(origin) {
            self.tell(origin, Told::AsksInTerminal);
        }
    }

    /// Whether a person wants its terminal to ask.
    fn asks_by_wish(&self, origin: &Origin) -> bool {
        self.state.paused || self.state.sessions.is_handed_back(&origin.key)
    }

    fn tell(&mut self, origin: &Origin, what: Told) {
        self.effects.push(Effect::Tell(News::of(&origin.key, &origin.agent_name, what)));
    }
}
