//! What of the sessions and plans outlasts a run: `sessions.json` in the data folder, for this user
//! alone.
//!
//! A thread of its own reads and writes it, so that a slow disk holds nobody up. What is not ours to
//! read is not ours to write over: a newer app's file stays as it is, and one that is damaged is put
//! aside.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{fs, thread};

use serde::{Deserialize, Serialize};
use vults_core::Kept;
use vults_disk::{ConfigError, LONGEST};

use crate::handle::{Mailbox, Msg};
use crate::processes;

/// The file's name in the data folder.
const NAME: &str = "sessions.json";
/// Where one goes that nobody can read.
const DAMAGED: &str = "sessions.damaged.json";
/// The form of what is written now.
const VERSION: u32 = 1;
/// For this user alone.
const MODE: u32 = 0o600;
/// What tells one start of the machine from another: processes are counted anew then.
const BOOT_ID: &str = "/proc/sys/kernel/random/boot_id";
/// How long the last write may take when the app ends.
const FINISH: Duration = Duration::from_secs(1);

/// What stands in the file.
#[derive(Debug, Serialize, Deserialize)]
struct Contents {
    v: u32,
    boot: String,
    #[serde(flatten)]
    kept: Kept,
}

/// The way to the thread. Nothing here waits, and nothing piles up while the disk hangs: only the
/// newest is held.
#[derive(Debug)]
pub(crate) struct SessionStore {
    newest: Newest,
    wake: SyncSender<()>,
    done: Receiver<()>,
}

/// What is still to be written.
type Newest = Arc<Mutex<Option<Kept>>>;

impl SessionStore {
    /// Starts the thread, which reads first, and tells the loop what there is.
    pub(crate) fn start(data: PathBuf, mailbox: Mailbox) -> SessionStore {
        SessionStore::start_in(data, BOOT_ID.into(), mailbox)
    }

    fn start_in(data: PathBuf, boot_id: PathBuf, mailbox: Mailbox) -> SessionStore {
        let newest = Newest::default();
        let (wake, woken) = sync_channel(1);
        let (finished, done) = sync_channel(1);
        let written = Arc::clone(&newest);
        let run = move || {
            work(&data, &boot_id, mailbox, &written, &woken);
            _ = finished.send(());
        };
        if let Err(error) = thread::Builder::new().name("vults-sessions".to_owned()).spawn(run) {
            tracing::warn!(%error, "sessions are not kept");
        }
        SessionStore { newest, wake, done }
    }

    /// Keeps this in place of what was kept before.
    pub(crate) fn keep(&self, kept: Kept) {
        *self.newest.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
        // Where it is full the thread is about to look; where nobody listens nothing is kept.
        _ = self.wake.try_send(());
    }

    /// Gives the last word a moment to reach the disk.
    pub(crate) fn finish(self) {
        drop(self.wake);
        if self.done.recv_timeout(FINISH) == Err(RecvTimeoutError::Timeout) {
            tracing::warn!("the last of the sessions may not be kept");
        }
    }
}

/// How the file stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// It is ours to write.
    Ours,
    /// It is nothing that we write, and is put aside first.
    Damaged,
    /// It is not ours to write.
    Theirs,
}

fn work(
    data: &Path,
    boot_id: &Path,
    mailbox: Mailbox,
    newest: &Mutex<Option<Kept>>,
    woken: &Receiver<()>,
) {
    let path = data.join(NAME);
    let boot = fs::read_to_string(boot_id).unwrap_or_default().trim().to_owned();
    let (mut standing, kept) = read(&path, &boot);
    if kept != Kept::default() {
        // A loop that has ended needs nothing.
        _ = mailbox.send(Msg::SessionsRead(Box::new(kept)));
    }
    // The loop ends when nobody can reach it.
    drop(mailbox);
    let mut failed = false;
    while woken.recv().is_ok() {
        let Some(kept) = newest.lock().unwrap_or_else(PoisonError::into_inner).take() else {
            continue;
        };
        if standing == Standing::Theirs {
            continue;
        }
        if standing == Standing::Damaged {
            _ = fs::rename(&path, data.join(DAMAGED));
            standing = Standing::Ours;
        }
        if let Err(error) = write(&path, &boot, kept)
            && !failed
        {
            failed = true;
            tracing::warn!(error = %error.kind(), "the sessions could not be kept");
        }
    }
}

/// What was kept, as far as it still holds: of sessions, those whose processes still run.
fn read(path: &Path, boot: &str) -> (Standing, Kept) {
    #[derive(Deserialize)]
    struct Version {
        v: u32,
    }
    let bytes = match vults_disk::read_own(path) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return (Standing::Ours, Kept::default()),
        Err(error) if is_too_long(&error) => {
            tracing::warn!("the file of the sessions is far too long");
            return (Standing::Damaged, Kept::default());
        }
        Err(error) => {
            tracing::warn!(error = %error.kind(), "no sessions are kept: their file cannot be read");
            return (Standing::Theirs, Kept::default());
        }
    };
    if serde_json::from_slice(&bytes).is_ok_and(|Version { v }| v > VERSION) {
        tracing::warn!("no sessions are kept: a newer Vults has written their file");
        return (Standing::Theirs, Kept::default());
    }
    let Ok(contents) = serde_json::from_slice::<Contents>(&bytes) else {
        tracing::warn!("the sessions that were kept are damaged");
        return (Standing::Damaged, Kept::default());
    };
    let Contents { boot: before, mut kept, .. } = contents;
    // After another start of the machine a process's number and ticks may be another's.
    let same = !boot.is_empty() && before == boot;
    kept.sessions.retain(|session| same && processes::runs(session.process()));
    (Standing::Ours, kept)
}

fn is_too_long(error: &io::Error) -> bool {
    let cause = error.get_ref().and_then(|cause| cause.downcast_ref());
    matches!(cause, Some(ConfigError::TooLong))
}

fn write(path: &Path, boot: &str, kept: Kept) -> io::Result<()> {
    let contents = Contents { v: VERSION, boot: boot.to_owned(), kept };
    let mut bytes = serde_json::to_vec(&contents)?;
    bytes.push(b'\n');
    // The next start would not read it.
    if bytes.len() as u64 > LONGEST {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    vults_disk::write_own(path, &bytes, MODE).map(drop)
}

#[cfg(test)]
mod tests;
