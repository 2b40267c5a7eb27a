use super::*;

#[test]
fn what_was_written_is_read_again() {
    let data = tempfile::tempdir().unwrap();
    let mut record = Record { seen: true, ..Record::default() };
    let file = FileRecord {
        entries: vec![Written { event: "Stop".to_owned(), ask: true }],
        line: Some(LineRecord::Taken),
        stood: Stood { hooks: true, events: vec!["Stop".to_owned()] },
        before: Some(Before::Nothing),
        diff: Some(Diff::default()),
        removed_ms: Some(7),
        ..FileRecord::new("claude", 5)
    };
    record.files.insert("/h/.claude/settings.json".to_owned(), file);
    record.write(data.path()).unwrap();
    assert_eq!(Record::read(data.path()).unwrap(), record);
    let written = fs::metadata(data.path().join(NAME)).unwrap().modified().unwrap();
    record.write(data.path()).unwrap();
    assert_eq!(fs::metadata(data.path().join(NAME)).unwrap().modified().unwrap(), written);
}

#[test]
fn a_field_that_is_not_there_yet_has_its_usual_value() {
    let data = tempfile::tempdir().unwrap();
    let text = r#"{"v":1,"files":{"/a":{"agent":"claude","installed_ms":3}}}"#;
    fs::write(data.path().join(NAME), text).unwrap();
    let record = Record::read(data.path()).unwrap();
    assert_eq!(record.files["/a"], FileRecord::new("claude", 3));
}

#[test]
fn what_is_not_ours_is_unknown() {
    let check = |text: &str, newer: bool| {
        let data = tempfile::tempdir().unwrap();
        fs::write(data.path().join(NAME), text).unwrap();
        match Record::read(data.path()) {
            Err(Unknown::Newer { .. }) => assert!(newer, "{text}"),
            Err(Unknown::Damaged { .. }) => assert!(!newer, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    };
    check(r#"{"v":2}"#, true);
    check(r#"{"v":9,"files":"another form"}"#, true);
    check(r#"{"v":0}"#, false);
    check(r#"{"v":1,"files":{"/a":{}}}"#, false);
    check("{\"v\":1,", false);
    check("", false);
}
