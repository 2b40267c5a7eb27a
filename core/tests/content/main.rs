//! What cards show: differences to what is on disk, addresses, any tool's input.

#![allow(clippy::expect_used, reason = "a test may fail")]

mod patches;
#[path = "../world/mod.rs"]
mod world;

use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use vults_core::{
    Action, ActionView, Ask, Call, CellMode, Change, ConnectionId, Content, FileChange, FileEdit,
    FileView, Hunk, HunkView, Input, LineChange, Place, Present, Replacement, Request, Segment,
    Text, Unread,
};
use world::{World, origin};

/// The card's content of an action, given what is there.
fn content(action: Action, places: Vec<Place>) -> Option<Content> {
    let (call, input) = (Call::new("Tool", &json!({})), json!({}));
    let present = Present { places, ..Present::default() };
    let request =
        Request::prepare(&origin("one"), Ask { call, input, comments: None, action }, &present)?;
    Some(request.content().clone())
}

fn place(text: Result<Option<&str>, Unread>) -> Place {
    let text = text.map(|text| text.map(str::to_owned));
    Place { leads_to: None, is_link: false, outside: false, text }
}

fn file(change: Change, present: Result<Option<&str>, Unread>) -> FileView {
    file_at(change, place(present))
}

fn file_at(change: Change, place: Place) -> FileView {
    let edits = vec![FileEdit { path: "/home/me/one/a.txt".into(), change }];
    match content(Action::Files { edits, facts: Vec::new() }, vec![place]) {
        Some(Content::Files { mut files, added, removed, .. }) => {
            let file = files.remove(0);
            assert_eq!((file.diff.added, file.diff.removed), (added, removed));
            file
        }
        other => panic!("{other:?}"),
    }
}

fn plain(Text(segments): &Text) -> String {
    let piece = |segment: &Segment| match segment {
        Segment::Plain(text) => text.clone(),
        Segment::Hidden(label) => format!("⟨{label}⟩"),
    };
    segments.iter().map(piece).collect()
}

/// A diff as it is written: its places, and each line after its sign.
fn written(file: &FileView) -> Vec<String> {
    let hunk = |hunk: &HunkView| {
        let lines = hunk.lines.iter().map(|line| {
            let sign = match line.change {
                LineChange::Same => ' ',
                LineChange::Added => '+',
                LineChange::Removed => '-',
            };
            format!("{sign}{}", plain(&line.text))
        });
        let place = format!("@{},{}", hunk.before, hunk.after);
        [place].into_iter().chain(lines).collect::<Vec<_>>()
    };
    file.diff.hunks.iter().flat_map(hunk).collect()
}

fn replace(all: &[(&str, &str, bool)]) -> Change {
    let one = |&(old, new, every): &(&str, &str, bool)| Replacement {
        old: old.into(),
        new: new.into(),
        every,
        with_line_break: false,
    };
    Change::Replace(all.iter().map(one).collect())
}

fn unread(why: Unread) -> FileChange {
    FileChange::Unread { why }
}

#[track_caller]
fn check(
    change: Change,
    present: Result<Option<&str>, Unread>,
    becomes: FileChange,
    diff: &[&str],
) {
    let file = file(change, present);
    assert_eq!(file.change, becomes);
    assert_eq!(written(&file), diff);
}

