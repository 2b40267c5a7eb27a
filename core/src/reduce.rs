//! The reducer: one thing that happened in, what is to be done out.

use std::time::Duration;

use vults_protocol::Decision;
use vults_protocol::limits::{CARD_DRAWN, WAITING_CONNECTIONS, WAITING_PER_SESSION};

use crate::answered::{Answer, Answers, Denials, Departed, Strip};
use crate::card::{Card, CardId, Queue};
use crate::choice::Verdict;
use crate::effect::{Effect, Outcome, Record};
use crate::ended::Ended;
use crate::input::{Act, Call, ConnectionId, Drawn, Happening, Input, Now, Origin, SessionKey};
use crate::ledger::{Ledger, Redeemed, Refusal};
use crate::request::{RECORD_CHARS, Request, recorded};
use crate::session::Sessions;
use crate::setup::Drift;
use crate::view::{CardView, OutcomeView, SessionView, Text, View};
use crate::visible;

/// A person's words in the line about what became of a card, in characters.
const WORDS_CHARS: usize = 120;

/// All that the app knows.
#[derive(Debug, Default)]
pub struct State {
    queue: Queue,
    ledger: Ledger,
    sessions: Sessions,
    answers: Answers,
    denials: Denials,
    departed: Departed,
    ended: Ended,
    strip: Strip,
    /// Whether the shortcuts are bound to the card in front.
    keys: bool,
    trouble: Option<String>,
    drift: Vec<Drift>,
    /// The number of the newest card.
    newest: u64,
    /// The latest moment of which the core has heard.
    latest: Duration,
    revision: u64,
    /// What the view of this revision shows.
    picture: Picture,
}

