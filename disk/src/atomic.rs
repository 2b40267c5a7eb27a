//! Bytes that appear at a path at once: written beside it, synced, renamed.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use rustix::fs::{AtFlags, CWD, FlockOperation, Gid, Mode, OFlags, RenameFlags, XattrFlags};
use rustix::io::Errno;

use crate::ConfigError;
use crate::crash::point;
use crate::file::hash;

/// What the name of an unfinished file begins and ends with. No agent loads such a name.
const PREFIX: &str = ".vults-";
const SUFFIX: &str = ".unfinished";

/// A file that is about to be replaced.
#[derive(Debug)]
pub(crate) struct Old {
    pub(crate) file: File,
    pub(crate) mode: u32,
    pub(crate) gid: u32,
}

/// A finished file beside its place. Removed unless it is put there.
#[derive(Debug)]
pub(crate) struct Staged {
    path: PathBuf,
    /// Holds the lock by which [`sweep`] sees that somebody is still at work. Open for reading only:
    /// a program that anybody holds open for writing cannot be started.
    _lock: File,
    placed: bool,
}

impl Staged {
    /// Writes and syncs these bytes to a new file in a folder, with a mode and whatever else the
    /// file has that it takes the place of.
    pub(crate) fn write(
        folder: &Path,
        bytes: &[u8],
        mode: u32,
        old: Option<&Old>,
    ) -> Result<Staged, ConfigError> {
        let (staged, mut file) = Staged::begin(folder)?;
        point();
        file.write_all(bytes).map_err(ConfigError::io("the new file could not be written"))?;
        point();
        // The group first: a change of it takes bits of the mode away.
        if let Some(old) = old {
            take_group(&file, old.gid)?;
        }
        rustix::fs::fchmod(&file, Mode::from_raw_mode(mode))
            .map_err(ConfigError::io("the new file could not be given the mode of the old one"))?;
        if let Some(old) = old {
            copy_attributes(&old.file, &file)
                .map_err(ConfigError::io("its attributes could not be kept"))?;
        }
        point();
        file.sync_all()
            .map_err(ConfigError::io("the new file could not be written to the disk"))?;
        Ok(staged)
    }

    /// A new file, locked, and open for writing.
    fn begin(folder: &Path) -> Result<(Staged, File), ConfigError> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let failed = "no new file could be made beside it";
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let private = Mode::RUSR | Mode::WUSR;
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            let seed = format!("{} {count} {}", std::process::id(), now.as_nanos());
            let path = folder.join(format!("{PREFIX}{}{SUFFIX}", hash(seed.as_bytes(), 8)));
            let file = match rustix::fs::open(&path, flags, private) {
                Ok(file) => File::from(file),
                Err(Errno::EXIST) => continue,
                Err(error) => return Err(ConfigError::io(failed)(error)),
            };
            // The umask may have taken bits away.
            rustix::fs::fchmod(&file, private).map_err(ConfigError::io(failed))?;
            // None: another process's sweep took the new file for a leftover.
            if let Some(lock) = claim(&path).map_err(ConfigError::io(failed))? {
                return Ok((Staged { path, _lock: lock, placed: false }, file));
            }
        }
    }

    /// Puts it in its place: over the old file, or where there must be none.
    pub(crate) fn put(mut self, target: &Path, replace: bool) -> Result<(), ConfigError> {
        let flags = if replace { RenameFlags::empty() } else { RenameFlags::NOREPLACE };
        point();
        let renamed = match rustix::fs::renameat_with(CWD, &self.path, CWD, target, flags) {
            // A file system without that flag: a second name is refused just the same.
            Err(Errno::INVAL | Errno::NOSYS) if !replace => {
                rustix::fs::linkat(CWD, &self.path, CWD, target, AtFlags::empty())
            }
            other => {
                self.placed = other.is_ok();
                other
            }
        };
        point();
        match renamed {
            Err(Errno::EXIST) if !replace => Err(ConfigError::Changed),
            other => other.map_err(ConfigError::io("the new file could not be put in its place")),
        }
    }
}

