//! The island at rest: its page's process ends, and a picture of what it drew stays.
//!
//! A page costs more memory than all the rest of the app, and for most of a day nothing moves on it. When
//! no session is at work, no card waits and nobody has used the island for a while, its web process is
//! ended; the window stays where it is and shows the last picture, so a person sees no difference. The
//! page is made again at the next view, which is when a session begins to work and not when its card
//! comes, and when a person comes near it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use gtk::cairo::{Context, Format, ImageSurface};
use gtk::gdk::EventType;
use gtk::glib::{self, Propagation};
use gtk::prelude::*;
use tauri::{AppHandle, Manager, WebviewWindow};
use vults_core::{Status, View};
use webkit2gtk::{WebView, WebViewExt};

use crate::call;
use crate::island::{Island, Shared};
use crate::mark::mark;
use crate::rect::Rect;
use crate::window::{self, LABEL};

/// So long nothing has to happen.
pub(crate) const AFTER: Duration = Duration::from_mins(5);
/// A pointer that stays this long on the island wants something of it; one that crosses it does not.
const DWELL: Duration = Duration::from_millis(100);
/// What the page says to have drawn is on the screen by then.
const SHOWN: Duration = Duration::from_millis(60);

/// What the island draws around itself, where nothing can be pressed.
const SHADOW: f64 = 64.0;

/// Whether the island rests, as Tauri keeps it.
pub(crate) type Resting = Shared<Rest>;

/// Whether the page is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Page {
    /// It is.
    #[default]
    There,
    /// Its process has ended, and a picture stands for it.
    Released,
    /// It is being made again.
    Coming,
}

/// When the page may go, and whether it is there.
#[derive(Debug)]
pub(crate) struct Rest {
    after: Duration,
    page: Page,
    /// Whether the newest view has nothing in it that is going on; none before the first is drawn.
    still: Option<bool>,
    /// When anything last happened, there or with the person.
    stirred: Option<Instant>,
    /// Whether it will be looked at again.
    watched: bool,
    /// The island was called while the page was away.
    called: bool,
}

impl Rest {
    /// With nothing happening for so long the island rests.
    pub(crate) fn after(after: Duration) -> Rest {
        Rest { after, page: Page::There, still: None, stirred: None, watched: false, called: false }
    }

    /// How long it has to stay as it is until the page may go; none while something is going on, or
    /// where it is away already.
    fn left(&self, now: Instant) -> Option<Duration> {
        let stirred =
            self.stirred.filter(|_| self.still == Some(true) && self.page == Page::There)?;
        Some((stirred + self.after).saturating_duration_since(now))
    }
}

/// Whether nothing in a view is going on.
fn is_still(view: &View) -> bool {
    let works = |status: Status| {
        matches!(
            status,
            Status::WaitsHere | Status::Working | Status::Compacting | Status::InBackground
        )
    };
    view.card().is_none()
        && view.queue.is_empty()
        && view.outcome.is_none()
        && !view.sessions.iter().any(|session| works(session.status))
}

/// A new view. On any thread.
pub(crate) fn follow(app: &AppHandle, view: &View) {
    stir_with(app, |rest| rest.still = Some(is_still(view)));
}

/// What is shown has changed, or is about to. On any thread.
pub(crate) fn stir(app: &AppHandle) {
    stir_with(app, |_| {});
}

fn stir_with(app: &AppHandle, change: impl FnOnce(&mut Rest)) {
    let Some(resting) = app.try_state::<Resting>() else { return };
    let (wake, watch) = {
        let mut rest = resting.lock();
        change(&mut rest);
        rest.stirred = Some(Instant::now());
        let watch = rest.still == Some(true) && !std::mem::replace(&mut rest.watched, true);
        (rest.page == Page::Released, watch)
    };
    if !wake && !watch {
        return;
    }
    let island = app.clone();
    let asked = app.run_on_main_thread(move || {
        let Some(window) = island.get_webview_window(LABEL) else { return };
        if wake {
            wake_up(&window);
        }
        if watch {
            look(&window);
        }
    });
    if let Err(error) = asked {
        tracing::warn!(%error, "the island stays as it is");
    }
}

/// Lets the page go if it is time, else looks again when it may be.
fn look(window: &WebviewWindow) {
    let resting = window.state::<Resting>();
    let left = resting.lock().left(Instant::now());
    let used = window.state::<Island>().typing.lock().lent();
    match left.filter(|_| !used) {
        // Whatever ends that stirs it: someone who has the keyboard may keep it for hours.
        None => resting.lock().watched = false,
        Some(Duration::ZERO) => {
            resting.lock().watched = false;
            release(window);
        }
        Some(left) => {
            let window = window.clone();
            glib::timeout_add_local_once(left, move || look(&window));
        }
    }
}

