//! What travels of a payload (VP-21 to VP-27).

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use vults_hook::event::read_payload;
use vults_hook::failure::Failure;
use vults_hook::reduce;
use vults_protocol::limits::{
    CODEX_PATCH_BYTES, INPUT_VALUES, MESSAGE_BYTES, PATCH_LINES, STRING_BYTES,
};
use vults_protocol::{AgentKind, Event};

use crate::{build, build_with, object};

fn reduced(event: &str, payload: Value) -> Value {
    let mut payload = object(payload);
    reduce::reduce(AgentKind::Claude, event, &mut payload);
    Value::Object(payload)
}

#[track_caller]
fn check(event: &str, payload: Value, expected: Value) {
    assert_eq!(reduced(event, payload), expected);
}

#[test]
fn what_never_travels_is_dropped_and_the_order_stays() {
    let payload = json!({
        "session_id": "s", "transcript_path": "/t", "transcriptPath": "/t", "cwd": "/c",
        "artifactDirectoryPath": "/a", "tool_response": {"stdout": "secret"}, "tool_result": "r",
        "toolResult": {"textResultForLlm": "r"}, "agent_transcript_path": "/t", "tool_name": "Bash",
        "nested": {"transcript_path": "the agent's own word"},
    });
    let kept = reduced("PostToolUse", payload);
    assert_eq!(
        kept.to_string(),
        concat!(
            r#"{"session_id":"s","cwd":"/c","tool_name":"Bash","#,
            r#""nested":{"transcript_path":"the agent's own word"}}"#
        )
    );
}

#[test]
fn of_a_response_stay_the_error_and_the_patch() {
    let patch = json!([{"oldStart": 1, "lines": ["-a", "+b"]}]);
    let response = |value: Value| json!({ "tool_response": value });
    let same = |event: &str, value: Value| check(event, response(value.clone()), response(value));
    same("PostToolUse", json!({"error": "no such file"}));
    same("PostToolUse", json!({"error": {"code": 2}, "structuredPatch": patch}));
    check(
        "PostToolUse",
        response(json!({"stdout": "x", "structuredPatch": patch, "originalFile": "y"})),
        response(json!({"structuredPatch": patch})),
    );
    // Only after a tool ran is there a patch.
    check("Stop", response(json!({"structuredPatch": patch})), json!({}));
    for nothing in [
        json!({"error": null, "stdout": "x"}),
        json!({"structuredPatch": []}),
        json!({"structuredPatch": "text"}),
        json!("text"),
        json!(null),
        json!([]),
    ] {
        check("PostToolUse", response(nothing), json!({}));
    }
}

#[test]
fn a_patch_keeps_its_first_lines_over_all_hunks() {
    let hunk = |start: usize, lines: usize| {
        let lines: Vec<String> = (0..lines).map(|line| format!("+{line}")).collect();
        json!({ "oldStart": start, "lines": lines })
    };
    let of = |hunks: Value| {
        let payload = json!({"tool_response": {"structuredPatch": hunks}});
        reduced("PostToolUse", payload)["tool_response"].clone()
    };
    let whole = of(json!([hunk(1, 150), hunk(2, 250)]));
    assert_eq!(whole, json!({"structuredPatch": [hunk(1, 150), hunk(2, 250)]}));
    let cut = of(json!([hunk(1, 150), hunk(2, 251), hunk(3, 5)]));
    assert_eq!(cut["structuredPatch"], json!([hunk(1, 150), hunk(2, 250)]));
    assert_eq!(cut["cut"], true);
    // Nothing of a patch that is cut already is cut again, and it still says so.
    let again = reduced("PostToolUse", json!({ "tool_response": cut }));
    assert_eq!(again["tool_response"], cut);
    assert_eq!(PATCH_LINES, 400);
}

#[test]
fn strings_are_cut_at_a_character() {
    let check = |text: String, expected: &str| {
        let kept = reduced("Stop", json!({ "a": [{ "b": text }] }));
        assert_eq!(kept["a"][0]["b"], expected);
    };
    check("x".repeat(2_000), &"x".repeat(2_000));
    check("x".repeat(2_001), &format!("{}…", "x".repeat(1_997)));
    check("ä".repeat(1_001), &format!("{}…", "ä".repeat(998)));
    check("🦅".repeat(501), &format!("{}…", "🦅".repeat(499)));
    let key = "k".repeat(3_000);
    assert_eq!(reduced("Stop", json!({ &*key: 1 })), json!({ &*key: 1 }));
}

