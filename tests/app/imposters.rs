//! Everything that is not a person: none of it gets an answer.

mod accessibility;
mod script;
mod webdriver;

use crate::agent::{Asking, ready};
use crate::app::{App, SILENCE};
use crate::desktop::{inside, tool};
use crate::screen::{can_send_xi2, click, island, point};

/// After all that was tried: the hook still waits, and a person's click still counts.
#[track_caller]
fn only_a_person_answers(app: &App, mut asking: Asking, deny: (i32, i32)) {
    app.assert_nobody_acted();
    asking.assert_waits();
    click(deny);
    assert_eq!(asking.decision().as_deref(), Some("deny"));
}

/// The toolkit hears the server's XI2 events, which no program can send: the server refuses to.
/// Core events it does not hear at all, unless it is told to use them; then it is the mark of a
/// sent event that tells them from a person's.
#[test]
fn a_click_that_another_program_sends_is_no_click() {
    inside(|| {
        let app = App::start_with(|command| {
            command.env("GDK_CORE_DEVICE_EVENTS", "1");
        });
        let mut asking = Asking::begin(&app, "one", "true");
        let card = ready(&app, &asking);
        point(card.button("allow").unwrap().centre());
        std::thread::sleep(SILENCE);
        tool("xdotool", &["click", "--window", &island(), "1"]);
        for moment in ["press", "release"] {
            app.wait_for(moment, |mark| mark.field("unreal") == "sent");
        }
        app.assert_nobody_acted();
        asking.assert_waits();
    });
}

#[test]
fn what_another_program_sends_is_not_even_heard() {
    inside(|| {
        let app = App::start();
        let asking = Asking::begin(&app, "one", "true");
        let card = ready(&app, &asking);
        let allow = card.button("allow").unwrap().centre();
        point(allow);
        std::thread::sleep(SILENCE);
        tool("xdotool", &["click", "--window", &island(), "1"]);
        assert!(!can_send_xi2(allow), "the server passes on what programs make up");
        let heard = app.look_for(SILENCE, |mark| mark.name == "press");
        assert!(heard.is_none(), "{heard:?}");
        only_a_person_answers(&app, asking, card.button("deny").unwrap().centre());
    });
}
