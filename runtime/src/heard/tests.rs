//! Lines with their cards, from real files, with time held still.

use std::fs;

use serde_json::{Value, json};
use tokio::time::advance;
use vults_core::{Content, FileChange, FileView, LineChange, Segment, Text, Unread};
use vults_protocol::limits::CARD_DRAWN;

use super::*;
use crate::testing::{MILLISECOND, ears, hold_time, soon};

fn event(name: &str, tool: &str, cwd: &str, input: &Value) -> Vec<u8> {
    json!({
        "kind": "event", "v": 8, "id": "1", "agent": "claude", "event": name,
        "wants_reply": name == "PermissionRequest", "terminal": { "cwd": cwd },
        "payload": {
            "hook_event_name": name, "session_id": "s", "tool_name": tool, "tool_input": input,
        },
    })
    .to_string()
    .into_bytes()
}

async fn hear(ears: &Ears, line: Vec<u8>) -> Heard {
    let _still = hold_time();
    let line = ears.read(line, Chain::default()).await.unwrap().event();
    let heard = soon(ears.prepare(line)).await;
    ears.projects.hear(&heard);
    heard
}

/// The content of a card, and the project where the agent works outside of it.
async fn card(ears: &Ears, tool: &str, cwd: &str, input: Value) -> Option<Content> {
    match hear(ears, event("PermissionRequest", tool, cwd, &input)).await {
        Heard::Asked(_, request) => Some(request.content().clone()),
        Heard::AskedElsewhere(_) => None,
        other => panic!("{other:?}"),
    }
}

fn only(content: Option<Content>) -> FileView {
    match content {
        Some(Content::Files { mut files, .. }) if files.len() == 1 => files.remove(0),
        other => panic!("{other:?}"),
    }
}

/// A diff as it is written: a sign and the line, hunks apart.
fn written(file: &FileView) -> String {
    let plain = |Text(segments): &Text| -> String {
        let piece = |segment: &Segment| match segment {
            Segment::Plain(text) => text.clone(),
            Segment::Hidden(label) => format!("⟨{label}⟩"),
        };
        segments.iter().map(piece).collect()
    };
    let mut lines = Vec::new();
    for hunk in &file.diff.hunks {
        lines.push(format!("@{},{}", hunk.before, hunk.after));
        lines.extend(hunk.lines.iter().map(|line| {
            let sign = match line.change {
                LineChange::Same => ' ',
                LineChange::Added => '+',
                LineChange::Removed => '-',
            };
            format!("{sign}{}", plain(&line.text))
        }));
    }
    lines.join("\n")
}

#[tokio::test(start_paused = true)]
async fn an_edit_is_shown_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let cwd = folder.to_str().unwrap();
    let path = format!("{cwd}/notes.txt");
    let text: String = (1..=20).map(|number| format!("line {number}\n")).collect();
    fs::write(&path, text).unwrap();
    let ears = ears();

    let input = json!({"file_path": path, "old_string": "line 10\n", "new_string": "ten\n10\n"});
    let file = only(card(&ears, "Edit", cwd, input).await);
    assert_eq!((file.change, file.outside, &file.leads_to), (FileChange::Changed, false, &None));
    assert_eq!((file.diff.added, file.diff.removed), (2, 1));
    let expected =
        "@7,7\n line 7\n line 8\n line 9\n-line 10\n+ten\n+10\n line 11\n line 12\n line 13";
    assert_eq!(written(&file), expected);

    let input = json!({"file_path": path, "content": "line 1\nline 2"});
    let file = only(card(&ears, "Write", cwd, input).await);
    assert_eq!((file.diff.added, file.diff.removed), (1, 19));
    assert!(written(&file).ends_with("+line 2⟨no line break⟩"));

    let input = json!({"file_path": path, "old_string": "line 1", "new_string": "x"});
    let file = only(card(&ears, "Edit", cwd, input).await);
    assert_eq!(file.change, FileChange::Unread { why: Unread::OldTextRepeated });
    assert_eq!(written(&file), "@0,0\n-line 1\n+x");

    let input = json!({"file_path": format!("{cwd}/new.txt"), "content": "a\nb\n"});
    let file = only(card(&ears, "Write", cwd, input).await);
    assert_eq!(file.change, FileChange::New);
    assert_eq!(written(&file), "@1,1\n+a\n+b");
}

