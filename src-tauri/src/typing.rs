//! The keyboard for a text field of the island, and back to whoever had it.
//!
//! The island never takes the keyboard by itself: it is given it for as long as a person writes in
//! a field of the card in front, which they have pressed. Escape and the page's word give it back at
//! once. A card that leaves under the person's hands, or a page that breaks, does so as soon as they
//! pause: the rest of a sentence is neither for the next card nor for the window that comes after,
//! in which it might be a command.

use std::time::{Duration, Instant};

use gtk::glib;
use gtk::prelude::*;
use tauri::{AppHandle, Manager, WebviewWindow};
use vults_core::{CardId, View};
use x11rb::protocol::xproto::Window;

use crate::focus::{activate, active_window};
use crate::gate::PAUSE;
use crate::island::Island;
use crate::mark::mark;
use crate::person::Heard;
use crate::surface::layer;
use crate::window;

/// How often it is looked whether the person has paused.
const LOOK: Duration = Duration::from_millis(100);

/// Whether the keyboard is lent to the island.
#[derive(Debug, Default)]
pub(crate) struct Typing {
    /// The card with the field, while it is.
    card: Option<CardId>,
    /// The window that had the keyboard before.
    former: Option<Window>,
    /// When the person last pressed a key.
    key: Option<Instant>,
}

impl Typing {
    /// Whether keys on the island are for it. Where no other window takes the keyboard, it stays
    /// here, and what is pressed then is for no card.
    pub(crate) fn lent(&self) -> bool {
        self.card.is_some()
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
        end(window);
    }
}

fn begin(window: &WebviewWindow) {
    let island = window.state::<Island>();
    let Ok(native) = window.gtk_window() else { return };
    let active = native.is_active();
    let (pressed, card) = {
        let mut gate = island.gate.lock();
        (gate.touched(Instant::now()), gate.card())
    };
    let lent = island.typing.lock().lent();
    if !lent && !pressed || card.is_none() {
        mark!("typing", refused = true);
        return;
    }
    island.typing.lock().card = card;
    island.shortcut.suspend(true);
    if !active && layer::is(window) {
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

/// Takes the keyboard from the island, and gives it back where it is still here.
pub(crate) fn end(window: &WebviewWindow) {
    let island = window.state::<Island>();
    if island.typing.lock().card.take().is_none() {
        return;
    }
    mark!("typing", on = false);
    island.shortcut.suspend(false);
    if layer::is(window) {
        return layer::keyboard(window, false);
    }
    let Ok(native) = window.gtk_window() else { return };
    native.set_accept_focus(false);
    if native.is_active() {
        give_back(window);
    }
}

/// The field has gone without the person's doing: the keyboard goes back once they pause.
pub(crate) fn abandon(window: &WebviewWindow) {
    let card = window.state::<Island>().typing.lock().card;
    if card.is_none() {
        return;
    }
    mark!("typing", abandoned = true);
    let window = window.clone();
    glib::timeout_add_local(LOOK, move || {
        let island = window.state::<Island>();
        let typing = island.typing.lock();
        // By now they may be writing on another card.
        let (same, busy) = (typing.card == card, typing.busy(Instant::now()));
        drop(typing);
        if same && busy {
            return glib::ControlFlow::Continue;
        }
        if same {
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
            // The page hears of the key first.
            let window = window.clone();
            glib::idle_add_local_once(move || end(&window));
        }
        Heard::Gone => end(window),
    }
}

/// The keyboard comes to the island. Where nobody writes any more, it comes late.
pub(crate) fn arrived(window: &WebviewWindow) {
    let island = window.state::<Island>();
    let (lent, asked) = {
        let typing = island.typing.lock();
        (typing.card.is_some(), typing.former.is_some())
    };
    if !lent && asked {
        give_back(window);
    }
}

/// What is shown has changed: nobody writes on a card that is not in front any more. Called on any
/// thread.
pub(crate) fn follow(app: &AppHandle, view: &View) {
    let Some(island) = app.try_state::<Island>() else { return };
    let front = view.front.as_ref().map(|front| front.id);
    let card = island.typing.lock().card;
    if card.is_none() || card == front {
        return;
    }
    let island_app = app.clone();
    let asked = app.run_on_main_thread(move || {
        if let Some(window) = island_app.get_webview_window(window::LABEL) {
            abandon(&window);
        }
    });
    if let Err(error) = asked {
        tracing::warn!(%error, "the keyboard stays with the island");
    }
}

fn give_back(window: &WebviewWindow) {
    // What was asked of the window manager before comes before this.
    if let Some(display) = gtk::gdk::Display::default() {
        display.flush();
    }
    let former = window.state::<Island>().typing.lock().former;
    let given = window::xid(window).is_some_and(|own| activate(former, own).is_some());
    mark!("keyboard_back", asked = given);
}
