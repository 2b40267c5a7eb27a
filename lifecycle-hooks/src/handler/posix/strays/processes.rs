//! The processes of a Linux machine: which of them are a handler's.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, child_subreaper, getpid, kill_process,
    pidfd_open, pidfd_send_signal, set_child_subreaper, waitid,
};

use super::{VARIABLE, kill_group};
use crate::handler::STARTS_NOTHING_ELSE;

/// A killed process needs a moment to end.
const MOMENT: Duration = Duration::from_millis(1);

/// While it lives, a process below this one that loses its parent becomes a child of this one.
#[derive(Debug)]
pub(super) struct Adoption {
    before: Option<Pid>,
}

impl Adoption {
    /// None where a child that comes might not be the handler's.
    pub(super) fn begin() -> Option<Adoption> {
        let alone = STARTS_NOTHING_ELSE.load(Ordering::Relaxed)
            || fs::read_dir("/proc/self/task").ok()?.count() == 1;
        let any = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        if !alone || waitid(WaitId::All, any).err() != Some(Errno::CHILD) {
            return None;
        }
        let before = child_subreaper().ok()?;
        set_child_subreaper(Some(getpid())).ok()?;
        Some(Adoption { before })
    }
}

impl Drop for Adoption {
    fn drop(&mut self) {
        // What succeeded once does so again.
        let _ = set_child_subreaper(self.before);
    }
}

/// One process, as `/proc/<pid>/stat` has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Process {
    pid: i32,
    parent: i32,
    group: i32,
    /// When it began, in ticks since the machine's start.
    began: u64,
    /// Whether it still runs; what has ended and was not waited for is still in the list.
    runs: bool,
}

/// The end of one handler's processes.
pub(super) struct Sweep<'a> {
    handler: Pid,
    token: &'a str,
    /// Whether every child of this process is the handler's.
    adopts: bool,
    /// All that were found to be the handler's, with their beginnings: numbers are used again.
    known: BTreeMap<i32, u64>,
}

impl<'a> Sweep<'a> {
    pub(super) fn new(handler: Pid, token: &'a str, adopts: bool) -> Sweep<'a> {
        Sweep { handler, token, adopts, known: BTreeMap::new() }
    }

    /// Kills until nothing is left, or the moment comes; whether nothing is left. Where not even the
    /// handler is to be seen, nobody can tell.
    pub(super) fn end(mut self, until: Instant) -> bool {
        let mut clean_looks = 0;
        loop {
            // First seen and then killed: who was whose child is known only while the parent lives.
            let processes = list();
            // It has not been waited for, so it is in the list whatever became of it.
            let handler = self.handler.as_raw_pid();
            let can_see = processes.iter().any(|process| process.pid == handler);
            let theirs = self.theirs(&processes);
            self.known.extend(theirs.values().map(|process| (process.pid, process.began)));
            kill_group(self.handler);
            for group in whole_groups(&processes, &theirs) {
                kill_group(group);
            }
            let running: Vec<_> = theirs.values().filter(|process| process.runs).collect();
            running.iter().for_each(|process| kill(process));
            // One may be born behind the back of a look through the list, but its parent is seen then.
            let clean = can_see && running.is_empty();
            clean_looks = if clean { clean_looks + 1 } else { 0 };
            if clean_looks == 2 {
                self.reap(&theirs);
                return true;
            }
            if Instant::now() >= until {
                return clean;
            }
            thread::sleep(MOMENT);
        }
    }

    fn theirs(&self, processes: &[Process]) -> BTreeMap<i32, Process> {
        let this = getpid().as_raw_pid();
        let handler = self.handler.as_raw_pid();
        let Some(began) = processes.iter().find(|process| process.pid == handler) else {
            return BTreeMap::new();
        };
        let later = |process: &&Process| process.pid != this && process.began >= began.began;
        let roots = processes.iter().filter(later).filter(|process| {
            process.pid == handler
                || self.known.get(&process.pid) == Some(&process.began)
                || (self.adopts && process.parent == this)
                || (process.runs && has_token(process.pid, self.token))
        });
        let mut theirs: BTreeMap<i32, Process> =
            roots.map(|process| (process.pid, *process)).collect();
        loop {
            let below = processes.iter().filter(later).filter(|process| {
                theirs.contains_key(&process.parent) && !theirs.contains_key(&process.pid)
            });
            let below: Vec<_> = below.map(|process| (process.pid, *process)).collect();
            if below.is_empty() {
                return theirs;
            }
            theirs.extend(below);
        }
    }

    /// Takes what ended as a child of this process out of the list. The handler is the caller's.
    fn reap(&self, theirs: &BTreeMap<i32, Process>) {
        let this = getpid().as_raw_pid();
        for process in theirs.values().filter(|process| process.parent == this) {
            if let Some(pid) = Pid::from_raw(process.pid).filter(|pid| *pid != self.handler) {
                let _ = waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOHANG);
            }
        }
    }
}

