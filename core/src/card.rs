//! Cards: what waits for a person.

use std::collections::VecDeque;
use std::time::Duration;

use serde::Serialize;
use vults_protocol::limits::{APP_DECISION, CARD_DRAWN};

use crate::ancestry::Standing;
use crate::choice::Form;
use crate::content::count;
use crate::effect::{News, Outcome, Record, Told};
use crate::input::{Call, ConnectionId, Now, Origin, SessionKey};
use crate::ledger::Binding;
use crate::request::{NAME_CHARS, Request};
use crate::rules::Scope;
use crate::view::{ActionView, CardView, Mode, QueueEntry, Text};
use crate::visible;

/// How long a request is not shown where a model may decide about it. What is left of
/// [`CARD_DRAWN`] is more than the largest card takes to be drawn; it was prepared meanwhile.
const MODEL_DECIDES: Duration = Duration::from_millis(500);

/// One card, unique in a run of the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CardId(#[cfg_attr(feature = "ts", ts(type = "number"))] pub u64);

/// A request that waits on its connection. It never changes while it waits.
#[derive(Debug)]
pub(crate) struct Card {
    pub(crate) id: CardId,
    pub(crate) connection: ConnectionId,
    pub(crate) origin: Origin,
    pub(crate) call: Call,
    /// Whether it has come on screen: one that may need nobody waits a moment first.
    pub(crate) shown: bool,
    /// Whether its hook has been told that a person is being asked.
    pub(crate) announced: bool,
    pub(crate) arrived: Duration,
    /// What a rule would hold for that a person can make of it.
    pub(crate) scope: Option<Scope>,
    /// What it was about, for the record.
    what: String,
    /// What else changes what runs, for the record.
    facts: Vec<String>,
    binding: Binding,
    form: Form,
    face: CardView,
    entry: QueueEntry,
}

impl Card {
    /// The card of a request that arrived at that moment. It costs little, whatever the request.
    pub(crate) fn new(
        id: CardId,
        connection: ConnectionId,
        origin: Origin,
        request: Request,
        arrived: Duration,
        now: Now,
    ) -> Card {
        let project = project(origin.cwd.as_deref());
        let (scope, always) = request.always.map(|always| (always.scope, always.view)).unzip();
        let entry = QueueEntry {
            card: id,
            agent: origin.key.agent.clone(),
            agent_name: origin.agent_name.clone(),
            project: project.clone(),
            action: request.action.clone(),
            expires_unix_ms: 0,
        };
        let waited = now.elapsed.saturating_sub(arrived);
        let left = APP_DECISION.saturating_sub(waited).as_millis() as u64;
        let expires_unix_ms = now.unix_ms.saturating_add(left);
        let entry = QueueEntry { expires_unix_ms, ..entry };
        let face = CardView {
            id,
            binding: request.binding.as_str().to_owned(),
            agent: origin.key.agent.clone(),
            agent_name: origin.agent_name.clone(),
            project,
            folder: request.folder,
            project_folder: request.project_folder,
            subagent: origin.subagent_label().map(|name| visible::one_line(name, NAME_CHARS)),
            action: request.action,
            content: request.content,
            whole: false,
            keys: false,
            expires_unix_ms,
            always,
            many: false,
            session: session_name(&origin.key),
            position: 0,
            of: 0,
        };
        Card {
            id,
            connection,
            origin,
            call: request.call,
            shown: false,
            announced: false,
            arrived,
            scope,
            what: request.what,
            facts: request.facts,
            binding: request.binding,
            form: request.form,
            face,
            entry,
        }
    }

    /// When it is to be shown: at once, or once it still waits after a moment.
    pub(crate) fn shown_from(&self) -> Duration {
        match self.origin.mode {
            Some(Mode::Auto) => self.arrived.saturating_add(MODEL_DECIDES),
            _ => self.arrived,
        }
    }

    /// When its window must have drawn it.
    pub(crate) fn drawn_by(&self) -> Duration {
        self.arrived.saturating_add(CARD_DRAWN)
    }

    /// When it goes back to its terminal.
    pub(crate) fn expires(&self) -> Duration {
        self.arrived.saturating_add(APP_DECISION)
    }

    /// What is due next, unless it leaves before.
    pub(crate) fn next_deadline(&self) -> Duration {
        match (self.shown, self.announced) {
            (false, _) => self.shown_from(),
            (true, false) => self.drawn_by(),
            (true, true) => self.expires(),
        }
    }

    /// Whether its time is over: to be drawn, or to be answered.
    pub(crate) fn is_over(&self, now: Duration) -> bool {
        now >= self.expires() || !self.announced && now >= self.drawn_by()
    }

    /// The digest of its request.
    pub(crate) fn binding(&self) -> &Binding {
        &self.binding
    }

    /// What it can be answered with.
    pub(crate) fn form(&self) -> &Form {
        &self.form
    }

    /// Its session has had many cards of late.
    pub(crate) fn offer_hand_back(&mut self, many: bool) {
        self.face.many = many;
    }

    pub(crate) fn project(&self) -> &Text {
        &self.face.project
    }

    /// Whether that sender speaks for the process that asks; where it is not known which one asks,
    /// for its session.
    pub(crate) fn is_from(&self, origin: &Origin, speaks_for_session: bool) -> bool {
        match self.origin.process() {
            None => speaks_for_session,
            process => origin.ancestry.standing(process) != Standing::Outside,
        }
    }

