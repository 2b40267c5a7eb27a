//! The island's window: at the top centre of the screen, above all, and without the keyboard
//! unless a person writes on it.

use std::cell::{Cell, RefCell};
use std::thread;
use std::time::{Duration, Instant};

use gdkx11::{X11Display, X11Window};
use gtk::cairo::{RectangleInt, Region};
use gtk::prelude::*;
use gtk::{gdk, glib};
use tauri::{AppHandle, Manager, WebviewUrl, WebviewWindow, WebviewWindowBuilder};
use vults_runtime::Preferences;
use webkit2gtk::{CacheModel, WebContextExt, WebViewExt};

use crate::area::Area;
use crate::island::Island;
use crate::mark::mark;
use crate::notify;
use crate::page::{self, Crashes};
use crate::person::{self, Coming};
use crate::rect::Rect;
use crate::rest;
use crate::screen::{self, SPARE, Screens, Spot};
use crate::surface::layer;
use crate::typing;
use crate::words::Tongue;

/// The window's label in Tauri, and in the capability.
pub(crate) const LABEL: &str = "island";
/// A window manager has moved its windows by then.
const SETTLED: Duration = Duration::from_millis(500);

/// Makes the window and shows it.
///
/// # Errors
///
/// Whatever Tauri or the display answers.
pub(crate) fn open(app: &AppHandle) -> tauri::Result<()> {
    let spot = spot(app, scale());
    let window = WebviewWindowBuilder::new(app, LABEL, WebviewUrl::App("index.html".into()))
        .title("Vults")
        .inner_size(spot.width.into(), spot.height.into())
        .resizable(false)
        .decorations(false)
        .shadow(false)
        .transparent(true)
        .always_on_top(true)
        .skip_taskbar(true)
        .visible_on_all_workspaces(true)
        .focused(false)
        .focusable(false)
        .visible(false)
        .devtools(cfg!(debug_assertions))
        .disable_drag_drop_handler()
        .on_navigation(page::is_ours)
        .on_page_load(|window, load| {
            if load.event() == tauri::webview::PageLoadEvent::Started {
                page_begins(&window);
            }
        })
        .build()?;

    let native = window.gtk_window()?;
    native.set_accept_focus(false);
    native.set_focus_on_map(false);
    native.set_type_hint(gdk::WindowTypeHint::Utility);
    if layer::is(&window) {
        layer::adopt(&window, &native);
    }
    let mapped = window.clone();
    native.connect_map_event(move |_, _| {
        mark!("window_mapped");
        mapped.state::<Island>().gate.lock().disturbed(Instant::now());
        // A window manager places a window anew each time it is shown.
        place(&mapped);
        glib::Propagation::Proceed
    });
    let arrived = window.clone();
    native.connect_focus_in_event(move |_, _| {
        typing::arrived(&arrived);
        glib::Propagation::Proceed
    });
    follow_compositor(&window, &native);
    follow_window(&window, &native);
    // Until the page says where it draws, all clicks fall through.
    apply_region(&window)?;
    place(&window);
    watch_page(&window)?;
    if layer::is(&window) { Ok(()) } else { window.show() }
}

/// Where the island belongs, in the toolkit's pixels.
fn spot(app: &AppHandle, scale: i32) -> Spot {
    app.try_state::<Screens>().and_then(|it| it.spot(scale)).unwrap_or(Spot::ANYWHERE)
}

/// How many of a screen's pixels make one of the toolkit's, before there is a window to ask.
fn scale() -> i32 {
    let display = gdk::Display::default();
    let monitor =
        display.and_then(|display| display.primary_monitor().or_else(|| display.monitor(0)));
    monitor.map_or(1, |monitor| monitor.scale_factor())
}

/// The screens are others, or elsewhere, or the person has chosen another one. On any thread.
pub(crate) fn screens_changed(app: &AppHandle) {
    if let Some(preferences) = app.try_state::<Preferences>() {
        preferences.screens(screen::views(app));
    }
    rest::stir(app);
    let island = app.clone();
    let asked = app.run_on_main_thread(move || {
        let Some(window) = island.get_webview_window(LABEL) else { return };
        place(&window);
        // A window manager moves windows too, and does so in its own time.
        glib::timeout_add_local_once(SETTLED, move || place(&window));
    });
    if let Err(error) = asked {
        tracing::warn!(%error, "the island stays where it is");
    }
}

