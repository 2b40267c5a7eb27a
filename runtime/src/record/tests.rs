//! The record on a real disk.

use std::os::unix::fs::symlink;

use vults_core::Outcome;

use super::*;

fn record(what: &str) -> Record {
    Record {
        unix_ms: 1_700_000_000_000,
        agent: "claude".to_owned(),
        session: "s".to_owned(),
        subagent: Some("a1".to_owned()),
        cwd: Some("/home/me/project".to_owned()),
        tool: "Bash".to_owned(),
        what: what.to_owned(),
        facts: vec!["timeout: 5000".to_owned()],
        said: Vec::new(),
        binding: "b".to_owned(),
        rule: None,
        outcome: Outcome::Allowed,
    }
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

/// Writes through the thread, as the app does.
fn write(data: &Path, records: impl IntoIterator<Item = Record>) {
    let mut decisions = DecisionRecord::start(data.to_owned());
    records.into_iter().for_each(|record| decisions.write(record));
    decisions.finish();
}

fn what(line: &str) -> String {
    let line: serde_json::Value = serde_json::from_str(line).unwrap();
    line["what"].as_str().unwrap().to_owned()
}

#[test]
fn a_decision_is_one_private_line() {
    let temporary = tempfile::tempdir().unwrap();
    let data = temporary.path().join("share/vults");
    write(&data, []);
    assert!(!data.exists(), "nothing is made before there is something to say");
    write(&data, [record("ls"), record("pwd")]);
    let text = fs::read_to_string(data.join(NAME)).unwrap();
    assert_eq!(
        text.lines().next(),
        Some(
            r#"{"unix_ms":1700000000000,"agent":"claude","session":"s","subagent":"a1","cwd":"/home/me/project","tool":"Bash","what":"ls","facts":["timeout: 5000"],"said":[],"binding":"b","outcome":"allowed"}"#
        )
    );
    assert_eq!(text.lines().map(what).collect::<Vec<_>>(), ["ls", "pwd"]);
    assert_eq!(mode(&data), 0o700);
    assert_eq!(mode(&data.join(NAME)), 0o600);
}

#[test]
fn what_was_open_to_others_is_closed() {
    let temporary = tempfile::tempdir().unwrap();
    let data = temporary.path().join("vults");
    fs::create_dir(&data).unwrap();
    fs::set_permissions(&data, Permissions::from_mode(0o755)).unwrap();
    fs::write(data.join(NAME), "").unwrap();
    fs::set_permissions(data.join(NAME), Permissions::from_mode(0o644)).unwrap();
    append(&data, &record("ls")).unwrap();
    assert_eq!(mode(&data), 0o700);
    assert_eq!(mode(&data.join(NAME)), 0o600);
}

#[test]
fn a_torn_line_stays_alone() {
    let temporary = tempfile::tempdir().unwrap();
    let data = temporary.path();
    fs::write(data.join(NAME), r#"{"unix_ms":17"#).unwrap();
    append(data, &record("ls")).unwrap();
    let text = fs::read_to_string(data.join(NAME)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], r#"{"unix_ms":17"#);
    assert_eq!(what(lines[1]), "ls");
}

#[test]
fn the_record_is_bounded() {
    let temporary = tempfile::tempdir().unwrap();
    let data = temporary.path();
    let (old, new) = (data.join(PREVIOUS_NAME), data.join(NAME));
    fs::write(&old, "older still\n").unwrap();
    fs::write(&new, [vec![b'x'; ROTATE_BYTES as usize - 1], vec![b'\n']].concat()).unwrap();
    append(data, &record("ls")).unwrap();
    assert_eq!(fs::metadata(&old).unwrap().len(), ROTATE_BYTES);
    assert_eq!(what(fs::read_to_string(&new).unwrap().trim_end()), "ls");
    assert_eq!(mode(&new), 0o600);
    append(data, &record("pwd")).unwrap();
    assert_eq!(fs::read_to_string(&new).unwrap().lines().count(), 2);
    // One line of more than a whole record does not turn it over for nothing.
    fs::remove_file(&new).unwrap();
    append(data, &record(&"x".repeat(ROTATE_BYTES as usize))).unwrap();
    assert_eq!(fs::metadata(&old).unwrap().len(), ROTATE_BYTES);
}

#[test]
fn a_link_is_not_followed() {
    let temporary = tempfile::tempdir().unwrap();
    let elsewhere = temporary.path().join("elsewhere");
    let data = temporary.path().join("vults");
    fs::create_dir(&data).unwrap();
    symlink(&elsewhere, data.join(NAME)).unwrap();
    append(&data, &record("ls")).unwrap_err();
    assert!(!elsewhere.exists());
}

#[test]
fn a_record_that_cannot_be_written_breaks_nothing() {
    let temporary = tempfile::tempdir().unwrap();
    let data = temporary.path().join("vults");
    fs::write(&data, "a file in the way").unwrap();
    write(&data, (0..3).map(|_| record("ls")));
    assert_eq!(fs::read(&data).unwrap(), b"a file in the way");
    // Nor does one that the disk never takes.
    let (thread, _stuck) = sync_channel(QUEUE);
    let (_finished, done) = sync_channel(1);
    let mut decisions = DecisionRecord { thread: Arc::new(thread), done, overrun: false };
    (0..QUEUE).for_each(|_| decisions.write(record("ls")));
    assert!(!decisions.overrun);
    (0..QUEUE).for_each(|_| decisions.write(record("ls")));
    assert!(decisions.overrun);
}
