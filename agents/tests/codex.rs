//! What Codex's events mean: whose they are, which call they are about, and what is asked.
#![allow(clippy::unwrap_used)]

mod sent;

use sent::{event_of, recorded_of};
use serde_json::{Value, json};
use vults_agents::{Report, adapter};
use vults_core::{Action, Ask, Call, Change, FileEdit, Happening, Hunk, LineChange, Mode, Step};
use vults_protocol::{Agent, Event};

fn recorded(name: &str) -> Event {
    event_of(Agent::Codex, recorded_of(&Agent::Codex, name))
}

/// A permission that is asked for a tool with this input.
fn permission(tool: &str, input: Value) -> Event {
    let mut event = recorded("PermissionRequest-Bash");
    event.payload["tool_name"] = tool.into();
    event.payload["tool_input"] = input;
    event
}

/// What a waiting event asks; none where its terminal does.
fn asked(event: &Event) -> Option<Ask> {
    match adapter(&event.agent).report(event, true) {
        Some(Report::Asks(_, ask)) => {
            assert_eq!(Some(&ask.input), event.input.as_ref().or(event.payload.get("tool_input")));
            Some(*ask)
        }
        Some(Report::AsksElsewhere(_)) => None,
        other => panic!("{other:?}"),
    }
}

fn told(event: &Event) -> Happening {
    match adapter(&event.agent).report(event, false) {
        Some(Report::Happened(_, happening)) => happening,
        other => panic!("{other:?}"),
    }
}

