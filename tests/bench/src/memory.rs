//! The memory of the app and of all its processes, beside a bare Tauri window. Each is measured with
//! nothing else of its kind running, with which it would share.

use std::time::Duration;

use anyhow::Result;

use crate::Programs;
use crate::app::App;
use crate::bare::Bare;
use crate::processes::memory_of_tree;
use crate::sessions;
use crate::table::{Table, verdict};

const SETTLE: Duration = Duration::from_secs(10);
/// With the island shown, beside the bare window.
const SHOWN_RATIO: f64 = 1.1;
/// At rest, in MB.
const REST: f64 = 130.0;

pub(crate) fn measure(programs: &Programs) -> Result<Table> {
    let bare = {
        let bare = Bare::start(&programs.bare_window)?;
        std::thread::sleep(SETTLE);
        memory_of_tree(bare.pid())
    };
    let app = App::start_and_paint(&programs.app)?;
    std::thread::sleep(SETTLE);
    let shown = memory_of_tree(app.pid());
    sessions::fill(&app)?;
    std::thread::sleep(SETTLE);
    let filled = memory_of_tree(app.pid());
    drop(app);
    let app = App::start_to_rest(&programs.app, Duration::from_secs(3))?;
    app.wait_for("released")?;
    sessions::fill(&app)?;
    app.wait_for("released")?;
    std::thread::sleep(SETTLE);
    let rest = memory_of_tree(app.pid());

    let mut table = Table::new(&["All processes", "PSS", "ratio", "bound", ""]);
    let row = |what: &str, used: f64, bound: String, kept: String| {
        [what.to_owned(), format!("{used:.1} MB"), format!("{:.2}", used / bare), bound, kept]
    };
    table.row(row("bare Tauri window", bare, String::new(), String::new()));
    for (what, used) in [("island with its pill", shown), ("island with 20 sessions", filled)] {
        let kept = verdict(used <= bare * SHOWN_RATIO);
        table.row(row(what, used, format!("ratio {SHOWN_RATIO}"), kept));
    }
    let kept = verdict(rest <= REST);
    table.row(row("island at rest, 20 sessions", rest, format!("{REST:.0} MB"), kept));
    Ok(table)
}
