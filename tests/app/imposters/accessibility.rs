//! A program on the accessibility bus.

use std::process::Command;

use crate::agent::{Asking, ready};
use crate::app::App;
use crate::desktop::{inside_with, root};
use crate::imposters::only_a_person_answers;

#[test]
fn an_assistive_program_gets_no_answer() {
    inside_with(&["--accessibility"], || {
        let app = App::start();
        let asking = Asking::begin(&app, "one", "true");
        let card = ready(&app, &asking);
        let output = Command::new("/usr/bin/python3")
            .arg(root().join("tests/app/imposters/do_action.py"))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        // It found the button and did what it could.
        assert!(said.contains("Allow"), "{said}");
        app.wait_for("refused", |mark| mark.field("why") == "no_person");
        only_a_person_answers(&app, asking, card.button("deny").unwrap().centre());
    });
}
