//! A person's account of the app: kept from the inputs and the views alone, and compared with what
//! the app does.

mod expected;
mod learned;
mod trusted;
mod verified;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::Index;
use vults_core::{
    Act, Ask, CardId, Choice, ConnectionId, Effect, Fact, Input, Process, SessionKey, Text, View,
};
use vults_protocol::{Answer, Decision};

use self::trusted::Hooks;
use crate::made::{Made, Scope};
use crate::op::{OTHER, Op, Sender, Target, Who, happening, lied, request};
use crate::world::{self, World, asked, drawn};

/// The main agent of the first session.
const ORIGIN: Who =
    Who { session: 0, helper: false, sender: Sender::Told(world::AGENT), auto: false };

/// What is known of a card from outside.
#[derive(Debug)]
struct Known {
    connection: ConnectionId,
    session: SessionKey,
    /// The process that asks, as far as it can be told.
    process: Option<Process>,
    binding: String,
    arrived: u64,
    /// When it is to be shown.
    shown_from: u64,
    announced: bool,
    /// What its request asks for.
    content: (Vec<Text>, Vec<Fact>),
    /// Whether it asks questions.
    questions: bool,
    /// What a rule would hold for.
    scope: Scope,
}

/// What an agent is told of a person's act.
#[derive(Clone, Debug, PartialEq)]
enum Told {
    Decision(Decision),
    Answers(Vec<Answer>),
}

impl Known {
    /// Whether its time to be answered, or to be drawn, is over.
    fn is_over(&self, now: u64) -> bool {
        now >= self.arrived + 108_000 || !self.announced && now >= self.arrived + 800
    }
}

/// What a connection has heard.
#[derive(Debug, Default)]
struct Heard {
    waiting: bool,
    answered: bool,
    closed: bool,
}

/// How often something happened over all cases, so that the property is known to be tried.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    allowed: Cell<u32>,
    denied: Cell<u32>,
    answered: Cell<u32>,
    declined: Cell<u32>,
    refused: Cell<u32>,
    brought: Cell<u32>,
    held: Cell<u32>,
    sent_back: Cell<u32>,
    strange: Cell<u32>,
    made: Cell<u32>,
    passed: Cell<u32>,
    trusted: Cell<u32>,
    put_off: Cell<u32>,
}

impl Tally {
    /// How often what happened least did.
    pub(crate) fn least(&self) -> u32 {
        let Tally { allowed, denied, answered, declined, refused, brought, .. } = self;
        let Tally { held, sent_back, strange, made, passed, trusted, put_off, .. } = self;
        let answers =
            [allowed, denied, answered, declined, refused, made, passed, trusted, put_off];
        let all = answers.into_iter().chain([brought, held, sent_back, strange]);
        all.map(Cell::get).min().unwrap_or_default()
    }
}

fn count(tally: &Cell<u32>) {
    tally.set(tally.get() + 1);
}

/// A person's account of one run of the app.
pub(crate) struct Account<'a> {
    world: World,
    connections: BTreeMap<ConnectionId, Heard>,
    cards: BTreeMap<CardId, Known>,
    /// The card that was drawn in front, since when, and whether whole.
    shown: Option<(CardId, u64, bool)>,
    /// When a card last left, or another came to the front.
    changed: u64,
    /// The card in front, where the keys are bound to it.
    keys: Option<CardId>,
    /// The cards on screen, in order.
    order: Vec<CardId>,
    paused: bool,
    /// The sessions that were handed back.
    handed_back: BTreeSet<SessionKey>,
    /// What was asked last.
    last: Option<(Scope, Ask)>,
    /// The rules that the person has made.
    made: Made,
    hooks: Hooks,
    /// The views that were drawn before.
    past: Vec<View>,
    tally: &'a Tally,
}