#[test]
fn a_file_that_is_written() {
    let write = |text: &str| Change::Write(text.into());
    check(write("a\nb\n"), Ok(None), FileChange::New, &["@1,1", "+a", "+b"]);
    check(write(""), Ok(None), FileChange::New, &[]);
    check(write(""), Ok(Some("a\n")), FileChange::Changed, &["@1,1", "-a"]);
    check(write("a\n"), Ok(Some("a\n")), FileChange::Changed, &[]);
    let (old, new) = ("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n");
    let diff = ["@2,2", " 2", " 3", " 4", "-5", "+five", " 6", " 7", " 8"];
    check(write(new), Ok(Some(old)), FileChange::Changed, &diff);
    // A last line that does not end is another line.
    let diff = ["@1,1", "-a", "+a⟨no line break⟩"];
    check(write("a"), Ok(Some("a\n")), FileChange::Changed, &diff);
    // What an editor shows alike is not alike.
    check(write("a\n"), Ok(Some("a\r\n")), FileChange::Changed, &["@1,1", "-a⟨CR⟩", "+a"]);
    for why in [Unread::NotAFile, Unread::TooLarge, Unread::NotText, Unread::Unreadable] {
        check(write("a\nb"), Err(why), unread(why), &["@0,1", "+a", "+b⟨no line break⟩"]);
    }
}

#[test]
fn text_that_is_replaced() {
    let one = |old, new| replace(&[(old, new, false)]);
    let text = Ok(Some("alpha\nbeta\ngamma\n"));
    let diff = ["@1,1", " alpha", "-beta", "+BETA", " gamma"];
    check(one("beta", "BETA"), text, FileChange::Changed, &diff);
    let all = ["@1,1", "-alpha", "-beta", "-gamma", "+Alpha", "+betA", "+gAmma"];
    let each = [("al", "Al", false), ("ta", "tA", false), ("gam", "gAm", false)];
    check(replace(&each), text, FileChange::Changed, &all);
    let all = ["@1,1", "-alpha", "-beta", "-gamma", "+_lph_", "+bet_", "+g_mm_"];
    check(replace(&[("a", "_", true)]), text, FileChange::Changed, &all);
    // Each in what the one before has left.
    let each = [("beta", "x", false), ("x", "y", false)];
    let diff = ["@1,1", " alpha", "-beta", "+y", " gamma"];
    check(replace(&each), text, FileChange::Changed, &diff);

    let diff = ["@0,0", "-a", "+b"];
    check(one("a", "b"), text, unread(Unread::OldTextRepeated), &diff);
    check(one("a", "b"), Ok(Some("x")), unread(Unread::OldTextMissing), &diff);
    check(one("a", "b"), Ok(None), unread(Unread::Missing), &diff);
    check(one("a", "b"), Err(Unread::TooLarge), unread(Unread::TooLarge), &diff);
    check(one("aa", "b"), Ok(Some("aaa")), unread(Unread::OldTextRepeated), &["@0,0", "-aa", "+b"]);
    check(one("éé", "b"), Ok(Some("ééé")), unread(Unread::OldTextRepeated), &["@0,0", "-éé", "+b"]);
    let each = [("alpha", "x", false), ("alpha", "y", false)];
    let diff = ["@0,0", "-alpha", "+x", "@0,0", "-alpha", "+y"];
    check(replace(&each), text, unread(Unread::OldTextMissing), &diff);
}

#[test]
fn text_that_grows_beyond_measure() {
    let letters = "x".repeat(1 << 20);
    let book = "y\n".repeat(2_000);
    let change = replace(&[("x", &book, true)]);
    let file = file(change, Ok(Some(&letters)));
    assert_eq!(file.change, unread(Unread::TooManyChanges));
    assert_eq!((file.diff.added, file.diff.removed), (2_000, 1));
    let doubled: Vec<_> = vec![("x", "xx", true); 60];
    check(
        replace(&doubled[..2]),
        Ok(Some("x")),
        FileChange::Changed,
        &["@1,1", "-x⟨no line break⟩", "+xxxx⟨no line break⟩"],
    );
    let change = replace(&doubled);
    let why = unread(Unread::TooManyChanges);
    assert_eq!(self::file(change, Ok(Some("x"))).change, why);
}

