//! What the person does on the window: the toolkit's own events, on their way to the gate.

mod keyboard;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use gtk::gdk;
use gtk::glib::Propagation;
use gtk::prelude::*;
use webkit2gtk::WebView;

pub(crate) use self::keyboard::Heard;
use crate::button::Button;
use crate::clock;
use crate::island::Gatekeeper;
use crate::mark::mark;

/// The button that activates things.
const PRIMARY: u32 = 1;

/// Watches a web view's events before the page sees them. Nothing is changed, and nothing held back
/// but what would zoom the page. `heard` is told what the person does with the keyboard.
pub(crate) fn watch(
    view: &WebView,
    gate: &Gatekeeper,
    coming: Coming,
    heard: impl Fn(Heard) + 'static,
    lent: impl Fn() -> bool + 'static,
) {
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
    watch_entry(view, gate, coming);
    keyboard::watch(view, gate, heard, lent);
}

/// A pointer that gets onto a button without having moved: what lay over the button has gone, or
/// the window came to the pointer.
fn watch_entry(view: &WebView, gate: &Gatekeeper, coming: Coming) {
    // The entries that no motion has explained yet.
    let entered: Rc<RefCell<Vec<Entry>>> = Rc::default();
    view.add_events(gdk::EventMask::ENTER_NOTIFY_MASK | gdk::EventMask::POINTER_MOTION_MASK);
    view.connect_realize(|view| {
        // Every motion counts here, not only the last one before a frame.
        if let Some(surface) = view.window() {
            surface.set_event_compression(false);
        }
    });
    let (entries, buttons) = (Rc::clone(&entered), gate.clone());
    view.connect_enter_notify_event(move |view, event| {
        let (x, y) = event.position();
        let on_button = event.window() == view.window() && buttons.lock().is_button(x, y);
        let normal = event.mode() == gdk::CrossingMode::Normal;
        let entry = Entry { at: Instant::now(), normal, place: event.root() };
        entries.borrow_mut().extend(on_button.then_some(entry));
        Propagation::Proceed
    });
    let motions = Rc::clone(&entered);
    view.connect_motion_notify_event(move |_, event| {
        let (now, place) = (Instant::now(), event.root());
        motions.borrow_mut().retain(|entry| !entry.is_by_motion(coming, now, place));
        Propagation::Proceed
    });
    // Asked when it matters: this comes before the handler of the press itself.
    let gate = gate.clone();
    view.connect_event(move |_, event| {
        if event.event_type() == gdk::EventType::ButtonPress {
            for entry in entered
                .take()
                .into_iter()
                .filter(|entry| entry.counts(clock::instant_of(event.time())))
            {
                gate.lock().disturbed(entry.at);
            }
        }
        Propagation::Proceed
    });
}

/// How the display says that a motion brought the pointer onto the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coming {
    /// By an entry and a motion to the same point (X11).
    Told,
    /// By an entry alone (Wayland): only a motion that goes on tells of a hand on its way.
    Unsaid,
}

/// The pointer got onto a button.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// When we heard of it: the server stamps it with the time of whatever it did last.
    at: Instant,
    /// Whether it is by no grab of the pointer.
    normal: bool,
    /// On the screen.
    place: (f64, f64),
}

impl Entry {
    /// Whether this motion belongs to what brought the pointer here: the two come together.
    fn is_by_motion(self, coming: Coming, at: Instant, place: (f64, f64)) -> bool {
        const TOGETHER: Duration = Duration::from_millis(50);
        /// The hand of a person who is about to press again does not go so far in that time.
        const ONWARD: f64 = 6.0;
        let way = (place.0 - self.place.0).hypot(place.1 - self.place.1);
        let fits = match coming {
            Coming::Told => way < 1.0,
            Coming::Unsaid => way >= ONWARD,
        };
        at <= self.at + TOGETHER && fits
    }

    /// Whether it was there before a press. A window manager that looks at a press first holds the
    /// pointer for that time, and brings an entry with it.
    fn counts(self, press: Instant) -> bool {
        self.normal || self.at < press
    }
}

fn press(view: &WebView, event: &gdk::Event, gate: &Gatekeeper) {
    match pointer(view, event) {
        Ok((x, y, at)) => {
            let hit = gate.lock().press((x, y), size(view), at);
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

fn size(view: &WebView) -> (f64, f64) {
    let allocation = view.allocation();
    (allocation.width().into(), allocation.height().into())
}

fn word(hit: Option<Button>) -> &'static str {
    hit.map_or("-", Button::word)
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

    #[test]
    fn a_motion_explains_an_entry_at_its_own_point_and_time() {
        #[track_caller]
        fn check(coming: Coming, ms: u64, place: (f64, f64), expected: bool) {
            let at = Instant::now();
            let entry = Entry { at, normal: true, place: (10.0, 20.0) };
            let moment = at + Duration::from_millis(ms);
            let explained = entry.is_by_motion(coming, moment, place);
            assert_eq!(explained, expected, "{coming:?} {ms} {place:?}");
        }
        use Coming::{Told, Unsaid};
        check(Told, 0, (10.0, 20.0), true);
        check(Told, 50, (10.3, 20.0), true);
        check(Told, 51, (10.0, 20.0), false);
        // The hand moved on from there.
        check(Told, 8, (11.0, 20.0), false);
        // A hand that lies still trembles; one on its way goes on.
        check(Unsaid, 8, (10.0, 20.0), false);
        check(Unsaid, 8, (12.0, 21.0), false);
        check(Unsaid, 8, (10.0, 8.0), true);
        check(Unsaid, 51, (10.0, 8.0), false);
    }

    #[test]
    fn the_entry_that_a_press_brings_is_no_disturbance() {
        let press = Instant::now();
        let later = press + Duration::from_millis(1);
        let entry = Entry { at: later, normal: false, place: (10.0, 20.0) };
        assert!(!entry.counts(press));
        assert!(Entry { normal: true, ..entry }.counts(press));
        assert!(entry.counts(later + Duration::from_millis(1)));
    }
}
