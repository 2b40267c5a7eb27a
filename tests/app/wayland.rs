//! The island in a Wayland session: a layer-shell surface of Sway's.

mod below;
mod hand;

use serde_json::Value;

use self::below::Below;
use self::hand::{ENTER, ESCAPE, Hand, TAB};
use crate::agent::{Asking, Call, Relayed, guard, ready};
use crate::app::{App, Mark, Place, SILENCE, new_home};
use crate::call::{HEARS, call};
use crate::desktop::{inside_wayland, shot, tool};
use crate::page::{ISLAND, Pages, SETTINGS, start_with_pages};
use crate::screen::{Other, active_window, click, island};
use crate::settings::until;
use crate::words::WHOLE_SCREEN;

/// Where the island's surface begins on the first screen, which is 1280 wide.
const LEFT: i32 = 320;

/// The middle of a place on the island, on the screen.
fn on_screen(place: Place) -> (i32, i32) {
    let (x, y) = place.centre();
    (x + LEFT, y)
}

/// The middle of a button of the card.
#[track_caller]
fn button(card: &Mark, name: &str) -> (i32, i32) {
    on_screen(card.button(name).unwrap())
}

#[test]
fn a_real_hook_is_answered_by_a_click_and_nobody_is_disturbed() {
    inside_wayland(&[], || {
        let hand = Hand::new();
        let below = Below::new();
        let app = App::start();
        let relayed = Relayed::begin(&app, &Call::bash("cargo test --workspace"));
        let card = app.wait_for("card_drawn", |mark| mark.button("allow").is_some());
        guard();
        shot("wayland-card");
        below.assert_undisturbed();
        // Not even the keys that press buttons go anywhere else.
        hand.write(" ");
        hand.press(ENTER);
        below.assert_typed();
        below.assert_typed();
        // Beside the panel and below it, but inside the island's surface.
        let (x, y) = button(&card, "allow");
        hand.click((LEFT + 2, y));
        below.assert_clicked();
        hand.click((x, 555));
        below.assert_clicked();
        hand.click((x, y));
        let printed: Value = serde_json::from_str(&relayed.printed()).unwrap();
        assert_eq!(printed["hookSpecificOutput"]["decision"]["behavior"], "allow");
        below.assert_undisturbed();
    });
}

#[test]
fn a_deny_carries_words_and_the_keyboard_goes_back() {
    inside_wayland(&[], || {
        let hand = Hand::new();
        let below = Below::new();
        let (app, pages) = start_with_pages();
        let asking = Asking::begin(&app, "one", "mv a b");
        ready(&app, &asking);
        open_words(&app, &pages, &hand);
        below.wait_for_focus_lost();
        hand.write("Use git mv, please.");
        app.wait_for("card_drawn", |mark| mark.field("focus") == "deny");
        shot("wayland-words");
        hand.press(ENTER);
        let reply = asking.reply().unwrap();
        assert_eq!(reply["decision"], "deny");
        assert_eq!(reply["reason"], "Use git mv, please.");
        below.wait_for_focus();
        below.assert_undisturbed();
        hand.write("y");
        below.assert_typed();
    });
}

#[test]
fn escape_gives_the_keyboard_back_and_answers_nothing() {
    inside_wayland(&[], || {
        let hand = Hand::new();
        let below = Below::new();
        let (app, pages) = start_with_pages();
        let mut asking = Asking::begin(&app, "one", "mv a b");
        ready(&app, &asking);
        open_words(&app, &pages, &hand);
        below.wait_for_focus_lost();
        hand.write("no");
        hand.press(ESCAPE);
        below.wait_for_focus();
        app.assert_nobody_acted();
        asking.assert_waits();
    });
}

/// Opens the field for words on the card in front.
#[track_caller]
fn open_words(app: &App, pages: &Pages, hand: &Hand) {
    hand.click(on_screen(pages.button_in(ISLAND, "Deny with words")));
    app.wait_for("typing", |mark| mark.field("on") == "true");
}

#[test]
fn a_call_gives_the_keyboard_and_a_letter_gives_it_back() {
    inside_wayland(&[], || {
        let hand = Hand::new();
        let below = Below::new();
        let app = App::start();
        let mut asking = Asking::begin(&app, "one", "true");
        ready(&app, &asking);
        assert!(call(app.runtime_dir()).status().unwrap().success());
        app.wait_for("focused", |_| true);
        below.wait_for_focus_lost();
        // What is pressed in the first moment was meant for another window.
        hand.press(ENTER);
        app.assert_nobody_acted();
        std::thread::sleep(HEARS);
        hand.write("y");
        below.wait_for_focus();
        asking.assert_waits();
    });
}

