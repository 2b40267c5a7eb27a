//! What a person sees of the hooks, and does to them with real clicks.

use rustix::process::Signal;

use super::{TENDED, installed_command, read, settings_in, until_hooks, until_up, with_settings};
use crate::app::{App, SILENCE, fresh_home, new_home, relay};
use crate::desktop::{inside, shot, tool};
use crate::page::{ISLAND, Pages, SETTINGS};
use crate::screen::{click, find_window, point};
use crate::settings::shut;

/// Starts the app in this home with a way into its pages, once the hooks are there.
#[track_caller]
fn start(home: tempfile::TempDir) -> (App, Pages) {
    relay();
    let pages = Pages::new();
    let app = App::launch(home, |command| pages.load(command));
    until_up(&app, "Installed");
    (app, pages)
}

/// Waits until a page shows these words.
#[track_caller]
pub(super) fn until_shown(pages: &Pages, window: &str, words: &str) {
    let body = format!("return document.body.innerText.includes({words:?}) || null;");
    pages.until(window, words, &body);
}

#[test]
fn the_first_run_shows_what_was_written_and_the_second_shows_nothing() {
    inside(|| {
        let (app, pages) = start(with_settings(fresh_home(), TENDED));
        app.wait_for("settings_attached", |_| true);
        until_shown(&pages, SETTINGS, "vults-hook");
        let done = pages.button(SETTINGS, "Done");
        shot("first-run");
        click(done.centre());
        app.wait_for("hooks", |mark| mark.field("first_run") == "false");
        let (_, home) = app.end(Signal::TERM);
        let (_app, _pages) = start(home);
        std::thread::sleep(SILENCE);
        assert_eq!(find_window(SETTINGS), None);
    });
}

#[test]
fn a_first_run_that_a_person_closes_was_seen() {
    inside(|| {
        let (app, _pages) = start(with_settings(fresh_home(), TENDED));
        app.wait_for("settings_attached", |_| true);
        shut();
        app.wait_for("hooks", |mark| mark.field("first_run") == "false");
        let (_, home) = app.end(Signal::TERM);
        let (_app, _pages) = start(home);
        std::thread::sleep(SILENCE);
        assert_eq!(find_window(SETTINGS), None);
    });
}

#[test]
fn the_button_on_the_pill_opens_the_settings() {
    inside(|| {
        let (app, pages) = start(with_settings(new_home(), TENDED));
        pages.press(ISLAND, "Settings");
        app.wait_for("settings_attached", |_| true);
        until_shown(&pages, SETTINGS, "Claude Code");
        shot("settings");
    });
}

#[test]
fn undo_gives_back_the_very_bytes() {
    inside(|| {
        let (app, pages) = start(with_settings(fresh_home(), TENDED));
        app.wait_for("settings_attached", |_| true);
        pages.press(SETTINGS, "Undo");
        until_hooks(&app, "Removed");
        assert_eq!(read(&settings_in(app.runtime_dir())), TENDED);
        shot("undone");
    });
}

#[test]
fn remove_gives_back_the_very_bytes_and_install_writes_the_hooks_again() {
    inside(|| {
        let (app, pages) = start(with_settings(new_home(), TENDED));
        let file = settings_in(app.runtime_dir());
        let installed = read(&file);
        pages.press(ISLAND, "Settings");
        app.wait_for("settings_attached", |_| true);
        pages.press(SETTINGS, "Remove…");
        until_shown(&pages, SETTINGS, "Remove would write this");
        shot("remove");
        pages.press(SETTINGS, "Remove hooks");
        until_hooks(&app, "Removed");
        assert_eq!(read(&file), TENDED);
        // What a person has removed stays removed.
        let (_, home) = app.end(Signal::TERM);
        let pages = Pages::new();
        let app = App::launch(home, |command| pages.load(command));
        until_up(&app, "Removed");
        assert_eq!(read(&file), TENDED);

        pages.press(ISLAND, "Settings");
        app.wait_for("settings_attached", |_| true);
        pages.press(SETTINGS, "Install hooks");
        until_hooks(&app, "Installed");
        assert_eq!(read(&file), installed);
    });
}

#[test]
fn a_test_of_the_setup_shows_what_came_of_it() {
    inside(|| {
        let (app, pages) = start(with_settings(new_home(), TENDED));
        pages.press(ISLAND, "Settings");
        app.wait_for("settings_attached", |_| true);
        pages.press(SETTINGS, "Test my setup");
        app.wait_for("setup_done", |_| true);
        until_shown(&pages, SETTINGS, "print nothing");
        shot("tested");
        // A harmless event is no card and no session.
        let shown = pages.run(ISLAND, "return document.body.innerText");
        assert!(shown.as_str().unwrap().contains("No agent is at work"), "{shown}");
    });
}

#[test]
fn hooks_that_another_program_takes_away_are_missed_within_seconds() {
    inside(|| {
        let (app, pages) = start(with_settings(new_home(), TENDED));
        let file = settings_in(app.runtime_dir());
        // As programs do that keep what they once read.
        std::fs::write(&file, TENDED).unwrap();
        let told = |mark: &crate::app::Mark| mark.name == "drift" && mark.field("agents") == "1";
        let drift = app.look_for(std::time::Duration::from_secs(10), told);
        assert!(drift.is_some(), "the drift was not noticed in 10 s");
        until_shown(&pages, ISLAND, "hooks missing");
        shot("drift");
        until_notified("gone from the settings of Claude Code");
        pages.press(ISLAND, "Settings");
        app.wait_for("settings_attached", |_| true);
        until_shown(&pages, SETTINGS, "The hooks are missing since");
        assert_eq!(read(&file), TENDED, "what somebody took away stays away");

        // The next run shows it, and tells it to nobody again.
        let (_, home) = app.end(Signal::TERM);
        tool("dunstctl", &["close-all"]);
        let before = notifications();
        // A pointer that rests on the button would bring its tooltip, in the way of the click.
        point((640, 700));
        let pages = Pages::new();
        let app = App::launch(home, |command| pages.load(command));
        app.wait_for("drift", |mark| mark.field("agents") == "1");
        until_shown(&pages, ISLAND, "hooks missing");
        std::thread::sleep(SILENCE);
        assert_eq!(notifications(), before);
        assert_eq!(read(&file), TENDED);

        // A person installs them again, and nothing is missed any more.
        pages.press(ISLAND, "Settings");
        app.wait_for("settings_attached", |_| true);
        pages.press(SETTINGS, "Install hooks");
        app.wait_for("drift", |mark| mark.field("agents") == "0");
        assert!(installed_command(&file, "Stop").contains("vults-hook"));
    });
}

/// How many notifications were shown so far.
fn notifications() -> usize {
    ["displayed", "history", "waiting"]
        .iter()
        .map(|which| tool("dunstctl", &["count", which]).trim().parse::<usize>().unwrap())
        .sum()
}

#[track_caller]
fn until_notified(words: &str) {
    let end = std::time::Instant::now() + crate::app::PATIENCE;
    loop {
        tool("dunstctl", &["close-all"]);
        if tool("dunstctl", &["history"]).contains(words) {
            return;
        }
        assert!(std::time::Instant::now() < end, "no notification with {words:?}");
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
}
