//! How a handler is started, fed, heard and ended (LH-31, LH-34 to LH-44).

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::json;
use vults_lifecycle_hooks::{Event, Run, STREAM_BYTES, run};

use crate::{LONG, argv, hooks, occasion, ran, shell};

#[test]
fn every_exit_is_recorded() {
    let check = |line: &str, code: Option<i32>| {
        let run = ran(shell(line));
        assert_eq!((run.exit_code, run.timed_out, run.error), (code, false, None), "{line}");
    };
    check("exit 0", Some(0));
    check("exit 1", Some(1));
    check("exit 2", Some(2));
    check("no-such-command-anywhere", Some(127));
    check("kill -9 $$", None);
}

#[test]
fn what_a_run_was_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let hooks = hooks(&[argv(&["sh", "-c", "echo out; echo err >&2"])], folder.path());
    let run = run(&hooks, &occasion(Event::PostToolUse, folder.path()), LONG).runs.remove(0);
    assert!(!run.duration.is_zero());
    let expected = Run {
        label: "sh -c echo out; echo err >&2".to_owned(),
        source: folder.path().join(".vults/settings.json"),
        event: Event::PostToolUse,
        exit_code: Some(0),
        timed_out: false,
        error: None,
        duration: run.duration,
        stdout: "out\n".to_owned(),
        stderr: "err\n".to_owned(),
    };
    assert_eq!(run, expected);
}

#[test]
fn what_cannot_be_started_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let plain = folder.path().join("plain");
    fs::write(&plain, "").unwrap();
    for program in ["no-such-program-anywhere", plain.to_str().unwrap(), "with\0nul", ""] {
        let run = ran(argv(&[program]));
        assert!(run.error.is_some(), "{program:?}");
        assert_eq!((run.exit_code, run.timed_out), (None, false));
    }
}

#[test]
fn a_shell_takes_a_line_apart_and_nothing_does_so_with_arguments() {
    assert_eq!(ran(shell("echo $((1 + 1)) \"a  b\"")).stdout, "2 a  b\n");
    assert_eq!(ran(argv(&["printf", "%s|", "$((1 + 1))", "a  b", ""])).stdout, "$((1 + 1))|a  b||");
}

#[test]
fn a_handler_runs_in_its_folder_and_knows_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let script = folder.join("guard");
    fs::write(&script, "#!/bin/sh\npwd -P\n").unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let variables = "echo $VULTS_PROJECT_DIR; echo $LEVELCODE_PROJECT_DIR; echo $VULTS_IN_HOOK";
    let hooks = hooks(&[argv(&["./guard"]), shell(variables)], &folder);
    let runs = run(&hooks, &occasion(Event::PreToolUse, Path::new("/")), LONG).runs;
    let folder = folder.display();
    assert_eq!(runs[0].stdout, format!("{folder}\n"));
    assert_eq!(runs[1].stdout, format!("{folder}\n{folder}\n1\n"));
}

#[test]
fn a_folder_that_is_gone_stops_nothing() {
    let hooks = hooks(&[shell("pwd -P")], Path::new("/no/such/folder"));
    let run = run(&hooks, &occasion(Event::PreToolUse, Path::new("/")), LONG).runs.remove(0);
    let here = std::env::current_dir().unwrap().canonicalize().unwrap();
    assert_eq!(run.stdout, format!("{}\n", here.display()));
}

#[test]
fn more_than_a_pipe_holds_goes_both_ways_at_once() {
    const SIZE: usize = 1 << 20;
    let echo = "import sys
while piece := sys.stdin.buffer.read(5000):
    sys.stdout.buffer.write(piece)
    sys.stderr.buffer.write(piece)";
    let folder = tempfile::tempdir().unwrap();
    let mut occasion = occasion(Event::PreToolUse, folder.path());
    occasion.calls[0].input = json!({ "content": "x".repeat(SIZE) });
    let told = vults_lifecycle_hooks::payload(
        &occasion,
        occasion.calls.first(),
        "write_file",
        folder.path(),
    );
    let hooks = hooks(&[argv(&["python3", "-c", echo])], folder.path());
    let run = run(&hooks, &occasion, LONG).runs.remove(0);
    let kept = String::from_utf8(told[..STREAM_BYTES].to_vec()).unwrap();
    let expected = format!("{kept}\n[{} more bytes]", told.len() - STREAM_BYTES);
    assert_eq!(run.exit_code, Some(0));
    assert!(run.stdout == expected && run.stderr == expected);
}

#[test]
fn a_deaf_handler_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut occasion = occasion(Event::PreToolUse, folder.path());
    occasion.calls[0].input = json!({ "content": "x".repeat(1 << 20) });
    let deaf = ["true", "exec <&-; sleep 0.1; echo done", "sleep 0.1; echo done", "head -c 9 >&2"];
    let outcome = run(&hooks(&deaf.map(shell), folder.path()), &occasion, LONG);
    for run in outcome.runs {
        assert_eq!((run.exit_code, run.error), (Some(0), None), "{}", run.label);
        assert_eq!(run.stdout.is_empty(), !run.label.contains("done"));
    }
}

#[test]
fn what_is_no_text_is_replaced() {
    assert_eq!(ran(shell(r"printf 'a\377\000b\360\237'")).stdout, "a\u{fffd}\0b\u{fffd}");
}

#[test]
fn a_stream_is_cut_between_characters() {
    // Three bytes a character, of which the last one kept is not whole.
    let run = ran(argv(&["python3", "-c", "print('€' * 30000, end='')"]));
    let kept = STREAM_BYTES / 3;
    let expected = format!("{}\n[{} more bytes]", "€".repeat(kept), 90_000 - 3 * kept);
    assert_eq!(run.stdout, expected);
}

#[test]
fn a_handler_without_streams_is_still_heard_of() {
    let run = ran(shell("exec <&- >&- 2>&-; sleep 0.1; exit 3"));
    assert_eq!((run.exit_code, run.timed_out), (Some(3), false));
}
