use serde_json::json;
use vults_hook::event::read_payload;
use vults_protocol::AgentKind;

use crate::{build, build_with};

#[test]
fn the_payload_names_the_event_before_the_entry_does() {
    let check = |line: &str, payload, expected: Option<&str>| {
        let built = build_with(line, payload, &[]).unwrap();
        assert_eq!(built.map(|built| built.event.event).as_deref(), expected, "{line}");
    };
    check("", json!({"hook_event_name": "Stop"}), Some("Stop"));
    check("PreToolUse", json!({"hook_event_name": "Stop"}), Some("Stop"));
    check("PreToolUse", json!({"hook_event_name": ""}), Some("PreToolUse"));
    check("PreToolUse", json!({"hook_event_name": 7}), Some("PreToolUse"));
    check("PreToolUse", json!({}), Some("PreToolUse"));
    check("", json!({}), None);
    let cost = json!({"hook_event_name": "Stop", "cost": {"total_cost_usd": 1.5}});
    check("--statusline Stop", cost, Some("StatusLine"));
}

#[test]
fn copilots_permission_goes_as_it_is() {
    let payload = json!({"hookName": "permissionRequest", "sessionId": "s", "toolName": "bash",
        "toolInput": {"command": "ls"}});
    let built = build("--agent copilot PermissionRequest", payload.clone());
    assert_eq!(built.event.event, "PermissionRequest");
    assert!(built.event.wants_reply);
    assert_eq!(serde_json::Value::Object(built.event.payload), payload);
}

#[test]
fn only_an_object_is_a_payload() {
    for bytes in ["{}", "\u{feff}{}", " {\"a\": 1}\n"] {
        assert!(read_payload(bytes.as_bytes()).is_ok(), "{bytes:?}");
    }
    let deep = "[".repeat(100_000);
    for bytes in ["", "null", "[]", "1", "\"a\"", "{", "{} {}", "\u{feff}\u{feff}{}", &deep] {
        assert!(read_payload(bytes.as_bytes()).is_err(), "{bytes:.20}");
    }
    assert!(read_payload(b"{\"a\": \"\xff\"}").is_err());
}

#[test]
fn the_folder_is_the_payloads_first() {
    let check = |payload: serde_json::Value, expected: &str| {
        let cwd = build("Stop", payload.clone()).event.terminal.cwd;
        assert_eq!(cwd.as_deref(), Some(expected), "{payload}");
    };
    check(json!({"cwd": "/a", "workspacePaths": ["/b"], "workspace_roots": ["/c"]}), "/a");
    check(json!({"cwd": "", "workspacePaths": ["/b", "/x"], "workspace_roots": ["/c"]}), "/b");
    check(json!({"cwd": 3, "workspacePaths": [""], "workspace_roots": ["/c"]}), "/c");
    check(json!({"workspacePaths": [], "workspace_roots": "/c"}), "/own");
    check(json!({}), "/own");
}

#[test]
fn only_set_variables_of_the_list_travel() {
    let set = [
        ("TMUX", "/tmp/t,1,0"),
        ("VULTS_TASK", "7"),
        ("PATH", "/bin"),
        ("WINDOWID", ""),
        ("ANTHROPIC_API_KEY", "secret"),
    ];
    let built = build_with("Stop", json!({}), &set).unwrap().unwrap();
    let env: Vec<_> = built.event.terminal.env.iter().map(|(k, v)| (&**k, &**v)).collect();
    assert_eq!(env, [("TMUX", "/tmp/t,1,0"), ("VULTS_TASK", "7"), ("WINDOWID", "")]);
}

#[test]
fn claude_names_its_own_process() {
    let check = |line: &str, value: &str, expected| {
        let built = build_with(line, json!({}), &[("CLAUDE_PID", value)]).unwrap().unwrap();
        assert_eq!(built.event.terminal.pid, Some(expected), "{line} {value:?}");
    };
    check("Stop", "77", 77);
    for bad in ["", "0", "-1", "x", "99999999999"] {
        check("Stop", bad, 4242);
    }
    // A Codex that Claude Code started inherits the variable.
    check("--agent codex Stop", "77", 4242);
}

#[test]
fn the_chats_own_agents_are_marked() {
    let check = |agent: &str, value: &str, expected: bool| {
        let line = format!("--agent {agent} PermissionRequest");
        let built = build_with(&line, json!({}), &[("VULTS_ZECA", value)]).unwrap().unwrap();
        assert_eq!(built.event.zeca, expected, "{agent} {value:?}");
        let waits = !expected && built.event.agent.kind() != AgentKind::Other;
        assert_eq!(built.event.wants_reply, waits, "{agent} {value:?}");
    };
    for agent in ["claude", "codex"] {
        check(agent, "1", true);
        check(agent, "0", false);
        check(agent, "", false);
    }
    for agent in ["opencode", "qwen", "copilot", "kimi"] {
        check(agent, "1", false);
    }
}

#[test]
fn the_line_is_the_protocols() {
    let payload = json!({"tool_name": "Bash", "tool_input": {"command": "cargo test"}});
    let built = build_with("PermissionRequest", payload, &[("TERM_PROGRAM", "kitty")]);
    let line = built.unwrap().unwrap().line;
    assert_eq!(
        String::from_utf8(line).unwrap(),
        concat!(
            r#"{"kind":"event","v":8,"id":"18f-1a2b","agent":"claude","event":"PermissionRequest","#,
            r#""wants_reply":true,"terminal":{"cwd":"/own","pid":4242,"#,
            r#""env":{"TERM_PROGRAM":"kitty"}},"payload":{"tool_name":"Bash","#,
            r#""tool_input":{"command":"cargo test"}}}"#,
            "\n"
        )
    );
    let line = build("--agent kimi Stop", json!({})).line;
    assert_eq!(
        String::from_utf8(line).unwrap(),
        concat!(
            r#"{"kind":"event","v":8,"id":"18f-1a2b","agent":"other","agent_name":"kimi","#,
            r#""event":"Stop","wants_reply":false,"terminal":{"cwd":"/own","pid":4242},"#,
            r#""payload":{}}"#,
            "\n"
        )
    );
}
