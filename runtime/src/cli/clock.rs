//! Moments, as people read them.

use crate::clock::date;

/// A moment in milliseconds since 1970, to the minute: "2026-11-30 01:59 UTC".
pub(super) fn minute(unix_ms: u64) -> String {
    let seconds = unix_ms / 1000;
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::minute;

    #[test]
    fn moments_of_every_kind_of_year() {
        let check = |seconds: u64, expected: &str| assert_eq!(minute(seconds * 1000), expected);
        check(0, "1970-01-01 00:00 UTC");
        check(951_782_400, "2000-02-29 00:00 UTC");
        check(951_868_799, "2000-02-29 23:59 UTC");
        check(951_868_800, "2000-03-01 00:00 UTC");
        check(1_709_164_800, "2024-02-29 00:00 UTC");
        check(1_735_689_599, "2024-12-31 23:59 UTC");
        check(1_796_003_100, "2026-11-30 01:45 UTC");
        check(4_107_542_400, "2100-03-01 00:00 UTC");
    }
}
