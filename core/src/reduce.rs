//! The reducer: one thing that happened in, what is to be done out.

mod always;
mod answer;
mod asked;
mod hands_off;
mod happened;
mod hooks;
mod kept;
mod tell;

use std::time::Duration;

use crate::ancestry::{Process, Standing};
use crate::answered::{Answers, Denials, Departed, Permits, Strip};
use crate::card::{Card, CardId, Queue};
use crate::effect::{Effect, Outcome, Record};
use crate::ended::Ended;
use crate::input::{ConnectionId, Drawn, Input, Now, Origin, SessionKey};
use crate::ledger::Ledger;
use crate::plan::Plans;
use crate::rules::Rules;
use crate::session::Sessions;
use crate::setup::Drift;
use crate::trust::Trusts;
use crate::view::{CardView, OutcomeView, Text, View};

/// All that the app knows.
#[derive(Debug, Default)]
pub struct State {
    queue: Queue,
    ledger: Ledger,
    rules: Rules,
    trusts: Trusts,
    sessions: Sessions,
    plans: Plans,
    answers: Answers,
    denials: Denials,
    permits: Permits,
    departed: Departed,
    ended: Ended,
    strip: Strip,
    /// Whether the shortcuts are bound to the card in front.
    keys: bool,
    trouble: Option<String>,
    drift: Vec<Drift>,
    /// Whether every request goes back to its terminal.
    paused: bool,
    /// The number of the newest card.
    newest: u64,
    /// The latest moment of which the core has heard.
    latest: Duration,
    revision: u64,
    /// What the view of this revision shows.
    picture: Picture,
}

/// All of a view that can differ from another's, sessions and plans aside: the content of a card
/// never changes, so its id stands for it.
#[derive(Debug, Default, PartialEq)]
struct Picture {
    front: Option<Marks>,
    /// The card about hooks that is shown, and whether it is drawn whole.
    trust: Option<(CardId, bool)>,
    untrusted: Vec<String>,
    queue: Vec<CardId>,
    outcome: Option<OutcomeView>,
    trouble: Option<String>,
    drift: Vec<Drift>,
    paused: bool,
}

/// What can change about the card in front.
#[derive(Debug, PartialEq)]
struct Marks {
    whole: bool,
    keys: bool,
    position: u32,
    of: u32,
}

impl State {
    /// Takes one thing that happened and says what is to be done, in order.
    ///
    /// Time never runs backwards: an earlier moment than one heard of before counts as that one.
    pub fn reduce(&mut self, input: Input, now: Now) -> Vec<Effect> {
        self.latest = self.latest.max(now.elapsed);
        let now = Now { elapsed: self.latest, ..now };
        let mut reduction = Reduction { state: self, now, effects: Vec::new() };
        reduction.pass_time();
        reduction.take(input);
        reduction.leave_hooks();
        let effects = reduction.effects;
        self.refresh(now);
        effects
    }

    /// All that a window shows.
    pub fn view(&self) -> View {
        let front = self.queue.face().zip(self.picture.front.as_ref()).map(|(face, marks)| {
            let Marks { whole, keys, position, of } = *marks;
            CardView { whole, keys, position, of, ..face }
        });
        View {
            revision: self.revision,
            front,
            trust: self.picture.trust.and_then(|(_, whole)| self.trusts.view(whole)),
            untrusted: self.picture.untrusted.clone(),
            queue: self.queue.entries(),
            sessions: self.sessions.views(),
            limits: self.plans.views(),
            outcome: self.picture.outcome.clone(),
            trouble: self.picture.trouble.clone(),
            drift: self.picture.drift.clone(),
            paused: self.picture.paused,
        }
    }

    /// The number of the view, which counts up with every change of it.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The process that has this origin's session, where the origin is another program. That one is
    /// not heard before [`Input::ProcessEnded`] says that the session is free.
    pub fn other_owner(&self, origin: &Origin) -> Option<Process> {
        let outside = self.sessions.standing(origin) == Standing::Outside;
        self.sessions.owner(&origin.key).filter(|_| outside)
    }

