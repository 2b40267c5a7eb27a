//! A guard in an agent's loop: asked before a tool runs.
//!
//! ```text
//! cargo run -p vults-lifecycle-hooks --example guard
//! ```
#![allow(clippy::print_stdout)] // What an example is for.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use vults_lifecycle_hooks::{
    Call, Event, Group, Handler, Hooks, Level, Matcher, Occasion, Outcome, Program, Source, run,
};

/// All handlers of one event have so long together.
const BUDGET: Duration = Duration::from_secs(55);

fn main() {
    // Reads the call and says no to generated files; exit status 2 blocks, stderr is the reason.
    let guard = "grep -q '\"file_path\":\"src/generated/' || exit 0
                 echo 'src/generated/ is made by a generator: edit that instead' >&2
                 exit 2";
    let hooks = Hooks { groups: vec![group(Event::PreToolUse, guard)] };
    for path in ["src/main.rs", "src/generated/api.rs"] {
        let call = Call {
            names: vec!["write_file".to_owned()],
            input: json!({ "file_path": path, "content": "" }),
            result: None,
            native: None,
        };
        let outcome = run(&hooks, &occasion(Event::PreToolUse, call), BUDGET);
        println!("{path}: {}", told(&outcome));
        for run in &outcome.runs {
            println!("  a handler ended with {:?} after {:?}", run.exit_code, run.duration);
        }
    }
}

/// A command for every tool. Settings files are usually where groups come from.
fn group(event: Event, command: &str) -> Group {
    let folder = here();
    Group {
        event,
        matcher: Matcher::All,
        handlers: vec![Handler {
            program: Program::Shell(command.to_owned()),
            timeout: Duration::from_secs(10),
        }],
        source: Arc::new(Source {
            file: folder.join(".vults/settings.json"),
            level: Level::Project,
            folder,
        }),
    }
}

fn occasion(event: Event, call: Call) -> Occasion {
    Occasion { event, cwd: here(), session_id: None, agent: None, calls: vec![call] }
}

/// What an agent is told. Nothing that a handler says allows a call: whatever else would stop it still
/// does.
fn told(outcome: &Outcome) -> String {
    match &outcome.reason {
        Some(reason) => format!("blocked: {reason}"),
        None => "goes on".to_owned(),
    }
}

fn here() -> PathBuf {
    std::env::current_dir().unwrap_or_default()
}
