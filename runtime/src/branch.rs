//! Which branch is checked out in a project, as its repository says.
//!
//! Reading may wait for a disk, so it is done on threads of their own: one at a time for a session,
//! and few in all. A disk that never answers holds those, and then rows show no branch.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};
use tokio::sync::mpsc::WeakUnboundedSender;
use tokio::task::spawn_blocking;
use vults_core::SessionKey;

use crate::handle::{Mailbox, Msg};

/// Folders above a project that are looked at.
const LEVELS: usize = 64;
/// The longest `HEAD`, or `.git` that is a file, in bytes.
const FILE_BYTES: u64 = 4 << 10;
/// The digits of a commit's hash that are shown.
const SHORT_HASH: usize = 7;
/// Projects that are read at the same time.
const AT_ONCE: usize = 8;
/// Projects that wait for others to be read: those of all sessions that a start takes back.
const WAITING: usize = 64;

/// What there is in a session's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProjectRead {
    pub(crate) session: SessionKey,
    pub(crate) folder: String,
    pub(crate) found: Found,
}

/// The repository that a folder lies in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// Its root.
    pub(crate) root: Option<String>,
    /// Its branch, else the start of the hash of the commit that is checked out.
    pub(crate) branch: Option<String>,
}

/// What is being read, and what is to be read again afterwards.
#[derive(Debug)]
pub(crate) struct Branches {
    mailbox: WeakUnboundedSender<Msg>,
    reading: HashMap<SessionKey, Option<String>>,
    /// The folders that are read once others have been.
    waiting: HashMap<SessionKey, String>,
}

impl Branches {
    pub(crate) fn new(mailbox: &Mailbox) -> Branches {
        Branches { mailbox: mailbox.downgrade(), reading: HashMap::new(), waiting: HashMap::new() }
    }

    /// Looks into a session's folder; the loop hears what is there.
    pub(crate) fn look(&mut self, session: SessionKey, folder: String) {
        if let Some(again) = self.reading.get_mut(&session) {
            *again = Some(folder);
            return;
        }
        if self.reading.len() == AT_ONCE {
            if self.waiting.len() < WAITING {
                self.waiting.insert(session, folder);
            }
            return;
        }
        self.reading.insert(session.clone(), None);
        let mailbox = self.mailbox.clone();
        spawn_blocking(move || {
            let found = find(Path::new(&folder));
            if let Some(mailbox) = mailbox.upgrade() {
                let read = ProjectRead { session, folder, found };
                _ = mailbox.send(Msg::ProjectRead(Box::new(read)));
            }
        });
    }

    /// A session's folder has been read; it is read again where that was asked for meanwhile.
    pub(crate) fn looked(&mut self, session: &SessionKey) {
        if let Some(folder) = self.reading.remove(session).flatten() {
            self.look(session.clone(), folder);
        }
        if let Some(next) = self.waiting.keys().next().cloned()
            && let Some(folder) = self.waiting.remove(&next)
        {
            self.look(next, folder);
        }
    }
}

/// The nearest repository above a folder.
fn find(folder: &Path) -> Found {
    if !folder.is_absolute() {
        return Found::default();
    }
    let folder: PathBuf = folder.components().collect();
    for root in folder.ancestors().take(LEVELS) {
        let Some(git) = git_folder(root) else { continue };
        let Some(head) = read(&git.join("HEAD")) else { continue };
        let root = root.to_str().map(str::to_owned);
        return Found { root, branch: branch(&head).map(str::to_owned) };
    }
    Found::default()
}

/// The folder that holds a repository's data: `.git`, or where that file says it is, as in a work
/// tree beside another.
fn git_folder(root: &Path) -> Option<PathBuf> {
    let git = root.join(".git");
    let there = fs::metadata(&git).ok()?;
    if there.is_dir() {
        return Some(git);
    }
    let text = read(&git)?;
    let elsewhere = text.strip_prefix("gitdir:")?.trim();
    (!elsewhere.is_empty()).then(|| root.join(elsewhere))
}

/// What a `HEAD` names.
fn branch(head: &str) -> Option<&str> {
    let head = head.trim();
    if let Some(reference) = head.strip_prefix("ref:") {
        let reference = reference.trim();
        let branch = reference.strip_prefix("refs/heads/").unwrap_or(reference);
        // A repository that keeps its references elsewhere says this of every branch.
        return (!branch.is_empty() && branch != ".invalid").then_some(branch);
    }
    let is_hash = head.len() >= 40 && head.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| head.get(..SHORT_HASH)).flatten()
}

/// The text of a short regular file.
fn read(path: &Path) -> Option<String> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::open(path, flags, Mode::empty()).ok()?);
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut text = String::new();
    let read = file.take(FILE_BYTES + 1).read_to_string(&mut text).ok()?;
    (read as u64 <= FILE_BYTES).then_some(text)
}

#[cfg(test)]
mod tests;
