//! Every recorded tool call in portable words (LH-26).
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use vults_agents::{PortableCall, portable_calls};
use vults_protocol::Agent;

const FOLDER: &str = "/home/me/project";

/// The tool and the input of a recorded event.
fn recorded(name: &str) -> (String, Map<String, Value>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
    let text = fs::read(folder.join(format!("{name}.json"))).unwrap();
    let payload: Value = serde_json::from_slice(&text).unwrap();
    let at = |paths: [&str; 3]| paths.into_iter().find_map(|path| payload.pointer(path)).unwrap();
    let tool = at(["/tool_name", "/toolName", "/input/tool"]).as_str().unwrap();
    let input = at(["/tool_input", "/toolArgs", "/output/args"]).as_object().unwrap();
    (tool.to_owned(), input.clone())
}

fn agent(name: &str) -> Agent {
    match name {
        "claude" => Agent::Claude,
        "codex" => Agent::Codex,
        "opencode" => Agent::Opencode,
        "qwen" => Agent::Qwen,
        "copilot" => Agent::Copilot,
        _ => panic!("{name}"),
    }
}

fn called(name: &str, tool: &str, input: &Value) -> Vec<PortableCall> {
    portable_calls(&agent(name), tool, input.as_object().unwrap(), Path::new(FOLDER))
}

fn names_of(event: &str) -> String {
    let (tool, input) = recorded(event);
    let name = event.split('/').next().unwrap();
    let calls = portable_calls(&agent(name), &tool, &input, Path::new(FOLDER));
    calls.iter().map(|call| call.names.join(" ")).collect::<Vec<_>>().join(", ")
}

#[test]
fn a_tool_has_its_portable_name_whatever_the_agent() {
    for (event, names) in [
        ("claude/PreToolUse-Bash", "run_command"),
        ("claude/PreToolUse-Read", "read_file"),
        ("claude/PreToolUse-Write", "write_file"),
        ("claude/PermissionRequest-Edit", "edit_file"),
        ("claude/PreToolUse-NotebookEdit", "edit_file"),
        ("claude/PreToolUse-WebFetch", "fetch_url"),
        ("claude/PreToolUse-WebSearch", "web_search"),
        ("claude/PreToolUse-AskUserQuestion", "ask_user"),
        ("claude/PreToolUse-Agent", "run_agent"),
        ("claude/PreToolUse-mcp__notes__save_note", "mcp__notes__save_note"),
        ("claude/PreToolUse-ExitPlanMode", ""),
        ("codex/PreToolUse-Bash", "run_command"),
        ("codex/PreToolUse-Bash-patch", "run_command, write_file"),
        ("codex/PreToolUse-apply_patch", "write_file"),
        ("codex/PreToolUse-view_image", "read_file"),
        ("codex/PreToolUse-request_user_input", "ask_user"),
        ("codex/PreToolUse-collaborationspawn_agent", "run_agent"),
        ("codex/PreToolUse-mcp__notes__save_note", "mcp__notes__save_note"),
        ("qwen/PreToolUse-run_shell_command", "run_command"),
        ("qwen/PreToolUse-read_file", "read_file"),
        ("qwen/PreToolUse-write_file", "write_file"),
        ("qwen/PreToolUse-edit", "edit_file"),
        ("qwen/PreToolUse-notebook_edit-mode-yolo", "edit_file"),
        ("qwen/PreToolUse-glob", "search_files"),
        ("qwen/PreToolUse-grep_search", "search_files"),
        ("qwen/PreToolUse-list_directory-mode-yolo", "list_directory"),
        ("qwen/PreToolUse-web_fetch", "fetch_url"),
        ("qwen/PreToolUse-agent", "run_agent"),
        ("qwen/PermissionRequest-ask_user_question", "ask_user"),
        ("qwen/PreToolUse-mcp__notes__save_note-mode-yolo", "mcp__notes__save_note"),
        ("copilot/preToolUse-bash", "run_command"),
        ("copilot/pascal-PreToolUse-Bash", "run_command"),
        ("copilot/preToolUse-view", "read_file list_directory"),
        ("copilot/preToolUse-view-folder", "read_file list_directory"),
        ("copilot/preToolUse-create", "write_file"),
        ("copilot/pascal-PreToolUse-Write", "write_file"),
        ("copilot/preToolUse-edit", "edit_file"),
        ("copilot/preToolUse-apply_patch", "write_file"),
        ("copilot/preToolUse-grep", "search_files"),
        ("copilot/preToolUse-glob", "search_files"),
        ("copilot/preToolUse-web_fetch", "fetch_url"),
        ("copilot/preToolUse-web_search", "web_search"),
        ("copilot/preToolUse-ask_user", "ask_user"),
        ("copilot/preToolUse-task", "run_agent"),
        ("copilot/preToolUse-notes-save_note", "mcp__notes__save_note"),
        ("copilot/pascal-PreToolUse-Agent", "run_agent"),
        ("copilot/pascal-PreToolUse-AskUserQuestion", "ask_user"),
        ("copilot/pascal-PreToolUse-Edit", "edit_file"),
        ("copilot/pascal-PreToolUse-Edit-patch", "write_file"),
        ("opencode/tool.execute.before-bash", "run_command"),
        ("opencode/tool.execute.before-read", "read_file list_directory"),
        ("opencode/tool.execute.before-write", "write_file"),
        ("opencode/tool.execute.before-edit", "edit_file"),
        ("opencode/tool.execute.before-grep", "search_files"),
        ("opencode/tool.execute.before-glob", "search_files"),
        ("opencode/tool.execute.before-webfetch", "fetch_url"),
        ("opencode/tool.execute.before-question", "ask_user"),
        ("opencode/tool.execute.before-task", "run_agent"),
        (
            "opencode/tool.execute.before-notes_save_note",
            "mcp__notes__save_note mcp__notes_save__note",
        ),
        ("opencode/tool.execute.before-invalid", ""),
    ] {
        assert_eq!(names_of(event), names, "{event}");
    }
}

