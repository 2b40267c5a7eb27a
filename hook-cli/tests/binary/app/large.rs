//! Very large tool inputs: never an error to the agent, and no card that could not show all.

use super::*;

fn event(name: &str, tool: &str, input: &str) -> String {
    format!(
        r#"{{"session_id":"s-1","cwd":"/p","hook_event_name":"{name}","tool_name":"{tool}","tool_input":{input}}}"#
    )
}

/// What the session does once its terminal has been left to ask for this.
#[track_caller]
fn check_terminal_asks(tool: &str, input: &str) {
    let home = Home::fresh();
    let app = App::start(&home);
    home.run("--agent claude", event("PreToolUse", tool, input)).silent();
    let view = app.until(|view| view.sessions.iter().any(|one| one.step.is_some()));
    assert_eq!(view.sessions[0].status, Status::Working);
    home.run("--agent claude", event("PermissionRequest", tool, input)).silent();
    app.until(|view| {
        assert!(view.queue.is_empty());
        view.sessions[0].status == Status::WaitsInTerminal
    });
    home.run("--agent claude", event("PostToolUse", tool, input)).silent();
    app.until(|view| view.sessions[0].status == Status::Working);
    app.quit();
    assert_eq!(home.log(), "");
}

#[test]
fn what_no_card_can_show_is_asked_in_the_terminal() {
    let content = |bytes: usize| "x".repeat(99).to_owned() + "\\n" + &"y".repeat(bytes);
    check_terminal_asks(
        "Write",
        &format!(r#"{{"file_path":"/p/a","content":"{}"}}"#, content(5 << 20)),
    );
    check_terminal_asks("Bash", &format!(r#"{{"command":"{}"}}"#, content(2 << 20)));
    let edit = format!(r#"{{"old_string":"{}","new_string":"b"}}"#, "a".repeat(1_000));
    let edits = vec![edit; 2_000].join(",");
    check_terminal_asks("MultiEdit", &format!(r#"{{"file_path":"/p/a","edits":[{edits}]}}"#));
}

/// A card comes and goes for this, and takes a later answer for its own call with it.
#[track_caller]
fn check_card(tool: &str, input: &str) {
    let home = Home::fresh();
    let app = App::start(&home);
    let relay = ask_for(&home, "--agent claude", &event("PermissionRequest", tool, input));
    app.draw();
    let large = event("PostToolUse", tool, input).replacen(
        "{\"session_id\"",
        &format!("{{\"tool_response\":{{\"stdout\":\"{}\"}},\"session_id\"", "o".repeat(10 << 20)),
        1,
    );
    home.run("--agent claude", large).silent();
    assert_eq!(app.outcome(), Outcome::AnsweredInTerminal);
    assert_eq!(printed(relay), "");
    app.quit();
    assert_eq!(home.log(), "");
}

#[test]
fn what_a_card_can_show_has_one_whatever_the_tool_said() {
    let line = format!("{}\\n", "x".repeat(99));
    check_card("Bash", r#"{"command":"make","description":"Builds"}"#);
    check_card("Write", &format!(r#"{{"file_path":"/p/a","content":"{}"}}"#, line.repeat(3_000)));
    let edits = vec![r#"{"old_string":"a","new_string":"b"}"#; 2_000].join(",");
    check_card("MultiEdit", &format!(r#"{{"file_path":"/p/a","edits":[{edits}]}}"#));
}