#[tokio::test(start_paused = true)]
async fn the_project_is_where_the_session_began() {
    let top = tempfile::tempdir().unwrap();
    let top = top.path().canonicalize().unwrap();
    let (project, sub) = (top.join("project"), top.join("project/sub"));
    fs::create_dir_all(&sub).unwrap();
    let [top, project, sub] = [&top, &project, &sub].map(|path| path.to_str().unwrap());
    let ears = ears();
    let outside = async |cwd: &str, path: String| {
        let input = json!({"file_path": path, "content": ""});
        only(card(&ears, "Write", cwd, input).await).outside
    };
    // It has not been seen to begin: it is where it works.
    assert!(outside(sub, format!("{top}/a")).await);
    let start = event("SessionStart", "", project, &json!({}));
    assert!(matches!(hear(&ears, start).await, Heard::Happened(..)));
    assert!(!outside(sub, format!("{project}/a")).await);
    assert!(outside(sub, format!("{top}/a")).await);
    let end = event("SessionEnd", "", project, &json!({}));
    assert!(matches!(hear(&ears, end).await, Heard::Happened(..)));
    assert!(outside(sub, format!("{project}/a")).await);
}

#[tokio::test(start_paused = true)]
async fn a_path_of_a_tool_says_where_it_leads() {
    let ears = ears();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    std::os::unix::fs::symlink("/etc/hostname", folder.join("link")).unwrap();
    let path = folder.join("link");
    let cwd = folder.to_str().unwrap();
    let input = json!({"limit": 1, "file_path": path});
    let Some(Content::Tool { arguments, .. }) = card(&ears, "Read", cwd, input).await else {
        panic!("a tool")
    };
    let facts: Vec<_> = arguments.iter().map(|row| (row.outside, row.leads_to.clone())).collect();
    let target = Text(vec![Segment::Plain("/etc/hostname".to_owned())]);
    assert_eq!(facts, [(false, None), (true, Some(target))]);
}

#[tokio::test(start_paused = true)]
async fn two_thousand_edits() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let (cwd, path) = (folder.to_str().unwrap(), folder.join("many.txt"));
    let text: String = (0..2_000).map(|number| format!("<{number}>\n")).collect();
    fs::write(&path, text).unwrap();
    let edit = |number| json!({"old_string": format!("<{number}>"), "new_string": "!"});
    let edits: Vec<Value> = (0..2_000).map(edit).collect();
    let input = json!({"file_path": path, "edits": edits});
    let ears = ears();
    let file = only(card(&ears, "MultiEdit", cwd, input.clone()).await);
    assert_eq!(file.change, FileChange::Changed);
    assert_eq!((file.diff.added, file.diff.removed), (2_000, 2_000));

    // In a large file nobody works that out in time, and nothing is guessed.
    let text: String = (0..2_000).map(|number| format!("<{number}>{:400}\n", "")).collect();
    fs::write(&path, text).unwrap();
    let file = only(card(&ears, "MultiEdit", cwd, input).await);
    assert_eq!(file.change, FileChange::Unread { why: Unread::TooManyChanges });
    assert_eq!((file.diff.hunks.len(), file.diff.added, file.diff.removed), (2_000, 2_000, 2_000));
}

#[tokio::test(start_paused = true)]
async fn more_than_a_person_can_read_asks_in_the_terminal() {
    let ears = ears();
    let lines = |count: usize| json!({"file_path": "/nowhere/a", "content": "x\n".repeat(count)});
    assert!(card(&ears, "Write", "/", lines(4_998)).await.is_some());
    assert!(card(&ears, "Write", "/", lines(5_000)).await.is_none());
    // As much as a message carries, in lines that can be read.
    let long = format!("{}\n", "x".repeat(899)).repeat(1_000);
    let large = json!({"file_path": "/nowhere/a", "content": long});
    assert!(card(&ears, "Write", "/", large).await.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_disk_that_never_answers_leaves_it_to_the_terminal() {
    let _still = hold_time();
    let ears = ears();
    let _stuck = Arc::clone(&ears.preparing).acquire_many_owned(8).await.unwrap();
    let line = ears
        .read(event("PermissionRequest", "Bash", "/", &json!({"command": "ls"})), Chain::default())
        .await
        .unwrap()
        .event();
    let preparing = ears.clone();
    let heard = tokio::spawn(async move { preparing.prepare(line).await });
    crate::testing::settle().await;
    advance(PREPARE - MILLISECOND).await;
    crate::testing::settle().await;
    assert!(!heard.is_finished());
    advance(2 * MILLISECOND).await;
    assert!(matches!(soon(heard).await.unwrap(), Heard::AskedElsewhere(_)));
    // What asks nothing is heard all the same.
    let told = event("PostToolUse", "Bash", "/", &json!({"command": "ls"}));
    assert!(matches!(hear(&ears, told).await, Heard::Happened(..)));
    const { assert!(PREPARE.as_millis() * 2 < CARD_DRAWN.as_millis()) };
}
