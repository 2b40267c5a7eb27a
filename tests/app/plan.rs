//! A plan: approved, or sent back with words.

use crate::agent::{Asking, Call, ready};
use crate::desktop::{inside, shot};
use crate::page::start_with_pages;
use crate::screen::{click, press, write};
use crate::words::{focused, open_words};

const PLAN: &str = "# Plan\n\n1. Make the file.\n2. See [the docs](https://example.com/x).\n";

#[test]
fn a_plan_is_approved() {
    inside(|| {
        let (app, _pages) = start_with_pages();
        let asking = Asking::begin_call(&app, "one", &Call::plan(PLAN));
        let card = ready(&app, &asking);
        shot("plan");
        assert_eq!(card.button("always"), None, "no rule approves a plan");
        click(card.button("allow").unwrap().centre());
        assert_eq!(asking.decision().as_deref(), Some("allow"));
    });
}

#[test]
fn a_plan_goes_back_with_words() {
    inside(|| {
        let (app, pages) = start_with_pages();
        let asking = Asking::begin_call(&app, "one", &Call::plan(PLAN));
        ready(&app, &asking);
        open_words(&app, &pages, "Keep planning, with words");
        write("Start with a test");
        focused(&app, "deny");
        press("Return");
        let reply = asking.reply().unwrap();
        assert_eq!(reply["decision"], "deny");
        assert_eq!(reply["reason"], "Start with a test");
    });
}
