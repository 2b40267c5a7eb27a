//! What is known of projects' hooks: which cards there are about them, and what a person may trust.

use proptest::prelude::*;
use proptest::sample::Index;
use vults_core::{CardId, Choice, Effect, Input, NotKept, View};

use super::{Account, count};
use crate::world::{self, fingerprint, hooks, hooks_read};

/// The settings files that there are.
const FILES: [&str; 2] =
    ["/home/me/one/.levelcode/settings.json", "/home/me/one/.vults/settings.json"];
/// Where they are met, by a session that says nothing else.
const FOLDER: &str = "/home/me/one";
const SESSION: &str = "met";

/// The hooks of one file that wait.
#[derive(Clone, Debug)]
struct Met {
    card: CardId,
    file: usize,
    state: u8,
    put_off: bool,
    /// When, in milliseconds: nobody knows the session, so that it counts for half a minute.
    at: u64,
}

/// What is known of hooks.
#[derive(Clone, Debug, Default)]
pub(super) struct Hooks {
    waiting: Vec<Met>,
    put_off: [Option<u8>; 2],
    /// Those that a person trusts, of which it is not known yet what becomes of it.
    trusted: Vec<(CardId, usize, u8)>,
    /// How many cards there were about them.
    pub(super) cards: u64,
}

/// Trust as it is given out: the card, the file, its fingerprint.
type Trust = (CardId, String, String);

fn trust_of(met: &Met) -> Trust {
    let state = format!("./guard.sh {}", met.state);
    (met.card, FILES[met.file].to_owned(), fingerprint(&state))
}

impl Hooks {
    fn asked(&self) -> Option<&Met> {
        self.waiting.iter().find(|met| !met.put_off)
    }

    fn cards(&self) -> Vec<CardId> {
        self.waiting.iter().filter(|met| !met.put_off).map(|met| met.card).collect()
    }

    pub(super) fn read(states: [Option<u8>; 2]) -> Input {
        let of = |(state, file): (Option<u8>, &str)| state.map(|state| hooks(file, state));
        hooks_read(SESSION, FOLDER, states.into_iter().zip(FILES).filter_map(of).collect())
    }

    /// Any of what a person trusts, else any card.
    pub(super) fn kept(&self, index: &Index, kept: Result<(), NotKept>) -> Input {
        let cards: Vec<_> = self.trusted.iter().map(|(card, ..)| *card).collect();
        let card =
            if cards.is_empty() { CardId(index.index(12) as u64) } else { *index.get(&cards) };
        Input::HooksKept { card, kept }
    }

    pub(super) fn review() -> Input {
        Input::ReviewHooks(format!("claude/{SESSION}"))
    }

    fn next(&mut self, cards: usize) -> CardId {
        self.cards += 1;
        CardId(cards as u64 + self.cards)
    }

    fn learn(&mut self, input: &Input, cards: usize, trust: Option<&Trust>, at: u64) {
        match input {
            Input::HooksRead { untrusted, .. } => {
                let is =
                    |file: usize, hooks: &&vults_core::UntrustedHooks| hooks.file() == FILES[file];
                self.waiting.retain(|met| untrusted.iter().any(|hooks| is(met.file, &hooks)));
                for (file, path) in FILES.iter().enumerate() {
                    let Some(new) = untrusted.iter().find(|hooks| is(file, hooks)) else {
                        continue;
                    };
                    let state = u8::from(*new == hooks(path, 1));
                    if self.trusted.iter().any(|(_, of, was)| (*of, *was) == (file, state)) {
                        continue;
                    }
                    let put_off = self.put_off[file] == Some(state);
                    match self.waiting.iter().position(|met| met.file == file) {
                        Some(index) if self.waiting[index].state == state => {
                            self.waiting[index].at = at;
                        }
                        Some(index) => {
                            let card = self.next(cards);
                            self.waiting[index] = Met { card, file, state, put_off, at };
                        }
                        None => {
                            let card = self.next(cards);
                            self.waiting.push(Met { card, file, state, put_off, at });
                        }
                    }
                }
            }
            Input::HooksKept { card, .. } => self.trusted.retain(|(of, ..)| of != card),
            Input::ReviewHooks(_) => {
                for index in 0..self.waiting.len() {
                    if self.waiting[index].put_off {
                        self.waiting[index].card = self.next(cards);
                        self.waiting[index].put_off = false;
                        self.put_off[self.waiting[index].file] = None;
                    }
                }
            }
            Input::Person(act) => {
                let index = self.waiting.iter().position(|met| met.card == act.card);
                if let Some(index) = index.filter(|_| trust.is_some()) {
                    let met = self.waiting.remove(index);
                    self.trusted.push((met.card, met.file, met.state));
                }
            }
            _ => {}
        }
        self.waiting.retain(|met| at < met.at + 30_000);
    }
}

