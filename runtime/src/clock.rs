//! Time, for the core: the only place that reads a clock.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::time::{ClockId, clock_gettime};
use tokio::time::Instant;
use vults_core::Now;

/// Monotonic time in nanoseconds, as every process of the machine counts it.
pub(crate) fn monotonic_ns() -> i64 {
    let now = clock_gettime(ClockId::Monotonic);
    now.tv_sec * 1_000_000_000 + now.tv_nsec
}

/// Counts from the moment it was made. It is tokio's clock, which tests can hold still.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    start: Instant,
}

impl Clock {
    pub(crate) fn new() -> Clock {
        Clock { start: Instant::now() }
    }

    pub(crate) fn now(&self) -> Now {
        // The wall clock can be set at any time: it is read anew, and only shown or recorded.
        let unix = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Now {
            elapsed: self.start.elapsed(),
            unix_ms: u64::try_from(unix.as_millis()).unwrap_or(u64::MAX),
        }
    }

    /// A moment of the window's as time since the start; zero for one before it.
    pub(crate) fn since_start(&self, at: std::time::Instant) -> Duration {
        Instant::from_std(at).saturating_duration_since(self.start)
    }

    /// The moment that lies this long after the start.
    pub(crate) fn moment(&self, elapsed: Duration) -> Instant {
        self.start + elapsed
    }
}
