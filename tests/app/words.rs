//! Words with a deny, and the keyboard that the island borrows for them.

use std::time::Duration;

use crate::agent::{Asking, guard, ready};
use crate::app::{App, Mark, Place, SILENCE};
use crate::desktop::{inside, shot, tool};
use crate::page::{ISLAND, Pages, start_with_pages};
use crate::screen::{Other, active_window, click, island, press, write};
use crate::settings::until;

pub(crate) const WHOLE_SCREEN: Place = Place { x: 0, y: 0, width: 1280, height: 800 };

/// Opens the field for words on the card in front, and waits until keys go there.
#[track_caller]
pub(crate) fn open_words(app: &App, pages: &Pages, label: &str) {
    pages.press(ISLAND, label);
    app.wait_for("typing", |mark| mark.field("on") == "true");
    until("the island has the keyboard", || active_window() == island());
}

/// An island with a card, on which a person is about to write.
#[track_caller]
fn writing() -> (App, Pages, Asking, Mark) {
    let (app, pages) = start_with_pages();
    let asking = Asking::begin(&app, "one", "mv a b");
    let card = ready(&app, &asking);
    open_words(&app, &pages, "Deny with words");
    (app, pages, asking, card)
}

/// Waits until the page says that Enter presses this button.
#[track_caller]
pub(crate) fn focused(app: &App, button: &str) -> Mark {
    app.wait_for("card_drawn", |mark| mark.field("focus") == button)
}

#[test]
fn a_deny_carries_the_words_and_the_keyboard_goes_back() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let (app, pages) = start_with_pages();
        let asking = Asking::begin(&app, "one", "mv a b");
        ready(&app, &asking);
        below.assert_has_focus();
        open_words(&app, &pages, "Deny with words");
        write("Use git mv, any time.");
        focused(&app, "deny");
        shot("words");
        press("Return");
        let reply = asking.reply().unwrap();
        assert_eq!(reply["decision"], "deny");
        assert_eq!(reply["reason"], "Use git mv, any time.");
        below.wait_for_focus();
        below.assert_not_typed();
        write("y");
        below.assert_typed();
    });
}

#[test]
fn a_click_on_deny_carries_the_words_too() {
    inside(|| {
        let (_app, _pages, asking, card) = writing();
        write("Nein, danke");
        click(card.button("deny").unwrap().centre());
        assert_eq!(asking.reply().unwrap()["reason"], "Nein, danke");
    });
}

#[test]
fn escape_gives_the_keyboard_back_and_answers_nothing() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let (app, _pages, mut asking, _) = writing();
        write("no");
        press("Escape");
        below.wait_for_focus();
        app.assert_nobody_acted();
        asking.assert_waits();
    });
}

#[test]
fn a_page_gets_the_keyboard_only_right_after_a_press() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let (app, pages) = start_with_pages();
        let asking = Asking::begin(&app, "one", "true");
        ready(&app, &asking);
        pages.run(ISLAND, "window.__TAURI_INTERNALS__.invoke('typing', { on: true })");
        app.wait_for("typing", |mark| mark.field("refused") == "true");
        std::thread::sleep(SILENCE);
        below.assert_has_focus();
    });
}

#[test]
fn a_person_who_goes_to_another_window_takes_the_keyboard_along() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let (app, pages, mut asking, _) = writing();
        write("no");
        click((100, 700));
        below.wait_for_focus();
        app.wait_for("typing", |mark| mark.field("on") == "false");
        write("n");
        below.assert_typed();
        asking.assert_waits();
        // And comes back to what they wrote.
        click(pages.field(ISLAND).centre());
        app.wait_for("typing", |mark| mark.field("on") == "true");
        until("the island has the keyboard", || active_window() == island());
        focused(&app, "deny");
        press("Return");
        assert_eq!(asking.reply().unwrap()["reason"], "no");
        below.wait_for_focus();
    });
}

