//! What is known, for a program to read. Names and meanings stay; more may come.

use serde_json::{Value, json};
use vults_core::{Dead, DiffView, FolderView, TestView};

use super::words::{self, plain};
use crate::install::Folder;

/// The object as text that no terminal acts on: what is not plainly a character is escaped.
pub(super) fn text(value: &Value) -> String {
    let mut text = String::new();
    let mut units = [0; 2];
    for letter in format!("{value:#}\n").chars() {
        // Outside of strings all is plain.
        if letter.is_ascii_graphic() || letter.is_alphanumeric() || matches!(letter, ' ' | '\n') {
            text.push(letter);
        } else {
            for unit in letter.encode_utf16(&mut units) {
                text += &format!("\\u{unit:04x}");
            }
        }
    }
    text
}

/// One settings file.
pub(super) fn folder(folder: &Folder, view: &FolderView) -> Value {
    let absent = view.entries.iter().filter(|entry| !entry.present);
    json!({
        "agent": view.agent,
        "file": folder.file.to_string_lossy(),
        "target": view.target.as_ref().map(plain),
        "state": view.state,
        "since_unix_ms": view.since_unix_ms,
        "missing": absent.map(|entry| entry.event.as_str()).collect::<Vec<_>>(),
        "status_line": view.status_line,
        "not_running_because": view.dead.iter().map(dead).collect::<Vec<_>>(),
        "problem": view.problem.as_ref().map(|problem| json!({
            "sentence": problem.sentence,
            "line": problem.line,
            "column": problem.column,
        })),
        "shrunk": view.shrunk,
        "backup": view.backup.as_ref().map(plain),
    })
}

fn dead(dead: &Dead) -> Value {
    match dead {
        Dead::Disabled { file } => json!({ "why": "disabled", "file": plain(file) }),
        Dead::NotLoaded { line, column } => {
            json!({ "why": "not_loaded", "line": line, "column": column })
        }
        Dead::Review => json!({ "why": "review" }),
        Dead::ManagedOff { file } => json!({ "why": "managed_off", "file": plain(file) }),
        Dead::Managed { file } => json!({ "why": "managed", "file": plain(file) }),
        Dead::Untrusted { folder } => json!({ "why": "untrusted", "folder": plain(folder) }),
        Dead::OlderSessions { count } => json!({ "why": "older_sessions", "count": count }),
    }
}

/// A change, as a text of signed lines.
pub(super) fn diff(diff: &DiffView) -> Value {
    json!({ "added": diff.added, "removed": diff.removed, "text": words::diff(diff) })
}

/// What a test came to.
pub(super) fn test(folder: &Folder, test: &TestView) -> Value {
    let hooks = test.hooks.iter().map(|hook| {
        json!({
            "event": hook.event,
            "ms": hook.ms,
            "printed": hook.printed.as_ref().map(plain),
            "trouble": hook.trouble,
        })
    });
    json!({
        "agent": folder.agent,
        "file": folder.file.to_string_lossy(),
        "hooks": hooks.collect::<Vec<_>>(),
        "program": test.program.as_ref().map(|program| json!({
            "file": plain(&program.file),
            "version": program.version.as_ref().map(plain),
        })),
        "review": test.review,
    })
}