/// Puts the window where it belongs.
fn place(window: &WebviewWindow) {
    if layer::is(window) {
        return layer::place(window);
    }
    let Ok(native) = window.gtk_window() else { return };
    let spot = spot(window.app_handle(), native.scale_factor());
    if native.size() != (spot.width, spot.height) {
        let size = tauri::LogicalSize::new(f64::from(spot.width), f64::from(spot.height));
        if let Err(error) = window.set_size(size) {
            tracing::warn!(%error, "the window keeps its size");
        }
    }
    native.move_(spot.x, spot.y);
}

/// Follows a compositor that starts or ends.
fn follow_compositor(window: &WebviewWindow, native: &gtk::ApplicationWindow) {
    let Some(screen) = gtk::prelude::GtkWindowExt::screen(native) else { return };
    let composited = window.clone();
    screen.connect_composited_changed(move |_| show_region(&composited));
}

/// Follows the window's own place, size and scale.
fn follow_window(window: &WebviewWindow, native: &gtk::ApplicationWindow) {
    let (configured, last) = (window.clone(), Cell::new(None));
    native.connect_configure_event(move |_, event| {
        let now = (event.position(), event.size());
        let before = last.replace(Some(now));
        if before.is_none_or(|before| before.0 != now.0) {
            configured.state::<Island>().gate.lock().disturbed(Instant::now());
        }
        if before.is_none_or(|before| before.1 != now.1) {
            show_region(&configured);
        }
        false
    });
    let scaled = window.clone();
    native.connect_scale_factor_notify(move |_| {
        place(&scaled);
        show_region(&scaled);
    });
}

/// Wipes off the window what the page drew before.
///
/// Where WebKit draws without the GPU it paints a transparent page over what is there and never
/// clears it: a card that has left would stay to be seen, with its buttons. A surface of another
/// size begins empty, so the page's loses one row, which the page leaves unused, and has it again when
/// the toolkit next lays the window out. That the window itself stays as it is matters: a margin beside
/// the page makes the window larger and may leave the page's surface as it was.
pub(crate) fn wipe(window: &WebviewWindow) {
    let wiped = window.with_webview(|platform| {
        let view = platform.inner();
        let whole = view.allocation();
        let (width, height) = (whole.width(), (whole.height() - SPARE).max(1));
        view.size_allocate(&gtk::Allocation::new(whole.x(), whole.y(), width, height));
        view.queue_resize();
    });
    if let Err(error) = wiped {
        tracing::warn!(%error, "the window is not wiped");
    }
}

/// A page begins: nothing of it is on screen. Where it comes back after a rest its picture still is.
fn page_begins(window: &WebviewWindow) {
    if rest::is_coming(window) {
        window.state::<Island>().nothing_drawn();
    } else {
        page_gone(window);
    }
}

/// The page is gone: nothing is on screen, nothing can be answered, and all clicks fall through.
fn page_gone(window: &WebviewWindow) {
    typing::abandon(window);
    window.state::<Island>().page_gone();
    show_region(window);
}

/// Makes the window and the keys follow what the page claims to draw, held against the window's
/// size and scale of now.
pub(crate) fn show_region(window: &WebviewWindow) {
    if let Err(error) = apply_region(window) {
        tracing::warn!(%error, "the window's region stays as it was");
    }
}

/// Lets clicks beside the page's rectangles fall through. Without a compositor the window has no
/// transparency, so there it also ends at them.
///
/// # Errors
///
/// Only where the window is gone.
fn apply_region(window: &WebviewWindow) -> tauri::Result<()> {
    let native = window.gtk_window()?;
    let island = window.state::<Island>();
    let (width, height) = native.size();
    let clip = |rect: &Rect| rect.clip(width.into(), height.into());
    let rects: Vec<Rect> = island.region.lock().iter().filter_map(clip).collect();
    island.shortcut.watch(xid(window), scaled(&rects, native.scale_factor()));
    let region = Region::create_rectangles(&rects.iter().map(whole_pixels).collect::<Vec<_>>());
    native.input_shape_combine_region(Some(&region));
    let composited =
        gtk::prelude::GtkWindowExt::screen(&native).is_some_and(|screen| screen.is_composited());
    native.shape_combine_region(if composited { None } else { Some(&region) });
    Ok(())
}

