//! What each of Claude Code's tools asks for, from payloads as the real program sends them.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use vults_agents::{Report, adapter};
use vults_core::{Action, CellMode, Change, FileEdit, Happening, Replacement, Step};
use vults_protocol::{Agent, Event, Terminal};

fn recorded(name: &str) -> Event {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/claude");
    let text = fs::read_to_string(folder.join(name).with_extension("json")).unwrap();
    let payload: Map<String, Value> = serde_json::from_str(&text).unwrap();
    let event = payload["hook_event_name"].as_str().unwrap().to_owned();
    Event {
        id: "1".to_owned(),
        agent: Agent::Claude,
        wants_reply: event == "PermissionRequest",
        event,
        zeca: false,
        terminal: Terminal::default(),
        payload,
        input: None,
    }
}

fn action(event: &Event) -> Option<Action> {
    match adapter(&event.agent).report(event, true) {
        Some(Report::Asks(_, ask)) => {
            assert_eq!(Some(&ask.input), event.payload.get("tool_input"));
            Some(ask.action)
        }
        Some(Report::AsksElsewhere(_)) => None,
        other => panic!("{other:?}"),
    }
}

/// The action of a tool with this input.
fn of(tool: &str, input: Value) -> Option<Action> {
    let mut event = recorded("PermissionRequest-Write");
    event.payload["tool_name"] = json!(tool);
    event.payload["tool_input"] = input;
    action(&event)
}

fn facts(facts: &[(&str, &str)]) -> Vec<(String, String)> {
    facts.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn file(path: &str, change: Change, others: &[(&str, &str)]) -> Action {
    Action::Files { edits: vec![FileEdit { path: path.into(), change }], facts: facts(others) }
}

fn replacement(old: &str, new: &str, every: bool) -> Replacement {
    Replacement { old: old.into(), new: new.into(), every, with_line_break: true }
}

fn replace(old: &str, new: &str, every: bool) -> Change {
    Change::Replace(vec![replacement(old, new, every)])
}

fn cell(mode: CellMode, source: &str) -> Change {
    Change::Cell { id: Some("c1".into()), mode, source: source.into() }
}

fn tool(
    server: Option<&str>,
    tool: &str,
    input: Value,
    paths: &'static [&'static str],
) -> Option<Action> {
    let Value::Object(arguments) = input else { panic!("no object") };
    Some(Action::Tool { server: server.map(str::to_owned), tool: tool.into(), arguments, paths })
}

