//! Do not disturb: until when nothing is told. Kept over a restart, and over by the clock on the wall
//! alone, also after a night in which the machine slept.

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd, poll};
use rustix::time::{
    Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create,
    timerfd_settime,
};
use serde::{Deserialize, Serialize};
use vults_disk::{read_own, write_own};

/// The longest quiet. A clock that was set wrong must not silence the app for good.
pub(super) const LONGEST_MINUTES: u32 = 7 * 24 * 60;
const MINUTE_MS: u64 = 60_000;
const VERSION: u32 = 1;

/// The file in the app's data folder. It is no setting: it means nothing on another machine, or next
/// week.
pub(super) const NAME: &str = "quiet.json";

#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    v: u32,
    until_unix_ms: u64,
}

/// Until when nothing is told.
#[derive(Debug)]
pub(super) struct Quiet {
    path: PathBuf,
    until_unix_ms: Option<u64>,
}

impl Quiet {
    /// What an earlier run has left.
    pub(super) fn read(path: PathBuf) -> Quiet {
        let bytes = read_own(&path).ok().flatten();
        let kept: Option<Kept> = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let kept = kept.filter(|kept| kept.v == VERSION).map(|kept| kept.until_unix_ms);
        let mut quiet = Quiet { path, until_unix_ms: kept };
        quiet.look(now());
        quiet
    }

    /// Until when, in milliseconds since 1970; none where it is over.
    pub(super) fn until(&self) -> Option<u64> {
        self.until_unix_ms
    }

    /// Ends what is over by now.
    pub(super) fn look(&mut self, now: u64) {
        let latest = now.saturating_add(u64::from(LONGEST_MINUTES) * MINUTE_MS);
        let over = self.until_unix_ms.is_some_and(|until| until <= now || until > latest);
        if over {
            // It is over all the same where its file stays: the next run sees that too.
            self.until_unix_ms = None;
            if self.forget().is_err() {
                tracing::warn!("what is over could not be removed");
            }
        }
    }

    /// Begins for so many minutes from now on; 0 ends it.
    ///
    /// # Errors
    ///
    /// Whatever the file system answers, and where a newer Vults has written the file; it is as it was
    /// then.
    pub(super) fn set(&mut self, minutes: u32, now: u64) -> io::Result<()> {
        if is_newer(&self.path) {
            return Err(io::Error::other("a newer Vults has written its file"));
        }
        if minutes == 0 {
            return self.forget();
        }
        let until_unix_ms = now + u64::from(minutes.min(LONGEST_MINUTES)) * MINUTE_MS;
        let kept = serde_json::to_vec(&Kept { v: VERSION, until_unix_ms })?;
        write_own(&self.path, &kept, 0o600)?;
        self.until_unix_ms = Some(until_unix_ms);
        Ok(())
    }

    fn forget(&mut self) -> io::Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => {
                self.until_unix_ms = None;
                Ok(())
            }
        }
    }
}

/// Whether the file is not ours to write.
fn is_newer(path: &Path) -> bool {
    #[derive(Deserialize)]
    struct Version {
        v: u32,
    }
    let bytes = read_own(path).ok().flatten().unwrap_or_default();
    serde_json::from_slice(&bytes).is_ok_and(|Version { v }| v > VERSION)
}

/// The clock on the wall, in milliseconds since 1970.
pub(super) fn now() -> u64 {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX)
}

/// Rings once, at a time on the clock on the wall, unless it is dropped before. Until then its thread
/// sleeps: nothing ticks.
#[derive(Debug)]
pub(super) struct Alarm {
    stop: Arc<OwnedFd>,
}

impl Alarm {
    /// # Errors
    ///
    /// When the process has no descriptor or thread left.
    pub(super) fn at(unix_ms: u64, ring: impl FnOnce() + Send + 'static) -> io::Result<Alarm> {
        let stop = Arc::new(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?);
        let clock = timerfd_create(TimerfdClockId::Realtime, TimerfdFlags::CLOEXEC)?;
        let at = Timespec {
            tv_sec: (unix_ms / 1000).cast_signed(),
            tv_nsec: (unix_ms % 1000 * 1_000_000).cast_signed(),
        };
        let never = Timespec { tv_sec: 0, tv_nsec: 0 };
        let once = Itimerspec { it_interval: never, it_value: at };
        // A time that has passed rings at once. The wall's clock may be set, and the machine may
        // sleep: it rings by the clock's new time.
        timerfd_settime(&clock, TimerfdTimerFlags::ABSTIME, &once)?;
        let stopped = Arc::clone(&stop);
        thread::Builder::new().name("vults-quiet".to_owned()).spawn(move || {
            loop {
                let mut sources =
                    [PollFd::new(&clock, PollFlags::IN), PollFd::new(&*stopped, PollFlags::IN)];
                match poll(&mut sources, None) {
                    Err(rustix::io::Errno::INTR) => continue,
                    Err(_) => return,
                    Ok(_) => {}
                }
                if sources[1].revents().is_empty() {
                    ring();
                }
                return;
            }
        })?;
        Ok(Alarm { stop })
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        // It cannot be full: nobody else writes.
        _ = rustix::io::write(&*self.stop, &1_u64.to_ne_bytes());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    const HOUR: u64 = 60 * MINUTE_MS;

    fn kept(until: u64) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        fs::write(&path, format!("{{\"v\":1,\"until_unix_ms\":{until}}}")).unwrap();
        (folder, path)
    }