/// All of a view that can differ from another's: the content of a card never changes, so its id
/// stands for it.
#[derive(Debug, Default, PartialEq)]
struct Picture {
    front: Option<Marks>,
    queue: Vec<CardId>,
    sessions: Vec<SessionView>,
    outcome: Option<OutcomeView>,
    trouble: Option<String>,
    drift: Vec<Drift>,
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
        let effects = reduction.effects;
        self.refresh();
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
            queue: self.queue.entries(),
            sessions: self.picture.sessions.clone(),
            outcome: self.picture.outcome.clone(),
            trouble: self.picture.trouble.clone(),
            drift: self.picture.drift.clone(),
        }
    }

    /// When [`Input::Clock`] is due next, as [`Now::elapsed`].
    pub fn next_deadline(&self) -> Option<Duration> {
        let due = |card: &Card| if card.announced { card.expires() } else { card.drawn_by() };
        let cards = self.queue.iter().map(due).min();
        [cards, self.answers.next_deadline(), self.strip.next_deadline()]
            .into_iter()
            .flatten()
            .min()
    }

    fn refresh(&mut self) {
        let has_card = |key: &SessionKey| self.queue.of_session(key) > 0;
        self.sessions.forget_beyond_limit(has_card);
        let (position, of) = self.queue.place();
        let marks = Marks { whole: self.ledger.whole(), keys: self.keys, position, of };
        let picture = Picture {
            front: self.queue.front().map(|_| marks),
            queue: self.queue.iter().map(|card| card.id).collect(),
            sessions: self.sessions.views(has_card),
            outcome: self.strip.view().cloned(),
            trouble: self.trouble.clone(),
            drift: self.drift.clone(),
        };
        if picture != self.picture {
            self.picture = picture;
            self.revision += 1;
        }
    }

    fn holds(&self, connection: ConnectionId) -> bool {
        self.answers.holds(connection)
            || self.queue.iter().any(|card| card.connection == connection)
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
                    self.decline(&origin, connection);
                }
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
            Input::Clock => {}
        }
    }

    /// Does what became due, so that no input meets a card whose time is over.
    fn pass_time(&mut self) {
        let now = self.now.elapsed;
        self.state.strip.pass_time(now);
        while let Some(answer) = self.state.answers.overdue(now) {
            // A hook that takes the answer after all must not be obeyed: it has been called late.
            self.effects.push(Effect::Decline(answer.connection));
            self.too_late(answer);
        }
        while let Some(card) =
            self.leave(|card| now >= card.expires() || !card.announced && now >= card.drawn_by())
        {
            self.effects.push(Effect::Decline(card.connection));
            self.state.sessions.waits_in_terminal(&card.origin);
            if card.announced {
                self.depart(&card, Outcome::Expired);
            } else {
                // Nobody saw it come, so nobody is told that it went.
                self.record(&card, Outcome::NotDrawn);
            }
        }
    }

    fn asked(
        &mut self,
        origin: Origin,
        connection: ConnectionId,
        arrived: Duration,
        request: Request,
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
        let queue = &self.state.queue;
        let full = queue.len() >= WAITING_CONNECTIONS
            || queue.of_session(&origin.key) >= WAITING_PER_SESSION;
        if full || self.now.elapsed >= arrived.saturating_add(CARD_DRAWN) {
            self.decline(&origin, connection);
            return;
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
    fn decline(&mut self, origin: &Origin, connection: ConnectionId) {
        self.effects.push(Effect::Decline(connection));
        self.state.sessions.waits_in_terminal(origin);
    }

    fn drawn(&mut self, drawn: &Drawn) {
        // A view that was never given out cannot have been drawn.
        if drawn.revision > self.state.revision {
            return;
        }
        for card in self.state.queue.iter_mut().filter(|card| !card.announced) {
            if drawn.queued.contains(&card.id) {
                card.announced = true;
                self.effects.push(Effect::Waiting(card.connection));
            }
        }
        self.state.ledger.drawn(drawn.front.as_ref(), self.now.elapsed);
    }

    /// An act that counts for nothing changes nothing: its card, if it still waits, is there to be
    /// answered by the next one.
    fn act(&mut self, act: &Act) {
        match self.state.ledger.redeem(act, self.now.elapsed) {
            Ok(redeemed) => self.answer(&redeemed),
            Err(Refusal::Gone) => {
                if let Some(project) = self.state.departed.take(act.card, self.now.elapsed) {
                    self.show(act.card, project, Outcome::TooLate);
                }
            }
            Err(_) => {}
        }
    }

    /// Answers a card. This is the only place that replies to an agent.
    fn answer(&mut self, redeemed: &Redeemed) {
        let Some(card) = self.leave(|card| card.id == redeemed.card()) else { return };
        let (hook, verdict) = (card.connection, redeemed.verdict());
        let (effect, outcome) = match verdict {
            Verdict::Allow => (Effect::Reply(hook, Decision::Allow), Outcome::Allowed),
            Verdict::Deny(reason) => {
                let reason = reason.clone();
                (Effect::Reply(hook, Decision::Deny { reason }), Outcome::Denied)
            }
            Verdict::Answer(answers) => (Effect::Answer(hook, answers.clone()), Outcome::Answered),
            Verdict::ReplyInTerminal => {
                self.effects.push(Effect::Decline(hook));
                self.state.sessions.waits_in_terminal(&card.origin);
                self.close(&card, Outcome::Released);
                return;
            }
        };
        self.effects.push(effect);
        self.state.sessions.answered(&card.origin);
        let said = verdict.said().iter().map(|said| recorded(said, RECORD_CHARS)).collect();
        let record = Record { said, ..card.record(outcome, self.now.unix_ms) };
        self.effects.push(Effect::Record(record.clone()));
        let words = match verdict {
            Verdict::Deny(Some(words)) => Some(visible::one_line(words, WORDS_CHARS)),
            _ => None,
        };
        self.state.answers.push(&card, words, record.clone(), self.now.elapsed);
        if outcome == Outcome::Denied {
            self.state.denials.push(card, record);
        }
    }

    fn ended(&mut self, connection: ConnectionId, read_all: bool) {
        if let Some(answer) = self.state.answers.ended(connection) {
            if read_all {
                let Answer { card, project, words, record, .. } = answer;
                let outcome = record.outcome;
                self.show_all(OutcomeView { card, project, outcome, words });
            } else {
                self.too_late(answer);
            }
        } else if let Some(card) = self.leave(|card| card.connection == connection) {
            self.state.sessions.withdrew(&card.origin);
            self.depart(&card, Outcome::Withdrawn);
        }
    }

    fn happened(&mut self, origin: &Origin, happening: &Happening) {
        let Origin { key, subagent, .. } = origin;
        let has_card = self.state.queue.of_session(key) > 0;
        self.state.sessions.happened(origin, happening, has_card);
        self.state.ended.happened(origin, happening, self.now.elapsed);
        match happening {
            Happening::ToolStarted(call, _) => self.state.denials.forget_call(key, subagent, call),
            Happening::ToolEnded(call) => self.tool_ended(origin, call),
            Happening::TurnEnded | Happening::TurnFailed => {
                self.state.denials.forget_turn(key, subagent);
                self.withdraw(|card| card.is_of(key, subagent.as_deref()));
            }
            Happening::SessionEnded => {
                self.state.denials.forget_session(key);
                self.withdraw(|card| card.origin.key == *key);
            }
            Happening::SessionStarted
            | Happening::Prompted
            | Happening::AsksInTerminal
            | Happening::Seen => {}
        }
    }

    /// A call that is over needs no answer: the terminal gave it, or ran what was denied.
    fn tool_ended(&mut self, origin: &Origin, call: &Call) {
        let Origin { key, subagent, .. } = origin;
        let same = |card: &Card| card.is_of(key, subagent.as_deref()) && card.call == *call;
        if let Some(card) = self.leave(same) {
            self.effects.push(Effect::Decline(card.connection));
            self.depart(&card, Outcome::AnsweredInTerminal);
        } else if let Some((outcome, record)) = self.state.denials.ran(key, subagent, call) {
            let unix_ms = self.now.unix_ms;
            self.effects.push(Effect::Record(Record { unix_ms, ..record }));
            self.state.strip.show(outcome, self.now.elapsed);
        }
    }

    /// Takes down the cards of a turn or session that is over, and lets their hooks end.
    fn withdraw(&mut self, fits: impl Fn(&Card) -> bool) {
        while let Some(card) = self.leave(&fits) {
            self.effects.push(Effect::Decline(card.connection));
            self.depart(&card, Outcome::Withdrawn);
        }
    }

    /// Takes the oldest card that fits out of the queue; from then on no answer to it counts.
    fn leave(&mut self, fits: impl Fn(&Card) -> bool) -> Option<Card> {
        let card = self.state.queue.take(fits)?;
        self.state.ledger.revoke(card.id, self.now.elapsed);
        self.follow_front();
        Some(card)
    }

    fn follow_front(&mut self) {
        let front = self.state.queue.front().map(|card| card.id);
        if self.state.ledger.set_front(front, self.now.elapsed) {
            self.state.keys = false;
        }
    }

    fn too_late(&mut self, answer: Answer) {
        let unix_ms = self.now.unix_ms;
        let outcome = Outcome::TooLate;
        self.effects.push(Effect::Record(Record { unix_ms, outcome, ..answer.record }));
        self.show(answer.card, answer.project, outcome);
    }

    /// Closes a card that no person has answered here; one may be about to.
    fn depart(&mut self, card: &Card, outcome: Outcome) {
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
