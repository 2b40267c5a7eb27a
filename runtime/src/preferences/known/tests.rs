use std::collections::BTreeSet;

use super::*;

const KEYS: [&str; 7] =
    ["version", "language", "marks", "screen", "sounds", "notifications", "cost_and_limits"];

#[track_caller]
fn check(text: &str, change: impl FnOnce(&mut Known)) {
    let mut expected = Known::default();
    change(&mut expected);
    assert_eq!(Known::read(text).unwrap(), expected, "{text}");
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    assert_eq!(Known::read(text).unwrap_err().to_string(), expected, "{text}");
}

#[test]
fn what_a_file_does_not_say_has_its_default() {
    for text in ["", " \n", "\u{feff}", "{}", r#"{"version": 1}"#, r#"{"hooks": {"Stop": []}}"#] {
        check(text, |_| {});
    }
}

#[test]
fn what_a_file_says_counts() {
    check(r#"{"language": "pt-BR"}"#, |it| it.language = Language::BrazilianPortuguese);
    check(r#"{"language": "en"}"#, |it| it.language = Language::English);
    check(r#"{"marks": "plain"}"#, |it| it.marks = Marks::Plain);
    check(r#"{"screen": "DP-1"}"#, |it| it.screen = Some("DP-1".to_owned()));
    check(r#"{"screen": null}"#, |_| {});
    check("\u{feff}{\"sounds\": false}", |it| it.sounds = false);
    check(r#"{"notifications": false, "x-future": [1]}"#, |it| it.notifications = false);
    check(r#"{"cost_and_limits": false}"#, |it| it.cost_and_limits = false);
}

#[test]
fn a_value_that_means_nothing_takes_nothing_else_along() {
    #[track_caller]
    fn unfit(text: &str, expected: &str) {
        let known = Known::read(text).unwrap();
        let said: Vec<String> = known.unfit.iter().map(Unfit::to_string).collect();
        assert_eq!(said, [expected], "{text}");
        assert_eq!(Known { unfit: Vec::new(), ..known }, Known::default());
    }
    unfit(r#"{"sounds": "off"}"#, r#""sounds" is not true or false"#);
    unfit(r#"{"sounds": null}"#, r#""sounds" is not true or false"#);
    unfit(r#"{"language": "fr"}"#, r#""language" is not "system", "en" or "pt-BR""#);
    unfit(r#"{"marks": 1}"#, r#""marks" is not "birds" or "plain""#);
    for screen in ["\"\"", "\" \"", "\"a\\nb\"", "1", &format!("\"{}\"", "x".repeat(101))] {
        let text = format!("{{\"screen\": {screen}}}");
        unfit(&text, r#""screen" is not the name of a screen, or null"#);
    }
    for version in ["0", "-1", "1.5", "\"1\"", "null"] {
        let text = format!("{{\"version\": {version}}}");
        unfit(&text, r#""version" is not a whole number from 1"#);
    }
    for value in ["null", "0", "\"no\"", "[]"] {
        check(&format!("{{\"cost_and_limits\": {value}}}"), |it| {
            it.cost_and_limits = false;
            it.unfit = vec![Unfit { key: "cost_and_limits", expected: "true or false" }];
        });
    }
    check(r#"{"sounds": 1, "marks": "plain"}"#, |it| {
        it.marks = Marks::Plain;
        it.unfit = vec![Unfit { key: "sounds", expected: "true or false" }];
    });
}

#[test]
fn a_newer_file_is_read_as_far_as_it_is_known() {
    check(r#"{"version": 2, "sounds": false, "perches": 3}"#, |it| {
        it.newer = Some(2);
        it.sounds = false;
    });
}

#[test]
fn a_file_that_is_no_plain_json_is_never_taken_for_an_empty_one() {
    const PLAIN: &str = "plain JSON has neither comments nor a comma at the end of a list";
    refused("{\n  // mine\n  \"sounds\": false\n}", &format!("line 2, column 3: {PLAIN}"));
    refused("{\"sounds\": false,}", &format!("line 1, column 18: {PLAIN}"));
    refused("// only this\n", &format!("line 1, column 1: {PLAIN}"));
    refused("[]", "the top level is not an object");
    refused("{\"sounds\": true, \"sounds\": false}", "line 1: the key \"sounds\" stands twice");
    for text in ["{", "{\"sounds\"", "sounds = false", "null", "\u{0}"] {
        assert!(Known::read(text).is_err(), "{text}");
    }
}

#[test]
fn the_defaults_are_those_of_their_file_which_names_every_key() {
    let members = read_text(include_str!("../defaults.jsonc"), Format::Json).unwrap();
    let keys: BTreeSet<&str> = members.keys().map(String::as_str).collect();
    assert_eq!(keys, BTreeSet::from(KEYS));
    assert_eq!(members["version"], VERSION);
    let plain = Value::Object(members).to_string();
    assert_eq!(Known::read(&plain).unwrap(), Known::default());
    assert_eq!(Known::default().unfit, []);
}

/// Each key has a row of its own there, with its default in the last column.
#[test]
fn the_documentation_says_every_key_and_its_default() {
    let page = include_str!("../../../../docs/reference/settings.md");
    let members = read_text(include_str!("../defaults.jsonc"), Format::Json).unwrap();
    let rows: Vec<(&str, &str)> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.strip_suffix("` |"))
        .filter_map(|row| Some((row.split_once('`')?.0, row.rsplit_once('`')?.1)))
        .collect();
    let expected: Vec<(String, String)> =
        members.iter().map(|(key, value)| (key.clone(), value.to_string())).collect();
    let expected: Vec<(&str, &str)> =
        expected.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    assert_eq!(rows, expected);
}
