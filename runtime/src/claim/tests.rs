//! Who gets the lock and the socket, and from which folders.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::*;
use crate::testing::{full, is_root};

/// A place for a socket's folder, which is not there yet.
struct Place {
    temporary: TempDir,
    socket: SocketPath,
}

impl Place {
    fn new() -> Place {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path().join("socket");
        Place { temporary, socket: SocketPath { folder, made_by_app: true } }
    }

    /// The same with the folder made.
    fn with_folder(mode: u32) -> Place {
        let place = Place::new();
        fs::create_dir(&place.socket.folder).unwrap();
        fs::set_permissions(&place.socket.folder, Permissions::from_mode(mode)).unwrap();
        place
    }

    fn take(&self) -> Result<(Claim, Listener), OpenError> {
        Claim::take(&self.socket, || {})
    }

    /// The reason why nothing is served from here, which names the path.
    #[track_caller]
    fn refused(&self) -> OpenError {
        let error = self.take().map(|_| ()).unwrap_err();
        let said = error.to_string();
        assert!(said.contains(self.socket.folder.to_str().unwrap()), "{said}");
        error
    }
}

fn mode(path: impl AsRef<Path>) -> u32 {
    fs::symlink_metadata(path).unwrap().mode() & 0o7777
}

fn inode(path: &Path) -> u64 {
    fs::symlink_metadata(path).unwrap().ino()
}

#[test]
fn everything_is_private() {
    let place = Place::new();
    let _held = place.take().unwrap();
    assert_eq!(mode(&place.socket.folder), 0o700);
    assert_eq!(mode(place.socket.socket()), 0o600);
    assert_eq!(mode(place.socket.folder.join(LOCK_NAME)), 0o600);
    UnixStream::connect(place.socket.socket()).unwrap();
}

#[test]
fn a_second_instance_is_told_so() {
    let place = Place::new();
    let first = place.take().unwrap();
    let socket = inode(&place.socket.socket());
    assert!(matches!(place.take(), Err(OpenError::AlreadyRunning)));
    assert_eq!(inode(&place.socket.socket()), socket);
    drop(first);
    place.take().unwrap();
}

#[test]
fn a_stale_socket_is_replaced() {
    let place = Place::with_folder(0o700);
    drop(UnixListener::bind(place.socket.socket()).unwrap());
    UnixStream::connect(place.socket.socket()).unwrap_err();
    let _held = place.take().unwrap();
    UnixStream::connect(place.socket.socket()).unwrap();
}

#[test]
fn a_living_socket_is_left_alone() {
    let place = Place::with_folder(0o700);
    let living = UnixListener::bind(place.socket.socket()).unwrap();
    let socket = inode(&place.socket.socket());
    assert!(matches!(place.refused(), OpenError::SocketInUse { .. }));
    assert_eq!(inode(&place.socket.socket()), socket);
    // The lock was free again at once.
    drop(living);
    place.take().unwrap();
}

#[test]
fn a_living_socket_with_a_full_queue_is_left_alone() {
    let place = Place::with_folder(0o700);
    let path = place.socket.socket();
    let frozen = UnixListener::bind(&path).unwrap();
    let _queued = full(&frozen, &path);
    assert!(matches!(place.refused(), OpenError::SocketInUse { .. }));
}

#[test]
fn what_is_not_a_socket_is_left_alone() {
    let place = Place::with_folder(0o700);
    let path = place.socket.socket();
    fs::write(&path, "precious").unwrap();
    assert!(matches!(place.refused(), OpenError::NotASocket { .. }));
    assert_eq!(fs::read(&path).unwrap(), b"precious");

    fs::remove_file(&path).unwrap();
    symlink(place.temporary.path().join("elsewhere"), &path).unwrap();
    assert!(matches!(place.refused(), OpenError::NotASocket { .. }));
}

#[test]
fn a_lock_that_is_a_link_is_not_followed() {
    let place = Place::with_folder(0o700);
    let elsewhere = place.temporary.path().join("elsewhere");
    symlink(&elsewhere, place.socket.folder.join(LOCK_NAME)).unwrap();
    assert!(matches!(place.refused(), OpenError::Lock { .. }));
    assert!(!elsewhere.exists());
}

#[test]
fn a_folder_open_to_others_is_refused() {
    for open in [0o755, 0o710, 0o701, 0o770, 0o1777] {
        let place = Place::with_folder(open);
        match place.refused() {
            OpenError::FolderOpenToOthers { mode, .. } => assert_eq!(mode, open),
            other => panic!("{open:o}: {other}"),
        }
        // It is not ours to close, and nothing is put into it.
        assert_eq!(mode(&place.socket.folder), open);
        assert_eq!(fs::read_dir(&place.socket.folder).unwrap().count(), 0);
    }
}

#[test]
fn a_folder_that_is_a_link_is_refused() {
    let place = Place::new();
    let private = place.temporary.path().join("private");
    fs::create_dir(&private).unwrap();
    fs::set_permissions(&private, Permissions::from_mode(0o700)).unwrap();
    symlink(&private, &place.socket.folder).unwrap();
    for end in ["", "/", "/.", "//"] {
        let folder = PathBuf::from(format!("{}{end}", place.socket.folder.display()));
        let refused = Claim::take(&SocketPath { folder, made_by_app: true }, || {});
        assert!(matches!(refused, Err(OpenError::FolderIsLink { .. })), "{end:?}");
    }
    assert_eq!(fs::read_dir(private).unwrap().count(), 0);
}

#[test]
fn a_folder_of_another_user_is_refused() {
    if !is_root() {
        return;
    }
    let place = Place::with_folder(0o700);
    std::os::unix::fs::chown(&place.socket.folder, Some(65534), None).unwrap();
    assert!(matches!(place.refused(), OpenError::FolderOfAnother { owner: 65534, .. }));
    assert_eq!(fs::read_dir(&place.socket.folder).unwrap().count(), 0);
}

#[test]
fn only_the_fallback_folder_is_made() {
    let mut place = Place::new();
    place.socket.made_by_app = false;
    assert!(matches!(place.refused(), OpenError::Folder { .. }));
    assert!(!place.socket.folder.exists());
    fs::write(&place.socket.folder, "a file").unwrap();
    assert!(matches!(place.refused(), OpenError::Folder { .. }));
}

#[test]
fn its_own_socket_is_removed() {
    let place = Place::new();
    let (claim, _listener) = place.take().unwrap();
    claim.release();
    assert!(!place.socket.socket().exists());
    place.take().unwrap();
}

#[test]
fn the_socket_of_another_is_not_removed() {
    let place = Place::new();
    let (claim, _listener) = place.take().unwrap();
    let path = place.socket.socket();
    // Renamed, not removed, so that the new one cannot get the old one's number.
    fs::rename(&path, place.temporary.path().join("old")).unwrap();
    let _other = UnixListener::bind(&path).unwrap();
    let other = inode(&path);
    claim.release();
    assert_eq!(inode(&path), other);

    let place = Place::new();
    let (claim, _listener) = place.take().unwrap();
    fs::remove_file(place.socket.socket()).unwrap();
    claim.release();
}
