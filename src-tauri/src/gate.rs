//! The gate: a decision counts only together with a person's own act on the window.
//!
//! The page says what a person decided, but a page can be driven: by a script, by WebDriver, by a
//! program on the accessibility bus. None of them makes the display server report a pointer. So
//! the window's own events are watched where they arrive, before the page sees them, and a
//! decision passes only if a press and its release were both inside that very button of that very
//! card, after it was drawn there. Allow also has to have been in sight for a moment: a menu that
//! closed over it, a window that moved under the pointer or a screen that woke is a disturbance,
//! and a press right after one allows nothing.
//!
//! A key is an act too, for the one button that it presses by the page's own word since before the
//! press: Enter, where that button or the field that it sends has the focus, and Space on the
//! button. Whatever lets something run has to have been reached by Tab (see `keys`). On an island that
//! was only called (`vults focus`) every button has to, once the person can have seen that their keys
//! go here.
//!
//! Pure: events and time in, a verdict out. `person` feeds it.

mod keys;

use std::time::{Duration, Instant};

use vults_core::{ACT_AGE, CLICK_GUARD, CardId};

use self::keys::Keys;
pub(crate) use self::keys::{Key, Meant, PAUSE};
use crate::button::Button;
use crate::rect::Rect;

/// No button is larger. A page that claims one is not ours any more.
const LARGEST_BUTTON: (f64, f64) = (560.0, 64.0);

/// Where the buttons of the card in front are drawn; none where one is absent or inactive.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Buttons {
    pub(crate) allow: Option<Rect>,
    pub(crate) always: Option<Rect>,
    pub(crate) deny: Option<Rect>,
    pub(crate) answer: Option<Rect>,
    pub(crate) terminal: Option<Rect>,
    pub(crate) trust: Option<Rect>,
    pub(crate) not_now: Option<Rect>,
}

impl Buttons {
    /// Each button with its place.
    pub(crate) fn each(&self) -> [(Button, Option<Rect>); Button::COUNT] {
        Button::ALL.map(|button| (button, self.place(button)))
    }

    /// Where a button is.
    pub(crate) fn place(&self, button: Button) -> Option<Rect> {
        match button {
            Button::Allow => self.allow,
            Button::Always => self.always,
            Button::Deny => self.deny,
            Button::Answer => self.answer,
            Button::Terminal => self.terminal,
            Button::Trust => self.trust,
            Button::NotNow => self.not_now,
        }
    }

    /// Whether these can be the buttons of a card: on the window, of a button's size, apart.
    pub(crate) fn plausible(&self, window: (f64, f64)) -> bool {
        let rects: Vec<Rect> = self.each().into_iter().filter_map(|(_, rect)| rect).collect();
        let sized = |rect: &Rect| {
            rect.lies_within(window.0, window.1)
                && rect.width <= LARGEST_BUTTON.0
                && rect.height <= LARGEST_BUTTON.1
        };
        let apart = |(index, rect): (usize, &Rect)| {
            rects.iter().skip(index + 1).all(|other| !rect.overlaps(other))
        };
        rects.iter().all(sized) && rects.iter().enumerate().all(apart)
    }
}

/// Why a decision did not pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The card is not the one that is drawn.
    NotDrawn,
    /// The button is not drawn, or not active.
    NoButton,
    /// No person's act, or one that counted already.
    NoPerson,
    /// The person's act was too long ago.
    TooLate,
    /// The person's act was on another button.
    OtherButton,
    /// Allow had come into sight only just before it was pressed.
    Disturbed,
}

impl Refusal {
    /// The word for the log.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Refusal::NotDrawn => "not_drawn",
            Refusal::NoButton => "no_button",
            Refusal::NoPerson => "no_person",
            Refusal::TooLate => "too_late",
            Refusal::OtherButton => "other_button",
            Refusal::Disturbed => "disturbed",
        }
    }
}

