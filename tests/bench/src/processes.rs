//! What a program and all that it has started use.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

/// A process and all below it.
pub(crate) fn tree(root: u32) -> Vec<u32> {
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        if let Some(parent) = parent_of(pid) {
            children.entry(parent).or_default().push(pid);
        }
    }
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(pid) = open.pop() {
        found.push(pid);
        open.extend(children.get(&pid).into_iter().flatten());
    }
    found
}

/// The time that a process and all below it have run, to the nanosecond.
pub(crate) fn cpu_of_tree(root: u32) -> Duration {
    tree(root).into_iter().map(cpu_of).sum()
}

/// The memory that a process and all below it use, in MB: a page that several use counts in parts.
pub(crate) fn memory_of_tree(root: u32) -> f64 {
    let kilobytes: u64 = tree(root).into_iter().filter_map(memory_of).sum();
    kilobytes as f64 / 1024.0
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

fn memory_of(pid: u32) -> Option<u64> {
    let smaps = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = smaps.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    line.split_whitespace().next()?.parse().ok()
}
