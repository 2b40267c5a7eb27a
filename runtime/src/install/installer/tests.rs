use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::{fs, thread};

use serde_json::{Value, json};

use super::*;
use crate::install::testing::{Home, claude, parse, put_program};
use crate::install::{command, record};

/// Settings that somebody has tended for years: 16 keys, 59 hooks of 5 programs over 12 events.
fn tended() -> String {
    const EVENTS: [&str; 12] = [
        "SessionStart",
        "SessionEnd",
        "UserPromptSubmit",
        "PreToolUse",
        "PostToolUse",
        "Stop",
        "SubagentStop",
        "Notification",
        "PreCompact",
        "PermissionRequest",
        "StopFailure",
        "ConfigChange",
    ];
    let mut hooks = serde_json::Map::new();
    for (index, event) in EVENTS.iter().enumerate() {
        let count = if index == 11 { 4 } else { 5 };
        let groups: Vec<Value> = (0..count)
            .map(|program| {
                let command = format!("/opt/program-{program}/hook \"{event}\" // not a comment");
                let hook = json!({ "type": "command", "command": command, "timeout": 1.50 });
                json!({ "matcher": "Bash|Edit", "hooks": [hook] })
            })
            .collect();
        hooks.insert((*event).to_owned(), Value::Array(groups));
    }
    let mut settings = json!({
        "env": { "A": "1" },
        "permissions": { "allow": ["Bash(git status:*)"], "deny": [] },
        "enabledPlugins": { "a@b": true },
        "statusLine": { "type": "command", "command": "~/bin/line --colour", "padding": 0 },
        "x-future": { "deep": [1, 2.0, 1e3] },
        "hooks": hooks,
    });
    for key in 0..10 {
        settings[format!("key-{key}")] = json!(key);
    }
    serde_json::to_string_pretty(&settings).unwrap() + "\n"
}

/// What a start leaves in the settings, of what it found there.
fn started(text: &str) -> Home {
    let home = Home::new();
    home.write(text);
    home.start();
    home
}

#[test]
fn settings_of_years_survive_installation_update_and_removal() {
    let home = Home::new();
    let before = tended();
    home.write(&before);
    fs::set_permissions(home.settings(), fs::Permissions::from_mode(0o600)).unwrap();
    home.start();
    let installed = home.read();
    let diff = home.recorded().diff.unwrap();
    let removed: Vec<&str> = diff
        .hunks
        .iter()
        .flat_map(|hunk| &hunk.lines)
        .filter(|(change, _)| *change == vults_disk::Change::Removed)
        .map(|(_, line)| line.trim())
        .collect();
    // Beside a comma behind what was last, only the status line's command changes.
    let changed = |line: &&&str| line.contains("~/bin/line");
    assert_eq!(removed.iter().filter(changed).count(), 1, "{removed:#?}");
    assert!(removed.iter().all(|line| line.contains("~/bin/line") || matches!(*line, "}" | "]")));
    let mode = fs::metadata(home.settings()).unwrap().mode() & 0o7777;
    assert_eq!(mode, 0o600);
    // An update, here from a relay at another place and with other limits.
    let relay = home.installer().relay().display().to_string();
    home.write(
        &installed
            .replace(&relay, "/opt/old/vults-hook")
            .replace("\"timeout\": 120", "\"timeout\": 7"),
    );
    home.start();
    assert_eq!(home.read(), installed);
    home.wish(Wish::Remove).unwrap();
    // Somebody else has written in between, so this is the smallest edit.
    assert_eq!(home.read(), before);
    assert_eq!(
        home.installer()
            .backups()
            .newest(&home.settings())
            .map(|copy| fs::read_to_string(copy).unwrap()),
        Some(installed)
    );
}

#[test]
fn removal_gives_back_the_very_bytes() {
    for before in [
        "",
        "{}",
        "{ }\n",
        "\u{feff}{\r\n  // mine\r\n  \"model\": \"x\",\r\n}\r\n",
        "{\"hooks\":{}}",
        "{\"hooks\": {\"Stop\": []}, \"statusLine\": {\"type\":\"command\",\"command\":\"mine\"}}",
    ] {
        let home = started(before);
        assert_ne!(home.read(), before);
        home.wish(Wish::Remove).unwrap();
        assert_eq!(home.read(), before, "{before:?}");
        assert!(home.recorded().removed_ms.is_some());
    }
}

