//! `vults focus`: the island comes with the keyboard, and answers nothing.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::agent::{Asking, guard, ready};
use crate::app::{App, Mark, SILENCE, command, new_home};
use crate::desktop::{inside, inside_with, tool};
use crate::page::{ISLAND, Pages, start_with_pages};
use crate::screen::{Other, active_window, click, island, press, write};
use crate::settings::until;
use crate::words::WHOLE_SCREEN;

/// The command, as a key binding runs it.
pub(crate) fn call(folder: &Path) -> Command {
    let mut call = command(folder);
    call.arg("focus").env_remove("DISPLAY").env_remove("LD_PRELOAD");
    call
}

/// Calls the island and waits until it has the keyboard and hears the keys.
#[track_caller]
fn called(app: &App) {
    assert!(call(app.runtime_dir()).status().unwrap().success());
    app.wait_for("focused", |_| true);
    until("the island has the keyboard", || active_window() == island());
    std::thread::sleep(HEARS);
}

/// Until then no key counts.
pub(crate) const HEARS: Duration = Duration::from_millis(1_400);

/// Puts the focus of the page where Tab then goes to its first button.
fn to_the_start(pages: &Pages) {
    pages.run(ISLAND, "document.activeElement.blur()");
}

/// Goes on with Tab until the focus is on this button.
#[track_caller]
fn go_to(app: &App, button: &str) {
    for _ in 0..20 {
        press("Tab");
        let there = |mark: &Mark| mark.name == "card_drawn" && mark.field("focus") == button;
        if app.look_for(Duration::from_millis(400), there).is_some() {
            return;
        }
    }
    panic!("Tab does not reach {button}");
}

#[test]
fn without_an_app_it_says_so() {
    let home = new_home();
    let output = command(home.path()).arg("focus").env_remove("DISPLAY").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "vults focus: Vults is not running.\n");
    assert!(output.stdout.is_empty());
}

#[test]
fn a_person_answers_with_keys_alone_and_has_the_keyboard_back() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let (app, pages) = start_with_pages();
        let asking = Asking::begin(&app, "one", "cargo test");
        ready(&app, &asking);
        below.assert_has_focus();
        called(&app);
        to_the_start(&pages);
        go_to(&app, "allow");
        guard();
        press("Return");
        assert_eq!(asking.decision().as_deref(), Some("allow"));
        below.wait_for_focus();
        below.assert_not_typed();
        write("y");
        below.assert_typed();
    });
}

#[test]
fn words_are_written_without_the_pointer() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let (app, pages) = start_with_pages();
        let asking = Asking::begin(&app, "one", "mv a b");
        ready(&app, &asking);
        called(&app);
        pages.run(ISLAND, "document.querySelector('[data-choice=deny]').focus()");
        press("Tab");
        let label = "return document.activeElement.ariaLabel ?? document.activeElement.textContent";
        for _ in 0..10 {
            if pages.run(ISLAND, label).as_str().unwrap().contains("with words") {
                break;
            }
            press("Tab");
        }
        press("Return");
        app.wait_for("typing", |mark| mark.field("on") == "true");
        write("use git mv");
        app.wait_for("card_drawn", |mark| mark.field("focus") == "deny");
        press("Return");
        assert_eq!(asking.reply().unwrap()["reason"], "use git mv");
        below.wait_for_focus();
    });
}

#[test]
fn the_keyboard_goes_back_when_the_page_says_so() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let (app, pages) = start_with_pages();
        called(&app);
        pages.run(ISLAND, "window.__TAURI_INTERNALS__.invoke('unfocus')");
        below.wait_for_focus();
        write("y");
        below.assert_typed();
    });
}

/// Nobody knows that their keys go here: the first letter gives the keyboard back.
#[test]
fn a_letter_is_for_another_window() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let (app, _pages) = start_with_pages();
        let mut asking = Asking::begin(&app, "one", "true");
        ready(&app, &asking);
        called(&app);
        press("y");
        below.wait_for_focus();
        write("y");
        below.assert_typed();
        app.assert_nobody_acted();
        asking.assert_waits();
    });
}

