//! Settings of every kind: whatever stands in a file, only our entries change.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::installer::Wish;
use super::testing::Home;

/// How a file is written.
#[derive(Clone, Debug)]
struct Form {
    indent: &'static str,
    line_end: &'static str,
    mark: bool,
    comments: bool,
    end: bool,
}

fn form() -> impl Strategy<Value = Form> {
    let indent = prop::sample::select(vec!["", "  ", "    ", "\t"]);
    let line_end = prop::sample::select(vec!["\n", "\r\n"]);
    (indent, line_end, any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(indent, line_end, mark, comments, end)| Form { indent, line_end, mark, comments, end },
    )
}

impl Form {
    fn write(&self, value: &Value) -> String {
        let mut text = if self.indent.is_empty() {
            value.to_string()
        } else {
            let mut bytes = Vec::new();
            let formatter = serde_json::ser::PrettyFormatter::with_indent(self.indent.as_bytes());
            let mut writer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
            serde::Serialize::serialize(value, &mut writer).unwrap();
            String::from_utf8(bytes).unwrap()
        };
        if self.comments {
            // Behind every line, so that each container has some.
            let mut number = 0;
            text = text
                .split('\n')
                .map(|line| {
                    number += 1;
                    format!("{line} // kept {number}\n")
                })
                .collect();
        }
        let mark = if self.mark { "\u{feff}" } else { "" };
        let end = if self.end { "\n" } else { "" };
        format!("{mark}{text}{end}").replace('\n', self.line_end)
    }
}

fn text() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "",
        "a",
        "// no comment",
        "/* nor this */",
        "a,]",
        "https://x//y",
        "\"quoted\"",
        "日本",
        "\u{1}",
        "vults-hook",
        "back\\slash",
    ])
    .prop_map(str::to_owned)
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i32>().prop_map(|number| json!(number)),
        text().prop_map(Value::String),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::Array),
            prop::collection::btree_map(text(), inner, 0..3)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// A hook of somebody else, of every kind.
fn foreign() -> impl Strategy<Value = Value> {
    prop_oneof![
        text().prop_map(|text| json!({ "type": "command", "command": format!("run '{text}'") })),
        text().prop_map(|text| json!({ "type": "prompt", "prompt": text, "timeout": 1 })),
        text().prop_map(|text| json!({
            "type": "command", "timeout": 3, "async": true,
            "command": format!("logger {text}; vults-hook --agent claude Stop"),
        })),
        Just(json!({ "type": "command", "command": "vults-hook --agent codex Stop" })),
        Just(json!({ "command": "'/r/vults-hook' --agent claude Stop" })),
        value(),
    ]
}

fn group() -> impl Strategy<Value = Value> {
    (prop::option::of(text()), prop::collection::vec(foreign(), 0..3), any::<bool>()).prop_map(
        |(matcher, hooks, note)| {
            let mut group = Map::new();
            if let Some(matcher) = matcher {
                group.insert("matcher".to_owned(), json!(matcher));
            }
            group.insert("hooks".to_owned(), Value::Array(hooks));
            if note {
                group.insert("note".to_owned(), json!("kept"));
            }
            Value::Object(group)
        },
    )
}

fn settings() -> impl Strategy<Value = Value> {
    let event = prop::sample::select(vec!["Stop", "PreToolUse", "PreCompact", "SessionEnd", "x"]);
    let events = prop::collection::btree_map(event, prop::collection::vec(group(), 0..3), 0..4);
    let line = prop_oneof![
        Just(None),
        text().prop_map(|text| Some(json!({ "type": "command", "command": text, "padding": 1 }))),
        value().prop_map(Some),
    ];
    let others = prop::collection::btree_map("[a-g]", value(), 0..4);
    (others, prop::option::of(events), line).prop_map(|(others, events, line)| {
        let mut settings: Map<String, Value> = others.into_iter().collect();
        if let Some(events) = events {
            let events = events.into_iter().map(|(name, groups)| (name.to_owned(), json!(groups)));
            settings.insert("hooks".to_owned(), Value::Object(events.collect()));
        }
        if let Some(line) = line {
            settings.insert("statusLine".to_owned(), line);
        }
        Value::Object(settings)
    })
}

/// Whether every character of one text stands in another, in the same order.
fn is_within(part: &str, whole: &str) -> bool {
    let mut whole = whole.chars();
    part.chars().all(|letter| whole.any(|other| other == letter))
}

fn comments(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| Some(line.split_once("// kept ")?.1.trim())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_foreign_byte_changes(settings in settings(), form in form()) {
        let home = Home::new();
        let before = form.write(&settings);
        home.write(&before);
        home.start();
        let installed = home.read();
        // All that stood there still does, but for the command of a status line that runs behind
        // ours now.
        let line = settings.get("statusLine").and_then(super::ours::command_of);
        let kept = match (line, before.rsplit_once("statusLine")) {
            (Some(command), Some((head, tail))) => {
                head.to_owned() + &tail.replacen(&json!(command).to_string(), "\"", 1)
            }
            _ => before.clone(),
        };
        prop_assert!(is_within(&kept, &installed), "{before}\n\n{installed}");
        // Twice more: nothing.
        let tree = home.tree();
        home.start();
        home.start();
        prop_assert_eq!(home.tree(), tree);
        // An update, in place.
        let relay = json!(home.installer().relay()).to_string();
        let relay = relay.trim_matches('"');
        let old = installed.replace(relay, "/old/vults-hook").replace("\"timeout\": 60", "\"timeout\": 6");
        prop_assert_ne!(&old, &installed);
        home.write(&old);
        home.start();
        prop_assert_eq!(home.read(), installed.clone());
        // Removal by the smallest edit, since somebody else has written.
        home.wish(Wish::Remove).unwrap();
        let after = home.read();
        prop_assert_eq!(home.value(), settings.clone(), "{}", after);
        prop_assert_eq!(comments(&after), comments(&before));
        // And once more, with the very bytes.
        home.write(&before);
        home.wish(Wish::Install).unwrap();
        home.wish(Wish::Remove).unwrap();
        prop_assert_eq!(home.read(), before);
    }
}
