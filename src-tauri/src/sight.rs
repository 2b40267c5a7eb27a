//! Whether a person can see the island at all: where they cannot, the desktop tells them.
//!
//! It is asked when there is something to tell. Nothing is watched for it.

use gtk::gio;
use gtk::glib::Variant;
use gtk::prelude::*;
use tauri::{AppHandle, Manager};

use crate::island::{Island, Shared};

/// Whether a page has painted, or a picture of it stands for it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sight(Shared<bool>);

impl Sight {
    /// The page has painted, or it is gone and nothing stands for it.
    pub(crate) fn painted(&self, painted: bool) {
        *self.0.lock() = painted;
    }

    fn is_painted(&self) -> bool {
        *self.0.lock()
    }
}

/// Whether a person cannot see the island now. It asks the display and the session, which may take some
/// milliseconds: call it from no thread that others wait for.
pub(crate) fn out_of_sight(app: &AppHandle) -> bool {
    let island = app.state::<Island>();
    let pill_alone = island.shown.lock().is_compact();
    !island.sight.is_painted() || pill_alone || is_locked() || island.shortcut.hidden().is_some()
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
        assert!(!sight.is_painted());
        sight.painted(true);
        assert!(sight.is_painted());
        sight.painted(false);
        assert!(!sight.is_painted());
    }

    #[test]
    fn a_property_is_read_out_of_its_reply() {
        // A variant in a tuple is one in a variant of its own.
        let property = |value: Variant| (value,).to_variant();
        assert_eq!(value(&property(true.to_variant())), Some(true));
        assert_eq!(value(&property(false.to_variant())), Some(false));
        assert_eq!(value(&property("yes".to_variant())), None);
        assert_eq!(value(&().to_variant()), None);
    }
}
