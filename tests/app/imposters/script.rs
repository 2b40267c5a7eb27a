//! A script in the page itself, put there by a library loaded into the app.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::agent::{Asking, ready};
use crate::app::{App, new_home};
use crate::desktop::{inside, root};
use crate::imposters::only_a_person_answers;

/// Compiles the library that runs a script in every web view of the program it is loaded into.
fn library(folder: &Path) -> PathBuf {
    let flags = Command::new("pkg-config")
        .args(["--cflags", "--libs", "webkit2gtk-4.1"])
        .output()
        .expect("pkg-config");
    let flags = String::from_utf8(flags.stdout).unwrap();
    let library = folder.join("script.so");
    let compiled = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .arg(&library)
        .arg(root().join("tests/app/imposters/script.c"))
        .args(flags.split_whitespace())
        .status()
        .expect("a C compiler");
    assert!(compiled.success());
    library
}

#[test]
fn a_script_in_the_page_gets_no_answer() {
    inside(|| {
        let folder = new_home();
        let script = folder.path().join("script.js");
        let library = library(folder.path());
        let app = App::start_with(|command| {
            command.env("LD_PRELOAD", &library).env("SCRIPT", &script);
        });
        let asking = Asking::begin(&app, "one", "true");
        let card = ready(&app, &asking);
        // The page's own way to say that a person decided, for every binding it could hold, and a
        // click that the page makes itself.
        let number = card.field("card");
        std::fs::write(
            &script,
            format!(
                "document.title = 'scripted';
                for (const button of document.querySelectorAll('button')) button.click();
                for (const choice of ['allow', 'deny', 'reply_in_terminal']) {{
                    window.__TAURI_INTERNALS__.invoke('attach').then(view =>
                        window.__TAURI_INTERNALS__.invoke('decide',
                            {{ card: {number}, binding: view.front.binding, choice }}));
                }}"
            ),
        )
        .unwrap();
        // It did reach the gate, as often as it tried.
        for _ in 0..3 {
            app.wait_for("refused", |mark| mark.field("why") == "no_person");
        }
        only_a_person_answers(&app, asking, card.button("deny").unwrap().centre());
    });
}
