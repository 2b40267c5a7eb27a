use serde_json::json;

use super::*;
use crate::install::testing::claude;

fn object(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

fn off(value: bool) -> Map<String, Value> {
    object(json!({ "disableAllHooks": value }))
}

fn file(path: &str) -> vults_core::Text {
    shown(Path::new(path))
}

/// What signs mean, for hooks that are there since 1000.
fn check(signs: &Signs, expected: &[Dead]) {
    let found = reasons(signs, claude(), Path::new("/h/.claude/settings.json"), Some(1000));
    assert_eq!(found, expected, "{signs:?}");
}

#[test]
fn hooks_that_run_have_no_reason_not_to() {
    check(&Signs::default(), &[]);
    let calm = SessionSigns { started_ms: 1001, ..SessionSigns::default() };
    let heard = SessionSigns { started_ms: 5, heard_ms: Some(1000), ..SessionSigns::default() };
    check(
        &Signs {
            own: Some(off(false)),
            managed: vec![(
                "/etc/m.json".into(),
                object(json!({ "allowManagedHooksOnly": false })),
            )],
            sessions: vec![calm, heard],
            not_strict: None,
            awaits_review: false,
        },
        &[],
    );
}

#[test]
fn what_waits_for_a_review_is_said_to() {
    check(&Signs { awaits_review: true, ..Signs::default() }, &[Dead::Review]);
}

#[test]
fn each_reason_is_named_once_with_its_file() {
    check(
        &Signs { own: Some(off(true)), ..Signs::default() },
        &[Dead::Disabled { file: file("/h/.claude/settings.json") }],
    );
    // Only what is said in so many words counts.
    let odd = object(json!({ "disableAllHooks": "true", "allowManagedHooksOnly": 1 }));
    check(&Signs { own: Some(odd.clone()), ..Signs::default() }, &[]);
    check(&Signs { managed: vec![("/etc/a.json".into(), odd)], ..Signs::default() }, &[]);
    let managed = object(json!({ "disableAllHooks": true, "allowManagedHooksOnly": true }));
    check(
        &Signs { managed: vec![("/etc/a.json".into(), managed)], ..Signs::default() },
        &[
            Dead::ManagedOff { file: file("/etc/a.json") },
            Dead::Managed { file: file("/etc/a.json") },
        ],
    );
    check(
        &Signs { not_strict: Some((3, 7)), ..Signs::default() },
        &[Dead::NotLoaded { line: 3, column: 7 }],
    );
}

#[test]
fn a_session_has_reasons_of_its_own() {
    let new = || SessionSigns { started_ms: 2000, ..SessionSigns::default() };
    let untrusted = || SessionSigns { untrusted: Some("/w/repo".into()), ..new() };
    let project = |says: &[(&str, bool)]| SessionSigns {
        project: says.iter().map(|(path, says)| ((*path).into(), off(*says))).collect(),
        ..new()
    };
    let old = || SessionSigns { started_ms: 999, ..SessionSigns::default() };
    let early = SessionSigns { heard_ms: Some(999), ..old() };
    check(
        &Signs {
            sessions: vec![
                untrusted(),
                untrusted(),
                project(&[("/w/a.json", false), ("/w/b.json", true)]),
                project(&[("/w/c.json", true), ("/w/d.json", false)]),
                old(),
                early,
            ],
            ..Signs::default()
        },
        &[
            Dead::Untrusted { folder: file("/w/repo") },
            Dead::Disabled { file: file("/w/b.json") },
            Dead::OlderSessions { count: 2 },
        ],
    );
}
