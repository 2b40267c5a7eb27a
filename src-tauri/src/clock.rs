//! The display server's time as ours.

use std::time::{Duration, Instant};

use gtk::glib;

/// An event older than this has a time of another clock.
const OLDEST: Duration = Duration::from_secs(60);

/// Monotonic time in nanoseconds, as every process of the machine counts it.
pub(crate) fn monotonic_ns() -> i64 {
    glib::monotonic_time() * 1000
}

/// When an event with this server time happened.
///
/// The servers of a local X11 display count the milliseconds of the machine's monotonic clock, in
/// 32 bits. An event can have waited in a queue, and it is the person's moment that counts. Where
/// the server counts otherwise, the event happened when we heard of it.
pub(crate) fn instant_of(server_ms: u32) -> Instant {
    let now = Instant::now();
    now.checked_sub(age(server_ms, glib::monotonic_time())).unwrap_or(now)
}

/// How long ago a server time was, or nothing where it is of another clock.
fn age(server_ms: u32, now_us: i64) -> Duration {
    let (now_ms, rest_us) = (now_us / 1000, now_us % 1000);
    // The lower 32 bits are all that the server sends.
    let age = (now_ms as u32).wrapping_sub(server_ms);
    let age = Duration::from_millis(age.into());
    if age <= OLDEST { age + Duration::from_micros(rest_us.unsigned_abs()) } else { Duration::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_as_old_as_the_server_says() {
        #[track_caller]
        fn check(server_ms: u32, now_us: i64, expected_us: u64) {
            assert_eq!(age(server_ms, now_us), Duration::from_micros(expected_us));
        }
        check(1_000, 1_250_000, 250_000);
        check(1_000, 1_000_700, 700);
        // The counter begins again after 49 days.
        check(u32::MAX - 99, ((1 << 32) + 100) * 1000, 200_000);
        // A clock that is ahead of ours, or not ours.
        check(1_001, 1_000_900, 0);
        check(1_000, 3_600_000_000, 0);
    }
}
