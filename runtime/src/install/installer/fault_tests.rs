//! Files of ours and of others that are damaged, in the way, or somebody else's business.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::time::Duration;

use serde_json::json;

use super::*;
use crate::install::record;
use crate::install::testing::Home;

/// A program that writes its settings in the bad way: it cuts the file first, and takes its time.
#[test]
fn a_file_that_is_just_being_written_is_waited_for() {
    for wish in [Wish::Start, Wish::Install] {
        let home = Home::new();
        home.installer().put_relay().unwrap();
        home.write("");
        let mut writer = fs::OpenOptions::new().write(true).open(home.settings()).unwrap();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                std::thread::sleep(Duration::from_millis(700));
                std::io::Write::write_all(&mut writer, b"{ \"model\": \"x\" }").unwrap();
            });
            home.wish(wish).unwrap();
        });
        assert_eq!(home.value()["model"], "x", "{wish:?}");
        assert!(home.read().contains("PermissionRequest"));
    }
}

#[test]
fn too_many_hooks_of_ours_hold_nobody_up() {
    let hook =
        json!({ "hooks": [{ "command": "vults-hook --agent claude Stop", "type": "command" }] });
    let text = json!({ "hooks": { "Stop": vec![hook; 10_000] } }).to_string();
    let home = Home::new();
    home.write(&text);
    home.installer().put_relay().unwrap();
    for wish in [Wish::Start, Wish::Install] {
        assert!(matches!(home.wish(wish), Err(InstallError::TooMany)));
    }
    assert_eq!(home.read(), text);
}

#[test]
fn the_data_folder_is_this_users_alone() {
    let home = Home::new();
    let elsewhere = home.folder.path().join("elsewhere");
    for folder in [home.data(), &elsewhere] {
        fs::create_dir_all(folder).unwrap();
        fs::set_permissions(folder, fs::Permissions::from_mode(0o777)).unwrap();
    }
    symlink(&elsewhere, home.data().join("backups")).unwrap();
    home.write("{}");
    home.start();
    let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o7777;
    assert_eq!(mode(home.data()), 0o700);
    assert_eq!(mode(&elsewhere), 0o777, "what a link leads to is not ours");
    assert!(home.read().contains("PermissionRequest"));
}

#[test]
fn a_pipe_in_the_place_of_our_own_files_holds_nobody_up() {
    for name in [record::NAME, "bin/status-lines.json"] {
        let home =
            Home::started("{ \"statusLine\": { \"type\": \"command\", \"command\": \"mine\" } }");
        let path = home.data().join(name);
        fs::remove_file(&path).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success());
        // Whatever it comes to: it ends.
        _ = home.wish(Wish::Start);
        _ = home.wish(Wish::Remove);
    }
}

#[test]
fn a_removal_is_done_and_remembered_whatever_the_record_is() {
    for text in ["", "{}", "{\"v\":1,\"files\":[]}", "\u{0}"] {
        let home = Home::started("{ \"model\": \"x\" }");
        fs::write(home.data().join(record::NAME), text).unwrap();
        home.wish(Wish::Remove).unwrap();
        assert_eq!(home.read(), "{ \"model\": \"x\" }");
        let aside = home.data().join("installed.damaged.json");
        assert_eq!(fs::read_to_string(aside).unwrap(), text);
        home.start();
        assert_eq!(home.read(), "{ \"model\": \"x\" }");
    }
    // What a newer app remembers stays.
    let home = Home::started("{}");
    let installed = home.read();
    fs::write(home.data().join(record::NAME), "{\"v\":2,\"files\":{}}").unwrap();
    home.wish(Wish::Remove).unwrap_err();
    assert_eq!(home.read(), installed);
}

#[test]
fn a_removal_that_fails_is_not_remembered() {
    let home = Home::started("{}");
    let before = home.recorded();
    fs::set_permissions(home.settings(), fs::Permissions::from_mode(0o444)).unwrap();
    home.wish(Wish::Remove).unwrap_err();
    assert_eq!(home.recorded(), before);
}

#[test]
fn only_a_file_that_the_agent_cannot_read_either_is_missed() {
    for (text, missed) in [
        ("{ \"a\": 1".to_owned(), true),
        ("{ \"a\": 1, \"a\": 2 }".to_owned(), false),
        (format!("{{ \"a\": \"{}\" }}", "x".repeat(5 << 20)), false),
    ] {
        let home = Home::started("{}");
        home.write(&text);
        home.wish(Wish::Notice).unwrap_err();
        assert_eq!(home.recorded().missing_ms.is_some(), missed);
    }
}

#[test]
fn the_record_stays_small_whatever_stands_on_a_line() {
    let home = Home::started(&json!({ "key": "x".repeat(500_000) }).to_string());
    let size = || fs::metadata(home.data().join(record::NAME)).unwrap().len();
    assert!(size() < 40_000, "{}", size());
    home.wish(Wish::Remove).unwrap();
    assert!(size() < 40_000, "{}", size());
}
