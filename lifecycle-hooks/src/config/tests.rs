use std::path::PathBuf;
use std::time::Duration;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Config, LONGEST_FILE, MOST_WARNINGS};
use crate::{Event, Level, Program, Source};

fn read(bytes: &[u8]) -> Config {
    let source =
        Source { file: PathBuf::from("/s.json"), level: Level::User, folder: PathBuf::from("/p") };
    Config::read(bytes, &source, "vults-hook")
}

/// What runs and what is wrong, as the reader finds it that is used on each event.
fn read_sooner(bytes: &[u8]) -> Config {
    let source =
        Source { file: PathBuf::from("/s.json"), level: Level::User, folder: PathBuf::from("/p") };
    Config::read_groups(bytes, &source, "vults-hook")
}

/// What runs, one line for each handler.
fn lines(config: &Config) -> Vec<String> {
    let groups = config.groups.iter();
    let lines = groups.flat_map(|group| {
        group.handlers.iter().map(|handler| {
            let program = match &handler.program {
                Program::Shell(line) => format!("sh {line}"),
                Program::Argv(argv) => format!("argv {}", argv.join("|")),
            };
            let (event, matcher) = (group.event.name(), &group.matcher);
            format!("{event} {matcher} {program} {}", handler.timeout.as_secs())
        })
    });
    lines.collect()
}

/// The warnings without the file's name.
fn warnings(config: &Config) -> Vec<String> {
    let warnings = config.warnings.iter().map(ToString::to_string);
    warnings.map(|text| text.strip_prefix("/s.json: ").map(str::to_owned).unwrap_or(text)).collect()
}

/// All that is found but for the value of `hooks`.
fn same(config: &Config) -> String {
    format!("{:?} {:?} {:?}", config.groups, config.places, config.warnings)
}

#[track_caller]
fn check(bytes: impl AsRef<[u8]>, expected: &[&str], beginnings: &[&str]) {
    let sooner = read_sooner(bytes.as_ref());
    let config = read(bytes.as_ref());
    assert_eq!(same(&sooner), same(&config));
    assert_eq!(lines(&config), expected);
    let warnings = warnings(&config);
    let same = warnings.len() == beginnings.len()
        && warnings.iter().zip(beginnings).all(|(text, beginning)| text.starts_with(beginning));
    assert!(same, "{warnings:#?} instead of {beginnings:#?}");
}

/// A file with one group of these handlers.
fn with(handlers: &Value) -> String {
    json!({ "hooks": { "PreToolUse": [{ "hooks": handlers }] } }).to_string()
}

#[test]
fn levelcodes_example_is_read_as_it_stands() {
    let text = r#"{
      "hooks": {
        "PreToolUse": [
          {
            "matcher": "write_file|edit_file",
            "hooks": [{ "command": "bun .levelcode/hooks/guard-write.ts" }]
          }
        ],
        "PostToolUse": [
          {
            "matcher": "write_file",
            "hooks": [{ "command": "bun .levelcode/hooks/format.ts" }]
          }
        ],
        "SessionStart": [{ "hooks": [{ "command": "bun .levelcode/hooks/onboarding.ts" }] }],
        "Stop": [{ "hooks": [{ "command": "bun .levelcode/hooks/notify.ts" }] }]
      }
    }"#;
    let expected = [
        "PreToolUse write_file|edit_file sh bun .levelcode/hooks/guard-write.ts 10",
        "PostToolUse write_file sh bun .levelcode/hooks/format.ts 10",
        "SessionStart * sh bun .levelcode/hooks/onboarding.ts 10",
        "Stop * sh bun .levelcode/hooks/notify.ts 10",
    ];
    check(text, &expected, &[]);
}

