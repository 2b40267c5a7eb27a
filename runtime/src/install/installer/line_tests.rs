//! The person's own status line is never lost, whatever becomes of what we keep of it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::*;
use crate::install::record;
use crate::install::surroundings::Surroundings;
use crate::install::testing::{Home, claude};

fn theirs() -> Value {
    json!({ "type": "command", "command": "my-line --x", "padding": 0 })
}

/// A home where their line runs behind ours, and where it is saved.
fn chained() -> (Home, PathBuf) {
    let home = Home::new();
    home.write(&json!({ "statusLine": theirs(), "model": "o" }).to_string());
    home.start();
    assert!(home.read().contains("--statusline"));
    let saved = home.data().join("bin/status-lines.json");
    assert!(saved.exists());
    (home, saved)
}

/// Somebody else writes the settings, so that the bytes of before cannot come back as they are.
fn touch(home: &Home) {
    home.write(&home.read().replace("\"o\"", "\"p\""));
}

/// The ways in which what we saved can be lost.
const LOSSES: [Option<&str>; 5] =
    [None, Some(""), Some("{\"x\": tru"), Some("{}"), Some("{\"PATH\": {\"type\": \"other\"}}")];

fn lose(home: &Home, saved: &PathBuf, loss: Option<&str>) {
    match loss {
        None => fs::remove_file(saved).unwrap(),
        Some(text) => {
            let text = text.replace("PATH", home.settings().to_str().unwrap());
            fs::write(saved, text).unwrap();
        }
    }
}

#[test]
fn a_line_that_was_lost_from_our_keeping_comes_back_from_a_copy() {
    for loss in LOSSES {
        // Also where the copy of before is not known any more: the newest that has it is taken.
        for forget in [false, true] {
            let (home, saved) = chained();
            lose(&home, &saved, loss);
            if forget {
                fs::remove_file(home.data().join(record::NAME)).unwrap();
            }
            touch(&home);
            home.wish(Wish::Remove).unwrap();
            assert_eq!(home.value(), json!({ "statusLine": theirs(), "model": "p" }), "{loss:?}");
            assert!(home.recorded().removed_ms.is_some());
        }
    }
}

#[test]
fn a_start_saves_a_lost_line_again_so_that_it_runs() {
    for loss in LOSSES {
        let (home, saved) = chained();
        let installed = home.read();
        lose(&home, &saved, loss);
        home.start();
        assert_eq!(home.read(), installed);
        let lines: Value = serde_json::from_slice(&fs::read(&saved).unwrap()).unwrap();
        assert_eq!(lines, json!({ home.settings().to_str().unwrap(): theirs() }), "{loss:?}");
        let tree = home.tree();
        home.start();
        assert_eq!(home.tree(), tree);
    }
}

#[test]
fn a_line_that_nobody_knows_keeps_the_file_as_it_is() {
    for loss in LOSSES {
        let (home, saved) = chained();
        lose(&home, &saved, loss);
        fs::remove_dir_all(home.data().join("backups")).unwrap();
        touch(&home);
        let before = home.tree();
        let error = home.wish(Wish::Remove).unwrap_err();
        assert!(matches!(error, InstallError::LineLost), "{error}");
        let mut after = home.tree();
        // The lock is opened, which changes nothing of it.
        after.retain(|path, _| before.contains_key(path));
        assert_eq!(after, before, "{loss:?}");
        // A line that the person puts in its place, or none, lets the rest go.
        let mut settings = home.value();
        settings.as_object_mut().unwrap().shift_remove("statusLine");
        home.write(&settings.to_string());
        home.wish(Wish::Remove).unwrap();
        assert_eq!(home.value(), json!({ "model": "p" }));
    }
}

/// Settings without a status line, in more than one form.
const LINELESS: [Option<&str>; 6] = [
    None,
    Some("{}"),
    Some("{\"model\": \"o\"}"),
    Some("{\n  // mine\n  \"model\": \"o\", // the best\n}\n"),
    Some("{\r\n\t\"model\": \"o\",\r\n\t\"hooks\": {}\r\n}\r\n"),
    Some("{ \"env\": { \"A\": \"1\" }, \"model\": \"o\" }"),
];

#[test]
fn where_there_was_no_line_the_very_bytes_come_back() {
    for text in LINELESS {
        for loss in LOSSES.into_iter().map(Some).chain([None]) {
            let home = Home::new();
            match text {
                Some(text) => home.write(text),
                None => fs::create_dir_all(home.home().join(".claude")).unwrap(),
            }
            home.start();
            let saved = home.data().join("bin/status-lines.json");
            assert!(home.read().contains("--statusline"), "{text:?}");
            let lines: Value = serde_json::from_slice(&fs::read(&saved).unwrap()).unwrap();
            assert_eq!(lines, json!({ home.settings().to_str().unwrap(): null }));
            let tree = home.tree();
            home.start();
            assert_eq!(home.tree(), tree, "a second start has nothing to do");
            if let Some(loss) = loss {
                lose(&home, &saved, loss);
            }
            home.wish(Wish::Remove).unwrap();
            let after = fs::read_to_string(home.settings()).ok();
            assert_eq!(after.as_deref(), text, "{loss:?}");
            // Only what is not ours to forget stays.
            assert!(loss.is_some() || !saved.exists());
        }
    }
}

