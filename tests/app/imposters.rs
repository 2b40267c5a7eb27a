//! Everything that is not a person: none of it gets an answer.

mod accessibility;
mod script;
mod webdriver;

use crate::agent::{Asking, ready};
use crate::app::{App, SILENCE};
use crate::desktop::{inside, tool};
use crate::screen::{click, island, point};

/// After all that was tried: the hook still waits, and a person's click still counts.
#[track_caller]
fn only_a_person_answers(app: &App, mut asking: Asking, deny: (i32, i32)) {
    app.assert_nothing_decided();
    asking.assert_waits();
    click(deny);
    assert_eq!(asking.decision().as_deref(), Some("deny"));
}

#[test]
fn a_click_that_another_program_sends_is_no_click() {
    inside(|| {
        let app = App::start();
        let asking = Asking::begin(&app, "one", "true");
        let card = ready(&app);
        point(card.button("allow").unwrap().centre());
        std::thread::sleep(SILENCE);
        tool("xdotool", &["click", "--window", &island(), "1"]);
        only_a_person_answers(&app, asking, card.button("deny").unwrap().centre());
    });
}
