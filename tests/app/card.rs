//! A card, and the clicks on it.

use std::time::{Duration, Instant};

use crate::agent::{Asking, guard, ready};
use crate::app::{App, Mark, Place};
use crate::desktop::{inside, shot, tool};
use crate::screen::{Other, click, colour, hold, island, point, scroll_down};

const WHOLE_SCREEN: Place = Place { x: 0, y: 0, width: 1280, height: 800 };

#[track_caller]
fn check(button: &str, expected: Option<&str>) {
    let app = App::start();
    let asking = Asking::begin(&app, "one", "cargo test --workspace");
    let card = ready(&app, &asking);
    shot(&format!("card-{button}"));
    click(card.button(button).unwrap().centre());
    assert_eq!(asking.decision().as_deref(), expected);
}

#[test]
fn a_click_on_allow_allows() {
    inside(|| check("allow", Some("allow")));
}

#[test]
fn a_click_on_deny_denies() {
    inside(|| check("deny", Some("deny")));
}

#[test]
fn a_click_on_reply_in_the_terminal_lets_the_hook_go() {
    inside(|| check("terminal", None));
}

#[test]
fn a_card_that_has_left_leaves_nothing_on_screen() {
    inside(|| {
        let app = App::start();
        let one = Asking::begin(&app, "one", "one\ntwo\nthree\nfour\nfive\nsix");
        let card = ready(&app, &one);
        let below = colour((card.button("allow").unwrap().x, 700));
        let places = ["allow", "deny", "terminal"].map(|name| card.button(name).unwrap().centre());
        for place in places {
            eventually(|| assert_ne!(colour(place), below, "the card is not on screen"));
        }
        drop(one);
        app.wait_for("outcome", |_| true);
        for place in places {
            eventually(|| assert_eq!(colour(place), below, "a part of the card stayed on screen"));
        }
        // Nor does it look out from under a smaller one.
        let two = Asking::begin(&app, "two", "true");
        ready(&app, &two);
        shot("card-after-a-larger-one");
        eventually(|| assert_eq!(colour(places[2]), below));
    });
}

/// Asserts what the compositor needs a moment for.
#[track_caller]
fn eventually(assertion: impl Fn() + std::panic::RefUnwindSafe) {
    let end = Instant::now() + Duration::from_secs(5);
    while Instant::now() < end && std::panic::catch_unwind(&assertion).is_err() {
        std::thread::sleep(Duration::from_millis(50));
    }
    assertion();
}

#[test]
fn a_click_at_once_counts_for_nothing() {
    inside(|| {
        let app = App::start();
        // Find out where Allow will be.
        let first = Asking::begin(&app, "one", "true");
        let place = ready(&app, &first).button("allow").unwrap();
        drop(first);
        app.wait_for("outcome", |_| true);

        point(place.centre());
        let mut second = Asking::begin(&app, "two", "true");
        let drawn = |mark: &Mark| mark.is_about(&second) && mark.button("allow").is_some();
        let card = app.wait_for("card_drawn", drawn);
        assert_eq!(card.button("allow"), Some(place));
        click(place.centre());
        second.assert_waits();
        guard();
        click(place.centre());
        assert_eq!(second.decision().as_deref(), Some("allow"));
    });
}

#[test]
fn clicks_beside_the_island_reach_what_lies_below_and_the_focus_stays() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let app = App::start();
        below.assert_has_focus();
        let asking = Asking::begin(&app, "one", "true");
        let card = ready(&app, &asking);
        below.assert_has_focus();
        // Beside the panel and below it, but inside the island's window.
        let allow = card.button("allow").unwrap();
        click((322, allow.y));
        below.assert_clicked();
        click((640, 555));
        below.assert_clicked();
        below.assert_has_focus();
        click(allow.centre());
        assert_eq!(asking.decision().as_deref(), Some("allow"));
        below.assert_has_focus();
    });
}