#[test]
fn where_there_was_no_line_it_goes_from_what_others_have_written_since() {
    for loss in LOSSES {
        let home = Home::started("{\"model\": \"o\"}");
        let saved = home.data().join("bin/status-lines.json");
        touch(&home);
        lose(&home, &saved, loss);
        home.wish(Wish::Remove).unwrap();
        assert_eq!(home.read(), "{\"model\": \"p\"}", "{loss:?}");
    }
}

#[test]
fn whether_a_line_comes_where_there_is_none_is_the_persons_to_say() {
    let home = Home::new();
    home.write("{\"model\": \"o\"}");
    let start = |alone: Option<bool>| {
        let mut installer = home.installer();
        installer.take_line_alone(alone);
        installer.put_relay().unwrap();
        let folder = home.folders().remove(0);
        installer.carry_out(Wish::Start, claude(), &folder).unwrap();
        home.value().get("statusLine").is_some()
    };
    assert!(!start(Some(false)));
    assert!(start(Some(true)));
    assert!(!start(Some(false)));
    assert!(start(Some(true)));
    // The person takes it away by hand: it stays away, until they ask for the hooks again.
    let mut settings = home.value();
    settings.as_object_mut().unwrap().shift_remove("statusLine");
    home.write(&settings.to_string());
    assert!(!start(Some(true)));
    home.wish(Wish::Install).unwrap();
    assert!(home.read().contains("--statusline"));
    // One that runs behind ours takes no place.
    let (home, _) = chained();
    let mut installer = home.installer();
    installer.take_line_alone(Some(false));
    let before = home.read();
    installer.carry_out(Wish::Start, claude(), &home.folders().remove(0)).unwrap();
    assert_eq!(home.read(), before);
}

#[test]
fn a_line_is_saved_under_the_name_at_the_end_of_every_link() {
    let home = Home::new();
    home.write(&json!({ "statusLine": theirs(), "model": "o" }).to_string());
    let link = home.home().join("link");
    std::os::unix::fs::symlink(".claude", &link).unwrap();
    let variables = [("CLAUDE_CONFIG_DIR", link.clone().into())].into();
    let linked = Home { around: Surroundings { variables, ..home.around.clone() }, ..home };
    linked.start();
    let lines = fs::read(linked.data().join("bin/status-lines.json")).unwrap();
    let lines: Value = serde_json::from_slice(&lines).unwrap();
    let [real, named] = [linked.settings(), link.join("settings.json")];
    let expected = [real, named].map(|name| (name.to_str().unwrap().to_owned(), theirs()));
    assert_eq!(lines, Value::Object(expected.into_iter().collect()));
    // The link goes, and the line still comes back.
    fs::remove_file(link).unwrap();
    let around = Surroundings { variables: [].into(), ..linked.around.clone() };
    let home = Home { around, ..linked };
    touch(&home);
    home.wish(Wish::Remove).unwrap();
    assert_eq!(home.value(), json!({ "statusLine": theirs(), "model": "p" }));
    // What is saved under the name that is gone may be another file's, and stays.
    let installer = home.installer();
    installer.take_relay_away().unwrap();
    assert_eq!(installer.lines_left(), Some(home.data().join("bin/status-lines.json")));
}

#[test]
fn a_damaged_keeping_costs_no_other_file_its_line() {
    let (home, saved) = chained();
    let text = fs::read_to_string(&saved).unwrap();
    let other = "{\"/other/settings.json\": {\"type\": \"command\", \"command\": \"theirs\"}";
    fs::write(&saved, other).unwrap();
    home.start();
    assert_eq!(fs::read_to_string(&saved).unwrap(), text);
    let aside = saved.with_file_name("status-lines.damaged.json");
    assert_eq!(fs::read_to_string(aside).unwrap(), other, "a person can still read it");
}

/// What is known of the place behind a line outlasts a write that fails: else nobody could take the
/// line away later.
#[test]
fn a_line_that_could_not_be_taken_away_goes_the_next_time() {
    let home = Home::started("{\"model\": \"o\"}");
    let saved = home.data().join("bin/status-lines.json");
    let mode =
        |mode| fs::set_permissions(home.settings(), fs::Permissions::from_mode(mode)).unwrap();
    let mut installer = home.installer();
    installer.take_line_alone(Some(false));
    let folder = home.folders().remove(0);
    mode(0o400);
    assert!(installer.carry_out(Wish::Start, claude(), &folder).is_err());
    assert!(home.read().contains("--statusline") && saved.exists());
    mode(0o600);
    installer.carry_out(Wish::Start, claude(), &folder).unwrap();
    assert!(!home.read().contains("--statusline") && !saved.exists());
}
