//! The island takes neither the keyboard nor the workspace by itself.

use std::time::Duration;

use crate::agent::{Asking, ready, tell};
use crate::app::{App, SILENCE};
use crate::desktop::{inside, tool};
use crate::screen::{Other, write};
use crate::words::WHOLE_SCREEN;

fn workspace() -> String {
    let said = tool("xprop", &["-root", "_NET_CURRENT_DESKTOP"]);
    said.rsplit(' ').next().unwrap().trim().to_owned()
}

#[test]
fn ten_turns_that_end_leave_the_keyboard_where_it_is() {
    inside(|| {
        let below = Other::ordinary(WHOLE_SCREEN);
        let app = App::start();
        let writer = std::thread::spawn(|| {
            tool("xdotool", &["type", "--delay", "40", &"y n ".repeat(40)]);
        });
        for turn in 0..10 {
            let session = format!("s{}", turn % 3);
            tell(&app, &session, "SessionStart");
            tell(&app, &session, "UserPromptSubmit");
            std::thread::sleep(Duration::from_millis(150));
            tell(&app, &session, "Stop");
            std::thread::sleep(Duration::from_millis(150));
            below.assert_has_focus();
        }
        let mut asking = Asking::begin(&app, "one", "true");
        ready(&app, &asking);
        below.assert_has_focus();
        writer.join().unwrap();
        below.assert_has_focus();
        below.assert_typed();
        app.assert_nobody_acted();
        asking.assert_waits();
    });
}

#[test]
fn a_person_who_changes_the_workspace_stays_there() {
    inside(|| {
        let _here = Other::ordinary(WHOLE_SCREEN);
        let app = App::start();
        for turn in 0..10 {
            let number = (1 + turn % 3).to_string();
            tell(&app, "s", "UserPromptSubmit");
            tool("wmctrl", &["-s", &number]);
            tell(&app, "s", "Stop");
            let asking = (turn % 4 == 0).then(|| Asking::begin(&app, "one", "true"));
            std::thread::sleep(SILENCE);
            assert_eq!(workspace(), number);
            drop(asking);
        }
        // The island came along, and takes what is written no more than before.
        let there = Other::ordinary(WHOLE_SCREEN);
        tell(&app, "s", "Stop");
        write("y");
        there.assert_typed();
        there.assert_has_focus();
    });
}
