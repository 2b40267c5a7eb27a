//! Ctrl+Alt+Y and Ctrl+Alt+N.

use crate::agent::{Asking, guard, ready};
use crate::app::{App, Mark, Place, SILENCE};
use crate::desktop::{inside, tool};
use crate::screen::{Other, click, move_island, point, press, press_while_announced, scroll_down};

const WHOLE_SCREEN: Place = Place { x: 0, y: 0, width: 1280, height: 800 };

/// Waits until the keys are bound to the card in front: nobody else can take them.
#[track_caller]
fn bound(app: &App, asking: &Asking) -> Mark {
    let card = ready(app, asking);
    app.wait_for("keys", |mark| mark.is_about(asking) && mark.field("bound") == "true");
    card
}

#[track_caller]
fn check(keys: &str, expected: &str) {
    let below = Other::ordinary(WHOLE_SCREEN);
    let app = App::start();
    let asking = Asking::begin(&app, "one", "cargo test");
    bound(&app, &asking);
    press(keys);
    assert_eq!(asking.decision().as_deref(), Some(expected));
    below.assert_not_typed();
    below.assert_has_focus();
}

#[test]
fn ctrl_alt_y_allows() {
    inside(|| check("ctrl+alt+y", "allow"));
}

#[test]
fn ctrl_alt_n_denies() {
    inside(|| check("ctrl+alt+n", "deny"));
}

#[test]
fn without_a_card_the_keys_belong_to_the_other_programs() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let app = App::start();
        press("ctrl+alt+y");
        below.assert_typed();
        let asking = Asking::begin(&app, "one", "true");
        bound(&app, &asking);
        press("ctrl+alt+y");
        assert_eq!(asking.decision().as_deref(), Some("allow"));
        below.assert_not_typed();
        app.wait_for("keys", |mark| mark.field("bound") == "false");
        press("ctrl+alt+n");
        below.assert_typed();
        app.assert_nobody_acted();
    });
}

#[test]
fn the_keys_are_free_until_the_end_of_a_long_command_was_on_screen() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let app = App::start();
        let command: String = (0..300).map(|line| format!("echo line {line}\n")).collect();
        let mut asking = Asking::begin(&app, "one", &command);
        let card = app.wait_for("card_drawn", |mark| mark.button("deny").is_some());
        guard();
        press("ctrl+alt+y");
        below.assert_typed();
        asking.assert_waits();
        point((640, card.button("deny").unwrap().y - 140));
        scroll_down(400);
        bound(&app, &asking);
        press("ctrl+alt+y");
        assert_eq!(asking.decision().as_deref(), Some("allow"));
        below.assert_not_typed();
    });
}

#[test]
fn a_key_at_once_counts_for_nothing() {
    inside(|| {
        let app = App::start();
        let mut asking = Asking::begin(&app, "one", "true");
        app.wait_for("keys", |mark| mark.is_about(&asking) && mark.field("bound") == "true");
        press("ctrl+alt+y");
        app.wait_for("refused", |mark| mark.field("why") == "disturbed");
        asking.assert_waits();
        press("ctrl+alt+y");
        assert_eq!(asking.decision().as_deref(), Some("allow"));
    });
}

#[test]
fn a_card_beyond_the_screen_is_not_answered_by_a_key() {
    inside(|| {
        let app = App::start();
        let mut asking = Asking::begin(&app, "one", "true");
        bound(&app, &asking);
        move_island(1000);
        press("ctrl+alt+y");
        app.wait_for("refused", |mark| mark.field("why") == "off_screen");
        asking.assert_waits();
        move_island(320);
        press("ctrl+alt+y");
        assert_eq!(asking.decision().as_deref(), Some("allow"));
    });
}

#[test]
fn the_keys_follow_the_keyboard() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let app = App::start();
        let mut asking = Asking::begin(&app, "one", "true");
        bound(&app, &asking);
        // On a German keyboard Y and Z change places.
        tool("setxkbmap", &["de"]);
        std::thread::sleep(SILENCE);
        press("ctrl+alt+z");
        below.assert_pressed();
        asking.assert_waits();
        press("ctrl+alt+y");
        assert_eq!(asking.decision().as_deref(), Some("allow"));
    });
}