    /// Whether it asks for that session's main agent (`None`), or that sub-agent of it.
    pub(crate) fn is_of(&self, key: &SessionKey, subagent: Option<&str>) -> bool {
        self.origin.key == *key && self.origin.subagent.as_deref() == subagent
    }

    /// That it waits for a person.
    pub(crate) fn news(&self) -> News {
        let questions = matches!(self.entry.action, ActionView::Questions { .. });
        let what = if questions { Told::AsksQuestions } else { Told::Asks };
        News::of(&self.origin.key, &self.origin.agent_name, what)
    }

    pub(crate) fn record(&self, outcome: Outcome, unix_ms: u64) -> Record {
        Record {
            what: self.what.clone(),
            facts: self.facts.clone(),
            binding: self.binding.as_str().to_owned(),
            ..Record::of(&self.origin, self.call.tool(), outcome, unix_ms)
        }
    }
}

/// A session's name in views, and in what the page asks for.
pub(crate) fn session_name(key: &SessionKey) -> String {
    format!("{}/{}", key.agent, key.session)
}

/// The name of a project: the last component of its folder, on one line.
pub(crate) fn project(cwd: Option<&str>) -> Text {
    let cwd = cwd.unwrap_or_default();
    let name = cwd.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    visible::one_line(if name.is_empty() { cwd } else { name }, NAME_CHARS)
}

/// The requests that wait for a person.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    /// Those on screen, as they came or were brought forward. The first one is in front.
    cards: VecDeque<Card>,
    /// Those that are not shown yet.
    held: Vec<Card>,
    /// How many cards have left the front since the queue was last empty.
    left: u32,
}

impl Queue {
    /// A request waits; it is not shown yet.
    pub(crate) fn hold(&mut self, card: Card) {
        self.held.push(card);
    }

    /// Shows the next card whose time it is, behind the others, after `prepare`.
    pub(crate) fn show_due(&mut self, now: Duration, prepare: impl FnOnce(&mut Card)) -> bool {
        let due = |card: &Card| card.shown_from() <= now;
        let Some(index) = self.held.iter().position(due) else { return false };
        let mut card = self.held.remove(index);
        card.shown = true;
        prepare(&mut card);
        if self.cards.is_empty() {
            self.left = 0;
        }
        self.cards.push_back(card);
        true
    }

    /// Takes the first card that fits, shown ones first.
    pub(crate) fn take(&mut self, fits: impl Fn(&Card) -> bool) -> Option<Card> {
        if let Some(index) = self.cards.iter().position(&fits) {
            // Without one from behind the batch is smaller.
            if index == 0 {
                self.left = self.left.saturating_add(1);
            }
            return self.cards.remove(index);
        }
        self.held.iter().position(fits).map(|index| self.held.remove(index))
    }

    /// Brings a card to the front; the others keep their order.
    pub(crate) fn bring(&mut self, id: CardId) {
        let index = self.cards.iter().position(|card| card.id == id);
        if let Some(card) = index.and_then(|index| self.cards.remove(index)) {
            self.cards.push_front(card);
        }
    }

    pub(crate) fn front(&self) -> Option<&Card> {
        self.cards.front()
    }

    /// The cards on screen.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Card> {
        self.cards.iter()
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Card> {
        self.cards.iter_mut()
    }

    /// All that wait, shown or not.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = &Card> {
        self.cards.iter().chain(&self.held)
    }

    /// How many requests of a session wait, shown or not.
    pub(crate) fn of_session(&self, key: &SessionKey) -> usize {
        self.waiting().filter(|card| card.origin.key == *key).count()
    }

    /// Whether a card of a session is on screen.
    pub(crate) fn shows(&self, key: &SessionKey) -> bool {
        self.iter().any(|card| card.origin.key == *key)
    }

    /// The place of the card in front in its batch, and how many cards the batch has.
    pub(crate) fn place(&self) -> (u32, u32) {
        (self.left.saturating_add(1), self.left.saturating_add(count(self.cards.len())))
    }

    /// The card in front, as it is shown; what changes about it is the caller's to fill in.
    pub(crate) fn face(&self) -> Option<CardView> {
        self.front().map(|card| card.face.clone())
    }

    pub(crate) fn entries(&self) -> Vec<QueueEntry> {
        self.iter().map(|card| card.entry.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Segment;

    #[track_caller]
    fn check_project(cwd: Option<&str>, expected: &str) {
        let Text(segments) = project(cwd);
        let plain = |segment: &Segment| match segment {
            Segment::Plain(text) => text.clone(),
            Segment::Hidden(label) => format!("<{label}>"),
        };
        assert_eq!(segments.iter().map(plain).collect::<String>(), expected);
    }

    #[test]
    fn a_project_is_named_by_its_folder() {
        check_project(Some("/home/me/vults"), "vults");
        check_project(Some("/home/me/vults/"), "vults");
        check_project(Some("/"), "/");
        check_project(None, "");
        check_project(Some("/a/b\nc\u{202e}"), "b<1 line break>c<U+202E>");
        check_project(Some(&"x".repeat(50)), &format!("{}…", "x".repeat(40)));
    }
}
