//! Why hooks were not written.

use std::io;
use std::path::{Path, PathBuf};

use vults_disk::ConfigError;

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
    #[error("{doing}: {cause}")]
    Own {
        /// What was tried.
        doing: &'static str,
        /// What the system said.
        cause: io::Error,
    },
    /// A path that cannot stand in JSON.
    #[error("the path {} is not UTF-8 text, which settings are", .0.display())]
    NotText(PathBuf),
}

/// A path as it can stand in JSON.
pub(crate) fn text(path: &Path) -> Result<&str, InstallError> {
    path.to_str().ok_or_else(|| InstallError::NotText(path.to_owned()))
}

/// A failure with a file of our own.
pub(crate) fn own(doing: &'static str) -> impl FnOnce(io::Error) -> InstallError {
    move |cause| InstallError::Own { doing, cause }
}