fn call(event: &Event) -> Call {
    match told(event) {
        Happening::ToolStarted(call, _) | Happening::ToolEnded(call) => call,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_command_is_asked_whole_with_the_models_reason() {
    let ask = asked(&recorded("PermissionRequest-Bash")).unwrap();
    let command = "touch proof.txt && echo made-it".to_owned();
    let description = Some("The task needs this command.".to_owned());
    assert_eq!(ask.action, Action::Command { command, description, facts: Vec::new() });

    let input = json!({
        "command": "ls", "timeout": 5, "replace_all": false, "description": ["odd"],
    });
    let facts = vec![
        ("timeout".to_owned(), "5".to_owned()),
        ("replace_all".to_owned(), "false".to_owned()),
        ("description".to_owned(), r#"["odd"]"#.to_owned()),
    ];
    let action = Action::Command { command: "ls".to_owned(), description: None, facts };
    assert_eq!(asked(&permission("Bash", input)).unwrap().action, action);
    for input in [json!({ "command": " " }), json!({ "command": ["ls"] }), json!({}), json!("ls")] {
        assert_eq!(asked(&permission("Bash", input.clone())), None, "{input}");
    }
}

#[test]
fn a_rule_may_hold_for_servers_tools_alone() {
    let check = |tool: &str, input: Value, expected: Option<&[&str]>| {
        assert_eq!(asked(&permission(tool, input.clone())).unwrap().comments, expected, "{input}");
    };
    // What a command may do outside the sandbox is not said, and may be more the next time.
    check("Bash", json!({ "command": "curl x" }), None);
    check("Bash", json!({ "command": "curl x", "description": "It is needed." }), None);
    check("mcp__notes__save_note", json!({ "title": "T" }), Some(&[]));
    let patch = "*** Begin Patch\n*** Delete File: /a\n*** End Patch";
    check("apply_patch", json!({ "command": patch }), None);
    check("request_permissions", json!({ "permissions": {} }), None);
}

#[test]
fn a_servers_tool_is_asked_with_all_of_its_input() {
    let ask = asked(&recorded("PermissionRequest-mcp__notes__save_note")).unwrap();
    let arguments = ask.input.as_object().unwrap().clone();
    let (server, tool) = (Some("notes".to_owned()), "save_note".to_owned());
    assert_eq!(ask.action, Action::Tool { server, tool, arguments, paths: &[] });
}

/// What a patch does, each file as it is shown; none where it is shown as it is.
fn patched(lines: &[&str]) -> Option<Vec<FileEdit>> {
    let patch = format!("*** Begin Patch\n{}\n*** End Patch", lines.join("\n"));
    match asked(&permission("apply_patch", json!({ "command": patch }))).unwrap().action {
        Action::Files { edits, facts } => {
            assert_eq!(facts, []);
            Some(edits)
        }
        Action::Tool { arguments, .. } => {
            assert_eq!(arguments["command"], *patch);
            None
        }
        other => panic!("{other:?}"),
    }
}

fn hunk(below: Option<&str>, lines: &[(LineChange, &str)], at_end: bool) -> Hunk {
    let lines = lines.iter().map(|(change, text)| (*change, (*text).to_owned())).collect();
    Hunk { below: below.map(str::to_owned), lines, at_end }
}

#[test]
fn a_patch_is_the_files_that_it_changes() {
    use LineChange::{Added, Removed, Same};
    let edit = |path: &str, change| FileEdit { path: path.to_owned(), change };
    let edits = patched(&[
        "*** Add File: new/added.txt",
        "+first",
        "+",
        "*** Add File: empty",
        "*** Update File: /w/src/a.txt",
        "@@ fn main() {",
        " one",
        "-two",
        "+2",
        "@@",
        "-three",
        "*** End of File",
        "*** Update File: b.txt",
        "-bee",
        "+be",
        "*** Delete File: gone.txt",
    ])
    .unwrap();
    let a = vec![
        hunk(Some("fn main() {"), &[(Same, "one"), (Removed, "two"), (Added, "2")], false),
        hunk(None, &[(Removed, "three")], true),
    ];
    let b = vec![hunk(None, &[(Removed, "bee"), (Added, "be")], false)];
    assert_eq!(
        edits,
        [
            edit("new/added.txt", Change::Write("first\n\n".to_owned())),
            edit("empty", Change::Write(String::new())),
            edit("/w/src/a.txt", Change::Patch(a)),
            edit("b.txt", Change::Patch(b)),
            edit("gone.txt", Change::Delete),
        ]
    );
}

#[test]
fn a_patch_that_moves_a_file_is_for_the_terminal() {
    for lines in [
        &["*** Update File: a", "*** Move to: b", "-one"][..],
        &["*** Update File: a", "*** Move to: b"],
        &["*** Delete File: c", "*** Update File: a", "*** Move to: b", "@@", "-one"],
        // However patiently Codex reads it.
        &["*** Update File: a", "  *** Move to: b ", "-one"],
        &["*** Update File: a ", "*** Move to:b", "@@@"],
        &["*** Update File: a", "*** Move to: b\r", "-one"],
    ] {
        let patch = format!("*** Begin Patch\n{}\n*** End Patch", lines.join("\n"));
        assert_eq!(
            asked(&permission("apply_patch", json!({ "command": patch }))),
            None,
            "{lines:?}"
        );
    }
    // A line of a file.
    assert!(patched(&["*** Add File: a", "+*** Move to: b"]).is_some());
}

#[test]
fn a_patch_of_another_form_is_shown_as_it_is() {
    for lines in [
        &["*** Update File: a", "@@", " one", "", "+two"][..],
        // Codex passes over such a line, where nothing says that a place begins.
        &["*** Update File: a", " ", "+two"],
        &["*** Update File: a", " \t ", "+two"],
        &["*** Update File: a"],
        &["*** Update File: a", "@@@", "+two"],
        &["*** Update File: a", "@@ one", "@@ two", "+two"],
        &["*** Update File: a", "@@", "+two", "rest"],
        &["*** Update File: a", "*** End of File"],
        &["*** Add File: a", "+one", "two"],
        &["*** Add File: "],
        &["*** Add File: a "],
        &[" *** Add File: a", "+one"],
        &["*** Add File: a", "+one\r"],
        &["*** Rename File: a"],
        // What the second finds is what the first has left.
        &["*** Add File: a", "+one", "*** Delete File: a"],
        &["*** Add File: a", "*** Delete File: ./a"],
        &["*** Add File: w/a", "*** Delete File: w//./a"],
        &["*** Add File: a", "*** Delete File: b/../a"],
        &["*** Add File: ../a", "*** Delete File: ../b/../a"],
        &["*** Add File: /w/a", "*** Delete File: /../w/a/"],
        // It depends on the folder.
        &["*** Add File: /w/src/a", "*** Delete File: src/a"],
        &["*** Add File: ../a", "*** Delete File: /w/a"],
        &["*** Add File: a", "*** Delete File: /w/a/b/.."],
        &["*** End Patch"],
        &[],
    ] {
        assert_eq!(patched(lines), None, "{lines:?}");
    }
    for patch in ["", "ls", "*** Begin Patch\n*** Delete File: a"] {
        let ask = asked(&permission("apply_patch", json!({ "command": patch }))).unwrap();
        assert!(matches!(ask.action, Action::Tool { .. }), "{patch:?}");
    }
    let more = json!({ "command": "*** Begin Patch\n*** Delete File: a\n*** End Patch", "to": 1 });
    let Action::Files { facts, .. } = asked(&permission("apply_patch", more)).unwrap().action
    else {
        panic!("no files")
    };
    assert_eq!(facts, [("to".to_owned(), "1".to_owned())]);
}

#[test]
fn a_patch_may_name_files_that_are_alike() {
    for lines in [
        &["*** Add File: a", "*** Delete File: b/a"][..],
        &["*** Add File: ../a", "*** Delete File: a"],
        &["*** Add File: /w/a", "*** Delete File: /a"],
        &["*** Add File: /w/src/a", "*** Delete File: src/b"],
        // Within a named place such a line is one of the file.
        &["*** Update File: a", "@@", " ", "+two"],
    ] {
        assert!(patched(lines).is_some(), "{lines:?}");
    }
}

#[test]
fn the_events_of_one_call_are_told_to_be_so() {
    let check = |first: &str, then: &str, is_same: bool| {
        let (first, then) = (call(&recorded(first)), call(&recorded(then)));
        assert_eq!(first == then, is_same, "{first:?} {then:?}");
    };
    check("PreToolUse-Bash", "PostToolUse-Bash", true);
    check("PreToolUse-apply_patch", "PostToolUse-apply_patch", true);
    check("PreToolUse-Bash", "PostToolUse-Bash-exit3", false);
    check("PreToolUse-apply_patch-several", "PostToolUse-apply_patch", false);
    for name in ["Bash", "apply_patch", "mcp__notes__save_note"] {
        let asks = asked(&recorded(&format!("PermissionRequest-{name}"))).unwrap();
        assert_eq!(asks.call, call(&recorded(&format!("PreToolUse-{name}"))), "{name}");
    }
    // Of a long patch less is left before than after.
    let long = |event: &str, bytes: usize, mark: &str| {
        let mut event = recorded(event);
        let text = format!("*** Begin Patch\n{}", "ä".repeat(40_000));
        let cut = format!("{}{mark}", &text[..text.floor_char_boundary(bytes)]);
        event.payload["tool_input"]["command"] = cut.into();
        call(&event)
    };
    let before = long("PreToolUse-apply_patch", 1_997, "…");
    assert_eq!(before, long("PostToolUse-apply_patch", 60_000, "\n"));
}

#[test]
fn steps_say_what_runs() {
    let check = |name: &str, expected: Step| match told(&recorded(name)) {
        Happening::ToolStarted(_, step) => assert_eq!(step, expected),
        other => panic!("{name}: {other:?}"),
    };
    let text = str::to_owned;
    check("PreToolUse-Bash", Step::Command(text("touch proof.txt && echo made-it")));
    check("PreToolUse-apply_patch", Step::Edit(text("/home/me/outside.txt")));
    check("PreToolUse-apply_patch-several", Step::Edit(text("new/added.txt")));
    check("PreToolUse-view_image", Step::Read(text("/tmp/x.png")));
    check("PreToolUse-collaborationspawn_agent", Step::Subagent(text("helper")));
    let (server, tool) = (text("notes"), text("save_note"));
    check("PreToolUse-mcp__notes__save_note", Step::ServerTool { server, tool });
    assert_eq!(told(&recorded("PreToolUse-request_user_input")), Happening::AsksInTerminal);
}

#[test]
fn an_event_is_its_sessions_and_its_sub_agents() {
    let origin = |event: &Event| match adapter(&event.agent).report(event, false) {
        Some(Report::Happened(origin, _)) => origin,
        other => panic!("{other:?}"),
    };
    let main = origin(&recorded("PreToolUse-Bash"));
    assert_eq!((main.key.agent.as_str(), main.agent_name.as_str()), ("codex", "Codex"));
    assert_eq!((main.subagent, main.mode), (None, Some(Mode::Default)));
    let sub = origin(&recorded("PreToolUse-Bash-subagent"));
    assert_eq!(sub.subagent_name.as_deref(), Some("default"));
    assert!(sub.subagent.is_some());
    // A command may run in another folder than its session.
    assert_eq!(origin(&recorded("PermissionRequest-Bash-elsewhere")).cwd.as_deref(), Some("/tmp"));

    let mut none = recorded("Stop");
    none.payload.shift_remove("session_id");
    let mut chats = recorded("Stop");
    chats.zeca = true;
    for event in [none, chats] {
        assert_eq!(adapter(&event.agent).report(&event, false), None);
    }
}

#[test]
fn what_may_not_wait_or_is_not_whole_is_for_the_terminal() {
    let mut cut = recorded("PermissionRequest-Bash");
    cut.payload["tool_input"]["command"] = format!("{}…", "x".repeat(1_997)).into();
    assert_eq!(asked(&cut), None);
    let whole = "x".repeat(5_000);
    cut.input = Some(json!({ "command": whole, "description": "The task needs this command." }));
    assert!(asked(&cut).is_some());
    let mut other = recorded("PreToolUse-request_user_input");
    other.wants_reply = true;
    assert_eq!(asked(&other), None);
}