#[test]
fn text_that_goes_with_its_line_break() {
    // Each text as the real program leaves it.
    #[track_caller]
    fn check(present: &str, old: &str, every: bool, expected: &str) {
        let (old, new) = (old.into(), String::new());
        let change = Change::Replace(vec![Replacement { old, new, every, with_line_break: true }]);
        let file = file(change, Ok(Some(present)));
        assert_eq!(file.change, FileChange::Changed);
        assert_eq!(patched(present, &file), expected);
    }
    check("alpha\nbeta\ngamma\n", "beta", false, "alpha\ngamma\n");
    check("ax\nxb\n", "x", true, "axb\n");
    check("ax\nbx\n", "x", true, "ab");
    check("one\ntwo", "two", false, "one\n");
    check("ax\nb\n", "x", false, "ab\n");
    check("x\ny\n", "x\n", false, "y\n");
}

#[test]
fn a_file_that_is_begun() {
    let begin = replace(&[("", "a\n", false)]);
    check(begin.clone(), Ok(None), FileChange::New, &["@1,1", "+a"]);
    check(begin.clone(), Ok(Some("")), FileChange::Changed, &["@1,1", "+a"]);
    check(begin, Ok(Some("x")), unread(Unread::OldTextMissing), &["@0,0", "+a"]);
}

#[test]
fn cells_of_a_notebook() {
    let notebook = json!({ "cells": [
        { "id": "c1", "cell_type": "code", "source": ["a = 1\n", "b = 2"] },
        { "id": "c2", "cell_type": "markdown", "source": "# Title" },
        { "id": "twice", "source": "" }, { "id": "twice", "source": "" },
        { "id": "odd", "source": 1 }, { "id": "list", "source": [1] },
    ]})
    .to_string();
    let there = Ok(Some(notebook.as_str()));
    let cell = |id: Option<&str>, mode, source: &str| Change::Cell {
        id: id.map(str::to_owned),
        mode,
        source: source.into(),
    };
    let replaced = |id| cell(Some(id), CellMode::Replace, "a = 1\nb = 3");
    let end = "⟨no line break⟩";
    let diff = ["@1,1", " a = 1", &format!("-b = 2{end}"), &format!("+b = 3{end}")];
    check(replaced("c1"), there, FileChange::Changed, &diff);
    let diff = ["@1,1", &format!("-# Title{end}")];
    check(cell(Some("c2"), CellMode::Delete, ""), there, FileChange::Changed, &diff);
    let diff = ["@1,1", &format!("+x{end}")];
    check(cell(Some("c2"), CellMode::Insert, "x"), there, FileChange::Changed, &diff);
    check(cell(None, CellMode::Insert, "x"), there, FileChange::Changed, &diff);

    let whole = ["@0,0", "+a = 1", "+b = 3"];
    for id in ["c3", "cell-0", "twice"] {
        check(replaced(id), there, unread(Unread::CellMissing), &whole);
    }
    for id in ["odd", "list"] {
        check(replaced(id), there, unread(Unread::NotText), &whole);
    }
    for other in ["", "[]", "{\"cells\":{}}"] {
        check(replaced("c1"), Ok(Some(other)), unread(Unread::NotText), &whole);
    }
    check(replaced("c1"), Ok(None), unread(Unread::Missing), &whole);
    let nameless = cell(None, CellMode::Replace, "a = 1\nb = 3");
    check(nameless, there, unread(Unread::CellMissing), &whole);
}

#[test]
fn texts_that_differ_everywhere() {
    // More lines than are compared, between the same first and last line.
    let text = |name: &str| {
        let lines: String = (0..2_400).map(|number| format!("{name} {number}\n")).collect();
        format!("first\n{lines}last\n")
    };
    let file = file(Change::Write(text("new")), Ok(Some(&text("old"))));
    assert_eq!((file.diff.added, file.diff.removed), (2_400, 2_400));
    let lines = |count: usize| "x\n".repeat(count);
    let change = Change::Write(lines(12_000));
    let there = format!("{}y\n{}", lines(6_000), lines(6_000));
    let edits = vec![FileEdit { path: "/a".into(), change }];
    let action = Action::Files { edits, facts: Vec::new() };
    let Some(Content::Files { added, removed, .. }) =
        content(action, vec![place(Ok(Some(&there)))])
    else {
        panic!("a small change of a long file has a card")
    };
    assert_eq!((added, removed), (0, 1));
}

