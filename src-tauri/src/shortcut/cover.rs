//! Whether a person can see the island at this moment.

use x11rb::errors::ReplyError;
use x11rb::protocol::randr::{ConnectionExt as _, MonitorInfo};
use x11rb::protocol::xproto::{ConnectionExt as _, MapState, Window, WindowClass};
use x11rb::rust_connection::RustConnection;

use super::light;
use crate::area::Area;

/// Why the island is not to be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hidden {
    /// The window is not shown, or nothing is drawn in it.
    NotShown,
    /// The monitor is switched off, or the screen saver is on.
    ScreenOff,
    /// A part of it is beyond the monitors.
    OffScreen,
    /// Another window lies over it.
    Covered,
}

impl Hidden {
    /// The word for the log.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Hidden::NotShown => "not_shown",
            Hidden::ScreenOff => "screen_off",
            Hidden::OffScreen => "off_screen",
            Hidden::Covered => "covered",
        }
    }
}

/// Looks whether these areas of a window are wholly on a lit screen.
///
/// A window over the island counts by its whole rectangle, even where it is see-through: an
/// answer that is refused costs a click, one that should have been costs more.
///
/// # Errors
///
/// Whatever the server answers about our own window.
pub(crate) fn hidden(
    connection: &RustConnection,
    root: Window,
    window: Window,
    areas: &[Area],
) -> Result<Option<Hidden>, ReplyError> {
    let shown = connection.get_window_attributes(window)?.reply()?.map_state;
    if shown != MapState::VIEWABLE || areas.is_empty() {
        return Ok(Some(Hidden::NotShown));
    }
    if light::dark(connection, root) {
        return Ok(Some(Hidden::ScreenOff));
    }
    let origin = connection.translate_coordinates(window, root, 0, 0)?.reply()?;
    let place = |area: &Area| area.moved(origin.dst_x.into(), origin.dst_y.into());
    let areas: Vec<Area> = areas.iter().map(place).collect();
    let screens = screens(connection, root)?;
    if !areas.iter().all(|area| screens.iter().any(|screen| screen.holds(*area))) {
        return Ok(Some(Hidden::OffScreen));
    }
    let frame = frame(connection, root, window)?;
    // From the lowest to the highest.
    let stack = connection.query_tree(root)?.reply()?.children;
    let above = stack.iter().rev().take_while(|sibling| **sibling != frame);
    for sibling in above {
        if covers(connection, *sibling, &areas)? {
            return Ok(Some(Hidden::Covered));
        }
    }
    Ok(None)
}

/// The monitors that are in use; all of the root where the server does not know of any.
fn screens(connection: &RustConnection, root: Window) -> Result<Vec<Area>, ReplyError> {
    let monitors = connection.randr_get_monitors(root, true).ok().and_then(|it| it.reply().ok());
    let monitors = monitors.map(|reply| reply.monitors).unwrap_or_default();
    if monitors.is_empty() {
        return Ok(vec![Area::of(&connection.get_geometry(root)?.reply()?)]);
    }
    let area = |monitor: &MonitorInfo| Area {
        x: monitor.x.into(),
        y: monitor.y.into(),
        width: monitor.width.into(),
        height: monitor.height.into(),
    };
    Ok(monitors.iter().map(area).collect())
}

/// The window below the root that holds ours: a window manager may have wrapped it.
fn frame(connection: &RustConnection, root: Window, window: Window) -> Result<Window, ReplyError> {
    let mut frame = window;
    loop {
        let parent = connection.query_tree(frame)?.reply()?.parent;
        if parent == root || parent == x11rb::NONE {
            return Ok(frame);
        }
        frame = parent;
    }
}

fn covers(connection: &RustConnection, window: Window, areas: &[Area]) -> Result<bool, ReplyError> {
    let attributes = connection.get_window_attributes(window)?;
    let geometry = connection.get_geometry(window)?;
    let (attributes, geometry) = match (attributes.reply(), geometry.reply()) {
        (Ok(attributes), Ok(geometry)) => (attributes, geometry),
        // It went away while we looked.
        (Err(ReplyError::X11Error(_)), _) | (_, Err(ReplyError::X11Error(_))) => return Ok(false),
        (Err(error), _) | (_, Err(error)) => return Err(error),
    };
    let drawn =
        attributes.map_state == MapState::VIEWABLE && attributes.class == WindowClass::INPUT_OUTPUT;
    let over = Area::of(&geometry);
    Ok(drawn && areas.iter().any(|area| area.overlaps(over)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_with_its_border_covers_what_it_touches() {
        let card = Area { x: 20, y: 0, width: 560, height: 300 }.moved(320, 0);
        #[track_caller]
        fn check(card: Area, over: [i32; 4], expected: bool) {
            let [x, y, width, height] = over;
            assert_eq!(card.overlaps(Area { x, y, width, height }), expected, "{over:?}");
        }
        check(card, [0, 0, 340, 800], false);
        check(card, [0, 0, 341, 800], true);
        check(card, [340, 300, 100, 100], false);
        check(card, [340, 299, 100, 100], true);
        check(card, [400, 50, 10, 10], true);
    }

    #[test]
    fn a_monitor_holds_what_lies_wholly_on_it() {
        let monitor = Area { x: 1920, y: 0, width: 1280, height: 800 };
        #[track_caller]
        fn check(monitor: Area, card: [i32; 4], expected: bool) {
            let [x, y, width, height] = card;
            assert_eq!(monitor.holds(Area { x, y, width, height }), expected, "{card:?}");
        }
        check(monitor, [1920, 0, 1280, 800], true);
        check(monitor, [2240, 0, 640, 300], true);
        check(monitor, [1919, 0, 640, 300], false);
        check(monitor, [2561, 0, 640, 300], false);
        check(monitor, [2240, -1, 640, 300], false);
        check(monitor, [2240, 501, 640, 300], false);
    }
}