/// What was drawn, and what the person did on it.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    front: Option<Front>,
    pressed: Option<Press>,
    done: Option<Done>,
    keys: Keys,
    /// Whether what the person did last was an answer to the card that was in front.
    answered: bool,
    /// When the person last pressed something, wherever it was.
    touched: Option<Instant>,
    /// The last moment at which the buttons may have come into sight, or moved on the screen.
    disturbed: Option<Instant>,
}

/// The card in front, as the page claims to have drawn it.
#[derive(Debug)]
struct Front {
    card: CardId,
    binding: String,
    buttons: Buttons,
    /// Since when each button is known to be there, on the screen; none until it has been painted.
    since: [Option<Instant>; Button::COUNT],
    /// Since when any of it is on the screen.
    seen: Option<Instant>,
    /// The button that Enter would press, and since when.
    focus: Option<(Button, Instant)>,
}

/// What the page says to have drawn of the card in front.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) card: CardId,
    pub(crate) binding: String,
    pub(crate) buttons: Buttons,
    /// The button that Enter would press right now.
    pub(crate) focus: Option<Button>,
}

/// The pointer went down on a button, or a key that presses it.
#[derive(Clone, Copy, Debug)]
struct Press {
    button: Button,
    at: Instant,
    /// Right after a disturbance.
    disturbed: bool,
}

/// A whole act of a person, which can carry one decision.
#[derive(Clone, Debug)]
struct Done {
    card: CardId,
    binding: String,
    press: Press,
    /// When it was over.
    ended: Instant,
    /// The code of the key, where it was one.
    key: Option<u16>,
}

impl Gate {
    /// The page has drawn this card, which the window shows once it is painted: until then a person sees
    /// what was there before, and presses that. Whether its buttons can be where it says is asked when they
    /// are pressed: the window may have changed by then. Gives whether anything of it has to be painted.
    pub(crate) fn drawn(&mut self, claim: Claim, now: Instant) -> bool {
        let Claim { card, binding, buttons, focus } = claim;
        let before = self.front.take().filter(|front| front.is(card, &binding));
        if before.is_none() {
            // A press on another card is not about this one. A whole act names its own card.
            self.pressed = None;
            self.keys.moved();
            if !std::mem::take(&mut self.answered) {
                self.keys.strayed(now);
            }
        }
        let stays = before.as_ref().and_then(|front| front.focus);
        let focus =
            focus.map(|focus| stays.filter(|(stays, _)| *stays == focus).unwrap_or((focus, now)));
        let since = buttons.each().map(|(button, rect)| {
            let rect = rect?;
            let stayed = before.as_ref().and_then(|front| front.place(button));
            stayed.filter(|(stayed, _)| *stayed == rect).map(|(_, since)| since)
        });
        let seen = before.and_then(|front| front.seen);
        self.front.insert(Front { card, binding, buttons, since, seen, focus }).awaits_paint()
    }

    /// The window has painted, at this moment, what the page has drawn. Gives the card that has come into
    /// sight by it.
    pub(crate) fn painted(&mut self, at: Instant) -> Option<CardId> {
        let front = self.front.as_mut()?;
        for since in &mut front.since {
            since.get_or_insert(at);
        }
        let new = front.seen.is_none();
        front.seen.get_or_insert(at);
        new.then_some(front.card)
    }

    /// Whether a person who pressed a key of a button at this moment, wherever the keyboard was, can have
    /// seen this card, and long enough for what they pressed.
    pub(crate) fn in_sight(
        &self,
        card: CardId,
        binding: &str,
        button: Button,
        at: Instant,
    ) -> bool {
        let front = self.front.as_ref().filter(|front| front.is(card, binding));
        let seen = front.and_then(|front| front.seen);
        let guard = if button.allows() { CLICK_GUARD } else { Duration::ZERO };
        seen.is_some_and(|seen| at >= seen + guard)
    }

    /// No card is drawn.
    pub(crate) fn undrawn(&mut self) {
        self.front = None;
        self.pressed = None;
        self.done = None;
        self.keys.moved();
    }