/// The terminal answers while a person writes: the rest of their sentence goes nowhere, least of
/// all into the next card or the window below.
#[test]
fn a_card_that_leaves_takes_the_rest_of_a_sentence_along() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let (app, pages) = start_with_pages();
        let first = Asking::begin(&app, "one", "mv a b");
        let mut second = Asking::begin(&app, "two", "rm a");
        ready(&app, &first);
        open_words(&app, &pages, "Deny with words");
        // In one go, so that no gap is a pause.
        let writer = std::thread::spawn(|| {
            let rest = ["y", "n", "Return", "y", "Tab", "n", "space", "Return"];
            let keys = [vec!["y"; 20], rest.repeat(4)].concat();
            tool("xdotool", &[&["key", "--delay", "60"], &keys[..]].concat());
        });
        std::thread::sleep(Duration::from_millis(600));
        drop(first);
        writer.join().unwrap();
        app.wait_for("typing", |mark| mark.field("abandoned") == "true");
        below.assert_not_typed();
        below.wait_for_focus();
        second.assert_waits();
        write("y");
        below.assert_typed();
    });
}

#[test]
fn the_shortcuts_are_free_while_a_person_writes() {
    inside(|| {
        let (app, pages) = start_with_pages();
        let mut asking = Asking::begin(&app, "one", "mv a b");
        ready(&app, &asking);
        pages.press(ISLAND, "Deny with words");
        // They are let go by a thread of their own, before or after the keyboard comes.
        app.wait_for("keys", |mark| mark.field("bound") == "false");
        until("the island has the keyboard", || active_window() == island());
        press("ctrl+alt+y");
        app.assert_nobody_acted();
        asking.assert_waits();
        press("Escape");
        app.wait_for("keys", |mark| mark.field("bound") == "true");
        guard();
        press("ctrl+alt+y");
        assert_eq!(asking.decision().as_deref(), Some("allow"));
    });
}

#[test]
fn the_keyboard_goes_on_to_another_window_where_the_former_one_has_gone() {
    inside(|| {
        let lower = Other::ordinary(WHOLE_SCREEN);
        let upper = Other::ordinary(WHOLE_SCREEN);
        let (_app, pages, asking, _) = writing();
        drop(upper);
        press("Escape");
        lower.wait_for_focus();
        // The island is where it was.
        std::thread::sleep(SILENCE);
        guard();
        click(pages.button(ISLAND, "Deny").centre());
        assert_eq!(asking.decision().as_deref(), Some("deny"));
    });
}

/// Nobody has pressed anything on the next card.
#[test]
fn without_another_window_keys_are_for_no_card() {
    inside(|| {
        let (app, pages) = start_with_pages();
        let asking = Asking::begin(&app, "one", "mv a b");
        ready(&app, &asking);
        let mut next = Asking::begin(&app, "two", "rm a");
        open_words(&app, &pages, "Deny with words");
        write("no");
        focused(&app, "deny");
        press("Return");
        assert_eq!(asking.decision().as_deref(), Some("deny"));
        app.wait_for("keyboard_back", |_| true);
        ready(&app, &next);
        assert_eq!(active_window(), island(), "nobody else takes the keyboard");
        for key in ["Tab", "Tab", "Tab", "Return"] {
            press(key);
        }
        next.assert_waits();
    });
}

#[test]
fn a_minimised_window_stays_so_when_the_keyboard_goes_back() {
    inside(|| {
        let _other = Other::ordinary(WHOLE_SCREEN);
        let minimised = active_window();
        tool("xdotool", &["windowminimize", "--sync", &minimised]);
        let (app, _pages, _asking, _) = writing();
        press("Escape");
        app.wait_for("keyboard_back", |_| true);
        std::thread::sleep(SILENCE);
        assert!(tool("xprop", &["-id", &minimised, "WM_STATE"]).contains("Iconic"));
    });
}