#[test]
fn what_was_made_goes_again() {
    let home = Home::new();
    // The program is there, its folder is not.
    let programs = home.folder.path().join("programs");
    fs::create_dir(&programs).unwrap();
    put_program(&programs.join("claude"), "");
    let around = Surroundings { path: Some(programs.into()), ..home.around.clone() };
    let home = Home { around, ..home };
    home.start();
    let folder = home.home().join(".claude");
    assert_eq!(fs::metadata(&folder).unwrap().mode() & 0o7777, 0o700);
    assert!(home.read().contains("PermissionRequest"));
    home.wish(Wish::Remove).unwrap();
    assert!(!folder.exists());
    home.start();
    assert!(!folder.exists(), "a removal is remembered");
    home.wish(Wish::Install).unwrap();
    assert!(home.read().contains("PermissionRequest"));
}

#[test]
fn a_start_with_nothing_to_change_changes_no_byte_anywhere() {
    let home = started("{\n\t\"model\": \"x\", // mine\n}\n");
    let before = home.tree();
    home.start();
    home.wish(Wish::Notice).unwrap();
    assert_eq!(home.tree(), before);
    // Nor after a removal.
    home.wish(Wish::Remove).unwrap();
    let before = home.tree();
    home.start();
    home.wish(Wish::Notice).unwrap();
    assert_eq!(home.tree(), before);
}

#[test]
fn a_removal_is_remembered_over_an_update() {
    let home = started("{}");
    home.wish(Wish::Remove).unwrap();
    // A newer app brings another relay.
    put_program(&home.folder.path().join("app/vults-hook"), "#!/bin/sh\n# newer\n");
    home.start();
    home.start();
    assert_eq!(home.read(), "{}");
    // Another settings folder of the same agent is not written either.
    let work = home.home().join("work");
    fs::create_dir(&work).unwrap();
    let variables = [("CLAUDE_CONFIG_DIR", work.clone().into())].into();
    let home = Home { around: Surroundings { variables, ..home.around.clone() }, ..home };
    home.start();
    assert_eq!(fs::read_dir(&work).unwrap().count(), 0);
}

#[test]
fn each_settings_folder_stands_for_itself() {
    let home = Home::new();
    home.write("{}");
    home.start();
    let work = home.home().join(".config/claude work");
    fs::create_dir_all(&work).unwrap();
    let variables = [("CLAUDE_CONFIG_DIR", work.clone().into())].into();
    let home = Home { around: Surroundings { variables, ..home.around.clone() }, ..home };
    home.start();
    let file = work.join("settings.json");
    assert!(parse(&file).contains_key("hooks"));
    let folders = home.folders();
    assert_eq!(
        folders.iter().map(|folder| &folder.file).collect::<Vec<_>>(),
        [&file, &home.settings()]
    );
    home.installer().carry_out(Wish::Remove, claude(), &folders[0]).unwrap();
    assert!(!file.exists());
    assert!(home.read().contains("PermissionRequest"));
    // An empty variable means the usual folder.
    let variables = [("CLAUDE_CONFIG_DIR", "".into())].into();
    let around = Surroundings { variables, ..home.around.clone() };
    assert_eq!(around.folder(claude()), Some(home.home().join(".claude")));
}