fn take_group(file: &File, gid: u32) -> Result<(), ConfigError> {
    let failed = "its group could not be kept";
    if file.metadata().map_err(ConfigError::io(failed))?.gid() == gid {
        return Ok(());
    }
    rustix::fs::fchown(file, None, Some(Gid::from_raw(gid))).map_err(ConfigError::io(failed))
}

impl Drop for Staged {
    fn drop(&mut self) {
        if !self.placed {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Removes what a crash left in a folder. A file that somebody still writes is locked and stays.
pub(crate) fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let unfinished = |name: &OsStr| {
        name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX))
    };
    for entry in entries.flatten().filter(|entry| unfinished(&entry.file_name())) {
        if let Ok(Some(_lock)) = claim(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Locks an unfinished file; none where somebody else has the lock, or has taken the file away.
fn claim(path: &Path) -> io::Result<Option<File>> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let locked = rustix::fs::open(path, flags, Mode::empty()).and_then(|file| {
        rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive)?;
        Ok(File::from(file))
    });
    match locked {
        Ok(file) => Ok((file.metadata()?.nlink() > 0).then_some(file)),
        Err(Errno::NOENT | Errno::WOULDBLOCK) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Makes what happened to the names in a folder last.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Some file systems have no such thing.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

/// Access lists and the user's own attributes. Labels are the system's business: the new file may
/// get others, or none.
fn copy_attributes(from: &File, to: &File) -> io::Result<()> {
    let mut names = vec![0; 64 * 1024];
    let len = match rustix::fs::flistxattr(from, &mut names[..]) {
        Ok(len) => len,
        Err(Errno::NOTSUP | Errno::NOSYS) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    let mut value = vec![0; 64 * 1024];
    for name in names[..len].split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        let copied = rustix::fs::fgetxattr(from, name, &mut value[..])
            .and_then(|len| rustix::fs::fsetxattr(to, name, &value[..len], XattrFlags::empty()));
        let theirs = name.starts_with(b"user.") || name.starts_with(b"system.posix_acl");
        match copied {
            Err(error) if theirs => return Err(error.into()),
            _ => {}
        }
    }
    Ok(())
}

/// Writes a file of our own: beside it, synced, renamed into place, so that a crash leaves the old
/// file or the new one. Says whether the bytes or the mode differed; where they do not, nothing is
/// written. The folders above it are made, for this user alone. A link at the path is replaced, not
/// followed.
///
/// # Errors
///
/// Whatever the file system answers.
pub fn write_own(path: &Path, bytes: &[u8], mode: u32) -> io::Result<bool> {
    if is_already(path, bytes, mode) {
        return Ok(false);
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    make_folder(folder)?;
    sweep(folder);
    let written =
        Staged::write(folder, bytes, mode, None).and_then(|staged| staged.put(path, true));
    written.map_err(|error| match error {
        ConfigError::Io { cause, .. } => cause,
        other => io::Error::other(other),
    })?;
    let _ = sync_folder(folder);
    Ok(true)
}

fn is_already(path: &Path, bytes: &[u8], mode: u32) -> bool {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let Ok(file) = rustix::fs::open(path, flags, Mode::empty()) else { return false };
    let mut file = File::from(file);
    let Ok(stat) = file.metadata() else { return false };
    if !stat.is_file() || stat.len() != bytes.len() as u64 || stat.mode() & 0o7777 != mode {
        return false;
    }
    let mut old = Vec::with_capacity(bytes.len());
    stat.uid() == rustix::process::geteuid().as_raw()
        && file.read_to_end(&mut old).is_ok()
        && old == bytes
}

/// Makes a folder and those above it, for this user alone; those that are there stay as they are.
///
/// # Errors
///
/// Whatever the file system answers.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}
