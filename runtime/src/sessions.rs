//! What of the sessions and plans outlasts a run: `sessions.json` in the data folder, for this user
//! alone.
//!
//! A thread of its own reads and writes it, so that a slow disk holds nobody up. What is not ours to
//! read is not ours to write over: a newer app's file stays as it is, and one that is damaged is put
//! aside.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::Duration;
use std::{fs, thread};

use serde::{Deserialize, Serialize};
use vults_core::Kept;

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
/// The longest file that is read, in bytes: far more than 64 sessions take.
const LONGEST: usize = 1 << 20;
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

/// The way to the thread. Nothing here waits.
#[derive(Debug)]
pub(crate) struct SessionStore {
    thread: Sender<Kept>,
    done: Receiver<()>,
}

impl SessionStore {
    /// Starts the thread, which reads first, and tells the loop what there is.
    pub(crate) fn start(data: PathBuf, mailbox: Mailbox) -> SessionStore {
        let (thread, inbox) = channel();
        let (finished, done) = sync_channel(1);
        let run = move || {
            work(&data, Path::new(BOOT_ID), mailbox, &inbox);
            _ = finished.send(());
        };
        if let Err(error) = thread::Builder::new().name("vults-sessions".to_owned()).spawn(run) {
            tracing::warn!(%error, "sessions are not kept");
        }
        SessionStore { thread, done }
    }

    /// Keeps this in place of what was kept before.
    pub(crate) fn keep(&self, kept: Kept) {
        if self.thread.send(kept).is_err() {
            tracing::debug!("sessions are not kept");
        }
    }

    /// Gives the last word a moment to reach the disk.
    pub(crate) fn finish(self) {
        drop(self.thread);
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

fn work(data: &Path, boot_id: &Path, mailbox: Mailbox, inbox: &Receiver<Kept>) {
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
    while let Ok(mut kept) = inbox.recv() {
        // Only the newest counts.
        while let Ok(newer) = inbox.try_recv() {
            kept = newer;
        }
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
        Ok(Some(bytes)) if bytes.len() <= LONGEST => bytes,
        Ok(Some(_)) => return (Standing::Damaged, Kept::default()),
        Ok(None) => return (Standing::Ours, Kept::default()),
        Err(_) => return (Standing::Theirs, Kept::default()),
    };
    if serde_json::from_slice(&bytes).is_ok_and(|Version { v }| v > VERSION) {
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

fn write(path: &Path, boot: &str, kept: Kept) -> io::Result<()> {
    let contents = Contents { v: VERSION, boot: boot.to_owned(), kept };
    let mut bytes = serde_json::to_vec(&contents)?;
    bytes.push(b'\n');
    vults_disk::write_own(path, &bytes, MODE).map(drop)
}

#[cfg(test)]
mod tests;
