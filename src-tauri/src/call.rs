//! The island is called: `vults focus`, or Open in the tray. It comes into sight and gets the keyboard.
//!
//! Any program of the person's may call it, an agent too, at any time and as often as it likes. So a call
//! answers nothing, and gives nothing to whoever waits for a key that was meant for another window: it is
//! heard once in a few seconds; while the person types elsewhere the keyboard stays there; what they
//! press in the first moment goes nowhere; a letter, for which the island has no use, gives the keyboard
//! back; and no button is pressed by a key that was not reached with Tab after all that (see `gate`).

use std::thread;
use std::time::{Duration, Instant};

use gtk::glib;
use gtk::prelude::*;
use tauri::{AppHandle, Emitter, Manager, WebviewWindow};
use x11rb::protocol::xproto::Window;

use crate::elsewhere;
use crate::focus::{NOW, activate, active_window};
use crate::island::{Island, Shared};
use crate::mark::mark;
use crate::surface::layer;
use crate::{rest, typing, window};

/// A second call within this time of one that was heard is not.
const AGAIN: Duration = Duration::from_secs(3);
/// The same after a person has written on the island without having noticed that it had the keyboard.
const AFTER_STRAY: Duration = Duration::from_secs(10);
/// So long it is listened whether a person types elsewhere. A quick hand's keys come closer together;
/// a slower one's do too, within a word.
const LISTEN: Duration = Duration::from_millis(250);
/// A keyboard that was asked for has come by then, or does not come: a window manager may refuse it.
const COMES: Duration = Duration::from_secs(1);

/// When calls were heard.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    /// Until when no other one is.
    until: Option<Instant>,
}

impl Calls {
    /// Whether a call at this moment is heard.
    fn hear(&mut self, now: Instant) -> bool {
        let heard = self.until.is_none_or(|until| now >= until);
        if heard {
            self.until = Some(now + AGAIN);
        }
        heard
    }

    fn strayed(&mut self, now: Instant) {
        self.until = self.until.max(Some(now + AFTER_STRAY));
    }
}

/// The calls, as Tauri keeps them.
pub(crate) type Caller = Shared<Calls>;

/// The island is called. On any thread.
pub(crate) fn hear(app: &AppHandle) {
    let called = app.clone();
    let asked = app.run_on_main_thread(move || {
        if let Some(window) = called.get_webview_window(window::LABEL) {
            call(&window);
        }
    });
    if let Err(error) = asked {
        tracing::warn!(%error, "the island does not hear a call");
    }
}

/// A person has written on the island without having noticed that it had the keyboard.
pub(crate) fn strayed(window: &WebviewWindow) {
    window.state::<Caller>().lock().strayed(Instant::now());
}

fn call(window: &WebviewWindow) {
    let island = window.state::<Island>();
    if island.typing.lock().holds(has_keyboard(window)) {
        mark!("call", refused = "here");
        return;
    }
    if !window.state::<Caller>().lock().hear(Instant::now()) {
        mark!("call", refused = "again");
        return;
    }
    mark!("call", heard = true);
    rest::focus(window);
    if layer::is(window) {
        // No program hears there what is pressed elsewhere.
        return take_keyboard(window);
    }
    let window = window.clone();
    let listening = thread::Builder::new().name("vults-call".into()).spawn(move || {
        let typing = elsewhere::types_within(LISTEN);
        let app = window.app_handle().clone();
        let asked = app.run_on_main_thread(move || {
            if typing {
                mark!("call", refused = "typing");
            } else {
                take_keyboard(&window);
            }
        });
        if let Err(error) = asked {
            tracing::warn!(%error, "the keyboard stays where it is");
        }
    });
    if let Err(error) = listening {
        tracing::warn!(%error, "the keyboard stays where it is");
    }
}

fn has_keyboard(window: &WebviewWindow) -> bool {
    window.gtk_window().is_ok_and(|native| native.is_active())
}

fn take_keyboard(window: &WebviewWindow) {
    let island = window.state::<Island>();
    // The person may have begun to write in a field by now.
    if island.typing.lock().holds(has_keyboard(window)) {
        return;
    }
    let cards = island.shown.lock().view().card().is_some();
    let own = window::xid(window);
    let former = own.and_then(|own| active_window().filter(|former| *former != own));
    island.typing.lock().call(former, cards);
    island.gate.lock().called(Instant::now());
    let asked = match own {
        Some(own) => activate_own(window, own),
        None => {
            layer::keyboard(window, true);
            true
        }
    };
    mark!("call", keyboard = asked);
    let window = window.clone();
    glib::timeout_add_local_once(COMES, move || {
        // Else a click on a button would bring it, and the island would wait for keys for good.
        let refused = {
            let island = window.state::<Island>();
            let typing = island.typing.lock();
            typing.lent() && !typing.holds(has_keyboard(&window))
        };
        if refused {
            mark!("call", refused = "keyboard");
            typing::end(&window);
        }
    });
}

fn activate_own(window: &WebviewWindow, own: Window) -> bool {
    let Ok(native) = window.gtk_window() else { return false };
    native.set_accept_focus(true);
    if let Some(display) = gtk::gdk::Display::default() {
        display.flush();
    }
    activate(Some(own), own, NOW).is_some()
}

/// The page has been told of a call.
pub(crate) fn tell(window: &WebviewWindow) {
    mark!("focused");
    if let Err(error) = window.emit_to(window::LABEL, "focused", ()) {
        tracing::warn!(%error, "the page does not hear of a call");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_heard_now_and_then() {
        let start = Instant::now();
        let at = |ms: u64| start + Duration::from_millis(ms);
        let mut calls = Calls::default();
        let heard: Vec<u64> =
            (0..100).map(|tenth| tenth * 100).filter(|ms| calls.hear(at(*ms))).collect();
        assert_eq!(heard, [0, 3_000, 6_000, 9_000]);
        // A person has written here what was meant for another window.
        calls.strayed(at(9_500));
        assert!(!calls.hear(at(19_400)));
        assert!(calls.hear(at(19_500)));
    }
}
