//! The right of a card to be answered: for that request, by what was drawn, in time, once.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;

use crate::canon::Canon;
use crate::card::CardId;
use crate::choice::{Form, Verdict};
use crate::hex::Hex;
use crate::input::{Act, DrawnCard, Origin};

/// How long after a card came to be drawn in front, or after any card left, a click or key press
/// that begins counts for nothing: it was meant for what was there before.
pub const CLICK_GUARD: Duration = Duration::from_millis(400);

/// How long ago a click or key press may have ended when it is heard of. It is long enough for a
/// page on a busy machine; an older one counts for nothing, since too much may have changed.
pub const ACT_AGE: Duration = Duration::from_secs(2);

/// The digest of one request: who asks, from where, for what tool, with what input.
///
/// It is the SHA-256 of all of it in one canonical form, in hex. Any difference that could change
/// what runs gives another binding; the order of an object's keys does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Binding(String);

impl Binding {
    /// The binding of a request for `tool` with this whole, uncut input.
    pub(crate) fn of(origin: &Origin, tool: &str, input: &Value) -> Binding {
        let mut canon = Canon::default();
        canon.text(&origin.key.agent);
        canon.text(&origin.key.session);
        canon.optional(origin.subagent.as_deref());
        canon.optional(origin.cwd.as_deref());
        canon.text(tool);
        canon.value(input);
        Binding::of_digest(canon)
    }

    /// The binding of what is no request of an agent's.
    pub(crate) fn of_digest(canon: Canon) -> Binding {
        Binding(Hex(&canon.digest()).to_string())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// One card's right to be answered.
#[derive(Debug)]
struct Offer {
    binding: Binding,
    form: Form,
    expires: Duration,
}

/// The card in front, as far as the window has reported it drawn.
#[derive(Debug)]
struct Shown {
    card: CardId,
    /// When it first came to be drawn in front.
    since: Duration,
    whole: bool,
}

/// Why an act counts for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The card has left, or was never there.
    Gone,
    /// The act speaks of another request than the card's.
    OtherBinding,
    /// It cannot be said on this card, or leaves a question open.
    NoAnswer,
    /// The card is not on screen, in front.
    NotInFront,
    /// Not all of the card has been on screen.
    NotWhole,
    /// The click guard was still up.
    TooEarly,
    /// The act ended before it began or comes from the future, or took too long to get here.
    BadTime,
}

/// Proof that a person chose this on that card. Only [`Ledger::redeem`] makes one. Every reply to an
/// agent is made from one, or from a [`crate::rules::Warrant`], and all trust in a project's hooks.
#[derive(Debug)]
pub(crate) struct Redeemed {
    card: CardId,
    verdict: Verdict,
}

impl Redeemed {
    pub(crate) fn card(&self) -> CardId {
        self.card
    }

    pub(crate) fn verdict(&self) -> &Verdict {
        &self.verdict
    }
}

/// The offers of all waiting cards, and what of them is on screen.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    offers: BTreeMap<CardId, Offer>,
    front: Option<CardId>,
    shown: Option<Shown>,
    /// When a card last left or came to the front.
    changed: Duration,
}

impl Ledger {
    /// A card may be answered from now on, until `expires`.
    pub(crate) fn offer(&mut self, card: CardId, binding: Binding, form: Form, expires: Duration) {
        self.offers.insert(card, Offer { binding, form, expires });
    }

    /// A card has left: no answer to it counts any more.
    pub(crate) fn revoke(&mut self, card: CardId, now: Duration) {
        self.offers.remove(&card);
        self.changed = now;
    }

    /// Says which card is in front now; whether that is another one than before.
    pub(crate) fn set_front(&mut self, front: Option<CardId>, now: Duration) -> bool {
        let other = self.front != front;
        if other {
            self.front = front;
            self.shown = None;
            self.changed = now;
        }
        other
    }

    /// The window has drawn this card in front, or none.
    pub(crate) fn drawn(&mut self, drawn: Option<&DrawnCard>, now: Duration) {
        let fits = |drawn: &&DrawnCard| {
            let offer = self.offers.get(&drawn.card);
            self.front == Some(drawn.card)
                && offer.is_some_and(|offer| offer.binding.0 == drawn.binding)
        };
        let Some(drawn) = drawn.filter(fits) else {
            self.shown = None;
            return;
        };
        match &mut self.shown {
            // A window that shrank no longer shows all of it.
            Some(shown) if shown.card == drawn.card => shown.whole = drawn.whole,
            shown => *shown = Some(Shown { card: drawn.card, since: now, whole: drawn.whole }),
        }
    }

    /// Nothing is on screen any more. What comes back must be seen, and guarded, anew.
    pub(crate) fn undrawn(&mut self) {
        self.shown = None;
    }

    /// Whether all of the card in front is on screen, as drawn last.
    pub(crate) fn whole(&self) -> bool {
        self.shown.as_ref().is_some_and(|shown| shown.whole)
    }