#[test]
fn what_another_writer_took_away_is_missed_and_not_put_back() {
    let home = started("{ \"model\": \"x\" }");
    let installed = home.read();
    for text in ["{ \"model\": \"y\" }", "", "{\"hooks\": {}}"] {
        home.write(text);
        home.wish(Wish::Notice).unwrap();
        let since = home.recorded().missing_ms;
        assert!(since.is_some());
        home.start();
        assert_eq!(home.read(), text);
        assert_eq!(home.recorded().missing_ms, since, "it is noticed once");
        home.write(&installed);
        home.wish(Wish::Notice).unwrap();
        assert_eq!(home.recorded().missing_ms, None);
    }
    // Cut, so that nobody can read it: the agent does not either.
    home.write(&installed[..installed.len() / 10]);
    home.wish(Wish::Notice).unwrap_err();
    assert!(home.recorded().missing_ms.is_some());
    home.start();
    assert_eq!(home.read(), installed[..installed.len() / 10]);
    // A person's word puts them back.
    home.write("{ \"model\": \"y\" }");
    home.wish(Wish::Install).unwrap();
    assert_eq!(home.recorded().missing_ms, None);
    home.wish(Wish::Remove).unwrap();
    assert_eq!(home.read(), "{ \"model\": \"y\" }");
}

#[test]
fn the_status_line_is_saved_under_the_name_that_the_relay_looks_for() {
    let line = json!({ "type": "command", "command": "mine", "padding": 0 });
    let home = started(&json!({ "statusLine": line }).to_string());
    let saved = fs::read(home.data().join("bin/status-lines.json")).unwrap();
    let saved: Value = serde_json::from_slice(&saved).unwrap();
    assert_eq!(saved, json!({ home.settings().to_str().unwrap(): line }));
    let mut ours = line.clone();
    ours["command"] =
        json!(command::status_line(home.installer().relay().to_str().unwrap(), "claude"));
    assert_eq!(home.value()["statusLine"], ours);
    // One that the person puts in its place is theirs, and stays.
    let other = home.read().replace("--statusline", "--other").replace("vults-hook", "their-line");
    home.write(&other);
    home.start();
    assert_eq!(home.value()["statusLine"], parse(&home.settings())["statusLine"]);
    home.wish(Wish::Remove).unwrap();
    assert!(home.read().contains("their-line"));
    assert!(!home.data().join("bin/status-lines.json").exists());
}

#[test]
fn what_cannot_be_edited_is_left_with_the_place_of_the_fault() {
    for text in [
        "{ \"a\": 1",
        "[]",
        "{ \"hooks\": null }",
        "{ \"hooks\": { \"Stop\": {} } }",
        "{ \"a\": 1, }}",
    ] {
        let home = Home::new();
        home.write(text);
        let error = home.wish(Wish::Start).unwrap_err();
        assert!(matches!(error, InstallError::Config(_)), "{error}");
        assert_eq!(home.read(), text);
        assert!(home.installer().record().unwrap().files.is_empty());
    }
}

#[test]
fn an_unreadable_record_changes_nothing() {
    for text in ["", "{}", "{\"v\":1,\"files\":[]}", "{\"v\":2,\"files\":{}}", "\u{0}"] {
        let home = Home::new();
        home.write("{}");
        fs::create_dir_all(home.data()).unwrap();
        fs::write(home.data().join(record::NAME), text).unwrap();
        let before = home.read();
        for wish in [Wish::Start, Wish::Install, Wish::Remove, Wish::Notice] {
            assert!(matches!(home.wish(wish), Err(InstallError::Record(_))), "{text:?} {wish:?}");
        }
        assert_eq!(home.read(), before);
        assert_eq!(fs::read_to_string(home.data().join(record::NAME)).unwrap(), text);
    }
}

#[test]
fn homes_of_every_name() {
    for name in ["with space", "it's", "\"q\"", "$HOME", "`id`", "ünï 日本", "a\\b", "line\nbreak"]
    {
        let home = Home::named(name);
        home.write("{ \"statusLine\": { \"type\": \"command\", \"command\": \"mine\" } }");
        let before = home.read();
        home.start();
        let survey = parse(&home.settings());
        let command = survey["hooks"]["Stop"][0]["hooks"][0]["command"].as_str().unwrap();
        let ran = std::process::Command::new("/bin/sh").args(["-c", command]).output().unwrap();
        assert!(ran.status.success() && ran.stdout.is_empty(), "{name}");
        assert_eq!(command::call(command).unwrap().relay, home.installer().relay());
        home.wish(Wish::Remove).unwrap();
        assert_eq!(home.read(), before, "{name}");
    }
}