/// The picture that stands for the page.
#[derive(Debug, Default)]
struct Picture(RefCell<Option<(ImageSurface, f64, f64)>>);

thread_local! {
    static PICTURE: Rc<Picture> = Rc::default();
}

/// Follows what a person does on the island, and draws the picture while the page is away.
pub(crate) fn watch(window: &WebviewWindow, view: &WebView) {
    // The page of a new window is there.
    window.state::<Resting>().lock().page = Page::There;
    PICTURE.with(|picture| picture.0.borrow_mut().take());
    let app = window.app_handle().clone();
    let used = move || {
        let resting = app.state::<Resting>();
        let mut rest = resting.lock();
        rest.stirred = Some(Instant::now());
        rest.page == Page::Released
    };
    let used = Rc::new(used);
    // Whether the pointer is there, and whether it is looked whether it stays.
    let (pointed, waits) = (Rc::new(Cell::new(false)), Rc::new(Cell::new(false)));
    let (pointer, stays) = (window.clone(), Rc::clone(&pointed));
    let near = Rc::new(move |away: bool| {
        stays.set(true);
        if !away || waits.replace(true) {
            return;
        }
        let (pointer, stays, waits) = (pointer.clone(), Rc::clone(&stays), Rc::clone(&waits));
        glib::timeout_add_local_once(DWELL, move || {
            waits.set(false);
            if stays.get() {
                wake_up(&pointer);
            }
        });
    });
    // Of one that was there when the page went, its motion alone is told.
    let (moved, moves) = (Rc::clone(&used), Rc::clone(&near));
    view.connect_motion_notify_event(move |_, _| {
        moves(moved());
        Propagation::Proceed
    });
    let (typed, keys) = (Rc::clone(&used), window.clone());
    view.connect_key_press_event(move |_, _| {
        if typed() {
            wake_up(&keys);
        }
        Propagation::Proceed
    });
    // The page is not there to see a press.
    let (pressed, hand) = (Rc::clone(&used), window.clone());
    view.connect_button_press_event(move |_, _| {
        if pressed() {
            focus(&hand);
        }
        Propagation::Proceed
    });
    let (touched, finger) = (Rc::clone(&used), window.clone());
    view.connect_touch_event(move |_, event| {
        if touched() && event.event_type() == EventType::TouchBegin {
            focus(&finger);
        }
        Propagation::Proceed
    });
    view.connect_enter_notify_event(move |_, _| {
        near(used());
        Propagation::Proceed
    });
    view.add_events(gtk::gdk::EventMask::LEAVE_NOTIFY_MASK);
    view.connect_leave_notify_event(move |_, _| {
        pointed.set(false);
        Propagation::Proceed
    });
    view.connect_draw(|_, canvas| {
        let drawn = PICTURE.with(|picture| {
            let picture = picture.0.borrow();
            let (surface, x, y) = picture.as_ref()?;
            canvas.set_source_surface(surface, *x, *y).ok()?;
            canvas.paint().ok()
        });
        if drawn.is_some() { Propagation::Stop } else { Propagation::Proceed }
    });
}

/// Ends the page's process, and leaves its picture.
fn release(window: &WebviewWindow) {
    let island = window.clone();
    let released = window.with_webview(move |platform| {
        let view = platform.inner();
        let state = island.state::<Island>();
        let Some(picture) = picture(&view, &state.region.lock()) else {
            tracing::warn!("the island has no picture and stays awake");
            return;
        };
        PICTURE.with(|kept| *kept.0.borrow_mut() = Some(picture));
        island.state::<Resting>().lock().page = Page::Released;
        state.nothing_drawn();
        view.terminate_web_process();
        view.queue_draw();
        mark!("released");
    });
    if let Err(error) = released {
        tracing::warn!(%error, "the page stays");
    }
}

/// What a view shows in these rectangles, and where that is.
fn picture(view: &WebView, rects: &[Rect]) -> Option<(ImageSurface, f64, f64)> {
    let left = rects.iter().map(|rect| rect.x.floor()).reduce(f64::min)? - SHADOW;
    let top = rects.iter().map(|rect| rect.y.floor()).reduce(f64::min)?;
    let right = rects.iter().map(|rect| (rect.x + rect.width).ceil()).reduce(f64::max)? + SHADOW;
    let bottom = rects.iter().map(|rect| (rect.y + rect.height).ceil()).reduce(f64::max)? + SHADOW;
    let scale = f64::from(view.scale_factor());
    let size = |length: f64| (length * scale) as i32;
    let surface =
        ImageSurface::create(Format::ARgb32, size(right - left), size(bottom - top)).ok()?;
    surface.set_device_scale(scale, scale);
    let canvas = Context::new(&surface).ok()?;
    canvas.translate(-left, -top);
    view.draw(&canvas);
    Some((surface, left, top))
}

