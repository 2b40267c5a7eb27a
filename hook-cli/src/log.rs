//! The bounded log of what failed: no content of any event (VP-13). Of the person's own hooks it has the
//! commands of those that failed and the paths of settings files that are wrong, redacted.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::OFlags;

use crate::failure::Failure;

/// At this size the log makes room for a new one; one old one is kept beside it.
const MOST_BYTES: u64 = 64 << 10;

/// One line: when, which event, why, and how many bytes the agent sent.
pub fn line(now: SystemTime, event: Option<&str>, failure: Failure, bytes: usize) -> String {
    entry(now, event, &format!("{failure}, {bytes} bytes"))
}

/// One line: when, which event, and what there is to say, which must hold no line break.
pub(crate) fn entry(now: SystemTime, event: Option<&str>, what: &str) -> String {
    // A name with anything else in it might be content.
    let plain = |name: &&str| {
        (1..=40).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    let event = event.filter(plain).unwrap_or("-");
    let since = now.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    format!("{} {event} {what}\n", timestamp(since))
}

/// Appends a line; a log that cannot be written is done without.
pub(crate) fn append(path: &Path, line: &str) {
    let Some(folder) = path.parent() else { return };
    let mut builder = DirBuilder::new();
    // Below home every folder is the user's own business; ours and new ones are private.
    if builder.recursive(true).mode(0o700).create(folder).is_err() {
        return;
    }
    if fs::symlink_metadata(path).is_ok_and(|log| log.len() >= MOST_BYTES) {
        let _ = fs::rename(path, path.with_extension("log.1"));
    }
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let file = OpenOptions::new()
        .append(true)
        .create(true)
        .mode(0o600)
        .custom_flags(i32::try_from(flags.bits()).unwrap_or(0))
        .open(path);
    let Ok(mut file) = file else { return };
    let _ = file.set_permissions(fs::Permissions::from_mode(0o600));
    // One write, so that lines of several relays do not mix.
    let _ = file.write_all(line.as_bytes());
}

/// A moment in UTC as RFC 3339 writes it, to the second.
fn timestamp(since_1970: Duration) -> String {
    let seconds = since_1970.as_secs();
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Years that begin in March put the leap day last: 400 of them have 146 097 days.
    let day = days + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (year, month) =
        if month < 10 { (era * 400 + year, month + 3) } else { (era * 400 + year + 1, month - 9) };
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day_of_month:02}T{hour:02}:{minute:02}:{second:02}Z")
}
