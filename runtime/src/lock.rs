//! One writer at a time: the app and the command line may both be at work.

use std::fs::{DirBuilder, File, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Access, Mode, OFlags};

/// How long the other one may take.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(20);

/// Held until dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

/// Who could write there could put another program in the relay's place.
fn close_to_others(data: &Path) -> io::Result<()> {
    let found = data.symlink_metadata()?;
    let ours = found.is_dir() && found.uid() == rustix::process::geteuid().as_raw();
    if ours && found.mode() & 0o077 != 0 {
        // What its owner may do in it is theirs to say.
        rustix::fs::chmod(data, Mode::from_raw_mode(found.mode()) & Mode::RWXU)?;
    }
    Ok(())
}

impl Lock {
    /// Takes the lock of this name in the data folder, which is made. Waits for the other writer.
    ///
    /// # Errors
    ///
    /// Whatever the file system answers, and a writer that does not end.
    pub(crate) fn take(data: &Path, name: &str) -> io::Result<Lock> {
        DirBuilder::new().recursive(true).mode(0o700).create(data)?;
        close_to_others(data)?;
        // What is to be remembered must find its place, before anything is changed.
        rustix::fs::access(data, Access::WRITE_OK | Access::EXEC_OK)?;
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mode = Mode::RUSR | Mode::WUSR;
        let file = File::from(rustix::fs::open(data.join(name), flags, mode)?);
        let until = Instant::now() + PATIENCE;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Lock { _file: file }),
                Err(TryLockError::Error(error)) => return Err(error),
                Err(TryLockError::WouldBlock) if Instant::now() >= until => {
                    return Err(io::Error::other("another Vults is at work and does not end"));
                }
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            }
        }
    }
}