    /// What was hidden may have come into sight at this moment, or have moved under the pointer.
    pub(crate) fn disturbed(&mut self, at: Instant) {
        self.disturbed = self.disturbed.max(Some(at));
    }

    /// Whether the person has just pressed something: the pointer's button anywhere on the island,
    /// or Enter or Space on whatever had the focus. It stands behind one wish of the page that
    /// answers no card.
    pub(crate) fn touched(&mut self, now: Instant) -> bool {
        let touched = self.touched.take();
        touched.is_some_and(|at| now.saturating_duration_since(at) <= ACT_AGE)
    }

    /// Whether the person has just gone on with Tab, which counted.
    pub(crate) fn tabbed(&self, now: Instant) -> bool {
        self.keys.tabbed(now)
    }

    /// Whether what the person did last was an answer to the card that was in front.
    pub(crate) fn answered(&self) -> bool {
        self.answered
    }

    /// The keyboard has come at this moment because the island was called.
    pub(crate) fn called(&mut self, at: Instant) {
        self.keys.called(at);
        self.answered = false;
    }

    /// Whether a person writes in a field from now on, which they have gone to.
    pub(crate) fn in_field(&mut self, field: bool) {
        self.keys.in_field(field);
    }

    /// The keyboard goes back to another window.
    pub(crate) fn given_back(&mut self) {
        self.keys.given_back();
    }

    /// For whom a key is that writes something, or does not.
    pub(crate) fn meant(&self, writes: bool, at: Instant) -> Meant {
        self.keys.meant(writes, at)
    }

    /// The card that is drawn in front.
    pub(crate) fn card(&self) -> Option<CardId> {
        self.front.as_ref().map(|front| front.card)
    }

    /// Whether a point is on a button.
    pub(crate) fn is_button(&self, x: f64, y: f64) -> bool {
        let rects = self.front.iter().flat_map(|front| front.buttons.each());
        rects.filter_map(|(_, rect)| rect).any(|rect| rect.contains(x, y))
    }

    /// A real pointer went down on a window of this size: on which button?
    ///
    /// What the person did before stays until the page has said what it meant.
    pub(crate) fn press(
        &mut self,
        (x, y): (f64, f64),
        window: (f64, f64),
        at: Instant,
    ) -> Option<Button> {
        self.keys.moved();
        self.touched = Some(at);
        self.answered = false;
        let button = self.hit(x, y, at).filter(|_| self.plausible(window));
        self.pressed = button.map(|button| self.begun(button, at));
        button
    }

    /// A real pointer came up: was that a click, and on which button?
    pub(crate) fn release(&mut self, x: f64, y: f64, at: Instant) -> Option<Button> {
        let press = self.pressed.take()?;
        let front = self.front.as_ref()?;
        // The press has fixed the button. It may have moved a little since, not away.
        let rect = front.buttons.place(press.button)?;
        if !rect.contains(x, y) {
            return None;
        }
        let (card, binding) = (front.card, front.binding.clone());
        // Two events of one server millisecond may come out some microseconds the wrong way round.
        self.done = Some(Done { card, binding, press, ended: at.max(press.at), key: None });
        Some(press.button)
    }

    /// A real key went down on a window of this size, which has the keyboard: which button does it
    /// press? Unlike the pointer's, its press is the whole act.
    pub(crate) fn key(
        &mut self,
        code: u16,
        key: Key,
        window: (f64, f64),
        at: Instant,
    ) -> Option<Button> {
        let first = self.keys.press(code, key, at);
        // Whoever goes on writes on this card: the act before has not answered it.
        self.answered &= !first;
        if first && matches!(key, Key::Enter | Key::Space) {
            self.touched = Some(at);
        }
        let front = self.front.as_ref()?;
        let (button, since) = front.focus.filter(|(_, since)| at >= *since)?;
        let brought = match key {
            // In a text field Space is a letter.
            Key::Space => true,
            Key::Enter => button.allows() || self.keys.strict(),
            Key::Tab | Key::Modifier | Key::Other => return None,
        };
        let there = front.place(button).is_some_and(|(_, since)| at >= since);
        // Seen there before it is pressed: Tab and Enter in one go are a habit of the terminal.
        let seen = !self.keys.strict() || at >= since + CLICK_GUARD;
        if !first
            || !there
            || !seen
            || (brought && !self.keys.brought(since))
            || !self.plausible(window)
        {
            return None;
        }
        let (card, binding, press) = (front.card, front.binding.clone(), self.begun(button, at));
        self.done = Some(Done { card, binding, press, ended: at, key: Some(code) });
        Some(button)
    }

