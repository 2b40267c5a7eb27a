//! The processes above a sender, as `/proc` tells of them (specs C8).

use std::fs::File;
use std::io::Read;

use vults_core::{Ancestry, Process};

/// How many processes are looked at, the sender included. A terminal in a desktop is some ten deep.
const MOST: usize = 32;
/// The start of `stat`, up to all that is read here. A name has at most 16 bytes (64 of a kernel
/// thread).
const STAT_BYTES: usize = 512;

/// A sender, its parent, and so on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chain {
    processes: Vec<Process>,
    complete: bool,
}

/// The chain from a sender up, as far as it can be told. Some reads of memory: it may be done on
/// the loop, and has to be, since a sender that does not wait is gone in a moment.
pub(crate) fn above(sender: u32) -> Chain {
    let mut chain = Chain::default();
    let mut pid = sender;
    while chain.processes.len() < MOST {
        let Some(stat) = read(pid) else { return chain };
        chain.processes.push(Process { pid, began: stat.began });
        // The first process has no parent, nor has one whose parent lives in another world.
        if stat.parent == 0 {
            chain.complete = true;
            return chain;
        }
        pid = stat.parent;
    }
    chain
}

/// Whether a process still runs.
pub(crate) fn runs(process: Process) -> bool {
    read(process.pid).is_some_and(|stat| stat.began == process.began && !stat.ended)
}

/// The process that has a number now.
#[cfg(test)]
pub(crate) fn of(pid: u32) -> Option<Process> {
    read(pid).map(|stat| Process { pid, began: stat.began })
}

impl Chain {
    /// The processes above the sender, its parent first.
    pub(crate) fn parents(&self) -> impl Iterator<Item = u32> {
        self.processes.iter().skip(1).map(|process| process.pid)
    }

    /// Whether these are all.
    pub(crate) fn is_complete(&self) -> bool {
        self.complete
    }

    /// With the agent's process, as the sender names it.
    pub(crate) fn of_agent(self, pid: Option<u32>) -> Ancestry {
        let Chain { processes, complete } = self;
        let above = |pid: u32| processes.iter().find(|process| process.pid == pid).copied();
        let claimed = pid.and_then(|pid| {
            // One that is not above it counts for nothing where all is known.
            let elsewhere = || read(pid).map(|stat| Process { pid, began: stat.began });
            above(pid).or_else(|| elsewhere().filter(|_| !complete))
        });
        Ancestry { chain: processes, complete, claimed }
    }
}

/// What a process's `stat` says.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    parent: u32,
    began: u64,
    /// It has ended, and its parent has not heard of it yet.
    ended: bool,
}

fn read(pid: u32) -> Option<Stat> {
    let mut bytes = [0; STAT_BYTES];
    // It comes in one piece.
    let count = File::open(format!("/proc/{pid}/stat")).ok()?.read(&mut bytes).ok()?;
    parse(&String::from_utf8_lossy(bytes.get(..count)?))
}

/// A `stat` line: `pid (name) state parent …`, the 22nd field the start. The name may hold
/// anything.
fn parse(stat: &str) -> Option<Stat> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_ascii_whitespace();
    let ended = matches!(fields.next()?, "Z" | "X");
    let parent = fields.next()?.parse().ok()?;
    let began = fields.nth(17)?.parse().ok()?;
    Some(Stat { parent, began, ended })
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn a_stat_line() {
        let check = |stat: &str, expected: Option<Stat>| assert_eq!(parse(stat), expected);
        let rest = "7 7 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 12345 2252800 200 1844 1 1 0";
        let stat = |parent, ended| Some(Stat { parent, began: 12_345, ended });
        check(&format!("8 (sh) S 7 {rest}"), stat(7, false));
        check(&format!("8 (a) R 1) Z 7 {rest}"), stat(7, true));
        check(&format!("8 (a\nb) R 0 {rest}"), stat(0, false));
        check("8 (sh) S 7 7 7 0", None);
        check("8 (sh) S x 7 7 0", None);
        check("", None);
    }

    /// A child of this test, which waits for its input to end.
    fn child() -> std::process::Child {
        Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap()
    }

    #[test]
    fn a_child_comes_before_its_parents() {
        let own = std::process::id();
        let mut child = child();
        let chain = above(child.id());
        assert!(chain.complete);
        let pids: Vec<u32> = chain.processes.iter().map(|process| process.pid).collect();
        assert_eq!(pids[..2], [child.id(), own]);
        assert!(chain.processes.windows(2).all(|pair| pair[0].began >= pair[1].began));

        let process = chain.processes[0];
        assert!(runs(process));
        assert!(!runs(Process { began: process.began + 1, ..process }));
        child.kill().unwrap();
        // It is there until its parent has heard of its end.
        let ended = || read(child.id()).is_none_or(|stat| stat.ended);
        while !ended() {
            std::thread::yield_now();
        }
        assert!(!runs(process));
        assert_eq!(above(child.id()).processes[..2], chain.processes[..2]);
        child.wait().unwrap();
        assert!(!runs(process));
        assert_eq!(above(child.id()), Chain::default());
    }

    #[test]
    fn an_agents_process_is_the_one_that_is_named() {
        let own = std::process::id();
        let mut child = child();
        let chain = above(child.id());
        let parent = chain.processes[1];
        assert_eq!(chain.clone().of_agent(Some(own)).process(), Some(parent));
        assert_eq!(chain.clone().of_agent(None).process(), None);
        let mut other = self::child();
        assert_eq!(chain.of_agent(Some(other.id())).claimed, None);
        // Of a sender that has gone before it was looked at, the claim is what there is.
        let claim = Chain::default().of_agent(Some(own));
        assert_eq!((claim.claimed, claim.process()), (Some(parent), None));
        for child in [&mut child, &mut other] {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        assert_eq!(Chain::default().of_agent(Some(child.id())).claimed, None);
    }
}