#[test]
fn a_link_stays_a_link() {
    let home = Home::new();
    let dotfiles = home.home().join("dotfiles");
    fs::create_dir_all(home.home().join(".claude")).unwrap();
    fs::create_dir(&dotfiles).unwrap();
    fs::write(dotfiles.join("claude.json"), "{}\n").unwrap();
    symlink("../dotfiles/claude.json", home.settings()).unwrap();
    home.start();
    assert!(fs::symlink_metadata(home.settings()).unwrap().is_symlink());
    assert!(fs::read_to_string(dotfiles.join("claude.json")).unwrap().contains("Stop"));
    home.wish(Wish::Remove).unwrap();
    assert_eq!(fs::read_to_string(dotfiles.join("claude.json")).unwrap(), "{}\n");
    assert!(fs::symlink_metadata(home.settings()).unwrap().is_symlink());
}

#[test]
fn a_read_only_file_is_its_owners_wish() {
    let home = Home::new();
    home.write("{}");
    fs::set_permissions(home.settings(), fs::Permissions::from_mode(0o444)).unwrap();
    assert!(matches!(home.wish(Wish::Start), Err(InstallError::Config(ConfigError::ReadOnly))));
    assert_eq!(home.read(), "{}");
    assert!(home.installer().record().unwrap().files.is_empty());
}

#[test]
fn two_installers_at_once_write_once() {
    let home = Home::new();
    home.write("{ \"model\": \"x\" }");
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| home.start());
        }
    });
    let hooks = parse(&home.settings());
    for groups in hooks["hooks"].as_object().unwrap().values() {
        assert_eq!(groups.as_array().unwrap().len(), 1);
    }
    assert_eq!(
        fs::read_dir(home.data().join("backups"))
            .unwrap()
            .filter(|entry| entry
                .as_ref()
                .unwrap()
                .file_name()
                .to_string_lossy()
                .ends_with("settings.json"))
            .count(),
        1
    );
    home.wish(Wish::Remove).unwrap();
    assert_eq!(home.read(), "{ \"model\": \"x\" }");
}

#[test]
fn hooks_written_by_hand_are_taken_over() {
    let home = Home::new();
    let by_hand = json!({ "hooks": { "Stop": [{ "hooks": [{
        "type": "command",
        "timeout": 60,
        "command": "{ [ -x '/h/vults-hook' ] && '/h/vults-hook' --agent claude Stop; } 2>/dev/null || :",
    }] }] } });
    home.write(&by_hand.to_string());
    home.start();
    let settings = home.value();
    assert_eq!(settings["hooks"]["Stop"].as_array().unwrap().len(), 1);
    assert_eq!(settings["hooks"].as_object().unwrap().len(), claude().entries.len());
    home.wish(Wish::Remove).unwrap();
    assert_eq!(home.value(), json!({}), "removal does not bring the old ones back");
}

#[test]
fn an_end_in_the_middle_loses_nothing() {
    let line = json!({ "statusLine": { "type": "command", "command": "mine" } });
    // After the settings were written, before the record was.
    let home = started(&line.to_string());
    let installed = home.read();
    fs::remove_file(home.data().join(record::NAME)).unwrap();
    home.start();
    assert_eq!(home.read(), installed);
    home.wish(Wish::Remove).unwrap();
    assert_eq!(home.value(), line);
    // The same with a removal: it is not undone.
    let home = started(&line.to_string());
    let record = fs::read(home.data().join(record::NAME)).unwrap();
    let saved = fs::read(home.data().join("bin/status-lines.json")).unwrap();
    home.wish(Wish::Remove).unwrap();
    fs::write(home.data().join(record::NAME), record).unwrap();
    fs::write(home.data().join("bin/status-lines.json"), saved).unwrap();
    home.start();
    assert_eq!(home.value(), line);
    assert!(home.recorded().missing_ms.is_some());
    home.wish(Wish::Install).unwrap();
    assert!(home.read().contains("--statusline"));
    home.wish(Wish::Remove).unwrap();
    assert_eq!(home.value(), line);
}
