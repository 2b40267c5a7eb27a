//! LevelCode's two example scripts guard Claude Code as they stand.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{blocked, did};
use crate::{Home, finish};

const WHY: &str = "src/generated/ is produced by codegen — edit the generators instead";

/// A person's project with LevelCode's settings and scripts.
fn project() -> Home {
    let home = Home::fresh();
    home.project();
    let fixtures = fixtures();
    for script in ["guard-write.ts", "format.ts"] {
        let text = fs::read(fixtures.join(script)).unwrap();
        home.write(&format!("project/.levelcode/hooks/{script}"), text);
    }
    let settings = json!({ "hooks": {
        "PreToolUse": [{ "matcher": "write_file|edit_file",
            "hooks": [{ "command": "bun .levelcode/hooks/guard-write.ts" }] }],
        "PostToolUse": [{ "matcher": "write_file",
            "hooks": [{ "command": "bun .levelcode/hooks/format.ts" }] }],
    } });
    home.write("project/.levelcode/settings.json", settings.to_string());
    fs::create_dir_all(home.path("project/src/generated")).unwrap();
    super::trust::trust(&home);
    home
}

fn fixtures() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/bun").canonicalize().unwrap()
}

fn check(home: &Home, from: &str, event: &str, tool: &str, file: &str, expected: &str) {
    let call = json!({
        "session_id": "s", "cwd": home.project().join(from), "hook_event_name": event,
        "tool_name": tool, "tool_response": { "ok": true },
        "tool_input": { "file_path": home.project().join(file), "content": "a" },
    });
    call_with(home, &call, expected);
}

fn call_with(home: &Home, call: &Value, expected: &str) {
    let mut command = home.command("--agent claude");
    command.env("PATH", format!("{}:{}", fixtures().display(), std::env::var("PATH").unwrap()));
    finish(command.spawn().unwrap(), call.to_string().as_bytes()).printed(expected);
}

#[test]
fn levelcodes_examples_run_unchanged_from_the_root_and_below() {
    let home = project();
    let no = blocked("claude", WHY);
    for from in ["", "src", "src/generated"] {
        for tool in ["Write", "Edit"] {
            check(&home, from, "PreToolUse", tool, "src/generated/a.ts", &no);
            check(&home, from, "PreToolUse", tool, "src/a.ts", "");
        }
        check(&home, from, "PreToolUse", "Read", "src/generated/a.ts", "");
        home.write("project/src/a.ts", "let a\n");
        check(&home, from, "PostToolUse", "Write", "src/a.ts", "");
        assert_eq!(home.text("project/src/a.ts"), "let a // formatted\n");
    }
    let app = home.hearing(2);
    check(&home, "", "PostToolUse", "Write", "src/a.ts", "");
    assert_eq!(did(&app.join().unwrap()[1]).context.as_deref(), Some("file formatted"));
}
