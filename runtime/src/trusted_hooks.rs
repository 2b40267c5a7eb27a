//! Which projects' lifecycle hooks the person trusts: `trusted-hooks.json` in the data folder (specs
//! D8). The app and the command line write it, the relay reads it.
//!
//! What cannot be told is not trusted: a file that is damaged, or of a newer Vults, counts as an empty
//! one. The first is put aside before another takes its place; the second is never written over.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use vults_protocol::TrustedHooks;

use crate::lock::Lock;
use crate::owner;

/// The file, in the data folder.
const NAME: &str = "trusted-hooks.json";
/// Where one goes that nobody can read.
const DAMAGED: &str = "trusted-hooks.damaged.json";
/// Held while the file is changed: the app and the command line may both be at work.
const LOCK: &str = "trusted-hooks.lock";
/// For this user alone.
const MODE: u32 = 0o600;

/// The settings files of projects whose hooks the person trusts, on disk.
#[derive(Clone, Debug)]
pub(crate) struct TrustStore {
    data: PathBuf,
}

/// Why it cannot be told which hooks are trusted, or why that was not changed. Where it cannot be told,
/// none are.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TrustError {
    /// The file is there and cannot be read.
    #[error("{} cannot be read ({}), so no project's hooks are trusted", file.display(), vults_disk::said(cause))]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// It does not say what it should, or is too long. Trusting anything puts it aside.
    #[error("{} is damaged, so no project's hooks are trusted", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
    },
    /// A newer Vults has written it. It stays as it is.
    #[error("a newer Vults has written {}, so no project's hooks are trusted and none can be", file.display())]
    Newer {
        /// The file.
        file: PathBuf,
    },
    /// It would become longer than its readers look at. Nothing was changed.
    #[error("{} is full, so nothing in it was changed; distrust some projects first", file.display())]
    Full {
        /// The file.
        file: PathBuf,
    },
    /// The data folder is another user's, who could not use what would be made there. Nothing was
    /// changed.
    #[error("{} belongs to another user, so nothing in it was changed", .0.display())]
    Foreign(PathBuf),
    /// It could not be written. It is as it was.
    #[error("{} could not be written ({})", file.display(), vults_disk::said(cause))]
    Unwritten {
        /// The file.
        file: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
}

/// All that tells a file of a newer Vults from a damaged one.
#[derive(Deserialize)]
struct Version {
    version: u64,
}

impl TrustStore {
    /// The store in the data folder of [`crate::Places`]. Nothing is read yet.
    #[must_use]
    pub(crate) fn new(data: &Path) -> TrustStore {
        TrustStore { data: data.to_owned() }
    }

    /// The file, whether it is there or not.
    #[must_use]
    pub(crate) fn file(&self) -> PathBuf {
        self.data.join(NAME)
    }

    /// What is trusted now.
    ///
    /// # Errors
    ///
    /// Why it cannot be told; nothing is trusted then.
    pub(crate) fn read(&self) -> Result<TrustedHooks, TrustError> {
        let file = self.file();
        let bytes = match vults_disk::read_own(&file) {
            Ok(None) => return Ok(TrustedHooks::default()),
            Ok(Some(bytes)) => bytes,
            Err(cause) => return Err(TrustError::Unreadable { file, cause }),
        };
        if bytes.len() as u64 > TrustedHooks::LONGEST_FILE {
            return Err(TrustError::Damaged { file });
        }
        TrustedHooks::parse(&bytes).ok_or_else(|| {
            let version = serde_json::from_slice(&bytes).map(|Version { version }| version);
            if version.is_ok_and(|version| version > u64::from(TrustedHooks::VERSION)) {
                TrustError::Newer { file }
            } else {
                TrustError::Damaged { file }
            }
        })
    }

    /// The person trusts a settings file as it was shown to them: its path, absolute and without links,
    /// and the fingerprint that it had. Whether it still has that one is the caller's to see.
    ///
    /// # Errors
    ///
    /// Why it is trusted no more than before.
    pub(crate) fn trust(&self, file: &str, fingerprint: &str) -> Result<(), TrustError> {
        self.change(|trusted| {
            let new = !trusted.trusts(file, fingerprint);
            trusted.trust(file, fingerprint);
            new
        })
        .map(drop)
    }

    /// Forgets a settings file; whether it was known. A damaged file knows none, and stays as it is.
    ///
    /// # Errors
    ///
    /// Why it was not forgotten.
    pub(crate) fn distrust(&self, file: &str) -> Result<bool, TrustError> {
        self.change(|trusted| trusted.distrust(file))
    }

    /// Makes a change, where `change` says that there was one.
    fn change(&self, change: impl FnOnce(&mut TrustedHooks) -> bool) -> Result<bool, TrustError> {
        if let Some(theirs) = owner::foreign(&self.data) {
            return Err(TrustError::Foreign(theirs));
        }
        let unwritten = |cause| TrustError::Unwritten { file: self.file(), cause };
        let _lock = Lock::take(&self.data, LOCK).map_err(unwritten)?;
        let (mut trusted, damaged) = match self.read() {
            Ok(trusted) => (trusted, false),
            Err(TrustError::Damaged { .. }) => (TrustedHooks::default(), true),
            Err(error) => return Err(error),
        };
        if !change(&mut trusted) {
            return Ok(false);
        }
        let bytes = trusted.to_bytes();
        if bytes.len() as u64 > TrustedHooks::LONGEST_FILE {
            return Err(TrustError::Full { file: self.file() });
        }
        if damaged {
            fs::rename(self.file(), self.data.join(DAMAGED)).map_err(unwritten)?;
        }
        vults_disk::write_own(&self.file(), &bytes, MODE).map_err(unwritten)?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests;
