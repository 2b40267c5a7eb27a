//! A person's own hooks, tried out with the real program.

use std::fs::{self, File};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::app::{command, new_home};

#[test]
fn a_handler_finds_one_thread_above_it_and_the_environment_as_it_was() {
    let home = new_home();
    let project = home.path().join("home/project");
    fs::create_dir_all(project.join(".vults")).unwrap();
    let line = "grep Threads /proc/$PPID/status; env | grep -E '^(WEBKIT|GDK)'; exit 2";
    let hooks = json!({ "hooks": { "PreToolUse": [{ "hooks": [{ "command": line }] }] } });
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
    assert_eq!((&said["runs"][0]["stdout"], code), (&json!("Threads:\t1\n"), Some(2)));
    // Nobody has trusted it, and that once changed nothing.
    let (said, code) = run(&[]);
    assert_eq!((&said["runs"], code), (&json!([]), Some(0)));
}