#[test]
fn the_portable_fields_are_added_and_the_agents_own_stay() {
    for (event, field, value) in [
        ("claude/PreToolUse-NotebookEdit", "file_path", None),
        ("codex/PreToolUse-view_image", "file_path", Some("/tmp/x.png")),
        ("qwen/PreToolUse-write_file", "content", Some("written\n")),
        ("copilot/preToolUse-create", "file_path", Some("/home/me/project/proof.txt")),
        ("copilot/preToolUse-create", "content", Some("written\n")),
        ("copilot/preToolUse-web_fetch", "url", Some("https://example.com/a")),
        ("copilot/pascal-PreToolUse-Bash", "command", Some("touch proof.txt && echo ran")),
        ("opencode/tool.execute.before-read", "file_path", Some("/home/me/project/src/a.txt")),
        ("opencode/tool.execute.before-write", "content", Some("one\n")),
    ] {
        let (tool, input) = recorded(event);
        let agent = agent(event.split('/').next().unwrap());
        let [call] = &portable_calls(&agent, &tool, &input, Path::new(FOLDER))[..] else {
            panic!("{event}");
        };
        let expected = value.map_or_else(|| input["notebook_path"].clone(), Value::from);
        assert_eq!(call.input[field], expected, "{event}: {field}");
        for (key, own) in &input {
            assert_eq!(&call.input[key], own, "{event}: {key}");
        }
    }
}

