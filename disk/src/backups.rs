//! Copies of files before they were changed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use rustix::fs::{FlockOperation, Mode, OFlags};
use rustix::io::Errno;

use crate::ConfigError;
use crate::atomic::{make_folder, sync_folder};
use crate::crash::point;
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
        self.store_at(of, bytes, now.as_micros().try_into().unwrap_or(u64::MAX))
            .map_err(ConfigError::io("keep a copy"))
    }

    fn store_at(&self, of: &Path, bytes: &[u8], now: u64) -> io::Result<PathBuf> {
        self.make()?;
        let which = of_path(of);
        let copies = self.copies(&which);
        // A clock that was set back must not make an older copy the newest.
        let newest = copies.last().and_then(|name| micros(name.get(..STAMP_BYTES)?));
        let when = newest.map_or(now, |newest| now.max(newest + 1));
        let path = self.folder.join(format!("{}{which}{}", stamp(when), own_name(of)));
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let mut file = File::from(rustix::fs::open(&path, flags, Mode::RUSR | Mode::WUSR)?);
        point();
        let written = file
            .write_all(bytes)
            // The umask may have taken bits away.
            .and_then(|()| Ok(rustix::fs::fchmod(&file, Mode::RUSR | Mode::WUSR)?))
            .and_then(|()| file.sync_all())
            .and_then(|()| sync_folder(&self.folder));
        point();
        if let Err(error) = written {
            let _ = fs::remove_file(&path);
            return Err(error);
        }
        for old in copies.iter().rev().skip(KEPT - 1) {
            let _ = fs::remove_file(self.folder.join(old));
        }
        Ok(path)
    }

    /// Waits until no other of our processes writes, and holds them off.
    pub(crate) fn lock(&self) -> Result<File, ConfigError> {
        let doing = "wait for another write";
        self.make().map_err(ConfigError::io("make the folder for copies"))?;
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = rustix::fs::open(self.folder.join(".lock"), flags, Mode::RUSR | Mode::WUSR)
            .map_err(ConfigError::io(doing))?;
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

    fn make(&self) -> io::Result<()> {
        make_folder(&self.folder)?;
        rustix::fs::chmod(&self.folder, Mode::RWXU)?;
        Ok(())
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
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