/// Whether a page's process has ended because the island rests.
pub(crate) fn released(window: &WebviewWindow) -> bool {
    window.state::<Resting>().lock().page == Page::Released
}

/// Whether a page that begins stands in the place of a picture.
pub(crate) fn is_coming(window: &WebviewWindow) -> bool {
    window.state::<Resting>().lock().page == Page::Coming
}

/// Whether a picture lies over the page.
pub(crate) fn is_covered() -> bool {
    PICTURE.with(|picture| picture.0.borrow().is_some())
}

/// Makes the page again, where it is away.
fn wake_up(window: &WebviewWindow) {
    {
        let resting = window.state::<Resting>();
        let mut rest = resting.lock();
        if rest.page != Page::Released {
            return;
        }
        rest.page = Page::Coming;
        rest.stirred = Some(Instant::now());
    }
    mark!("waking");
    if let Err(error) = window.with_webview(|platform| platform.inner().reload()) {
        tracing::warn!(%error, "the page stays away");
    }
}

/// Tells the page that the island was called, once it is there.
pub(crate) fn focus(window: &WebviewWindow) {
    let resting = window.state::<Resting>();
    {
        let mut rest = resting.lock();
        rest.stirred = Some(Instant::now());
        rest.called = rest.page != Page::There;
        if !rest.called {
            drop(rest);
            return call::tell(window);
        }
    }
    wake_up(window);
}

/// The page has drawn: it stands for itself again.
pub(crate) fn drawn(window: &WebviewWindow) {
    let resting = window.state::<Resting>();
    let first = resting.lock().still.is_none();
    if first {
        // The view that it begins with came before there was a window.
        let shown = window.state::<Island>().shown.lock().clone();
        follow(window.app_handle(), shown.view());
    }
    {
        let mut rest = resting.lock();
        if rest.page != Page::Coming {
            return;
        }
        rest.page = Page::There;
    }
    mark!("awake");
    let island = window.clone();
    glib::timeout_add_local_once(SHOWN, move || {
        PICTURE.with(|picture| picture.0.borrow_mut().take());
        // What it lay over comes into sight only now.
        island.state::<Island>().gate.lock().disturbed(Instant::now());
        window::wipe(&island);
        let resting = island.state::<Resting>();
        if std::mem::take(&mut resting.lock().called) {
            call::tell(&island);
        }
        stir(island.app_handle());
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::session;

    #[test]
    fn a_view_is_still_while_no_session_is_at_work() {
        #[track_caller]
        fn check(statuses: &[Status], expected: bool) {
            let sessions = statuses.iter().copied().map(session).collect();
            assert_eq!(is_still(&View { sessions, ..View::default() }), expected, "{statuses:?}");
        }
        check(&[], true);
        check(&[Status::Started, Status::Done, Status::Failed, Status::Interrupted], true);
        check(&[Status::Quiet, Status::Ended, Status::Gone, Status::WaitsInTerminal], true);
        for status in [Status::Working, Status::Compacting, Status::InBackground, Status::WaitsHere]
        {
            check(&[Status::Done, status], false);
        }
    }

    #[test]
    fn the_page_goes_when_nothing_has_happened_for_so_long() {
        let start = Instant::now();
        let at = |second: u64| start + Duration::from_secs(second);
        let mut rest = Rest::after(Duration::from_secs(300));
        assert_eq!(rest.left(at(0)), None, "nothing was ever shown");
        (rest.still, rest.stirred) = (Some(true), Some(at(0)));
        assert_eq!(rest.left(at(1)), Some(Duration::from_secs(299)));
        rest.stirred = Some(at(200));
        assert_eq!(rest.left(at(300)), Some(Duration::from_secs(200)));
        assert_eq!(rest.left(at(500)), Some(Duration::ZERO));
        assert_eq!(rest.left(at(900)), Some(Duration::ZERO));
        rest.still = Some(false);
        assert_eq!(rest.left(at(900)), None);
        for away in [Page::Released, Page::Coming] {
            (rest.still, rest.page) = (Some(true), away);
            assert_eq!(rest.left(at(900)), None);
        }
    }
}