#[test]
fn a_long_command_can_be_allowed_only_once_its_end_was_on_screen() {
    inside(|| {
        let app = App::start();
        let command: String = (0..300).map(|line| format!("echo line {line}\n")).collect();
        let mut asking = Asking::begin(&app, "one", &command);
        let card = app.wait_for("card_drawn", |mark| mark.button("deny").is_some());
        guard();
        shot("long-command");
        assert_eq!(card.button("allow"), None);
        // Allow stands right of Deny; the place takes no click yet.
        let deny = card.button("deny").unwrap();
        click((deny.x + deny.width + deny.width / 2, deny.centre().1));
        asking.assert_waits();

        // Over the command itself.
        point((640, deny.y - 140));
        scroll_down(400);
        let card = app.wait_for("card_drawn", |mark| mark.button("allow").is_some());
        guard();
        shot("long-command-end");
        click(card.button("allow").unwrap().centre());
        assert_eq!(asking.decision().as_deref(), Some("allow"));
    });
}

#[test]
fn two_requests_are_answered_each_by_its_own_card() {
    inside(|| {
        let app = App::start();
        let first = Asking::begin(&app, "one", "rm -r build");
        let mut second = Asking::begin(&app, "two", "cargo build");
        let card = ready(&app, &first);
        click(card.button("deny").unwrap().centre());
        assert_eq!(first.decision().as_deref(), Some("deny"));
        second.assert_waits();
        let next = ready(&app, &second);
        click(next.button("allow").unwrap().centre());
        assert_eq!(second.decision().as_deref(), Some("allow"));
    });
}

#[test]
fn a_slow_press_is_a_click() {
    inside(|| {
        let app = App::start();
        let asking = Asking::begin(&app, "one", "true");
        let card = ready(&app, &asking);
        hold(card.button("allow").unwrap().centre(), Duration::from_millis(1500));
        assert_eq!(asking.decision().as_deref(), Some("allow"));
    });
}

#[test]
fn a_window_that_comes_later_does_not_cover_the_island() {
    inside(|| {
        let app = App::start();
        let asking = Asking::begin(&app, "one", "true");
        let card = ready(&app, &asking);
        let _later = Other::ordinary(WHOLE_SCREEN);
        click(card.button("allow").unwrap().centre());
        assert_eq!(asking.decision().as_deref(), Some("allow"));
    });
}

#[test]
fn a_click_is_for_what_is_on_top_and_allows_only_what_was_in_sight() {
    inside(|| {
        let app = App::start();
        let mut asking = Asking::begin(&app, "one", "true");
        let card = ready(&app, &asking);
        let allow = card.button("allow").unwrap();
        let menu = Other::above_all(allow);
        click(allow.centre());
        menu.assert_clicked();
        asking.assert_waits();
        // The second click of two, when the first has closed the menu.
        drop(menu);
        tool("xdotool", &["click", "1"]);
        app.wait_for("refused", |mark| mark.field("why") == "disturbed");
        asking.assert_waits();
        click(allow.centre());
        assert_eq!(asking.decision().as_deref(), Some("allow"));
    });
}

#[test]
fn a_window_that_has_just_moved_under_the_pointer_allows_nothing() {
    inside(|| {
        let app = App::start();
        let mut asking = Asking::begin(&app, "one", "true");
        let allow = ready(&app, &asking).button("allow").unwrap();
        point((allow.centre().0 + 100, allow.centre().1 + 100));
        guard();
        tool("xdotool", &["windowmove", "--sync", &island(), "420", "100", "click", "1"]);
        app.wait_for("refused", |mark| mark.field("why") == "disturbed");
        asking.assert_waits();
        tool("xdotool", &["click", "1"]);
        assert_eq!(asking.decision().as_deref(), Some("allow"));
    });
}

#[test]
fn without_a_compositor_the_island_ends_at_its_edges() {
    crate::desktop::inside_with(&["--compositor", "none"], || {
        let below = Other::ordinary(WHOLE_SCREEN);
        let app = App::start();
        let asking = Asking::begin(&app, "one", "true");
        let card = ready(&app, &asking);
        shot("no-compositor");
        click((322, card.button("allow").unwrap().y));
        below.assert_clicked();
        click(card.button("allow").unwrap().centre());
        assert_eq!(asking.decision().as_deref(), Some("allow"));
    });
}
