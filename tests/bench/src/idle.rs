//! What the island costs while nothing happens, beside a bare Tauri window.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::Programs;
use crate::app::App;
use crate::table::{Table, verdict};

const SETTLE: Duration = Duration::from_secs(8);
const WATCH: Duration = Duration::from_secs(30);
/// In points of one core.
const BOUND: f64 = 0.1;

pub(crate) fn measure(programs: &Programs) -> Result<Table> {
    // Both stand at the same time, so that both meet the same desktop and the same machine.
    let app = App::start_and_paint(&programs.app)?;
    let mut bare = Bare::start(&programs.bare_window)?;
    std::thread::sleep(SETTLE);
    let from = (cpu_of_tree(app.pid()), cpu_of_tree(bare.0.id()));
    let start = Instant::now();
    std::thread::sleep(WATCH);
    let watched = start.elapsed();
    let to = (cpu_of_tree(app.pid()), cpu_of_tree(bare.0.id()));
    bare.end();

    let points = |from: Duration, to: Duration| {
        to.saturating_sub(from).as_secs_f64() / watched.as_secs_f64() * 100.0
    };
    let island = points(from.0, to.0);
    let window = points(from.1, to.1);
    let mut table = Table::new(&["Idle for 30 s", "points of a core", "bound", ""]);
    table.row([
        "bare Tauri window".to_owned(),
        format!("{window:.3}"),
        String::new(),
        String::new(),
    ]);
    table.row([
        "island with its pill".to_owned(),
        format!("{island:.3}"),
        format!("bare + {BOUND:.1}"),
        verdict(island <= window + BOUND),
    ]);
    Ok(table)
}

/// A window with an empty page and nothing else.
struct Bare(Child);

impl Bare {
    fn start(program: &Path) -> Result<Bare> {
        // What the app sets for itself.
        let child = Command::new(program)
            .env("WEBKIT_DISABLE_DMABUF_RENDERER", "1")
            .env("GDK_BACKEND", "x11")
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Bare(child))
    }

    fn end(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        self.end();
    }
}

/// The time that a process and all below it have run, to the nanosecond.
fn cpu_of_tree(root: u32) -> Duration {
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        if let Some(parent) = parent_of(pid) {
            children.entry(parent).or_default().push(pid);
        }
    }
    let mut total = Duration::ZERO;
    let mut open = vec![root];
    while let Some(pid) = open.pop() {
        total += cpu_of(pid);
        open.extend(children.get(&pid).into_iter().flatten());
    }
    total
}

fn parent_of(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in brackets may itself hold brackets and blanks.
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

fn cpu_of(pid: u32) -> Duration {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    tasks
        .filter_map(|task| fs::read_to_string(task.path().join("schedstat")).ok())
        .filter_map(|line| line.split_whitespace().next()?.parse().ok())
        .map(Duration::from_nanos)
        .sum()
}
