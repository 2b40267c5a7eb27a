//! What Claude Code's events say of what goes on beside a turn, of cost and of limits.
#![allow(clippy::unwrap_used)]

mod sent;

use sent::{event, recorded, told};
use serde_json::{Map, Value, json};
use vults_agents::Report;
use vults_core::{Background, Happening, UsedWindow};

/// What a recorded payload says that nobody waits for.
fn happening(payload: Map<String, Value>) -> Option<Happening> {
    match told(&event(payload)) {
        None => None,
        Some(Report::Happened(_, happening)) => Some(happening),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_goes_on_when_a_turn_is_over() {
    let check = |tasks: Value, expected: Option<(&[&str], &[&str])>| {
        let mut payload = recorded("Stop");
        payload.insert("background_tasks".to_owned(), tasks.clone());
        let Some(Happening::TurnEnded(end)) = happening(payload) else { panic!("{tasks}") };
        let ids = |ids: &[&str]| ids.iter().map(|&id| id.to_owned()).collect();
        let expected = expected
            .map(|(agents, others)| Background { subagents: ids(agents), commands: ids(others) });
        assert_eq!(end.background, expected, "{tasks}");
    };
    let task = |id: &str, kind: &str, status: &str| json!({ "id": id, "type": kind, "status": status, "description": "x" });
    check(json!([]), Some((&[], &[])));
    check(
        json!([
            task("a1", "subagent", "running"),
            task("b1", "shell", "running"),
            task("a2", "subagent", "completed"),
            task("m1", "monitor", "running"),
        ]),
        Some((&["a1"], &["b1", "m1"])),
    );
    // What is not said is not guessed; what runs and has no name runs all the same.
    check(json!(null), None);
    check(json!("x"), None);
    check(json!([{ "type": "subagent" }, 7]), Some((&["task 0"], &["task 1"])));
}

#[test]
fn a_status_line_tells_what_makes_sense() {
    let usage = |payload: Value| {
        let mut event = event(payload.as_object().unwrap().clone());
        event.event = "StatusLine".to_owned();
        event.payload.insert("session_id".to_owned(), json!("s"));
        match told(&event) {
            None => None,
            Some(Report::Happened(_, Happening::Used(usage))) => Some(usage),
            other => panic!("{other:?}"),
        }
    };
    let cost = |usd: Value| usage(json!({ "cost": { "total_cost_usd": usd } }))?.cost_micro_usd;
    assert_eq!(cost(json!(0.0042)), Some(4_200));
    assert_eq!(cost(json!(12)), Some(12_000_000));
    assert_eq!(cost(json!(0.1 + 0.2)), Some(300_000));
    for odd in [
        json!(-0.01),
        json!(0),
        json!(1_000_000),
        json!(1e300),
        json!("1"),
        json!(null),
        json!([1]),
    ] {
        assert_eq!(cost(odd.clone()), None, "{odd}");
    }
    let windows = |limits: Value| {
        let usage = usage(json!({ "rate_limits": limits })).unwrap_or_default();
        let short = |one: &UsedWindow| (one.minutes, one.used_percent, one.resets_unix_ms);
        usage.windows.iter().map(short).collect::<Vec<_>>()
    };
    let at = json!({ "used_percentage": 42.4, "resets_at": 1_795_993_969 });
    let ms = Some(1_795_993_969_000);
    for (name, minutes) in
        [("five_hour", 300), ("seven_day", 10_080), ("one_hour", 60), ("30_day", 43_200)]
    {
        assert_eq!(windows(json!({ name: at })), [(minutes, 42, ms)], "{name}");
    }
    // A share of something else, or of a window that nobody can name.
    for name in ["seven_day_opus", "overage", "_hour", "0_day", "many_day", "9999999_day", "day"] {
        assert_eq!(windows(json!({ name: at })), [], "{name}");
    }
    for odd in [json!(null), json!({}), json!({ "used_percentage": null }), json!("42")] {
        assert_eq!(windows(json!({ "five_hour": odd })), [], "{odd}");
    }
    let check = |field: &str, value: Value, expected: &[(u32, u8, Option<u64>)]| {
        let mut window = at.clone();
        window[field] = value;
        assert_eq!(windows(json!({ "five_hour": window })), expected, "{window}");
    };
    check("used_percentage", json!(-1), &[]);
    check("used_percentage", json!(250), &[(300, 100, ms)]);
    check("resets_at", json!(null), &[(300, 42, None)]);
    check("resets_at", json!("soon"), &[(300, 42, None)]);
    // Milliseconds, where seconds are said.
    check("resets_at", json!(1_795_993_969_000_u64), &[(300, 42, None)]);
    assert_eq!(usage(json!({ "cost": {}, "rate_limits": {} })), None);
}
