use proptest::prelude::*;

use super::Matcher;
use crate::Fault;

#[track_caller]
fn check(matcher: &str, meant: &[&str], others: &[&str]) {
    let matcher = Matcher::new(matcher);
    for name in meant {
        assert_eq!(matcher.try_match(name), Ok(true), "{matcher} and {name}");
    }
    for name in others {
        assert_eq!(matcher.try_match(name), Ok(false), "{matcher} and {name}");
    }
}

#[test]
fn nothing_and_a_star_mean_every_tool() {
    check("", &["", "Bash", "x\ny"], &[]);
    check("*", &["", "Bash", "x\ny"], &[]);
    check(".*", &["", "Bash"], &[]);
}

#[test]
fn a_matcher_is_searched_anywhere_in_the_name() {
    check("write_file", &["write_file", "overwrite_file"], &["Write_file", "write", ""]);
    check("^Bash$", &["Bash"], &["BashOutput", "bash", "Bash\n", ""]);
    check("^Bash", &["Bash", "BashOutput"], &["KillBash"]);
    check("Bash$", &["Bash", "KillBash"], &["BashOutput"]);
    check("write_file|edit_file", &["write_file", "edit_file"], &["read_file", "write", ""]);
    check("^Edit$|Write", &["Edit", "Write", "NotebookWrite"], &["MultiEdit", "Editor"]);
    check("^(Edit|Write)$", &["Edit", "Write"], &["MultiEdit", "Writer", "Edit|Write"]);
    check("mcp__.*", &["mcp__memory__read", "mcp__"], &["mcp_"]);
    check("mcp__.*__write", &["mcp__files__write_all"], &["mcp____writ"]);
    check("(a)(b)", &["ab"], &["a", "b"]);
    check("a|", &["", "b"], &[]);
}

#[test]
fn expressions_are_those_of_ecmascript() {
    check(r"^(?!mcp__)\w+$", &["Bash"], &["mcp__x", "mcp__x y", ""]);
    check(r"(?<=mcp__|ext_)git", &["mcp__git", "ext_git"], &["git"]);
    check(r"(?<!a*b)c", &["c", "ac"], &["abc"]);
    check(r"(.)\1", &["aab", "--"], &["abc"]);
    check(r"(?<one>a)\k<one>", &["aa"], &["a"]);
    check(r"\d{2,}", &["a10"], &["a1", "a١٠"]);
    check(r"^\w+$", &["write_file"], &["é", "a-b"]);
    check(r"\bfile\b", &["a-file"], &["write_file"]);
    check("é", &["café"], &["cafe"]);
    check(r"\u0041", &["A"], &["a"]);
    check(r"[\s\S]", &["a", "\n", "é"], &[""]);
    check(r"^.$", &["a"], &["\n", "ab"]);
    check(r"\.", &["a.b"], &["ab"]);
    check(r"^[^_]+$", &["Bash", "é"], &["a_b"]);
}

#[test]
fn an_invalid_expression_matches_nothing() {
    for text in ["(", ")", "a)", "[", "a**b", "+", "?", "**", "(?<n", r"\1", r"\", "[z-a]"] {
        let matcher = Matcher::new(text);
        for name in ["", "Bash", text] {
            let fault = matcher.try_match(name);
            assert!(matches!(fault, Err(Fault::InvalidMatcher(_))), "{text}: {fault:?}");
        }
    }
    assert!(!Matcher::new("(").matches("Bash"));
    let Err(fault) = Matcher::new("(").try_match("Bash") else { panic!("it matches") };
    let said = fault.to_string();
    assert!(said.starts_with("It is not a valid regular expression (after 1 bytes: "), "{said}");
    assert!(said.ends_with("so it matches no tool: this guard is off."), "{said}");
}

#[test]
fn an_expression_that_takes_too_long_matches_nothing() {
    let endless = Matcher::new(r"^(a|aa)+\1$");
    assert_eq!(endless.try_match(&("a".repeat(60) + "b")), Err(Fault::CostlyMatcher));
    assert_eq!(endless.try_match("aa"), Ok(true));
    let long = "a".repeat(super::LONGEST_NAME + 1);
    assert_eq!(Matcher::new("^a+$").try_match(&long), Err(Fault::CostlyMatcher));
    // Plain names cost next to nothing.
    assert_eq!(Matcher::new("aaa").try_match(&long), Ok(true));
}

#[test]
fn an_expression_that_would_be_too_large_is_invalid() {
    for text in ["((((a{100}){100}){100}){100}){100}", "(?=(a{1000}){1000})b", &"(".repeat(10_000)]
    {
        let fault = Matcher::new(text).try_match("a");
        assert!(matches!(fault, Err(Fault::InvalidMatcher(_))), "{fault:?}");
    }
}

#[test]
fn plain_names_are_not_compiled() {
    let plain = |text: &str| matches!(Matcher::new(text), Matcher::Names(_));
    for text in ["Bash", "write_file|edit_file", "^Bash$", "^(Edit|Write)$", "^(?:a|^b)", "mcp__.*"]
    {
        assert!(plain(text), "{text}");
    }
    for text in ["a.b", "a?", "[a]", r"\w", "(a)(b)", "^(a.*)$", "^.*$", r"a\$", "é"] {
        assert!(!plain(text), "{text}");
    }
}

proptest! {
    /// The comparison of plain names and the expression's reader never disagree.
    #[test]
    fn plain_names_are_as_the_expression_says(
        text in "(\\^|\\^\\()?(\\^|\\(\\?:)?(\\.\\*)?[ab_|-]{0,8}(\\.\\*)?\\|?[ab\\^$|]{0,4}(\\))?\\$?",
        names in prop::collection::vec("[ab_|^$\\n-]{0,6}", 1..8),
    ) {
        if let plain @ Matcher::Names(_) = Matcher::new(&text) {
            for name in names {
                prop_assert_eq!(plain.try_match(&name), Matcher::expression(&text).try_match(&name));
            }
        }
    }

    #[test]
    fn any_matcher_says_something(text in "\\PC{0,40}", name in ".{0,40}") {
        let matcher = Matcher::new(&text);
        prop_assert_eq!(matcher.try_match(&name), matcher.clone().try_match(&name));
        prop_assert!(matcher.to_string() == text || text.is_empty());
    }
}