#[test]
fn codexs_patch_keeps_64_kib_after_it_ran() {
    let patch = "p".repeat(70_000);
    let check = |agent, event, tool: &str, expected: usize| {
        let input = json!({"command": patch, "other": patch});
        let mut payload = object(json!({"tool_name": tool, "tool_input": input}));
        reduce::reduce(agent, event, &mut payload);
        let input = &payload["tool_input"];
        assert_eq!(input["command"].as_str().map(str::len), Some(expected), "{event} {tool}");
        assert_eq!(input["other"].as_str().map(str::len), Some(STRING_BYTES));
    };
    check(AgentKind::Codex, "PostToolUse", "apply_patch", CODEX_PATCH_BYTES);
    check(AgentKind::Codex, "PreToolUse", "apply_patch", STRING_BYTES);
    check(AgentKind::Codex, "PostToolUse", "Bash", STRING_BYTES);
    check(AgentKind::Claude, "PostToolUse", "apply_patch", STRING_BYTES);
}

#[test]
fn an_event_that_is_too_large_has_shorter_strings() {
    let edits: Vec<Value> = (0..2_000)
        .map(|edit| json!({"old_string": "a".repeat(400), "new_string": format!("{edit:0600}")}))
        .collect();
    let session = "s".repeat(190);
    let payload = json!({"session_id": session, "tool_name": "MultiEdit",
        "tool_input": {"edits": edits}});
    let built = build("PermissionRequest", payload);
    assert!(built.line.len() <= MESSAGE_BYTES);
    assert!(!built.event.wants_reply);
    assert_eq!(built.event.input, None);
    let edits = built.event.payload["tool_input"]["edits"].as_array().unwrap();
    assert_eq!(edits.len(), 2_000);
    assert_eq!(built.event.payload["session_id"], session);
    // 500 bytes are not short enough, 125 are.
    assert_eq!(edits[0]["old_string"].as_str().map(str::len), Some(125));
}

#[test]
fn the_last_resort_says_what_happened() {
    let payload = json!({
        "hook_event_name": "PostToolUse", "session_id": "s".repeat(300), "cwd": "/c",
        "turn_id": 7, "tool_name": "Big", "tool_input": vec![1_000_000; 200_000], "agent_id": "a",
    });
    let built = build_with("", payload, &[("TMUX", "1")]).unwrap().unwrap();
    assert_eq!(
        Value::Object(built.event.payload),
        json!({"hook_event_name": "PostToolUse", "session_id": format!("{}…", "s".repeat(197)),
            "cwd": "/c", "tool_name": "Big", "agent_id": "a"})
    );
    assert!(built.event.terminal.env.is_empty());
    assert!(!built.event.wants_reply);
}

#[test]
fn what_still_does_not_fit_is_not_sent() {
    let huge = "/x".repeat(MESSAGE_BYTES);
    let result = build_with("Stop", json!({ "cwd": huge }), &[]);
    assert_eq!(result, Err(Failure::EventTooLarge));
}

#[test]
fn a_status_line_is_limits_cost_and_session() {
    let check = |payload: Value, expected: Option<Value>| {
        let built = build_with("--statusline", payload.clone(), &[]).unwrap();
        if let Some(built) = &built {
            assert_eq!(built.event.terminal.cwd, None);
            assert!(!built.event.wants_reply);
        }
        let kept = built.map(|built| Value::Object(built.event.payload));
        assert_eq!(kept, expected, "{payload}");
    };
    let limits = json!({"five_hour": {"used_percentage": 42, "resets_at": 1_795_993_969}});
    check(
        json!({"session_id": "s", "cwd": "/c", "model": {"id": "m"}, "workspace": {"x": "/w"},
            "cost": {"total_cost_usd": 0.5, "total_duration_ms": 3}, "rate_limits": limits}),
        Some(json!({"session_id": "s", "cost": {"total_cost_usd": 0.5}, "rate_limits": limits})),
    );
    check(
        json!({"session_id": "s", "cost": {"total_cost_usd": 0}, "rate_limits": limits}),
        Some(json!({"session_id": "s", "rate_limits": limits})),
    );
    check(
        json!({"cost": {"total_cost_usd": 2}, "rate_limits": null}),
        Some(json!({"cost": {"total_cost_usd": 2}})),
    );
    for cost in [
        json!(null),
        json!({}),
        json!({"total_cost_usd": null}),
        json!(0),
        json!({"total_cost_usd": 0}),
        json!({"total_cost_usd": 0.0}),
        json!({"total_cost_usd": "1"}),
    ] {
        check(json!({"session_id": "s", "cost": cost}), None);
    }
    check(json!({"session_id": "s", "rate_limits": {}}), None);
}

