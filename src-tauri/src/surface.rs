//! What the island's window is to the display: a layer-shell surface where a Wayland compositor has
//! the protocol, else an X11 window, which in a Wayland session is XWayland's.
//!
//! It is chosen once, before the toolkit starts: a window of one kind cannot become the other.

mod compositor;
pub(crate) mod layer;
mod toplevels;
mod watch;

use std::ffi::OsStr;

use self::compositor::Compositor;

/// The kind of the island's window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Surface {
    /// An X11 window, in a Wayland session through XWayland.
    X11,
    /// A layer-shell surface.
    Layer,
}

/// Why there can be no island.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoDisplay {
    /// Neither kind of display is named.
    None,
    /// The Wayland compositor cannot show an island, and no X11 display is named.
    NoLayerShell,
    /// The Wayland compositor does not answer, and no X11 display is named.
    Silent,
}

impl NoDisplay {
    /// The sentence for the person.
    pub(crate) fn sentence(self) -> &'static str {
        match self {
            NoDisplay::None => "no X11 display (DISPLAY is not set); the island needs one",
            NoDisplay::NoLayerShell => {
                "this Wayland compositor has no layer-shell, and there is no X11 display \
                 (DISPLAY is not set); the island needs one of them"
            }
            NoDisplay::Silent => {
                "the Wayland display does not answer, and there is no X11 display \
                 (DISPLAY is not set); the island needs one of them"
            }
        }
    }
}

impl Surface {
    /// Chooses by what the environment names and the compositor says, for which it waits a moment.
    ///
    /// # Errors
    ///
    /// Where no display is there that could show an island.
    pub(crate) fn choose() -> Result<Surface, NoDisplay> {
        let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let compositor = named("WAYLAND_DISPLAY").map(|_| compositor::ask());
        let wish = named("GDK_BACKEND");
        choose(compositor, named("DISPLAY").is_some(), wish.as_deref())
    }

    /// The toolkit's own name for the display.
    pub(crate) fn backend(self) -> &'static str {
        match self {
            Surface::X11 => "x11",
            Surface::Layer => "wayland",
        }
    }
}

/// Which kind, by what is there: the compositor's word where a Wayland display is named, whether an
/// X11 display is named, and the person's own `GDK_BACKEND`.
fn choose(
    compositor: Option<Compositor>,
    x11: bool,
    wish: Option<&OsStr>,
) -> Result<Surface, NoDisplay> {
    match compositor {
        Some(Compositor::LayerShell) if !(x11 && wishes_x11(wish)) => Ok(Surface::Layer),
        _ if x11 => Ok(Surface::X11),
        Some(Compositor::Plain) => Err(NoDisplay::NoLayerShell),
        Some(Compositor::Silent) => Err(NoDisplay::Silent),
        // The second needs X11, which the first arm has looked for.
        None | Some(Compositor::LayerShell) => Err(NoDisplay::None),
    }
}

/// Whether the person wants X11 rather than Wayland: `GDK_BACKEND` lists the ones to try in turn.
fn wishes_x11(wish: Option<&OsStr>) -> bool {
    wish.and_then(OsStr::to_str).is_some_and(|list| list.split(',').next() == Some("x11"))
}

/// Whether it is a Wayland session, whatever the kind of the island's window.
pub(crate) fn wayland_session() -> bool {
    std::env::var_os("WAYLAND_DISPLAY").is_some_and(|display| !display.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_follows_what_is_there() {
        #[track_caller]
        fn check(
            compositor: Option<Compositor>,
            x11: bool,
            wish: Option<&str>,
            expected: Result<Surface, NoDisplay>,
        ) {
            let chosen = choose(compositor, x11, wish.map(OsStr::new));
            assert_eq!(chosen, expected, "{compositor:?} {x11} {wish:?}");
        }
        use Compositor::{LayerShell, Plain, Silent};
        let (layer, window) = (Ok(Surface::Layer), Ok(Surface::X11));
        // A compositor with layer-shell, with XWayland and without.
        check(Some(LayerShell), true, None, layer);
        check(Some(LayerShell), false, None, layer);
        // One that has none of it, or that hangs.
        check(Some(Plain), true, None, window);
        check(Some(Plain), false, None, Err(NoDisplay::NoLayerShell));
        check(Some(Silent), true, None, window);
        check(Some(Silent), false, None, Err(NoDisplay::Silent));
        // An X11 session, and none at all.
        check(None, true, None, window);
        check(None, false, None, Err(NoDisplay::None));
        // Whoever asks for X11 gets it where it is there.
        check(Some(LayerShell), true, Some("x11"), window);
        check(Some(LayerShell), true, Some("x11,wayland"), window);
        check(Some(LayerShell), false, Some("x11"), layer);
        check(Some(LayerShell), true, Some("wayland,x11"), layer);
        check(Some(LayerShell), true, Some("*"), layer);
        // A plain Wayland window would be no island.
        check(Some(Plain), true, Some("wayland"), window);
        check(None, true, Some("wayland"), window);
    }
}
