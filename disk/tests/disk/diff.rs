//! What a person sees before a change is written.

use std::fs;

use tempfile::TempDir;
use vults_disk::{ConfigFile, Diff, Format};

/// The diff of a file that gets these bytes.
fn diff(before: &str, after: Option<&str>) -> Diff {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("settings.json");
    fs::write(&path, before).unwrap();
    let file = ConfigFile::read(&path, Format::Json).unwrap();
    file.rewrite(after.map(|after| after.as_bytes().to_vec())).diff()
}

/// A change shows like this.
#[track_caller]
fn check(before: &str, after: &str, expected: &str) {
    assert_eq!(diff(before, Some(after)).to_string(), expected);
}

#[test]
fn lines_come_and_go_with_three_around_them() {
    check(
        "{\n\n\n\n\"a\": 1\n\n\n\n\n\n}\n",
        "{\n\n\n\n\"a\": 1,\n\"b\": 2\n\n\n\n\n\n}\n",
        "@@ -2,7 +2,8 @@\n \n \n \n-\"a\": 1\n+\"a\": 1,\n+\"b\": 2\n \n \n \n",
    );
    check("", "{\n}\n", "@@ -0,0 +1,2 @@\n+{\n+}\n");
    check("{\n}\n", "", "@@ -1,2 +0,0 @@\n-{\n-}\n");
    assert_eq!(diff("{}\n", None).to_string(), "@@ -1,1 +0,0 @@\n-{}\n");
    assert_eq!(diff("{}\n", Some("{}\n")).to_string(), "");
}

#[test]
fn far_places_are_hunks_of_their_own() {
    let blank = "\n".repeat(20);
    let shown = diff(&format!("{{{blank}}}"), Some(&format!("{{//{blank}//\n}}")));
    let starts: Vec<_> = shown.hunks.iter().map(|hunk| (hunk.before, hunk.after)).collect();
    assert_eq!(starts, [(1, 1), (18, 18)]);
}

#[test]
fn a_cr_is_not_shown_but_its_change_is() {
    check("{\r\n}\r\n", "{\r\n //\r\n}\r\n", "@@ -1,2 +1,3 @@\n {\n+ //\n }\n");
    check("{\r\n}\n", "{\n}\n", "@@ -1,2 +1,2 @@\n-{\n+{\n }\n");
}

#[test]
fn a_missing_line_end_is_no_change_of_the_line() {
    check("{\n}", "{\n //\n}", "@@ -1,2 +1,3 @@\n {\n+ //\n }\n");
    let marker = "\\ No newline at end of file";
    check("{\n}", "{\n}\n", &format!("@@ -1,3 +1,2 @@\n {{\n }}\n-{marker}\n"));
    check("{}\n", "{}", &format!("@@ -1,1 +1,2 @@\n {{}}\n+{marker}\n"));
}

#[test]
fn two_long_and_different_texts_still_get_a_diff() {
    let long = |word: &str| -> String { (0..100_000).map(|n| format!("//{word}{n}\n")).collect() };
    let shown = diff(&long("a"), Some(&long("b")));
    let lines: usize = shown.hunks.iter().map(|hunk| hunk.lines.len()).sum();
    assert_eq!(lines, 200_000);
}
