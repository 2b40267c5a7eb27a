//! Which screen the island is on, and what lies under it there.
//!
//! The screen is the one that the person has chosen, kept by its connector, since two monitors of one
//! model differ in nothing else; while it is unplugged, the primary one. A thread sleeps until the
//! server or the window manager tells of something that matters: monitors that come, go or change,
//! panels, windows that go to full screen. Nothing is asked twice. In a Wayland session it is the
//! compositor that tells (see `surface`).

mod edid;
mod layout;
mod stack;
mod watch;

use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;

use rustix::event::{EventfdFlags, eventfd};
use tauri::{AppHandle, Manager, async_runtime};
use vults_core::{ScreenView, Text};

use crate::area::Area;
use crate::display::Display;
use crate::island::{Island, Shared};
use crate::mark::mark;
use crate::surface::{Surface, layer};
use crate::{shown, window};

/// The width, in the toolkit's pixels. The page draws inside; the window never changes.
const WIDTH: i32 = 640;
/// The part of the height that the page does not use (see [`crate::window::wipe`]).
pub(crate) const SPARE: i32 = 1;
/// The height, as a part of the monitor's.
const HEIGHT_PERCENT: i32 = 70;

/// A monitor that is in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Screen {
    /// Its connector ("DP-1").
    pub(crate) name: String,
    /// What people call it.
    pub(crate) model: String,
    pub(crate) primary: bool,
    /// Its place: in device pixels on X11, in the compositor's on Wayland.
    pub(crate) area: Area,
    /// How much of its upper edge panels take, where it is not the compositor that keeps windows off them.
    pub(crate) top: i32,
    /// Whether a window of another program fills it.
    pub(crate) filled: bool,
}

/// The one of these screens that is meant by this connector: the primary one where none is named, or
/// the named one is not there.
fn meant<'a>(screens: &'a [Screen], connector: Option<&str>) -> Option<&'a Screen> {
    let named = screens.iter().find(|screen| Some(screen.name.as_str()) == connector);
    named.or_else(|| screens.iter().find(|screen| screen.primary)).or_else(|| screens.first())
}

/// The screens and the person's choice. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Screens {
    found: Shared<Vec<Screen>>,
    chosen: Shared<Option<String>>,
    wake: Arc<OwnedFd>,
}

impl Screens {
    /// The screens of an X11 display, as they are now; of none, those that [`Screens::start`] will hear of.
    ///
    /// # Errors
    ///
    /// When the process has no descriptor left.
    pub(crate) fn look(display: Option<&Display>) -> io::Result<Screens> {
        let screens = Screens {
            found: Shared::default(),
            chosen: Shared::default(),
            wake: Arc::new(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?),
        };
        match display.map(layout::read) {
            Some(Ok(found)) => *screens.found.lock() = found,
            Some(Err(error)) => tracing::warn!(%error, "no screens are known"),
            // A compositor tells of them as soon as it is listened to.
            None => {}
        }
        Ok(screens)
    }

    /// Follows what changes, on a thread of its own.
    pub(crate) fn start(&self, app: &AppHandle, surface: Surface) {
        let (screens, app) = (self.clone(), app.clone());
        match surface {
            Surface::X11 => watch::start(screens, app),
            Surface::Layer => layer::follow(move |found| screens.take(&app, found)),
        }
    }

    /// What there is now. Not for the window's own thread, nor for several at once.
    fn take(&self, app: &AppHandle, found: Vec<Screen>) {
        let place = |screens: &[Screen]| -> Vec<(String, bool, Area, i32)> {
            let place = |it: &Screen| (it.name.clone(), it.primary, it.area, it.top);
            screens.iter().map(place).collect()
        };
        let before = std::mem::replace(&mut *self.found.lock(), found.clone());
        if found != before {
            self.tell(app, place(&found) != place(&before));
        }
    }

    /// The island goes where it belongs, and the page draws what it may.
    fn tell(&self, app: &AppHandle, moved: bool) {
        let filled = self.filled();
        mark!("screens", count = self.found.lock().len(), filled = filled);
        let Some(island) = app.try_state::<Island>() else { return };
        // Read once no other view can be on its way: of two that tell at once the later one is right.
        shown::show(Some(app), &island.shown, |shown| shown.compact(self.filled()));
        if moved {
            window::screens_changed(app);
        }
    }

    /// The one that the island belongs on; none where none is known.
    pub(crate) fn own(&self) -> Option<Screen> {
        let chosen = self.chosen.lock().clone();
        meant(&self.found.lock(), chosen.as_deref()).cloned()
    }

    /// Where the island belongs, in the toolkit's pixels; none where no screen is known.
    pub(crate) fn spot(&self, scale: i32) -> Option<Spot> {
        self.own().map(|screen| Spot::on(&screen, scale))
    }

    /// Whether a window of another program fills the island's screen.
    fn filled(&self) -> bool {
        self.own().is_some_and(|screen| screen.filled)
    }

