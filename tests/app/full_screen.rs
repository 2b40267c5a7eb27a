//! A window of another program fills the screen.

use crate::agent::{Asking, ready, tell};
use crate::app::{App, Place, SILENCE};
use crate::call::call;
use crate::desktop::{inside, inside_with, shot, tool};
use crate::page::{ISLAND, Pages, start_with_pages};
use crate::screen::{Other, active_window, colour, island, press};
use crate::settings::until;
use crate::words::WHOLE_SCREEN;

const PART: Place = Place { x: 200, y: 300, width: 600, height: 300 };

/// Waits until the app knows whether the island's screen is filled.
#[track_caller]
fn filled(app: &App, expected: bool) {
    app.wait_for("screens", |mark| mark.field("filled") == expected.to_string());
}

/// What the page is told.
#[track_caller]
fn told(pages: &Pages) -> bool {
    let shown = "return (await window.__TAURI_INTERNALS__.invoke('attach')).compact";
    pages.run(ISLAND, shown).as_bool().unwrap()
}

#[test]
fn a_film_leaves_the_pill_alone_and_keeps_the_keyboard() {
    inside(|| {
        let (app, pages) = start_with_pages();
        let film = Other::ordinary(PART);
        assert!(!told(&pages));
        film.full_screen(true);
        filled(&app, true);
        assert!(told(&pages));
        let _asking = Asking::begin(&app, "one", "true");
        std::thread::sleep(SILENCE);
        film.assert_has_focus();
        film.full_screen(false);
        filled(&app, false);
        assert!(!told(&pages));
    });
}

#[test]
fn another_window_over_the_film_ends_it() {
    inside(|| {
        let app = App::start();
        let film = Other::ordinary(PART);
        film.full_screen(true);
        filled(&app, true);
        let over = Other::ordinary(PART);
        filled(&app, false);
        drop(over);
        filled(&app, true);
        drop(film);
        filled(&app, false);
    });
}

#[test]
fn a_large_window_is_no_film() {
    inside(|| {
        let app = App::start();
        let _large = Other::ordinary(WHOLE_SCREEN);
        let asking = Asking::begin(&app, "one", "true");
        ready(&app, &asking);
        assert!(
            app.look_for(SILENCE, |mark| mark.name == "screens" && mark.field("filled") == "true")
                .is_none()
        );
    });
}

#[test]
fn a_film_on_another_workspace_or_screen_is_no_matter() {
    inside_with(&["--size", "2560x800x24"], || {
        let app = App::start();
        let film = Other::ordinary(PART);
        film.full_screen(true);
        filled(&app, true);
        tool("wmctrl", &["-s", "1"]);
        filled(&app, false);
        tool("wmctrl", &["-s", "0"]);
        filled(&app, true);
        // The island's screen is the right half; the film covers both.
        tool("xrandr", &["--setmonitor", "*DP-2", "1280/340x800/210+1280+0", "none"]);
        film.full_screen(false);
        filled(&app, false);
        tool("xrandr", &["--setmonitor", "DP-1", "1280/340x800/210+0+0", "screen"]);
        let there = app.wait_for("screens", |mark| mark.field("count") == "2");
        assert_eq!(there.field("filled"), "false");
    });
}

/// The colours of the screen below the pill.
fn below_the_pill() -> Vec<Vec<u8>> {
    (50..230).step_by(10).map(|y| colour((560, y))).collect()
}

/// A list that folds changes no view, and yet it may leave nothing on the screen.
#[test]
fn what_folds_leaves_nothing_behind() {
    inside(|| {
        let _below = Other::ordinary(PART);
        let app = App::start();
        for session in ["a", "b", "c"] {
            tell(&app, session, "UserPromptSubmit");
            app.wait_for("session", |_| true);
        }
        std::thread::sleep(SILENCE);
        let before = below_the_pill();
        assert!(call(app.runtime_dir()).status().unwrap().success());
        app.wait_for("focused", |_| true);
        until("the island has the keyboard", || active_window() == island());
        std::thread::sleep(SILENCE);
        shot("list-open");
        assert_ne!(below_the_pill(), before, "the list is not open");
        press("Escape");
        std::thread::sleep(SILENCE);
        shot("list-folded");
        assert_eq!(below_the_pill(), before, "the list is still to be seen");
    });
}
