//! What people's own handlers cost an agent: those that are configured and meet nothing, and the start of
//! one that does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use serde_json::{Value, json};

use crate::Programs;
use crate::app::payload_file;
use crate::dice::Dice;
use crate::table::{Table, verdict};
use crate::timing::{Times, milliseconds, whole_process};

const RUNS: usize = 300;
/// So many handlers, of which none meets the tool.
const CONFIGURED: usize = 50;
/// The relay with them beside the relay without any.
const WITH_THEM: f64 = 1.2;
/// So many handlers run, one after another; the start of one is told from all of them.
const STARTED: u32 = 20;
/// The start of a handler beside a plain shell's.
const START: f64 = 1.3;

pub(crate) fn measure(programs: &Programs) -> Result<Table> {
    let folder = tempfile::tempdir()?;
    let project = folder.path().join("project");
    fs::create_dir_all(project.join(".git"))?;
    let payload = payload_file(
        folder.path(),
        &json!({
            "session_id": "bench", "cwd": project, "hook_event_name": "PreToolUse",
            "permission_mode": "default", "tool_name": "Bash", "tool_use_id": "bench",
            "tool_input": { "command": "cargo test --workspace", "description": "x".repeat(800) },
        }),
    )?;
    let none = home(folder.path(), "none", None)?;
    let names =
        home(folder.path(), "names", Some(configured(|at| format!("tool_{at}|other_{at}"))))?;
    let expressions = home(
        folder.path(),
        "expressions",
        Some(configured(|at| format!("^(?!mcp__).*_(write|edit|delete)_{at}\\w+$"))),
    )?;
    let started = json!([{ "hooks": vec![json!({ "command": "true" }); STARTED as usize] }]);
    let started = home(folder.path(), "started", Some(started))?;
    let relay = |home: &Path| {
        let mut command = Command::new(&programs.relay);
        command.args(["--agent", "claude", "PreToolUse"]).env("HOME", home);
        command.env("XDG_RUNTIME_DIR", folder.path()).env_remove("XDG_CONFIG_HOME");
        command
    };
    let mut shell = Command::new("sh");
    shell.args(["-c", "true"]).env("HOME", &none).env("XDG_RUNTIME_DIR", folder.path());
    let mut commands = [relay(&none), relay(&names), relay(&expressions), shell, relay(&started)];
    let mut times: [Times; 5] = std::array::from_fn(|_| Times::default());
    let mut order: Vec<usize> = (0..commands.len()).collect();
    let mut dice = Dice::default();
    for _ in 0..RUNS {
        dice.shuffle(&mut order);
        for &which in &order {
            times[which].push(whole_process(&mut commands[which], &payload)?);
        }
    }
    let [t_none, t_names, t_expressions, t_shell, t_started] = times;
    let t_start = t_started.per(&t_none, STARTED);

    let mut table = Table::new(&["Command", "runs", "median", "p95", "ratio", "to", "bound", ""]);
    let mut row = |what: String, times: &Times, peer: Option<(&str, &Times, f64)>| {
        let mut cells = vec![
            what,
            times.len().to_string(),
            milliseconds(times.median()),
            milliseconds(times.quantile(0.95)),
        ];
        if let Some((name, peer, bound)) = peer {
            let ratio = times.ratio_to(peer);
            cells.extend([format!("{ratio:.2}"), name.to_owned(), format!("{bound:.1}")]);
            cells.push(verdict(ratio <= bound));
        }
        cells.resize(8, String::new());
        table.row(cells);
    };
    let bare = "relay without handlers";
    row(bare.to_owned(), &t_none, None);
    row(format!("{CONFIGURED} by name, none met"), &t_names, Some((bare, &t_none, WITH_THEM)));
    row(
        format!("{CONFIGURED} by expression, none met"),
        &t_expressions,
        Some((bare, &t_none, WITH_THEM)),
    );
    row("`sh -c true`".to_owned(), &t_shell, None);
    row(
        format!("one of {STARTED} handlers `true`"),
        &t_start,
        Some(("`sh -c true`", &t_shell, START)),
    );
    Ok(table)
}

/// A home folder of this name, with groups of handlers before a tool runs, if any.
fn home(folder: &Path, name: &str, groups: Option<Value>) -> Result<PathBuf> {
    let home = folder.join(name);
    let settings = home.join(".config/vults");
    fs::create_dir_all(&settings)?;
    if let Some(groups) = groups {
        let text = json!({ "hooks": { "PreToolUse": groups } }).to_string();
        fs::write(settings.join("settings.json"), text)?;
    }
    Ok(home)
}

/// Groups with these matchers.
fn configured(matcher: impl Fn(usize) -> String) -> Value {
    let group = |at| json!({ "matcher": matcher(at), "hooks": [{ "command": "exit 2" }] });
    (0..CONFIGURED).map(group).collect()
}
