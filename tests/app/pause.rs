//! What goes back to the terminal, what comes to the front, and what is allowed from now on.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::agent::{Asking, Call, Relayed, guard, ready};
use crate::app::{App, Mark};
use crate::desktop::{inside, shot};
use crate::page::{ISLAND, Pages, SETTINGS, start_with_pages};
use crate::screen::click;
use crate::settings::open;

#[track_caller]
fn pause(pages: &Pages) {
    pages.run(SETTINGS, "window.__TAURI_INTERNALS__.invoke('pause', { paused: true })");
}

/// Sends a request and measures how long the app takes to let it go.
#[track_caller]
fn let_go(app: &App, id: &str) -> Duration {
    let began = Instant::now();
    let asking = Asking::unasked(app, id, &Call::bash("true"));
    assert_eq!(asking.reply(), None);
    began.elapsed()
}

#[test]
fn a_paused_app_lets_every_request_go_at_once() {
    inside(|| {
        let (app, pages) = start_with_pages();
        let waiting = Asking::begin(&app, "one", "true");
        ready(&app, &waiting);
        open(&app, &pages);
        pause(&pages);
        assert_eq!(waiting.reply(), None);
        // The promise is 50 ms; the machine may be busy.
        let times: Vec<Duration> = (0..5).map(|n| let_go(&app, &format!("p{n}"))).collect();
        assert!(times.iter().min().unwrap() < &Duration::from_millis(50), "{times:?}");
        assert!(times.iter().max().unwrap() < &Duration::from_millis(700), "{times:?}");
        shot("paused");
        // The island ends it, too.
        pages.press(ISLAND, "Resume");
        app.wait_for("pause", |mark| mark.field("paused") == "false");
        let asking = Asking::begin(&app, "two", "true");
        click(ready(&app, &asking).button("deny").unwrap().centre());
        assert_eq!(asking.decision().as_deref(), Some("deny"));
    });
}

#[test]
fn a_card_comes_to_the_front_when_its_line_is_pressed() {
    inside(|| {
        let (app, pages) = start_with_pages();
        let mut first = Asking::begin(&app, "one", "mv a b");
        let second = Asking::begin(&app, "two", "cargo build --release");
        ready(&app, &first);
        pages.press(ISLAND, "cargo build --release");
        let card = ready(&app, &second);
        shot("brought");
        click(card.button("allow").unwrap().centre());
        assert_eq!(second.decision().as_deref(), Some("allow"));
        first.assert_waits();
        let card = ready(&app, &first);
        click(card.button("deny").unwrap().centre());
        assert_eq!(first.decision().as_deref(), Some("deny"));
    });
}

#[test]
fn a_session_is_handed_back_to_its_terminal() {
    inside(|| {
        let (app, pages) = start_with_pages();
        let call = Call::bash("true").of_session("busy");
        let other = Asking::begin(&app, "other", "false");
        let asking = Asking::begin_call(&app, "one", &call);
        ready(&app, &other);
        let view = pages.run(ISLAND, "return window.__TAURI_INTERNALS__.invoke('attach')");
        let sessions = view["sessions"].as_array().unwrap();
        assert_eq!(sessions.len(), 2, "{view}");
        let key = sessions
            .iter()
            .map(|session| session["key"].as_str().unwrap())
            .find(|key| view["front"]["session"] != **key)
            .unwrap();
        pages.run(
            ISLAND,
            &format!(
                "window.__TAURI_INTERNALS__.invoke('hand_back', {{ session: {key:?}, handedBack: true }})"
            ),
        );
        assert_eq!(asking.reply(), None);
        let next = Asking::unasked(&app, "two", &call);
        assert_eq!(next.reply(), None);
        // The other session is as it was.
        guard();
        click(pages.button(ISLAND, "Deny").centre());
        assert_eq!(other.decision().as_deref(), Some("deny"));
    });
}

/// The next card with this button, long enough on screen for a click to count.
#[track_caller]
fn next_card(app: &App, after: &Mark, button: &str) -> Mark {
    let card = |mark: &Mark| mark.field("card").parse::<u64>().unwrap_or(0);
    let card = app
        .wait_for("card_drawn", |mark| card(mark) > card(after) && mark.button(button).is_some());
    guard();
    card
}

#[test]
fn always_allows_the_very_same_from_then_on() {
    inside(|| {
        let (app, pages) = start_with_pages();
        let project = app.runtime_dir().join("project");
        std::fs::create_dir(&project).unwrap();
        let ask = |command: &str| Relayed::begin(&app, &Call::bash(command).inside(&project));
        let deny = |after: &Mark, asked: Relayed| {
            let card = next_card(&app, after, "deny");
            click(card.button("deny").unwrap().centre());
            assert!(asked.printed().contains("deny"));
            card
        };
        let first = ask("git status");
        let card = app.wait_for("card_drawn", |mark| mark.button("always").is_some());
        guard();
        shot("always");
        click(card.button("always").unwrap().centre());
        assert!(first.printed().contains("allow"));
        // Nobody is asked.
        assert!(ask("git status").printed().contains("allow"));
        let card = deny(&card, ask("git status --short"));

        // The settings know of the rule, and without it a person is asked again.
        open(&app, &pages);
        let rules = "const view = await window.__TAURI_INTERNALS__.invoke('approvals_attach');
            return view.rules[0]?.uses === 1 ? view.rules : null";
        let rules = pages.until(SETTINGS, "the rule and its use", rules);
        assert_eq!(rules.as_array().unwrap().len(), 1);
        let id = rules[0]["id"].as_str().unwrap();
        pages.run(
            SETTINGS,
            &format!("await window.__TAURI_INTERNALS__.invoke('rule_remove', {{ id: {id:?} }})"),
        );
        deny(&card, ask("git status"));

        let history = pages.until(
            SETTINGS,
            "the history",
            "const page = await window.__TAURI_INTERNALS__.invoke('history', { search: '', skip: 0 });
            return page.found === 4 ? page.decisions.map(decision => decision.outcome) : null",
        );
        assert_eq!(history, json!(["denied", "denied", "allowed_by_rule", "allowed"]));
    });
}

/// A change that fills the largest message does not keep another agent waiting for its answer.
#[test]
fn a_large_card_does_not_delay_the_next_request() {
    inside(|| {
        let (app, pages) = start_with_pages();
        let project = app.runtime_dir().join("project");
        std::fs::create_dir(&project).unwrap();
        let text: String =
            (0..15_000).map(|n| format!("let value_{n} = {n} * {n} + 1;\n")).collect();
        let text = &text[..450 << 10];
        let input = json!({
            "file_path": project.join("large.rs"),
            "old_string": text, "new_string": text.replace('1', "2"),
        });
        std::fs::write(project.join("large.rs"), text).unwrap();
        let large = Relayed::begin(&app, &Call::new("Edit", input).inside(&project));
        // It ends when a person is asked.
        let began = Instant::now();
        let small = Asking::begin(&app, "small", "true");
        let took = began.elapsed();
        assert!(took < Duration::from_secs(2), "{took:?}");
        shot("large");
        // A debug build may not have prepared the large card in its time; `make bench` measures that.
        large.end();
        std::thread::sleep(Duration::from_secs(2));
        pages.press(ISLAND, "Deny");
        assert_eq!(small.decision().as_deref(), Some("deny"));
    });
}
