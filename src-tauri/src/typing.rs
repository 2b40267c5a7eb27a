//! The keyboard for the island, and back to whoever had it.
//!
//! The island never takes the keyboard by itself: it is given it for as long as a person writes in
//! a field of the card in front, which they have pressed, or once it was called (see [`crate::call`]).
//! Escape and the page's word give it back at once. A card that leaves under the person's hands, or a page that breaks, does so as soon as they
//! pause: the rest of a sentence is neither for the next card nor for the window that comes after,
//! in which it might be a command.

use std::time::{Duration, Instant};

use gtk::glib;
use gtk::prelude::*;
use tauri::{AppHandle, Manager, WebviewWindow};
use vults_core::{CardId, View};
use x11rb::protocol::xproto::Window;

use crate::call;
use crate::focus::{activate, active_window};
use crate::gate::PAUSE;
use crate::island::Island;
use crate::mark::mark;
use crate::person::Heard;
use crate::surface::layer;
use crate::{rest, window};

/// How often it is looked whether the person has paused.
const LOOK: Duration = Duration::from_millis(100);

/// Whether the keyboard is lent to the island.
#[derive(Debug, Default)]
pub(crate) struct Typing {
    /// The card with the field, while it is.
    card: Option<CardId>,
    /// Whether it was called.
    called: bool,
    /// Whether a card has been there since it was called.
    cards: bool,
    /// The window that had the keyboard before.
    former: Option<Window>,
    /// When the person last pressed a key.
    key: Option<Instant>,
}

impl Typing {
    /// Whether keys on the island are for it. Where no other window takes the keyboard, it stays
    /// here, and what is pressed then is for no card.
    pub(crate) fn lent(&self) -> bool {
        self.card.is_some() || self.called
    }

    /// Whether a call has nothing to give: a field is in use, or the island was called and has the
    /// keyboard. One that was refused it may be called again.
    pub(crate) fn holds(&self, has_keyboard: bool) -> bool {
        self.card.is_some() || self.called && has_keyboard
    }

    /// The island is called while this window has the keyboard, and with cards that wait or none.
    pub(crate) fn call(&mut self, former: Option<Window>, cards: bool) {
        *self = Typing { called: true, cards, former, ..Typing::default() };
    }

    /// Whether it was called for cards, and none is left.
    fn is_done(&self, front: Option<CardId>) -> bool {
        self.called && self.cards && self.card.is_none() && front.is_none()
    }

    /// Whether the person is in the middle of writing.
    fn busy(&self, now: Instant) -> bool {
        self.key.is_some_and(|key| now.saturating_duration_since(key) < PAUSE)
    }
}

/// A person has pressed a text field, or is done with it. The page says so, and is believed only
/// right after a press of the person's, or while the keyboard is lent already.
pub(crate) fn ask(window: &WebviewWindow, on: bool) {
    if on {
        begin(window);
    } else {
        leave_field(window);
    }
}

fn begin(window: &WebviewWindow) {
    let island = window.state::<Island>();
    let Ok(native) = window.gtk_window() else { return };
    let active = native.is_active();
    let (pressed, card) = {
        let (mut gate, now) = (island.gate.lock(), Instant::now());
        (gate.touched(now) || gate.tabbed(now), gate.card())
    };
    let lent = island.typing.lock().card.is_some();
    if !lent && !pressed || card.is_none() {
        mark!("typing", refused = true);
        return;
    }
    island.typing.lock().card = card;
    island.gate.lock().in_field(true);
    island.shortcut.suspend(true);
    if layer::is(window) {
        // Also where a click has brought it: until it is asked for, it is sent away again.
        layer::keyboard(window, true);
    } else if !active {
        let own = window::xid(window);
        let former = active_window().filter(|former| Some(*former) != own);
        island.typing.lock().former = former;
        native.set_accept_focus(true);
        native.present_with_time(window::user_time());
    }
    mark!("typing", on = true);
}

/// The person writes no longer. On an island that was called they go on with the keys.
fn leave_field(window: &WebviewWindow) {
    let island = window.state::<Island>();
    if !island.typing.lock().called {
        return end(window);
    }
    if island.typing.lock().card.take().is_some() {
        mark!("typing", on = false);
        island.gate.lock().in_field(false);
        island.shortcut.suspend(false);
        rest::stir(window.app_handle());
        settle(window);
    }
}

