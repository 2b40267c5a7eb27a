//! What the person does on the window: the toolkit's own events, on their way to the gate.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

use gtk::gdk;
use gtk::glib::Propagation;
use gtk::prelude::*;
use vults_core::Choice;
use webkit2gtk::WebView;

use crate::clock;
use crate::island::Gatekeeper;
use crate::mark::mark;

/// The button that activates things.
const PRIMARY: u32 = 1;

/// Watches a web view's events before the page sees them. Nothing is changed, and nothing held
/// back but what would zoom the page.
pub(crate) fn watch(view: &WebView, gate: &Gatekeeper) {
    let down = gate.clone();
    view.connect_button_press_event(move |view, event| {
        // A double click repeats its presses under other types; those are no new act.
        if event.event_type() == gdk::EventType::ButtonPress && event.button() == PRIMARY {
            press(view, event, &down);
        }
        Propagation::Proceed
    });
    let up = gate.clone();
    view.connect_button_release_event(move |view, event| {
        if event.button() == PRIMARY {
            release(view, event, &up);
        }
        Propagation::Proceed
    });
    let touched = gate.clone();
    view.connect_touch_event(move |view, event| {
        match event.event_type() {
            gdk::EventType::TouchBegin => press(view, event, &touched),
            gdk::EventType::TouchEnd => release(view, event, &touched),
            _ => {}
        }
        Propagation::Proceed
    });
    // On a zoomed page no place would be where the page says it is.
    view.connect_event(|_, event| match event.event_type() {
        gdk::EventType::TouchpadPinch => Propagation::Stop,
        _ => Propagation::Proceed,
    });
    watch_entry(view, gate);
}

/// A pointer that gets onto a button without having moved: what lay over the button has gone, or
/// the window came to the pointer.
fn watch_entry(view: &WebView, gate: &Gatekeeper) {
    // The moment of an entry that no motion has explained yet. The server tells of a motion into
    // the window with an entry and a motion, both of one moment.
    let entered: Rc<Cell<Option<u32>>> = Rc::default();
    view.add_events(gdk::EventMask::ENTER_NOTIFY_MASK | gdk::EventMask::POINTER_MOTION_MASK);
    let (entries, buttons) = (Rc::clone(&entered), gate.clone());
    view.connect_enter_notify_event(move |view, event| {
        let (x, y) = event.position();
        let on_button = event.window() == view.window() && buttons.lock().is_button(x, y);
        entries.set(on_button.then(|| event.time()));
        Propagation::Proceed
    });
    let motions = Rc::clone(&entered);
    view.connect_motion_notify_event(move |_, event| {
        if motions.get() == Some(event.time()) {
            motions.set(None);
        }
        Propagation::Proceed
    });
    // Asked when it matters: the first handler of a press is this one's, see `press`.
    let gate = gate.clone();
    view.connect_event(move |_, event| {
        if event.event_type() == gdk::EventType::ButtonPress
            && let Some(time) = entered.take()
        {
            gate.lock().disturbed(clock::instant_of(time));
        }
        Propagation::Proceed
    });
}

fn press(view: &WebView, event: &gdk::Event, gate: &Gatekeeper) {
    match pointer(view, event) {
        Ok((x, y, at)) => {
            let allocation = view.allocation();
            let size = (allocation.width().into(), allocation.height().into());
            let hit = gate.lock().press((x, y), size, at);
            mark!("press", hit = word(hit));
        }
        Err(why) => mark!("press", unreal = why),
    }
}

fn release(view: &WebView, event: &gdk::Event, gate: &Gatekeeper) {
    match pointer(view, event) {
        Ok((x, y, at)) => {
            let hit = gate.lock().release(x, y, at);
            mark!("release", hit = word(hit));
        }
        Err(why) => mark!("release", unreal = why),
    }
}

fn word(hit: Option<Choice>) -> &'static str {
    match hit {
        Some(Choice::Allow) => "allow",
        Some(Choice::Deny) => "deny",
        Some(Choice::ReplyInTerminal) => "terminal",
        None => "-",
    }
}

/// Place and moment of a pointer event that a device made on this view, or why it is none.
fn pointer(view: &WebView, event: &gdk::Event) -> Result<(f64, f64, Instant), &'static str> {
    let at = Evidence::of(event).moment()?;
    let (x, y) = event.coords().ok_or("no_place")?;
    if event.window() != view.window() {
        return Err("other_window");
    }
    Ok((x, y, at))
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

    /// When it happened, or why it is not real.
    fn moment(self) -> Result<Instant, &'static str> {
        match self {
            Evidence { sent: true, .. } => Err("sent"),
            Evidence { time: 0, .. } => Err("no_time"),
            Evidence { device: false, .. } => Err("no_device"),
            Evidence { time, .. } => Ok(clock::instant_of(time)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_event_of_the_display_server_and_a_device_is_real() {
        #[track_caller]
        fn check(sent: bool, time: u32, device: bool, expected: Option<&str>) {
            assert_eq!(Evidence { sent, time, device }.moment().err(), expected);
        }
        check(false, 12_345, true, None);
        check(true, 12_345, true, Some("sent"));
        check(false, 0, true, Some("no_time"));
        check(false, 12_345, false, Some("no_device"));
    }
}