/// A focus that a script of the page has moved onto a button is none that a person has moved there.
#[test]
fn no_button_is_pressed_that_tab_has_not_reached() {
    inside(|| {
        let _below = Other::ordinary(WHOLE_SCREEN);
        let (app, pages) = start_with_pages();
        let mut asking = Asking::begin(&app, "one", "true");
        ready(&app, &asking);
        called(&app);
        for button in ["allow", "deny", "reply_in_terminal"] {
            let focus = format!("document.querySelector('[data-choice={button}]').focus()");
            pages.run(ISLAND, &focus);
            std::thread::sleep(SILENCE);
            press("Return");
            press("space");
        }
        app.assert_nobody_acted();
        asking.assert_waits();
    });
}

#[test]
fn keys_of_the_first_moment_are_for_nobody() {
    inside(|| {
        let _below = Other::ordinary(WHOLE_SCREEN);
        let (app, pages) = start_with_pages();
        let mut asking = Asking::begin(&app, "one", "true");
        ready(&app, &asking);
        let listen = "window.heard = 0;
            addEventListener('keydown', () => window.heard++, { capture: true })";
        pages.run(ISLAND, listen);
        assert!(call(app.runtime_dir()).status().unwrap().success());
        app.wait_for("call", |mark| mark.field("keyboard") == "true");
        // In one go, before the page is asked anything.
        tool("xdotool", &["key", "--delay", "60", "Tab", "Return", "Tab", "space"]);
        assert_eq!(pages.run(ISLAND, "return window.heard"), 0, "the page has heard a key");
        app.assert_nobody_acted();
        asking.assert_waits();
    });
}

/// An agent's script calls again and again while a person works in a terminal.
#[test]
fn a_loop_of_calls_answers_nothing_and_takes_little() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let (app, _pages) = start_with_pages();
        let mut asking = Asking::begin(&app, "one", "rm -r /");
        ready(&app, &asking);
        let (over, folder) = (AtomicBool::new(false), app.runtime_dir());
        let began = Instant::now();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    assert!(call(folder).status().unwrap().success());
                }
            });
            for pause in [120, 120, 700, 120, 1_500, 120, 2_500, 120] {
                for key in ["y", "Return", "space", "space"] {
                    press(key);
                    std::thread::sleep(Duration::from_millis(pause));
                }
            }
            over.store(true, Ordering::Relaxed);
        });
        let longest = began.elapsed();
        let mut taken = 0;
        while let Some(mark) = app.look_for(Duration::from_millis(100), |mark| {
            ["call", "acted"].contains(&mark.name.as_str())
        }) {
            assert_eq!(mark.name, "call", "a key was taken for an answer: {mark:?}");
            taken += u64::from(mark.field("keyboard") == "true");
        }
        assert!(taken <= longest.as_secs() / 3 + 1, "{taken} times in {longest:?}");
        asking.assert_waits();
        below.assert_typed();
    });
}

#[test]
fn whoever_types_keeps_the_keyboard() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let (app, _pages) = start_with_pages();
        let writer =
            std::thread::spawn(|| tool("xdotool", &["type", "--delay", "80", &"n".repeat(60)]));
        std::thread::sleep(Duration::from_millis(500));
        assert!(call(app.runtime_dir()).status().unwrap().success());
        app.wait_for("call", |mark| mark.field("refused") == "typing");
        below.assert_has_focus();
        writer.join().unwrap();
        below.assert_has_focus();
    });
}

/// The keys of a binding are no typing.
#[test]
fn a_key_binding_is_heard() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let (app, _pages) = start_with_pages();
        tool("xdotool", &["keydown", "super"]);
        assert!(call(app.runtime_dir()).status().unwrap().success());
        tool("xdotool", &["key", "v"]);
        tool("xdotool", &["keyup", "super"]);
        app.wait_for("call", |mark| mark.field("keyboard") == "true");
        until("the island has the keyboard", || active_window() == island());
        // A person who goes elsewhere takes it along.
        click((100, 700));
        below.wait_for_focus();
        app.wait_for("typing", |mark| mark.field("on") == "false");
    });
}

/// With nobody who could give the keyboard, a call ends by itself and the next one is heard.
#[test]
fn a_call_that_was_refused_is_over() {
    inside_with(&["--wm", "none"], || {
        let app = App::start();
        for _ in 0..2 {
            assert!(call(app.runtime_dir()).status().unwrap().success());
            app.wait_for("call", |mark| mark.field("keyboard") == "true");
            app.wait_for("call", |mark| mark.field("refused") == "keyboard");
            app.wait_for("typing", |mark| mark.field("on") == "false");
            // Until then no other call is heard.
            std::thread::sleep(Duration::from_secs(3));
        }
    });
}
