//! A change that was not written yet.

use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use crate::atomic::{Old, Staged, sweep, sync_folder};
use crate::file::{open_regular, read_bounded};
use crate::{Backups, ConfigError, Diff, Fingerprint};

/// The mode of a file that was not there.
const NEW_MODE: u32 = 0o600;

/// A change that was not written yet.
#[derive(Debug)]
pub struct Preview {
    pub(crate) target: PathBuf,
    pub(crate) before: Option<Vec<u8>>,
    pub(crate) after: Option<Vec<u8>>,
}

/// What was written.
#[derive(Debug)]
pub struct Applied {
    /// The copy of the bytes before; none where there was no file, or nothing changed.
    pub backup: Option<PathBuf>,
    /// Which bytes the file has now.
    pub fingerprint: Fingerprint,
    /// How many they are.
    pub len: u64,
}

impl Preview {
    /// Whether it would change nothing.
    pub fn is_empty(&self) -> bool {
        self.before == self.after
    }

    /// The lines that change.
    pub fn diff(&self) -> Diff {
        let text = |bytes: &Option<Vec<u8>>| {
            String::from_utf8_lossy(bytes.as_deref().unwrap_or_default()).into_owned()
        };
        Diff::between(&text(&self.before), &text(&self.after))
    }

    /// Which bytes the file would have.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(self.after.as_deref())
    }

    /// Writes it: the copy of the old bytes first, then the new ones, at once or not at all. Links,
    /// mode, owner and extended attributes stay; a new file is its owner's alone (0600). A preview
    /// that changes nothing writes nothing.
    ///
    /// Where the file has several names (hard links), the other names keep the old bytes: writing
    /// into the file they share would change what was not asked for, and a crash could tear it.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Changed`] where somebody has written the file since it was read,
    /// [`ConfigError::ReadOnly`] and [`ConfigError::NotOurs`] where its owner would not want it,
    /// else whatever the file system answers; the file is as it was then.
    pub fn apply(self, backups: &Backups) -> Result<Applied, ConfigError> {
        let mut applied = Applied {
            backup: None,
            fingerprint: self.fingerprint(),
            len: self.after.as_ref().map_or(0, |bytes| bytes.len() as u64),
        };
        if self.is_empty() {
            return Ok(applied);
        }
        let folder = self.target.parent().ok_or(ConfigError::NotAFile)?;
        // Two of our processes never come between each other's look and rename.
        let _lock = backups.lock()?;
        let old = self.unchanged()?;
        if let Some(before) = &self.before {
            applied.backup = Some(backups.store(&self.target, before)?);
        }
        sweep(folder);
        match &self.after {
            Some(after) => {
                let mode = old.as_ref().map_or(NEW_MODE, |old| old.mode);
                let staged = Staged::write(folder, after, mode, old.as_ref())?;
                self.unchanged()?;
                staged.put(&self.target, old.is_some())?;
            }
            None => {
                self.unchanged()?;
                std::fs::remove_file(&self.target).map_err(ConfigError::io("remove the file"))?;
            }
        }
        // It is written: whether a power cut may still undo that is no reason to say it is not.
        let _ = sync_folder(folder);
        Ok(applied)
    }

    /// The file, if it is still the one that was read and its owner would have us write it; none if
    /// there is still none.
    fn unchanged(&self) -> Result<Option<Old>, ConfigError> {
        let changed = |error| match error {
            ConfigError::NotAFile | ConfigError::TooLong => ConfigError::Changed,
            other => other,
        };
        let (file, before) = match (open_regular(&self.target).map_err(changed)?, &self.before) {
            (None, None) => return Ok(None),
            (Some(file), Some(before)) => (file, before),
            _ => return Err(ConfigError::Changed),
        };
        let stat = file.metadata().map_err(ConfigError::io("look at the file"))?;
        if stat.uid() != rustix::process::geteuid().as_raw() {
            return Err(ConfigError::NotOurs);
        }
        // A rename would get past that, but it was meant.
        if stat.mode() & 0o200 == 0 {
            return Err(ConfigError::ReadOnly);
        }
        if read_bounded(&file).map_err(changed)? != *before {
            return Err(ConfigError::Changed);
        }
        Ok(Some(Old { file, mode: stat.mode() & 0o7777, gid: stat.gid() }))
    }
}
