//! From the start of a waiting hook to its card on screen, where the island was at rest.

use std::time::Duration;

use anyhow::Result;
use serde_json::json;

use crate::Programs;
use crate::app::{App, payload_file};
use crate::card::ask;
use crate::table::{Table, verdict};
use crate::timing::{Times, milliseconds, monotonic_ns};

const RUNS: usize = 30;
const BOUND: Duration = Duration::from_millis(350);
/// So long nothing happens before the island rests.
const AFTER: Duration = Duration::from_secs(1);
/// All of the page has gone by then.
const GONE: Duration = Duration::from_secs(1);

pub(crate) fn measure(programs: &Programs) -> Result<Table> {
    let app = App::start_to_rest(&programs.app, AFTER)?;
    let mut drawn = Times::default();
    let mut card = 0;
    for run in 0..RUNS {
        app.wait_for("released")?;
        std::thread::sleep(GONE);
        let payload = payload_file(
            app.runtime_dir(),
            &json!({
                "session_id": format!("bench-{run}"), "cwd": "/tmp/payments-api",
                "permission_mode": "default", "hook_event_name": "PermissionRequest",
                "tool_name": "Bash",
                "tool_input": { "command": "cargo test", "description": "Run the tests" },
            }),
        )?;
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
    let mut table = Table::new(&["From rest", "runs", "median", "p95", "bound (p95)", ""]);
    let p95 = drawn.quantile(0.95);
    table.row([
        "hook start to card drawn".to_owned(),
        drawn.len().to_string(),
        milliseconds(drawn.median()),
        milliseconds(p95),
        milliseconds(BOUND),
        verdict(p95 <= BOUND),
    ]);
    Ok(table)
}
