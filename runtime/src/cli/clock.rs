//! Moments, as people read them.

/// A moment in milliseconds since 1970, to the minute: "2026-11-30 01:59 UTC".
pub(super) fn minute(unix_ms: u64) -> String {
    let seconds = unix_ms / 1000;
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

/// The date of a day that is counted from 1970-01-01. Years are counted from March, so that the
/// leap day is their last; 719,468 days lie between the first of March of year 0 and 1970.
fn date(days: u64) -> (u64, u64, u64) {
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
