//! The history on a real disk.

use std::os::unix::fs::PermissionsExt;

use vults_core::{Outcome, Segment, Text};

use super::super::{DecisionRecord, ROTATE_BYTES};
use super::*;

fn record(number: u64, what: &str) -> Record {
    Record {
        unix_ms: number,
        agent: "claude".to_owned(),
        session: "s".to_owned(),
        subagent: None,
        cwd: Some("/home/me/Payments".to_owned()),
        tool: "Bash".to_owned(),
        what: what.to_owned(),
        facts: vec!["timeout: 5000".to_owned()],
        said: vec!["Use git mv".to_owned()],
        binding: "b".to_owned(),
        rule: None,
        outcome: Outcome::Denied,
    }
}

fn line(record: &Record) -> String {
    serde_json::to_string(record).unwrap()
}

/// A data folder whose record and the one before it hold these lines.
fn folder(previous: &[String], lines: &[String]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, lines) in [(PREVIOUS_NAME, previous), (NAME, lines)] {
        fs::write(folder.path().join(name), lines.join("\n")).unwrap();
    }
    folder
}

/// The times of the decisions on a page, and how many there are in all.
fn found(data: &Path, search: &str, skip: u32) -> (Vec<u64>, u32) {
    let page = page(data, search, skip).unwrap();
    (page.decisions.iter().map(|decision| decision.unix_ms).collect(), page.found)
}

#[test]
fn the_newest_come_first_over_both_files() {
    let lines = |numbers: std::ops::Range<u64>| -> Vec<String> {
        numbers.map(|number| line(&record(number, "ls"))).collect()
    };
    let folder = folder(&lines(0..70), &lines(70..110));
    let data = folder.path();
    assert_eq!(found(data, "", 0), ((60..110).rev().collect(), 110));
    assert_eq!(found(data, " ", 50), ((10..60).rev().collect(), 110));
    assert_eq!(found(data, "", 100), ((0..10).rev().collect(), 110));
    assert_eq!(found(data, "", 110), (Vec::new(), 110));
    assert_eq!(found(data, "", u32::MAX), (Vec::new(), 110));
    assert_eq!(found(&data.join("nowhere"), "", 0), (Vec::new(), 0));
}

#[test]
fn a_text_finds_what_a_person_remembers() {
    let folder = folder(&[], &[line(&record(1, "git Status")), line(&record(2, "cargo Ärger"))]);
    let check = |search: &str, expected: &[u64]| {
        assert_eq!(found(folder.path(), search, 0).0, expected, "{search}");
    };
    check("STATUS", &[1]);
    check("  status ", &[1]);
    check("ärger", &[2]);
    check("payments", &[2, 1]);
    check("bash", &[2, 1]);
    check("claude", &[2, 1]);
    check("TIMEOUT: 5", &[2, 1]);
    check("use GIT", &[2, 1]);
    check("status ärger", &[]);
    check("\"what\"", &[]);
}

#[test]
fn half_lines_and_lines_of_others_are_passed_over() {
    let whole = line(&record(1, "ls"));
    let old = r#"{"unix_ms":2,"agent":"claude","session":"s","subagent":null,"cwd":null,"tool":"Bash","what":"old","binding":"b","outcome":"allowed"}"#;
    let newer = whole.replace("denied", "undone").replace("\"unix_ms\":1", "\"unix_ms\":4");
    let more = whole.replace("\"unix_ms\":1", "\"more\":[1],\"unix_ms\":3");
    let lines = [&whole, &whole[..40], "", "no JSON", "[]", "{}", old, &newer, &more, "\u{1}"];
    let lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    let folder = folder(&[], &lines);
    assert_eq!(found(folder.path(), "", 0), (vec![3, 2, 1], 3));
    let mut bytes = fs::read(folder.path().join(NAME)).unwrap();
    bytes.extend_from_slice(b"\n\xff\xfe\n");
    fs::write(folder.path().join(NAME), bytes).unwrap();
    assert_eq!(found(folder.path(), "", 0).1, 3);
}

