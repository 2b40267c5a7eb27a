//! Edits of TOML settings.

use proptest::prelude::*;
use serde_json::{Value, json};
use vults_disk::{ConfigError, Edit, Format, edit_text};

use crate::{append, remove, set};

fn edited(text: &str, edit: &Edit) -> String {
    crate::edited(text, Format::Toml, edit)
}

/// An edit gives this text.
#[track_caller]
fn check(text: &str, edit: Edit, expected: &str) {
    assert_eq!(edited(text, &edit), expected);
}

/// An edit gives this text, and another takes it back.
#[track_caller]
fn check_back(text: &str, edit: Edit, back: Edit, expected: &str) {
    check(text, edit, expected);
    check(expected, back, text);
}

#[test]
fn a_table_joins_its_array() {
    let ours = json!({"name": "new", "n": 1});
    check_back(
        "",
        append("hooks", ours.clone()),
        remove("hooks[0]"),
        "[[hooks]]\nname = \"new\"\nn = 1\n",
    );
    check_back(
        "a = 1 # one",
        append("hooks", ours.clone()),
        remove("hooks[0]"),
        "a = 1 # one\n\n[[hooks]]\nname = \"new\"\nn = 1",
    );
    check_back(
        "[[hooks]] # first\r\nname = 'a' # a\r\n  [hooks.sub]\r\n  b=1\r\n# below\r\n\r\n# other\r\n[other]\r\n",
        append("hooks", ours.clone()),
        remove("hooks[1]"),
        "[[hooks]] # first\r\nname = 'a' # a\r\n  [hooks.sub]\r\n  b=1\r\n# below\r\n\r\n[[hooks]]\r\nname = \"new\"\r\nn = 1\r\n\r\n# other\r\n[other]\r\n",
    );
    check_back(
        "[a]\nx = 1\n# end\n",
        append("hooks.Stop", json!({"hooks": [{"command": "a 'b'", "timeout": 5}]})),
        remove("hooks.Stop[0]"),
        "[a]\nx = 1\n# end\n\n[[hooks.Stop]]\nhooks = [{ command = \"a 'b'\", timeout = 5 }]\n",
    );
}

#[test]
fn a_line_joins_its_table() {
    check_back("", set("a", json!(1)), remove("a"), "a = 1\n");
    check_back("[t]\n", set("a", json!(1)), remove("a"), "a = 1\n\n[t]\n");
    check_back("\n[t]\n", set("a", json!(1)), remove("a"), "a = 1\n\n\n[t]\n");
    check_back("# head\n\n[t]\n", set("a", json!(1)), remove("a"), "# head\n\na = 1\n\n[t]\n");
    check_back("# of t\n[t]\n", set("a", json!(1)), remove("a"), "a = 1\n\n# of t\n[t]\n");
    check_back(
        "b = [ # x\n 1 ] # b\n[t]\n",
        set("a", json!("x")),
        remove("a"),
        "b = [ # x\n 1 ] # b\na = \"x\"\n[t]\n",
    );
    check_back(
        "[t]\n  b.c = 1\n\n[t.u]\n",
        set("t.a", json!(true)),
        remove("t.a"),
        "[t]\n  b.c = 1\n  a = true\n\n[t.u]\n",
    );
    check_back("[t] # t", set("t.a b", json!(1.5)), remove("t.a b"), "[t] # t\n\"a b\" = 1.5");
    check_back("[t]\n", set("u.v.w", json!(1)), remove("u.v"), "[t]\n\n[u.v]\nw = 1\n");
}

#[test]
fn arrays_and_inline_tables_are_edited_in_place() {
    check_back("a = [1, 2] # x\n", append("a", json!(3)), remove("a[2]"), "a = [1, 2, 3] # x\n");
    check_back(
        "a = [\n  1, # one\n]\n",
        append("a", json!(3)),
        remove("a[1]"),
        "a = [\n  1, # one\n  3,\n]\n",
    );
    check_back("a = { b = 1 }\n", set("a.c", json!(2)), remove("a.c"), "a = { b = 1, c = 2 }\n");
    check("a = {  }\nb=0x10", set("b", json!("\n")), "a = {  }\nb=\"\\n\"");
    check("a = 0x10 # sixteen\n", set("a", json!(16)), "a = 0x10 # sixteen\n");
    check("a = 1 # one\nb = 2\n", remove("a"), "# one\nb = 2\n");
    check(
        "[[h]]\nx = 1\n[[h]]\nx = 2\n",
        set("h[0].x", json!([3])),
        "[[h]]\nx = [3]\n[[h]]\nx = 2\n",
    );
}

