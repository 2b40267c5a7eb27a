//! Only a person allows: random sequences of every input against a simple account of what a
//! person can have seen, and may therefore have answered.

#![allow(clippy::expect_used, reason = "a test may fail")]

mod made;
mod op;
mod world;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use made::{Made, Scope};
use op::{OTHER, Op, Sender, Target, Who, answers, happening, lied, op, request};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use vults_core::{
    Act, Action, Ask, CardId, Choice, ConnectionId, Content, Effect, Fact, Happening, Input, Mode,
    Process, Segment, SessionKey, Status, Text, View,
};
use vults_protocol::{Answer, Decision};
use world::{World, asked, drawn};

/// What a card says that shows all of a request: its command or its questions, and its facts.
fn shown_of(ask: &Ask) -> (Vec<Text>, Vec<Fact>) {
    let plain = |text: &str| Text(vec![Segment::Plain(text.to_owned())]);
    let fact = |(name, value): &(String, String)| Fact { name: plain(name), value: plain(value) };
    let (texts, facts) = match &ask.action {
        Action::Command { command, facts, .. } => (vec![plain(command)], facts),
        Action::Questions { questions, facts } => {
            (questions.iter().map(|one| plain(&one.text)).collect(), facts)
        }
        other => panic!("{other:?}"),
    };
    (texts, facts.iter().map(fact).collect())
}

/// The same of what a card does show.
fn shown_by(content: &Content) -> (Vec<Text>, Vec<Fact>) {
    match content {
        Content::Command { command, facts, .. } => (vec![command.text.clone()], facts.clone()),
        Content::Questions { questions, facts } => {
            (questions.iter().map(|one| one.question.text.clone()).collect(), facts.clone())
        }
        other => panic!("{other:?}"),
    }
}

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
struct Tally {
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
}

fn count(tally: &Cell<u32>) {
    tally.set(tally.get() + 1);
}

/// A person's account of the app: kept from the inputs and the views alone.
struct Account<'a> {
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
    /// The views that were drawn before.
    past: Vec<View>,
    tally: &'a Tally,
}