#[test]
fn of_a_key_that_comes_twice_the_last_one_counts() {
    let check = |text: &str, expected: Value| {
        let mut read = read_payload(text.as_bytes()).unwrap();
        reduce::reduce(AgentKind::Claude, "PostToolUse", &mut read);
        assert_eq!(Value::Object(read), expected, "{text}");
    };
    check(r#"{"a":1,"a":2}"#, json!({"a": 2}));
    check(r#"{"tool_response":{"error":1},"tool_response":"x"}"#, json!({}));
    check(
        r#"{"tool_response":[],"tool_response":{"error":1,"error":2}}"#,
        json!({"tool_response": {"error": 2}}),
    );
}

#[test]
fn a_payload_has_a_bounded_number_of_values() {
    let list = |values: usize| format!("{{\"a\":[{}0]}}", "0,".repeat(values - 1));
    // The object and the list are two more.
    let most = INPUT_VALUES - 2;
    assert!(read_payload(list(most).as_bytes()).is_ok());
    assert_eq!(read_payload(list(most + 1).as_bytes()), Err(Failure::TooManyValues));
    let dropped = list(2 * most).replace("\"a\"", "\"tool_result\"");
    assert_eq!(read_payload(dropped.as_bytes()), Ok(Map::new()));
}

/// JSON with strings around every limit.
fn any_value() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        ".{0,20}",
        (0_usize..5_000, "[aä€🦅\"\\\\\u{1}]").prop_map(|(times, text)| text.repeat(times)),
        (0_usize..3, "x").prop_map(|(times, text)| text.repeat(times * 400_000)),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text.prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::vec((any_key(), inner), 0..8)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

fn any_key() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "tool_input",
            "toolInput",
            "tool_response",
            "error",
            "structuredPatch",
            "lines",
            "cut",
            "tool_name",
            "session_id",
            "cwd",
            "command",
            "transcript_path",
            "cost",
            "rate_limits",
            "total_cost_usd",
            "hook_event_name",
        ])
        .prop_map(str::to_owned),
        ".{0,8}",
    ]
}

fn any_payload() -> impl Strategy<Value = Map<String, Value>> {
    prop::collection::vec((any_key(), any_value()), 0..10)
        .prop_map(|fields| fields.into_iter().collect())
}

fn any_line() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "PermissionRequest",
        "--agent codex PostToolUse",
        "--agent copilot PermissionRequest",
        "--agent opencode --ask PreToolUse",
        "--agent kimi Stop",
        "--statusline",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn every_event_fits_and_reads_back(line in any_line(), payload in any_payload()) {
        let Ok(Some(built)) = build_with(line, Value::Object(payload), &[("TMUX", "1")]) else {
            return Ok(());
        };
        prop_assert!(built.line.len() <= MESSAGE_BYTES);
        prop_assert_eq!(built.line.iter().filter(|byte| **byte == b'\n').count(), 1);
        let read = Event::decode(&built.line).unwrap();
        prop_assert_eq!(&read.payload, &built.event.payload);
        prop_assert_eq!(read.wants_reply, built.event.wants_reply);
        prop_assert!(!read.wants_reply || read.may_wait());
    }

    #[test]
    fn reducing_twice_changes_nothing(line in any_line(), payload in any_payload()) {
        let Ok(Some(once)) = build_with(line, Value::Object(payload), &[]) else { return Ok(()) };
        let again = Value::Object(once.event.payload.clone());
        // A cut session name or event name is still the same text.
        let twice = build_with(&format!("{line} X"), again, &[]).unwrap().unwrap();
        if twice.event.event == once.event.event {
            prop_assert_eq!(twice.event.payload, once.event.payload);
        }
    }

    #[test]
    fn a_waiting_event_has_its_whole_input(payload in any_payload()) {
        let whole = payload.get("tool_input").cloned();
        let Ok(Some(built)) = build_with("PermissionRequest", Value::Object(payload), &[]) else {
            return Ok(());
        };
        if built.event.wants_reply {
            let sent = built.event.input.as_ref().or(built.event.payload.get("tool_input"));
            prop_assert_eq!(sent, whole.as_ref());
        }
    }

    #[test]
    fn what_is_read_over_would_have_been_dropped(
        event in prop::sample::select(vec!["PostToolUse", "Stop"]),
        payload in any_payload(),
    ) {
        let text = Value::Object(payload).to_string();
        let mut all: Map<String, Value> = serde_json::from_str(&text).unwrap();
        let mut read = read_payload(text.as_bytes()).unwrap();
        reduce::reduce(AgentKind::Claude, event, &mut all);
        reduce::reduce(AgentKind::Claude, event, &mut read);
        prop_assert_eq!(Value::Object(read).to_string(), Value::Object(all).to_string());
    }
}