#[test]
fn a_patch_is_one_call_for_each_file_that_it_changes() {
    let expected = |added: &str, moved: &str| {
        [
            ("write_file", format!("{FOLDER}/new/{added}"), Some("first\nsecond\n")),
            ("edit_file", format!("{FOLDER}/src/a.txt"), None),
            ("edit_file", format!("{FOLDER}/src/{moved}"), None),
            ("write_file", format!("{FOLDER}/src/moved.txt"), None),
            ("edit_file", format!("{FOLDER}/src/gone.txt"), None),
        ]
    };
    for (event, expected) in [
        ("codex/PreToolUse-apply_patch-several", expected("added.txt", "b.txt")),
        ("opencode/tool.execute.before-apply_patch", expected("later.txt", "c.txt")),
    ] {
        let (tool, input) = recorded(event);
        let agent = agent(event.split('/').next().unwrap());
        let calls = portable_calls(&agent, &tool, &input, Path::new(FOLDER));
        assert_eq!(calls.len(), expected.len(), "{event}");
        for (call, (name, path, content)) in calls.iter().zip(expected) {
            assert_eq!(call.names, [name], "{event}");
            assert_eq!(call.input["file_path"], path, "{event}");
            assert_eq!(call.input.get("content").and_then(Value::as_str), content, "{event}");
        }
    }
}

#[test]
fn a_command_that_is_a_patch_is_also_a_call_for_each_file() {
    let (tool, input) = recorded("codex/PreToolUse-Bash-patch");
    let calls = portable_calls(&Agent::Codex, &tool, &input, Path::new(FOLDER));
    assert_eq!(calls[0].input, input);
    assert_eq!(calls[1].input["file_path"], "/home/me/project/heredoc.txt");
    assert_eq!(calls[1].input["content"], "h\n");
    for command in ["apply_patch --help", "echo '*** Begin Patch\n*** Add File: a'", "ls"] {
        assert_eq!(called("codex", "Bash", &json!({ "command": command })).len(), 1, "{command}");
    }
}

#[test]
fn a_patch_without_a_known_file_keeps_its_names() {
    for command in [json!("nothing"), json!(["*** Add File: x"]), Value::Null] {
        let calls = called("codex", "apply_patch", &json!({ "command": command }));
        assert_eq!(calls.len(), 1);
        assert_eq!(calls[0].names, ["edit_file", "write_file"]);
        assert!(!calls[0].input.contains_key("file_path"));
    }
}

#[test]
fn text_that_a_patch_adds_is_no_heading() {
    let patch = "*** Add File: a\n+*** Delete File: b\n*** Update File: c\n@@\n-*** Add File: d\n";
    let calls = called("codex", "apply_patch", &json!({ "command": patch }));
    let paths: Vec<_> = calls.iter().map(|call| call.input["file_path"].as_str()).collect();
    assert_eq!(paths, [Some("/home/me/project/a"), Some("/home/me/project/c")]);
    assert_eq!(calls[0].input["content"], "*** Delete File: b\n");
}

#[test]
fn a_field_that_the_tool_does_not_have_hides_no_file() {
    let input =
        json!({ "path": "secret", "file_text": "x", "file_path": "harmless", "content": "y" });
    let calls = called("copilot", "create", &input);
    assert_eq!(calls[0].input["file_path"], "/home/me/project/secret");
    assert_eq!(calls[0].input["content"], "x");
    let patch = "*** Begin Patch\n*** Update File: secret\n@@\n-a\n+b\n*** End Patch\n";
    let calls = called("copilot", "Edit", &json!({ "path": "harmless", "input": patch }));
    let paths: Vec<_> = calls.iter().map(|call| call.input["file_path"].as_str()).collect();
    assert_eq!(paths, [Some("/home/me/project/harmless"), Some("/home/me/project/secret")]);
    let without = called("copilot", "create", &json!({ "file_path": "harmless" }));
    assert!(!without[0].input.contains_key("file_path"));
}

#[test]
fn a_name_with_several_signs_is_read_in_every_way() {
    let names = |name, tool| called(name, tool, &json!({}))[0].names.clone();
    assert_eq!(names("copilot", "my-notes-save"), ["mcp__my__notes-save", "mcp__my-notes__save"]);
    assert_eq!(names("copilot", "-save"), [""; 0]);
    assert_eq!(names("copilot", "sql"), [""; 0]);
    assert_eq!(names("opencode", "plan_exit"), [""; 0]);
    assert_eq!(names("claude", "my-notes"), [""; 0]);
}
