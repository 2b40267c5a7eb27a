use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

use vults_hook::args::Args;
use vults_protocol::Agent;

fn parse(words: &[&str]) -> Option<Args> {
    Args::parse(words.iter().map(Into::into)).ok()
}

#[track_caller]
fn check(words: &[&str], agent: &str, ask: bool, status_line: bool, event: Option<&str>) {
    let expected =
        Args { agent: agent.parse().unwrap(), ask, status_line, event: event.map(str::to_owned) };
    assert_eq!(parse(words), Some(expected), "{words:?}");
}

#[test]
fn words_mean_what_the_protocol_says() {
    check(&[], "claude", false, false, None);
    check(&["Stop"], "claude", false, false, Some("Stop"));
    check(&["--agent", "codex", "Stop"], "codex", false, false, Some("Stop"));
    check(&["Stop", "--agent", "codex"], "codex", false, false, Some("Stop"));
    check(&["--agent=qwen", "Stop"], "qwen", false, false, Some("Stop"));
    check(&["--agent", "claude", "--ask", "PreToolUse"], "claude", true, false, Some("PreToolUse"));
    check(&["--agent", "claude", "--statusline"], "claude", false, true, None);
    // Without a value there is no name to refuse.
    check(&["Stop", "--agent"], "claude", false, false, Some("Stop"));
    check(&["--from-a-newer-app", "Stop", "more"], "claude", false, false, Some("Stop"));
    check(&["", "Stop"], "claude", false, false, Some("Stop"));
    check(&["--agent", "antigravity", "Stop"], "antigravity", false, false, Some("Stop"));
}

#[test]
fn every_kind_has_its_word() {
    for word in ["claude", "codex", "opencode", "qwen", "copilot"] {
        let agent = parse(&["--agent", word]).unwrap().agent;
        assert_eq!((agent.kind().as_str(), agent.name()), (word, None));
    }
    let agent = parse(&["--agent", "kimi"]).unwrap().agent;
    assert!(matches!(&agent, Agent::Other(name) if name.as_str() == "kimi"));
}

#[test]
fn refused_names_make_no_call() {
    let long = "a".repeat(25);
    for name in ["", "other", "gemini", "Claude", "my agent", "a_b", "ä", "a\nb", &long] {
        assert_eq!(parse(&["--agent", name, "Stop"]), None, "{name:?}");
    }
    assert!(parse(&["--agent", &"a".repeat(24)]).is_some());
}

#[test]
fn bytes_that_are_no_text_are_no_word() {
    let odd = || OsString::from_vec(vec![0xff, b'a']);
    assert!(Args::parse(["--agent".into(), odd()]).is_err());
    assert_eq!(Args::parse([odd(), "Stop".into()]).unwrap().event.as_deref(), Some("Stop"));
}
