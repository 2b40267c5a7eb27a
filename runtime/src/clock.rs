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

/// Today's date, as the world's clock has it: "2026-11-30".
pub(crate) fn today() -> String {
    let unix = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let (year, month, day) = date(unix.as_secs() / 86_400);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The date of a day that is counted from 1970-01-01. Years are counted from March, so that the
/// leap day is their last; 719,468 days lie between the first of March of year 0 and 1970.
pub(crate) fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // March to July and August to December have 153 days each.
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    (year, month, day)
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
