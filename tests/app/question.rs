//! Questions, answered by clicks and words.

use serde_json::json;

use crate::agent::{Asking, Call, ready_with};
use crate::app::App;
use crate::desktop::{inside, shot};
use crate::page::{ISLAND, Pages, start_with_pages};
use crate::screen::{Other, active_window, click, island, press, write};
use crate::settings::until;
use crate::words::{WHOLE_SCREEN, focused};

const COLOURS: (&str, &[&str], bool) = ("Which colour?", &["Red", "Blue, the \"cold\" one"], false);
const SIZES: (&str, &[&str], bool) = ("Which sizes?", &["Small", "Medium", "Large"], true);

#[track_caller]
fn start(questions: &[(&str, &[&str], bool)]) -> (App, Pages, Asking) {
    let (app, pages) = start_with_pages();
    let asking = Asking::begin_call(&app, "one", &Call::questions(questions));
    ready_with(&app, &asking, "terminal");
    (app, pages, asking)
}

/// Presses the button that sends the answers, once it can be pressed.
#[track_caller]
fn send(app: &App, asking: &Asking) {
    let card = ready_with(app, asking, "answer");
    click(card.button("answer").unwrap().centre());
}

#[test]
fn one_option_is_an_answer() {
    inside(|| {
        let (app, pages, asking) = start(&[COLOURS]);
        pages.press(ISLAND, "Blue");
        shot("question");
        send(&app, &asking);
        let reply = asking.reply().unwrap();
        assert_eq!(reply["kind"], "answer");
        assert_eq!(reply["answers"], json!(["Blue, the \"cold\" one"]));
    });
}

#[test]
fn several_questions_are_answered_one_after_the_other() {
    inside(|| {
        let (app, pages, asking) = start(&[COLOURS, SIZES]);
        pages.press(ISLAND, "Red");
        pages.press(ISLAND, "Next");
        pages.press(ISLAND, "Small");
        pages.press(ISLAND, "Large");
        // Back, and the first answer is still there to be changed.
        pages.press(ISLAND, "Back");
        pages.press(ISLAND, "Blue");
        pages.press(ISLAND, "Next");
        send(&app, &asking);
        let answers = &asking.reply().unwrap()["answers"];
        assert_eq!(*answers, json!(["Blue, the \"cold\" one", ["Small", "Large"]]));
    });
}

#[test]
fn own_words_are_an_answer() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let (app, pages, asking) = start(&[COLOURS]);
        click(pages.field(ISLAND).centre());
        app.wait_for("typing", |mark| mark.field("on") == "true");
        until("the island has the keyboard", || active_window() == island());
        write("Green, any tone");
        focused(&app, "answer");
        press("Return");
        assert_eq!(asking.reply().unwrap()["answers"], json!(["Green, any tone"]));
        below.wait_for_focus();
        below.assert_not_typed();
    });
}

#[test]
fn questions_go_back_to_the_terminal() {
    inside(|| {
        let (_app, pages, asking) = start(&[COLOURS, SIZES]);
        pages.press(ISLAND, "Reply in the terminal");
        assert_eq!(asking.reply(), None);
    });
}

#[test]
fn the_shortcuts_answer_no_question() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let (app, pages, mut asking) = start(&[COLOURS]);
        pages.press(ISLAND, "Red");
        ready_with(&app, &asking, "answer");
        below.assert_has_focus();
        for keys in ["ctrl+alt+y", "ctrl+alt+n"] {
            press(keys);
            below.assert_typed();
        }
        app.assert_nobody_acted();
        asking.assert_waits();
    });
}
