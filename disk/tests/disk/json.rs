//! Edits of JSON settings, one shape at a time.

use serde_json::{Value, json};
use vults_disk::{ConfigError, Edit, Format, Step, edit_text};

use crate::{append, jsonc, remove, set, steps};

fn edited(text: &str, edit: Edit) -> String {
    crate::edited(text, Format::Json, &edit)
}

/// An edit gives this text.
#[track_caller]
fn check(text: &str, edit: Edit, expected: &str) {
    assert_eq!(edited(text, edit), expected);
}

/// Appending gives this text, and taking that away again gives the old one.
#[track_caller]
fn check_back(text: &str, to: &str, expected: &str) {
    let after = edited(text, append(to, json!("new")));
    assert_eq!(after, expected);
    let value: Value = jsonc(&after);
    let last = steps(to).iter().fold(&value, |value, step| match step {
        Step::Key(key) => &value[key.as_str()],
        Step::Index(index) => &value[*index],
    });
    let last = last.as_array().unwrap().len() - 1;
    assert_eq!(edited(&after, remove(&format!("{to}[{last}]"))), text);
}

#[test]
fn an_element_follows_its_neighbours() {
    check_back("{\"a\": []}", "a", "{\"a\": [\"new\"]}");
    check_back("{\"a\":[1,2]}", "a", "{\"a\":[1,2,\"new\"]}");
    check_back("{\"a\":[1]}", "a", "{\"a\":[1,\"new\"]}");
    check_back("{ \"a\": [ 1, 2 ] }", "a", "{ \"a\": [ 1, 2, \"new\" ] }");
    check_back("{ \"a\": [ ] }", "a", "{ \"a\": [ \"new\" ] }");
    check_back("{\n  \"a\": []\n}\n", "a", "{\n  \"a\": [\n    \"new\"\n  ]\n}\n");
    check_back("{\n\t\"a\": []\n}", "a", "{\n\t\"a\": [\n\t\t\"new\"\n\t]\n}");
    check_back("{\r\n  \"a\": []\r\n}", "a", "{\r\n  \"a\": [\r\n    \"new\"\r\n  ]\r\n}");
    check_back("{\n  \"a\": [\n  ]\n}", "a", "{\n  \"a\": [\n  \n    \"new\"\n  ]\n}");
    check_back("{\n  \"a\": [\n    1\n  ]\n}", "a", "{\n  \"a\": [\n    1,\n    \"new\"\n  ]\n}");
    check_back("{\n  \"a\": [\n    1,\n  ]\n}", "a", "{\n  \"a\": [\n    1,\n    \"new\",\n  ]\n}");
    check_back("{\n  \"a\": [1, 2]\n}", "a", "{\n  \"a\": [1, 2, \"new\"]\n}");
    check_back("{\n  \"a\": [1, 2,]\n}", "a", "{\n  \"a\": [1, 2, \"new\",]\n}");
    check_back("{\n  \"a\": [\n    1 ]\n}", "a", "{\n  \"a\": [\n    1,\n    \"new\" ]\n}");
}

#[test]
fn comments_stay_with_their_lines() {
    check_back(
        "{\n  \"a\": [\n    1 // one\n    // the end\n  ]\n}",
        "a",
        "{\n  \"a\": [\n    1, // one\n    \"new\"\n    // the end\n  ]\n}",
    );
    check_back(
        "{\n  \"a\": [ // none yet\n  ]\n}",
        "a",
        "{\n  \"a\": [ // none yet\n    \"new\"\n  ]\n}",
    );
    check_back("{\"a\": [1 /* one */]}", "a", "{\"a\": [1, /* one */ \"new\"]}");
    check_back("{\"a\": [1 // one\n]}", "a", "{\"a\": [1, // one\n  \"new\"\n]}");
    check_back("{\"a\": [/* none */]}", "a", "{\"a\": [/* none */\"new\"]}");
    // Behind what goes away, before its comma, above it.
    check("{\n  \"a\": 1, // mine\n  \"b\": 2\n}", remove("a"), "{\n  // mine\n  \"b\": 2\n}");
    check("{\n  \"b\": 2,\n  // mine\n  \"a\": 1\n}", remove("a"), "{\n  \"b\": 2\n  // mine\n}");
    check("{\"a\": 1 /* mine */, \"b\": 2}", remove("a"), "{ /* mine */ \"b\": 2}");
    check("{\n  \"a\": 1, // one\n  \"b\": 2 }", remove("b"), "{\n  \"a\": 1 // one\n   }");
}

