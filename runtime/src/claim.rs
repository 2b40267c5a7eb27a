//! One instance a user: the lock, and the socket that it covers (VP-02, VP-03).

use std::fs::{File, TryLockError};
use std::io;

use interprocess::local_socket::{
    GenericFilePath, ListenerNonblockingMode, ListenerOptions, ToFsName,
};
use interprocess::os::unix::local_socket::ListenerOptionsExt;
use interprocess::os::unix::uds_local_socket::Listener;
use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;
use vults_protocol::endpoint::{SOCKET_NAME, SocketPath};

use crate::connect::{self, connect};
use crate::error::OpenError;
use crate::folder::PrivateFolder;

/// The lock beside the socket. It is never removed: a second instance may hold it open already.
const LOCK_NAME: &str = "vults.lock";
/// Only this user may connect.
const SOCKET_MODE: u32 = 0o600;

/// The lock and the socket of this instance, held for life.
#[derive(Debug)]
pub(crate) struct Claim {
    folder: PrivateFolder,
    identity: Identity,
    /// Held, never read: closing it frees the lock.
    _lock: File,
}

/// Which file it is, whatever its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Identity {
    device: u64,
    inode: u64,
}

impl Identity {
    fn of(stat: &Stat) -> Identity {
        Identity { device: stat.st_dev, inode: stat.st_ino }
    }
}

impl Claim {
    /// Takes the lock, removes a stale socket, and listens. `alone` is called in between: no other
    /// instance runs, and no hook is heard yet.
    pub(crate) fn take(
        socket: &SocketPath,
        alone: impl FnOnce(),
    ) -> Result<(Claim, Listener), OpenError> {
        let folder = PrivateFolder::open(socket)?;
        let lock = take_lock(&folder)?;
        alone();
        remove_stale_socket(&folder)?;
        let (listener, identity) = listen(&folder)?;
        Ok((Claim { folder, identity, _lock: lock }, listener))
    }

    /// Removes the socket if it is still the one that this instance made, and frees the lock.
    pub(crate) fn release(self) {
        match socket_stat(&self.folder) {
            Ok(Some(stat)) if Identity::of(&stat) == self.identity => {
                if let Err(errno) =
                    rustix::fs::unlinkat(self.folder.fd(), SOCKET_NAME, AtFlags::empty())
                {
                    tracing::warn!(error = %errno, "the socket could not be removed");
                }
            }
            Ok(_) => tracing::warn!("the socket was removed or replaced while the app ran"),
            Err(errno) => tracing::warn!(error = %errno, "the socket could not be examined"),
        }
    }
}

fn take_lock(folder: &PrivateFolder) -> Result<File, OpenError> {
    let failed = |cause| OpenError::Lock { lock: folder.join(LOCK_NAME), cause };
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let fd = rustix::fs::openat(folder.fd(), LOCK_NAME, flags, Mode::RUSR | Mode::WUSR)
        .map_err(|errno| failed(errno.into()))?;
    let lock = File::from(fd);
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(OpenError::AlreadyRunning),
        Err(TryLockError::Error(cause)) => Err(failed(cause)),
    }
}

/// Removes a socket on which nobody listens. The lock is held, so that no other instance can be
/// about to listen on it.
fn remove_stale_socket(folder: &PrivateFolder) -> Result<(), OpenError> {
    let path = folder.join(SOCKET_NAME);
    let failed = |errno: Errno| OpenError::Socket { path: path.clone(), cause: errno.into() };
    let Some(stat) = socket_stat(folder).map_err(failed)? else { return Ok(()) };
    if FileType::from_raw_mode(stat.st_mode) != FileType::Socket {
        return Err(OpenError::NotASocket { path });
    }
    if someone_listens(folder).map_err(failed)? {
        return Err(OpenError::SocketInUse { path });
    }
    match rustix::fs::unlinkat(folder.fd(), SOCKET_NAME, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => Ok(()),
        Err(errno) => Err(failed(errno)),
    }
}

fn someone_listens(folder: &PrivateFolder) -> Result<bool, Errno> {
    Ok(!matches!(connect(&folder.join(SOCKET_NAME))?, connect::Listener::Nobody))
}

fn listen(folder: &PrivateFolder) -> Result<(Listener, Identity), OpenError> {
    let path = folder.join(SOCKET_NAME);
    let failed = |cause| OpenError::Socket { path: path.clone(), cause };
    let name = path.as_path().to_fs_name::<GenericFilePath>().map_err(failed)?;
    let listener = ListenerOptions::new()
        .name(name)
        .mode(SOCKET_MODE)
        .nonblocking(ListenerNonblockingMode::Both)
        // By name alone it would also remove a file that is not ours.
        .reclaim_name(false)
        .create_sync_as::<Listener>()
        .map_err(failed)?;
    // The name was resolved anew: the socket must be in the folder that was checked.
    match socket_stat(folder).map_err(|errno| failed(errno.into()))? {
        Some(stat) if FileType::from_raw_mode(stat.st_mode) == FileType::Socket => {
            Ok((listener, Identity::of(&stat)))
        }
        _ => Err(failed(io::Error::other("the folder was replaced meanwhile"))),
    }
}

/// The file that has the socket's name, if any.
fn socket_stat(folder: &PrivateFolder) -> Result<Option<Stat>, Errno> {
    match rustix::fs::statat(folder.fd(), SOCKET_NAME, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(stat) => Ok(Some(stat)),
        Err(Errno::NOENT) => Ok(None),
        Err(errno) => Err(errno),
    }
}

#[cfg(test)]
mod tests;
