//! Why the app could not open its socket.

use std::io;
use std::path::PathBuf;

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
