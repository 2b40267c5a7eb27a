//! One writer at a time: the app and the command line may both be at work.

use std::fs::{DirBuilder, File, TryLockError};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};

/// The lock's name in the data folder.
const NAME: &str = "install.lock";
/// How long the other one may take.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(20);

/// Held until dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Waits for the other writer.
    ///
    /// # Errors
    ///
    /// Whatever the file system answers, and a writer that does not end.
    pub(crate) fn take(data: &Path) -> io::Result<Lock> {
        DirBuilder::new().recursive(true).mode(0o700).create(data)?;
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mode = Mode::RUSR | Mode::WUSR;
        let file = File::from(rustix::fs::open(data.join(NAME), flags, mode)?);
        let until = Instant::now() + PATIENCE;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Lock { _file: file }),
                Err(TryLockError::Error(error)) => return Err(error),
                Err(TryLockError::WouldBlock) if Instant::now() >= until => {
                    return Err(io::Error::other("another Vults is writing it"));
                }
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            }
        }
    }
}
