//! The monitors and the panels on them, as the server and the window manager tell.

use x11rb::connection::RequestConnection;
use x11rb::errors::ReplyError;
use x11rb::protocol::randr::{self, ConnectionExt as _, MonitorInfo};
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, Window};

use super::{Screen, edid};
use crate::area::Area;
use crate::display::Display;

/// All windows that the window manager knows.
const CLIENTS: &[u8] = b"_NET_CLIENT_LIST";
/// What a panel takes of the whole desktop's edges, and from where to where.
const STRUT_PARTIAL: &[u8] = b"_NET_WM_STRUT_PARTIAL";
/// The same of its whole edges, from older panels.
const STRUT: &[u8] = b"_NET_WM_STRUT";
/// No window manager has more windows, and no monitor says more of itself.
const MOST: u32 = 1024;

/// The monitors that are in use.
///
/// # Errors
///
/// Whatever the server answers.
pub(super) fn read(display: &Display) -> Result<Vec<Screen>, ReplyError> {
    let Some(root) = display.root() else { return Ok(Vec::new()) };
    let connection = &display.connection;
    let mut screens = Vec::new();
    if connection.extension_information(randr::X11_EXTENSION_NAME)?.is_some() {
        for monitor in connection.randr_get_monitors(root, true)?.reply()?.monitors {
            screens.push(screen(display, &monitor)?);
        }
    }
    if screens.is_empty() {
        let whole = connection.get_geometry(root)?.reply()?;
        screens.push(Screen {
            name: "screen".to_owned(),
            model: String::new(),
            primary: true,
            area: Area { x: 0, y: 0, width: whole.width.into(), height: whole.height.into() },
            top: 0,
            filled: false,
        });
    }
    let panels = panels(display, root)?;
    for screen in &mut screens {
        screen.top = top(screen.area, &panels);
    }
    Ok(screens)
}

fn screen(display: &Display, monitor: &MonitorInfo) -> Result<Screen, ReplyError> {
    let name = display.connection.get_atom_name(monitor.name)?.reply()?.name;
    let model = monitor.outputs.first().and_then(|output| model(display, *output));
    Ok(Screen {
        name: String::from_utf8_lossy(&name).into_owned(),
        model: model.unwrap_or_default(),
        primary: monitor.primary,
        area: Area {
            x: monitor.x.into(),
            y: monitor.y.into(),
            width: monitor.width.into(),
            height: monitor.height.into(),
        },
        top: 0,
        filled: false,
    })
}

fn model(display: &Display, output: randr::Output) -> Option<String> {
    let connection = &display.connection;
    let atom = connection.intern_atom(true, b"EDID").ok()?.reply().ok()?.atom;
    let any = AtomEnum::ANY;
    let edid = connection
        .randr_get_output_property(output, atom, any, 0, MOST, false, false)
        .ok()?
        .reply()
        .ok()?;
    edid::model(&edid.data)
}

/// What a panel takes of the desktop's upper edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Panel {
    /// How far down it reaches.
    top: i32,
    /// From where to where, both included.
    from: i32,
    to: i32,
}

impl Panel {
    /// As a window says it: left, right, top, bottom, then from where to where of each.
    fn of(strut: &[u32]) -> Option<Panel> {
        let number = |index: usize| i32::try_from(*strut.get(index)?).ok();
        let top = number(2).filter(|top| *top > 0)?;
        let (from, to) = (number(8).unwrap_or(0), number(9).unwrap_or(i32::MAX));
        Some(Panel { top, from, to })
    }
}

fn panels(display: &Display, root: Window) -> Result<Vec<Panel>, ReplyError> {
    let connection = &display.connection;
    let atom = |name: &[u8]| -> Result<_, ReplyError> {
        Ok(connection.intern_atom(false, name)?.reply()?.atom)
    };
    let (clients, partial, whole) = (atom(CLIENTS)?, atom(STRUT_PARTIAL)?, atom(STRUT)?);
    let list = connection.get_property(false, root, clients, AtomEnum::WINDOW, 0, MOST)?.reply()?;
    let windows: Vec<Window> = list.value32().into_iter().flatten().collect();
    // All are asked before the first answer is read.
    let mut asked = Vec::new();
    for window in windows {
        for name in [partial, whole] {
            asked.push(connection.get_property(false, window, name, AtomEnum::CARDINAL, 0, 12)?);
        }
    }
    let mut panels = Vec::new();
    for request in asked {
        // A window may have gone in between.
        let Ok(strut) = request.reply() else { continue };
        let strut: Vec<u32> = strut.value32().into_iter().flatten().collect();
        panels.extend(Panel::of(&strut));
    }
    Ok(panels)
}

/// How much of a monitor's upper edge panels take.
fn top(area: Area, panels: &[Panel]) -> i32 {
    let here = |panel: &&Panel| {
        panel.from < area.x + area.width
            && panel.to >= area.x
            // One that takes the edge of a monitor above this one does not reach here.
            && panel.top > area.y
            && panel.top < area.y + area.height / 2
    };
    panels.iter().filter(here).map(|panel| panel.top - area.y).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_takes_the_edge_of_its_own_monitor() {
        #[track_caller]
        fn check(area: [i32; 4], struts: &[&[u32]], expected: i32) {
            let [x, y, width, height] = area;
            let panels: Vec<Panel> = struts.iter().filter_map(|strut| Panel::of(strut)).collect();
            assert_eq!(top(Area { x, y, width, height }, &panels), expected, "{area:?}");
        }
        let (left, right) = ([0, 0, 1920, 1080], [1920, 0, 1920, 1080]);
        let over_left: &[u32] = &[0, 0, 28, 0, 0, 0, 0, 0, 0, 1919, 0, 0];
        check(left, &[over_left], 28);
        check(right, &[over_left], 0);
        // The larger of two; those at the other edges move nothing.
        let two: &[u32] = &[0, 0, 40, 0, 0, 0, 0, 0, 0, 1919, 0, 0];
        let below: &[u32] = &[0, 0, 0, 48, 0, 0, 0, 0, 0, 0, 0, 1919];
        let beside: &[u32] = &[64, 0, 0, 0, 0, 1079, 0, 0, 0, 0, 0, 0];
        check(left, &[over_left, two, below, beside], 40);
        // An old panel, along the whole edge.
        check(right, &[&[0, 0, 30, 0]], 30);
        // A monitor that begins lower: struts count from the desktop's edge.
        check([1920, 200, 1280, 800], &[&[0, 0, 228, 0, 0, 0, 0, 0, 1920, 3199, 0, 0]], 28);
        check([1920, 200, 1280, 800], &[&[0, 0, 30, 0]], 0);
        // Below another monitor, whose panel it is.
        check([0, 1080, 1920, 1080], &[over_left], 0);
        check(left, &[&[0, 0, 1108, 0, 0, 0, 0, 0, 0, 1919, 0, 0]], 0);
        check(left, &[&[], &[0, 0]], 0);
    }
}
