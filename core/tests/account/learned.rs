//! What the account learns of each step: who has a session, which cards there are, what each
//! connection hears, and what a person can see.

use std::collections::BTreeMap;

use proptest::prelude::*;
use vults_core::{
    Action, CardId, Effect, Happening, Input, Mode, Process, SessionKey, Status, View,
};

use super::verified::shown_of;
use super::{Account, Known, ORIGIN, Sender, Who, count};
use crate::world::in_front;

/// Whether a session is shown only for a moment more.
pub(super) fn is_over(status: Status) -> bool {
    matches!(status, Status::Ended | Status::Gone)
}

impl Account<'_> {
    /// Which process has each session.
    pub(super) fn owners(&self) -> BTreeMap<u8, Process> {
        let nobody = Process { pid: 1, began: 9 };
        let owner = |session: u8| {
            let who = Who { session, sender: Sender::Told(nobody), ..ORIGIN };
            self.world.state.other_owner(&who.origin()).map(|owner| (session, owner))
        };
        (0..3).filter_map(owner).collect()
    }

    /// A session changes hands only when it begins anew, or is over for its process.
    pub(super) fn follow_owners(
        &self,
        input: &Input,
        before: BTreeMap<u8, Process>,
    ) -> Result<(), TestCaseError> {
        let after = self.owners();
        for (session, owner) in before {
            let key = Who { session, ..ORIGIN }.origin().key;
            let may_change = match input {
                Input::ProcessEnded(process) => *process == owner,
                Input::Happened(origin, Happening::SessionStarted) => origin.key == key,
                Input::Happened(origin, Happening::SessionEnded) => {
                    let ancestry = &origin.ancestry;
                    let claims = !ancestry.complete && ancestry.claimed == Some(owner);
                    origin.key == key && (claims || ancestry.chain.contains(&owner))
                }
                _ => false,
            };
            let same = after.get(&session) == Some(&owner);
            prop_assert!(same || may_change, "{:?} lost {:?} on {:?}", owner, key, input);
        }
        Ok(())
    }

    /// A request that is not declined has a card from now on, shown or not.
    pub(super) fn count_asked(&mut self, input: &Input, effects: &[Effect]) {
        let Input::Asked { origin, connection, .. } = input else { return };
        let declined = effects.contains(&Effect::Decline(*connection));
        let waits = self.cards.values().any(|known| known.connection == *connection);
        let passed = effects.iter().any(|effect| matches!(effect, Effect::Reply(..)));
        let last = self.last.as_ref().filter(|_| !declined && !waits && !passed);
        let Some((scope, request)) = last else { return };
        let auto = origin.mode == Some(Mode::Auto);
        if auto {
            count(&self.tally.held);
        }
        let known = Known {
            connection: *connection,
            session: origin.key.clone(),
            process: origin.process(),
            binding: String::new(),
            arrived: self.world.ms,
            shown_from: self.world.ms + if auto { 500 } else { 0 },
            announced: false,
            content: shown_of(request),
            questions: matches!(request.action, Action::Questions { .. }),
            scope: *scope,
        };
        self.cards.insert(CardId(self.cards.len() as u64 + self.hooks.cards + 1), known);
    }

    /// Each connection hears at most one `waiting`, when its card is drawn, then at most one reply,
    /// then at most one close, then nothing.
    pub(super) fn hear(&mut self, input: &Input, effects: &[Effect]) -> Result<(), TestCaseError> {
        for effect in effects {
            let (Effect::Waiting(connection)
            | Effect::Reply(connection, _)
            | Effect::Answer(connection, _)
            | Effect::Decline(connection)) = effect
            else {
                continue;
            };
            let heard = self.connections.entry(*connection).or_default();
            prop_assert!(!heard.closed, "{:?} after the end", effect);
            match effect {
                Effect::Waiting(_) => {
                    prop_assert!(!heard.waiting, "a second {:?}", effect);
                    heard.waiting = true;
                    let asked = |known: &(_, &mut Known)| known.1.connection == *connection;
                    let Some((card, known)) = self.cards.iter_mut().find(asked) else {
                        return Err(TestCaseError::fail("waiting without a card"));
                    };
                    let is_drawn = matches!(input, Input::Drawn(d) if d.queued.contains(card));
                    prop_assert!(is_drawn, "{:?} on {:?}", effect, input);
                    known.announced = true;
                }
                Effect::Reply(..) | Effect::Answer(..) => {
                    prop_assert!(!heard.answered, "a second {:?}", effect);
                    heard.answered = true;
                }
                _ => heard.closed = true,
            }
            if matches!(effect, Effect::Decline(_)) {
                count(&self.tally.declined);
                if matches!(input, Input::Paused(true) | Input::HandBack { .. }) {
                    count(&self.tally.sent_back);
                }
            }
        }
        Ok(())
    }

    /// Keeps the account: which cards there are, and what of them can be seen.
    pub(super) fn learn(&mut self, input: &Input, outside: bool, before: &View, after: &View) {
        let now = self.world.ms;
        let waits = |card: CardId, view: &View| view.queue.iter().any(|entry| entry.card == card);
        if let Some(front) = &after.front {
            self.cards.get_mut(&front.id).expect("a known card").binding = front.binding.clone();
        }
        let front = |view: &View| in_front(view).map(|(card, _)| card);
        let agents = |view: &View| view.front.as_ref().map(|front| front.id);
        match input {
            Input::Drawn(drawn) if drawn.revision <= before.revision => {
                let seen = drawn.front.as_ref().filter(|seen| {
                    in_front(after)
                        .is_some_and(|(card, binding)| card == seen.card && binding == seen.binding)
                });
                self.shown = match (seen, self.shown) {
                    (None, _) => None,
                    (Some(seen), Some((card, since, _))) if card == seen.card => {
                        Some((card, since, seen.whole))
                    }
                    (Some(seen), _) => Some((seen.card, now, seen.whole)),
                };
            }
            Input::Undrawn => self.shown = None,
            _ => {}
        }
        if front(before) != front(after) {
            self.keys = None;
            self.changed = now;
            self.shown = self.shown.filter(|(card, ..)| Some(*card) == front(after));
        }
        if before.queue.iter().any(|entry| !waits(entry.card, after)) {
            self.changed = now;
        }
        if let Input::KeysBound(card) = input {
            self.keys = card.filter(|card| agents(after) == Some(*card));
        }
        if before.revision != after.revision {
            self.past.push(before.clone());
        }
        // What is shown comes behind the others, and stays where it is until somebody brings it.
        self.order.retain(|card| waits(*card, after));
        let new = after.queue.iter().map(|entry| entry.card);
        let new: Vec<_> = new.filter(|card| !self.order.contains(card)).collect();
        self.order.extend(new);
        match input {
            Input::Bring(card) => {
                if let Some(index) = self.order.iter().position(|other| other == card) {
                    self.order.remove(index);
                    self.order.insert(0, *card);
                    count(&self.tally.brought);
                }
            }
            Input::Paused(paused) => self.paused = *paused,
            Input::HandBack { session, handed_back } => {
                let known = before
                    .sessions
                    .iter()
                    .any(|view| view.key == *session && !is_over(view.status));
                let key = SessionKey {
                    agent: "claude".to_owned(),
                    session: session.trim_start_matches("claude/").to_owned(),
                };
                if known && *handed_back {
                    self.handed_back.insert(key);
                } else if known {
                    self.handed_back.remove(&key);
                }
            }
            Input::Happened(origin, Happening::SessionStarted) => {
                self.handed_back.remove(&origin.key);
            }
            Input::Happened(origin, Happening::SessionEnded) if !outside => {
                self.handed_back.remove(&origin.key);
            }
            _ => {}
        }
        // Until it ends: also when its process has.
        self.handed_back.retain(|key| {
            let name = format!("claude/{}", key.session);
            after.sessions.iter().any(|view| view.key == name && !is_over(view.status))
        });
    }
}
