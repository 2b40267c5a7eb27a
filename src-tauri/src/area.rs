//! Rectangles of the screen, in whole pixels.

use x11rb::protocol::xproto::GetGeometryReply;

/// A rectangle: in device pixels on X11, in the compositor's on Wayland.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) width: i32,
    pub(crate) height: i32,
}

impl Area {
    pub(crate) fn moved(self, x: i32, y: i32) -> Area {
        Area { x: self.x + x, y: self.y + y, ..self }
    }

    /// Whether all of another one lies in it.
    pub(crate) fn holds(self, other: Area) -> bool {
        self.x <= other.x
            && self.y <= other.y
            && other.x + other.width <= self.x + self.width
            && other.y + other.height <= self.y + self.height
    }

    /// The point in its middle.
    pub(crate) fn centre(self) -> (i32, i32) {
        (self.x + self.width / 2, self.y + self.height / 2)
    }

    /// Whether a point lies in it, its right and lower edge excluded.
    pub(crate) fn contains(self, (x, y): (i32, i32)) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }

    pub(crate) fn overlaps(self, other: Area) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }

    /// A window below the root, its border included.
    pub(crate) fn of(geometry: &GetGeometryReply) -> Area {
        let border = 2 * i32::from(geometry.border_width);
        Area {
            x: geometry.x.into(),
            y: geometry.y.into(),
            width: i32::from(geometry.width) + border,
            height: i32::from(geometry.height) + border,
        }
    }
}
