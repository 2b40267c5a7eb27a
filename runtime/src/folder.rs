//! The socket's folder: private to this user, or not used at all (VP-01).

use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags};
use rustix::io::Errno;
use vults_protocol::endpoint::SocketPath;

use crate::error::OpenError;

/// Read, write or search for the group or for others.
const OPEN_TO_OTHERS: u32 = 0o077;
/// All permission bits.
const PERMISSIONS: u32 = 0o7777;

/// A folder that was found private, held open: what was checked is what is used.
#[derive(Debug)]
pub(crate) struct PrivateFolder {
    path: PathBuf,
    fd: OwnedFd,
}

impl PrivateFolder {
    /// Opens the folder and checks the opened one, after making it where that is ours to do.
    pub(crate) fn open(socket: &SocketPath) -> Result<PrivateFolder, OpenError> {
        // Without a slash or dot at the end, which would make the system follow a link there.
        let folder: PathBuf = socket.folder.components().collect();
        if socket.made_by_app {
            make(&folder)?;
        }
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let fd = rustix::fs::open(&folder, flags, Mode::empty())
            .map_err(|errno| not_opened(&folder, errno))?;
        check(&folder, &fd)?;
        Ok(PrivateFolder { path: folder, fd })
    }

    /// The path of a file in the folder.
    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The folder itself, for calls relative to it.
    pub(crate) fn fd(&self) -> &OwnedFd {
        &self.fd
    }
}

fn make(folder: &Path) -> Result<(), OpenError> {
    match rustix::fs::mkdir(folder, Mode::RWXU) {
        Ok(()) | Err(Errno::EXIST) => Ok(()),
        Err(errno) => Err(unusable(folder, errno)),
    }
}

fn check(folder: &Path, fd: &OwnedFd) -> Result<(), OpenError> {
    let stat = rustix::fs::fstat(fd).map_err(|errno| unusable(folder, errno))?;
    if stat.st_uid != rustix::process::geteuid().as_raw() {
        return Err(OpenError::FolderOfAnother { folder: folder.to_owned(), owner: stat.st_uid });
    }
    let mode = stat.st_mode & PERMISSIONS;
    if mode & OPEN_TO_OTHERS != 0 {
        return Err(OpenError::FolderOpenToOthers { folder: folder.to_owned(), mode });
    }
    Ok(())
}

/// Opening a link as a folder fails with an error that does not say so.
fn not_opened(folder: &Path, errno: Errno) -> OpenError {
    let is_link = rustix::fs::statat(CWD, folder, AtFlags::SYMLINK_NOFOLLOW)
        .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Symlink);
    if is_link {
        OpenError::FolderIsLink { folder: folder.to_owned() }
    } else {
        unusable(folder, errno)
    }
}

fn unusable(folder: &Path, errno: Errno) -> OpenError {
    OpenError::Folder { folder: folder.to_owned(), cause: io::Error::from(errno) }
}