    /// When [`Input::Clock`] is due next, as [`Now::elapsed`].
    pub fn next_deadline(&self) -> Option<Duration> {
        let cards = self.queue.waiting().map(Card::next_deadline).min();
        let has_card = |key: &SessionKey| self.queue.of_session(key) > 0;
        let others = [
            self.answers.next_deadline(),
            self.strip.next_deadline(),
            self.sessions.next_deadline(has_card),
            self.plans.next_deadline(),
            self.trusts.next_deadline(|key| self.sessions.known(key)),
        ];
        others.into_iter().flatten().chain(cards).min()
    }

    /// The processes that have sessions: [`Input::ProcessEnded`] is due when one ends.
    pub fn processes(&self) -> impl Iterator<Item = Process> {
        self.sessions.processes()
    }

    fn refresh(&mut self, now: Now) {
        let waits = |key: &SessionKey| self.queue.of_session(key) > 0;
        self.sessions.pass_time(waits, now.elapsed);
        self.sessions.forget_beyond_limit(waits);
        let has_card = |key: &SessionKey| self.queue.shows(key);
        let sessions = self.sessions.refresh(has_card, now.unix_ms);
        let plans = self.plans.refresh(|key| self.sessions.lives(key), now);
        let (position, of) = self.queue.place();
        let marks = Marks { whole: self.ledger.whole(), keys: self.keys, position, of };
        let picture = Picture {
            front: self.queue.front().map(|_| marks),
            trust: self.shown_trust().map(|card| (card, self.ledger.whole())),
            untrusted: self.trusts.put_off_in(),
            queue: self.queue.iter().map(|card| card.id).collect(),
            outcome: self.strip.view().cloned(),
            trouble: self.trouble.clone(),
            drift: self.drift.clone(),
            paused: self.paused,
        };
        if sessions | plans | (picture != self.picture) {
            self.picture = picture;
            self.revision += 1;
        }
    }

    /// The card about hooks that is shown: none while an agent waits, and none while the app is paused.
    fn shown_trust(&self) -> Option<CardId> {
        let free = self.queue.front().is_none() && !self.paused;
        self.trusts.front().filter(|_| free)
    }

    fn holds(&self, connection: ConnectionId) -> bool {
        self.answers.holds(connection)
            || self.queue.waiting().any(|card| card.connection == connection)
    }
}

/// One call of [`State::reduce`].
struct Reduction<'a> {
    state: &'a mut State,
    now: Now,
    effects: Vec<Effect>,
}