#[test]
fn a_person_who_called_answers_with_keys_alone() {
    inside_wayland(&[], || {
        let hand = Hand::new();
        let below = Below::new();
        let app = App::start();
        let asking = Asking::begin(&app, "one", "true");
        ready(&app, &asking);
        assert!(call(app.runtime_dir()).status().unwrap().success());
        below.wait_for_focus_lost();
        std::thread::sleep(HEARS);
        let on_allow = |mark: &Mark| mark.name == "card_drawn" && mark.field("focus") == "allow";
        let tabbed = || {
            hand.press(TAB);
            app.look_for(SILENCE, on_allow).is_some()
        };
        assert!((0..20).any(|_| tabbed()), "Tab does not reach Allow");
        guard();
        hand.press(ENTER);
        assert_eq!(asking.decision().as_deref(), Some("allow"));
        below.wait_for_focus();
        below.assert_undisturbed();
    });
}

#[test]
fn a_pointer_that_is_on_allow_all_at_once_allows_nothing_at_once() {
    inside_wayland(&[], || {
        let hand = Hand::new();
        let app = App::start();
        let mut asking = Asking::begin(&app, "one", "true");
        let card = ready(&app, &asking);
        hand.jump(button(&card, "allow"));
        hand.click_here();
        app.wait_for("refused", |mark| mark.field("why") == "disturbed");
        asking.assert_waits();
        hand.click_here();
        assert_eq!(asking.decision().as_deref(), Some("allow"));
    });
}

#[test]
fn it_moves_to_another_screen_when_its_own_goes_and_comes_back_to_any() {
    inside_wayland(&["--screens", "2"], || {
        let hand = Hand::new();
        let app = App::launch(new_home(), |_| {});
        let on = |screen: &'static str| move |mark: &Mark| mark.field("screen") == screen;
        app.wait_for("placed", on("WL-1"));
        app.wait_for("painted", |_| true);
        let asking = Asking::begin(&app, "one", "true");
        let card = ready(&app, &asking);
        let screens = std::env::var("DESKTOP_SCREENS").unwrap();
        let unplug = |screen: &str| {
            tool("swaymsg", &["-s", &screens, &format!("[title=\"{screen}\"] kill")]);
        };
        unplug("WL-1");
        app.wait_for("placed", on("WL-2"));
        // No screen at all, and one again.
        unplug("WL-2");
        app.wait_for("placed", on("-"));
        tool("swaymsg", &["create_output"]);
        app.wait_for("placed", on("WL-3"));
        guard();
        shot("wayland-other-screen");
        hand.click(button(&card, "allow"));
        assert_eq!(asking.decision().as_deref(), Some("allow"));
    });
}

#[test]
fn under_a_full_screen_window_only_the_pill_is_shown() {
    inside_wayland(&[], || {
        let _hand = Hand::new();
        let below = Below::new();
        let app = App::start();
        below.full_screen(true);
        app.wait_for("screens", |mark| mark.field("filled") == "true");
        shot("wayland-full-screen");
        below.full_screen(false);
        app.wait_for("screens", |mark| mark.field("filled") == "false");
    });
}

#[test]
fn the_settings_are_an_ordinary_window_that_comes_forward_again() {
    inside_wayland(&[], || {
        let hand = Hand::new();
        let (_app, pages) = start_with_pages();
        let open = || hand.click(on_screen(pages.button_in(ISLAND, "Settings")));
        let focused = || tool("swaymsg", &["-t", "get_tree"]).contains("Vults settings");
        open();
        until("the settings are there", focused);
        let drawn = "await new Promise(requestAnimationFrame); \
            return document.body.innerText.includes('Approvals') || null";
        pages.until(SETTINGS, "its sections", drawn);
        guard();
        shot("wayland-settings");
        let below = Below::new();
        open();
        below.wait_for_focus_lost();
    });
}

#[test]
fn without_layer_shell_it_is_a_window_of_xwayland() {
    inside_wayland(&["--compositor", "mutter"], || {
        let below = Other::ordinary(WHOLE_SCREEN);
        let app = App::start();
        let asking = Asking::begin(&app, "one", "true");
        let card = ready(&app, &asking);
        below.assert_has_focus();
        // There the place is the one on the screen.
        click(card.button("allow").unwrap().centre());
        assert_eq!(asking.decision().as_deref(), Some("allow"));
        below.assert_has_focus();
    });
}

/// Mutter gives the keyboard for no act that is older than what the person did last.
#[test]
fn a_call_gives_the_keyboard_of_a_window_of_xwayland() {
    inside_wayland(&["--compositor", "mutter"], || {
        let below = Other::ordinary(WHOLE_SCREEN);
        let app = App::start();
        let asking = Asking::begin(&app, "one", "true");
        let card = ready(&app, &asking);
        click(card.button("deny").unwrap().centre());
        assert_eq!(asking.decision().as_deref(), Some("deny"));
        click((100, 700));
        below.assert_clicked();
        assert!(call(app.runtime_dir()).status().unwrap().success());
        app.wait_for("call", |mark| mark.field("keyboard") == "true");
        until("the island has the keyboard", || active_window() == island());
    });
}
