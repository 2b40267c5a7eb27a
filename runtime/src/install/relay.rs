//! The relay at its own place, where agents call it: an update of the app moves no hook.

use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};

use super::command::RELAY;
use super::saved;
use super::surroundings::is_program;
use crate::owner;

/// The relay's folder in the data folder.
const FOLDER: &str = "bin";
/// The record of the app that put it there, beside it: its path on one line (VP-07).
const APP_RECORD: &str = "vults-hook.app";
/// Anybody may run it; the folder is closed to others.
const PROGRAM_MODE: u32 = 0o755;
const RECORD_MODE: u32 = 0o600;
/// Far more than the relay will ever have.
const MOST_BYTES: u64 = 64 << 20;

/// Why the relay is not at its place, or not the app's own.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RelayError {
    /// The app does not know its own file.
    #[error("the app cannot tell where its own program is")]
    NoApp,
    /// The relay could not say which app it belongs to.
    #[error("the path of the app holds a line break")]
    LineBreak,
    /// There is no relay beside the app.
    #[error("{} cannot be read ({})", path.display(), vults_disk::said(cause))]
    Source {
        /// Where it should be.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// It would be closed to the user whose folder it is.
    #[error("{} belongs to another user", path.display())]
    Foreign {
        /// Their folder.
        path: PathBuf,
    },
    /// It cannot be written.
    #[error("{} cannot be written ({})", path.display(), vults_disk::said(cause))]
    Write {
        /// What could not be written.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
}

/// The relay's folder.
pub(crate) fn folder(data: &Path) -> PathBuf {
    data.join(FOLDER)
}

/// Where agents call the relay.
pub(crate) fn place(data: &Path) -> PathBuf {
    folder(data).join(RELAY)
}

/// Puts the relay beside the app to its place, with the record of the app, where they differ from
/// what is there. A relay that runs meanwhile goes on with its own bytes.
///
/// # Errors
///
/// [`RelayError`]; what was there before is still there.
pub(crate) fn put(app: Option<&Path>, data: &Path) -> Result<(), RelayError> {
    if let Some(path) = owner::foreign(data) {
        return Err(RelayError::Foreign { path });
    }
    let app = app.filter(|app| app.is_absolute()).ok_or(RelayError::NoApp)?;
    let source = app.with_file_name(RELAY);
    let target = place(data);
    if source == target {
        return Ok(());
    }
    let mut line = app.as_os_str().as_bytes().to_vec();
    if line.contains(&b'\n') {
        return Err(RelayError::LineBreak);
    }
    line.push(b'\n');
    let bytes = read(&source).map_err(|cause| RelayError::Source { path: source, cause })?;
    let write = |path: PathBuf, bytes: &[u8], mode| {
        vults_disk::write_own(&path, bytes, mode).map_err(|cause| RelayError::Write { path, cause })
    };
    // The record first: a relay that waits for an answer trusts only the app that it names.
    write(folder(data).join(APP_RECORD), &line, RECORD_MODE)?;
    write(target, &bytes, PROGRAM_MODE)?;
    Ok(())
}

/// Whether there is a program at its place, this app's own or an older one.
pub(crate) fn is_there(data: &Path) -> bool {
    let place = place(data);
    is_program(&place) && place.metadata().is_ok_and(|found| found.len() > 0)
}

/// Whether the relay at its place is the one beside the app; none where either cannot be read.
pub(crate) fn is_current(app: &Path, data: &Path) -> Option<bool> {
    Some(read(&app.with_file_name(RELAY)).ok()? == read(&place(data)).ok()?)
}

/// Whether a relay that can be put to its place lies beside the app.
pub(crate) fn is_beside(app: &Path) -> bool {
    read(&app.with_file_name(RELAY)).is_ok()
}

/// Takes the relay and what lies beside it away; what was there. Status lines that are still saved
/// stay: they are the person's.
///
/// # Errors
///
/// Whatever the file system answers.
pub(crate) fn take_away(data: &Path) -> io::Result<Vec<PathBuf>> {
    let mut gone = Vec::new();
    let lines = saved::left(data).is_none().then_some(saved::NAME);
    for name in [RELAY, APP_RECORD, saved::DAMAGED].into_iter().chain(lines) {
        let path = folder(data).join(name);
        match std::fs::remove_file(&path) {
            Ok(()) => gone.push(path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    // Where somebody keeps something else in it, it stays.
    _ = std::fs::remove_dir(folder(data));
    Ok(gone)
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    use std::io::Read;

    let file = std::fs::File::from(rustix::fs::open(
        path,
        OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC,
        Mode::empty(),
    )?);
    let found = file.metadata()?;
    if !found.is_file() || found.len() > MOST_BYTES {
        return Err(io::Error::other("it is not a program"));
    }
    let mut bytes = Vec::new();
    file.take(MOST_BYTES).read_to_end(&mut bytes)?;
    if bytes.is_empty() { Err(io::Error::other("it is empty")) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests;