impl Reduction<'_> {
    fn take(&mut self, input: Input) {
        match input {
            Input::Happened(origin, happening) => self.happened(&origin, &happening),
            Input::Asked { origin, connection, arrived, request } => {
                self.asked(origin, connection, arrived, *request);
            }
            Input::AskedElsewhere(origin, connection) => {
                if !self.state.holds(connection) {
                    self.leave_to_terminal(&origin, connection);
                }
            }
            Input::AskedWhilePaused { origin, connection, ask } => {
                self.asked_while_paused(&origin, connection, &ask);
            }
            Input::ProcessEnded(process) => {
                self.state.sessions.process_ended(process, self.now.elapsed);
            }
            Input::SessionsRead(kept) => self.take_back(*kept),
            Input::ProjectRead { session, folder, root, branch } => {
                self.state.sessions.learn_project(&session, &folder, root, branch.as_deref());
            }
            Input::ConnectionEnded { connection, read_all } => self.ended(connection, read_all),
            Input::Drawn(drawn) => self.drawn(&drawn),
            Input::Undrawn => self.state.ledger.undrawn(),
            Input::KeysBound(bound) => {
                // What is late speaks of a card before this one.
                let front = self.state.queue.front().map(|card| card.id);
                self.state.keys = bound.is_some() && bound == front;
            }
            Input::Person(act) => self.act(&act),
            Input::Serving(served) => self.state.trouble = served.err(),
            Input::Drifted(drift) => self.state.drift = drift,
            Input::Bring(card) => self.bring(card),
            Input::HandBack { session, handed_back } => self.hand_back(&session, handed_back),
            Input::Paused(paused) => self.pause(paused),
            Input::RulesRead(rules) => self.state.rules.take(&rules),
            Input::RulesLost => self.state.rules.lose(),
            Input::RemoveRule(id) => self.remove_rule(id),
            Input::HooksRead { folder, sessions, untrusted } => {
                self.hooks_read(&folder, &sessions, untrusted);
            }
            Input::HooksKept { card, kept } => self.hooks_kept(card, kept),
            Input::ReviewHooks(session) => self.review_hooks(&session),
            Input::Clock => {}
        }
    }

    /// Does what became due, so that no input meets a card whose time is over.
    fn pass_time(&mut self) {
        let now = self.now.elapsed;
        self.state.strip.pass_time(now);
        let State { sessions, queue, .. } = &mut *self.state;
        sessions.pass_time(|key| queue.of_session(key) > 0, now);
        self.effects.extend(sessions.settle(now).into_iter().map(Effect::Tell));
        while let Some(answer) = self.state.answers.overdue(now) {
            // A hook that takes the answer after all must not be obeyed: it has been called late.
            self.effects.push(Effect::Decline(answer.connection));
            self.too_late(answer);
        }
        while let Some(card) = self.leave(|card| card.is_over(now)) {
            self.effects.push(Effect::Decline(card.connection));
            self.now_asks_in_terminal(&card.origin);
            if card.announced {
                self.depart(&card, Outcome::Expired);
            } else {
                // Nobody saw it come, so nobody is told that it went.
                self.record(&card, Outcome::NotDrawn);
            }
        }
        self.show_due();
    }

    /// Shows the cards whose time it is.
    fn show_due(&mut self) {
        let State { queue, ledger, sessions, .. } = &mut *self.state;
        let now = self.now.elapsed;
        while queue.show_due(now, |card| {
            card.offer_hand_back(sessions.card_shown(&card.origin, now));
            ledger.offer(card.id, card.binding().clone(), card.form().clone(), card.expires());
        }) {}
        self.follow_front();
    }

    fn drawn(&mut self, drawn: &Drawn) {
        // A view that was never given out cannot have been drawn.
        if drawn.revision > self.state.revision {
            return;
        }
        let mut news = Vec::new();
        for card in self.state.queue.iter_mut().filter(|card| !card.announced) {
            if drawn.queued.contains(&card.id) {
                card.announced = true;
                self.effects.push(Effect::Waiting(card.connection));
                news.push(card.news());
            }
        }
        self.effects.extend(news.into_iter().map(Effect::Tell));
        self.state.ledger.drawn(drawn.front.as_ref(), self.now.elapsed);
    }

    /// Takes the first card that fits out of the queue; from then on no answer to it counts.
    fn leave(&mut self, fits: impl Fn(&Card) -> bool) -> Option<Card> {
        let card = self.state.queue.take(fits)?;
        // Where nothing was seen, nothing changes.
        if card.shown {
            self.state.ledger.revoke(card.id, self.now.elapsed);
            self.follow_front();
        }
        Some(card)
    }

    fn follow_front(&mut self) {
        let front = self.state.queue.front().map(|card| card.id);
        let front = front.or(self.state.shown_trust());
        if self.state.ledger.set_front(front, self.now.elapsed) {
            self.state.keys = false;
        }
    }

    /// Closes a card that no person has answered here; one may be about to. Of one that nobody has
    /// seen there is nothing to say.
    fn depart(&mut self, card: &Card, outcome: Outcome) {
        if !card.shown {
            return;
        }
        self.close(card, outcome);
        self.state.departed.push(card, self.now.elapsed);
    }

    /// Writes down what became of a card, and shows it.
    fn close(&mut self, card: &Card, outcome: Outcome) {
        self.record(card, outcome);
        self.show(card.id, card.project().clone(), outcome);
    }

    fn record(&mut self, card: &Card, outcome: Outcome) -> Record {
        let record = card.record(outcome, self.now.unix_ms);
        self.effects.push(Effect::Record(record.clone()));
        record
    }

    fn show(&mut self, card: CardId, project: Text, outcome: Outcome) {
        self.show_all(OutcomeView { card, project, outcome, words: None });
    }

    fn show_all(&mut self, outcome: OutcomeView) {
        self.state.strip.show(outcome, self.now.elapsed);
    }
}
