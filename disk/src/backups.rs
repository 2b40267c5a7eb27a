//! Copies of files before they were changed.

use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use rustix::fs::{FlockOperation, Mode, OFlags};
use rustix::io::Errno;

use crate::ConfigError;
use crate::atomic::{Staged, make_folder, sweep, sync_folder};
use crate::file::{follow, hash};

/// Copies kept of each file.
const KEPT: usize = 10;
/// Bytes of a file's own name in its copy's.
const NAME_BYTES: usize = 100;
/// How long another of our processes may hold the lock.
const PATIENCE: Duration = Duration::from_secs(5);
const BETWEEN_TRIES: Duration = Duration::from_millis(20);

/// Where copies go: a folder of ours, 0700, each copy 0600, the last 10 of each file.
///
/// A copy is called `20261130T014523.123456Z-0123456789ab-settings.json`: when (UTC), of which path
/// (a hash), and that path's own name.
#[derive(Clone, Debug)]
pub struct Backups {
    folder: PathBuf,
}

impl Backups {
    /// The copies in this folder, which is made when the first one comes.
    pub fn new(folder: PathBuf) -> Backups {
        Backups { folder }
    }

    /// The newest copy of a file.
    pub fn newest(&self, of: &Path) -> Option<PathBuf> {
        let copies = self.copies(&of_path(&follow(of).ok()?));
        copies.last().map(|name| self.folder.join(name))
    }

    /// Keeps these bytes, which a file has now.
    pub(crate) fn store(&self, of: &Path, bytes: &[u8]) -> Result<PathBuf, ConfigError> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let stored = self.store_at(of, bytes, now.as_micros().try_into().unwrap_or(u64::MAX));
        stored.map_err(|error| match error {
            ConfigError::Io { cause, .. } => ConfigError::Io { doing: "keep a copy", cause },
            other => other,
        })
    }

    fn store_at(&self, of: &Path, bytes: &[u8], now: u64) -> Result<PathBuf, ConfigError> {
        self.make()?;
        let which = of_path(of);
        let copies = self.copies(&which);
        // A clock that was set back must not make an older copy the newest.
        let newest = copies.last().and_then(|name| micros(name.get(..STAMP_BYTES)?));
        let when = newest.map_or(now, |newest| now.max(newest + 1));
        let path = self.folder.join(format!("{}{which}{}", stamp(when), own_name(of)));
        sweep(&self.folder);
        Staged::write(&self.folder, bytes, 0o600, None)?.put(&path, false)?;
        sync_folder(&self.folder).map_err(ConfigError::io("write the folder to the disk"))?;
        for old in copies.iter().rev().skip(KEPT - 1) {
            let _ = fs::remove_file(self.folder.join(old));
        }
        Ok(path)
    }

    /// Waits until no other of our processes writes, and holds them off.
    pub(crate) fn lock(&self) -> Result<File, ConfigError> {
        let doing = "wait for another write";
        self.make()?;
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = rustix::fs::open(self.folder.join(".lock"), flags, Mode::RUSR | Mode::WUSR)
            .map_err(ConfigError::io(doing))?;
        // The umask may have taken bits away.
        rustix::fs::fchmod(&file, Mode::RUSR | Mode::WUSR).map_err(ConfigError::io(doing))?;
        let mut waited = Duration::ZERO;
        loop {
            match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => return Ok(File::from(file)),
                Err(Errno::WOULDBLOCK | Errno::INTR) if waited < PATIENCE => {
                    thread::sleep(BETWEEN_TRIES);
                    waited += BETWEEN_TRIES;
                }
                Err(error) => return Err(ConfigError::io(doing)(error)),
            }
        }
    }

    fn make(&self) -> Result<(), ConfigError> {
        let doing = "make the folder for copies";
        make_folder(&self.folder).map_err(ConfigError::io(doing))?;
        rustix::fs::chmod(&self.folder, Mode::RWXU).map_err(ConfigError::io(doing))
    }

    /// The names of the copies of one path, the oldest first.
    fn copies(&self, which: &str) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| name.get(STAMP_BYTES..).is_some_and(|rest| rest.starts_with(which)))
            .filter(|name| micros(&name[..STAMP_BYTES]).is_some())
            .collect();
        names.sort();
        names
    }
}

/// The part of a copy's name that says which path it is of.
fn of_path(path: &Path) -> String {
    format!("-{}-", hash(path.as_os_str().as_bytes(), 6))
}

