//! The page's process ends while nothing happens, and comes back before anything does.

use std::time::Duration;

use crate::agent::{Asking, guard, ready, tell};
use crate::app::{App, SILENCE};
use crate::desktop::{inside, shot, tool};
use crate::life::web_processes;
use crate::screen::{Other, active_window, click, colour, island, point};
use crate::settings::until;
use crate::words::WHOLE_SCREEN;

/// An island that rests as soon as nothing happens for a moment.
#[track_caller]
fn start() -> App {
    App::start_with(|command| {
        command.env("VULTS_REST_AFTER_MS", "1000");
    })
}

/// Waits until its page is away.
#[track_caller]
fn rests(app: &App) {
    app.wait_for("released", |_| true);
    until("the page's process has ended", || web_processes(app).is_empty());
}

/// The middle of the pill.
const PILL: (i32, i32) = (640, 18);

#[test]
fn an_island_at_rest_looks_the_same() {
    inside(|| {
        let app = start();
        let row: Vec<(i32, i32)> = (530..750).step_by(3).map(|x| (x, 18)).collect();
        let look = || row.iter().map(|point| colour(*point)).collect::<Vec<_>>();
        let empty = look();
        tell(&app, "s", "SessionStart");
        until("the session is on the island", || look() != empty);
        std::thread::sleep(SILENCE);
        let before = look();
        shot("before-rest");
        rests(&app);
        std::thread::sleep(SILENCE);
        shot("rest");
        assert_eq!(look(), before);
        tell(&app, "s", "UserPromptSubmit");
        app.wait_for("awake", |_| true);
        assert_eq!(web_processes(&app).len(), 1);
    });
}

#[test]
fn a_card_finds_its_way_from_rest_and_is_answered() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let app = start();
        for round in 0..3 {
            rests(&app);
            let asking = Asking::begin(&app, &format!("r{round}"), "true");
            let card = ready(&app, &asking);
            below.assert_has_focus();
            click(card.button("allow").unwrap().centre());
            assert_eq!(asking.decision().as_deref(), Some("allow"));
            // The agent goes on with it, and is done.
            tell(&app, &format!("session-r{round}"), "Stop");
        }
    });
}

#[test]
fn a_session_that_works_keeps_the_page() {
    inside(|| {
        let app = start();
        tell(&app, "s", "UserPromptSubmit");
        let away = app.look_for(Duration::from_secs(4), |mark| mark.name == "released");
        assert!(away.is_none(), "the page went while a session worked");
        tell(&app, "s", "Stop");
        rests(&app);
    });
}

#[test]
fn a_person_who_comes_near_finds_the_page() {
    inside(|| {
        let _below = Other::ordinary(WHOLE_SCREEN);
        let app = start();
        tell(&app, "s", "Stop");
        rests(&app);
        // A pointer that crosses it wants nothing.
        tool("xdotool", &["mousemove", "640", "18", "mousemove", "640", "400"]);
        assert!(app.look_for(SILENCE, |mark| mark.name == "waking").is_none());
        point(PILL);
        app.wait_for("awake", |_| true);
        point((640, 600));
        rests(&app);
        click(PILL);
        app.wait_for("awake", |_| true);
        app.wait_for("focused", |_| true);
    });
}

#[test]
fn a_call_brings_it_back_with_the_keyboard() {
    inside(|| {
        let _below = Other::ordinary(WHOLE_SCREEN);
        let app = start();
        rests(&app);
        let mut call = crate::app::command(app.runtime_dir());
        assert!(call.arg("focus").status().unwrap().success());
        app.wait_for("awake", |_| true);
        app.wait_for("focused", |_| true);
        until("the island has the keyboard", || active_window() == island());
        guard();
        // While it has it, nothing goes away.
        let away = app.look_for(Duration::from_secs(3), |mark| mark.name == "released");
        assert!(away.is_none(), "the page went under a person's hands");
    });
}
