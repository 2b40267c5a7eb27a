//! Cards: what waits for a person.

use std::collections::VecDeque;
use std::time::Duration;

use serde::Serialize;
use vults_protocol::limits::{APP_DECISION, CARD_DRAWN};

use crate::effect::{Outcome, Record};
use crate::input::{Action, Call, ConnectionId, Now, Origin, Request, SessionKey};
use crate::ledger::Binding;
use crate::redact::redact;
use crate::view::{ActionView, CardView, Fact, QueueEntry, Text};
use crate::visible;

/// Tokens on one card. Text with more of them than that cannot be read, and drawing it would hold
/// the window up: the agent asks in its terminal.
const CARD_TOKENS: usize = 2_000;
/// Lines of the command and the facts together; the same holds for them.
const CARD_LINES: usize = 5_000;
/// Facts on one card; the same holds for them.
const CARD_FACTS: usize = 64;
/// The folder, in bytes, which no folder of the system exceeds. A longer one is none, and a card
/// that showed a part of it would not say where the command runs.
const FOLDER_BYTES: usize = 4_096;
/// The agent's own words on a card, in characters.
const DESCRIPTION_CHARS: usize = 2_000;
/// The command in a line of the queue, in characters.
const ENTRY_CHARS: usize = 120;
/// A name (of a project, a sub-agent), in characters.
pub(crate) const NAME_CHARS: usize = 40;
/// What a record holds of a command, in characters.
const RECORD_CHARS: usize = 2_000;
/// What a record holds of a fact, its name included, in characters.
const RECORD_FACT_CHARS: usize = 200;
/// How much of a text is searched for secrets for its record, in bytes; well above what the
/// record holds, so that no secret is cut where it could no longer be recognised.
const REDACTED_BYTES: usize = 16 << 10;

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
    /// Whether its hook has been told that a person is being asked.
    pub(crate) announced: bool,
    pub(crate) arrived: Duration,
    /// What it was about, for the record.
    what: String,
    /// What else changes what runs, for the record.
    facts: Vec<String>,
    binding: Binding,
    face: CardView,
    entry: QueueEntry,
}

impl Card {
    /// The card of a request; none when a person could not read all of it.
    pub(crate) fn new(
        id: CardId,
        connection: ConnectionId,
        origin: Origin,
        request: Request,
        now: Now,
    ) -> Option<Card> {
        let Action::Command { command, description, facts } = request.action;
        let cwd = origin.cwd.as_deref().unwrap_or_default();
        if facts.len() > CARD_FACTS || cwd.len() > FOLDER_BYTES {
            return None;
        }
        let (mut tokens, mut lines) = (CARD_TOKENS, CARD_LINES);
        let mut whole = |text: &str| {
            let shown = visible::whole(text, tokens)?;
            tokens -= shown.tokens;
            lines = lines.checked_sub(shown.lines)?;
            Some(shown)
        };
        let shown = whole(&command)?;
        let mut fact = |name: &str, value: &str| {
            Some(Fact { name: whole(name)?.text, value: whole(value)?.text })
        };
        let face_facts =
            facts.iter().map(|(name, value)| fact(name, value)).collect::<Option<_>>()?;
        let folder = visible::one_line(cwd, usize::MAX);
        if folder.tokens() > tokens {
            return None;
        }
        let project = project(origin.cwd.as_deref());
        let entry = QueueEntry {
            card: id,
            agent: origin.key.agent.clone(),
            agent_name: origin.agent_name.clone(),
            project: project.clone(),
            line: visible::one_line(&command, ENTRY_CHARS),
        };
        let binding = Binding::of(&origin, request.call.tool(), &request.input);
        let face = CardView {
            id,
            binding: binding.as_str().to_owned(),
            agent: origin.key.agent.clone(),
            agent_name: origin.agent_name.clone(),
            project,
            folder,
            subagent: origin.subagent.as_deref().map(|name| visible::one_line(name, NAME_CHARS)),
            action: ActionView::Command {
                command: shown.text,
                lines: count(shown.lines),
                characters: count(shown.characters),
                hidden: count(shown.hidden),
                description: description.map(|text| visible::start(&text, DESCRIPTION_CHARS)),
                facts: face_facts,
            },
            whole: false,
            keys: false,
            expires_unix_ms: now.unix_ms.saturating_add(APP_DECISION.as_millis() as u64),
            position: 0,
            of: 0,
        };
        Some(Card {
            id,
            connection,
            origin,
            call: request.call,
            announced: false,
            arrived: now.elapsed,
            what: recorded(&command, RECORD_CHARS),
            facts: facts
                .iter()
                .map(|(name, value)| recorded(&format!("{name}: {value}"), RECORD_FACT_CHARS))
                .collect(),
            binding,
            face,
            entry,
        })
    }

