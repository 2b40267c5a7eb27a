use serde_json::json;
use vults_agents::{Reads, adapter};
use vults_disk::{Format, edit_text};
use vults_protocol::{Agent, AgentKind};

use super::*;

const RELAY: &str = "/data/vults/bin/vults-hook";

/// An agent with one question, as a coming release may have it.
static ASKING: Installation = Installation {
    entries: &[
        Entry { event: "PreToolUse", matcher: None, ask: false, timeout_s: 60 },
        Entry { event: "PreToolUse", matcher: Some("AskUserQuestion"), ask: true, timeout_s: 120 },
        Entry { event: "Stop", matcher: None, ask: false, timeout_s: 60 },
    ],
    status_line: false,
    ..bare()
};

const fn bare() -> Installation {
    Installation {
        agent: AgentKind::Claude,
        name: "Claude Code",
        program: "claude",
        folder_variable: "CLAUDE_CONFIG_DIR",
        folder: ".claude",
        file: "settings.json",
        entries: &[],
        status_line: true,
        reads: Reads::Json,
        switches: None,
        trust: None,
        review: None,
    }
}

fn aim(installation: &'static Installation) -> Aim {
    Aim { installation, relay: RELAY.to_owned(), line_alone: Some(false) }
}

fn claude() -> &'static Installation {
    adapter(&Agent::Claude).installation().unwrap()
}

fn command(event: &str) -> String {
    format!("{{ [ -x '{RELAY}' ] && '{RELAY}' --agent claude {event}; }} 2>/dev/null || :")
}

fn hook(event: &str, timeout_s: u32) -> Value {
    json!({ "type": "command", "command": command(event), "timeout": timeout_s })
}

fn foreign(name: &str) -> Value {
    json!({ "type": "command", "command": format!("/usr/bin/{name} --agent claude") })
}

