//! Where people's own lifecycle hooks run in each agent (specs A7), and what then blocks a call (D3).
#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use vults_agents::{Moment, Point, adapter};
use vults_protocol::Agent;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures")
}

fn agent(word: &str) -> Agent {
    word.parse().unwrap()
}

fn fields(value: &Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

/// A moment of an event that `agent` sends.
fn moment(word: &str, event: &str, payload: &Value) -> Option<Moment> {
    adapter(&agent(word)).moment(event, &fields(payload))
}

#[test]
fn every_recorded_event_has_its_moment_or_none() {
    let mut told = String::new();
    // Gemini CLI has no name on the wire any more.
    for word in ["claude", "codex", "copilot", "droid", "kimi", "opencode", "qwen"] {
        let mut files: Vec<_> =
            fs::read_dir(fixtures().join(word)).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        for file in files {
            let stem = file.file_stem().unwrap().to_str().unwrap();
            let event = stem.strip_prefix("pascal-").unwrap_or(stem).split('-').next().unwrap();
            let payload = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
            let Some(Moment { point, session_id, call }) = moment(word, event, &payload) else {
                writeln!(told, "{word}/{stem}: none").unwrap();
                continue;
            };
            assert!(session_id.is_some_and(|session| session.len() > 8), "{word}/{stem}");
            write!(told, "{word}/{stem}: {point:?}").unwrap();
            if let Some(call) = call {
                let input: Vec<&str> = call.input.keys().map(String::as_str).collect();
                write!(told, " {} ({})", call.tool, input.join(" ")).unwrap();
                let result = call.result.map(|text| text.chars().take(60).collect::<String>());
                let id = call.id.map(|_| "with an id").unwrap_or_default();
                write!(told, " {id} {:?}", result.unwrap_or_default()).unwrap();
            }
            told.push('\n');
        }
    }
    insta::assert_snapshot!(told);
}

#[test]
fn a_subagent_neither_starts_nor_ends_a_session() {
    let check = |word: &str, event: &str, whose: Value| {
        let mut payload = json!({
            "session_id": "s", "sessionId": "s", "tool_name": "Bash", "toolName": "bash",
            "input": { "sessionID": "s", "tool": "bash" },
            "event": { "properties": { "sessionID": "s" } },
        });
        assert!(moment(word, event, &payload).is_some(), "{word} {event}");
        payload.as_object_mut().unwrap().append(&mut fields(&whose));
        let tool = event.to_lowercase().contains("tool");
        assert_eq!(moment(word, event, &payload).is_some(), tool, "{word} {event}");
    };
    for word in ["claude", "codex", "qwen"] {
        for event in ["SessionStart", "Stop", "PreToolUse", "PostToolUse"] {
            check(word, event, json!({ "agent_id": "a" }));
        }
    }
    for event in ["sessionStart", "agentStop", "errorOccurred", "preToolUse", "postToolUse"] {
        check("copilot", event, json!({ "parentAgentId": "p" }));
    }
    for event in ["session.idle", "session.error", "tool.execute.before", "tool.execute.after"] {
        check("opencode", event, json!({ "parentID": "p" }));
    }
    let child = json!({ "event": { "properties": { "info": { "parentID": "p" } } } });
    check("opencode", "session.created", child);
    let of_subagent = json!({ "sessionId": "s", "parentAgentId": "p", "toolName": "bash" });
    let session = moment("copilot", "preToolUse", &of_subagent).unwrap().session_id;
    assert_eq!(session.as_deref(), Some("p"));
}

#[test]
fn a_session_that_goes_on_after_a_compaction_does_not_start() {
    for word in ["claude", "codex", "qwen"] {
        for source in ["startup", "resume", "clear"] {
            assert!(moment(word, "SessionStart", &json!({ "source": source })).is_some());
        }
        assert_eq!(moment(word, "SessionStart", &json!({ "source": "compact" })), None, "{word}");
    }
}

#[test]
fn other_tools_are_known_in_cursors_words_as_well() {
    let check = |event: &str, payload: Value, point: Point, tool: &str, input: Value| {
        let moment = moment("cursor", event, &payload).unwrap();
        assert_eq!(moment.point, point, "{event}");
        assert_eq!(moment.session_id.as_deref(), Some("c"), "{event}");
        let call = moment.call.unwrap();
        assert_eq!((call.tool.as_str(), call.input), (tool, fields(&input)), "{event}");
    };
    let shell = json!({ "conversation_id": "c", "command": "ls", "cwd": "/p" });
    check(
        "beforeShellExecution",
        shell,
        Point::PreToolUse,
        "run_command",
        json!({"command": "ls"}),
    );
    let read = json!({ "conversation_id": "c", "file_path": "/p/a", "content": "x" });
    let input = json!({ "file_path": "/p/a", "content": "x" });
    check("beforeReadFile", read, Point::PreToolUse, "read_file", input);
    let edit = json!({ "conversation_id": "c", "file_path": "/p/a", "edits": [] });
    let input = json!({ "file_path": "/p/a", "edits": [] });
    check("afterFileEdit", edit, Point::PostToolUse, "edit_file", input);
    let mcp = json!({ "conversation_id": "c", "tool_name": "save", "tool_input": "{\"a\":1}" });
    check("beforeMCPExecution", mcp, Point::PreToolUse, "save", json!({ "a": 1 }));
    let own = json!({ "conversation_id": "c", "tool_name": "Write", "tool_input": { "a": 1 } });
    check("preToolUse", own, Point::PreToolUse, "Write", json!({ "a": 1 }));
    for (event, point) in [("sessionStart", Point::SessionStart), ("stop", Point::Stop)] {
        assert_eq!(moment("cursor", event, &json!({})).unwrap().point, point);
    }
}

#[test]
fn what_came_of_a_call_is_a_text() {
    let check = |word: &str, event: &str, payload: Value, result: Option<&str>| {
        let call = moment(word, event, &payload).unwrap().call.unwrap();
        assert_eq!(call.result.as_deref(), result, "{payload}");
    };
    let mut payload = json!({ "tool_name": "Bash", "tool_response": { "stdout": "a", "n": 1 } });
    check("claude", "PostToolUse", payload.clone(), Some(r#"{"stdout":"a","n":1}"#));
    // Before it has run nothing can have come of it.
    check("claude", "PreToolUse", payload.clone(), None);
    payload["tool_response"] = json!("");
    check("claude", "PostToolUse", payload.clone(), Some(""));
    payload["tool_response"] = Value::Null;
    check("claude", "PostToolUse", payload.clone(), None);
    payload["error"] = json!("no such file");
    check("claude", "PostToolUseFailure", payload, Some("no such file"));
    let failed = json!({ "tool_name": "Bash", "error": { "code": 3 } });
    check("kimi", "PostToolUseFailure", failed, Some(r#"{"code":3}"#));
    let list = json!({ "input": { "tool": "a_b" }, "output": { "content": [1] } });
    check("opencode", "tool.execute.after", list, Some("[1]"));
}

#[test]
fn a_call_without_a_tool_is_none() {
    for word in ["claude", "codex", "qwen", "copilot", "opencode", "kimi"] {
        for payload in [json!({}), json!({ "tool_name": 7 }), json!({ "tool_name": "" })] {
            for event in ["PreToolUse", "preToolUse", "PostToolUse", "tool.execute.before"] {
                assert_eq!(moment(word, event, &payload), None, "{word} {event} {payload}");
            }
        }
    }
    let odd = json!({ "tool_name": "Bash", "tool_input": ["ls"] });
    assert!(moment("claude", "PreToolUse", &odd).unwrap().call.unwrap().input.is_empty());
}

#[test]
fn levelcode_runs_its_hooks_itself() {
    for event in ["SessionStart", "PreToolUse", "PostToolUse", "Stop"] {
        let payload = json!({ "session_id": "s", "tool_name": "write_file" });
        assert_eq!(moment("levelcode", event, &payload), None);
        assert!(moment("levelcode-next", event, &payload).is_some());
    }
}

/// What a form is that was seen to block with the real program, with the reason in it.
#[test]
fn what_blocks_is_what_was_seen_to_block() {
    let recorded = fs::read(fixtures().join("blocked.json")).unwrap();
    let recorded: Vec<Value> = serde_json::from_slice(&recorded).unwrap();
    let mut agents = Vec::new();
    for seen in recorded {
        let (word, form) = (seen["agent"].as_str().unwrap(), seen["form"].as_str().unwrap());
        if !["own", "own, several lines", "throws an error"].contains(&form) {
            continue;
        }
        assert_eq!(seen["ran"], json!(false));
        assert_ne!(seen["exit"], json!(2));
        let pointers = [
            "/stdout/hookSpecificOutput/permissionDecisionReason",
            "/stdout/permissionDecisionReason",
            "/reason",
        ];
        let reason = pointers.iter().find_map(|pointer| seen.pointer(pointer)).unwrap();
        let line = adapter(&agent(word)).blocked(&Map::new(), reason.as_str().unwrap()).unwrap();
        let printed: Value = serde_json::from_str(&line).unwrap();
        // Our plugin is what throws, and what it reads is ours to say.
        let thrown = json!({ "deny": reason });
        let expected = if word == "opencode" { &thrown } else { &seen["stdout"] };
        assert_eq!(&printed, expected, "{word} {form}");
        agents.push(word.to_owned());
    }
    agents.dedup();
    assert_eq!(agents, ["claude", "codex", "qwen", "copilot", "opencode"]);
}

#[test]
fn a_block_is_one_line_and_of_other_tools_none() {
    for word in ["claude", "codex", "qwen", "copilot", "opencode"] {
        let line = adapter(&agent(word)).blocked(&Map::new(), "a\r\nb \"c\"").unwrap();
        assert!(!line.contains(['\n', '\r']), "{word}: {line:?}");
        assert!(serde_json::from_str::<Value>(&line).is_ok());
    }
    for word in ["kimi", "droid", "cursor", "antigravity", "levelcode", "some-tool"] {
        assert_eq!(adapter(&agent(word)).blocked(&Map::new(), "no"), None, "{word}");
    }
}

/// The spelling of the entry is the spelling of the answer.
#[test]
fn copilot_reads_a_block_in_the_words_of_its_entry() {
    let named = fields(&json!({ "hook_event_name": "PreToolUse" }));
    let blocked = |payload| adapter(&Agent::Copilot).blocked(payload, "no");
    assert_eq!(blocked(&named), adapter(&Agent::Claude).blocked(&named, "no"));
    assert_ne!(blocked(&Map::new()), blocked(&named));
}