#[test]
fn an_edit_that_does_not_fit_is_refused() {
    let refused = |text: &str, edit: Edit| edit_text(text, Format::Toml, &[edit]).unwrap_err();
    assert!(matches!(refused("a = 1", set("b", Value::Null)), ConfigError::Unsafe));
    assert!(matches!(refused("a = 1", remove("b")), ConfigError::Missing { .. }));
    assert!(matches!(
        refused("a = 1", append("a", json!(1))),
        ConfigError::Shape { line: 1, column: 5, .. }
    ));
    assert!(matches!(refused("[[a]]\n[b]\n[[a]]\n", remove("a")), ConfigError::Unsafe));
    assert!(matches!(refused("a.b = 1\n", remove("a")), ConfigError::Unsafe));
}

#[test]
fn an_array_of_tables_goes_with_its_last_table() {
    let edits = [remove("hooks.Stop[0]"), remove("hooks.Stop"), remove("hooks")];
    let text = "a = 1\n\n[[hooks.Stop]]\nx = 1\n";
    assert_eq!(edit_text(text, Format::Toml, &edits).unwrap(), "a = 1\n");
}

/// Lines of someone's configuration.
fn document() -> impl Strategy<Value = String> {
    let line = |lines: &'static [&'static str]| prop::sample::select(lines);
    let top = line(&[
        "",
        "# top",
        "a = 1",
        "b.c = [ 1, # x\n  2 ]",
        "s = \"\"\"\n[x]\n\"\"\"",
        "  i = { x = 1 }",
    ]);
    let inside =
        line(&["", "# note", "n = 0x10", "t = 07:32:00", "  deep.er = 'x' # y", "l = [\n]"]);
    let header = line(&[
        "[tab]",
        "[tab.sub] # s",
        "[[hooks]]",
        "  [hooks.sub]",
        "[[hooks.Stop]]",
        "[ hooks ]",
        "[[ hooks . Other ]]",
    ]);
    let section = (header, prop::collection::vec(inside, 0..4))
        .prop_map(|(header, lines)| format!("{header}\n{}", lines.join("\n")));
    (
        prop::collection::vec(top, 0..4),
        prop::collection::vec(section, 0..5),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(top, sections, crlf, end, mark)| {
            let mut lines = top;
            lines.extend(sections.iter().map(String::as_str));
            let mut text = lines.join("\n");
            if end {
                text.push('\n');
            }
            let text = if crlf { text.replace('\n', "\r\n") } else { text };
            if mark { format!("\u{feff}{text}") } else { text }
        })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn what_was_added_to_toml_goes_away_without_a_trace(
        text in document(),
        to in prop::sample::select(vec!["hooks", "hooks.Stop", "hooks.New", "new"]),
        times in 1..3_usize,
    ) {
        let ours = json!({"matcher": "", "hooks": [{"command": "x \"y\" 'z'", "timeout": 5}]});
        let mut after = text.clone();
        for _ in 0..times {
            match edit_text(&after, Format::Toml, &[append(to, ours.clone())]) {
                Ok(next) => after = next,
                // Keys twice, or `hooks` of another shape.
                Err(ConfigError::Syntax { .. } | ConfigError::Shape { .. }) => {
                    return Err(TestCaseError::reject("no document"));
                }
                Err(error) => prop_assert!(false, "{error:?} {after:?}"),
            }
        }
        let table: toml_edit::DocumentMut = after.trim_start_matches('\u{feff}').parse().unwrap();
        let tables = to.split('.').fold(table.as_item(), |item, key| &item[key]);
        let last = tables.as_array_of_tables().unwrap().len();
        for index in (last - times..last).rev() {
            after = edited(&after, &remove(&format!("{to}[{index}]")));
        }
        prop_assert_eq!(after, text);
    }
}