    /// A real key came up. A button that Space presses does so only now.
    pub(crate) fn key_up(&mut self, code: u16, at: Instant) {
        self.keys.release(code);
        if let Some(done) = self.done.as_mut().filter(|done| done.key == Some(code)) {
            done.ended = done.ended.max(at);
        }
    }

    /// The window has the keyboard no longer.
    pub(crate) fn keyboard_gone(&mut self) {
        self.keys.gone();
    }

    /// Lets a decision pass, once for each act, and says when the act began and ended. The page
    /// may take as long as [`ACT_AGE`] to say what it meant: whatever it says meanwhile, only the
    /// button that the person pressed counts.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] for every decision that no act of a person stands behind.
    pub(crate) fn redeem(
        &mut self,
        card: CardId,
        binding: &str,
        button: Button,
        now: Instant,
    ) -> Result<(Instant, Instant), Refusal> {
        // Taken before anything else: an act that came with a wrong decision is used up too.
        let done = self.done.take();
        let front =
            self.front.as_ref().filter(|front| front.is(card, binding)).ok_or(Refusal::NotDrawn)?;
        front.buttons.place(button).ok_or(Refusal::NoButton)?;
        let done = done
            .filter(|done| done.card == card && done.binding == binding)
            .ok_or(Refusal::NoPerson)?;
        if now.saturating_duration_since(done.ended) > ACT_AGE {
            return Err(Refusal::TooLate);
        }
        if done.press.button != button {
            return Err(Refusal::OtherButton);
        }
        if button.allows() && done.press.disturbed {
            return Err(Refusal::Disturbed);
        }
        self.answered = true;
        Ok((done.press.at, done.ended))
    }

    fn begun(&self, button: Button, at: Instant) -> Press {
        let seen = self.front.as_ref().and_then(|front| front.seen);
        let disturbed = self.disturbed.max(seen).is_some_and(|moment| at < moment + CLICK_GUARD);
        Press { button, at, disturbed }
    }

    /// Whether what the page claims can be true on a window of this size.
    fn plausible(&self, window: (f64, f64)) -> bool {
        self.front.as_ref().is_some_and(|front| front.buttons.plausible(window))
    }

    /// The button under a point, if it was there already at that moment.
    fn hit(&self, x: f64, y: f64, at: Instant) -> Option<Button> {
        let front = self.front.as_ref()?;
        let under = |button: &Button| {
            front.place(*button).is_some_and(|(rect, since)| rect.contains(x, y) && at >= since)
        };
        Button::ALL.into_iter().find(under)
    }
}

impl Front {
    fn is(&self, card: CardId, binding: &str) -> bool {
        self.card == card && self.binding == binding
    }

    /// Whether any of it is not on the screen yet.
    fn awaits_paint(&self) -> bool {
        let places = self.buttons.each().into_iter().zip(self.since);
        let mut unpainted = places.filter(|((_, rect), since)| rect.is_some() && since.is_none());
        self.seen.is_none() || unpainted.next().is_some()
    }

    /// Where a button is, and since when it is there to be seen.
    fn place(&self, button: Button) -> Option<(Rect, Instant)> {
        let places = self.buttons.each().into_iter().zip(self.since);
        let here = |((each, rect), since): ((Button, Option<Rect>), Option<Instant>)| {
            (each == button).then_some((rect?, since?))
        };
        places.filter_map(here).next()
    }
}

#[cfg(test)]
mod tests;