#[test]
fn a_member_is_made_with_all_around_it() {
    let ours = json!({"matcher": "", "hooks": [{"timeout": 5}]});
    check(
        "{\n    \"model\": \"opus\"\n}\n",
        append("hooks.Stop", ours.clone()),
        r#"{
    "model": "opus",
    "hooks": {
        "Stop": [
            {
                "matcher": "",
                "hooks": [
                    {
                        "timeout": 5
                    }
                ]
            }
        ]
    }
}
"#,
    );
    check(
        r#"{"model":"opus"}"#,
        append("hooks.Stop", ours.clone()),
        r#"{"model":"opus","hooks":{"Stop":[{"matcher":"","hooks":[{"timeout":5}]}]}}"#,
    );
    check(
        r#"{ "hooks": { "Stop": [] } }"#,
        append("hooks.Stop", ours),
        r#"{ "hooks": { "Stop": [{"matcher": "", "hooks": [{"timeout": 5}]}] } }"#,
    );
    check("{}", set("a", json!([])), "{\n  \"a\": []\n}");
    check(
        "{}",
        set("a.b[0].c", json!(1)),
        "{\n  \"a\": {\n    \"b\": [\n      {\n        \"c\": 1\n      }\n    ]\n  }\n}",
    );
}

#[test]
fn a_text_without_a_value_is_an_empty_object() {
    let made = "{\n  \"a\": 1\n}";
    check("", set("a", json!(1)), &format!("{made}\n"));
    check(" \n", set("a", json!(1)), &format!(" \n{made}\n"));
    check("// mine\n", set("a", json!(1)), &format!("// mine\n{made}\n"));
    check("// mine", set("a", json!(1)), &format!("// mine\n{made}"));
    check("\u{feff}", set("a", json!(1)), &format!("\u{feff}{made}\n"));
    check("/* a\r\nb */", set("a", json!(1)), "/* a\r\nb */\r\n{\r\n  \"a\": 1\r\n}");
}

#[test]
fn only_the_value_of_a_member_changes() {
    check("{ \"a\" : 1.0 , }", set("a", json!(2)), "{ \"a\" : 2 , }");
    check("{ \"a\" : 1e5 }", set("a", json!(1e5)), "{ \"a\" : 1e5 }");
    check(
        r#"{"a": {"x": 1, "y": 2}}"#,
        set("a", json!({"y": 2, "x": 1})),
        r#"{"a": {"x": 1, "y": 2}}"#,
    );
    check("{\n  \"a\": [1, 2]\n}", set("a", json!([3])), "{\n  \"a\": [3]\n}");
    check("{\n  \"a\": null // x\n}", set("a", json!([3])), "{\n  \"a\": [\n    3\n  ] // x\n}");
    check("{\n  \"a\": [1, 2]\n}", set("a[1]", json!("x")), "{\n  \"a\": [1, \"x\"]\n}");
}

#[test]
fn what_an_edit_does_not_touch_keeps_its_spelling() {
    let text = "\u{feff}{\r\n\t\"x\": [1e5, 1.0, 123456789012345678901234567890, -0], // y\r\n\t\"\\u0061\": \"https://x//y\", \"c\": \"a,]\",\r\n}\r\n";
    let after = edited(text, append("hooks.Stop", json!(1)));
    assert_eq!(edited(&after, remove("hooks")), text);
    let (start, end) = text.split_at(text.len() - "\r\n}\r\n".len());
    assert!(after.starts_with(start) && after.ends_with(end));
}

#[test]
fn each_edit_sees_what_the_ones_before_left() {
    let edits = [append("a", json!(1)), append("a", json!(2)), remove("a[0]"), set("b", json!(3))];
    assert_eq!(jsonc(&edit_text("{}", Format::Json, &edits).unwrap()), json!({"a": [2], "b": 3}));
}

