//! Why hooks were not written.

use std::io;
use std::path::{Path, PathBuf};

use vults_disk::{ConfigError, said};

use super::record::Unknown;

/// Why a settings file, or our record of it, was not changed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InstallError {
    /// The file is left alone.
    #[error("{0}")]
    Config(#[from] ConfigError),
    /// Nobody knows what the person has removed.
    #[error("nothing is changed, because {0}")]
    Record(#[from] Unknown),
    /// A file of our own could not be written.
    #[error("{failed}: {}", said(cause))]
    Own {
        /// What did not come about, as the beginning of a sentence.
        failed: &'static str,
        /// What the system said.
        cause: io::Error,
    },
    /// Another user could not use what would be made there.
    #[error("{} belongs to another user", .0.display())]
    Foreign(PathBuf),
    /// The settings file was changed, and our record says nothing of it.
    #[error("the file was changed, but what Vults remembers of it could not be written: {}", said(.0))]
    Unrecorded(io::Error),
    /// Hooks that may still call the relay.
    #[error("hooks in {} may still call it", .0.display())]
    InUse(PathBuf),
    /// The person's own status line is nowhere to be found, and ours stands in its place.
    #[error(
        "what ran behind the status line of Vults is not known any more; put your own status line \
         in its place, or take it out, and try again"
    )]
    LineLost,
    /// The hooks would call nothing.
    #[error("there is no {} that its hooks could call", .0.display())]
    NoRelay(PathBuf),
    /// More hooks of ours than ever were written.
    #[error(
        "hundreds of hooks in it call vults-hook, which Vults did not write; take them out, or put \
         a copy of the file back"
    )]
    TooMany,
    /// A path that cannot stand in JSON.
    #[error("the path {} is not UTF-8 text, which settings are", .0.display())]
    NotText(PathBuf),
}

/// A path as it can stand in JSON.
pub(crate) fn text(path: &Path) -> Result<&str, InstallError> {
    path.to_str().ok_or_else(|| InstallError::NotText(path.to_owned()))
}

/// A failure with a file of our own.
pub(crate) fn own(failed: &'static str) -> impl FnOnce(io::Error) -> InstallError {
    move |cause| InstallError::Own { failed, cause }
}
