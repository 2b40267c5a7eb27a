//! What comes of all handlers together (LH-26, LH-30, LH-48, LH-54, LH-55).

use std::path::Path;
use std::time::Duration;

use serde_json::json;
use vults_lifecycle_hooks::{Event, Handler, Hooks, Matcher, Occasion, Outcome, Run, run};

use crate::{LONG, call, hooks, occasion, outcome, shell};

const BLOCK: &str = r#"echo '{"decision":"block"}'"#;
const BLOCK_WHY: &str = r#"echo '{"decision":"block","reason":"json"}'"#;
const ALLOW: &str = r#"echo '{"decision":"allow","reason":"fine"}'"#;
const EXIT_2: &str = "echo stderr >&2; exit 2";

/// The reason for which these lines, one after another, block a tool; none where they do not.
fn check(lines: &[&str], reason: Option<&str>) {
    let handlers: Vec<Handler> = lines.iter().map(|line| shell(line)).collect();
    let outcome = outcome(&handlers);
    assert_eq!(outcome.reason.as_deref(), reason, "{lines:?}");
    assert_eq!(outcome.blocked, reason.is_some());
    assert_eq!(outcome.runs.len(), lines.len(), "all of them run");
}

#[test]
fn one_block_is_enough_and_the_last_reason_counts() {
    check(&[], None);
    check(&["true"], None);
    check(&[BLOCK_WHY], Some("json"));
    check(&[EXIT_2], Some("stderr"));
    check(&[BLOCK_WHY, EXIT_2], Some("stderr"));
    check(&[EXIT_2, BLOCK_WHY, "true"], Some("json"));
    // A later block without a reason keeps the one that was given.
    check(&[EXIT_2, BLOCK, "exit 2"], Some("stderr"));
}

#[test]
fn a_block_always_has_a_reason() {
    check(&["exit 2"], Some("denied by the hook `exit 2`"));
    check(&[BLOCK, "exit 1"], Some(&format!("denied by the hook `{BLOCK}`")));
}

#[test]
fn nothing_lifts_a_block_and_no_failure_is_one() {
    check(&[EXIT_2, ALLOW], Some("stderr"));
    check(&[ALLOW, EXIT_2], Some("stderr"));
    check(&[EXIT_2, "exit 1", "kill -9 $$", "no-such-command"], Some("stderr"));
    check(&[&format!("{BLOCK_WHY}; exit 1"), &format!("{BLOCK_WHY}; kill -9 $$")], None);
    check(&[ALLOW, "echo '[]'", "echo 7", "echo '{\"decision\":'", "echo done"], None);
}

#[test]
fn contexts_are_joined_in_order() {
    let context = |text: &str| shell(&format!("printf %s '{{\"additionalContext\":\"{text}\"}}'"));
    let outcome = outcome(&[context("one"), shell("true"), context("two\\nlines"), context(" ")]);
    assert_eq!(outcome.context.as_deref(), Some("one\ntwo\nlines"));
    assert!(!outcome.blocked);
}

#[test]
fn only_a_tool_before_it_runs_is_blocked() {
    let folder = tempfile::tempdir().unwrap();
    let hooks = hooks(&[shell(EXIT_2), shell(BLOCK_WHY)], folder.path());
    for event in Event::ALL {
        let outcome = run(&hooks, &occasion(event, folder.path()), LONG);
        let blocks = event == Event::PreToolUse;
        assert_eq!(outcome.blocked, blocks, "{event:?}");
        let failed: Vec<bool> = outcome.runs.iter().map(Run::failed).collect();
        assert_eq!(failed, [!blocks, false]);
    }
}

#[test]
fn groups_and_their_handlers_run_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let say = |word: &str| shell(&format!("echo {word} >> said"));
    let groups = [hooks(&[say("a"), say("b")], folder.path()), hooks(&[say("c")], folder.path())];
    let hooks = Hooks { groups: groups.into_iter().flat_map(|hooks| hooks.groups).collect() };
    let outcome = run(&hooks, &occasion(Event::Stop, folder.path()), LONG);
    assert_eq!(outcome.runs.len(), 3, "those of other events do not run");
    assert_eq!(std::fs::read_to_string(folder.path().join("said")).unwrap(), "a\nb\nc\n");
}

/// What comes of an occasion with these files, where generated ones are protected.
fn files(paths: &[&str]) -> Outcome {
    let guard = "case $(cat) in *generated*) echo no >&2; exit 2;; esac";
    let call = |path: &&str| call("edit_file", json!({ "file_path": path }));
    let occasion = Occasion {
        calls: paths.iter().map(call).collect(),
        ..occasion(Event::PreToolUse, Path::new("/"))
    };
    run(&hooks(&[shell(guard)], Path::new("/")), &occasion, LONG)
}

#[test]
fn several_calls_are_offered_one_by_one_and_blocked_together() {
    assert!(!files(&["/p/a", "/p/b"]).blocked);
    let blocked = files(&["/p/a", "/p/generated/b", "/p/c"]);
    let codes: Vec<_> = blocked.runs.iter().map(|run| run.exit_code).collect();
    assert_eq!(codes, [Some(0), Some(2), Some(0)]);
    assert_eq!(blocked.reason.as_deref(), Some("no"));
}

#[test]
fn a_budget_without_end_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let hooks = hooks(&[Handler { timeout: Duration::MAX, ..shell("exit 2") }], folder.path());
    assert!(run(&hooks, &occasion(Event::PreToolUse, folder.path()), Duration::MAX).blocked);
}

#[test]
fn an_event_without_a_tool_runs_its_handlers_once() {
    assert_eq!(files(&[]).runs.len(), 1);
}

#[test]
fn a_matcher_that_takes_too_long_meets_nothing_and_is_warned_of() {
    let folder = tempfile::tempdir().unwrap();
    let mut hooks = hooks(&[shell(EXIT_2)], folder.path());
    for group in &mut hooks.groups {
        group.matcher = Matcher::new(r"^(a|aa)+\1$");
    }
    let occasion = Occasion {
        calls: vec![call(&format!("{}b", "a".repeat(60)), json!({}))],
        ..occasion(Event::PreToolUse, folder.path())
    };
    let outcome = run(&hooks, &occasion, LONG);
    assert!(!outcome.blocked && outcome.runs.is_empty());
    assert!(outcome.warnings[0].contains("too many steps"), "{:?}", outcome.warnings);
}