    fn wake(&self) {
        // The counter is full only when a wake-up is due anyway.
        _ = rustix::io::write(&*self.wake, &1_u64.to_ne_bytes());
    }
}

/// The screens that are there, for a person to choose from.
pub(crate) fn views(app: &AppHandle) -> Vec<ScreenView> {
    let Some(screens) = app.try_state::<Screens>() else { return Vec::new() };
    let view = |screen: &Screen| ScreenView {
        name: screen.name.clone(),
        model: Text::of(&screen.model),
        primary: screen.primary,
    };
    screens.found.lock().iter().map(view).collect()
}

/// Puts the island on the screen with this connector, and keeps it there; on the primary one, where
/// none is named. On any thread.
pub(crate) fn choose(app: &AppHandle, connector: Option<String>) {
    let Some(screens) = app.try_state::<Screens>() else { return };
    if std::mem::replace(&mut *screens.chosen.lock(), connector.clone()) == connector {
        return;
    }
    if layer::is(app) {
        let (screens, app) = (screens.inner().clone(), app.clone());
        async_runtime::spawn_blocking(move || screens.tell(&app, true));
    } else {
        screens.wake();
    }
}

/// Where the island belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) width: i32,
    pub(crate) height: i32,
}

impl Spot {
    /// Where it is put before any screen is known.
    pub(crate) const ANYWHERE: Spot = Spot { x: 0, y: 0, width: WIDTH, height: WIDTH };

    /// On a screen of this area, in the toolkit's pixels, without panels of its own.
    pub(crate) fn on_area(area: Area) -> Spot {
        let (name, model) = (String::new(), String::new());
        Spot::on(&Screen { name, model, primary: true, area, top: 0, filled: false }, 1)
    }

    /// At the top centre of a screen, below whatever panel the desktop keeps there.
    fn on(screen: &Screen, scale: i32) -> Spot {
        let scale = scale.max(1);
        let Area { x, y, width, height } = screen.area;
        let [x, y, whole, height] = [x, y + screen.top, width, height].map(|it| it / scale);
        let width = WIDTH.min(whole);
        Spot {
            x: x + (whole - width) / 2,
            y,
            width,
            // Odd: the page uses the even part below.
            height: (height * HEIGHT_PERCENT / 100) | SPARE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(name: &str, [x, y, width, height]: [i32; 4], top: i32, primary: bool) -> Screen {
        let area = Area { x, y, width, height };
        Screen { name: name.to_owned(), model: String::new(), primary, area, top, filled: false }
    }

    #[test]
    fn the_island_hangs_at_the_top_centre_of_its_screen() {
        #[track_caller]
        fn check(area: [i32; 4], top: i32, scale: i32, expected: [i32; 4]) {
            let [x, y, width, height] = expected;
            let spot = Spot::on(&screen("DP-1", area, top, true), scale);
            assert_eq!(spot, Spot { x, y, width, height });
        }
        check([0, 0, 1280, 800], 0, 1, [320, 0, 640, 561]);
        // Below a panel.
        check([0, 0, 1280, 800], 28, 1, [320, 28, 640, 561]);
        // The second of two monitors, which begins lower.
        check([1920, 200, 1280, 800], 0, 1, [2240, 200, 640, 561]);
        check([1920, 200, 1280, 800], 30, 1, [2240, 230, 640, 561]);
        // A screen narrower than the island.
        check([0, 0, 480, 800], 0, 1, [0, 0, 480, 561]);
        // Of many small pixels: the toolkit counts in larger ones, on every screen.
        check([0, 0, 2560, 1600], 56, 2, [320, 28, 640, 561]);
        check([2560, 0, 1280, 800], 0, 2, [1280, 0, 640, 281]);
    }

    #[test]
    fn a_chosen_screen_is_kept_by_its_connector() {
        let left = || screen("DP-1", [0, 0, 1920, 1080], 0, true);
        let right = || screen("DP-2", [1920, 0, 1920, 1080], 0, false);
        let own = || screen("eDP-1", [0, 1080, 1280, 800], 0, false);
        #[track_caller]
        fn check(screens: &[Screen], chosen: Option<&str>, expected: Option<&str>) {
            let name = meant(screens, chosen).map(|screen| screen.name.as_str());
            assert_eq!(name, expected, "{chosen:?}");
        }
        check(&[left(), right()], None, Some("DP-1"));
        check(&[left(), right()], Some("DP-2"), Some("DP-2"));
        // Their order is nothing.
        check(&[right(), left()], Some("DP-2"), Some("DP-2"));
        check(&[right(), left()], None, Some("DP-1"));
        // Unplugged, and back again.
        check(&[left()], Some("DP-2"), Some("DP-1"));
        check(&[left(), right()], Some("DP-2"), Some("DP-2"));
        // The lid is closed: what was primary has gone, and none is.
        check(&[right()], Some("eDP-1"), Some("DP-2"));
        check(&[own(), right()], Some("eDP-1"), Some("eDP-1"));
        check(&[], Some("DP-1"), None);
    }
}
