//! A large edit: how soon its card is drawn, and whether another card waits for it.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use serde_json::json;

use crate::Programs;
use crate::app::{App, payload_file};
use crate::card::ask;
use crate::table::{Table, verdict};
use crate::timing::{Times, milliseconds, monotonic_ns};

const RUNS: usize = 20;
/// What the edit replaces and what it puts there, together; close to what a message can carry.
const EDIT_BYTES: usize = 900 << 10;
const DRAWN_BOUND: Duration = Duration::from_millis(200);
/// Two frames: what an acknowledgement may lose to another card.
const DELAY_BOUND: Duration = Duration::from_millis(33);
/// The line about what became of a card goes first, so that every card meets the same island.
const STRIP: Duration = Duration::from_millis(1500);

/// A file of long lines, and an edit of each tenth of them: about as many lines as a card may
/// have.
fn edit(folder: &Path) -> Result<serde_json::Value> {
    let line = |number: usize, word: &str| {
        format!(
            "    let value_{number} = {word}({number}, \"{}\");\n",
            "words of a text ".repeat(8)
        )
    };
    let lines = EDIT_BYTES / 2 / line(10_000, "before").len();
    let file = folder.join("large.rs");
    let before: String = (0..lines).map(|number| line(number, "before")).collect();
    let word = |number: usize| if number.is_multiple_of(10) { "after" } else { "before" };
    let after: String = (0..lines).map(|number| line(number, word(number))).collect();
    std::fs::write(&file, &before)?;
    Ok(json!({ "file_path": file, "old_string": before, "new_string": after }))
}

/// Ends a hook that waits, as an agent does that has been answered elsewhere.
fn end(mut hook: Child) -> Result<()> {
    hook.kill()?;
    hook.wait()?;
    thread::sleep(STRIP);
    Ok(())
}

/// From a small request's line to the word that a person is being asked.
fn acknowledged(runtime_dir: &Path, run: usize) -> Result<Duration> {
    let mut stream = UnixStream::connect(runtime_dir.join(vults_protocol::endpoint::SOCKET_NAME))?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    let line = json!({
        "kind": "event", "v": vults_protocol::VERSION, "id": format!("small-{run}"),
        "agent": "claude", "event": "PermissionRequest", "wants_reply": true,
        "terminal": { "cwd": "/tmp" },
        "payload": {
            "session_id": format!("small-{run}"), "hook_event_name": "PermissionRequest",
            "tool_name": "Bash", "tool_input": { "command": "ls" },
        },
    });
    let start = Instant::now();
    writeln!(stream, "{line}")?;
    let mut reply = String::new();
    BufReader::new(stream).read_line(&mut reply)?;
    ensure!(reply.contains(r#""waiting""#), "it was not acknowledged: {reply:?}");
    Ok(start.elapsed())
}

pub(crate) fn measure(programs: &Programs) -> Result<Table> {
    let app = App::start_and_paint(&programs.app)?;
    let payload = payload_file(
        app.runtime_dir(),
        &json!({
            "session_id": "large", "cwd": app.runtime_dir(), "permission_mode": "default",
            "hook_event_name": "PermissionRequest", "tool_name": "Edit",
            "tool_input": edit(app.runtime_dir())?,
        }),
    )?;
    let start_large = || ask(&programs.relay, app.runtime_dir(), &payload).spawn();
    let (mut drawn, mut alone, mut beside) = (Times::default(), Times::default(), Times::default());
    for run in 0..RUNS {
        // Each run brings four cards.
        let before = run as u64 * 4;
        alone.push(acknowledged(app.runtime_dir(), run)?);
        thread::sleep(STRIP);
        let start = monotonic_ns();
        let hook = start_large()?;
        let first = app.wait_for_drawn(before + 1)?;
        drawn.push(Duration::from_nanos(first.t_ns()?.saturating_sub(start)));
        end(hook)?;
        let hook = start_large()?;
        // Somewhere between the edit's arrival and its first frame, another place each time.
        thread::sleep(Duration::from_millis(run as u64 * 10));
        beside.push(acknowledged(app.runtime_dir(), run)?);
        end(hook)?;
    }
    let mut table = Table::new(&["What", "runs", "median", "p95", "bound", ""]);
    let mut row = |what: &str, times: &Times, bound: Option<(Duration, bool)>| {
        table.row([
            what.to_owned(),
            times.len().to_string(),
            milliseconds(times.median()),
            milliseconds(times.quantile(0.95)),
            bound.map(|(bound, _)| milliseconds(bound)).unwrap_or_default(),
            bound.map(|(_, kept)| verdict(kept)).unwrap_or_default(),
        ]);
    };
    let kept = drawn.median() <= DRAWN_BOUND;
    row("hook start to card of a 900 KB edit drawn", &drawn, Some((DRAWN_BOUND, kept)));
    row("a command's card acknowledged, alone", &alone, None);
    let bound = alone.quantile(0.95) + DELAY_BOUND;
    let kept = beside.quantile(0.95) <= bound;
    row("the same while the edit comes", &beside, Some((bound, kept)));
    Ok(table)
}
