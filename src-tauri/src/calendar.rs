//! Times of the day, where the person is.

use gtk::glib::{DateTime, TimeZone};

/// When "until tomorrow" ends.
const MORNING: i32 = 8;

/// A time of the day, such as "8:00", and whether it is another day's.
pub(crate) fn time(unix_ms: u64) -> Option<(String, bool)> {
    time_in(&TimeZone::local(), unix_ms, now(&TimeZone::local())?)
}

/// How many minutes there are until tomorrow morning, and the time of the day that is then.
pub(crate) fn till_tomorrow() -> Option<(u32, String)> {
    let zone = TimeZone::local();
    let now = now(&zone)?;
    let morning = morning_after(&zone, &now)?;
    // A minute that has begun counts, so that it is not over before.
    let minutes = (morning.to_unix() - now.to_unix()).div_euclid(60) + 1;
    Some((u32::try_from(minutes).ok()?, clock(&morning)))
}

fn now(zone: &TimeZone) -> Option<DateTime> {
    DateTime::now(zone).ok()
}

fn time_in(zone: &TimeZone, unix_ms: u64, now: DateTime) -> Option<(String, bool)> {
    let utc = DateTime::from_unix_utc(i64::try_from(unix_ms / 1000).ok()?).ok()?;
    let then = utc.to_timezone(zone).ok()?;
    Some((clock(&then), then.ymd() != now.ymd()))
}

/// Not 24 hours: a day may have 23 or 25.
fn morning_after(zone: &TimeZone, now: &DateTime) -> Option<DateTime> {
    let (year, month, day) = now.add_days(1).ok()?.ymd();
    DateTime::new(zone, year, month, day, MORNING, 0, 0.0).ok()
}

fn clock(at: &DateTime) -> String {
    format!("{}:{:02}", at.hour(), at.minute())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zone(name: &str) -> TimeZone {
        TimeZone::from_identifier(Some(name)).unwrap()
    }

    fn at(zone: &TimeZone, [year, month, day, hour, minute]: [i32; 5]) -> DateTime {
        DateTime::new(zone, year, month, day, hour, minute, 0.0).unwrap()
    }

    #[test]
    fn tomorrow_begins_at_eight() {
        #[track_caller]
        fn check(name: &str, now: [i32; 5], hours: i64) {
            let zone = zone(name);
            let now = at(&zone, now);
            let morning = morning_after(&zone, &now).unwrap();
            assert_eq!(clock(&morning), "8:00");
            assert_eq!((morning.to_unix() - now.to_unix()) / 3600, hours, "{name}");
        }
        check("UTC", [2026, 11, 30, 20, 0], 12);
        check("UTC", [2026, 12, 31, 0, 0], 32);
        // The clocks are set back, and forward.
        check("+02:00", [2026, 10, 24, 20, 0], 12);
        check("UTC", [2024, 2, 28, 8, 0], 24);
    }

    #[test]
    fn a_time_is_said_by_the_clock() {
        let zone = zone("UTC");
        let now = at(&zone, [2026, 11, 30, 14, 0]);
        let say = |then| {
            let unix_ms = at(&zone, then).to_unix().unsigned_abs() * 1000;
            time_in(&zone, unix_ms, now.clone()).unwrap()
        };
        assert_eq!(say([2026, 11, 30, 14, 30]), ("14:30".to_owned(), false));
        assert_eq!(say([2026, 12, 1, 8, 5]), ("8:05".to_owned(), true));
    }
}
