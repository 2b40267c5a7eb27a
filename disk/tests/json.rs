//! Edits of JSON settings, one shape at a time.

use serde_json::{Value, json};
use vults_disk::{Edit, Format, Step, edit_text};

/// `"hooks.Stop[0]"` as steps.
fn steps(path: &str) -> Vec<Step> {
    let path = path.replace('[', ".[");
    let step = |part: &str| match part.strip_prefix('[') {
        Some(index) => Step::Index(index.trim_end_matches(']').parse().unwrap()),
        None => Step::Key(part.to_owned()),
    };
    path.split('.').filter(|part| !part.is_empty()).map(step).collect()
}

fn append(to: &str, value: Value) -> Edit {
    Edit::Append { to: steps(to), value }
}

fn set(at: &str, value: Value) -> Edit {
    Edit::Set { at: steps(at), value }
}

fn remove(at: &str) -> Edit {
    Edit::Remove { at: steps(at) }
}

fn edited(text: &str, edit: Edit) -> String {
    edit_text(text, Format::Json, &[edit]).unwrap()
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

fn jsonc(text: &str) -> Value {
    let options = jsonc_parser::ParseOptions::default();
    jsonc_parser::parse_to_serde_value(text.trim_start_matches('\u{feff}'), &options).unwrap()
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
