//! What the island costs while nothing happens, beside a bare Tauri window.

use std::time::{Duration, Instant};

use anyhow::Result;

use crate::Programs;
use crate::app::App;
use crate::bare::Bare;
use crate::processes::cpu_of_tree;
use crate::sessions;
use crate::table::{Table, verdict};

const SETTLE: Duration = Duration::from_secs(8);
const WATCH: Duration = Duration::from_secs(30);
/// In points of one core.
const BOUND: f64 = 0.1;

pub(crate) fn measure(programs: &Programs) -> Result<Table> {
    // All stand at the same time, so that all meet the same desktop and the same machine.
    let alone = App::start_and_paint(&programs.app)?;
    let busy = App::start_and_paint(&programs.app)?;
    sessions::fill(&busy)?;
    let bare = Bare::start(&programs.bare_window)?;
    std::thread::sleep(SETTLE);
    let trees = [bare.pid(), alone.pid(), busy.pid()];
    let from = trees.map(cpu_of_tree);
    let start = Instant::now();
    std::thread::sleep(WATCH);
    let watched = start.elapsed();
    let to = trees.map(cpu_of_tree);

    let points = |index: usize| {
        let used = to[index].saturating_sub(from[index]);
        used.as_secs_f64() / watched.as_secs_f64() * 100.0
    };
    let window = points(0);
    let mut table = Table::new(&["Idle for 30 s", "points of a core", "bound", ""]);
    table.row([
        "bare Tauri window".to_owned(),
        format!("{window:.3}"),
        String::new(),
        String::new(),
    ]);
    for (what, island) in
        [("island with its pill", points(1)), ("island with 20 sessions", points(2))]
    {
        table.row([
            what.to_owned(),
            format!("{island:.3}"),
            format!("bare + {BOUND:.1}"),
            verdict(island <= window + BOUND),
        ]);
    }
    Ok(table)
}
