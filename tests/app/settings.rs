//! The settings window.

use std::time::{Duration, Instant};

use crate::agent::{Asking, ready};
use crate::app::{App, PATIENCE, SILENCE};
use crate::desktop::{inside, tool};
use crate::life::{kill, web_processes};
use crate::page::{ISLAND, Pages, SETTINGS, start_with_pages};
use crate::screen::{active_window, click, close, find_window, island, window};

/// Opens it as the island's page does, and waits for its page.
#[track_caller]
pub(crate) fn open(app: &App, pages: &Pages) {
    pages.run(ISLAND, "return window.__TAURI_INTERNALS__.invoke('open_settings')");
    app.wait_for("settings_attached", |_| true);
}

#[track_caller]
pub(crate) fn until(what: &str, holds: impl Fn() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Closes it as a person does, and waits until it has gone.
#[track_caller]
pub(crate) fn shut() {
    close(&window(SETTINGS));
    until("the settings window goes", || find_window(SETTINGS).is_none());
}

/// Breaks its page until the window goes. `islands` are the processes of other pages.
#[track_caller]
pub(crate) fn wear_out(app: &App, pages: &Pages, islands: &[String]) {
    for _ in 0..6 {
        // WebKit takes the whole app down with a process that dies before it has said its number.
        let new = "return !window.broken && document.querySelector('h1') ? true : null";
        pages.until(SETTINGS, "a new page", new);
        pages.run(SETTINGS, "return window.broken = true");
        let page = |page: &String| !islands.contains(page);
        let found: Vec<String> = web_processes(app).into_iter().filter(page).collect();
        let [process] = &found[..] else { panic!("the settings page's processes: {found:?}") };
        kill(process);
    }
    until("the settings window goes", || find_window(SETTINGS).is_none());
}

/// A card can be answered: the app serves.
#[track_caller]
fn assert_serves(app: &App, id: &str) {
    let asking = Asking::begin(app, id, "true");
    click(ready(app, &asking).button("deny").unwrap().centre());
    assert_eq!(asking.decision().as_deref(), Some("deny"));
}

#[test]
fn the_settings_window_comes_when_asked_for_and_goes_when_closed() {
    inside(|| {
        let (app, pages) = start_with_pages();
        assert_eq!(find_window(SETTINGS), None);
        for round in 0..2 {
            let before = web_processes(&app).len();
            open(&app, &pages);
            let settings = window(SETTINGS);
            until("it has the focus", || active_window() == settings);
            let said = tool("xdotool", &["getwindowgeometry", &settings]);
            assert!(said.contains("760x680"), "{said}");
            shut();
            // With its page, and what that costs.
            until("its process goes", || web_processes(&app).len() == before);
            assert_serves(&app, &format!("round {round}"));
        }
    });
}

#[test]
fn the_settings_window_is_raised_where_it_is_open() {
    inside(|| {
        let (app, pages) = start_with_pages();
        open(&app, &pages);
        let settings = window(SETTINGS);
        tool("xdotool", &["windowminimize", &settings]);
        until("it is out of sight", || find_window(SETTINGS).is_none());
        pages.run(ISLAND, "return window.__TAURI_INTERNALS__.invoke('open_settings')");
        until("it is back", || find_window(SETTINGS).as_ref() == Some(&settings));
        until("it has the focus", || active_window() == settings);
    });
}

#[test]
fn a_card_is_above_the_settings_window_and_leaves_it_the_focus() {
    inside(|| {
        let (app, pages) = start_with_pages();
        open(&app, &pages);
        let settings = window(SETTINGS);
        until("it has the focus", || active_window() == settings);
        // Right under the island.
        tool("xdotool", &["windowmove", "--sync", &settings, "260", "0"]);
        tool("xdotool", &["windowraise", &settings]);
        assert_serves(&app, "one");
        assert_eq!(active_window(), settings);
    });
}

#[test]
fn a_settings_page_that_breaks_comes_back_and_one_that_keeps_breaking_goes() {
    inside(|| {
        let (app, pages) = start_with_pages();
        let islands = web_processes(&app);
        open(&app, &pages);
        wear_out(&app, &pages, &islands);
        assert_serves(&app, "one");
        // Nor is it gone for good.
        open(&app, &pages);
    });
}

#[test]
fn closing_the_settings_window_leaves_the_island() {
    inside(|| {
        let (app, pages) = start_with_pages();
        open(&app, &pages);
        let before = island();
        shut();
        std::thread::sleep(SILENCE);
        assert_eq!(island(), before);
        assert_serves(&app, "one");
    });
}
