//! What the person does on the window: the toolkit's own events, on their way to the gate.

use std::time::Instant;

use gtk::gdk::{self, keys::constants as key};
use gtk::glib::Propagation;
use gtk::prelude::*;
use webkit2gtk::WebView;

use crate::clock;
use crate::island::Gatekeeper;

/// The button that activates things.
const PRIMARY: u32 = 1;

/// Watches a web view's events before the page sees them. Nothing is changed or held back.
pub(crate) fn watch(view: &WebView, gate: &Gatekeeper) {
    let pressed = gate.clone();
    view.connect_button_press_event(move |view, event| {
        // A double click repeats its presses under other types; those are no new act.
        if event.event_type() == gdk::EventType::ButtonPress
            && event.button() == PRIMARY
            && let Some((x, y, at)) = pointer(view, event)
        {
            pressed.lock().press(x, y, at);
        }
        Propagation::Proceed
    });
    let released = gate.clone();
    view.connect_button_release_event(move |view, event| {
        if event.button() == PRIMARY
            && let Some((x, y, at)) = pointer(view, event)
        {
            released.lock().release(x, y, at);
        }
        Propagation::Proceed
    });
    let touched = gate.clone();
    view.connect_touch_event(move |view, event| {
        if let Some((x, y, at)) = pointer(view, event) {
            match event.event_type() {
                gdk::EventType::TouchBegin => touched.lock().press(x, y, at),
                gdk::EventType::TouchEnd => touched.lock().release(x, y, at),
                _ => {}
            }
        }
        Propagation::Proceed
    });
    let typed = gate.clone();
    view.connect_key_press_event(move |view, event| {
        let activates = [key::Return, key::KP_Enter, key::space].contains(&event.keyval());
        let focused = view
            .toplevel()
            .and_then(|top| top.downcast::<gtk::Window>().ok())
            .is_some_and(|window| window.is_active());
        if activates
            && focused
            && let Some(at) = Evidence::of(event).moment()
        {
            typed.lock().key(at);
        }
        Propagation::Proceed
    });
}

/// Place and moment of a pointer event that a device made on this view.
fn pointer(view: &WebView, event: &gdk::Event) -> Option<(f64, f64, Instant)> {
    let at = Evidence::of(event).moment()?;
    let (x, y) = event.coords().filter(|_| event.window() == view.window())?;
    Some((x, y, at))
}

/// What tells an event of the display server from one that a program made up.
#[derive(Clone, Copy, Debug)]
struct Evidence {
    /// Another program sent it (XSendEvent).
    sent: bool,
    /// The server's time; zero in an event that no server made.
    time: u32,
    /// Which device it came from.
    device: bool,
}

impl Evidence {
    fn of(event: &gdk::Event) -> Evidence {
        Evidence {
            sent: event.is_send_event(),
            time: event.time(),
            device: event.device().is_some() && event.source_device().is_some(),
        }
    }

    /// When it happened, if it is real.
    fn moment(self) -> Option<Instant> {
        self.real().then(|| clock::instant_of(self.time))
    }

    fn real(self) -> bool {
        !self.sent && self.time != 0 && self.device
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_event_of_the_display_server_and_a_device_is_real() {
        #[track_caller]
        fn check(sent: bool, time: u32, device: bool, expected: bool) {
            assert_eq!(Evidence { sent, time, device }.real(), expected);
        }
        check(false, 12_345, true, true);
        check(true, 12_345, true, false);
        check(false, 0, true, false);
        check(false, 12_345, false, false);
    }
}