/// Takes the keyboard from the island, and gives it back where it is still here.
pub(crate) fn end(window: &WebviewWindow) {
    let island = window.state::<Island>();
    {
        let mut typing = island.typing.lock();
        let lent = typing.lent();
        (typing.card, typing.called) = (None, false);
        if !lent {
            return;
        }
    }
    mark!("typing", on = false);
    island.shortcut.suspend(false);
    island.gate.lock().given_back();
    rest::stir(window.app_handle());
    if layer::is(window) {
        return layer::keyboard(window, false);
    }
    let Ok(native) = window.gtk_window() else { return };
    native.set_accept_focus(false);
    if native.is_active() {
        give_back(window);
    }
}

/// What the person was at has gone without their doing: the keyboard goes back once they pause.
pub(crate) fn abandon(window: &WebviewWindow) {
    let (lent, card) = {
        let state = window.state::<Island>();
        let typing = state.typing.lock();
        (typing.lent(), typing.card)
    };
    if !lent {
        return;
    }
    mark!("typing", abandoned = true);
    let window = window.clone();
    glib::timeout_add_local(LOOK, move || {
        let island = window.state::<Island>();
        let typing = island.typing.lock();
        // By now they may be writing on another card.
        let (same, busy) = (typing.lent() && typing.card == card, typing.busy(Instant::now()));
        drop(typing);
        if same && busy {
            return glib::ControlFlow::Continue;
        }
        if same && card.is_some() {
            leave_field(&window);
        } else if same {
            end(&window);
        }
        glib::ControlFlow::Break
    });
}

/// What the person does with the keyboard, apart from what the page makes of it.
pub(crate) fn heard(window: &WebviewWindow, what: Heard) {
    match what {
        Heard::Key => window.state::<Island>().typing.lock().key = Some(Instant::now()),
        Heard::Escape => {
            // The page hears of the key first. On an island that was called it closes what is open
            // there, one thing after the other, and then says so.
            if !window.state::<Island>().typing.lock().called {
                soon(window);
            }
        }
        Heard::Stray => {
            call::strayed(window);
            soon(window);
        }
        Heard::Gone => end(window),
    }
}

/// Ends it in a turn of the loop of its own.
fn soon(window: &WebviewWindow) {
    let window = window.clone();
    glib::idle_add_local_once(move || end(&window));
}

/// The keyboard comes to the island. Where nobody wants it any more, it comes late.
pub(crate) fn arrived(window: &WebviewWindow) {
    let island = window.state::<Island>();
    let (lent, asked) = {
        let typing = island.typing.lock();
        if typing.called && typing.card.is_none() {
            island.gate.lock().called(Instant::now());
        }
        (typing.lent(), typing.former.is_some())
    };
    if !lent && asked {
        give_back(window);
    }
}

/// What is shown has changed: nobody writes on a card that is not in front any more, and whoever called
/// the island for its cards is done when none is left. Called on any thread.
pub(crate) fn follow(app: &AppHandle, view: &View) {
    let Some(island) = app.try_state::<Island>() else { return };
    let front = view.card();
    let (writes, done) = {
        let mut typing = island.typing.lock();
        typing.cards |= typing.called && front.is_some();
        (typing.card.is_some() && typing.card != front, typing.is_done(front))
    };
    if !writes && !done {
        return;
    }
    let island_app = app.clone();
    let asked = app.run_on_main_thread(move || {
        let Some(window) = island_app.get_webview_window(window::LABEL) else { return };
        if writes {
            abandon(&window);
        } else {
            settle(&window);
        }
    });
    if let Err(error) = asked {
        tracing::warn!(%error, "the keyboard stays with the island");
    }
}

/// Gives the keyboard of an island that was called back, where nothing is left to do: at once if the
/// person has answered the last card, else once they pause.
fn settle(window: &WebviewWindow) {
    let island = window.state::<Island>();
    let front = island.shown.lock().view().card();
    if !island.typing.lock().is_done(front) {
        return;
    }
    let answered = island.gate.lock().answered();
    if answered {
        end(window);
    } else {
        abandon(window);
    }
}

fn give_back(window: &WebviewWindow) {
    // What was asked of the window manager before comes before this.
    if let Some(display) = gtk::gdk::Display::default() {
        display.flush();
    }
    let former = window.state::<Island>().typing.lock().former;
    let given =
        window::xid(window).is_some_and(|own| activate(former, own, window::user_time()).is_some());
    mark!("keyboard_back", asked = given);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_that_was_refused_the_keyboard_may_come_again() {
        let mut typing = Typing::default();
        assert!(!typing.holds(false) && !typing.holds(true));
        typing.call(None, false);
        assert!(!typing.holds(false), "the keyboard did not come");
        assert!(typing.holds(true));
        // It is on its way to the field, which the person has pressed.
        typing.card = Some(CardId(1));
        assert!(typing.holds(false));
    }
}