/// The server announces a keyboard whenever a person turns from one to another.
#[test]
fn the_same_keyboard_announced_again_takes_no_press_away() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let app = App::start();
        // The first call may really change something.
        tool("setxkbmap", &["us"]);
        let mut asking = Asking::begin(&app, "one", "true");
        bound(&app, &asking);
        move_island(1000);
        press_while_announced("ctrl+alt+y");
        below.assert_not_typed();
        asking.assert_waits();
    });
}

#[test]
fn in_a_wayland_session_the_keys_are_not_taken() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let app = App::start_with(|command| {
            command.env("WAYLAND_DISPLAY", "wayland-0");
        });
        let asking = Asking::begin(&app, "one", "true");
        let card = ready(&app, &asking);
        press("ctrl+alt+y");
        below.assert_typed();
        app.assert_nobody_acted();
        click(card.button("deny").unwrap().centre());
        assert_eq!(asking.decision().as_deref(), Some("deny"));
    });
}

#[test]
fn keys_of_another_program_stay_with_it() {
    inside(|| {
        let owner = Other::ordinary(WHOLE_SCREEN);
        assert!(owner.can_own_keys());
        let app = App::start();
        let mut asking = Asking::begin(&app, "one", "true");
        ready(&app, &asking);
        press("ctrl+alt+y");
        owner.assert_typed();
        // Both or none.
        press("ctrl+alt+n");
        owner.assert_typed();
        asking.assert_waits();
    });
}

#[test]
fn a_covered_card_is_not_answered_by_a_key() {
    inside(|| {
        let app = App::start();
        let mut asking = Asking::begin(&app, "one", "true");
        let card = bound(&app, &asking);
        let allow = card.button("allow").unwrap();
        let over = Other::above_all(Place { x: allow.x, y: 0, width: 40, height: 40 });
        press("ctrl+alt+y");
        app.wait_for("refused", |mark| mark.field("why") == "covered");
        asking.assert_waits();
        drop(over);
        press("ctrl+alt+y");
        assert_eq!(asking.decision().as_deref(), Some("allow"));
    });
}

#[test]
fn a_key_pressed_in_the_dark_answers_nothing() {
    inside(|| {
        let app = App::start();
        let mut asking = Asking::begin(&app, "one", "true");
        bound(&app, &asking);
        tool("xset", &["s", "activate"]);
        press("ctrl+alt+y");
        app.wait_for("refused", |mark| mark.field("why") == "screen_off");
        asking.assert_waits();
        press("ctrl+alt+y");
        assert_eq!(asking.decision().as_deref(), Some("allow"));
    });
}

#[test]
fn a_key_that_another_program_sends_is_no_key() {
    inside(|| {
        let app = App::start();
        let mut asking = Asking::begin(&app, "one", "true");
        bound(&app, &asking);
        tool("xdotool", &["key", "--window", &crate::screen::island(), "ctrl+alt+y", "Return"]);
        app.assert_nobody_acted();
        asking.assert_waits();
    });
}

#[test]
fn a_key_held_down_answers_one_card() {
    inside(|| {
        let app = App::start();
        let first = Asking::begin(&app, "one", "true");
        let mut second = Asking::begin(&app, "two", "false");
        bound(&app, &first);
        tool("xdotool", &["keydown", "ctrl", "keydown", "alt", "keydown", "y"]);
        assert_eq!(first.decision().as_deref(), Some("allow"));
        app.wait_for("card_drawn", |mark| mark.is_about(&second));
        std::thread::sleep(std::time::Duration::from_millis(1500));
        second.assert_waits();
        tool("xdotool", &["keyup", "y", "keyup", "alt", "keyup", "ctrl"]);
        second.assert_waits();
        press("ctrl+alt+n");
        assert_eq!(second.decision().as_deref(), Some("deny"));
    });
}
