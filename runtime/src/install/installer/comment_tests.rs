//! What a person has written beside our hooks stays when those go.

use super::*;
use crate::install::testing::Home;

/// The comments of a text, each on a line of its own.
fn mine(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| line.starts_with("// MINE")).collect()
}

/// Installs, writes a comment behind the first line with this text, and removes.
fn check(before: &str, behind: &[&str]) {
    let home = Home::new();
    home.write(before);
    home.start();
    let mut text = home.read();
    for (number, line) in behind.iter().enumerate() {
        let at = text.find(line).unwrap_or_else(|| panic!("{line} in {text}")) + line.len();
        let end = at + text[at..].find('\n').unwrap();
        text.insert_str(end, &format!("\n    // MINE {number}"));
    }
    home.write(&text);
    home.wish(Wish::Remove).unwrap();
    let after = home.read();
    let mut kept = mine(&after);
    let mut wanted = mine(&text);
    kept.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(kept, wanted, "{text}\n\n{after}");
    assert_eq!(wanted.len(), mine(before).len() + behind.len());
    assert!(!after.contains("vults-hook"), "{after}");
    assert_eq!(home.value()["a"], 1);
}

#[test]
fn comments_among_our_hooks_outlive_them() {
    const PLAIN: &str = "{\n  \"a\": 1\n}\n";
    // In the object of all events, in an event's list, in a group, in its list, behind a hook.
    for behind in [
        "\"hooks\": {",
        "\"PreToolUse\": [",
        "\"Stop\": [\n      {",
        "\"Stop\": [\n      {\n        \"hooks\": [",
        "\"timeout\": 120\n          }",
        "\"timeout\": 120\n          }\n        ]",
        "\"timeout\": 120\n          }\n        ]\n      }",
        "\"timeout\": 120\n          }\n        ]\n      }\n    ],",
    ] {
        check(PLAIN, &[behind]);
    }
    // The innermost first, since each one moves what follows it.
    let several = ["\"Stop\": [\n      {", "\"Stop\": [", "\"PreToolUse\": [", "\"hooks\": {"];
    check(PLAIN, &several);
    check("{\n  \"a\": 1,\n  // MINE of old\n  \"hooks\": {\n  }\n}\n", &["\"Stop\": ["]);
}
