//! When what the page says to have drawn is on the screen.
//!
//! The page speaks when its own process has drawn. The app's process paints that into the window a moment
//! later, and may be stopped in between: a person who presses something then means what was there before.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

use gtk::glib::SignalHandlerId;
use gtk::prelude::*;
use tauri::{Manager, WebviewWindow};

use crate::island::Island;
use crate::mark::mark;
use crate::rest;

/// Tells the gate of the next painting of the page.
pub(crate) fn wait(window: &WebviewWindow) {
    let island = window.clone();
    let awaited = window.with_webview(move |platform| {
        let view = platform.inner();
        let Some(clock) = view.frame_clock() else { return };
        let handler = Rc::new(Cell::new(None::<SignalHandlerId>));
        let (once, display) = (Rc::clone(&handler), view.display());
        handler.set(Some(clock.connect_after_paint(move |clock| {
            // The picture of a rest lies over the page, which is painted again when that goes.
            if rest::is_covered() {
                return;
            }
            if let Some(handler) = once.take() {
                clock.disconnect(handler);
            }
            // On its way to the screen before the moment that counts, however long that takes.
            display.flush();
            if let Some(card) = island.state::<Island>().gate.lock().painted(Instant::now()) {
                mark!("seen", card = card.0);
            }
        })));
        view.queue_draw();
    });
    if let Err(error) = awaited {
        tracing::warn!(%error, "no card can be answered");
    }
}
