//! What there is at a path that an agent names: where it leads, and the text of the file.
//!
//! Everything here may wait for a disk, so none of it belongs on the loop. Only regular files are
//! opened, so that no pipe can hold it up and no device notices.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use vults_core::{Place, Unread};

/// The longest file that is read, in bytes.
const FILE_BYTES: u64 = 1 << 20;
/// Links that lead to links to nothing, one after the other, until it is given up. The system
/// gives up as early.
const LINKS: usize = 40;

/// What there is at a path, for a session in that project. The text is read where it is needed.
pub(crate) fn look(path: &str, project: Option<&str>, needs_text: bool) -> Place {
    let clear = path.starts_with('/') && path.trim() == path && !path.contains('\0');
    let Some(real) = Some(Path::new(path)).filter(|_| clear).and_then(clear_path) else {
        return Place { text: Err(Unread::UnclearPath), ..Place::default() };
    };
    let outside = project.is_none_or(|project| {
        let project = resolve(Path::new(project), LINKS).unwrap_or_else(|| project.into());
        !real.starts_with(project)
    });
    let is_link = fs::symlink_metadata(path).is_ok_and(|there| there.is_symlink());
    let leads_to = (real.as_os_str() != OsStr::new(path)).then(|| real.display().to_string());
    let text = if needs_text { read(&real) } else { Err(Unread::Unreadable) };
    Place { leads_to, is_link, outside, text }
}

/// Whether a folder lies in another, as they are written. An agent says where it really works, so
/// no disk is asked.
pub(crate) fn lies_in(folder: &str, other: &str) -> bool {
    Path::new(folder).starts_with(other)
}

/// Where an absolute path leads. None where it depends on who reads it: a `..` after a link is
/// another folder for the system than for a program that works on the text of the path.
fn clear_path(path: &Path) -> Option<PathBuf> {
    let mut written = PathBuf::new();
    let mut goes_up = false;
    for component in path.components() {
        match component {
            Component::ParentDir => {
                goes_up = true;
                written.pop();
            }
            other => written.push(other),
        }
    }
    let real = resolve(&written, LINKS)?;
    if goes_up && resolve(path, LINKS)? != real {
        return None;
    }
    Some(real)
}

/// The path without links, also of what is not there (yet); none where links go round in circles.
fn resolve(path: &Path, links: usize) -> Option<PathBuf> {
    match fs::canonicalize(path) {
        Ok(real) => return Some(real),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        // It is there, or cannot be looked at; whoever reads it will say so.
        Err(_) => return Some(path.to_owned()),
    }
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
        return Some(path.to_owned());
    };
    let is_link = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink());
    if is_link {
        let target = fs::read_link(path).ok()?;
        return resolve(&parent.join(target), links.checked_sub(1)?);
    }
    Some(resolve(parent, links)?.join(name))
}

/// The text of a file; none where there is no file.
fn read(path: &Path) -> Result<Option<String>, Unread> {
    // A path alone: nothing is opened yet. Links have been followed; one that has come since is
    // not.
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let there = match rustix::fs::open(path, flags, Mode::empty()) {
        Ok(there) => File::from(there),
        Err(Errno::NOENT) => return Ok(None),
        Err(_) => return Err(Unread::Unreadable),
    };
    let metadata = there.metadata().map_err(|_| Unread::Unreadable)?;
    if !metadata.is_file() {
        return Err(Unread::NotAFile);
    }
    if metadata.len() > FILE_BYTES {
        return Err(Unread::TooLarge);
    }
    let opened =
        PathBuf::from(format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&there)));
    let file = File::open(opened).map_err(|_| Unread::Unreadable)?;
    let mut text = Vec::new();
    // One byte more tells of a file that has grown, or that does not say how long it is.
    file.take(FILE_BYTES + 1).read_to_end(&mut text).map_err(|_| Unread::Unreadable)?;
    if text.len() as u64 > FILE_BYTES {
        return Err(Unread::TooLarge);
    }
    String::from_utf8(text).map(Some).map_err(|_| Unread::NotText)
}

#[cfg(test)]
mod tests;
