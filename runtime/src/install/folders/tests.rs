use std::os::unix::fs::symlink;

use super::*;
use crate::install::record::FileRecord;
use crate::install::testing::{Home, claude};

fn session(folder: &Path) -> Session {
    Session { pid: 1, started_ms: 1, cwd: None, folder: Some(folder.to_owned()) }
}

#[test]
fn nothing_is_found_where_no_agent_is() {
    let home = Home::new();
    let absent = session(&home.home().join("gone"));
    assert_eq!(folders(&home.around, claude(), &Record::default(), &[absent]), []);
}

#[test]
fn folders_come_once_each_from_everywhere() {
    let home = Home::new();
    home.write("{}");
    let work = home.home().join("work");
    let old = home.home().join("old");
    let gone = home.home().join("gone");
    fs::create_dir(&work).unwrap();
    fs::create_dir(&old).unwrap();
    let link = home.home().join("link");
    symlink(&work, &link).unwrap();
    let mut record = Record::default();
    for folder in [&old, &gone] {
        let file = folder.join("settings.json").to_str().unwrap().to_owned();
        record.files.insert(file, FileRecord::new("claude", 1));
    }
    let other = old.join("other.json").to_str().unwrap().to_owned();
    record.files.insert(other, FileRecord::new("codex", 1));
    let sessions = [session(&work), session(&link), session(&home.home().join(".claude"))];
    let found = folders(&home.around, claude(), &record, &sessions);
    let file = |folder: &Path| folder.join("settings.json");
    let expected = [
        Folder { agent: "claude", file: home.settings(), aliases: Vec::new() },
        Folder { agent: "claude", file: file(&old), aliases: Vec::new() },
        Folder { agent: "claude", file: file(&work), aliases: vec![file(&link)] },
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_relative_variable_names_no_folder() {
    let home = Home::new();
    home.write("{}");
    let variables = [("CLAUDE_CONFIG_DIR", "work".into())].into();
    let around = Surroundings { variables, ..home.around.clone() };
    assert_eq!(folders(&around, claude(), &Record::default(), &[]), []);
}