#[test]
fn recorded_requests() {
    let check = |name: &str, expected: Option<Action>| {
        assert_eq!(action(&recorded(name)), expected, "{name}");
    };
    let path = |name: &str| format!("/home/me/project/{name}");
    let write = |text: &str| Change::Write(text.into());
    check("PermissionRequest-Write", Some(file(&path("fresh.txt"), write("one\ntwo\n"), &[])));
    check("PermissionRequest-Write-2", {
        Some(file(&path("crlf.txt"), write("one\n2\nthree\n"), &[]))
    });
    check("PermissionRequest-Edit", {
        Some(file(&path("notes.txt"), replace("beta", "BETA", false), &[]))
    });
    check("PermissionRequest-Edit-2", {
        Some(file(&path("notes.txt"), replace("a", "A", true), &[("replace_all", "true")]))
    });
    check("PermissionRequest-Edit-3", {
        Some(file(&path("empty.txt"), replace("", "first\n", false), &[]))
    });
    let of_cell = |kind, mode| [("cell_id", r#""c1""#), ("cell_type", kind), ("edit_mode", mode)];
    check("PermissionRequest-NotebookEdit", {
        let change = cell(CellMode::Replace, "a = 1\nb = 3");
        Some(file(&path("book.ipynb"), change, &of_cell(r#""code""#, r#""replace""#)))
    });
    check("PermissionRequest-NotebookEdit-2", {
        let change = cell(CellMode::Insert, "# Title");
        Some(file(&path("book.ipynb"), change, &of_cell(r#""markdown""#, r#""insert""#)))
    });
    check("PermissionRequest-WebFetch", {
        Some(Action::Open {
            url: "https://docs.example.org/guide?page=2".into(),
            prompt: Some("What does the guide say?".into()),
            facts: Vec::new(),
        })
    });
    check("PermissionRequest-WebSearch", {
        let input = json!({"query": "rust unix sockets", "allowed_domains": ["doc.rust-lang.org"]});
        tool(None, "WebSearch", input, &[])
    });
    check("PermissionRequest-Skill", {
        tool(None, "Skill", json!({"skill": "greet", "args": "Ann"}), &[])
    });
    check("PermissionRequest-Read", {
        tool(None, "Read", json!({"file_path": "/etc/hostname"}), &["file_path"])
    });
    check("PermissionRequest-mcp__notes__save_note", {
        let input = json!({
            "title": "Groceries", "tags": ["home", "food"],
            "options": {"color": "blue", "archived": false}, "count": 3, "pinned": true,
        });
        tool(Some("notes"), "save_note", input, &[])
    });
    check("PermissionRequest-Agent", {
        Some(Action::Subagent {
            name: Some("general-purpose".into()),
            description: Some("Make a file".into()),
            prompt: "Say hello.".into(),
            facts: Vec::new(),
        })
    });
}

#[test]
fn the_switch_of_an_edit_says_something_elsewhere() {
    let input = json!({"file_path": "/w/a", "content": "x", "replace_all": false});
    let change = Change::Write("x".into());
    assert_eq!(of("Write", input), Some(file("/w/a", change, &[("replace_all", "false")])));
    let input = |all| json!({"file_path": "/w/a", "old_string": "a", "new_string": "b", "replace_all": all});
    assert_eq!(of("Edit", input(false)), Some(file("/w/a", replace("a", "b", false), &[])));
}

#[test]
fn many_edits_of_one_file() {
    let edits = json!([
        {"old_string": "a", "new_string": "b"},
        {"old_string": "c", "new_string": "d", "replace_all": true, "extra": {"x": 1}},
        {"old_string": "e", "new_string": "f", "replace_all": false},
    ]);
    let change = Change::Replace(vec![
        replacement("a", "b", false),
        replacement("c", "d", true),
        replacement("e", "f", false),
    ]);
    let others =
        [("note", "null"), ("edit 2: replace_all", "true"), ("edit 2: extra", r#"{"x":1}"#)];
    assert_eq!(
        of("MultiEdit", json!({"file_path": "/w/a", "edits": edits, "note": null})),
        Some(file("/w/a", change, &others))
    );
}

#[test]
fn what_nobody_knows_is_a_fact() {
    let check = |tool: &str, mut input: Value, field: &str| {
        input[field] = json!({"a": [1, "b"]});
        let all = match of(tool, input) {
            Some(
                Action::Command { facts, .. }
                | Action::Files { facts, .. }
                | Action::Open { facts, .. }
                | Action::Subagent { facts, .. },
            ) => facts,
            other => panic!("{tool}: {other:?}"),
        };
        let last = (field.to_owned(), r#"{"a":[1,"b"]}"#.to_owned());
        assert_eq!(all.last(), Some(&last), "{tool}");
    };
    check("Bash", json!({"command": "ls"}), "new");
    check("Write", json!({"file_path": "/w/a", "content": ""}), "new");
    check("Edit", json!({"file_path": "/w/a", "old_string": "", "new_string": ""}), "new");
    check("NotebookEdit", json!({"notebook_path": "/w/a", "new_source": ""}), "cell_type");
    check("WebFetch", json!({"url": "https://a.example"}), "prompt");
    check("Agent", json!({"prompt": "Go."}), "subagent_type");
    check("Task", json!({"prompt": "Go.", "description": "x"}), "model");
}

#[test]
fn another_shape_is_shown_as_it_is() {
    let check = |name: &str, input: Value| {
        assert_eq!(of(name, input.clone()), tool(None, name, input, &[]), "{name}");
    };
    check("Write", json!({"file_path": "/w/a"}));
    check("Write", json!({"file_path": "/w/a", "content": ["x"]}));
    check("Edit", json!({"file_path": 1, "old_string": "a", "new_string": "b"}));
    check("Edit", json!({"file_path": "/w/a", "old_string": "a", "new_string": null}));
    check(
        "Edit",
        json!({
            "file_path": "/w/a", "old_string": "a", "new_string": "b", "replace_all": "yes",
        }),
    );
    check("MultiEdit", json!({"file_path": "/w/a", "edits": "none"}));
    check("MultiEdit", json!({"file_path": "/w/a", "edits": [1]}));
    check("MultiEdit", json!({"file_path": "/w/a", "edits": [{"old_string": "a"}]}));
    check("NotebookEdit", json!({"notebook_path": "/w/a", "new_source": "", "edit_mode": "x"}));
    check("NotebookEdit", json!({"notebook_path": "/w/a", "new_source": "x", "cell_id": 1}));
    check(
        "NotebookEdit",
        json!({
            "notebook_path": "/w/a", "new_source": "what becomes of it?", "edit_mode": "delete",
        }),
    );
    check("WebFetch", json!({"prompt": "x"}));
    check("Agent", json!({"description": "x"}));
    check("NotYetInvented", json!({}));
    check("NotYetInvented", json!({"a": {"b": [null, 1.5]}}));
}

#[test]
fn a_server_s_tool_is_named_or_shown_as_it_is() {
    let check = |name: &str, server: Option<&str>, expected: (Option<&str>, &str)| {
        let mut event = recorded("PermissionRequest-mcp__notes__save_note");
        event.payload["tool_name"] = json!(name);
        event.payload["mcp_server"] = json!({ "name": server });
        let Some(Action::Tool { server, tool, .. }) = action(&event) else { panic!("{name}") };
        assert_eq!((server.as_deref(), tool.as_str()), expected, "{name}");
    };
    check("mcp__notes__save", Some("notes"), (Some("notes"), "save"));
    check("mcp__my_notes__save__all", Some("my notes"), (Some("my notes"), "save__all"));
    check("mcp__a__b__c", Some("a__b"), (Some("a__b"), "c"));
    check("mcp__a__b__c", Some("a"), (Some("a"), "b__c"));
    check("mcp__notes__save", None, (Some("notes"), "save"));
    // Whose tool is it: that of `github`, or that of `github__evil`?
    check("mcp__github__evil__read", None, (None, "mcp__github__evil__read"));
    check("mcp__github__read", Some("evil"), (None, "mcp__github__read"));
    for name in ["mcp__", "mcp____", "mcp__a", "mcp__a__", "mcp____a"] {
        check(name, None, (None, name));
        check(name, Some("a"), (None, name));
    }
}

#[test]
fn a_tool_of_a_server_is_never_one_of_the_agent_s_own() {
    assert!(matches!(
        of("mcp__shell__Bash", json!({"command": "ls"})),
        Some(Action::Tool { server: Some(_), .. })
    ));
    assert_eq!(
        of("mcp__files__Read", json!({"file_path": "/a"})),
        tool(Some("files"), "Read", json!({"file_path": "/a"}), &[])
    );
}

#[test]
fn steps() {
    let check = |name: &str, expected: Step| {
        let event = recorded(name);
        match adapter(&event.agent).report(&event, false) {
            Some(Report::Happened(_, Happening::ToolStarted(_, step))) => {
                assert_eq!(step, expected);
            }
            other => panic!("{other:?}"),
        }
    };
    let path = |name: &str| format!("/home/me/project/{name}");
    check("PreToolUse-Write", Step::Edit(path("fresh.txt")));
    check("PreToolUse-NotebookEdit", Step::Edit(path("book.ipynb")));
    check("PreToolUse-Read", Step::Read(path("notes.txt")));
    check("PreToolUse-WebFetch", Step::Open("https://docs.example.org/guide?page=2".into()));
    check("PreToolUse-Agent", Step::Subagent("general-purpose".into()));
    check("PreToolUse-EnterPlanMode", Step::Tool("EnterPlanMode".into()));
    check("PreToolUse-mcp__notes__save_note", {
        Step::ServerTool { server: "notes".into(), tool: "save_note".into() }
    });
}

#[test]
fn a_request_and_the_end_of_its_call_match() {
    for (asked, ended) in [
        ("PermissionRequest-Write", "PostToolUse-Write"),
        ("PermissionRequest-Edit", "PostToolUse-Edit"),
        ("PermissionRequest-Edit-2", "PostToolUse-Edit-2"),
        ("PermissionRequest-NotebookEdit", "PostToolUse-NotebookEdit"),
        ("PermissionRequest-WebFetch", "PostToolUseFailure-WebFetch"),
        ("PermissionRequest-mcp__notes__save_note", "PostToolUse-mcp__notes__save_note"),
        ("PermissionRequest-Agent", "PostToolUse-Agent"),
    ] {
        let (asked, ended) = (recorded(asked), recorded(ended));
        let report = |event: &Event, waits| adapter(&event.agent).report(event, waits);
        let (Some(Report::Asks(_, ask)), Some(Report::Happened(_, Happening::ToolEnded(call)))) =
            (report(&asked, true), report(&ended, false))
        else {
            panic!("{asked:?}")
        };
        assert_eq!(ask.call, call);
    }
}
