//! Why something could not be done for the window or the person.

use std::io;
use std::path::PathBuf;

use vults_disk::ConfigError;

use crate::preferences::Unfit;

/// Why [`crate::open`] or [`crate::Places::from_environment`] failed, or why an opened app does
/// not serve its agents. Nothing was changed on disk, save a lock file or a folder of our own.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another instance of this user holds the lock (VP-03).
    #[error("Vults is already running")]
    AlreadyRunning,
    /// The user has no home folder.
    #[error("this user has no home folder to keep data in")]
    NoHome,
    /// The socket's folder is missing, or cannot be made or opened.
    #[error("the folder {} cannot be used ({cause})", folder.display())]
    Folder {
        /// The socket's folder.
        folder: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// The socket's folder is a symbolic link (VP-01).
    #[error("the folder {} is a symbolic link", folder.display())]
    FolderIsLink {
        /// The socket's folder.
        folder: PathBuf,
    },
    /// The socket's folder belongs to someone else (VP-01).
    #[error("the folder {} belongs to another user (number {owner})", folder.display())]
    FolderOfAnother {
        /// The socket's folder.
        folder: PathBuf,
        /// The owner's user number.
        owner: u32,
    },
    /// Others may use the socket's folder (VP-01).
    #[error("the folder {} is open to other users (mode {mode:04o}, not 0700)", folder.display())]
    FolderOpenToOthers {
        /// The socket's folder.
        folder: PathBuf,
        /// The folder's permission bits.
        mode: u32,
    },
    /// The lock file cannot be opened or locked.
    #[error("the lock {} cannot be taken ({cause})", lock.display())]
    Lock {
        /// The lock file.
        lock: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// Something that is no socket has the socket's name.
    #[error("{} is in the way and is not a socket", path.display())]
    NotASocket {
        /// The socket's path.
        path: PathBuf,
    },
    /// Another program listens on the socket, although no other instance holds the lock.
    #[error("another program listens on {}", path.display())]
    SocketInUse {
        /// The socket's path.
        path: PathBuf,
    },
    /// The socket cannot be opened.
    #[error("the socket {} cannot be opened ({cause})", path.display())]
    Socket {
        /// The socket's path.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
}

/// Why the decision history could not be read, exported or cleared. Nothing was lost.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// Its thread has too much to do, or has ended with the app.
    #[error("the decision history is busy; try again in a moment")]
    Busy,
    /// A file of it could not be used.
    #[error("{failed}: {}", vults_disk::said(cause))]
    File {
        /// What did not come about, as the beginning of a sentence.
        failed: &'static str,
        /// What the system said.
        cause: io::Error,
    },
    /// There is no folder to export to.
    #[error("there is no folder to put the file in")]
    NoFolder,
}

/// Why what a person sets was not changed. It is as it was.
#[derive(Debug, thiserror::Error)]
pub enum PreferError {
    /// The settings file cannot be read, so nobody can say what else it should keep.
    #[error("the settings file cannot be read ({0}), so nothing in it is changed")]
    Unread(ConfigError),
    /// A newer Vults has written the settings file, whose number this is.
    #[error(
        "a newer Vults has written the settings file (version {0}), so nothing in it is changed"
    )]
    Newer(u64),
    /// The person has written something in its place that means nothing.
    #[error("in the settings file, {0}; put that right there first")]
    Unfit(Unfit),
    /// The settings file, or the folder that it is to be in, could not be written.
    #[error("the settings file was not changed: {0}")]
    Unwritten(ConfigError),
    /// No screen can have this name.
    #[error("no screen has that name")]
    NoScreen,
    /// What starts the app with the desktop is left as it is.
    #[error("the autostart entry {} was not changed: {why}", path.display())]
    Autostart {
        /// The entry.
        path: PathBuf,
        /// What stands in the way.
        why: String,
    },
    /// The end of the quiet could not be written down.
    #[error("do not disturb was not changed: {}", vults_disk::said(.0))]
    Quiet(io::Error),
    /// The app is ending, so that nobody has done it.
    #[error("nothing was changed, because Vults is ending")]
    Ending,
}
