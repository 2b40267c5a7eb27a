//! Who waits: every cell of the table (specs C5), and what a waiting event carries.

use serde_json::{Value, json};
use vults_protocol::Event;
use vults_protocol::limits::MESSAGE_BYTES;

use crate::build;

const AGENTS: [&str; 6] = ["claude", "codex", "opencode", "qwen", "copilot", "kimi"];

fn waits(line: &str, tool: &str) -> bool {
    let key = if line.contains("copilot") { "toolName" } else { "tool_name" };
    build(line, json!({ key: tool })).event.wants_reply
}

#[test]
fn permissions_wait_but_for_other_tools() {
    for agent in AGENTS {
        for ask in ["", "--ask"] {
            let line = format!("--agent {agent} {ask} PermissionRequest");
            assert_eq!(waits(&line, "Bash"), agent != "kimi", "{line}");
        }
    }
}

#[test]
fn questions_wait_only_where_the_entry_has_the_time() {
    for agent in AGENTS {
        let line = format!("--agent {agent} --ask PreToolUse");
        let can = matches!(agent, "claude" | "opencode");
        assert_eq!(waits(&line, "AskUserQuestion"), can, "{line}");
        assert!(!waits(&line, "Bash"), "{line}");
        let line = format!("--agent {agent} PreToolUse");
        assert!(!waits(&line, "AskUserQuestion"), "{line}");
    }
}

#[test]
fn nothing_else_waits() {
    let events = ["PostToolUse", "Stop", "Notification", "SessionStart", "permissionRequest"];
    for agent in AGENTS {
        for event in events {
            let line = format!("--agent {agent} --ask {event}");
            assert!(!waits(&line, "AskUserQuestion"), "{line}");
        }
    }
}

#[test]
fn what_waits_keeps_its_words_for_the_answer() {
    let long = "q".repeat(3_000);
    let payload = json!({"tool_name": "AskUserQuestion", "transcript_path": "/t",
        "tool_input": {"questions": [{"question": long}]}});
    let built = build("--ask PreToolUse", payload.clone());
    assert_eq!(built.asked.map(Value::Object), Some(payload.clone()));
    assert_eq!(built.event.input, Some(payload["tool_input"].clone()));
    let permission = json!({"tool_name": "ExitPlanMode", "tool_input": {"plan": long}});
    assert_eq!(
        build("PermissionRequest", permission.clone()).asked.map(Value::Object),
        Some(permission.clone())
    );
    assert_eq!(build("PreToolUse", permission.clone()).asked, None);
    // What is told and not asked is not answered.
    let told = build("PermissionRequest", permission).without_asking().unwrap();
    assert_eq!(told.asked, None);
}

#[test]
fn a_cut_input_travels_whole() {
    let check = |line: &str, key: &str| {
        let input = json!({"command": "x".repeat(300_000), "description": "d"});
        let built = build(line, json!({ key: input.clone(), "other": "y".repeat(3_000) }));
        assert!(built.event.wants_reply, "{line}");
        assert_eq!(built.event.input, Some(input), "{line}");
        let cut = built.event.payload[key]["command"].as_str().unwrap();
        assert_eq!(cut.len(), 2_000, "{line}");
        assert_eq!(Event::decode(&built.line).unwrap(), built.event, "{line}");
    };
    check("PermissionRequest", "tool_input");
    check("--agent codex PermissionRequest", "tool_input");
    check("--agent copilot PermissionRequest", "toolInput");
    check("--agent copilot PermissionRequest", "tool_input");
}

#[test]
fn an_input_that_arrived_whole_is_not_sent_twice() {
    let payload = json!({"tool_input": {"command": "ls"}, "other": "y".repeat(3_000)});
    assert_eq!(build("PermissionRequest", payload).event.input, None);
    // An event that does not wait has no card to show it on.
    let payload = json!({"tool_input": {"command": "x".repeat(3_000)}});
    assert_eq!(build("PreToolUse", payload).event.input, None);
}

#[test]
fn an_input_that_does_not_fit_is_left_to_the_terminal() {
    let waits = |bytes: usize| {
        let payload = json!({"tool_name": "Write", "tool_input": {"content": "x".repeat(bytes)}});
        let built = build("PermissionRequest", payload);
        assert!(built.line.len() <= MESSAGE_BYTES);
        assert_eq!(built.event.input.is_some(), built.event.wants_reply);
        assert_eq!(Event::decode(&built.line).unwrap(), built.event);
        built.event.wants_reply
    };
    assert!(!waits(5 << 20));
    // The exact edge: the line with the input has MESSAGE_BYTES or one more.
    let payload = json!({"tool_name": "Write", "tool_input": {"content": "x".repeat(5_000)}});
    let around = build("PermissionRequest", payload).line.len() - 5_000;
    assert!(waits(MESSAGE_BYTES - around));
    assert!(!waits(MESSAGE_BYTES - around + 1));
}

#[test]
fn a_tool_that_cannot_be_named_is_left_to_the_terminal() {
    let payload = json!({"tool_name": "x".repeat(2_001), "tool_input": {}});
    assert!(!build("PermissionRequest", payload).event.wants_reply);
    let payload = json!({"tool_name": "x".repeat(2_000), "tool_input": {}});
    assert!(build("PermissionRequest", payload).event.wants_reply);
}