impl Account<'_> {
    pub(crate) fn new(tally: &Tally) -> Account<'_> {
        Account {
            world: World::default(),
            connections: BTreeMap::new(),
            cards: BTreeMap::new(),
            shown: None,
            changed: 0,
            keys: None,
            order: Vec::new(),
            paused: false,
            handed_back: BTreeSet::new(),
            last: None,
            made: Made::default(),
            hooks: Hooks::default(),
            past: Vec::new(),
            tally,
        }
    }

    /// Does one thing, and compares.
    pub(crate) fn do_one(&mut self, op: &Op) -> Result<(), TestCaseError> {
        if matches!(
            op,
            Op::Ask(..)
                | Op::AskMade(..)
                | Op::AskWhilePaused(..)
                | Op::AskElsewhere(..)
                | Op::Happened(..)
                | Op::End(..)
                | Op::HandBack(..)
                | Op::Pause(..)
                | Op::HooksRead(..)
                | Op::ReviewHooks
        ) {
            // Whatever is due by now is no doing of what comes.
            self.step(Input::Clock)?;
        }
        let view = self.world.view();
        let connection = |index: &Index| {
            let all: Vec<_> = self.connections.keys().copied().collect();
            (!all.is_empty()).then(|| *index.get(&all))
        };
        // A connection is never used anew once it is closed, as that of a card whose time is over.
        let live = |index: &Index| {
            let known = view.queue.iter().map(|entry| &self.cards[&entry.card]);
            let all: Vec<_> = known
                .filter(|known| !known.is_over(self.world.ms))
                .map(|known| known.connection)
                .collect();
            (!all.is_empty()).then(|| *index.get(&all))
        };
        let fresh = ConnectionId(self.connections.len() as u64);
        let input = match op {
            Op::Pass(ms) => {
                self.world.ms += ms;
                Input::Clock
            }
            Op::Ask(who, command) => self.ask(fresh, *who, *command),
            Op::AskMade(index, helper) => match self.made.any_scope(index) {
                Some((session, command)) => {
                    self.ask(fresh, Who { session, helper: *helper, ..ORIGIN }, command)
                }
                None => Input::Clock,
            },
            Op::AskWhilePaused(who, command) => {
                self.connections.insert(fresh, Heard::default());
                let (origin, ask) = (who.origin(), Box::new(request(*command)));
                Input::AskedWhilePaused { origin, connection: fresh, ask }
            }
            Op::AskAgain(index, command) => match live(index) {
                Some(live) => asked(&ORIGIN.origin(), live.0, request(*command), self.world.ms),
                None => Input::Clock,
            },
            Op::AskElsewhere(who) => {
                self.connections.insert(fresh, Heard::default());
                Input::AskedElsewhere(who.origin(), fresh)
            }
            Op::AskElsewhereAgain(index) => match live(index) {
                Some(live) => Input::AskedElsewhere(ORIGIN.origin(), live),
                None => Input::Clock,
            },
            Op::Bring(card) => Input::Bring(CardId(*card)),
            Op::HandBack(session, handed_back) => Input::HandBack {
                session: format!("claude/session {session}"),
                handed_back: *handed_back,
            },
            Op::Pause(paused) => Input::Paused(*paused),
            Op::ProcessEnded(other) => {
                Input::ProcessEnded(if *other { OTHER } else { world::AGENT })
            }
            Op::End(index, read_all) => match connection(index) {
                Some(connection) => Input::ConnectionEnded { connection, read_all: *read_all },
                None => Input::Clock,
            },
            Op::Draw(whole, wait) => {
                self.step(Input::Drawn(drawn(&view, *whole)))?;
                self.world.ms += wait;
                return Ok(());
            }
            Op::DrawWrongly(lie, index) => Input::Drawn(lied(*lie, index, &view)),
            Op::DrawLate(index, whole) if !self.past.is_empty() => {
                Input::Drawn(drawn(index.get(&self.past), *whole))
            }
            Op::DrawLate(..) => Input::Clock,
            Op::Undrawn => Input::Undrawn,
            Op::KeysBound(index) => {
                let card = |index: &Index| CardId(index.index(self.cards.len() + 1) as u64);
                Input::KeysBound(index.as_ref().map(card))
            }
            Op::Act(choice) => match world::in_front(&view) {
                Some((card, binding)) => Input::Person(Act {
                    began: Duration::from_millis(self.world.ms),
                    ended: Duration::from_millis(self.world.ms),
                    card,
                    binding,
                    choice: choice.clone(),
                }),
                None => Input::Clock,
            },
            Op::ActWrongly { target, right_binding, held, ended, choice } => {
                let ended = self.world.ms.saturating_add_signed(*ended);
                let waiting: Vec<_> = view.queue.iter().map(|entry| entry.card).collect();
                let card = match target {
                    Target::Any(card) => CardId(*card),
                    _ if waiting.is_empty() => trusted::in_front(&view).unwrap_or(CardId(0)),
                    Target::Front => waiting[0],
                    Target::Waiting(index) => *index.get(&waiting),
                };
                // Equal requests have equal bindings, so the front's may well be another's too.
                let front = world::in_front(&view).map(|(_, binding)| binding);
                let seen = self.cards.get(&card).map(|known| known.binding.clone());
                let binding = seen.filter(|binding| !binding.is_empty()).or(front);
                Input::Person(Act {
                    began: Duration::from_millis(ended.saturating_add_signed(-held)),
                    ended: Duration::from_millis(ended),
                    card,
                    binding: binding.filter(|_| *right_binding).unwrap_or_else(|| "0".repeat(64)),
                    choice: choice.clone(),
                })
            }
            Op::Happened(who, kind, command) => {
                Input::Happened(who.origin(), happening(*kind, *command))
            }
            Op::HooksRead(states) => Hooks::read(*states),
            Op::HooksKept(index, kept) => self.hooks.kept(index, *kept),
            Op::ReviewHooks => Hooks::review(),
            Op::RemoveRule(index) => Input::RemoveRule(self.made.any(index)),
            Op::Serving(true) => Input::Serving(Ok(())),
            Op::Serving(false) => Input::Serving(Err("no folder".into())),
            Op::Clock => Input::Clock,
        };
        self.step(input)
    }

    /// A request on a new connection.
    fn ask(&mut self, connection: ConnectionId, who: Who, command: u8) -> Input {
        self.connections.insert(connection, Heard::default());
        self.last = Some(((who.session, command), request(command)));
        asked(&who.origin(), connection.0, request(command), self.world.ms)
    }

    fn step(&mut self, input: Input) -> Result<(), TestCaseError> {
        let before = self.world.view();
        let expected = self.expected_reply(&input, &before);
        let outside = self.is_outside(&input);
        let strange = outside && !self.has_own_card(&input);
        let owners = self.owners();
        let ended = match &input {
            Input::ConnectionEnded { connection, .. } => Some(*connection),
            _ => None,
        };
        let effects = self.world.take(input.clone());
        let after = self.world.view();

        let replies: Vec<_> = effects
            .iter()
            .filter_map(|effect| match effect {
                Effect::Reply(connection, decision) => {
                    Some((*connection, Told::Decision(decision.clone())))
                }
                Effect::Answer(connection, answers) => {
                    Some((*connection, Told::Answers(answers.clone())))
                }
                _ => None,
            })
            .collect();
        prop_assert_eq!(&replies, &Vec::from_iter(expected), "on {:?}", input);
        let passed = self.passes(&input).is_some();
        let chosen = match &input {
            Input::Person(act) if act.choice == Choice::AllowAlways && !replies.is_empty() => {
                Some(self.cards[&act.card].scope)
            }
            _ => None,
        };
        self.made.learn(&effects, chosen, passed)?;
        if let Input::RemoveRule(id) = &input {
            self.made.remove(id);
        }
        match (&input, replies.first()) {
            _ if passed => count(&self.tally.passed),
            _ if chosen.is_some() => count(&self.tally.made),
            (_, Some((_, Told::Decision(Decision::Allow)))) => count(&self.tally.allowed),
            (_, Some((_, Told::Decision(_)))) => count(&self.tally.denied),
            (_, Some((_, Told::Answers(_)))) => count(&self.tally.answered),
            (Input::Person(_), None) => count(&self.tally.refused),
            _ => {}
        }
        if strange {
            // It may be told to ask in its own terminal, and that is all.
            let own = |effect: &Effect| match (&input, effect) {
                (
                    Input::Asked { connection, .. }
                    | Input::AskedWhilePaused { connection, .. }
                    | Input::AskedElsewhere(_, connection),
                    Effect::Decline(declined),
                ) => connection == declined,
                _ => false,
            };
            prop_assert!(effects.iter().all(own), "{:?} on {:?}", effects, input);
            prop_assert_eq!(&after, &before, "on {:?}", input);
            count(&self.tally.strange);
        }
        self.follow_owners(&input, owners)?;
        self.hear(&input, &effects)?;
        self.count_asked(&input, &effects);
        if let Some(ended) = ended {
            self.connections.entry(ended).or_default().closed = true;
        }
        self.follow_hooks(&input, &before, &effects)?;
        self.learn(&input, outside, &before, &after);
        self.verify_hooks(&after)?;
        self.verify(&before, &after)
    }
}
