//! The island as a layer-shell surface: above all windows of a Wayland session, on one of its
//! screens, without the keyboard unless a person writes on it.

use std::time::Duration;

use gtk::prelude::*;
use gtk::{gdk, glib};
use gtk_layer_shell::{Edge, KeyboardMode, Layer, LayerShell};
use tauri::{Manager, WebviewWindow};

use super::{Surface, watch};
use crate::area::Area;
use crate::mark::mark;
use crate::screen::{Screen, Screens, Spot};

/// What compositors let people write rules for.
const NAMESPACE: &str = "vults-island";

/// When a surface that the compositor has closed is tried again. Where a screen went, it says so
/// before that.
const AGAIN: Duration = Duration::from_millis(200);

/// How long a compositor may take to give the keyboard to another window.
const BACK: Duration = Duration::from_millis(150);

/// Whether the island is a layer-shell surface.
pub(crate) fn is(window: &impl Manager<tauri::Wry>) -> bool {
    window.try_state::<Surface>().is_some_and(|surface| *surface == Surface::Layer)
}

/// Tells of the session's screens, and of what fills them, from now on.
pub(crate) fn follow(told: impl Fn(Vec<Screen>) + Send + 'static) {
    watch::start(told);
}

/// Makes a window that was never shown a surface above all others.
pub(crate) fn adopt(window: &WebviewWindow, native: &gtk::ApplicationWindow) {
    native.init_layer_shell();
    native.set_namespace(NAMESPACE);
    native.set_layer(Layer::Overlay);
    // At the top alone: the compositor centres it.
    native.set_anchor(Edge::Top, true);
    // Below whatever panel is there, as everywhere else.
    native.set_exclusive_zone(0);
    native.set_keyboard_mode(KeyboardMode::None);
    let arrived = window.clone();
    native.connect_focus_in_event(move |_, _| {
        see_off_keyboard(&arrived);
        glib::Propagation::Proceed
    });
    let Some(display) = gdk::Display::default() else { return };
    let (added, removed) = (window.clone(), window.clone());
    let signals = [
        display.connect_monitor_added(move |_, _| place(&added)),
        display.connect_monitor_removed(move |_, _| place(&removed)),
    ];
    // The display outlives the window.
    let signals = std::cell::Cell::new(Some(signals));
    native.connect_destroy(move |_| {
        for signal in signals.take().into_iter().flatten() {
            display.disconnect(signal);
        }
    });
}

/// Shows the island on its screen, with its size there; where there is no screen, it is hidden until
/// one comes.
pub(crate) fn place(window: &WebviewWindow) {
    let Ok(native) = window.gtk_window() else { return };
    let screen = window.try_state::<Screens>().and_then(|screens| screens.own());
    let Some(monitor) = monitor(screen.as_ref()) else {
        mark!("placed", screen = "-");
        native.hide();
        return;
    };
    let Spot { width, height, .. } = Spot::on_area(area(&monitor));
    native.set_size_request(width, height);
    native.resize(width, height);
    native.set_monitor(&monitor);
    if !native.is_visible() {
        native.show_all();
    }
    // The toolkit may not know of the screen yet, or no longer.
    let own = screen.filter(|screen| screen.area == area(&monitor));
    mark!("placed", screen = own.map_or("?".to_owned(), |screen| screen.name));
}

/// The compositor has closed the surface, mostly since its screen went.
pub(crate) fn closed(window: &WebviewWindow) {
    mark!("surface_closed");
    if let Ok(native) = window.gtk_window() {
        native.hide();
    }
    let window = window.clone();
    glib::timeout_add_local_once(AGAIN, move || place(&window));
}

/// Asks the compositor for the keyboard, or gives it back to whoever had it, which the compositor
/// knows.
pub(crate) fn keyboard(window: &WebviewWindow, on: bool) {
    let Ok(native) = window.gtk_window() else { return };
    if on {
        return native.set_keyboard_mode(KeyboardMode::Exclusive);
    }
    native.set_keyboard_mode(KeyboardMode::None);
    see_off_keyboard(window);
}

/// Sees to it that the keyboard leaves an island that did not ask for it. Sway takes it back by itself
/// and gives it for no click; KWin gives it for any click, and to another window only when the one
/// that has it goes from the screen.
fn see_off_keyboard(window: &WebviewWindow) {
    let window = window.clone();
    glib::timeout_add_local(BACK, move || {
        let Ok(native) = window.gtk_window() else { return glib::ControlFlow::Break };
        if !native.is_active() || native.keyboard_mode() != KeyboardMode::None {
            return glib::ControlFlow::Break;
        }
        // A press without its release would be no click.
        if pressed(&native) {
            return glib::ControlFlow::Continue;
        }
        mark!("keyboard_back", asked = true);
        native.hide();
        place(&window);
        glib::ControlFlow::Break
    });
}

/// Whether the pointer's button is down on the window.
fn pressed(native: &gtk::ApplicationWindow) -> bool {
    let pointer = native.display().default_seat().and_then(|seat| seat.pointer());
    let state = native.window().zip(pointer).map(|(surface, it)| surface.device_position(&it).3);
    state.is_some_and(|state| state.contains(gdk::ModifierType::BUTTON1_MASK))
}

/// The toolkit's monitor for a screen, else its first. It knows no connectors.
fn monitor(screen: Option<&Screen>) -> Option<gdk::Monitor> {
    let display = gdk::Display::default()?;
    let monitors = (0..display.n_monitors()).filter_map(|index| display.monitor(index));
    let monitors: Vec<_> = monitors.collect();
    let found = monitors.iter().find(|it| screen.is_some_and(|screen| screen.area == area(it)));
    found.or(monitors.first()).cloned()
}

fn area(monitor: &gdk::Monitor) -> Area {
    let place = monitor.geometry();
    Area { x: place.x(), y: place.y(), width: place.width(), height: place.height() }
}
