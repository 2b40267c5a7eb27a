//! What holds of every view, and that a card shows all of its request.

use std::collections::BTreeSet;
use std::time::Duration;

use proptest::prelude::*;
use vults_core::{Action, Ask, CardId, Content, Fact, Segment, Status, Text, View};

use super::{Account, Known};

/// What a card says that shows all of a request: its command or its questions, and its facts.
pub(super) fn shown_of(ask: &Ask) -> (Vec<Text>, Vec<Fact>) {
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

impl Account<'_> {
    /// What holds of every view.
    pub(super) fn verify(&mut self, before: &View, after: &View) -> Result<(), TestCaseError> {
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
