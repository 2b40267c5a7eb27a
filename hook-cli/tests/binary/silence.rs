//! Without an app nothing is said (VP-13, VP-15).

use crate::{Home, PERMISSION};

const EVENTS: [&str; 20] = [
    "SessionStart",
    "SessionEnd",
    "UserPromptSubmit",
    "PreToolUse",
    "PermissionRequest",
    "PostToolUse",
    "PostToolUseFailure",
    "Notification",
    "Stop",
    "StopFailure",
    "SubagentStart",
    "SubagentStop",
    "PreCompact",
    "PostCompact",
    "Interrupt",
    "permissionRequest",
    "agentStop",
    "errorOccurred",
    "LifecycleHooks",
    "StatusLine",
];
const AGENTS: [&str; 10] = [
    "claude",
    "codex",
    "opencode",
    "qwen",
    "copilot",
    "antigravity",
    "cursor",
    "droid",
    "kimi",
    "gemini",
];

#[test]
fn every_event_of_every_agent_is_silent_without_an_app() {
    let home = Home::fresh();
    for agent in AGENTS {
        for event in EVENTS {
            home.run(&format!("--agent {agent} {event}"), "{\"tool_name\":\"Write\"}").silent();
        }
        home.run(&format!("--agent {agent} --ask PreToolUse"), PERMISSION).silent();
        home.run(&format!("--agent {agent} --statusline"), "{}").silent();
    }
    assert_eq!(home.log(), "");
}

#[test]
fn an_agent_that_writes_much_is_read_without_an_app() {
    let home = Home::fresh();
    let mut child = home.start("PostToolUse");
    let mut stdin = child.stdin.take().unwrap();
    // More than a pipe holds: it would break were nobody reading.
    std::io::Write::write_all(&mut stdin, &vec![b' '; 10 << 20]).unwrap();
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_stdin_that_stays_open_does_not_hold_a_call_that_nobody_wants() {
    let home = Home::fresh();
    for line in ["Stop", "--agent gemini Stop", "--agent NOT_A_NAME Stop"] {
        let mut child = home.start(line);
        let stdin = child.stdin.take();
        let start = std::time::Instant::now();
        assert!(child.wait().unwrap().success());
        assert!(start.elapsed().as_secs() < 2, "{line}: {:?}", start.elapsed());
        drop(stdin);
    }
}

#[test]
fn a_stale_socket_is_no_app() {
    let home = Home::fresh();
    drop(home.listen());
    home.run("PermissionRequest", PERMISSION).silent();
    std::fs::remove_file(home.path("run/vults.sock")).unwrap();
    std::fs::write(home.path("run/vults.sock"), "a file").unwrap();
    home.run("PermissionRequest", PERMISSION).silent();
    assert_eq!(home.log(), "");
}

#[test]
fn a_refused_name_sends_nothing() {
    let home = Home::fresh();
    let listener = home.listen();
    listener.set_nonblocking(true).unwrap();
    for name in ["gemini", "other", "Big", "a_b"] {
        home.run(&format!("--agent {name} PermissionRequest"), PERMISSION).silent();
    }
    home.run("", "{\"session_id\":\"s\"}").silent();
    assert_eq!(listener.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
}
