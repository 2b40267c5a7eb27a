//! The reference for people says what the code does.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::time::Duration;

use vults_protocol::{Event, LifecycleHooks, Message, Reply, limits};

fn reference() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference/protocol.md");
    fs::read_to_string(path).unwrap()
}

/// The lines of every block that is fenced with just these words.
fn fenced(text: &str, fence: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(words) => inside = !inside && words == fence,
            None if inside => lines.push(line.to_owned()),
            None => {}
        }
    }
    lines
}

#[test]
fn its_messages_are_ours_byte_for_byte() {
    let text = reference();
    let messages = fenced(&text, "json");
    let mut events = 0;
    let mut replies = 0;
    let mut calls = 0;
    for message in &messages {
        let written = if let Ok(Message::Focus) = Message::decode(message.as_bytes()) {
            calls += 1;
            Message::focus()
        } else if let Ok(event) = Event::decode(message.as_bytes()) {
            events += 1;
            assert!(!event.wants_reply || event.may_wait(), "{message}");
            if event.event == "LifecycleHooks" {
                let read = LifecycleHooks::from_payload(&event.payload).unwrap();
                assert_eq!(read.payload(), event.payload);
            }
            event.encode().unwrap()
        } else {
            replies += 1;
            let addressed = Reply::decode(message.as_bytes()).expect(message);
            addressed.reply.encode(&addressed.id)
        };
        assert_eq!(String::from_utf8(written).unwrap(), format!("{message}\n"));
    }
    assert_eq!((events, replies, calls), (5, 6, 1));
}

#[test]
fn its_figures_are_ours() {
    let text = reference();
    let check = |figure: String, constant: &str| {
        let end = format!("| {figure} | `{constant}` |");
        assert!(text.contains(&end), "no row ends in {end}");
    };
    let grouped = |number: usize| {
        let digits = number.to_string();
        let groups: Vec<&str> =
            digits.as_bytes().rchunks(3).rev().map(|g| std::str::from_utf8(g).unwrap()).collect();
        groups.join(",")
    };
    let ms = |time: Duration| format!("{} ms", grouped(time.as_millis().try_into().unwrap()));
    let bytes = |number: usize| format!("{} bytes", grouped(number));
    check(bytes(limits::MESSAGE_BYTES), "MESSAGE_BYTES");
    check(bytes(limits::INPUT_BYTES), "INPUT_BYTES");
    check(grouped(limits::INPUT_VALUES), "INPUT_VALUES");
    check(ms(limits::CONNECT), "CONNECT");
    check(ms(limits::NO_REPLY_TOTAL), "NO_REPLY_TOTAL");
    check(ms(limits::HEAR_WAITING), "HEAR_WAITING");
    check(ms(limits::HOOK_DECISION), "HOOK_DECISION");
    check(ms(limits::CARD_DRAWN), "CARD_DRAWN");
    check(ms(limits::APP_DECISION), "APP_DECISION");
    check(ms(limits::READ_MESSAGE), "READ_MESSAGE");
    check(grouped(limits::CONNECTIONS), "CONNECTIONS");
    check(grouped(limits::WAITING_CONNECTIONS), "WAITING_CONNECTIONS");
    check(grouped(limits::WAITING_PER_SESSION), "WAITING_PER_SESSION");
    check(bytes(limits::STRING_BYTES), "STRING_BYTES");
    check(grouped(limits::PATCH_LINES), "PATCH_LINES");
    check(bytes(limits::CODEX_PATCH_BYTES), "CODEX_PATCH_BYTES");
    check(bytes(limits::LAST_RESORT_STRING_BYTES), "LAST_RESORT_STRING_BYTES");
    check(bytes(limits::REASON_BYTES), "REASON_BYTES");
    check(format!("{} characters", limits::AGENT_NAME_CHARS), "AGENT_NAME_CHARS");
}