/// A file's own name, short enough and printable.
fn own_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let strange = |c: char| c.is_control() || c == '/';
    let mut name: String = name.chars().map(|c| if strange(c) { '_' } else { c }).collect();
    while name.len() > NAME_BYTES {
        name.pop();
    }
    name
}

const STAMP_BYTES: usize = "20261130T014523.123456Z".len();
const DAY: u64 = 24 * 60 * 60;

/// A time in UTC, to the microsecond: later ones sort behind earlier ones.
fn stamp(micros: u64) -> String {
    let (seconds, fraction) = (micros / 1_000_000, micros % 1_000_000);
    let (days, of_day) = (seconds / DAY, seconds % DAY);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    format!("{year:04}{month:02}{day:02}T{hour:02}{minute:02}{second:02}.{fraction:06}Z")
}

/// The time that [`stamp`] wrote.
fn micros(stamp: &str) -> Option<u64> {
    let digits = |span: std::ops::Range<usize>| -> Option<u64> {
        let digits = stamp.get(span)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    let days = days(digits(0..4)?, digits(4..6)?, digits(6..8)?)?;
    let of_day = digits(9..11)? * 3600 + digits(11..13)? * 60 + digits(13..15)?;
    let micros = (days * DAY + of_day) * 1_000_000 + digits(16..22)?;
    (self::stamp(micros) == stamp).then_some(micros)
}

/// The Gregorian date of a day counted from 1970-01-01.
fn date(mut days: u64) -> (u64, u64, u64) {
    let mut year = 1970;
    while days >= year_days(year) {
        days -= year_days(year);
        year += 1;
    }
    let mut month = 1;
    while days >= month_days(year, month) {
        days -= month_days(year, month);
        month += 1;
    }
    (year, month, days + 1)
}

/// The day of a date, counted from 1970-01-01.
fn days(year: u64, month: u64, day: u64) -> Option<u64> {
    let before = (1970..year).map(year_days).sum::<u64>();
    let in_year = (1..month).map(|month| month_days(year, month)).sum::<u64>();
    Some(before + in_year + day.checked_sub(1)?)
}

fn year_days(year: u64) -> u64 {
    (1..=12).map(|month| month_days(year, month)).sum()
}

fn month_days(year: u64, month: u64) -> u64 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[track_caller]
    fn check(time: u64, name: &str) {
        assert_eq!(stamp(time), name);
        assert_eq!(micros(name), Some(time));
    }

    #[test]
    fn a_stamp_is_utc_and_sorts() {
        check(0, "19700101T000000.000000Z");
        check(951_782_400_000_001, "20000229T000000.000001Z");
        check(1_796_003_123_123_456, "20261130T014523.123456Z");
        check(4_107_542_399_999_999, "21000228T235959.999999Z");
        check(4_107_542_400_000_000, "21000301T000000.000000Z");
        for strange in
            ["20261330T014523.123456Z", "20261130 014523.123456Z", "+0261130T014523.123456Z"]
        {
            assert_eq!(micros(strange), None);
        }
    }

    #[test]
    fn the_last_ten_of_each_file_stay() {
        let folder = TempDir::new().unwrap();
        let backups = Backups::new(folder.path().join("backups"));
        let (one, other) =
            (folder.path().join("a/settings.json"), folder.path().join("b/settings.json"));
        let stored = backups.store_at(&other, b"other", 5).unwrap();
        for n in 0..25 {
            backups.store_at(&one, &[n], u64::from(n)).unwrap();
        }
        let bytes: Vec<_> = backups
            .copies(&of_path(&one))
            .iter()
            .map(|name| fs::read(backups.folder.join(name)).unwrap()[0])
            .collect();
        assert_eq!(bytes, (15..25).collect::<Vec<u8>>());
        assert_eq!(backups.newest(&other), Some(stored));
    }

    #[test]
    fn a_clock_that_goes_back_makes_no_older_copy_the_newest() {
        let folder = TempDir::new().unwrap();
        let backups = Backups::new(folder.path().to_owned());
        let path = folder.path().join("settings.json");
        backups.store_at(&path, b"first", 1_000).unwrap();
        let second = backups.store_at(&path, b"second", 10).unwrap();
        let third = backups.store_at(&path, b"third", 1_001).unwrap();
        assert!(second < third);
        assert_eq!(backups.newest(&path), Some(third));
    }

    #[test]
    fn any_name_gives_a_short_and_printable_one() {
        assert_eq!(own_name(Path::new("/a/b\n\u{1b}.json")), "b__.json");
        assert!(own_name(Path::new(&"é".repeat(120))).len() <= NAME_BYTES);
    }
}