/// An edit is refused in these words.
#[track_caller]
fn check_refused(text: &str, edit: Edit, words: &str) {
    let refused = edit_text(text, Format::Json, &[edit]).unwrap_err();
    assert_eq!(refused.to_string(), words);
}

#[test]
fn an_edit_that_does_not_fit_is_refused() {
    check_refused(r#"{"hooks": null}"#, append("hooks.Stop", json!(1)), "hooks is not an object");
    check_refused(r#"{"a": {"b c": 1}}"#, append("a.b c", json!(1)), "a.\"b c\" is not an array");
    check_refused(r#"{"a": {}}"#, append("a[0].b", json!(1)), "a is not an array");
    check_refused(r#"{"a": []}"#, set("a[1]", json!(1)), "a[1] is not there");
    check_refused(r#"{"a": []}"#, remove("a[0]"), "a[0] is not there");
    check_refused(r#"{"a": []}"#, remove("b.c"), "b.c is not there");
    check_refused("", remove("a"), "a is not there");
    check_refused("", set("[0]", json!(1)), "the top level is not an array");
    let place = edit_text("{\n  \"a\": 1}", Format::Json, &[append("a", json!(1))]);
    assert!(matches!(place, Err(ConfigError::Shape { line: 2, column: 8, .. })), "{place:?}");
}

#[test]
fn a_long_text_is_edited_in_one_go() {
    // Long comments, so that the test spends its time on the length and not on the parser.
    let entry = format!("{{\"matcher\": \"Bash\", \"hooks\": []}}, // {}", "note ".repeat(100));
    let lines = format!("    {entry}\n").repeat(4 * 1024 * 1024 / (entry.len() + 5) - 1);
    let text = format!("{{\n  \"a\": [\n{lines}  ]\n}}\n");
    let after = edited(&text, append("a", json!(1)));
    assert_eq!(after.len(), text.len() + "    1,\n".len());
    let too_long = edit_text(&text, Format::Json, &[append("a", json!("x".repeat(10_000)))]);
    assert!(matches!(too_long, Err(ConfigError::TooLong)));
}

#[test]
fn one_long_line_is_edited_too() {
    let text = format!("\n{{\"a\": [{}0], \"b\": []}}", "[0], ".repeat(20_000));
    let after = edited(&text, append("b", json!(1)));
    assert_eq!(after, text.replace("\"b\": []", "\"b\": [1]"));
}

/// The settings that other products' installers emptied: five tools' hooks over twelve events.
#[test]
fn every_foreign_hook_outlives_install_update_and_remove() {
    let mut members = String::new();
    for event in 0..12 {
        let entry = |tool: usize| {
            format!(
                r#"      {{ "matcher": "", "hooks": [{{ "type": "command", "command": "tool{tool} '{event}'" }}] }}"#
            )
        };
        let entries: Vec<_> = (0..5).map(entry).collect();
        let comma = if event < 11 { "," } else { "" };
        members += &format!("    \"Event{event}\": [\n{}\n    ]{comma}\n", entries.join(",\n"));
    }
    let others: String =
        (0..14).map(|n| format!("  \"x-future-{n}\": {{ \"a\": [{n}.0] }}, // {n}\n")).collect();
    let text = format!("{{\n{others}  \"hooks\": {{\n{members}  }},\n  \"statusLine\": null\n}}\n");
    let ours = |version: u32| json!({"hooks": [{"type": "command", "command": version}]});
    let install: Vec<_> =
        (0..14).map(|event| append(&format!("hooks.Event{event}"), ours(1))).collect();
    let installed = edit_text(&text, Format::Json, &install).unwrap();
    let update: Vec<_> = (0..12)
        .map(|event| set(&format!("hooks.Event{event}[5].hooks[0].command"), json!(2)))
        .collect();
    let updated = edit_text(&installed, Format::Json, &update).unwrap();
    assert_eq!(jsonc(&updated)["hooks"]["Event3"][5], ours(2));
    let mut take: Vec<_> = (0..12).map(|event| remove(&format!("hooks.Event{event}[5]"))).collect();
    take.extend([remove("hooks.Event12"), remove("hooks.Event13")]);
    assert_eq!(edit_text(&updated, Format::Json, &take).unwrap(), text);
}
