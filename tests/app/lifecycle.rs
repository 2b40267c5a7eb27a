//! A person's own hooks, tried out with the real program.

use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::app::{command, new_home};

#[test]
fn a_handler_leaves_nothing_behind_and_finds_the_environment_as_it_was() {
    let home = new_home();
    let project = home.path().join("home/project");
    fs::create_dir_all(project.join(".vults")).unwrap();
    let environment = "env | grep -E '^(WEBKIT|GDK)'; exit 2";
    let escapes = "(env -i setsid sh -c 'echo $$; exec sleep 60 >/dev/null 2>&1' &); sleep 60";
    let hooks = json!({ "hooks": { "PreToolUse": [{ "hooks": [
        { "command": environment }, { "command": escapes, "timeout": 2 },
    ] }] } });
    fs::write(project.join(".vults/settings.json"), hooks.to_string()).unwrap();
    let payload = home.path().join("payload.json");
    fs::write(&payload, json!({ "cwd": project, "tool_name": "x" }).to_string()).unwrap();

    let run = |more: &[&str]| {
        let mut run = command(home.path());
        // It needs none.
        run.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("GDK_BACKEND");
        run.args(["hooks", "run", "PreToolUse", "--json"]).args(more);
        let output = run.stdin(File::open(&payload).unwrap()).stderr(Stdio::null()).output();
        let output = output.unwrap();
        (serde_json::from_slice::<Value>(&output.stdout).unwrap(), output.status.code())
    };
    let (said, code) = run(&["--trust"]);
    assert_eq!((&said["runs"][0]["stdout"], code), (&json!(""), Some(2)));
    assert_eq!(said["runs"][1]["timed_out"], true);
    let escaped = said["runs"][1]["stdout"].as_str().unwrap().trim();
    assert!(!escaped.is_empty() && !Path::new("/proc").join(escaped).exists());
    // Nobody has trusted it, and that once changed nothing.
    let (said, code) = run(&[]);
    assert_eq!((&said["runs"], code), (&json!([]), Some(0)));
}
