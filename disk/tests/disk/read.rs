//! What is read, and what is refused with its place.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;
use vults_disk::{ConfigError, ConfigFile, Format};

fn read(bytes: &[u8], format: Format) -> Result<ConfigFile, ConfigError> {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("settings");
    fs::write(&path, bytes).unwrap();
    let file = ConfigFile::read(&path, format);
    assert_eq!(fs::read(&path).unwrap(), bytes);
    file
}

/// A JSON text says this.
#[track_caller]
fn check(text: &str, expected: Value) {
    let file = read(text.as_bytes(), Format::Json).unwrap();
    assert_eq!(Value::Object(file.root().clone()), expected);
    assert_eq!(file.len(), text.len() as u64);
}

/// A JSON text is refused in these words.
#[track_caller]
fn check_refused(text: &str, words: &str) {
    assert_eq!(read(text.as_bytes(), Format::Json).unwrap_err().to_string(), words);
}

#[test]
fn comments_are_told_by_what_holds_them() {
    let text = "\u{feff}// a\n{ /* b */ \"hooks\": // c\n { \"Stop\": [ 1, // d\n { /* e */ } ],\n\
        // f\n \"x\": \"// no comment\" } } // g";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.json");
    fs::write(&path, text).unwrap();
    let found = ConfigFile::read(&path, Format::Json).unwrap().comments();
    let expected = ["", "", "", "hooks.Stop", "hooks.Stop[1]", "hooks", ""];
    assert_eq!(found, expected.map(crate::steps));
}

#[test]
fn comments_and_trailing_commas_are_understood() {
    check(
        "{ // note\n \"a\": [1, 2,], /* block */ \"b\": {\"c\": null,}, }",
        json!({"a": [1, 2], "b": {"c": null}}),
    );
    check("{\"u\": \"https://x//y\", \"t\": \"a,]\"}", json!({"u": "https://x//y", "t": "a,]"}));
    check("\u{feff}{\"a\": \"\\u00e9\"}", json!({"a": "é"}));
    check("{\"a\": [1e5, 1.0, -0]}", json!({"a": [1e5, 1.0, -0.0]}));
    for empty in ["", " \r\n", "\u{feff}", "// note", "/* a */\n// b\n", "{}"] {
        check(empty, json!({}));
    }
}

#[test]
fn nothing_looser_is_read() {
    check_refused("{'a': 1}", "line 1, column 2: single-quoted strings are not allowed");
    check_refused("{a: 1}", "line 1, column 2: expected string for object property");
    check_refused("{\"a\": 0x1}", "line 1, column 7: hexadecimal numbers are not allowed");
    check_refused("{\"a\": +1}", "line 1, column 7: unary plus on numbers is not allowed");
    check_refused("{\"a\": 1 \"b\": 2}", "line 1, column 8: expected comma");
    check_refused("{\"a\": [1 2]}", "line 1, column 9: expected comma");
    check_refused("{\"a\": 01}", "line 1, column 8: expected comma");
    check_refused(
        "{\"a\": .5}",
        "line 1, column 7: leading or trailing decimal points on numbers are not allowed",
    );
    check_refused("{\"a\": NaN}", "line 1, column 7: unexpected token");
    check_refused("{,}", "line 1, column 2: unexpected token in object");
    check_refused("{\"a\": [1,,]}", "line 1, column 10: unexpected comma");
    check_refused("{} {}", "line 1, column 4: text cannot contain more than one JSON value");
    check_refused("{\"a\":\u{a0}1}", "line 1, column 6: this white space is not allowed in JSON");
    check_refused(
        "{\"a\": \"b\nc\"}",
        "line 1, column 9: a string must not contain a line break or control character",
    );
    check_refused("{\"a\": \"\\x41\"}", "line 1, column 8: invalid escape");
    check_refused("{\"a\": 1e999}", "line 1, column 7: the number is too large");
    check_refused("{\"a\": /* x", "line 1, column 7: unterminated comment block");
}

#[test]
fn a_refusal_names_the_place_in_characters() {
    check_refused("{\n  \"é\": \"ü\", ?\n}", "line 2, column 13: unexpected token");
    check_refused("{\r\n\r\n  ?", "line 3, column 3: unexpected token");
    check_refused("\u{feff}?", "line 1, column 1: unexpected token");
    // Cut off.
    check_refused("{\n  \"a\": {\n    \"b\": [1,", "line 3, column 10: unterminated array");
    check_refused("{\n  \"a\": \"b", "line 2, column 8: unterminated string literal");
    let twice = read(b"{\"a\": {\"b\": 1,\n \"\\u0062\": 2}}", Format::Json);
    assert!(matches!(twice, Err(ConfigError::Twice { key, line: 2, column: 2 }) if key == "b"));
}