#[test]
fn nothing_is_known_of_a_file_that_was_not_looked_at() {
    let edits = vec![FileEdit { path: "/a".into(), change: Change::Write("x".into()) }];
    let content = content(Action::Files { edits, facts: Vec::new() }, Vec::new());
    let Some(Content::Files { files, .. }) = content else { panic!("no card") };
    assert!(files[0].outside);
    assert_eq!(files[0].change, unread(Unread::Unreadable));
}

/// `scheme user host punycode port rest` of an address.
fn address(url: &str) -> Option<String> {
    let action = Action::Open { url: url.into(), prompt: None, facts: Vec::new() };
    match content(action, Vec::new())? {
        Content::Open { scheme, user, host, punycode, port, rest, url: whole, .. } => {
            assert!(!whole.0.is_empty());
            let or_none = |text: Option<Text>| text.map_or("-".to_owned(), |text| plain(&text));
            let port = port.map_or("-".to_owned(), |port| port.to_string());
            let (user, punycode) = (or_none(user), or_none(punycode));
            let [scheme, host, rest] = [scheme, host, rest].map(|text| plain(&text));
            Some(format!("{scheme} {user} {host} {punycode} {port} {rest}"))
        }
        Content::Tool { .. } => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn where_an_address_leads() {
    let check = |url: &str, expected: &str| assert_eq!(address(url).as_deref(), Some(expected));
    check("https://docs.example.org/a?b=c#d", "https - docs.example.org - - /a?b=c#d");
    check("HTTP://Example.ORG", "http - example.org - - /");
    check("https://example.org:443/", "https - example.org - - /");
    check("https://example.org:8443/", "https - example.org - 8443 /");
    // Whose host is it really?
    check("https://github.com@evil.example/", "https github.com evil.example - - /");
    check("https://a:b@evil.example/", "https a:b evil.example - - /");
    check("https://github.com\\@evil.example/", "https - github.com - - /@evil.example/");
    check("https://xn--mnchen-3ya.example/", "https - münchen.example xn--mnchen-3ya.example - /");
    check("https://аpple.example/", "https - аpple.example xn--pple-43d.example - /");
    check("http://0x7f.1/", "http - 127.0.0.1 - - /");
    check("http://2130706433/", "http - 127.0.0.1 - - /");
    check("http://[::1]:3000/", "http - [::1] - 3000 /");
    check("https://ex\tample.org/\n", "https - example.org - - /");
    check("ftp://files.example/x", "ftp - files.example - - /x");
    for nowhere in [
        "",
        "example.org",
        "file:///etc/passwd",
        "data:text/plain,x",
        "https://",
        "https://example.org\u{ff0f}.evil.example/",
    ] {
        assert_eq!(address(nowhere), None, "{nowhere}");
    }
}

#[test]
fn an_address_is_whole_as_the_agent_gives_it() {
    let action = Action::Open {
        url: "https://example.org/\u{202e}gpj.exe".into(),
        prompt: Some("Read\nit.".into()),
        facts: vec![("mode".into(), "1".into())],
    };
    insta::assert_json_snapshot!("address", content(action, Vec::new()));
}

#[test]
fn any_input_is_a_tree() {
    let Value::Object(arguments) = json!({
        "title": "Groceries\nand more\u{200b}",
        "tags": ["home", ["food", null]],
        "options": { "color": "blue", "archived": false, "empty": {} },
        "count": 3.5,
        "file_path": "/home/me/one/link",
    }) else {
        panic!("an object")
    };
    let place = Place {
        leads_to: Some("/etc/passwd".into()),
        is_link: true,
        outside: true,
        text: Err(Unread::Unreadable),
    };
    let action = Action::Tool {
        server: Some("notes".into()),
        tool: "save_note".into(),
        arguments,
        paths: &["path", "file_path"],
    };
    insta::assert_json_snapshot!("tree", content(action, vec![place]));
}

#[test]
fn files_that_change() {
    let edit = |path: &str, change| FileEdit { path: path.into(), change };
    let edits = vec![
        edit("/home/me/one/a.txt", replace(&[("b", "B\u{202e}", false)])),
        edit("/home/me/one/link", Change::Write("x".into())),
    ];
    let link = Place {
        leads_to: Some("/etc/hosts".into()),
        is_link: true,
        outside: true,
        text: Err(Unread::TooLarge),
    };
    let facts = vec![("replace_all".into(), "true".into())];
    let places = vec![place(Ok(Some("a\nb\nc\n"))), link];
    insta::assert_json_snapshot!("files", content(Action::Files { edits, facts }, places));
}

#[test]
fn a_sub_agent_shows_its_whole_task() {
    let action = Action::Subagent {
        name: Some("Explore".into()),
        description: Some("Look around".into()),
        prompt: "Find it.\n".repeat(300),
        facts: vec![("model".into(), "\"haiku\"".into())],
    };
    let Some(Content::Subagent { name, prompt, facts, .. }) = content(action, Vec::new()) else {
        panic!("a sub-agent")
    };
    assert_eq!(name.as_ref().map(plain).as_deref(), Some("Explore"));
    assert_eq!((prompt.lines, prompt.characters, prompt.hidden), (300, 2_700, 0));
    assert_eq!(plain(&facts[0].value), "\"haiku\"");
}

/// A file after its diff. What the diff says of it must be true of it.
fn patched(old: &str, file: &FileView) -> String {
    let lines: Vec<&str> = old.split_inclusive('\n').collect();
    let mut at = 0;
    let mut new = String::new();
    for hunk in &file.diff.hunks {
        let first = hunk.before as usize - 1;
        new.extend(lines[at..first].iter().copied());
        at = first;
        assert_eq!(new.split_inclusive('\n').count(), hunk.after as usize - 1);
        for line in &hunk.lines {
            let Text(segments) = &line.text;
            let ends = segments.last() != Some(&Segment::Hidden("no line break".into()));
            let text = plain(&line.text).replace("⟨no line break⟩", "");
            let text = if ends { format!("{text}\n") } else { text };
            match line.change {
                LineChange::Added => new.push_str(&text),
                LineChange::Removed => {
                    assert_eq!(lines[at], text);
                    at += 1;
                }
                LineChange::Same => {
                    assert_eq!(lines[at].trim_end_matches('\n'), text.trim_end_matches('\n'));
                    new.push_str(lines[at]);
                    at += 1;
                }
            }
        }
    }
    new.extend(lines[at..].iter().copied());
    new
}

/// Text of few different lines, of which the last may not end.
fn text() -> impl Strategy<Value = String> {
    let lines = prop::collection::vec(select(vec!["a", "b", "c", "", "x.y"]), 0..40);
    (lines, any::<bool>()).prop_map(|(lines, ends)| {
        lines.join("\n") + if ends && !lines.is_empty() { "\n" } else { "" }
    })
}

proptest! {
    #[test]
    fn a_diff_leads_from_one_text_to_the_other(old in text(), new in text()) {
        let file = file(Change::Write(new.clone()), Ok(Some(&old)));
        prop_assert_eq!(patched(&old, &file), new);
    }

    #[test]
    fn replacements_lead_to_what_they_say(old in text(), from in "[abcxy]{1,2}", to in "[abz\n]{0,3}") {
        let file = file(replace(&[(&from, &to, true)]), Ok(Some(&old)));
        if old.contains(&from) {
            prop_assert_eq!(file.change, FileChange::Changed);
            prop_assert_eq!(patched(&old, &file), old.replace(&from, &to));
        } else {
            prop_assert_eq!(file.change, unread(Unread::OldTextMissing));
        }
    }
}
