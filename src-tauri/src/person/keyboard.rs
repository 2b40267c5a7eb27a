//! Keys on the island's web view, while it has the keyboard.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

use gtk::gdk;
use gtk::gdk::keys::constants as key;
use gtk::glib::Propagation;
use gtk::prelude::*;
use webkit2gtk::{InputMethodContextExt, WebView, WebViewExt};

use super::{Evidence, size, word};
use crate::gate::{Key, Meant};
use crate::island::Gatekeeper;
use crate::mark::mark;

/// Watches the keys before the input method and the page see them. None is held back but those that a
/// person presses on an island that was called without their having noticed.
pub(super) fn watch(
    view: &WebView,
    gate: &Gatekeeper,
    heard: impl Fn(Heard) + 'static,
    lent: impl Fn() -> bool + 'static,
) {
    let composing = composing(view);
    let heard = Rc::new(heard);
    let (down, told) = (gate.clone(), Rc::clone(&heard));
    view.connect_key_press_event(move |view, event| {
        let key = if composing.get() { Key::Other } else { meaning(event) };
        let escape = event.keyval() == key::Escape && !composing.get();
        let meant = down.lock().meant(writes(event, key), Instant::now());
        match meant {
            Meant::Island => {}
            Meant::Elsewhere => {
                mark!("key", meant = "elsewhere");
                told(Heard::Stray);
                return Propagation::Stop;
            }
            Meant::Nobody if escape => {}
            Meant::Nobody => {
                mark!("key", meant = "nobody");
                press(view, event, key, &down);
                told(Heard::Key);
                return Propagation::Stop;
            }
        }
        if lent() {
            press(view, event, key, &down);
        } else {
            mark!("key", unreal = "not_lent");
        }
        told(if escape { Heard::Escape } else { Heard::Key });
        Propagation::Proceed
    });
    let up = gate.clone();
    view.connect_key_release_event(move |_, event| {
        if let Ok(at) = Evidence::of(event).moment() {
            up.lock().key_up(event.hardware_keycode(), at);
        }
        Propagation::Proceed
    });
    let gone = gate.clone();
    view.connect_focus_out_event(move |_, _| {
        gone.lock().keyboard_gone();
        heard(Heard::Gone);
        Propagation::Proceed
    });
}

/// What a person does with the keyboard of the island.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// They press a key.
    Key,
    /// They press Escape.
    Escape,
    /// They write, and the island has no field for it: they do not know that it has the keyboard.
    Stray,
    /// They have gone to another window.
    Gone,
}

/// Whether an input method is in the middle of a word. It sees every key first, and Enter then
/// ends the word.
fn composing(view: &WebView) -> Rc<Cell<bool>> {
    let composing = Rc::<Cell<bool>>::default();
    if let Some(context) = view.input_method_context() {
        let started = Rc::clone(&composing);
        context.connect_preedit_started(move |_| started.set(true));
        let finished = Rc::clone(&composing);
        context.connect_preedit_finished(move |_| finished.set(false));
    }
    composing
}

fn press(view: &WebView, event: &gdk::EventKey, key: Key, gate: &Gatekeeper) {
    let top = |window: Option<gdk::Window>| window.map(|window| window.toplevel());
    match Evidence::of(event).moment() {
        Ok(_) if top(event.window()) != top(view.window()) => {
            mark!("key", unreal = "other_window");
        }
        Ok(at) => {
            let hit = gate.lock().key(event.hardware_keycode(), key, size(view), at);
            mark!("key", hit = word(hit));
        }
        Err(why) => mark!("key", unreal = why),
    }
}

/// Whether a key writes something, or takes what was written away. With Control and its like it is a
/// command of whatever window it was meant for, and does nothing here.
fn writes(event: &gdk::EventKey, key: Key) -> bool {
    let erases = [key::BackSpace, key::Delete, key::KP_Delete].contains(&event.keyval());
    let letter = event.keyval().to_unicode().is_some_and(|letter| !letter.is_control());
    key == Key::Other && (erases || letter)
}

/// What a key does on a page. Together with Control and its like it is another key.
fn meaning(event: &gdk::EventKey) -> Key {
    let others = gdk::ModifierType::CONTROL_MASK
        | gdk::ModifierType::MOD1_MASK
        | gdk::ModifierType::SUPER_MASK
        | gdk::ModifierType::HYPER_MASK
        | gdk::ModifierType::META_MASK;
    let shift = gdk::ModifierType::SHIFT_MASK;
    let state = event.state();
    match event.keyval() {
        _ if event.is_modifier() => Key::Modifier,
        _ if state.intersects(others) => Key::Other,
        key::Tab | key::KP_Tab | key::ISO_Left_Tab => Key::Tab,
        _ if state.contains(shift) => Key::Other,
        key::Return | key::KP_Enter | key::ISO_Enter => Key::Enter,
        key::space | key::KP_Space => Key::Space,
        _ => Key::Other,
    }
}
