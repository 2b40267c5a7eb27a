//! From the start of a waiting hook to its card on screen, where the island was at rest: for a card that
//! nothing announced, and for one whose session began to work a moment before, as sessions do.

use std::time::Duration;

use anyhow::Result;
use serde_json::json;

use crate::Programs;
use crate::app::{App, payload_file};
use crate::card::{ask, hook};
use crate::table::{Table, verdict};
use crate::timing::{Times, milliseconds, monotonic_ns};

const RUNS: usize = 30;
const BOUND: Duration = Duration::from_millis(350);
/// So long nothing happens before the island rests.
const AFTER: Duration = Duration::from_secs(1);
/// So long a model thinks, at the least, before it asks for anything.
const THOUGHT: Duration = Duration::from_secs(1);
/// All of the page has gone by then.
const GONE: Duration = Duration::from_secs(1);

pub(crate) fn measure(programs: &Programs) -> Result<Table> {
    let mut table = Table::new(&["From rest", "runs", "median", "p95", "bound (p95)", ""]);
    let kinds = [("without a notice", None), ("a second after its prompt", Some(THOUGHT))];
    for (what, thought) in kinds {
        let drawn = cards(programs, thought)?;
        let p95 = drawn.quantile(0.95);
        table.row([
            format!("hook start to card drawn, {what}"),
            drawn.len().to_string(),
            milliseconds(drawn.median()),
            milliseconds(p95),
            milliseconds(BOUND),
            verdict(p95 <= BOUND),
        ]);
    }
    Ok(table)
}

/// The times of cards that come so long after their session's prompt, or without any.
fn cards(programs: &Programs, thought: Option<Duration>) -> Result<Times> {
    let app = App::start_to_rest(&programs.app, AFTER)?;
    let mut drawn = Times::default();
    let mut card = 0;
    for run in 0..RUNS {
        app.wait_for("released")?;
        std::thread::sleep(GONE);
        let payload = |event: &str| {
            let payload = json!({
                "session_id": format!("bench-{run}"), "cwd": "/tmp/payments-api",
                "permission_mode": "default", "hook_event_name": event,
                "prompt": "Run the tests", "tool_name": "Bash",
                "tool_input": { "command": "cargo test", "description": "Run the tests" },
            });
            payload_file(app.runtime_dir(), &payload)
        };
        if let Some(thought) = thought {
            let prompt = payload("UserPromptSubmit")?;
            hook("UserPromptSubmit", &programs.relay, app.runtime_dir(), &prompt).output()?;
            std::thread::sleep(thought);
        }
        let payload = payload("PermissionRequest")?;
        let mut command = ask(&programs.relay, app.runtime_dir(), &payload);
        let start = monotonic_ns();
        let mut hook = command.spawn()?;
        let first = app.wait_for_drawn(card)?;
        card = first.card()?;
        drawn.push(Duration::from_nanos(first.t_ns()?.saturating_sub(start)));
        // The agent has its answer from its terminal.
        hook.kill()?;
        hook.wait()?;
    }
    Ok(drawn)
}