#[test]
fn what_others_wrote_is_shown_with_nothing_hidden() {
    let folder = folder(&[], &[line(&record(1, "a\u{202e}b"))]);
    let decision = page(folder.path(), "", 0).unwrap().decisions.remove(0);
    let plain = |text: &str| Segment::Plain(text.to_owned());
    let hidden = Segment::Hidden("U+202E".to_owned());
    assert_eq!(decision.what, Text(vec![plain("a"), hidden, plain("b")]));
    assert_eq!(decision.project, Text(vec![plain("Payments")]));
    assert_eq!(decision.folder, Text(vec![plain("/home/me/Payments")]));
    assert_eq!(decision.said, [Text(vec![plain("Use git mv")])]);
    assert_eq!((decision.outcome, decision.agent.as_str()), (Outcome::Denied, "claude"));
}

#[test]
fn an_export_is_new_and_private_and_whole() {
    let (first, second) = (line(&record(1, "ls")), line(&record(2, "pwd")));
    let data = folder(std::slice::from_ref(&first), &[second.clone(), second[..9].to_owned()]);
    let home = tempfile::tempdir().unwrap();
    let folders = [home.path().join("Downloads"), home.path().to_owned()];
    let written = || export(data.path(), &folders, "2026-11-30").unwrap();
    let path = written();
    assert_eq!(path, home.path().join("vults-decisions-2026-11-30.jsonl"));
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{first}\n{second}\n"));
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, 0o600);
    fs::write(&path, "a person's own").unwrap();
    assert_eq!(written(), home.path().join("vults-decisions-2026-11-30-2.jsonl"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "a person's own");
    fs::create_dir(&folders[0]).unwrap();
    let link = folders[0].join("vults-decisions-2026-11-30.jsonl");
    std::os::unix::fs::symlink(home.path().join("elsewhere"), link).unwrap();
    assert_eq!(written(), folders[0].join("vults-decisions-2026-11-30-2.jsonl"));
    assert!(!home.path().join("elsewhere").exists());
    let none = export(data.path(), &[home.path().join("nowhere")], "2026-11-30").unwrap_err();
    assert_eq!(none.to_string(), "there is no folder to put the file in");
}

#[tokio::test]
async fn the_thread_does_it_between_two_lines() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("vults");
    let mut decisions = DecisionRecord::start(data.clone());
    let history = decisions.history();
    for number in 0..20 {
        decisions.write(record(number, "ls"));
    }
    assert_eq!(history.page(String::new(), 0).await.unwrap().found, 20);
    let copy = history.export(vec![folder.path().to_owned()]).await.unwrap();
    assert_eq!(fs::read_to_string(copy).unwrap().lines().count(), 20);
    history.clear().await.unwrap();
    decisions.write(record(21, "ls"));
    assert_eq!(history.page(String::new(), 0).await.unwrap().found, 1);
    fs::write(data.join(PREVIOUS_NAME), "x").unwrap();
    history.clear().await.unwrap();
    assert!(!data.join(NAME).exists() && !data.join(PREVIOUS_NAME).exists());
    // Who reads does not keep the thread alive, and hears that it has ended.
    decisions.finish();
    let gone = history.page(String::new(), 0).await.unwrap_err();
    assert_eq!(gone.to_string(), "the decision history is busy; try again in a moment");
}

#[test]
fn a_record_as_long_as_it_gets_is_read_whole() {
    let long = line(&record(1, &"x".repeat(2_000)));
    let lines = vec![long.clone(); ROTATE_BYTES as usize / (long.len() + 1)];
    let folder = folder(&lines, &lines);
    assert_eq!(found(folder.path(), "", 0).1 as usize, 2 * lines.len());
}

#[test]
fn a_record_that_cannot_be_read_says_why() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(NAME)).unwrap();
    let error = page(folder.path(), "", 0).unwrap_err();
    let expected = "the decision history could not be read: it is not a regular file";
    assert_eq!(error.to_string(), expected);
    assert!(clear(folder.path()).is_err());
}
