//! The relay's way from stdin to the socket.

use std::ffi::OsString;

use serde_json::{Map, Value};
use vults_agents::{Report, adapter};

use vults_hook::args::Args;
use vults_hook::event::{Surroundings, outgoing, read_payload};
use vults_hook::failure::Failure;
use vults_hook::reduce::reduce;
use vults_protocol::event::{PERMISSION_REQUEST, POST_TOOL_USE};
use vults_protocol::limits::{MESSAGE_BYTES, STRING_BYTES};
use vults_protocol::{Agent, AgentKind, Event};

use crate::wire::assert_one_line;

/// JSON that is nested deeper is read by nobody.
const DEEPEST: usize = 120;

/// Any words on the command line (up to the first line break) and any bytes on stdin: one line
/// that fits, or nothing; and a card shows the very command that the agent sent.
pub fn relay(call: &[u8]) {
    let (words, stdin) = call.split_at(call.iter().position(|&b| b == b'\n').unwrap_or(0));
    let words = String::from_utf8_lossy(words);
    let Ok(args) = Args::parse(words.split(' ').map(OsString::from)) else { return };
    let stdin = stdin.strip_prefix(b"\n").unwrap_or(stdin);
    let read = read_payload(stdin);
    if let Ok(all) = serde_json::from_slice(stdin) {
        nothing_kept_is_lost(all, &read);
    }
    let Ok(payload) = read else { return };
    let sent = Value::Object(payload.clone());
    let around = Surroundings {
        id: "1".to_owned(),
        cwd: Some("/home/me".to_owned()),
        pid: Some(1),
        variable: &|_| None,
    };
    let Ok(Some(outgoing)) = outgoing(&args, payload, around) else { return };
    assert!(outgoing.line.len() <= MESSAGE_BYTES);
    assert_one_line(&outgoing.line);
    assert!(!outgoing.event.wants_reply || outgoing.event.may_wait());
    if depth(&sent) > DEEPEST {
        return;
    }
    let Ok(event) = Event::decode(&outgoing.line) else { panic!("the app cannot read it") };
    assert_eq!(event.wants_reply, outgoing.event.wants_reply);
    assert!(event.payload.iter().all(|(key, value)| key == "tool_input" || short(value)));
    if event.wants_reply && event.agent == Agent::Claude {
        shown_is_sent(&event, &sent["tool_input"]);
    }
}

/// What was read over is what reducing all of the payload drops.
fn nothing_kept_is_lost(mut all: Map<String, Value>, read: &Result<Map<String, Value>, Failure>) {
    let Ok(mut read) = read.clone() else { panic!("an object is not read: {read:?}") };
    for event in [POST_TOOL_USE, PERMISSION_REQUEST] {
        reduce(AgentKind::Claude, event, &mut all);
        reduce(AgentKind::Claude, event, &mut read);
        assert_eq!(all, read);
    }
}

/// What a card would show is made of what the agent sent, to the last byte.
fn shown_is_sent(event: &Event, sent: &Value) {
    if let Some(Report::Asks(_, ask)) = adapter(&event.agent).report(event, true) {
        assert_eq!(ask.input, *sent);
    }
}

/// Whether every string keeps to the limit, Codex's patch aside.
fn short(value: &Value) -> bool {
    match value {
        Value::String(text) => text.len() <= STRING_BYTES,
        Value::Array(items) => items.iter().all(short),
        Value::Object(fields) => fields.values().all(short),
        _ => true,
    }
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
