//! Every recorded payload of every agent becomes an event; the telling ones are kept whole.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use vults_hook::args::Args;
use vults_protocol::Event;
use vults_protocol::event::may_wait;

use crate::{build, build_with};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures")
}

fn payload(name: &str) -> Value {
    serde_json::from_slice(&fs::read(folder().join(name)).unwrap()).unwrap()
}

#[test]
fn every_recorded_payload_becomes_an_event() {
    let mut count = 0;
    for agent in fs::read_dir(folder()).unwrap() {
        let agent = agent.unwrap();
        if !agent.file_type().unwrap().is_dir() {
            continue;
        }
        let name = agent.file_name().into_string().unwrap();
        // Gemini CLI's hooks send nothing; its name is refused.
        let args = Args::parse(["--agent".into(), name.clone().into()]);
        assert_eq!(args.is_err(), name == "gemini", "{name}");
        if name == "gemini" {
            continue;
        }
        for file in fs::read_dir(agent.path()).unwrap() {
            let path = file.unwrap().path();
            let file = path.file_stem().unwrap().to_str().unwrap();
            if path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let json: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
            let own = json.get("hook_event_name").and_then(Value::as_str).map(str::to_owned);
            let line = if file.starts_with("StatusLine") {
                format!("--agent {name} --statusline")
            } else {
                format!("--agent {name} {}", file.split('-').next().unwrap())
            };
            let Some(built) = build_with(&line, json, &[]).unwrap() else {
                assert!(file.starts_with("StatusLine"), "{path:?}");
                continue;
            };
            let event = &built.event;
            assert_eq!(&Event::decode(&built.line).unwrap(), event, "{path:?}");
            if let Some(own) = own {
                assert_eq!(event.event, own, "{path:?}");
            }
            for dropped in ["transcript_path", "tool_result", "toolResult"] {
                assert!(!event.payload.contains_key(dropped), "{path:?}");
            }
            let tool = event.payload.get("tool_name").and_then(Value::as_str);
            let may = may_wait(event.agent.kind(), &event.event, tool);
            assert_eq!(event.wants_reply, may && event.event == "PermissionRequest", "{path:?}");
            count += 1;
        }
    }
    assert!(count > 100, "{count} payloads");
}

#[test]
fn the_telling_events_are_as_they_were() {
    for (name, line, file) in [
        ("claude-permission", "PermissionRequest", "claude/PermissionRequest-Bash.json"),
        ("claude-edit", "PostToolUse", "claude/PostToolUse-Edit.json"),
        ("claude-question", "--ask PreToolUse", "claude/PreToolUse-AskUserQuestion.json"),
        ("claude-status-line", "--statusline", "claude/StatusLine-rate_limits.json"),
        ("codex-patch", "--agent codex", "codex/PostToolUse-apply_patch.json"),
        ("copilot-tool", "--agent copilot postToolUse", "copilot/postToolUse-bash.json"),
        ("kimi-tool", "--agent kimi", "kimi/PreToolUse-Bash.json"),
        ("qwen-permission", "--agent qwen", "qwen/PermissionRequest-run_shell_command.json"),
    ] {
        let built = build(line, payload(file));
        let event: Value = serde_json::from_slice(&built.line).unwrap();
        insta::assert_json_snapshot!(name, event);
    }
}