/// The settings after a change.
fn after(root: &Value, edits: &[Edit]) -> Value {
    let text = serde_json::to_string_pretty(root).unwrap();
    let text = edit_text(&text, Format::Json, edits).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn record(entries: &[(&str, bool)]) -> FileRecord {
    let entries =
        entries.iter().map(|(event, ask)| Written { event: (*event).to_owned(), ask: *ask });
    FileRecord { entries: entries.collect(), ..FileRecord::new("claude", 1) }
}

fn survey<'a>(root: &'a Value, installation: &'static Installation) -> Survey<'a> {
    Survey::new(root.as_object().unwrap(), aim(installation))
}

/// What a start makes of settings.
fn check_start(record: &FileRecord, before: Value, expected: Value) {
    let survey = survey(&before, &ASKING);
    let change = survey.start(record, None);
    let settings = after(&before, &change.edits);
    assert_eq!(settings, expected, "of {before:#}");
    let again = Survey::new(settings.as_object().unwrap(), aim(&ASKING));
    let record =
        FileRecord { entries: change.entries.clone(), line: change.line, ..record.clone() };
    let second = again.start(&record, None);
    assert_eq!(second.edits, [], "a second start has nothing to do");
    assert_eq!(
        (second.entries, second.gone, second.line),
        (change.entries, change.gone, change.line)
    );
}

#[test]
fn the_first_installation_adds_each_entry_after_what_is_there() {
    let before = json!({ "model": "x", "hooks": { "Stop": [{ "hooks": [foreign("say")] }] } });
    let survey = survey(&before, &ASKING);
    let change = survey.install(None, None);
    let question = json!({
        "type": "command",
        "command": command("--ask PreToolUse"),
        "timeout": 120,
    });
    assert_eq!(
        after(&before, &change.edits),
        json!({
            "model": "x",
            "hooks": {
                "Stop": [{ "hooks": [foreign("say")] }, { "hooks": [hook("Stop", 60)] }],
                "PreToolUse": [
                    { "hooks": [hook("PreToolUse", 60)] },
                    { "matcher": "AskUserQuestion", "hooks": [question] },
                ],
            },
        })
    );
    assert_eq!(change.entries.len(), 3);
    assert_eq!(survey.stood(), Stood { hooks: true, events: vec!["Stop".to_owned()] });
}

#[test]
fn every_event_of_claude_code_has_the_time_it_needs() {
    let before = json!({});
    let change = survey(&before, claude()).install(None, None);
    let times: Vec<(String, u64)> = after(&before, &change.edits)["hooks"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(event, groups)| (event.clone(), groups[0]["hooks"][0]["timeout"].as_u64().unwrap()))
        .collect();
    let expected = [
        ("SessionStart", 60),
        ("UserPromptSubmit", 5),
        ("PreToolUse", 60),
        ("PermissionRequest", 120),
        ("PostToolUse", 60),
        ("PostToolUseFailure", 60),
        ("Notification", 5),
        ("SubagentStart", 5),
        ("SubagentStop", 5),
        ("Stop", 60),
        ("StopFailure", 60),
        ("PreCompact", 5),
        ("PostCompact", 5),
        ("SessionEnd", 5),
    ];
    assert_eq!(times, expected.map(|(event, time)| (event.to_owned(), time)));
}

const ALL: [(&str, bool); 3] = [("PreToolUse", false), ("PreToolUse", true), ("Stop", false)];

fn question() -> Value {
    let ask = json!({ "type": "command", "command": command("--ask PreToolUse"), "timeout": 120 });
    json!({ "matcher": "AskUserQuestion", "hooks": [ask] })
}

#[test]
fn what_others_took_away_stays_away() {
    check_start(&record(&ALL), json!({}), json!({}));
    check_start(&record(&ALL), json!({ "hooks": {} }), json!({ "hooks": {} }));
    let some = json!({ "hooks": { "Stop": [{ "hooks": [hook("Stop", 60)] }] } });
    check_start(&record(&ALL), some.clone(), some.clone());
    let change = survey(&some, &ASKING).start(&record(&ALL), None);
    assert_eq!(change.gone.len(), 2);
}

#[test]
fn new_events_come_only_where_one_of_ours_still_stands() {
    let stop = json!({ "hooks": { "Stop": [{ "hooks": [hook("Stop", 60)] }] } });
    let known = record(&[("Stop", false), ("PreToolUse", false)]);
    // The question is new; the plain entry was there and is gone.
    let mut expected = stop.clone();
    expected["hooks"]["PreToolUse"] = json!([question()]);
    check_start(&known, stop, expected);
    check_start(&known, json!({ "model": "x" }), json!({ "model": "x" }));
}

#[test]
fn what_is_old_becomes_new_in_place() {
    let old = json!({
        "type": "command",
        "command": "/home/u/vults/target/release/vults-hook --agent claude Stop 2>/dev/null",
        "async": true,
    });
    let mut new = hook("Stop", 60);
    new["async"] = json!(true);
    // In a group of the person's own, with a matcher of their own, between hooks of their own.
    let around = |ours: Value| {
        json!({ "hooks": {
            "Stop": [
                { "hooks": [foreign("first")] },
                { "matcher": "x|y", "hooks": [foreign("a"), ours, foreign("b")], "note": 1 },
            ],
            "PreToolUse": [{ "hooks": [hook("PreToolUse", 60)] }, question()],
        }})
    };
    check_start(&record(&ALL), around(old), around(new.clone()));
    let mut slow = new.clone();
    slow["timeout"] = json!("soon");
    check_start(&record(&ALL), around(slow), around(new));
}

#[test]
fn what_stands_twice_or_is_not_used_any_more_goes() {
    let stop = || json!({ "hooks": [hook("Stop", 60)] });
    let mut old = stop();
    old["hooks"][0]["timeout"] = json!(1);
    check_start(
        &record(&[("Stop", false), ("Gone", false), ("PreToolUse", false), ("PreToolUse", true)]),
        json!({ "hooks": {
            "Stop": [stop(), old, { "hooks": [foreign("a"), hook("Stop", 60)] }],
            "Gone": [{ "hooks": [hook("Gone", 5)] }],
            "Their": [{ "hooks": [hook("Their", 5), foreign("b")] }],
        }}),
        json!({ "hooks": {
            "Stop": [stop(), { "hooks": [foreign("a")] }],
            "Their": [{ "hooks": [foreign("b")] }],
        }}),
    );
    // Another matcher is another hook.
    let narrow = |matcher: &str| json!({ "matcher": matcher, "hooks": [hook("PreToolUse", 60)] });
    let both = json!({ "hooks": { "PreToolUse": [narrow("Bash"), narrow("Edit")] } });
    check_start(
        &record(&[("PreToolUse", false), ("PreToolUse", true), ("Stop", false)]),
        both.clone(),
        both,
    );
}

#[test]
fn a_command_that_does_more_is_the_persons_own() {
    let more = json!({
        "type": "command",
        "command": "logger stop; /old/vults-hook --agent claude Stop",
    });
    let settings = json!({ "hooks": { "Stop": [{ "hooks": [more] }] } });
    check_start(
        &record(&[("Stop", false), ("PreToolUse", false), ("PreToolUse", true)]),
        settings.clone(),
        settings.clone(),
    );
    let survey = survey(&settings, &ASKING);
    assert!(survey.stands(&ASKING.entries[2]));
    assert_eq!(survey.remove(&Stood::default(), None).edits, []);
}

#[test]
fn removal_takes_our_hooks_and_what_only_they_filled() {
    let check = |stood: Stood, before: Value, expected: Value| {
        let change = survey(&before, &ASKING).remove(&stood, None);
        assert_eq!(after(&before, &change.edits), expected, "of {before:#}");
    };
    let all = json!({ "model": "x", "hooks": {
        "Stop": [{ "hooks": [hook("Stop", 60)] }],
        "PreToolUse": [{ "hooks": [hook("PreToolUse", 60)] }, question()],
    }});
    check(Stood::default(), all.clone(), json!({ "model": "x" }));
    let there = Stood { hooks: true, events: vec!["Stop".to_owned()] };
    check(there, all.clone(), json!({ "model": "x", "hooks": { "Stop": [] } }));
    check(Stood { hooks: true, events: Vec::new() }, all, json!({ "model": "x", "hooks": {} }));
    check(
        Stood::default(),
        json!({ "hooks": {
            "Stop": [
                { "hooks": [hook("Stop", 60)] },
                { "hooks": [foreign("a"), hook("Stop", 60), foreign("b"), hook("Stop", 5)] },
                { "hooks": [hook("Stop", 60)], "note": "kept" },
            ],
            "Their": [{ "hooks": [] }],
        }}),
        json!({ "hooks": {
            "Stop": [
                { "hooks": [foreign("a"), foreign("b")] },
                { "hooks": [], "note": "kept" },
            ],
            "Their": [{ "hooks": [] }],
        }}),
    );
}

fn line(command: &str) -> Value {
    json!({ "type": "command", "command": command, "padding": 2 })
}

fn our_line() -> String {
    command("--statusline")
}

/// What becomes of a status line: the settings after it, and what is saved.
fn check_line(
    was: Option<LineRecord>,
    asked: bool,
    before: Value,
    expected: (Value, Saved, LineRecord),
) {
    check_line_behind(None, was, asked, before, expected);
}

/// The same, where this one ran behind ours.
fn check_line_behind(
    saved: Option<&Value>,
    was: Option<LineRecord>,
    asked: bool,
    before: Value,
    expected: (Value, Saved, LineRecord),
) {
    let record = FileRecord { line: was, ..record(&[]) };
    let survey = survey(&before, claude());
    let change = match (asked, was) {
        (true, _) | (false, None) => survey.install(was.map(|_| &record), saved),
        (false, Some(_)) => survey.start(&record, saved),
    };
    let mut settings = after(&before, &change.edits);
    settings.as_object_mut().unwrap().shift_remove("hooks");
    assert_eq!((settings, change.saved, change.line), (expected.0, expected.1, Some(expected.2)));
}

#[test]
fn the_persons_status_line_runs_behind_ours() {
    use LineRecord::{Left, Taken};

    let theirs = json!({ "statusLine": line("mine --fancy") });
    let ours = json!({ "statusLine": line(&our_line()) });
    let put = Saved::Put(line("mine --fancy"));
    check_line(None, false, theirs.clone(), (ours.clone(), put.clone(), Taken));
    check_line(Some(Taken), false, ours.clone(), (ours.clone(), Saved::Keep, Taken));
    let old = json!({ "statusLine": line("/old/vults-hook --agent claude --statusline") });
    check_line(Some(Taken), false, old, (ours.clone(), Saved::Keep, Taken));
    // One that was lost from our keeping comes back into it.
    for asked in [false, true] {
        let kept = (ours.clone(), put.clone(), Taken);
        check_line_behind(Some(&line("mine --fancy")), Some(Taken), asked, ours.clone(), kept);
    }
    // Another one in our place is theirs, even when the hooks are asked for again.
    for asked in [false, true] {
        check_line(Some(Taken), asked, theirs.clone(), (theirs.clone(), Saved::Keep, Taken));
    }
    // But where the file was put back as it was, it goes behind ours again, if the person asks.
    let saved = line("mine --fancy");
    let again = (ours.clone(), put.clone(), Taken);
    check_line_behind(Some(&saved), Some(Taken), true, theirs.clone(), again);
    let still = (theirs.clone(), Saved::Keep, Taken);
    check_line_behind(Some(&saved), Some(Taken), false, theirs.clone(), still);
    // None, and those that we do not know, stay as they are.
    for other in [
        json!({}),
        json!({ "statusLine": null }),
        json!({ "statusLine": "mine" }),
        json!({ "statusLine": { "command": "mine" } }),
        json!({ "statusLine": { "type": "command" } }),
        json!({ "statusLine": { "type": "static", "command": "mine" } }),
    ] {
        for (was, asked) in [(None, false), (Some(Left), false), (Some(Left), true)] {
            check_line(was, asked, other.clone(), (other.clone(), Saved::Keep, Left));
        }
    }
    // One that came later goes behind ours only when the person asks.
    check_line(Some(Left), false, theirs.clone(), (theirs.clone(), Saved::Keep, Left));
    check_line(Some(Left), true, theirs, (ours, put, Taken));
}

#[test]
fn the_persons_status_line_comes_back() {
    let check = |before: Value, saved: Option<Value>, expected: Value| {
        let change = survey(&before, claude()).remove(&Stood::default(), saved.as_ref());
        assert_eq!(after(&before, &change.edits), expected);
        assert_eq!(change.saved, Saved::Forget);
    };
    let ours = json!({ "a": 1, "statusLine": line(&our_line()), "b": 2 });
    let theirs = json!({ "a": 1, "statusLine": line("mine"), "b": 2 });
    check(ours.clone(), Some(line("mine")), theirs.clone());
    // Where nobody knows it, nothing is guessed.
    check(ours.clone(), None, ours);
    check(theirs.clone(), Some(line("older")), theirs);
}

#[test]
fn a_status_line_comes_where_there_is_none_and_goes_again() {
    use LineRecord::{Left, Taken};

    fn alone(root: &Value, line_alone: impl Into<Option<bool>>) -> Survey<'_> {
        let line_alone = line_alone.into();
        Survey::new(root.as_object().unwrap(), Aim { line_alone, ..aim(claude()) })
    }

    let without_hooks = |root: &Value, edits: &[Edit]| {
        let mut settings = after(root, edits);
        settings.as_object_mut().unwrap().shift_remove("hooks");
        settings
    };
    let ours = json!({ "statusLine": { "type": "command", "command": our_line() } });
    let none_was = Saved::Put(Value::Null);
    // The first time, and again when the person asks for it.
    for was in [None, Some(Left), Some(Taken)] {
        let record = FileRecord { line: was, ..record(&[]) };
        let before = json!({});
        let change = alone(&before, true).install(was.map(|_| &record), None);
        assert_eq!(without_hooks(&before, &change.edits), ours, "{was:?}");
        assert_eq!((change.saved, change.line), (none_was.clone(), Some(Taken)));
        let kept = alone(&before, false).install(was.map(|_| &record), None);
        assert_eq!(without_hooks(&before, &kept.edits), json!({}), "{was:?}");
    }
    // At a start it comes where none was wanted before, and our hooks stand; what somebody took
    // away stays away.
    let hooked = json!({ "hooks": { "Stop": [{ "hooks": [hook("Stop", 60)] }] } });
    for (was, before, comes) in [
        (Some(Left), &hooked, true),
        (Some(Taken), &hooked, false),
        (Some(Left), &json!({}), false),
    ] {
        let record = FileRecord { line: was, ..record(&[("Stop", false)]) };
        let change = alone(before, true).start(&record, None);
        let settings = after(before, &change.edits);
        assert_eq!(settings.get("statusLine").is_some(), comes, "{was:?}");
        assert_eq!(change.line, if comes { Some(Taken) } else { was });
    }
    // It stays ours, nothing behind it, and goes where the person does not want it.
    let record = FileRecord { line: Some(Taken), ..record(&[]) };
    let stays = alone(&ours, true).start(&record, Some(&Value::Null));
    assert_eq!((without_hooks(&ours, &stays.edits), stays.saved), (ours.clone(), none_was));
    let goes = alone(&ours, false).start(&record, Some(&Value::Null));
    assert_eq!(without_hooks(&ours, &goes.edits), json!({}));
    assert_eq!((goes.saved, goes.line), (Saved::Forget, Some(Left)));
    // Where nobody can say, it neither comes nor goes.
    let stays = alone(&ours, None).start(&record, Some(&Value::Null));
    assert_eq!((without_hooks(&ours, &stays.edits), stays.line), (ours.clone(), Some(Taken)));
    let free = alone(&json!({}), None).install(None, None);
    assert_eq!((without_hooks(&json!({}), &free.edits), free.line), (json!({}), Some(Left)));
    let removed = alone(&ours, true).remove(&Stood::default(), Some(&Value::Null));
    assert_eq!(after(&ours, &removed.edits), json!({}));
    // The person's own behind it takes no place, so it stays. What nobody knows stays too.
    for saved in [Some(line("mine")), None] {
        let stays = alone(&ours, false).start(&record, saved.as_ref());
        assert_eq!(without_hooks(&ours, &stays.edits), ours, "{saved:?}");
    }
    // What is there is not nothing.
    for other in [json!({ "statusLine": null }), json!({ "statusLine": { "type": "static" } })] {
        let change = alone(&other, true).install(None, None);
        assert_eq!((without_hooks(&other, &change.edits), change.line), (other, Some(Left)));
    }
}
