//! Reading a file that anybody may have put there.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::time::SystemTime;

use crate::Fault;

/// The bytes of a file, and which file it was.
#[derive(Debug)]
pub(crate) struct Contents {
    pub(crate) bytes: Vec<u8>,
    pub(crate) stamp: Stamp,
}

/// Which file it is, and which state of it (LH-18).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) identity: Identity,
    length: u64,
    modified: Option<SystemTime>,
}

/// Which file it is, by whatever path it was reached (LH-06).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg(unix)]
pub(crate) struct Identity(u64, u64);
/// Which file it is: its path without links.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg(not(unix))]
pub(crate) struct Identity(std::path::PathBuf);

impl Stamp {
    /// The stamp of what is at a path now; none where there is nothing.
    pub(crate) fn at(path: &Path) -> Option<Stamp> {
        Some(Stamp::of(path, &path.metadata().ok()?))
    }

    fn of(path: &Path, found: &Metadata) -> Stamp {
        Stamp {
            identity: identity(path, found),
            length: found.len(),
            modified: found.modified().ok(),
        }
    }
}

#[cfg(unix)]
fn identity(_: &Path, found: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;

    Identity(found.dev(), found.ino())
}

#[cfg(not(unix))]
fn identity(path: &Path, _: &Metadata) -> Identity {
    Identity(crate::levels::real(path))
}

/// The bytes of a regular file; none where there is nothing. Neither a pipe nor an endless file holds the
/// reader up: no more than one byte over the limit is ever read.
///
/// # Errors
///
/// [`Fault::NotAFile`], [`Fault::TooLong`], or [`Fault::Unreadable`] with what the system says.
pub(crate) fn read(path: &Path, limit: u64) -> Result<Option<Contents>, Fault> {
    use io::ErrorKind::{NotADirectory, NotFound};

    let unreadable = |error: io::Error| Fault::Unreadable(error.to_string());
    let file = match open(path) {
        Ok(file) => file,
        Err(error) if matches!(error.kind(), NotFound | NotADirectory) => return Ok(None),
        // What cannot even be opened may still be no file: a socket.
        Err(_) if path.metadata().is_ok_and(|found| !found.is_file()) => {
            return Err(Fault::NotAFile);
        }
        Err(error) => return Err(unreadable(error)),
    };
    let found = file.metadata().map_err(unreadable)?;
    if !found.is_file() {
        return Err(Fault::NotAFile);
    }
    let stamp = Stamp::of(path, &found);
    // Asked for at once, and never more than the limit, whatever the file says of itself.
    let length = usize::try_from(found.len().min(limit)).unwrap_or(0);
    let mut bytes = Vec::with_capacity(length.saturating_add(1));
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(Fault::TooLong);
    }
    Ok(Some(Contents { bytes, stamp }))
}

/// Without waiting for the other end of a pipe.
#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags};

    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    Ok(File::from(rustix::fs::open(path, flags, Mode::empty())?))
}

#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}
