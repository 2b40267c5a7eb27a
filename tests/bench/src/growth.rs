//! What an event costs the core when many came before it, and what is left of them: 100,000 events of
//! 1,000 sessions, of which each lives a while and ends.

use std::fs;
use std::hint::black_box;
use std::time::Duration;

use anyhow::{Context, Result};
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;
use vults_core::{
    Ancestry, Background, Call, Happening, Input, Now, Origin, Process, SessionKey, State, Step,
    TurnEnd, Usage, UsedWindow,
};

use crate::Programs;
use crate::table::{Table, verdict};

const EVENTS: u64 = 100_000;
const SESSIONS: u64 = 1_000;
/// Sessions that are at work at the same time.
const AT_ONCE: u64 = 50;
/// Events that are timed together.
const BATCH: u64 = 1_000;
/// Batches at the start and at the end that are compared.
const COMPARED: usize = 20;
/// Before the first batch that is timed there are as many sessions as there will be.
const WARM_UP: u64 = 10_000;
const COST_BOUND: f64 = 1.2;
const MEMORY_BOUND: f64 = 1.1;
/// Wall clock at the start.
const EPOCH_MS: u64 = 1_800_000_000_000;

pub(crate) fn measure(_: &Programs) -> Result<Table> {
    let mut world = World::default();
    world.run(WARM_UP);
    world.end_all();
    let before = resident_kib()?;
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..EVENTS / BATCH {
        let start = processor_time();
        world.run(BATCH);
        times.push((processor_time() - start) / u32::try_from(BATCH)?);
    }
    world.end_all();
    let after = resident_kib()?;
    let (first, last) = (median(&times[..COMPARED]), median(&times[times.len() - COMPARED..]));
    let cost = last.as_secs_f64() / first.as_secs_f64();
    let memory = after as f64 / before as f64;
    let mut table = Table::new(&["What", "at the start", "at the end", "ratio", "bound", ""]);
    let micro = |time: Duration| format!("{:.2} µs", time.as_secs_f64() * 1e6);
    table.row([
        format!("an event among {EVENTS} of {SESSIONS} sessions"),
        micro(first),
        micro(last),
        format!("{cost:.2}"),
        format!("{COST_BOUND:.1}"),
        verdict(cost <= COST_BOUND),
    ]);
    table.row([
        "memory when all have ended".to_owned(),
        format!("{before} KiB"),
        format!("{after} KiB"),
        format!("{memory:.2}"),
        format!("{MEMORY_BOUND:.1}"),
        verdict(memory <= MEMORY_BOUND),
    ]);
    Ok(table)
}

#[derive(Default)]
struct World {
    state: State,
    events: u64,
}

impl World {
    /// Lets so many events happen, of sessions that work side by side.
    fn run(&mut self, events: u64) {
        for _ in 0..events {
            let number = self.events;
            // Each session has a hundred events, and fifty go on at the same time.
            let round = number / (AT_ONCE * 100);
            let session = (round * AT_ONCE + number % AT_ONCE) % SESSIONS;
            let step = number % (AT_ONCE * 100) / AT_ONCE;
            let input = Input::Happened(origin(session), happening(step, number));
            let effects = self.state.reduce(input, self.now());
            black_box((effects, self.state.next_deadline()));
            self.events += 1;
        }
    }

    /// Every process ends, and what is shown for a moment has been.
    fn end_all(&mut self) {
        for session in 0..SESSIONS {
            self.state.reduce(Input::ProcessEnded(process(session)), self.now());
        }
        self.events += 10_000;
        self.state.reduce(Input::Clock, self.now());
    }

    fn now(&self) -> Now {
        Now { elapsed: Duration::from_millis(self.events), unix_ms: EPOCH_MS + self.events }
    }
}

fn process(session: u64) -> Process {
    Process { pid: 1_000 + session as u32, began: 7 }
}

fn origin(session: u64) -> Origin {
    Origin {
        key: SessionKey { agent: "claude".to_owned(), session: format!("session {session}") },
        agent_name: "Claude Code".to_owned(),
        cwd: Some(format!("/home/me/projects/{}", session % 20)),
        subagent: None,
        subagent_name: None,
        mode: None,
        ancestry: Ancestry::of(process(session)),
    }
}

/// The session's event number `step` of a hundred.
fn happening(step: u64, number: u64) -> Happening {
    let command = || format!("cargo test --package number-{number}");
    let call = |command: &str| Call::new("Bash", &json!({ "command": command }));
    match step {
        0 => Happening::SessionStarted,
        99 => Happening::SessionEnded,
        step => match step % 7 {
            1 => Happening::Prompted,
            2 | 4 => Happening::ToolStarted(call(&command()), Step::Command(command())),
            3 | 5 => Happening::ToolEnded(call(&command())),
            6 => Happening::Used(Usage {
                cost_micro_usd: Some(number),
                windows: vec![UsedWindow {
                    minutes: 300,
                    used_percent: (number / 2_000) as u8,
                    resets_unix_ms: Some(EPOCH_MS + 3_600_000),
                }],
            }),
            _ => Happening::TurnEnded(TurnEnd {
                reply: Some(format!("Done with number {number}.")),
                background: Some(Background::default()),
            }),
        },
    }
}

/// What this thread has had of a processor, whatever else runs.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// What of this process is in memory.
fn resident_kib() -> Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_ascii_whitespace().next());
    number.context("no VmRSS")?.parse().context("VmRSS is no number")
}
