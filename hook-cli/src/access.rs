//! Who may be talked to: the socket's folder and the process behind it (VP-04, VP-05, VP-07).

use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

use rustix::net::sockopt::socket_peercred;
use rustix::process::{Pid, geteuid};
use vults_protocol::endpoint::SocketPath;

use crate::failure::Failure;

/// The record of the app that installed the relay, beside the relay: its path on one line.
const APP_RECORD: &str = "vults-hook.app";

/// The socket of this user's app, as far as the folder can be trusted (VP-05).
///
/// # Errors
///
/// [`Failure::NoApp`] where there is no socket, [`Failure::FolderNotPrivate`] where it lies in a
/// folder that is a link, not ours or open to others.
pub(crate) fn socket(runtime_dir: Option<&Path>) -> Result<PathBuf, Failure> {
    let uid = geteuid().as_raw();
    let place = SocketPath::new(runtime_dir, uid);
    let socket = place.socket();
    let is_socket = |found: &Metadata| found.file_type().is_socket();
    if !fs::symlink_metadata(&socket).is_ok_and(|found| is_socket(&found)) {
        return Err(Failure::NoApp);
    }
    let private =
        |folder: &Metadata| folder.is_dir() && folder.uid() == uid && folder.mode() & 0o077 == 0;
    if fs::symlink_metadata(&place.folder).is_ok_and(|folder| private(&folder)) {
        Ok(socket)
    } else {
        Err(Failure::FolderNotPrivate)
    }
}

/// The process that listens behind a connected socket.
///
/// # Errors
///
/// [`Failure::ForeignPeer`] where it is another user's (VP-04).
pub(crate) fn peer(socket: impl AsFd) -> Result<Pid, Failure> {
    match socket_peercred(socket) {
        Ok(peer) if peer.uid == geteuid() => Ok(peer.pid),
        _ => Err(Failure::ForeignPeer),
    }
}

/// The relay's own file, never a link to it.
pub(crate) fn own_program() -> Option<PathBuf> {
    program(Path::new("/proc/self/exe"))
}

/// Whether a process may answer: with a record beside the relay only the app that the record
/// names, else any process of this user (VP-07).
pub(crate) fn may_answer(peer: Pid, relay: Option<&Path>) -> bool {
    let Some(record) = relay.and_then(Path::parent).map(|folder| folder.join(APP_RECORD)) else {
        return true;
    };
    let named = match fs::read(&record) {
        Ok(named) => named,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return true,
        // A record that cannot be read names nobody.
        Err(_) => return false,
    };
    let line = named.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let app = Path::new(OsStr::from_bytes(line.trim_ascii_end()));
    let pid = peer.as_raw_nonzero();
    let Some(running) = program(Path::new(&format!("/proc/{pid}/exe"))) else { return false };
    app.is_absolute() && (running == app || fs::canonicalize(app).is_ok_and(|app| running == app))
}

/// The file behind a process's `exe` link, whether or not an update has replaced it.
fn program(link: &Path) -> Option<PathBuf> {
    let target = fs::read_link(link).ok()?;
    let bytes = target.as_os_str().as_bytes();
    let bytes = bytes.strip_suffix(b" (deleted)").unwrap_or(bytes);
    Some(PathBuf::from(OsStr::from_bytes(bytes)))
}
