//! Which screens a window of another program fills.

use x11rb::errors::ReplyError;
use x11rb::protocol::xproto::{Atom, AtomEnum, ConnectionExt as _, MapState, Window};
use x11rb::rust_connection::RustConnection;

use crate::area::Area;

/// On every workspace.
const EVERYWHERE: u32 = u32::MAX;
/// No window manager has more windows.
const MOST: u32 = 1024;

x11rb::atom_manager! {
    /// The words of the window manager.
    pub(super) Words:
    WordsCookie {
        _NET_ACTIVE_WINDOW,
        _NET_CLIENT_LIST,
        _NET_CLIENT_LIST_STACKING,
        _NET_CURRENT_DESKTOP,
        _NET_WM_DESKTOP,
        _NET_WM_STATE,
        _NET_WM_STATE_ABOVE,
        _NET_WM_STATE_FULLSCREEN,
        _NET_WM_STATE_HIDDEN,
        _NET_WM_WINDOW_TYPE,
        _NET_WM_WINDOW_TYPE_DIALOG,
        _NET_WM_WINDOW_TYPE_NORMAL,
        _NET_WORKAREA,
    }
}

/// A window, as far as it may fill a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Client {
    window: Window,
    area: Area,
    full_screen: bool,
    /// Whether it says anything about what a person looks at: a panel, a notification or a picture
    /// that is kept above all does not.
    counts: bool,
}

/// What lies on each screen: the window that a person looks at there, and whether it fills it.
pub(super) type Seen = Vec<Option<(Window, bool)>>;

/// Finds, on each of these screens, the topmost window that counts. `next` gives the windows from the
/// highest to the lowest, and is asked for no more of them than it needs.
pub(super) fn seen<E>(
    screens: &[Area],
    mut next: impl FnMut() -> Result<Option<Client>, E>,
) -> Result<Seen, E> {
    let mut seen: Seen = vec![None; screens.len()];
    while seen.iter().any(Option::is_none) {
        let Some(client) = next()? else { break };
        for (screen, top) in screens.iter().zip(&mut seen) {
            let whole = client.area.holds(*screen);
            if client.counts && top.is_none() && (whole || screen.contains(client.area.centre())) {
                *top = Some((client.window, whole && client.full_screen));
            }
        }
    }
    Ok(seen)
}