#[test]
fn a_file_without_hooks_is_fine() {
    for text in ["", " \n\t\r\n", "\u{feff}", "\u{feff}\n", "{}", r#"{"language":"en"}"#] {
        check(text, &[], &[]);
    }
    check(r#"{"hooks":{}}"#, &[], &[]);
    check(r#"{"hooks":{"Stop":[]}}"#, &[], &[]);
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let text = format!("\u{feff}{}", with(&json!([{ "command": "a" }])));
    check(text, &["PreToolUse * sh a 10"], &[]);
}

#[test]
fn what_is_no_json_has_no_hooks() {
    let good = with(&json!([{ "command": "a" }]));
    let broken = [
        "{".to_owned(),
        good.replace('}', ",}"),
        format!("// mine\n{good}"),
        format!("{good}{good}"),
        good.replace('"', "'"),
        format!("\u{feff}\u{feff}{good}"),
        format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)),
    ];
    for text in broken {
        check(text, &[], &["It is not valid JSON ("]);
    }
    let mut latin = good.replace("\"a\"", "\"é\"").into_bytes();
    let at = latin.iter().position(|&byte| byte == 0xc3).unwrap();
    latin.remove(at);
    check(latin, &[], &["It is not valid JSON ("]);
    let wide: Vec<u8> = good.encode_utf16().flat_map(u16::to_le_bytes).collect();
    check(wide, &[], &["It is not valid JSON ("]);
}

#[test]
fn a_file_over_the_limit_has_no_hooks() {
    let mut text = with(&json!([{ "command": "a" }])).into_bytes();
    text.resize(LONGEST_FILE as usize, b' ');
    check(&text, &["PreToolUse * sh a 10"], &[]);
    text.push(b' ');
    check(&text, &[], &["It is longer than 1 MiB"]);
}

