//! Generated settings files: nothing foreign is lost, and what was added goes away without a trace.

use proptest::prelude::*;
use serde_json::{Value, json};
use vults_disk::{Edit, Format, Step, edit_text};

fn key(name: &str) -> Step {
    Step::Key(name.to_owned())
}

/// Blanks and comments that may stand between any two tokens.
fn gap() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => Just(String::new()),
        3 => Just(" ".to_owned()),
        2 => Just("NL".to_owned()),
        2 => Just("NL  ".to_owned()),
        1 => Just("NL\t".to_owned()),
        1 => Just("NLNL    ".to_owned()),
        1 => Just("/* c */".to_owned()),
        1 => Just("/* a,NL ] */".to_owned()),
        1 => Just(" // \"hooks\": [NL".to_owned()),
        1 => Just("//NL".to_owned()),
        1 => Just("   NL".to_owned()),
    ];
    prop::collection::vec(piece, 0..3).prop_map(|pieces| pieces.concat())
}

fn scalar() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("1e5".to_owned()),
        Just("1.0".to_owned()),
        Just("-0".to_owned()),
        Just("123456789012345678901234567890".to_owned()),
        Just("\"https://x//y\"".to_owned()),
        Just("\"a,]\"".to_owned()),
        Just("\"\\u00e9\\/\\\"}\"".to_owned()),
        Just("\"/* é */\"".to_owned()),
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("{}".to_owned()),
        Just("[]".to_owned()),
    ]
}

/// Items between brackets, with gaps everywhere and perhaps a comma at the end.
fn list(
    open: char,
    close: char,
    items: impl Strategy<Value = Vec<String>>,
) -> impl Strategy<Value = String> {
    (items, prop::collection::vec(gap(), 24), any::<bool>()).prop_map(
        move |(items, gaps, trailing)| {
            let mut gaps = gaps.into_iter().cycle();
            let mut gap = || gaps.next().unwrap();
            let mut text = format!("{open}{}", gap());
            for (index, item) in items.iter().enumerate() {
                text.push_str(item);
                text.push_str(&gap());
                if index + 1 < items.len() || trailing {
                    text.push(',');
                    text.push_str(&gap());
                }
            }
            text.push(close);
            text
        },
    )
}

fn member(
    name: &'static str,
    value: impl Strategy<Value = String>,
) -> impl Strategy<Value = String> {
    (gap(), gap(), value).prop_map(move |(a, b, value)| format!("\"{name}\"{a}:{b}{value}"))
}

/// A foreign hook entry.
fn entry() -> impl Strategy<Value = String> {
    let hook = prop_oneof![
        Just("{\"type\": \"command\", \"command\": \"a // b\", \"timeout\": 5}".to_owned()),
        Just("{NL\t\t\"type\": \"command\",NL\t\t\"command\": \"é ✓\"NL\t}".to_owned()),
    ];
    let hooks = list('[', ']', prop::collection::vec(hook, 0..3));
    (member("matcher", Just("\"Bash\"".to_owned())), member("hooks", hooks))
        .prop_flat_map(|(a, b)| list('{', '}', Just(vec![a, b])))
}

fn event(name: &'static str) -> impl Strategy<Value = String> {
    member(name, list('[', ']', prop::collection::vec(entry(), 0..3)))
}

fn hooks() -> impl Strategy<Value = String> {
    let events = (event("PreToolUse"), event("Stop"), event("Other"))
        .prop_flat_map(|(a, b, c)| prop::sample::subsequence(vec![a, b, c], 0..=3));
    member("hooks", list('{', '}', events))
}

fn settings() -> impl Strategy<Value = String> {
    let members = (
        member("env", scalar()),
        member("x-future", scalar()),
        hooks(),
        member("statusLine", Just("{ \"type\": \"command\" }".to_owned())),
    )
        .prop_flat_map(|(a, b, c, d)| prop::sample::subsequence(vec![a, b, c, d], 0..=4));
    let newline = prop::sample::select(vec!["\n", "\r\n", "\r"]);
    let mixed = prop::bool::weighted(0.2);
    (gap(), list('{', '}', members), gap(), newline, mixed, any::<bool>()).prop_map(
        |(before, root, after, newline, mixed, mark)| {
            let text = format!("{before}{root}{after}");
            let ends = ["\n", "\r\n"];
            let mut result = if mark { "\u{feff}".to_owned() } else { String::new() };
            for (index, piece) in text.split("NL").enumerate() {
                if index > 0 {
                    result.push_str(if mixed { ends[index % 2] } else { newline });
                }
                result.push_str(piece);
            }
            result
        },
    )
}

fn ours() -> Value {
    json!({"matcher": "", "hooks": [{"type": "command", "command": "{ [ -x P ]; }", "timeout": 5}]})
}

fn read(text: &str) -> Value {
    let options = jsonc_parser::ParseOptions::default();
    let text = text.trim_start_matches('\u{feff}');
    jsonc_parser::parse_to_serde_value(text, &options).unwrap()
}

fn edit(text: &str, edit: Edit) -> String {
    edit_text(text, Format::Json, std::slice::from_ref(&edit))
        .unwrap_or_else(|error| panic!("{error:?}: {edit:?} in {text:?}"))
}

/// Whether one text is the other with pieces put in.
fn is_within(old: &str, new: &str) -> bool {
    let mut new = new.chars();
    old.chars().all(|wanted| new.any(|c| c == wanted))
}

/// Takes what is ours away, and the lists and objects that are then empty and were not there.
fn take_away(mut text: String, original: &Value) -> String {
    for event in ["Stop", "PreToolUse", "New"] {
        let mut seen = 0;
        loop {
            let now = read(&text);
            let entries = now["hooks"][event].as_array().cloned().unwrap_or_default();
            let Some(index) = entries.iter().position(|entry| *entry == ours()) else { break };
            seen += 1;
            let at = vec![key("hooks"), key(event), Step::Index(index)];
            text = edit(&text, Edit::Remove { at });
        }
        if seen > 0 && original["hooks"].get(event).is_none() {
            text = edit(&text, Edit::Remove { at: vec![key("hooks"), key(event)] });
        }
    }
    if original.get("hooks").is_none() && read(&text).get("hooks").is_some() {
        text = edit(&text, Edit::Remove { at: vec![key("hooks")] });
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn what_was_added_goes_away_without_a_trace(
        text in settings(),
        events in prop::collection::vec(prop::sample::select(vec!["Stop", "PreToolUse", "New"]), 1..5),
    ) {
        let original = read(&text);
        let mut after = text.clone();
        for event in events {
            let to = vec![key("hooks"), key(event)];
            let next = edit(&after, Edit::Append { to, value: ours() });
            prop_assert!(is_within(&after, &next), "{after:?} {next:?}");
            after = next;
        }
        prop_assert_eq!(take_away(after, &original), text);
    }
}