fn whole_pixels(rect: &Rect) -> RectangleInt {
    // In range: the rectangles were clipped to the window.
    let (x, y) = (rect.x.floor() as i32, rect.y.floor() as i32);
    let (right, bottom) =
        ((rect.x + rect.width).ceil() as i32, (rect.y + rect.height).ceil() as i32);
    RectangleInt::new(x, y, right - x, bottom - y)
}

/// The window's size, in the page's pixels.
pub(crate) fn size(window: &WebviewWindow) -> (f64, f64) {
    let (width, height) = window.gtk_window().map_or((0, 0), |native| native.size());
    (width.into(), height.into())
}

/// A rectangle of the page on the screen, in device pixels: left, top, width, height.
pub(crate) fn on_screen(window: &WebviewWindow, rect: &Rect) -> Option<[i32; 4]> {
    let surface = window.gtk_window().ok()?.window()?;
    let (_, x, y) = surface.origin();
    let scale = f64::from(surface.scale_factor());
    let device = |value: f64| (value * scale).round() as i32;
    Some([
        device(f64::from(x) + rect.x),
        device(f64::from(y) + rect.y),
        device(rect.width),
        device(rect.height),
    ])
}

/// Rectangles of the page on the window, in device pixels.
fn scaled(rects: &[Rect], scale: i32) -> Vec<Area> {
    let device = |rect: &Rect| {
        let rect = whole_pixels(rect);
        Area {
            x: rect.x() * scale,
            y: rect.y() * scale,
            width: rect.width() * scale,
            height: rect.height() * scale,
        }
    };
    rects.iter().map(device).collect()
}

/// The window's number on the X server.
pub(crate) fn xid(window: &WebviewWindow) -> Option<u32> {
    let surface = window.gtk_window().ok()?.window()?;
    let surface = surface.downcast::<X11Window>().ok()?;
    u32::try_from(surface.xid()).ok()
}

/// The server's time of what the person did last on a window of ours.
pub(crate) fn user_time() -> u32 {
    let display = gdk::Display::default().and_then(|it| it.downcast::<X11Display>().ok());
    display.map_or(gtk::gdk::ffi::GDK_CURRENT_TIME as u32, |display| display.user_time())
}

/// What the page may not do by itself, and what happens when it breaks.
fn watch_page(window: &WebviewWindow) -> tauri::Result<()> {
    let island = window.clone();
    window.with_webview(move |platform| {
        let view = platform.inner();
        if let Some(context) = view.context() {
            // It shows one page, and never another.
            context.set_cache_model(CacheModel::DocumentViewer);
        }
        let keyboard = island.clone();
        let heard = move |what| typing::heard(&keyboard, what);
        let state = island.state::<Island>();
        let typing = state.typing.clone();
        rest::watch(&island, &view);
        let coming = if layer::is(&island) { Coming::Unsaid } else { Coming::Told };
        person::watch(&view, &state.gate, coming, heard, move || typing.lock().lent());
        // Keys go to it when the window has the keyboard.
        view.grab_focus();
        view.connect_context_menu(|_, _, _, _| true);
        view.drag_dest_unset();
        // One that hangs says nothing any more, and on Wayland the island has the keyboard alone.
        let hung = island.clone();
        view.connect_is_web_process_responsive_notify(move |view| {
            if !view.is_web_process_responsive() {
                typing::end(&hung);
            }
        });
        let crashes = RefCell::new(Crashes::default());
        view.connect_web_process_terminated(move |view, reason| {
            if rest::released(&island) {
                return;
            }
            tracing::error!(?reason, "the page's process ended");
            page_gone(&island);
            if crashes.borrow_mut().too_many(Instant::now()) {
                give_up(island.app_handle());
            } else {
                view.reload();
            }
        });
    })
}

/// Says that the island cannot be shown, and ends the app: an island that shows nothing would only
/// make agents wait.
fn give_up(app: &AppHandle) {
    tracing::error!("the page keeps breaking");
    *app.state::<Island>().given_up.lock() = true;
    let app = app.clone();
    // The bus may be slow, and the loop has hooks to let go.
    thread::spawn(move || {
        let tongue = Tongue::of(&app.state::<Preferences>().view());
        notify::show(tongue.words().keeps_breaking);
        app.exit(1);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_covers_every_pixel_it_touches() {
        let rect = Rect { x: 10.4, y: 0.0, width: 20.2, height: 36.5 };
        let pixels = whole_pixels(&rect);
        assert_eq!((pixels.x(), pixels.y(), pixels.width(), pixels.height()), (10, 0, 21, 37));
    }
}