    /// Takes a person's act. One that counts uses the card's offer up.
    ///
    /// # Errors
    ///
    /// The [`Refusal`] when it counts for nothing; the offer stays as it was.
    pub(crate) fn redeem(&mut self, act: &Act, now: Duration) -> Result<Redeemed, Refusal> {
        let offer = self.offers.get(&act.card).ok_or(Refusal::Gone)?;
        if now >= offer.expires {
            return Err(Refusal::Gone);
        }
        if offer.binding.0 != act.binding {
            return Err(Refusal::OtherBinding);
        }
        if act.began > act.ended || act.ended > now || now - act.ended > ACT_AGE {
            return Err(Refusal::BadTime);
        }
        let shown = self.shown.as_ref().filter(|shown| shown.card == act.card);
        let shown = shown.ok_or(Refusal::NotInFront)?;
        if act.began < shown.since.max(self.changed).saturating_add(CLICK_GUARD) {
            return Err(Refusal::TooEarly);
        }
        let verdict = offer.form.verdict(&act.choice).ok_or(Refusal::NoAnswer)?;
        if verdict.authorizes() && !shown.whole {
            return Err(Refusal::NotWhole);
        }
        self.offers.remove(&act.card);
        Ok(Redeemed { card: act.card, verdict })
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use serde_json::json;

    use super::*;
    use crate::ancestry::Ancestry;
    use crate::choice::Choice;
    use crate::input::SessionKey;

    fn origin(agent: &str, session: &str, subagent: Option<&str>, cwd: Option<&str>) -> Origin {
        Origin {
            key: SessionKey { agent: agent.into(), session: session.into() },
            agent_name: "An Agent".into(),
            cwd: cwd.map(Into::into),
            subagent: subagent.map(Into::into),
            subagent_name: None,
            mode: None,
            ancestry: Ancestry::default(),
        }
    }

    #[test]
    fn every_part_of_a_request_is_in_its_binding() {
        let input = json!({"command": "ls", "timeout": 5});
        let requests = [
            (origin("a", "s", None, Some("/w")), "Bash", input.clone()),
            (origin("b", "s", None, Some("/w")), "Bash", input.clone()),
            (origin("a", "t", None, Some("/w")), "Bash", input.clone()),
            (origin("a", "s", Some(""), Some("/w")), "Bash", input.clone()),
            (origin("a", "s", None, Some("/x")), "Bash", input.clone()),
            (origin("a", "s", None, None), "Bash", input.clone()),
            (origin("a", "s", Some("/w"), None), "Bash", input.clone()),
            (origin("as", "", None, Some("/w")), "Bash", input.clone()),
            (origin("a", "s", None, Some("/w")), "Shell", input),
            (origin("a", "s", None, Some("/w")), "Bash", json!({"command": "ls", "timeout": "5"})),
            (origin("a", "s", None, Some("/w")), "Bash", json!({"command": "ls", "timeout": null})),
            (origin("a", "s", None, Some("/w")), "Bash", json!({"command": "ls "})),
            (origin("a", "s", None, Some("/w")), "Bash", json!({"command": ["ls"]})),
            (origin("a", "s", None, Some("/w")), "Bash", json!({"command": ["l", "s"]})),
            (origin("a", "s", None, Some("/w")), "Bash", json!({"command": [["l"], "s"]})),
            (origin("a", "s", None, Some("/w")), "Bash", json!({"command": true})),
            (origin("a", "s", None, Some("/w")), "Bash", json!({"command": false})),
        ];
        let bindings: Vec<String> = requests
            .iter()
            .map(|(origin, tool, input)| Binding::of(origin, tool, input).as_str().to_owned())
            .collect();
        for (index, binding) in bindings.iter().enumerate() {
            assert_eq!(binding.len(), 64);
            assert!(!bindings[..index].contains(binding), "{:?}", requests[index]);
        }
    }

    #[test]
    fn the_order_of_keys_is_not_in_the_binding() {
        let of = |input| Binding::of(&origin("a", "s", None, None), "Bash", &input);
        assert_eq!(
            of(json!({"a": 1, "b": {"c": 2, "d": 3}})),
            of(json!({"b": {"d": 3, "c": 2}, "a": 1}))
        );
    }

    const MS: Duration = Duration::from_millis(1);
    const CARD: CardId = CardId(1);
    const OTHER: CardId = CardId(2);

    /// Two cards wait; the first came to the front at 0 and was drawn whole at 1,000 ms.
    fn ledger() -> (Ledger, String) {
        let mut ledger = Ledger::default();
        let binding = Binding::of(&origin("a", "s", None, None), "Bash", &json!({}));
        for card in [CARD, OTHER] {
            ledger.offer(card, binding.clone(), Form::Permission { always: false }, 108_000 * MS);
        }
        ledger.set_front(Some(CARD), Duration::ZERO);
        let binding = binding.as_str().to_owned();
        let drawn = DrawnCard { card: CARD, binding: binding.clone(), whole: true };
        ledger.drawn(Some(&drawn), 1_000 * MS);
        (ledger, binding)
    }

    /// What becomes of an act on the first card at `at`, which the core hears of at `now`.
    #[track_caller]
    fn check(prepare: impl FnOnce(&mut Ledger), at: u32, now: u32, expected: Result<(), Refusal>) {
        check_held(prepare, at..at, now, expected);
    }

    /// The same of an act from a press to its release.
    #[track_caller]
    fn check_held(
        prepare: impl FnOnce(&mut Ledger),
        held: Range<u32>,
        now: u32,
        expected: Result<(), Refusal>,
    ) {
        let (mut ledger, binding) = ledger();
        prepare(&mut ledger);
        let (began, ended) = (held.start * MS, held.end * MS);
        let act = Act { began, ended, card: CARD, binding, choice: Choice::Allow };
        assert_eq!(ledger.redeem(&act, now * MS).map(drop), expected);
    }

    fn nothing(_: &mut Ledger) {}

    #[test]
    fn an_act_counts_from_400_ms_after_the_card_was_drawn() {
        check(nothing, 1_399, 1_399, Err(Refusal::TooEarly));
        check(nothing, 1_400, 1_400, Ok(()));
    }

    #[test]
    fn an_act_may_be_late_but_neither_old_nor_early() {
        check(nothing, 2_000, 4_000, Ok(()));
        check(nothing, 2_000, 4_001, Err(Refusal::BadTime));
        check(nothing, 2_001, 2_000, Err(Refusal::BadTime));
    }

    #[test]
    fn a_slow_press_is_as_old_as_its_release_and_guarded_from_its_beginning() {
        check_held(nothing, 1_400..9_000, 11_000, Ok(()));
        check_held(nothing, 1_400..9_000, 11_001, Err(Refusal::BadTime));
        check_held(nothing, 1_399..9_000, 9_000, Err(Refusal::TooEarly));
        check_held(nothing, 2_000..2_001, 2_000, Err(Refusal::BadTime));
        check_held(nothing, Range { start: 2_001, end: 2_000 }, 2_001, Err(Refusal::BadTime));
    }

    #[test]
    fn an_act_counts_until_the_card_expires() {
        check(nothing, 107_999, 107_999, Ok(()));
        check(nothing, 107_999, 108_000, Err(Refusal::Gone));
    }

    #[test]
    fn any_card_change_raises_the_guard() {
        let other_leaves = |ledger: &mut Ledger| ledger.revoke(OTHER, 5_000 * MS);
        check(other_leaves, 5_399, 5_399, Err(Refusal::TooEarly));
        check(other_leaves, 5_400, 5_400, Ok(()));
        // The click happened before the change, and is heard of after the guard.
        check(other_leaves, 4_990, 5_500, Err(Refusal::TooEarly));
    }

    #[test]
    fn what_is_not_on_screen_cannot_be_answered() {
        check(Ledger::undrawn, 2_000, 2_000, Err(Refusal::NotInFront));
        check(|ledger| ledger.drawn(None, 1_500 * MS), 2_000, 2_000, Err(Refusal::NotInFront));
        let other_in_front = |ledger: &mut Ledger| {
            ledger.set_front(Some(OTHER), 1_500 * MS);
        };
        check(other_in_front, 2_000, 2_000, Err(Refusal::NotInFront));
        check(|ledger| ledger.revoke(CARD, 1_500 * MS), 2_000, 2_000, Err(Refusal::Gone));
    }

    #[test]
    fn a_window_that_comes_back_is_guarded_and_read_anew() {
        let again = |whole| {
            move |ledger: &mut Ledger| {
                ledger.undrawn();
                let binding = ledger.offers[&CARD].binding.as_str().to_owned();
                ledger.drawn(Some(&DrawnCard { card: CARD, binding, whole }), 2_000 * MS);
            }
        };
        check(again(true), 2_399, 2_399, Err(Refusal::TooEarly));
        check(again(true), 2_400, 2_400, Ok(()));
        check(again(false), 2_400, 2_400, Err(Refusal::NotWhole));
    }

    #[test]
    fn an_offer_is_used_up() {
        let (mut ledger, binding) = ledger();
        let at = 2_000 * MS;
        let act =
            Act { began: at, ended: at, card: CARD, binding, choice: Choice::Deny { words: None } };
        assert!(ledger.redeem(&act, 2_000 * MS).is_ok());
        assert_eq!(ledger.redeem(&act, 2_000 * MS).map(drop), Err(Refusal::Gone));
    }

    #[test]
    fn an_act_on_another_request_counts_for_nothing() {
        let (mut ledger, _) = ledger();
        let (at, binding) = (2_000 * MS, "0".repeat(64));
        let act = Act { began: at, ended: at, card: CARD, binding, choice: Choice::Allow };
        assert_eq!(ledger.redeem(&act, 2_000 * MS).map(drop), Err(Refusal::OtherBinding));
    }
}