impl Account<'_> {
    fn do_one(&mut self, op: &Op) -> Result<(), TestCaseError> {
        if matches!(
            op,
            Op::Ask(..)
                | Op::AskMade(..)
                | Op::AskWhilePaused(..)
                | Op::AskElsewhere(..)
                | Op::Happened(..)
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
            Op::Act(choice) => match &view.front {
                Some(front) => Input::Person(Act {
                    began: Duration::from_millis(self.world.ms),
                    ended: Duration::from_millis(self.world.ms),
                    card: front.id,
                    binding: front.binding.clone(),
                    choice: choice.clone(),
                }),
                None => Input::Clock,
            },
            Op::ActWrongly { target, right_binding, held, ended, choice } => {
                let ended = self.world.ms.saturating_add_signed(*ended);
                let waiting: Vec<_> = view.queue.iter().map(|entry| entry.card).collect();
                let card = match target {
                    Target::Any(card) => CardId(*card),
                    _ if waiting.is_empty() => CardId(0),
                    Target::Front => waiting[0],
                    Target::Waiting(index) => *index.get(&waiting),
                };
                // Equal requests have equal bindings, so the front's may well be another's too.
                let front = view.front.as_ref().map(|front| front.binding.clone());
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

    /// What a request asks for that a rule of the person's allows.
    fn passes(&self, input: &Input) -> Option<ConnectionId> {
        let Input::Asked { origin, connection, .. } = input else { return None };
        let (scope, _) = self.last.as_ref()?;
        let known = self.cards.values().any(|known| known.connection == *connection);
        // A rule speaks for a process that can be told, and for the session's own alone.
        let own = origin.process().is_some() && !self.is_outside(input);
        let asked = !self.paused && !self.handed_back.contains(&origin.key);
        (!known && own && asked && self.made.allow(*scope)).then_some(*connection)
    }

    /// The one reply that an input may give: to a person's act on what that person can see, or to
    /// what they have allowed once and for all.
    fn expected_reply(&self, input: &Input, before: &View) -> Option<(ConnectionId, Told)> {
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
        self.learn(&input, outside, &before, &after);
        self.verify(&before, &after)
    }

    /// Whether another program than its own speaks of a session, save that it begins it anew.
    fn is_outside(&self, input: &Input) -> bool {
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
    fn has_own_card(&self, input: &Input) -> bool {
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

    /// Which process has each session.
    fn owners(&self) -> BTreeMap<u8, Process> {
        let nobody = Process { pid: 1, began: 9 };
        let owner = |session: u8| {
            let who = Who { session, sender: Sender::Told(nobody), ..ORIGIN };
            self.world.state.other_owner(&who.origin()).map(|owner| (session, owner))
        };
        (0..3).filter_map(owner).collect()
    }

    /// A session changes hands only when it begins anew, or is over for its process.
    fn follow_owners(
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
    fn count_asked(&mut self, input: &Input, effects: &[Effect]) {
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
        self.cards.insert(CardId(self.cards.len() as u64 + 1), known);
    }

    /// Each connection hears at most one `waiting`, when its card is drawn, then at most one reply,
    /// then at most one close, then nothing.
    fn hear(&mut self, input: &Input, effects: &[Effect]) -> Result<(), TestCaseError> {
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
    fn learn(&mut self, input: &Input, outside: bool, before: &View, after: &View) {
        let now = self.world.ms;
        let waits = |card: CardId, view: &View| view.queue.iter().any(|entry| entry.card == card);
        if let Some(front) = &after.front {
            self.cards.get_mut(&front.id).expect("a known card").binding = front.binding.clone();
        }
        let front = |view: &View| view.front.as_ref().map(|front| front.id);
        match input {
            Input::Drawn(drawn) if drawn.revision <= before.revision => {
                let seen = drawn.front.as_ref().filter(|seen| {
                    after
                        .front
                        .as_ref()
                        .is_some_and(|front| front.id == seen.card && front.binding == seen.binding)
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
            self.keys = card.filter(|card| front(after) == Some(*card));
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
                let known = before.sessions.iter().any(|view| view.key == *session);
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
    }

    /// What holds of every view.
    fn verify(&mut self, before: &View, after: &View) -> Result<(), TestCaseError> {
        let now = self.world.ms;
        prop_assert_eq!(
            after.front.as_ref().map(|front| front.id),
            after.queue.first().map(|entry| entry.card)
        );
        let queue: Vec<_> = after.queue.iter().map(|entry| entry.card).collect();
        prop_assert_eq!(&queue, &self.order);
        let live = |(card, known): (&CardId, &Known)| {
            let heard = &self.connections[&known.connection];
            let waits = !heard.closed && !heard.answered;
            (waits && now >= known.shown_from).then_some(*card)
        };
        let shown: BTreeSet<_> = self.cards.iter().filter_map(live).collect();
        prop_assert_eq!(queue.iter().copied().collect::<BTreeSet<_>>(), shown);
        prop_assert!(after.queue.len() <= 24);
        prop_assert_eq!(after.paused, self.paused);
        prop_assert!(!self.paused || after.queue.is_empty());
        for view in &after.sessions {
            let back = self.handed_back.iter().any(|key| view.key.ends_with(&key.session));
            prop_assert_eq!(view.handed_back, back, "{:?}", view.key);
            let in_terminal = view.status == Status::WaitsInTerminal;
            prop_assert_eq!(view.waits_since_unix_ms.is_some(), in_terminal);
        }
        for entry in &after.queue {
            let known = &self.cards[&entry.card];
            prop_assert!(!self.connections[&known.connection].closed, "a card without a hook");
            prop_assert!(!known.is_over(now));
            prop_assert!(!self.handed_back.contains(&known.session));
        }
        if let Some(front) = &after.front {
            let whole = self.shown.is_some_and(|(card, _, whole)| card == front.id && whole);
            prop_assert_eq!((front.whole, front.keys), (whole, self.keys == Some(front.id)));
            prop_assert!(front.position >= 1);
            prop_assert_eq!(front.of as usize, front.position as usize - 1 + after.queue.len());
            prop_assert_eq!(&self.cards[&front.id].content, &shown_by(&front.content));
            let known = &self.cards[&front.id];
            prop_assert_eq!(front.always.is_some(), !known.questions && known.process.is_some());
        }
        prop_assert!(after.sessions.is_sorted_by_key(|session| session.status));
        let keys: BTreeSet<_> = after.sessions.iter().map(|session| &session.key).collect();
        prop_assert_eq!(keys.len(), after.sessions.len());
        let waits_here = after.sessions.iter().any(|session| session.status == Status::WaitsHere);
        prop_assert_eq!(waits_here, !after.queue.is_empty());

        let same = View { revision: before.revision, ..after.clone() } == *before;
        prop_assert_eq!(after.revision, before.revision + u64::from(!same));
        let due = self.world.state.next_deadline();
        prop_assert!(due.is_none_or(|due| due > Duration::from_millis(now)));
        prop_assert!(due.is_some() || after.queue.is_empty() && after.outcome.is_none());
        Ok(())
    }
}

#[test]
fn only_a_person_allows() {
    let tally = Tally::default();
    let config = Config { cases: 800, failure_persistence: None, ..Config::default() };
    let ops = prop::collection::vec(op(), 1..60);
    let result = TestRunner::new(config).run(&ops, |ops| {
        let mut account = Account {
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
            past: Vec::new(),
            tally: &tally,
        };
        ops.iter().try_for_each(|op| account.do_one(op))
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    // The sequences do get to where a person can answer, and to where one cannot.
    let Tally { allowed, denied, answered, declined, refused, made, passed, .. } = &tally;
    let Tally { brought, held, sent_back, strange, .. } = &tally;
    let answers = [allowed, denied, answered, declined, refused, made, passed];
    for tried in answers.into_iter().chain([brought, held, sent_back, strange]) {
        assert!(tried.get() > 20, "{tally:?}");
    }
}
