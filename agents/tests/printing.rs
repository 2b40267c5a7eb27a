//! What each agent is told, byte for byte (VP-40 to VP-44, specs C7 and C9).
#![allow(clippy::unwrap_used)]

use serde_json::{Map, Value, json};
use vults_agents::adapter;
use vults_protocol::{Agent, Answer, Decision};

const AGENTS: [&str; 7] = ["claude", "codex", "qwen", "copilot", "opencode", "kimi", "some-tool"];

fn agent(word: &str) -> Agent {
    word.parse().unwrap()
}

/// A permission that each of them may have asked.
fn permission() -> Map<String, Value> {
    payload(json!({ "tool_name": "Bash", "tool_input": { "command": "ls" } }))
}

fn deny(words: Option<&str>) -> Decision {
    Decision::Deny { reason: words.map(str::to_owned) }
}

#[test]
fn decisions() {
    let check = |word: &str, decision: Decision, printed: Option<&str>| {
        let line = adapter(&agent(word)).decision(&permission(), &decision);
        assert_eq!(line.as_deref(), printed, "{word}: {decision:?}");
    };
    for word in ["claude", "codex", "qwen"] {
        check(
            word,
            Decision::Allow,
            Some(
                r#"{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}"#,
            ),
        );
        check(
            word,
            deny(None),
            Some(
                r#"{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"Denied from Vults"}}}"#,
            ),
        );
        check(
            word,
            deny(Some("Use \"git mv\",\nnot cp.")),
            Some(
                r#"{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"Use \"git mv\",\nnot cp."}}}"#,
            ),
        );
    }
    check("copilot", Decision::Allow, Some(r#"{"behavior":"allow"}"#));
    check("copilot", deny(None), Some(r#"{"behavior":"deny","message":"Denied from Vults"}"#));
    check("copilot", deny(Some("Not now.")), Some(r#"{"behavior":"deny","message":"Not now."}"#));
    check("opencode", Decision::Allow, Some(r#"{"reply":"once"}"#));
    check("opencode", deny(None), Some(r#"{"reply":"reject"}"#));
    check("opencode", deny(Some("Später.")), Some(r#"{"reply":"reject","message":"Später."}"#));
    for word in ["antigravity", "cursor", "droid", "kimi", "some-tool"] {
        check(word, Decision::Allow, None);
        check(word, deny(None), None);
        check(word, deny(Some("No.")), None);
    }
}

#[test]
fn words_that_say_nothing_are_no_words() {
    for word in AGENTS {
        let adapter = adapter(&agent(word));
        for blank in ["", " \n"] {
            let printed = |decision| adapter.decision(&permission(), &decision);
            assert_eq!(printed(deny(Some(blank))), printed(deny(None)));
        }
    }
}

#[test]
fn every_decision_is_one_line() {
    for word in AGENTS {
        for decision in [Decision::Allow, deny(None), deny(Some("a\r\nb\u{2028}c\0"))] {
            let line = adapter(&agent(word)).decision(&permission(), &decision).unwrap_or_default();
            assert!(!line.contains(['\n', '\r']), "{word}: {line:?}");
        }
    }
}

fn payload(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

fn two_questions() -> Value {
    json!({
        "session_id": "s",
        "hook_event_name": "PreToolUse",
        "tool_name": "AskUserQuestion",
        "tool_input": {
            "questions": [
                { "question": "Which color?", "multiSelect": false },
                { "question": "Which sizes?", "multiSelect": true },
            ],
            "metadata": { "later": true },
        },
        "tool_use_id": "t",
    })
}

fn one(text: &str) -> Answer {
    Answer::One(text.to_owned())
}

fn many(texts: &[&str]) -> Answer {
    Answer::Many(texts.iter().map(|&text| text.to_owned()).collect())
}

#[test]
fn answers() {
    let check = |word: &str, answers: &[Answer], printed: &str| {
        let line = adapter(&agent(word)).answers(&payload(two_questions()), answers);
        assert_eq!(line.as_deref(), Some(printed), "{word}: {answers:?}");
    };
    let blue = [one("Blue"), many(&["S", "M"])];
    check(
        "claude",
        &blue,
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"questions":[{"question":"Which color?","multiSelect":false},{"question":"Which sizes?","multiSelect":true}],"metadata":{"later":true},"answers":{"Which color?":"Blue","Which sizes?":["S","M"]}}}}"#,
    );
    check("opencode", &blue, r#"{"answers":[["Blue"],["S","M"]]}"#);
    // A list for a single choice and a text for several are given on as they are (VP-42).
    let swapped = [many(&[]), one("own words")];
    check(
        "claude",
        &swapped,
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"questions":[{"question":"Which color?","multiSelect":false},{"question":"Which sizes?","multiSelect":true}],"metadata":{"later":true},"answers":{"Which color?":[],"Which sizes?":"own words"}}}}"#,
    );
    check("opencode", &swapped, r#"{"answers":[[],["own words"]]}"#);
}

#[test]
fn the_recorded_question_is_answered_with_its_own_uncut_input() {
    let recorded = include_str!("../../tests/fixtures/claude/PreToolUse-AskUserQuestion.json");
    let mut payload: Map<String, Value> = serde_json::from_str(recorded).unwrap();
    let long = "why ".repeat(2_000);
    payload["tool_input"]["questions"][0]["question"] = json!(long);
    let line = adapter(&Agent::Claude)
        .answers(&payload, &[one("Blue"), many(&["S", "M"])])
        .expect("two answers to two questions");
    let printed: Value = serde_json::from_str(&line).unwrap();
    let updated = &printed["hookSpecificOutput"]["updatedInput"];
    assert_eq!(updated["questions"], payload["tool_input"]["questions"]);
    assert_eq!(updated["answers"], json!({ long: "Blue", "Which sizes?": ["S", "M"] }));
}

#[test]
fn answers_that_do_not_fit_are_not_printed() {
    let check = |what: &str, word: &str, change: fn(&mut Value), answers: &[Answer]| {
        let mut changed = two_questions();
        change(&mut changed);
        let line = adapter(&agent(word)).answers(&payload(changed), answers);
        assert_eq!(line, None, "{what}: {word}");
    };
    let two = [one("Blue"), one("S")];
    for word in ["claude", "opencode"] {
        check("too few", word, |_| {}, &two[..1]);
        check("too many", word, |_| {}, &[one("a"), one("b"), one("c")]);
        check("none at all", word, |p| p["tool_input"]["questions"] = json!([]), &[]);
        check("no list", word, |p| p["tool_input"]["questions"] = json!("?"), &two);
        check("no input", word, |p| p["tool_input"] = Value::Null, &two);
        check("no text", word, |p| p["tool_input"]["questions"][1]["question"] = json!(""), &two);
        check("text of a kind", word, |p| p["tool_input"]["questions"][1] = json!("S?"), &two);
        check("another tool", word, |p| p["tool_name"] = json!("Bash"), &two);
        check("another event", word, |p| p["hook_event_name"] = json!("PermissionRequest"), &two);
    }
    let alike: fn(&mut Value) =
        |p| p["tool_input"]["questions"][1] = p["tool_input"]["questions"][0].clone();
    check("the same text twice", "claude", alike, &two);
    for word in ["codex", "qwen", "copilot", "kimi", "some-tool"] {
        check("nothing to answer", word, |_| {}, &two);
    }
}