impl Account<'_> {
    /// The trust that an input may give: to a person's act on the card that shows those hooks.
    pub(super) fn expected_trust(&self, input: &Input, before: &View) -> Option<Trust> {
        let Input::Person(act) = input else { return None };
        let met = self.hooks.asked().filter(|met| met.card == act.card)?;
        (act.choice == Choice::Trust && self.may_answer(input, before, true)).then(|| trust_of(met))
    }

    /// Whether a person can have meant this card about hooks, and, where that is asked, seen all of it.
    fn may_answer(&self, input: &Input, before: &View, whole: bool) -> bool {
        let (Input::Person(act), Some(trust)) = (input, &before.trust) else { return false };
        let now = self.world.ms;
        let [began, ended] = [act.began, act.ended].map(|at| at.as_millis() as u64);
        let Some((card, since, seen)) = self.shown else { return false };
        act.card == trust.id
            && act.card == card
            && act.binding == trust.binding
            && began <= ended
            && ended <= now
            && now - ended <= 2_000
            && began >= since + 400
            && began >= self.changed + 400
            && (seen || !whole)
            // An agent's card that comes at this moment goes first.
            && !self.agent_waits()
    }

    /// Whether a request of an agent's is to be on screen by now.
    pub(super) fn agent_waits(&self) -> bool {
        let now = self.world.ms;
        self.cards.values().any(|known| {
            let heard = &self.connections[&known.connection];
            !heard.closed && !heard.answered && known.shown_from <= now
        })
    }

    /// What the input did about hooks, against what it may have done.
    pub(super) fn follow_hooks(
        &mut self,
        input: &Input,
        before: &View,
        effects: &[Effect],
    ) -> Result<(), TestCaseError> {
        let trusts = |effect: &Effect| match effect {
            Effect::TrustHooks { card, file, fingerprint, seen_from } => {
                assert_eq!(seen_from, &[FOLDER]);
                Some((*card, file.clone(), fingerprint.clone()))
            }
            _ => None,
        };
        let given: Vec<_> = effects.iter().filter_map(trusts).collect();
        let expected = self.expected_trust(input, before);
        prop_assert_eq!(&given, &Vec::from_iter(expected), "on {:?}", input);
        if !given.is_empty() {
            count(&self.tally.trusted);
        }
        let cards_before = self.hooks.cards();
        let put_off = match input {
            Input::Person(act) if act.choice == Choice::NotNow => {
                self.may_answer(input, before, false).then_some(act.card)
            }
            _ => None,
        };
        if let Some(met) =
            put_off.and_then(|card| self.hooks.waiting.iter_mut().find(|met| met.card == card))
        {
            met.put_off = true;
            self.hooks.put_off[met.file] = Some(met.state);
            count(&self.tally.put_off);
        }
        let cards = self.cards.len();
        self.hooks.learn(input, cards, given.first(), self.world.ms);
        let cards_after = self.hooks.cards();
        if cards_before.iter().any(|card| !cards_after.contains(card)) {
            self.changed = self.world.ms;
        }
        Ok(())
    }

    /// What holds of every view's hooks.
    pub(super) fn verify_hooks(&self, after: &View) -> Result<(), TestCaseError> {
        let free = after.front.is_none() && !self.paused;
        let asked = self.hooks.asked().filter(|_| free);
        prop_assert_eq!(after.trust.as_ref().map(|trust| trust.id), asked.map(|met| met.card));
        if let (Some(trust), Some(met)) = (&after.trust, asked) {
            let whole = self.shown.is_some_and(|(card, _, whole)| card == trust.id && whole);
            prop_assert_eq!((trust.whole, trust.offered), (whole, true));
            let shown = hooks(FILES[met.file], met.state);
            prop_assert_eq!(&*trust.content, shown.content());
            prop_assert!(after.queue.is_empty(), "hooks before an agent");
        }
        let put_off = self.hooks.waiting.iter().any(|met| met.put_off);
        let expected: Vec<_> = put_off.then(|| format!("claude/{SESSION}")).into_iter().collect();
        prop_assert_eq!(&after.untrusted, &expected);
        Ok(())
    }
}

/// The card that a window shows.
pub(super) fn in_front(view: &View) -> Option<CardId> {
    world::in_front(view).map(|(card, _)| card)
}