    #[test]
    fn quiet_outlasts_a_run_and_ends_by_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data").join(NAME);
        let mut quiet = Quiet::read(path.clone());
        assert_eq!(quiet.until(), None);
        let now = now();
        quiet.set(60, now).unwrap();
        assert_eq!(quiet.until(), Some(now + HOUR));
        let mut next = Quiet::read(path.clone());
        assert_eq!(next.until(), Some(now + HOUR));
        next.look(now + HOUR - 1);
        assert_eq!(next.until(), Some(now + HOUR));
        next.look(now + HOUR);
        assert_eq!(next.until(), None);
        assert!(!path.exists());
    }

    #[test]
    fn quiet_is_ended_by_the_person() {
        let (_folder, path) = kept(now() + HOUR);
        let mut quiet = Quiet::read(path.clone());
        assert!(quiet.until().is_some());
        quiet.set(0, now()).unwrap();
        assert_eq!(quiet.until(), None);
        assert!(!path.exists());
        quiet.set(0, now()).unwrap();
    }

    #[test]
    fn no_clock_and_no_file_silences_the_app_for_good() {
        let (_folder, path) = kept(now() + 10_000 * HOUR);
        assert_eq!(Quiet::read(path).until(), None);
        let (_folder, path) = kept(now() - 1);
        assert_eq!(Quiet::read(path).until(), None);
        for text in ["", "{}", "[]", r#"{"v":2,"until_unix_ms":99999999999999}"#] {
            let (_folder, path) = kept(0);
            fs::write(&path, text).unwrap();
            assert_eq!(Quiet::read(path).until(), None, "{text}");
        }
        let folder = tempfile::tempdir().unwrap();
        let mut quiet = Quiet::read(folder.path().join(NAME));
        quiet.set(u32::MAX, 0).unwrap();
        assert_eq!(quiet.until(), Some(u64::from(LONGEST_MINUTES) * MINUTE_MS));
    }

    #[test]
    fn what_cannot_be_kept_does_not_begin() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("data"), "in the way").unwrap();
        let mut quiet = Quiet::read(folder.path().join("data").join(NAME));
        assert!(quiet.set(30, now()).is_err());
        assert_eq!(quiet.until(), None);
    }

    #[test]
    fn what_is_over_ends_also_where_its_file_stays() {
        // A folder in its place: neither read nor removed.
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        fs::create_dir_all(path.join("more")).unwrap();
        let far = now() + 10_000 * HOUR;
        for until in [now() + HOUR, far] {
            let mut quiet = Quiet { path: path.clone(), until_unix_ms: Some(until) };
            quiet.look(if until == far { now() } else { until });
            assert_eq!(quiet.until(), None, "{until}");
        }
        assert!(path.exists());
    }

    #[test]
    fn what_a_newer_app_has_written_stays() {
        let text = r#"{"v":2,"until":{"sunrise":true}}"#;
        let (_folder, path) = kept(0);
        fs::write(&path, text).unwrap();
        let mut quiet = Quiet::read(path.clone());
        for minutes in [0, 30] {
            let refused = quiet.set(minutes, now()).unwrap_err().to_string();
            assert_eq!(refused, "a newer Vults has written its file");
        }
        assert_eq!((quiet.until(), fs::read_to_string(&path).unwrap()), (None, text.to_owned()));
    }

    #[test]
    fn an_alarm_rings_once_and_not_when_it_was_stopped() {
        let (rings, heard) = channel();
        let ring = |what: &'static str| {
            let rings = rings.clone();
            move || rings.send(what).unwrap()
        };
        let stopped = Alarm::at(now() + 60_000, ring("stopped")).unwrap();
        let past = Alarm::at(now() - 1_000, ring("past")).unwrap();
        assert_eq!(heard.recv_timeout(Duration::from_secs(20)), Ok("past"));
        let soon = Alarm::at(now() + 20, ring("soon")).unwrap();
        assert_eq!(heard.recv_timeout(Duration::from_secs(20)), Ok("soon"));
        drop((stopped, past, soon, rings));
        // Every thread has let go of its end without a further word.
        assert!(heard.recv_timeout(Duration::from_secs(20)).is_err());
    }
}
