//! The keyboard alone: Tab, Enter and Space on the card, once the island has the keyboard.

use crate::agent::{Asking, ready};
use crate::app::{App, SILENCE};
use crate::desktop::{inside, tool};
use crate::page::{ISLAND, Pages, start_with_pages};
use crate::screen::{Other, active_window, island, press, write};
use crate::words::{WHOLE_SCREEN, focused, open_words};

/// Goes on with Tab until the focus is on this button.
#[track_caller]
fn go_to(app: &App, button: &str) {
    for _ in 0..20 {
        press("Tab");
        let there =
            |mark: &crate::app::Mark| mark.name == "card_drawn" && mark.field("focus") == button;
        if app.look_for(std::time::Duration::from_millis(400), there).is_some() {
            return;
        }
    }
    panic!("Tab does not reach {button}");
}

#[track_caller]
fn check(button: &str, key: &str, expected: Option<&str>) {
    let (app, pages) = start_with_pages();
    let asking = Asking::begin(&app, "one", "cargo test");
    ready(&app, &asking);
    open_words(&app, &pages, "Deny with words");
    go_to(&app, button);
    press(key);
    assert_eq!(asking.decision().as_deref(), expected);
}

#[test]
fn enter_on_allow_allows() {
    inside(|| check("allow", "Return", Some("allow")));
}

#[test]
fn space_on_allow_allows() {
    inside(|| check("allow", "space", Some("allow")));
}

#[test]
fn enter_on_deny_denies() {
    inside(|| check("deny", "KP_Enter", Some("deny")));
}

#[test]
fn space_on_reply_in_the_terminal_lets_the_hook_go() {
    inside(|| check("terminal", "space", None));
}

/// Beyond the last button the window below would get the Enter.
#[test]
fn tab_goes_round_on_the_island() {
    inside(|| {
        let _below = Other::ordinary(WHOLE_SCREEN);
        let (app, pages) = start_with_pages();
        let asking = Asking::begin(&app, "one", "cargo test");
        ready(&app, &asking);
        open_words(&app, &pages, "Deny with words");
        go_to(&app, "terminal");
        go_to(&app, "allow");
        press("shift+Tab");
        press("shift+Tab");
        press("shift+Tab");
        go_to(&app, "deny");
        assert_eq!(active_window(), island());
        press("Return");
        assert_eq!(asking.decision().as_deref(), Some("deny"));
    });
}

/// A script that drives the page moves the focus under a person's hands.
#[test]
fn a_focus_that_a_script_moves_allows_nothing() {
    inside(|| {
        let (app, pages) = start_with_pages();
        let mut asking = Asking::begin(&app, "one", "cargo test");
        ready(&app, &asking);
        open_words(&app, &pages, "Deny with words");
        write("please do n");
        pages.run(ISLAND, "document.querySelector('[data-choice=allow]').focus()");
        focused(&app, "allow");
        press("Return");
        app.wait_for("refused", |mark| mark.field("why") == "no_person");
        press("space");
        app.wait_for("refused", |mark| mark.field("why") == "no_person");
        app.assert_nobody_acted();
        asking.assert_waits();
    });
}

#[test]
fn keys_that_a_script_makes_count_for_nothing() {
    inside(|| {
        let (app, pages) = start_with_pages();
        let mut asking = Asking::begin(&app, "one", "cargo test");
        ready(&app, &asking);
        open_words(&app, &pages, "Deny with words");
        go_to(&app, "allow");
        make_keys(&pages);
        app.assert_nobody_acted();
        // Nor do those that another program sends.
        for key in ["Return", "space"] {
            tool("xdotool", &["key", "--window", &island(), key]);
        }
        std::thread::sleep(SILENCE);
        app.assert_nobody_acted();
        asking.assert_waits();
        press("Return");
        assert_eq!(asking.decision().as_deref(), Some("allow"));
    });
}

fn make_keys(pages: &Pages) {
    pages.run(
        ISLAND,
        "for (const key of ['Enter', ' '])
            for (const kind of ['keydown', 'keypress', 'keyup'])
                document.activeElement.dispatchEvent(
                    new KeyboardEvent(kind, { key, bubbles: true, cancelable: true }));
        document.activeElement.click();",
    );
}

#[test]
fn a_held_key_answers_one_card() {
    inside(|| {
        let (app, pages) = start_with_pages();
        let first = Asking::begin(&app, "one", "mv a b");
        let mut second = Asking::begin(&app, "two", "rm a");
        ready(&app, &first);
        open_words(&app, &pages, "Deny with words");
        go_to(&app, "allow");
        tool("xdotool", &["keydown", "Return"]);
        assert_eq!(first.decision().as_deref(), Some("allow"));
        std::thread::sleep(std::time::Duration::from_millis(2000));
        second.assert_waits();
        tool("xdotool", &["keyup", "Return"]);
        second.assert_waits();
    });
}