    /// When its window must have drawn it.
    pub(crate) fn drawn_by(&self) -> Duration {
        self.arrived.saturating_add(CARD_DRAWN)
    }

    /// When it goes back to its terminal.
    pub(crate) fn expires(&self) -> Duration {
        self.arrived.saturating_add(APP_DECISION)
    }

    /// The digest of its request.
    pub(crate) fn binding(&self) -> &Binding {
        &self.binding
    }

    pub(crate) fn project(&self) -> &Text {
        &self.face.project
    }

    /// Whether it asks for that session's main agent (`None`), or that sub-agent of it.
    pub(crate) fn is_of(&self, key: &SessionKey, subagent: Option<&str>) -> bool {
        self.origin.key == *key && self.origin.subagent.as_deref() == subagent
    }

    pub(crate) fn record(&self, outcome: Outcome, unix_ms: u64) -> Record {
        Record {
            unix_ms,
            agent: self.origin.key.agent.clone(),
            session: self.origin.key.session.clone(),
            subagent: self.origin.subagent.clone(),
            cwd: self.origin.cwd.clone(),
            tool: self.call.tool().to_owned(),
            what: self.what.clone(),
            facts: self.facts.clone(),
            binding: self.binding.as_str().to_owned(),
            outcome,
        }
    }
}

/// The name of a project: the last component of its folder, on one line.
pub(crate) fn project(cwd: Option<&str>) -> Text {
    let cwd = cwd.unwrap_or_default();
    let name = cwd.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    visible::one_line(if name.is_empty() { cwd } else { name }, NAME_CHARS)
}

/// What a record says of a text: no secrets, and at most so many characters.
fn recorded(text: &str, characters: usize) -> String {
    let text = &text[..text.floor_char_boundary(REDACTED_BYTES)];
    let mut recorded = redact(text);
    if let Some((end, _)) = recorded.char_indices().nth(characters) {
        recorded.truncate(end);
        recorded.push('…');
    }
    recorded
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The cards that wait, the oldest first. The first one is in front.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    cards: VecDeque<Card>,
    /// How many cards have left the front since the queue was last empty.
    left: u32,
}

impl Queue {
    pub(crate) fn push(&mut self, card: Card) {
        if self.cards.is_empty() {
            self.left = 0;
        }
        self.cards.push_back(card);
    }

    /// Takes the oldest card that fits.
    pub(crate) fn take(&mut self, fits: impl FnMut(&Card) -> bool) -> Option<Card> {
        let index = self.cards.iter().position(fits)?;
        // One from behind has never been in front: the batch is smaller by it.
        if index == 0 {
            self.left = self.left.saturating_add(1);
        }
        self.cards.remove(index)
    }

    pub(crate) fn front(&self) -> Option<&Card> {
        self.cards.front()
    }

    pub(crate) fn len(&self) -> usize {
        self.cards.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Card> {
        self.cards.iter()
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Card> {
        self.cards.iter_mut()
    }

    /// How many cards of a session wait.
    pub(crate) fn of_session(&self, key: &SessionKey) -> usize {
        self.iter().filter(|card| card.origin.key == *key).count()
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

    #[test]
    fn a_record_is_redacted_before_it_is_cut() {
        let secret = "s".repeat(3_000);
        assert_eq!(recorded(&format!("TOKEN={secret} ls"), 2_000), "TOKEN=[hidden] ls");
        assert_eq!(recorded(&"ä".repeat(40_000), 2_000), format!("{}…", "ä".repeat(2_000)));
    }
}
