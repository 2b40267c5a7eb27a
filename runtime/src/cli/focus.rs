//! Calls the island of the app that runs.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::time::{Duration, Instant};

use rustix::net::SendFlags;
use rustix::process::geteuid;
use vults_protocol::Message;
use vults_protocol::endpoint::SocketPath;
use vults_protocol::limits::CONNECT;

use crate::connect::{Listener, connect};

/// How often a full queue of connections is tried again.
const RETRY: Duration = Duration::from_millis(5);

/// Why nobody was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotCalled {
    #[error("Vults is not running")]
    NotRunning,
    #[error("Vults does not take calls just now")]
    Busy,
    #[error("the folder of the socket is open to other users, so nobody in it is trusted")]
    FolderNotPrivate,
    #[error("the program that listens belongs to another user")]
    Foreign,
}

/// Asks the app for the island and the keyboard. Nothing is waited for: the app says nothing to it.
///
/// # Errors
///
/// Why nobody was asked, as the end of a sentence.
pub(super) fn call(socket: &SocketPath) -> Result<(), NotCalled> {
    let own = geteuid();
    match fs::symlink_metadata(&socket.folder) {
        Ok(found) => {
            let private = found.uid() == own.as_raw() && found.mode() & 0o077 == 0;
            if !found.is_dir() || !private {
                return Err(NotCalled::FolderNotPrivate);
            }
        }
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(NotCalled::NotRunning),
        Err(_) => return Err(NotCalled::FolderNotPrivate),
    }
    let until = Instant::now() + CONNECT;
    let connection = loop {
        match connect(&socket.socket()) {
            Ok(Listener::There(connection)) => break connection,
            Ok(Listener::Busy) if Instant::now() + RETRY < until => std::thread::sleep(RETRY),
            Ok(Listener::Busy) => return Err(NotCalled::Busy),
            Ok(Listener::Nobody) | Err(_) => return Err(NotCalled::NotRunning),
        }
    };
    // Who listens comes before a byte is written (VP-04).
    let peer = rustix::net::sockopt::socket_peercred(&connection);
    if peer.is_err() || peer.is_ok_and(|peer| peer.uid != own) {
        return Err(NotCalled::Foreign);
    }
    // So few bytes go whole or not at all.
    let sent = rustix::net::send(&connection, &Message::focus(), SendFlags::NOSIGNAL);
    sent.map(drop).map_err(|_| NotCalled::Busy)
}
