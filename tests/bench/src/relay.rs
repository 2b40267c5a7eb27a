//! What one ordinary event costs an agent: the relay as a whole process, beside `/bin/true` and a
//! hook in Python, with the app running and closed.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use serde_json::json;

use crate::Programs;
use crate::app::{App, payload_file};
use crate::dice::Dice;
use crate::table::{Table, verdict};
use crate::timing::{Times, milliseconds, whole_process};

const RUNS: usize = 200;
const PYTHON_RUNS: usize = 60;
const WITH_APP: f64 = 1.5;
const WITHOUT_APP: f64 = 1.3;
const PYTHON: f64 = 8.0;

/// The system's own: what `PATH` finds may be a script that looks for one of many versions.
const PYTHON_PROGRAM: &str = "/usr/bin/python3";
/// Reads, connects, sends: the least that a hook can do.
const PYTHON_HOOK: &str = "\
import os, socket, sys
data = sys.stdin.buffer.read()
s = socket.socket(socket.AF_UNIX)
s.connect(os.environ['XDG_RUNTIME_DIR'] + '/vults.sock')
s.sendall(data)
";

/// Where the Python hook stands in the list.
const PYTHON_AT: usize = 5;

pub(crate) fn measure(programs: &Programs) -> Result<Table> {
    let folder = tempfile::tempdir()?;
    let payload = payload_file(
        folder.path(),
        &json!({
            "session_id": "bench", "cwd": "/tmp", "hook_event_name": "PreToolUse",
            "permission_mode": "default", "tool_name": "Bash", "tool_use_id": "bench",
            "tool_input": { "command": "cargo test --workspace", "description": "x".repeat(800) },
        }),
    )?;
    let app = App::start_and_paint(&programs.app)?;
    let open = app.runtime_dir();
    let closed = folder.path();
    let relay = |runtime_dir: &Path| {
        let mut command = Command::new(&programs.relay);
        command.args(["--agent", "claude", "PreToolUse"]).env("XDG_RUNTIME_DIR", runtime_dir);
        command
    };
    let line = |program: &str, arguments: &str, runtime_dir: &Path| {
        let mut command = Command::new("sh");
        let guarded = format!("{{ [ -x {program} ] && {program} {arguments}; }} 2>/dev/null || :");
        command.arg("-c").arg(guarded).env("XDG_RUNTIME_DIR", runtime_dir);
        command
    };
    let quoted = format!("'{}'", programs.relay.display());
    // All inherit one environment, so that none pays for a change of it that the others do not.
    let plain = |program: &str| {
        let mut command = Command::new(program);
        command.env("XDG_RUNTIME_DIR", open);
        command
    };
    let mut python = plain(PYTHON_PROGRAM);
    python.arg("-c").arg(PYTHON_HOOK);
    let mut commands = [
        plain("/bin/true"),
        relay(open),
        relay(closed),
        line("/bin/true", "", open),
        line(&quoted, "--agent claude PreToolUse", open),
        python,
    ];
    let mut times: [Times; 6] = std::array::from_fn(|_| Times::default());
    let mut order: Vec<usize> = (0..commands.len()).collect();
    let mut dice = Dice::default();
    for run in 0..RUNS {
        dice.shuffle(&mut order);
        for &which in &order {
            if which == PYTHON_AT && run >= PYTHON_RUNS {
                continue;
            }
            times[which].push(whole_process(&mut commands[which], &payload)?);
            // Lets the app finish drawing, so that it does not compete with the next one.
            std::thread::sleep(Duration::from_millis(8));
        }
    }
    let [t_peer, t_with, t_without, t_peer_line, t_line, t_python] = times;

    let mut table = Table::new(&["Command", "runs", "median", "p95", "ratio", "to", "bound", ""]);
    let mut row = |what: &str, times: &Times, peer: Option<(&str, &Times, Option<f64>)>| {
        let mut cells = vec![
            what.to_owned(),
            times.len().to_string(),
            milliseconds(times.median()),
            milliseconds(times.quantile(0.95)),
        ];
        if let Some((name, peer, bound)) = peer {
            let ratio = times.ratio_to(peer);
            cells.push(format!("{ratio:.2}"));
            cells.push(name.to_owned());
            cells.push(bound.map(|bound| format!("{bound:.1}")).unwrap_or_default());
            cells.push(bound.map(|bound| verdict(ratio <= bound)).unwrap_or_default());
        }
        cells.resize(8, String::new());
        table.row(cells);
    };
    row("`/bin/true`", &t_peer, None);
    row("relay, app running", &t_with, Some(("`/bin/true`", &t_peer, Some(WITH_APP))));
    row("relay, app closed", &t_without, Some(("`/bin/true`", &t_peer, Some(WITHOUT_APP))));
    row("`/bin/true` in the shell line", &t_peer_line, None);
    row("relay in the shell line", &t_line, Some(("`/bin/true` in it", &t_peer_line, None)));
    let faster = t_python.ratio_to(&t_with);
    table.row([
        "Python hook".to_owned(),
        t_python.len().to_string(),
        milliseconds(t_python.median()),
        milliseconds(t_python.quantile(0.95)),
        format!("{faster:.1}"),
        "relay, app running".to_owned(),
        format!("≥ {PYTHON:.0}"),
        verdict(faster >= PYTHON),
    ]);
    Ok(table)
}
