//! Where the app meets its hooks, and where it keeps what it writes.

use std::path::{Path, PathBuf};

use directories::BaseDirs;
use vults_protocol::endpoint::SocketPath;

use crate::error::OpenError;

/// The app's folder below the user's data folder.
const OWN_FOLDER: &str = "vults";

/// The folders of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The socket's folder (specs C1).
    pub socket: SocketPath,
    /// The app's own data folder, `$XDG_DATA_HOME/vults`. Made when first needed.
    pub data: PathBuf,
    /// The user's folder for settings, `$XDG_CONFIG_HOME`.
    pub config: PathBuf,
}

impl Places {
    /// The places that this process's environment and user name.
    ///
    /// # Errors
    ///
    /// [`OpenError::NoHome`] when the user has no home folder.
    pub fn from_environment() -> Result<Places, OpenError> {
        let runtime_dir = std::env::var_os("XDG_RUNTIME_DIR");
        let uid = rustix::process::geteuid().as_raw();
        let folders = BaseDirs::new().ok_or(OpenError::NoHome)?;
        Ok(Places {
            socket: SocketPath::new(runtime_dir.as_deref().map(Path::new), uid),
            data: folders.data_dir().join(OWN_FOLDER),
            config: folders.config_dir().to_owned(),
        })
    }
}