#[test]
fn a_value_of_the_wrong_shape_is_named() {
    check("[]", &[], &["It must be an object"]);
    check("null", &[], &["It must be an object"]);
    check(r#"{"hooks":[]}"#, &[], &["hooks: It must be an object of events"]);
    check(r#"{"hooks":null}"#, &[], &["hooks: It must be an object"]);
    check(
        r#"{"hooks":{"Stop":{"hooks":[{"command":"a"}]}}}"#,
        &[],
        &["hooks.Stop: It must be a list of groups"],
    );
    check(r#"{"hooks":{"Stop":["a"]}}"#, &[], &["hooks.Stop[0]: It must be an object"]);
    check(r#"{"hooks":{"Stop":[{}]}}"#, &[], &["hooks.Stop[0].hooks: It must be a list"]);
    check(r#"{"hooks":{"Stop":[{"hooks":[]}]}}"#, &[], &["hooks.Stop[0].hooks: It must be a list"]);
    let matcher = r#"{"hooks":{"Stop":[{"matcher":["a"],"hooks":[{"command":"a"}]}]}}"#;
    check(matcher, &[], &["hooks.Stop[0].matcher: It must be a string"]);
}

#[test]
fn a_handler_of_the_wrong_shape_is_dropped_alone() {
    let at = "hooks.PreToolUse[0].hooks[0]";
    let check = |bad: Value, beginning: &str| {
        let good = json!({ "command": "good", "timeout": 7, "unknown": {} });
        check(
            with(&json!([bad, good])),
            &["PreToolUse * sh good 7"],
            &[&format!("{at}{beginning}")],
        );
    };
    check(json!("a"), ": It must be an object");
    check(json!({}), ": It has neither a command nor an argv");
    check(json!({ "timeout": 5 }), ": It has neither");
    check(json!({ "command": "" }), ".command: It must be a string that is not empty");
    check(json!({ "command": 1 }), ".command: ");
    check(json!({ "command": null }), ".command: ");
    check(json!({ "argv": [] }), ".argv: It must be a list of at least one string");
    check(json!({ "argv": "a" }), ".argv: ");
    check(json!({ "argv": ["a", 1] }), ".argv: ");
    check(json!({ "argv": ["a"], "command": 1 }), ".command: ");
    check(json!({ "argv": [], "command": "a" }), ".argv: ");
    check(json!({ "command": "a", "type": "prompt" }), ".type: It must be \"command\"");
    check(json!({ "command": "a", "enabled": "no" }), ".enabled: It must be true or false");
    for timeout in
        [json!(0), json!(601), json!(1.5), json!("5"), json!(-1), json!(null), json!(1e300)]
    {
        check(json!({ "command": "a", "timeout": timeout }), ".timeout: It must be a whole number");
    }
}

#[test]
fn a_handler_says_what_runs_and_how_long_it_may() {
    let check = |handler: Value, expected: &str| {
        check(with(&json!([handler])), &[&format!("PreToolUse * {expected}")], &[]);
    };
    check(json!({ "command": "a", "type": "command" }), "sh a 10");
    check(json!({ "argv": ["a", "", "b c"] }), "argv a||b c 10");
    check(json!({ "argv": ["a"], "command": "b" }), "argv a 10");
    check(json!({ "command": "a", "timeout": 1 }), "sh a 1");
    check(json!({ "command": "a", "timeout": 600 }), "sh a 600");
    check(json!({ "command": "a", "timeout": 5.0 }), "sh a 5");
}

#[test]
fn an_unknown_event_takes_nothing_along() {
    let text = r#"{"hooks":{"PreTool\u202eUse":[{"hooks":[{"command":"a"}]}],"Stop":[{"hooks":[{"command":"b"}]}]}}"#;
    let beginning = r"hooks.PreTool\u{202e}Use: There is no such event";
    check(text, &["Stop * sh b 10"], &[beginning]);
    let long = format!(r#"{{"hooks":{{"{}":1}}}}"#, "x".repeat(1_000));
    assert!(warnings(&read(long.as_bytes()))[0].len() < 200);
    // The names are exact.
    check(r#"{"hooks":{"stop":[]}}"#, &[], &["hooks.stop: There is no such event"]);
}

#[test]
fn what_is_switched_off_is_left_out() {
    let off = json!({ "command": "off", "enabled": false });
    let on = json!({ "command": "on", "enabled": true });
    check(with(&json!([off, on])), &["PreToolUse * sh on 10"], &[]);
    check(with(&json!([off])), &[], &[]);
    let group = json!({ "enabled": false, "hooks": [{ "command": "a" }] });
    check(json!({ "hooks": { "Stop": [group] } }).to_string(), &[], &[]);
}

#[test]
fn the_relay_s_entries_are_left_out() {
    let ours = json!({ "command": "'/r/vults-hook' --agent levelcode PreToolUse" });
    let argv = json!({ "argv": ["/r/vults-hook", "--agent", "levelcode", "Stop"] });
    check(with(&json!([ours, argv])), &[], &[]);
    check(with(&json!([ours, { "command": "a" }])), &["PreToolUse * sh a 10"], &[]);
}

#[test]
fn two_alike_are_two() {
    let handler = json!({ "command": "a" });
    let line = "PreToolUse * sh a 10";
    check(with(&json!([handler, handler])), &[line, line], &[]);
}

#[test]
fn warnings_are_bounded() {
    let bad = vec![json!(1); 5_000];
    let config = read(with(&json!(bad)).as_bytes());
    let warnings = warnings(&config);
    assert_eq!(warnings.len(), MOST_WARNINGS + 1);
    assert_eq!(warnings[MOST_WARNINGS], "4980 more of its entries are wrong.");
}

/// Values that look like hooks and often are.
fn hooks() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(json!("a")),
        Just(json!("")),
        Just(json!(true)),
        Just(json!(false)),
        Just(json!(5)),
        Just(json!(null)),
        any::<f64>().prop_map(|number| json!(number)),
        Just(json!(["a"])),
        Just(json!({})),
    ];
    let keys = ["type", "command", "argv", "timeout", "enabled"];
    let handler = prop::collection::hash_map(prop::sample::select(keys.to_vec()), scalar, 0..4)
        .prop_map(|fields| json!(fields));
    let group = prop::collection::vec(handler, 0..4).prop_map(|hooks| json!({ "hooks": hooks }));
    let event = prop::sample::select(vec!["Stop", "PreToolUse", "Other"]);
    prop::collection::hash_map(event, prop::collection::vec(group, 0..3), 0..3)
        .prop_map(|hooks| json!({ "hooks": hooks }))
}

proptest! {
    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let config = read(&bytes);
        prop_assert!(config.groups.is_empty());
        let blank = bytes.trim_ascii().is_empty();
        prop_assert_eq!(config.warnings.is_empty(), blank);
    }

    #[test]
    fn what_runs_is_sound(text in hooks()) {
        let config = read(text.to_string().as_bytes());
        for group in &config.groups {
            prop_assert!(Event::ALL.contains(&group.event) && !group.handlers.is_empty());
            for handler in &group.handlers {
                prop_assert!((1..=600).map(Duration::from_secs).any(|limit| limit == handler.timeout));
                match &handler.program {
                    Program::Shell(line) => prop_assert!(!line.is_empty()),
                    Program::Argv(argv) => prop_assert!(!argv.is_empty()),
                }
            }
        }
    }
}

/// Texts of JSON in which much is as it should be, and some is not.
fn settings() -> impl Strategy<Value = String> {
    let odd = || {
        prop::sample::select(vec![
            "null",
            "7",
            "1e999",
            "[]",
            "{}",
            "\"\\ud83d\"",
            "\"é\\n\"",
            "true",
            "[",
        ])
    };
    let or =
        move |right: Vec<&'static str>| prop_oneof![9 => prop::sample::select(right), 1 => odd()];
    let handler = prop::collection::vec(
        prop_oneof![
            6 => or(vec!["\"a\"", "\"b \\\" c\"", "\"\"", "\"x/vults-hook --agent a Stop\""]).prop_map(|v| format!("\"command\":{v}")),
            2 => or(vec!["[\"a\",\"b\"]", "[]", "[1]"]).prop_map(|v| format!("\"argv\":{v}")),
            2 => or(vec!["1", "5.0", "600", "601", "0", "1.5", "5e0"]).prop_map(|v| format!("\"timeout\":{v}")),
            1 => or(vec!["true", "false"]).prop_map(|v| format!("\"enabled\":{v}")),
            1 => or(vec!["\"command\"", "\"prompt\""]).prop_map(|v| format!("\"type\":{v}")),
            1 => odd().prop_map(|v| format!("\"later\":{v}")),
        ],
        0..4,
    )
    .prop_map(|fields| format!("{{{}}}", fields.join(",")));
    let handlers =
        prop::collection::vec(handler, 0..3).prop_map(|all| format!("[{}]", all.join(",")));
    let group = prop::collection::vec(
        prop_oneof![
            6 => handlers.prop_map(|v| format!("\"hooks\":{v}")),
            3 => or(vec!["\"Bash\"", "\"a|b\"", "\"\"", "\"*\"", "\"[\""]).prop_map(|v| format!("\"matcher\":{v}")),
            1 => or(vec!["true", "false"]).prop_map(|v| format!("\"enabled\":{v}")),
            1 => odd().prop_map(|v| format!("\"later\":{v}")),
        ],
        0..4,
    )
    .prop_map(|fields| format!("{{{}}}", fields.join(",")));
    let name =
        prop::sample::select(vec!["PreToolUse", "PostToolUse", "Stop", "SessionStart", "PreTool"]);
    let groups = prop::collection::vec(group, 0..3).prop_map(|all| format!("[{}]", all.join(",")));
    let events = prop::collection::vec((name, groups), 0..3).prop_map(|events| {
        let events: Vec<String> =
            events.iter().map(|(name, list)| format!("\"{name}\":{list}")).collect();
        format!("{{{}}}", events.join(","))
    });
    let root = prop::collection::vec(
        prop_oneof![
            8 => events.prop_map(|v| format!("\"hooks\":{v}")),
            1 => odd().prop_map(|v| format!("\"hooks\":{v}")),
            1 => odd().prop_map(|v| format!("\"theme\":{v}")),
        ],
        0..3,
    );
    root.prop_map(|fields| format!("{{{}}}", fields.join(",")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn both_readers_find_the_same(text in settings()) {
        prop_assert_eq!(same(&read_sooner(text.as_bytes())), same(&read(text.as_bytes())));
    }
}
