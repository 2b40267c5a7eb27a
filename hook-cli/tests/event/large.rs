//! Requests of every size, from the hook's JSON to what the app makes of them: a card shows all of
//! it, or the terminal asks; never an error.

use serde_json::{Value, json};
use vults_agents::{Report, adapter};
use vults_core::Happening;
use vults_protocol::Event;
use vults_protocol::limits::MESSAGE_BYTES;

use super::build;

/// Whether the app could make a card of a tool's input; else its session is seen to ask in its
/// terminal.
fn has_card(tool: &str, input: &Value) -> bool {
    let payload = json!({
        "hook_event_name": "PermissionRequest", "session_id": "s", "cwd": "/w",
        "tool_name": tool, "tool_input": input,
    });
    let line = build("--agent claude --ask PermissionRequest", payload).line;
    assert!(line.len() <= MESSAGE_BYTES);
    let event = Event::decode(&line).unwrap();
    match adapter(&event.agent).report(&event, event.wants_reply) {
        Some(Report::Asks(_, ask)) => {
            assert_eq!(ask.input, *input, "a card of less than the whole");
            true
        }
        Some(Report::Happened(_, Happening::AsksInTerminal)) => false,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_file_of_any_size() {
    let write = |bytes: usize| json!({ "file_path": "/w/a", "content": "x".repeat(bytes) });
    assert!(has_card("Write", &write(10)));
    assert!(has_card("Write", &write(900_000)));
    assert!(!has_card("Write", &write(1 << 20)));
    assert!(!has_card("Write", &write(5 << 20)));
}

#[test]
fn two_thousand_edits() {
    let edits = |length: usize| {
        let edit = json!({ "old_string": "x".repeat(length), "new_string": "y".repeat(length) });
        json!({ "file_path": "/w/a", "edits": vec![edit; 2_000] })
    };
    assert!(has_card("MultiEdit", &edits(50)));
    assert!(!has_card("MultiEdit", &edits(1_000)));
}

#[test]
fn a_long_command() {
    let command = |bytes: usize| json!({ "command": "x".repeat(bytes) });
    assert!(has_card("Bash", &command(300_000)));
    assert!(!has_card("Bash", &command(2 << 20)));
}
