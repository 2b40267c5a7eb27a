//! Whether a person can see the island at all: where they cannot, the desktop tells them.
//!
//! It is asked when there is something to tell. Nothing is watched for it.

use gtk::gio;
use gtk::glib::Variant;
use gtk::prelude::*;
use tauri::{AppHandle, Manager};

use crate::island::{Island, Shared};

/// What hides the island, as far as the app itself knows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sight(Shared<Known>);

#[derive(Debug, Default)]
struct Known {
    /// A page has painted and is there.
    painted: bool,
    /// A full-screen window lies under the island, so that only the pill is drawn.
    full_screen: bool,
}

impl Sight {
    /// The page has painted, or it is gone.
    pub(crate) fn painted(&self, painted: bool) {
        self.0.lock().painted = painted;
    }

    /// A full-screen window lies under the island, or no longer.
    #[expect(dead_code, reason = "the window says so")]
    pub(crate) fn full_screen(&self, full_screen: bool) {
        self.0.lock().full_screen = full_screen;
    }

    fn hidden(&self) -> bool {
        let known = self.0.lock();
        !known.painted || known.full_screen
    }
}

/// Whether a person cannot see the island now. It asks the display and the session, which may take some
/// milliseconds: call it from no thread that others wait for.
pub(crate) fn out_of_sight(app: &AppHandle) -> bool {
    let island = app.state::<Island>();
    island.sight.hidden() || is_locked() || island.shortcut.hidden().is_some()
}

/// How long the session's keeper may take to answer, in milliseconds.
const PATIENCE_MS: i32 = 500;

/// Whether the session's screen is locked, by the word of logind, which GNOME, KDE and most lockers
/// tell. Without one it counts as open.
fn is_locked() -> bool {
    locked_hint().is_some_and(|hint| hint)
}

fn locked_hint() -> Option<bool> {
    let bus = gio::bus_get_sync(gio::BusType::System, gio::Cancellable::NONE).ok()?;
    // A bus that ends must not take the app along.
    bus.set_exit_on_close(false);
    let which = ("org.freedesktop.login1.Session", "LockedHint").to_variant();
    let reply = bus.call_sync(
        Some("org.freedesktop.login1"),
        "/org/freedesktop/login1/session/auto",
        "org.freedesktop.DBus.Properties",
        "Get",
        Some(&which),
        None,
        gio::DBusCallFlags::NO_AUTO_START,
        PATIENCE_MS,
        gio::Cancellable::NONE,
    );
    value(&reply.ok()?)
}

/// The property in a reply.
fn value(reply: &Variant) -> Option<bool> {
    reply.try_child_value(0)?.as_variant()?.get()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_island_without_a_page_is_out_of_sight() {
        let sight = Sight::default();
        assert!(sight.hidden());
        sight.painted(true);
        assert!(!sight.hidden());
        sight.painted(false);
        assert!(sight.hidden());
    }

    #[test]
    fn a_property_is_read_out_of_its_reply() {
        let property = |value: Variant| (Variant::from_variant(&value),).to_variant();
        assert_eq!(value(&property(true.to_variant())), Some(true));
        assert_eq!(value(&property(false.to_variant())), Some(false));
        assert_eq!(value(&property("yes".to_variant())), None);
        assert_eq!(value(&().to_variant()), None);
    }
}
