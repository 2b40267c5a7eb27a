use proptest::prelude::*;
use serde_json::{Value, json};
use vults_hook::mend::mend;

use crate::build;

#[track_caller]
fn check(json: &str, expected: &str) {
    assert_eq!(String::from_utf8(mend(json.as_bytes())).unwrap(), expected);
}

#[test]
fn a_half_character_alone_is_replaced() {
    check(r#"{"a":"x\ud83d"}"#, r#"{"a":"x\ufffd"}"#);
    check(r#"{"a":"\uDC05x"}"#, r#"{"a":"\ufffdx"}"#);
    check(r#"{"a":"\ud83d\ud83d\ude00"}"#, r#"{"a":"\ufffd\ud83d\ude00"}"#);
    check(r#"{"a":"\ud83d\n"}"#, r#"{"a":"\ufffd\n"}"#);
}

#[test]
fn everything_else_stays() {
    for json in
        [r#"{"a":"\ud83d\ude00 \u00e9 \n \" \\ud83d \\\\ud83d"}"#, r#"{"a":"\u12"#, r"\", "", "🦅"]
    {
        check(json, json);
    }
}

#[test]
fn an_event_that_is_only_told_waits_for_nothing() {
    let input = json!({"command": "x".repeat(5_000)});
    let asked = build("PermissionRequest", json!({ "tool_name": "Bash", "tool_input": input }));
    assert!(asked.event.wants_reply && asked.event.input.is_some());
    let told = asked.without_asking().unwrap();
    assert!(!told.event.wants_reply && told.event.input.is_none());
    assert_eq!(vults_protocol::Event::decode(&told.line).unwrap(), told.event);
}

proptest! {
    #[test]
    fn valid_json_stays_as_it_is(text in any::<String>()) {
        let json = Value::from(text).to_string();
        prop_assert_eq!(mend(json.as_bytes()), json.into_bytes());
    }

    #[test]
    fn what_javascript_writes_can_be_read(units in prop::collection::vec(any::<u16>(), 0..20)) {
        let escaped: String = units.iter().map(|unit| format!("\\u{unit:04x}")).collect();
        let mended = mend(format!("\"{escaped}\"").as_bytes());
        let read: String = serde_json::from_slice(&mended).unwrap();
        prop_assert_eq!(read, String::from_utf16_lossy(&units));
    }
}
