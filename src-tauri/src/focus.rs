//! Which window has the keyboard, and giving it to another, by the window manager's word.

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt as _, EventMask, MapState, Window,
};

use crate::display::Display;

/// The window that has the keyboard.
const ACTIVE: &[u8] = b"_NET_ACTIVE_WINDOW";
/// All windows, the lowest first.
const STACKING: &[u8] = b"_NET_CLIENT_LIST_STACKING";

/// The time of an act of which the server has told us nothing, as of a call.
pub(crate) const NOW: u32 = x11rb::CURRENT_TIME;

/// The window that has the keyboard, by the window manager's word.
pub(crate) fn active_window() -> Option<Window> {
    let (display, root) = connect()?;
    let active = windows(&display.connection, root, ACTIVE)?;
    active.into_iter().find(|window| *window != x11rb::NONE)
}

/// Asks the window manager to give a window the keyboard: this one, or the topmost of the others
/// where it has gone. None where nobody can be asked, or no other window is on the screen. What is
/// minimised, or on another workspace, stays there.
///
/// The time is the server's, of the person's act that asks for it. A window manager may refuse what is
/// older than their last act on any window; [`NOW`] it takes as it comes.
pub(crate) fn activate(former: Option<Window>, own: Window, time: u32) -> Option<()> {
    let (display, root) = connect()?;
    let connection = &display.connection;
    // From the lowest to the highest.
    let others = windows(connection, root, STACKING).unwrap_or_default();
    let others = others.into_iter().rev().filter(|other| *other != own);
    let there = |window: &Window| {
        let asked = connection.get_window_attributes(*window).ok();
        let reply = asked.and_then(|asked| asked.reply().ok());
        reply.is_some_and(|attributes| attributes.map_state == MapState::VIEWABLE)
    };
    let window = former.into_iter().chain(others).find(there)?;
    let atom = connection.intern_atom(true, ACTIVE).ok()?.reply().ok()?.atom;
    // A person's wish.
    const BY_PERSON: u32 = 2;
    let data = [BY_PERSON, time, own, 0, 0];
    let message = ClientMessageEvent::new(32, window, atom, data);
    let to = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::SUBSTRUCTURE_REDIRECT;
    connection.send_event(false, root, to, message).ok()?.check().ok()
}

fn connect() -> Option<(Display, Window)> {
    let display = Display::connect().ok()?;
    let root = display.root()?;
    Some((display, root))
}

/// The windows that the window manager names there.
fn windows(connection: &impl Connection, root: Window, name: &[u8]) -> Option<Vec<Window>> {
    const MOST: u32 = 1024;
    let atom = connection.intern_atom(true, name).ok()?.reply().ok()?.atom;
    let kind = AtomEnum::WINDOW;
    let reply = connection.get_property(false, root, atom, kind, 0, MOST).ok()?.reply().ok()?;
    Some(reply.value32()?.collect())
}