#[test]
fn the_root_must_be_an_object() {
    for root in ["[]", "null", "1", "\"a\""] {
        check_refused(root, "the top level is not an object");
    }
}

#[test]
fn nesting_has_an_end() {
    let deep = format!("{{\"a\": {}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    let refused = read(deep.as_bytes(), Format::Json).unwrap_err().to_string();
    assert!(refused.ends_with("maximum nesting depth exceeded"), "{refused}");
    let deep = format!("{{\"a\": {}1{}}}", "[".repeat(500), "]".repeat(500));
    assert!(read(deep.as_bytes(), Format::Json).is_ok());
    let dotted = format!("a{} = 1", ".a".repeat(100_000));
    assert!(matches!(read(dotted.as_bytes(), Format::Toml), Err(ConfigError::Syntax { .. })));
    let deep = format!("a = {}1{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(matches!(read(deep.as_bytes(), Format::Toml), Err(ConfigError::Syntax { .. })));
}

#[test]
fn toml_is_read_and_refused_with_its_place() {
    let file = read(b"a = 1 # x\n[[hooks]]\nd = 1979-05-27\n", Format::Toml).unwrap();
    let expected = json!({"a": 1, "hooks": [{"d": "1979-05-27"}]});
    assert_eq!(Value::Object(file.root().clone()), expected);
    let refused = read(b"a = 1\nb = ?\n", Format::Toml);
    assert!(matches!(refused, Err(ConfigError::Syntax { line: 2, column: 5, .. })), "{refused:?}");
    let twice = read(b"a = 1\n\na = 2\n", Format::Toml);
    assert!(matches!(twice, Err(ConfigError::Syntax { line: 3, column: 1, .. })), "{twice:?}");
}

#[test]
fn only_a_regular_text_of_bounded_length_is_read() {
    assert!(matches!(read(b"{\"a\": \"\xff\"}", Format::Json), Err(ConfigError::NotText)));
    let long = vec![b' '; 4 * 1024 * 1024 + 1];
    assert!(matches!(read(&long, Format::Json), Err(ConfigError::TooLong)));
    assert!(read(&long[1..], Format::Json).is_ok());

    let folder = TempDir::new().unwrap();
    let refused = |path: &Path| {
        let refused = ConfigFile::read(path, Format::Json);
        assert!(matches!(refused, Err(ConfigError::NotAFile)), "{refused:?}");
    };
    refused(folder.path());
    refused(Path::new("/dev/null"));
    refused(Path::new("/"));
    let socket = folder.path().join("socket");
    let _listener = UnixListener::bind(&socket).unwrap();
    refused(&socket);
    let pipe = folder.path().join("pipe");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &pipe,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR,
        0,
    )
    .unwrap();
    refused(&pipe);
}

#[test]
fn links_are_followed_to_their_end() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    symlink("two", folder.join("one")).unwrap();
    symlink("sub/three", folder.join("two")).unwrap();
    let file = ConfigFile::read(&folder.join("one"), Format::Json).unwrap();
    assert!(!file.exists() && file.root().is_empty() && file.is_empty());
    assert_eq!(file.target(), folder.join("sub/three"));
    fs::create_dir(folder.join("sub")).unwrap();
    fs::write(folder.join("sub/three"), "{\"a\": 1}").unwrap();
    let file = ConfigFile::read(&folder.join("one"), Format::Json).unwrap();
    assert_eq!(file.path(), folder.join("one"));
    assert_eq!(file.root()["a"], 1);
    symlink("round", folder.join("about")).unwrap();
    symlink("about", folder.join("round")).unwrap();
    let round = ConfigFile::read(&folder.join("round"), Format::Json);
    assert!(
        matches!(round, Err(ConfigError::Io { failed: "its link could not be followed", .. })),
        "{round:?}"
    );
}

/// A program that writes in the bad way: it cuts the file first, and takes its time.
#[test]
fn a_file_that_is_just_being_written_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.json");
    fs::write(&path, "").unwrap();
    let write = || {
        std::thread::sleep(std::time::Duration::from_millis(500));
        fs::write(&path, "{\"a\": 1}").unwrap();
    };
    std::thread::scope(|scope| {
        scope.spawn(write);
        let file = ConfigFile::read_settled(&path, Format::Json).unwrap();
        assert_eq!(file.text(), Some("{\"a\": 1}"));
    });
    // One that stays empty is empty, and one that is not there is not waited for.
    fs::write(&path, "").unwrap();
    assert!(ConfigFile::read_settled(&path, Format::Json).unwrap().is_empty());
    fs::remove_file(&path).unwrap();
    assert!(!ConfigFile::read_settled(&path, Format::Json).unwrap().exists());
}
