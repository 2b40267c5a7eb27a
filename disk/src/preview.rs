//! A change that was not written yet.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use crate::atomic::{Old, Staged, sweep, sync_folder};
use crate::file::{open_regular, read_regular};
use crate::{Backups, ConfigError, Diff, Fingerprint};

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
        let old = self.old()?;
        if let Some(before) = &self.before {
            applied.backup = Some(backups.store(&self.target, before)?);
        }
        sweep(folder);
        match &self.after {
            Some(after) => {
                let staged = Staged::write(&self.target, after, old.as_ref())?;
                if read_regular(&self.target)? != self.before {
                    return Err(ConfigError::Changed);
                }
                staged.put(&self.target, old.is_some())?;
            }
            None => {
                if read_regular(&self.target)? != self.before {
                    return Err(ConfigError::Changed);
                }
                std::fs::remove_file(&self.target).map_err(ConfigError::io("remove the file"))?;
            }
        }
        sync_folder(folder).map_err(ConfigError::io("write the folder to the disk"))?;
        Ok(applied)
    }

    /// The file as it is now, if it is still the one that was read and may be written.
    fn old(&self) -> Result<Option<Old>, ConfigError> {
        let file = open_regular(&self.target)?;
        let (Some(file), Some(_)) = (file, &self.before) else {
            // One of them is there and the other not, or neither.
            return match read_regular(&self.target)? == self.before {
                true => Ok(None),
                false => Err(ConfigError::Changed),
            };
        };
        let stat: Metadata = file.metadata().map_err(ConfigError::io("look at the file"))?;
        if stat.uid() != rustix::process::geteuid().as_raw() {
            return Err(ConfigError::NotOurs);
        }
        if stat.mode() & 0o200 == 0 {
            return Err(ConfigError::ReadOnly);
        }
        Ok(Some(Old { file, mode: stat.mode() & 0o7777, gid: stat.gid() }))
    }
}
