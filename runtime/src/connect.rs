//! Connects to whoever listens on a socket, and is held up by nobody: neither by a program that is
//! frozen, nor by one whose queue of connections is full.

use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType};

/// Who is at the other end.
#[derive(Debug)]
pub(crate) enum Listener {
    /// Nobody listens, or there is no socket.
    Nobody,
    /// Somebody listens and takes no connection just now.
    Busy,
    /// The connection, which does not block.
    There(OwnedFd),
}

/// # Errors
///
/// Where nobody can say who listens: the path is too long, or may not be used.
pub(crate) fn connect(path: &Path) -> Result<Listener, Errno> {
    let address = SocketAddrUnix::new(path)?;
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    let connection =
        rustix::net::socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)?;
    match rustix::io::retry_on_intr(|| rustix::net::connect(&connection, &address)) {
        Ok(()) => Ok(Listener::There(connection)),
        Err(Errno::AGAIN) => Ok(Listener::Busy),
        Err(Errno::CONNREFUSED | Errno::NOENT) => Ok(Listener::Nobody),
        Err(errno) => Err(errno),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixListener;

    use super::*;
    use crate::testing::full;

    #[test]
    fn who_listens_is_told_without_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("socket");
        assert!(matches!(connect(&path), Ok(Listener::Nobody)));
        let listens = UnixListener::bind(&path).unwrap();
        assert!(matches!(connect(&path), Ok(Listener::There(_))));
        let _waiting = full(&listens, &path);
        assert!(matches!(connect(&path), Ok(Listener::Busy)));
        drop(listens);
        assert!(matches!(connect(&path), Ok(Listener::Nobody)));
        assert!(connect(&folder.path().join("x".repeat(200))).is_err());
    }
}
