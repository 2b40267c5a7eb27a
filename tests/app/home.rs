//! The home of whoever runs the tests stays out of reach: the app writes into the settings of the
//! agents that it finds in its own.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::app::{App, FOLDERS, SILENCE, command, new_home};
use crate::desktop::{inside, root};

#[test]
fn every_folder_of_a_started_app_is_the_test_s_own() {
    let home = new_home();
    let command = command(home.path());
    let set: HashMap<_, _> = command.get_envs().collect();
    for (name, _) in FOLDERS {
        let folder = set[std::ffi::OsStr::new(name)].unwrap();
        assert!(PathBuf::from(folder).starts_with(home.path()), "{name} is {folder:?}");
    }
    assert_eq!(set[std::ffi::OsStr::new("CLAUDE_CONFIG_DIR")], None, "it would be inherited");
    assert!(home.path().starts_with(std::env::temp_dir()));
}

#[test]
fn no_test_starts_the_app_without_its_own_folders() {
    let folder = root().join("tests/app");
    let beside = ["imposters", "wayland"].map(|inner| folder.join(inner));
    let files = |folder: PathBuf| {
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>()
    };
    let files: Vec<_> = beside.into_iter().chain([folder]).flat_map(files).collect();
    let rust = |file: &&PathBuf| file.extension().is_some_and(|ending| ending == "rs");
    let mut naming = Vec::new();
    for file in files.iter().filter(rust) {
        let text = std::fs::read_to_string(file).unwrap();
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        // Said in two parts, so that this file does not name it.
        if text.contains(concat!("program", "()")) {
            assert!(text.contains("own_folders(&mut"), "{name} starts the app in any home");
            naming.push(name.clone());
        }
        let names_it = text.contains(concat!("CARGO_BIN_EXE", "_vults"));
        assert!(!names_it || name == "app.rs", "{name} knows the program by itself");
    }
    naming.sort();
    assert_eq!(naming, ["app.rs", "webdriver.rs"]);
}

#[test]
fn an_app_in_a_test_does_not_touch_the_home_around_it() {
    inside(|| {
        let around = PathBuf::from(std::env::var_os("HOME").unwrap()).join(".claude");
        std::fs::create_dir(&around).unwrap();
        std::fs::write(around.join("settings.json"), "{}\n").unwrap();
        let home = new_home();
        let own = home.path().join("home/.claude");
        std::fs::create_dir(&own).unwrap();
        let app = App::launch(home, |_| {});
        app.wait_for("hooks", |mark| mark.field("states").contains("Installed"));
        assert!(own.join("settings.json").exists());
        assert_eq!(std::fs::read_to_string(around.join("settings.json")).unwrap(), "{}\n");
        assert_eq!(std::fs::read_dir(&around).unwrap().count(), 1);
    });
}

#[test]
fn an_app_in_a_test_does_not_touch_the_home_of_an_agent_that_runs() {
    inside(|| {
        let theirs = new_home();
        let settings = theirs.path().join("home/.claude/settings.json");
        std::fs::create_dir(settings.parent().unwrap()).unwrap();
        std::fs::write(&settings, "{}\n").unwrap();
        // All that tells of an agent: a program with its name, and the environment of its person.
        let program = theirs.path().join("claude");
        std::fs::copy("/bin/sleep", &program).unwrap();
        let mut session = std::process::Command::new(&program)
            .arg("60")
            .env("HOME", theirs.path().join("home"))
            .spawn()
            .unwrap();
        let app = App::launch(new_home(), |_| {});
        app.wait_for("painted", |_| true);
        std::thread::sleep(SILENCE);
        session.kill().unwrap();
        session.wait().unwrap();
        assert_eq!(std::fs::read_to_string(&settings).unwrap(), "{}\n");
    });
}