/// Asks the server for the same.
pub(super) fn look(
    connection: &RustConnection,
    root: Window,
    words: &Words,
    screens: &[Area],
) -> Result<Seen, ReplyError> {
    let stack = list(connection, root, words._NET_CLIENT_LIST_STACKING, AtomEnum::WINDOW)?;
    let here = list(connection, root, words._NET_CURRENT_DESKTOP, AtomEnum::CARDINAL)?;
    let here = here.first().copied();
    let mut stack = stack.into_iter().rev();
    seen(screens, || {
        for window in stack.by_ref() {
            // It may go while it is looked at.
            match client(connection, root, words, here, window) {
                Ok(Some(client)) => return Ok(Some(client)),
                Ok(None) | Err(ReplyError::X11Error(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    })
}

/// The window that has the keyboard.
pub(super) fn active(
    connection: &RustConnection,
    root: Window,
    words: &Words,
) -> Result<Option<Window>, ReplyError> {
    let active = list(connection, root, words._NET_ACTIVE_WINDOW, AtomEnum::WINDOW)?;
    Ok(active.into_iter().find(|window| *window != x11rb::NONE))
}

/// What is known of a window; none of one that is not on the screen.
fn client(
    connection: &RustConnection,
    root: Window,
    words: &Words,
    here: Option<u32>,
    window: Window,
) -> Result<Option<Client>, ReplyError> {
    // All is asked before the first answer is read.
    let attributes = connection.get_window_attributes(window)?;
    let geometry = connection.get_geometry(window)?;
    let place = connection.translate_coordinates(window, root, 0, 0)?;
    let property =
        |name: Atom, kind: AtomEnum| connection.get_property(false, window, name, kind, 0, MOST);
    let states = property(words._NET_WM_STATE, AtomEnum::ATOM)?;
    let kinds = property(words._NET_WM_WINDOW_TYPE, AtomEnum::ATOM)?;
    let desktop = property(words._NET_WM_DESKTOP, AtomEnum::CARDINAL)?;
    let (attributes, geometry, place) = (attributes.reply()?, geometry.reply()?, place.reply()?);
    let numbers = |reply: x11rb::protocol::xproto::GetPropertyReply| -> Vec<u32> {
        reply.value32().into_iter().flatten().collect()
    };
    let (states, kinds) = (numbers(states.reply()?), numbers(kinds.reply()?));
    let desktop = numbers(desktop.reply()?).first().copied();
    let elsewhere = desktop.is_some_and(|it| it != EVERYWHERE && here.is_some_and(|on| on != it));
    let hidden = states.contains(&words._NET_WM_STATE_HIDDEN);
    if attributes.map_state != MapState::VIEWABLE || elsewhere || hidden {
        return Ok(None);
    }
    let ordinary = [words._NET_WM_WINDOW_TYPE_NORMAL, words._NET_WM_WINDOW_TYPE_DIALOG];
    let ordinary = kinds.first().is_none_or(|kind| ordinary.contains(kind));
    let full_screen = states.contains(&words._NET_WM_STATE_FULLSCREEN);
    let above = states.contains(&words._NET_WM_STATE_ABOVE);
    Ok(Some(Client {
        window,
        area: Area {
            x: place.dst_x.into(),
            y: place.dst_y.into(),
            width: geometry.width.into(),
            height: geometry.height.into(),
        },
        full_screen,
        counts: full_screen || (ordinary && !above),
    }))
}

fn list(
    connection: &RustConnection,
    window: Window,
    name: Atom,
    kind: AtomEnum,
) -> Result<Vec<u32>, ReplyError> {
    let reply = connection.get_property(false, window, name, kind, 0, MOST)?.reply()?;
    Ok(reply.value32().into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: Area = Area { x: 0, y: 0, width: 1920, height: 1080 };
    const RIGHT: Area = Area { x: 1920, y: 0, width: 1280, height: 800 };

    fn client(window: Window, area: Area, full_screen: bool) -> Client {
        Client { window, area, full_screen, counts: true }
    }

    /// What is seen of a stack, from the highest window to the lowest.
    #[track_caller]
    fn check(stack: &[Client], expected: [Option<(Window, bool)>; 2]) {
        let mut stack = stack.iter().copied();
        let seen = seen(&[LEFT, RIGHT], || Ok::<_, ()>(stack.next())).unwrap();
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_window_fills_the_screen_that_it_covers_and_says_so() {
        check(&[], [None, None]);
        check(&[client(1, LEFT, true)], [Some((1, true)), None]);
        check(&[client(1, RIGHT, true), client(2, LEFT, true)], [Some((2, true)), Some((1, true))]);
        // As large as the screen, but with its panel over it: an ordinary window.
        check(&[client(1, LEFT, false)], [Some((1, false)), None]);
        // It covers all screens.
        let all = Area { x: 0, y: 0, width: 3200, height: 1080 };
        check(&[client(1, all, true)], [Some((1, true)), Some((1, true))]);
        // It says so, and is smaller for the moment.
        let small = Area { width: 800, ..LEFT };
        check(&[client(1, small, true)], [Some((1, false)), None]);
    }

    #[test]
    fn the_topmost_window_of_a_screen_is_the_one_that_counts() {
        let window = Area { x: 100, y: 100, width: 900, height: 700 };
        check(&[client(2, window, false), client(1, LEFT, true)], [Some((2, false)), None]);
        // Not one that is mostly on the other screen.
        let beside = Area { x: 1900, y: 50, width: 600, height: 400 };
        let stack = [client(2, beside, false), client(1, LEFT, true)];
        check(&stack, [Some((1, true)), Some((2, false))]);
        // Nor a panel, a notification or a little film above all.
        let film = Client { counts: false, ..client(2, window, false) };
        check(&[film, client(1, LEFT, true)], [Some((1, true)), None]);
    }

    #[test]
    fn no_more_windows_are_looked_at_than_need_be() {
        let mut asked = 0;
        let stack = [client(1, RIGHT, false), client(2, LEFT, false), client(3, LEFT, true)];
        let mut rest = stack.iter().copied();
        _ = seen(&[LEFT, RIGHT], || {
            asked += 1;
            Ok::<_, ()>(rest.next())
        });
        assert_eq!(asked, 2);
    }
}
