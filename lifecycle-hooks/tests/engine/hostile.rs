//! Handlers that do what no handler should: none holds the engine up, none leaves anything behind when
//! its time has run out (LH-37 to LH-40).

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use vults_lifecycle_hooks::{Event, GRACE, Handler, Outcome, Run, run};

use crate::{SHORT, SLACK, argv, comes, hooks, occasion, outcome, pids, ran, runs, shell};

/// How long a handler has that does something before its time runs out, on a busy machine too.
const SOME_STEPS: Duration = Duration::from_secs(3);

/// How a handler ends whose time runs out, and that takes no longer than that.
fn runs_out(line: &str, timeout: Duration) -> Run {
    let began = Instant::now();
    let Outcome { warnings, mut runs, blocked, .. } =
        outcome(&[Handler { timeout, ..shell(line) }]);
    let took = began.elapsed();
    assert!(took >= timeout && took < timeout + SLACK, "{line} took {took:?}");
    let run = runs.remove(0);
    assert_eq!((run.exit_code, run.timed_out, &run.error), (None, true, &None), "{line}");
    assert_eq!((blocked, warnings.as_slice()), (false, &[][..]));
    run
}

/// Does it for all lines at once: each waits for its time to run out.
fn each(lines: &[&str], check: impl Fn(&str) + Sync) {
    thread::scope(|scope| {
        for line in lines {
            scope.spawn(|| check(line));
        }
    });
}

#[test]
fn a_timeout_ends_whatever_does_not_want_to_end() {
    let lines = [
        "sleep 60",
        "trap '' TERM INT HUP QUIT; while :; do sleep 1; done",
        "cd / && exec sleep 60",
        "exec <&- >&- 2>&-; sleep 60",
        "yes",
        "yes >&2 & yes",
        "kill -STOP $$; sleep 60",
    ];
    each(&lines, |line| drop(runs_out(line, SHORT)));
}

#[test]
fn what_was_said_before_a_timeout_is_kept_and_means_nothing() {
    let run = runs_out(r#"echo '{"decision":"block"}'; echo why >&2; sleep 60"#, SOME_STEPS);
    assert_eq!(run.stdout, "{\"decision\":\"block\"}\n");
    assert_eq!(run.stderr, "why\n");
}

#[test]
fn a_timeout_ends_children_wherever_they_went() {
    let lines = [
        "sh -c 'sh -c \"echo \\$\\$; sleep 60\"; :'; :",
        "sleep 60 & echo $!; wait",
        // Out of the group, with a parent and without one.
        "setsid sh -c 'echo $$; exec sleep 60'",
        "(setsid sh -c 'echo $$; exec sleep 60 >&- 2>&-' &); sleep 60",
        // Nor has it the environment, but its parent lives.
        "env -i setsid sh -c 'echo $$; exec sleep 60'",
    ];
    each(&lines, |line| {
        let left = pids(&runs_out(line, SOME_STEPS).stdout);
        assert_eq!(left.len(), 1, "{line}");
        assert!(!runs(left[0]), "{line}");
    });
}

#[test]
fn a_timeout_ends_many_at_once() {
    let fork = "import os, time
for _ in range(40):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.write(1, b'%d ' % os.getpid())
            time.sleep(60)
        os._exit(0)
time.sleep(60)";
    let handler = Handler { timeout: SOME_STEPS, ..argv(&["python3", "-c", fork]) };
    let outcome = outcome(&[handler]);
    let left = pids(&outcome.runs[0].stdout);
    assert_eq!((left.len(), outcome.warnings.as_slice()), (40, &[][..]));
    assert!(!left.into_iter().any(runs));
}

#[test]
fn a_timeout_ends_nothing_else() {
    let mut other = Command::new("sleep").arg("60").spawn().unwrap();
    let mut below = Command::new("sh").args(["-c", "sleep 60; :"]).spawn().unwrap();
    let beside = thread::spawn(|| {
        thread::sleep(SHORT / 2);
        Command::new("setsid").args(["sleep", "60"]).spawn().unwrap()
    });
    runs_out("setsid sleep 60 & sleep 60", SHORT);
    let mut beside = beside.join().unwrap();
    assert_eq!(beside.try_wait().unwrap(), None);
    assert_eq!(other.try_wait().unwrap(), None);
    assert_eq!(below.try_wait().unwrap(), None);
    for child in [&mut other, &mut below, &mut beside] {
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn a_background_child_holds_nothing_up_and_lives_on() {
    let began = Instant::now();
    let run = ran(shell("sleep 60 & echo $!"));
    assert!(began.elapsed() < GRACE + SLACK);
    assert_eq!((run.exit_code, run.timed_out), (Some(0), false));
    let child = pids(&run.stdout)[0];
    assert!(runs(child));
    let killed = Command::new("kill").args(["-9", &child.to_string()]).status().unwrap();
    assert!(killed.success() && comes(|| !runs(child)));
}

#[test]
fn a_child_that_ends_soon_after_its_handler_is_heard() {
    let run = ran(shell("(sleep 0.05; echo late) & echo soon"));
    assert_eq!(run.stdout, "soon\nlate\n");
}

#[test]
fn a_flood_is_drained_and_counted() {
    let run = ran(shell("head -c 100000000 /dev/zero | tr '\\0' x"));
    assert_eq!(run.exit_code, Some(0));
    assert!(run.stdout.ends_with("x\n[99934464 more bytes]"));
}

#[test]
fn a_background_flood_ends_with_the_grace() {
    let began = Instant::now();
    // It dies of the pipe that is closed behind it.
    let run = ran(shell("yes & echo $! >&2"));
    assert!(began.elapsed() < GRACE + SLACK);
    assert_eq!(run.exit_code, Some(0));
    let child = pids(&run.stderr)[0];
    assert!(comes(|| !runs(child)));
}

#[test]
fn what_is_left_of_the_budget_is_shared_and_the_rest_fails_open() {
    let folder = tempfile::tempdir().unwrap();
    let hooks = hooks(&["exit 0", "sleep 60", "exit 2", "exit 2"].map(shell), folder.path());
    let began = Instant::now();
    let outcome = run(&hooks, &occasion(Event::PreToolUse, folder.path()), SHORT);
    assert!(began.elapsed() < SHORT + SLACK);
    let ends = outcome.runs.iter().map(|run| (run.exit_code, run.timed_out, run.error.is_some()));
    let never = (None, false, true);
    let expected = [(Some(0), false, false), (None, true, false), never, never];
    assert_eq!(ends.collect::<Vec<_>>(), expected);
    assert!(!outcome.blocked);
}