/// The groups that hold nobody else: killed as one, none of their members gets away by forking.
fn whole_groups(
    processes: &[Process],
    theirs: &BTreeMap<i32, Process>,
) -> impl Iterator<Item = Pid> {
    let others = processes.iter().filter(|process| !theirs.contains_key(&process.pid));
    let others: BTreeSet<i32> = others.map(|process| process.group).collect();
    let groups: BTreeSet<i32> = theirs.values().map(|process| process.group).collect();
    // Number 0 stands for this process's own group, and 1 is no group of a handler's.
    groups
        .into_iter()
        .filter(move |group| *group > 1 && !others.contains(group))
        .filter_map(Pid::from_raw)
}

/// Kills this very process: its number may have gone to another one since it was seen.
fn kill(process: &Process) {
    let Some(pid) = Pid::from_raw(process.pid) else { return };
    let handle = pidfd_open(pid, PidfdFlags::empty());
    if read(process.pid).is_none_or(|now| now.began != process.began) {
        return;
    }
    // One that may not be killed, or has ended, is seen as such at the next look.
    let _ = match handle {
        Ok(handle) => pidfd_send_signal(handle, Signal::KILL),
        Err(_) => kill_process(pid, Signal::KILL),
    };
}

fn list() -> Vec<Process> {
    let names =
        fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.file_name());
    names.filter_map(|name| read(name.to_str()?.parse().ok()?)).collect()
}

fn read(pid: i32) -> Option<Process> {
    parse(pid, &fs::read(Path::new("/proc").join(pid.to_string()).join("stat")).ok()?)
}

/// A `stat` line: `pid (name) state parent group …`, the 22nd field the beginning; the name may hold
/// anything.
fn parse(pid: i32, stat: &[u8]) -> Option<Process> {
    let stat = String::from_utf8_lossy(stat);
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
    let runs = !matches!(fields.next()?, "Z" | "X" | "x");
    let parent = fields.next()?.parse().ok()?;
    let group = fields.next()?.parse().ok()?;
    let began = fields.nth(16)?.parse().ok()?;
    Some(Process { pid, parent, group, began, runs })
}

/// Whether a process was given the token, as far as its environment may be read.
fn has_token(pid: i32, token: &str) -> bool {
    let given = format!("{VARIABLE}={token}");
    let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    environment.split(|byte| *byte == 0).any(|variable| variable == given.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_read_whatever_its_name_is() {
        let tail = "0 0 0 0 0 0 0 0 0 0 0 0 0 20 0 1 0 4711 0 0";
        let check = |start: &str, runs: bool| {
            let found = parse(7, format!("7 (a) b) (c) {start} {tail}").as_bytes());
            // State, parent, group, then 16 fields that do not matter.
            assert_eq!(found.map(|process| (process.parent, process.group)), Some((3, 5)));
            assert_eq!(found.map(|process| process.runs), Some(runs));
        };
        check("S 3 5", true);
        check("Z 3 5", false);
        assert_eq!(parse(7, b"7 (a"), None);
        assert_eq!(parse(7, b"7 (a) S 1 1"), None);
        let this = read(getpid().as_raw_pid()).unwrap();
        assert!(this.runs);
        assert_eq!(this.parent, i32::try_from(std::os::unix::process::parent_id()).unwrap());
    }

    #[test]
    fn what_cannot_be_seen_may_still_run() {
        use std::os::unix::process::CommandExt;

        let mut child = std::process::Command::new("true").process_group(0).spawn().unwrap();
        let seen = Pid::from_child(&child);
        assert!(Sweep::new(seen, "none", false).end(Instant::now() + Duration::from_secs(10)));
        child.wait().unwrap();
        // As where nothing of /proc can be read.
        assert!(!Sweep::new(seen, "none", false).end(Instant::now()));
    }

    #[test]
    fn a_group_with_somebody_else_in_it_is_spared() {
        let process = |pid, group| Process { pid, parent: 1, group, began: 1, runs: true };
        let processes = [process(10, 10), process(11, 10), process(12, 2), process(2, 2)];
        let theirs = [10, 11, 12].map(|pid| processes.iter().find(|p| p.pid == pid).unwrap());
        let theirs = theirs.map(|process| (process.pid, *process)).into_iter().collect();
        let groups: Vec<i32> =
            whole_groups(&processes, &theirs).map(|group| group.as_raw_pid()).collect();
        assert_eq!(groups, [10]);
    }
}
