//! Without hooks of the person's own the relay is what it always was.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use super::{BLOCK, one};
use crate::{Home, STOP, finish};

const LINES: [&str; 6] = [
    "--agent claude SessionStart",
    "--agent claude PreToolUse",
    "--agent claude PostToolUse",
    "--agent copilot preToolUse",
    "--agent kimi PreToolUse",
    "--agent claude Stop",
];

/// How many shells the relay starts for all these entries; none of them may print anything.
fn shells(home: &Home) -> usize {
    let marks = home.path("marks");
    // The one shell that is on the path leaves a mark.
    let shell = format!("#!/bin/sh\necho >> '{}'\n", marks.display());
    let shell = home.write("path/sh", shell);
    fs::set_permissions(shell, fs::Permissions::from_mode(0o755)).unwrap();
    let call = home.command_call().as_object().unwrap().clone();
    for line in LINES {
        let mut call = call.clone();
        call["hook_event_name"] = json!(line.split(' ').next_back());
        call.insert("toolName".to_owned(), json!("bash"));
        let mut command = home.command(line);
        command.env("PATH", home.path("path"));
        finish(command.spawn().unwrap(), json!(call).to_string().as_bytes()).silent();
    }
    let marks = home.text("marks").lines().count();
    let _ = fs::remove_file(home.path("marks"));
    marks
}

#[test]
fn without_a_hook_no_process_is_started_and_nothing_said() {
    let home = Home::fresh();
    assert_eq!(shells(&home), 0);
    // The app's own settings are in the same file.
    home.hooks(&json!({ "theme": "dark" }));
    assert_eq!(shells(&home), 0);
    let app = home.hearing(LINES.len());
    assert_eq!(shells(&home), 0);
    let events = app.join().unwrap().into_iter().map(|event| event.event);
    let expected = LINES.map(|line| line.split(' ').next_back().unwrap());
    assert_eq!(events.collect::<Vec<_>>(), expected);
    assert_eq!(home.log(), "");
    // The mark would have been seen.
    fs::remove_file(home.path("run/vults.sock")).unwrap();
    home.hooks(&one("PreToolUse", BLOCK));
    assert_eq!(shells(&home), 3);
}

#[test]
fn our_own_entries_are_no_handlers() {
    let home = Home::fresh();
    let relay = home.relay().display();
    let entry =
        format!("{{ [ -x '{relay}' ] && '{relay}' --agent levelcode Stop; }} 2>/dev/null || :");
    home.hooks(&one("Stop", &entry));
    let app = home.hearing(1);
    home.run("", STOP).silent();
    assert_eq!(app.join().unwrap().len(), 1);
}
