//! The engine with real programs.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod hostile;
mod outcome;
mod payload;
mod process;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use vults_lifecycle_hooks::{
    Call, Event, Group, Handler, Hooks, Level, Matcher, Occasion, Outcome, Program, Run, Source,
    run,
};

/// Long enough for whatever is meant to end by itself, on a busy machine too.
const LONG: Duration = Duration::from_secs(60);
/// How long a handler that is meant to run out of time has.
const SHORT: Duration = Duration::from_millis(400);
/// What may pass after that, killing included, on a busy machine too.
const SLACK: Duration = Duration::from_secs(10);

/// A line for the shell that may take a while.
fn shell(line: &str) -> Handler {
    Handler { program: Program::Shell(line.to_owned()), timeout: LONG }
}

/// A program that may take a while.
fn argv(words: &[&str]) -> Handler {
    let words = words.iter().map(|word| (*word).to_owned()).collect();
    Handler { program: Program::Argv(words), timeout: LONG }
}

/// Handlers for every event, that run in a folder.
fn hooks(handlers: &[Handler], folder: &Path) -> Hooks {
    let group = |event| Group {
        event,
        matcher: Matcher::All,
        handlers: handlers.to_vec(),
        source: Arc::new(Source {
            file: folder.join(".vults/settings.json"),
            level: Level::User,
            folder: folder.to_owned(),
        }),
    };
    Hooks { groups: Event::ALL.map(group).to_vec() }
}

/// An event of a call that writes a file.
fn occasion(event: Event, cwd: &Path) -> Occasion {
    Occasion {
        event,
        cwd: cwd.to_owned(),
        session_id: None,
        agent: None,
        calls: vec![call("write_file", json!({ "file_path": "src/a.ts" }))],
    }
}

fn call(name: &str, input: Value) -> Call {
    Call { names: vec![name.to_owned()], input, result: None, native: None }
}

/// What comes of a `PreToolUse` with these handlers.
fn outcome(handlers: &[Handler]) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    run(&hooks(handlers, folder.path()), &occasion(Event::PreToolUse, folder.path()), LONG)
}

/// How one handler's run ends.
fn ran(handler: Handler) -> Run {
    outcome(&[handler]).runs.remove(0)
}

/// Numbers of processes that a handler has printed.
fn pids(text: &str) -> Vec<u32> {
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

/// Whether a process runs. One that has ended, but that nobody has waited for, does not.
fn runs(pid: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}

/// Waits for something that another process is about to do.
fn comes(what: impl Fn() -> bool) -> bool {
    let until = Instant::now() + SLACK;
    while !what() {
        if Instant::now() > until {
            return false;
        }
        thread::sleep(Duration::from_millis(5));
    }
    true
}
