use std::time::{Duration, SystemTime, UNIX_EPOCH};

use vults_hook::failure::Failure;
use vults_hook::log::line;

#[test]
fn a_line_says_when_what_and_how_much() {
    let check = |seconds: u64, event: Option<&str>, expected: &str| {
        let now = UNIX_EPOCH + Duration::from_secs(seconds);
        assert_eq!(line(now, event, Failure::NotAnObject, 12), format!("{expected}\n"));
    };
    let rest = "stdin is no JSON object, 12 bytes";
    check(0, Some("Stop"), &format!("1970-01-01T00:00:00Z Stop {rest}"));
    check(951_782_399, None, &format!("2000-02-28T23:59:59Z - {rest}"));
    check(951_868_799, None, &format!("2000-02-29T23:59:59Z - {rest}"));
    check(951_868_800, None, &format!("2000-03-01T00:00:00Z - {rest}"));
    check(1_798_761_599, None, &format!("2026-12-31T23:59:59Z - {rest}"));
    check(4_107_542_400, None, &format!("2100-03-01T00:00:00Z - {rest}"));
    // A name that is no plain word might be content.
    let long = "x".repeat(41);
    for event in ["rm -rf /", "a\nb", "", &long] {
        check(0, Some(event), &format!("1970-01-01T00:00:00Z - {rest}"));
    }
    assert!(
        line(SystemTime::now(), None, Failure::NotHeard, 0)
            .ends_with("Z - the app did not answer in time, 0 bytes\n")
    );
}
