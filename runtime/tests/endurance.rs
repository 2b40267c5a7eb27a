//! Many events, one after the other. Alone in its process, whose memory it looks at.
#![allow(clippy::unwrap_used)]

mod windowless;

use std::fs;

use windowless::{App, ordinary_event};

/// What the process holds, in KiB.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse().unwrap()
}

#[test]
fn ten_thousand_events_leave_nothing_behind() {
    let app = App::start();
    let event = ordinary_event();
    // As many at a time as fit, with room to spare.
    let send = |batches: usize| (0..batches).for_each(|_| app.send_all(&[event.as_slice(); 20]));
    send(100);
    let before = resident();
    send(500);
    let grown = resident().saturating_sub(before);
    // 10,000 events of 300 bytes are 3 MB, so that keeping even half of each would show.
    assert!(grown < 1_024, "{grown} KiB more");
    drop(app.quit());
}
