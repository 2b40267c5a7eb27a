//! The gate: a decision counts only together with a person's own act on the window.
//!
//! The page says what a person decided, but a page can be driven: by a script, by WebDriver, by a
//! program on the accessibility bus. None of them makes the display server report a pointer. So
//! the window's own events are watched where they arrive, before the page sees them, and a
//! decision passes only if a press and its release were both inside the button that was drawn for
//! that very choice of that very card, after it was drawn there.
//!
//! Pure: events and time in, a verdict out. `person` feeds it.

use std::time::Instant;

use vults_core::{ACT_AGE, CardId, Choice};

use crate::rect::Rect;

/// No button is larger. A page that claims one is not ours any more.
const LARGEST_BUTTON: (f64, f64) = (560.0, 64.0);

/// Where the buttons of the card in front are drawn; none where one is absent or inactive.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Buttons {
    pub(crate) allow: Option<Rect>,
    pub(crate) deny: Option<Rect>,
    pub(crate) terminal: Option<Rect>,
}

impl Buttons {
    /// The places, each with what it stands for.
    pub(crate) fn each(&self) -> [(Choice, Option<Rect>); 3] {
        [
            (Choice::Allow, self.allow),
            (Choice::Deny, self.deny),
            (Choice::ReplyInTerminal, self.terminal),
        ]
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
        }
    }
}

/// What was drawn, and what the person did on it.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    front: Option<Front>,
    pressed: Option<Press>,
    done: Option<Done>,
}

/// The card in front, as drawn.
#[derive(Debug)]
struct Front {
    card: CardId,
    binding: String,
    buttons: [Option<Button>; 3],
}

/// A button at its place.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Button {
    choice: Choice,
    rect: Rect,
    /// Since when it is known to be there.
    since: Instant,
}

/// The pointer went down on a button.
#[derive(Clone, Copy, Debug)]
struct Press {
    choice: Choice,
    at: Instant,
}

/// A whole act of a person, which can carry one decision.
#[derive(Clone, Copy, Debug)]
struct Done {
    /// Which button it was on; a key says nothing about that.
    choice: Option<Choice>,
    /// When it began.
    began: Instant,
    /// When it was over.
    ended: Instant,
}

impl Gate {
    /// The page has drawn this card, with its buttons at these places.
    pub(crate) fn drawn(&mut self, card: CardId, binding: String, buttons: Buttons, now: Instant) {
        let before = self.front.take().filter(|front| front.is(card, &binding));
        if before.is_none() {
            // What began on another card is not about this one.
            self.forget_acts();
        }
        let place = |(choice, rect): (Choice, Option<Rect>)| {
            let rect = rect?;
            let stayed = before.as_ref().and_then(|front| front.button(choice));
            let since = stayed.filter(|stayed| stayed.rect == rect).map_or(now, |it| it.since);
            Some(Button { choice, rect, since })
        };
        self.front = Some(Front { card, binding, buttons: buttons.each().map(place) });
    }

    /// No card is drawn.
    pub(crate) fn undrawn(&mut self) {
        self.front = None;
        self.forget_acts();
    }

    /// A real pointer went down.
    pub(crate) fn press(&mut self, x: f64, y: f64, at: Instant) {
        self.forget_acts();
        self.pressed = self.hit(x, y, at).map(|choice| Press { choice, at });
    }

    /// A real pointer came up.
    pub(crate) fn release(&mut self, x: f64, y: f64, at: Instant) {
        let Some(press) = self.pressed.take() else { return };
        // Asked at the moment of the press: a button that came under the pointer between the two
        // is not the one that was pressed.
        if self.hit(x, y, press.at) == Some(press.choice) {
            self.done = Some(Done { choice: Some(press.choice), began: press.at, ended: at });
        }
    }

    /// A real key that activates a button went down while the window had the keyboard.
    pub(crate) fn key(&mut self, at: Instant) {
        self.forget_acts();
        self.done = Some(Done { choice: None, began: at, ended: at });
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
        choice: Choice,
        now: Instant,
    ) -> Result<(Instant, Instant), Refusal> {
        // Taken before anything else: an act that came with a wrong decision is used up too.
        let done = self.done.take();
        let front =
            self.front.as_ref().filter(|front| front.is(card, binding)).ok_or(Refusal::NotDrawn)?;
        let button = front.button(choice).ok_or(Refusal::NoButton)?;
        let done = done.ok_or(Refusal::NoPerson)?;
        if now.saturating_duration_since(done.ended) > ACT_AGE {
            return Err(Refusal::TooLate);
        }
        match done.choice {
            Some(chosen) if chosen != choice => Err(Refusal::OtherButton),
            None if done.began < button.since => Err(Refusal::NoPerson),
            _ => Ok((done.began, done.ended)),
        }
    }

    /// The button under a point, if it was there already at that moment.
    fn hit(&self, x: f64, y: f64, at: Instant) -> Option<Choice> {
        let buttons = self.front.as_ref()?.buttons.iter().flatten();
        let under = |button: &&Button| button.rect.contains(x, y) && at >= button.since;
        buttons.into_iter().find(under).map(|button| button.choice)
    }

    fn forget_acts(&mut self) {
        self.pressed = None;
        self.done = None;
    }
}

impl Front {
    fn is(&self, card: CardId, binding: &str) -> bool {
        self.card == card && self.binding == binding
    }

    fn button(&self, choice: Choice) -> Option<&Button> {
        self.buttons.iter().flatten().find(|button| button.choice == choice)
    }
}

#[cfg(test)]
mod tests;
