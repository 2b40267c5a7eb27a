//! Times of whole processes, and what to say of many of them.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use rustix::time::{ClockId, clock_gettime};

/// Many times of one thing.
#[derive(Debug, Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn push(&mut self, time: Duration) {
        self.0.push(time);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The time that this share of all times does not pass; the nearest rank.
    pub(crate) fn quantile(&self, share: f64) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let rank = (share * sorted.len() as f64).ceil() as usize;
        sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default()
    }

    pub(crate) fn median(&self) -> Duration {
        self.quantile(0.5)
    }

    /// What one of `count` alike things takes: of each time what it is above its pair, divided.
    pub(crate) fn per(&self, without: &Times, count: u32) -> Times {
        let pairs = self.0.iter().zip(&without.0);
        Times(pairs.map(|(all, none)| all.saturating_sub(*none) / count).collect())
    }

    /// The median of the ratios, pair by pair: it holds when the machine's speed drifts.
    pub(crate) fn ratio_to(&self, peer: &Times) -> f64 {
        let mut ratios: Vec<f64> =
            self.0.iter().zip(&peer.0).map(|(a, b)| a.as_secs_f64() / b.as_secs_f64()).collect();
        ratios.sort_unstable_by(f64::total_cmp);
        ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN)
    }
}

/// The monotonic clock's reading, comparable between processes.
pub(crate) fn monotonic_ns() -> u64 {
    let now = clock_gettime(ClockId::Monotonic);
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

/// Runs the command once with the file as its standard input and gives the time from just before
/// its start to its end. It must succeed.
pub(crate) fn whole_process(command: &mut Command, stdin: &Path) -> Result<Duration> {
    command.stdin(File::open(stdin)?).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status()?;
    let time = start.elapsed();
    ensure!(status.success(), "{:?} failed: {status}", command.get_program());
    Ok(time)
}

pub(crate) fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}
