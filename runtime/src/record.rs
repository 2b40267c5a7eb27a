//! The decision record: what became of each request, as JSON lines that only this user can read.
//!
//! A thread of its own writes it, so that a slow disk never delays an answer. What cannot be
//! written, or comes faster than the disk takes it, is lost; the log says so once for each of these
//! reasons, and nothing breaks. The same thread reads it again for the settings window, so that
//! nobody meets it half written or half cleared.

mod history;

use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, FileExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use rustix::fs::{Mode, OFlags};
use vults_core::Record;

pub(crate) use self::history::{History, export_folders};

/// The record's name in the data folder.
const NAME: &str = "decisions.jsonl";
/// The record before this one.
const PREVIOUS_NAME: &str = "decisions.1.jsonl";
/// How long a record may grow before the next one begins, in bytes.
const ROTATE_BYTES: u64 = 1 << 20;
/// How many lines may wait for the disk.
const QUEUE: usize = 256;
/// How long the last lines may take when the app ends.
const FINISH: Duration = Duration::from_secs(1);

/// What the thread is told.
enum Told {
    Line(Box<Record>),
    /// Something to do with the record in this data folder, between two lines.
    Job(Box<dyn FnOnce(&Path) + Send>),
}

/// The way to the record.
#[derive(Debug)]
pub(crate) struct DecisionRecord {
    /// Shared with whoever reads the record, who holds it no longer than a moment.
    thread: Arc<SyncSender<Told>>,
    done: Receiver<()>,
    /// Whether a line found no room.
    overrun: bool,
}

impl DecisionRecord {
    /// Starts the thread that writes. Nothing is made on disk before the first line.
    pub(crate) fn start(data: PathBuf) -> DecisionRecord {
        let (thread, inbox) = sync_channel(QUEUE);
        let (finished, done) = sync_channel(1);
        let started = thread::Builder::new().name("vults-record".to_owned()).spawn(move || {
            write_all(&data, &inbox);
            _ = finished.send(());
        });
        if let Err(error) = started {
            tracing::warn!(%error, "decisions are not recorded");
        }
        DecisionRecord { thread: Arc::new(thread), done, overrun: false }
    }

    /// The way to read it.
    pub(crate) fn history(&self) -> History {
        History::new(Arc::downgrade(&self.thread))
    }

    /// Hands over one line; never waits.
    pub(crate) fn write(&mut self, record: Record) {
        // Where there is no thread to write, that has been said.
        if let Err(TrySendError::Full(_)) = self.thread.try_send(Told::Line(Box::new(record)))
            && !self.overrun
        {
            self.overrun = true;
            tracing::warn!("the disk is too slow: a decision was not recorded");
        }
    }

    /// Gives the last lines a moment to reach the disk.
    pub(crate) fn finish(self) {
        drop(self.thread);
        if self.done.recv_timeout(FINISH) == Err(RecvTimeoutError::Timeout) {
            tracing::warn!("the last decisions may not be recorded");
        }
    }
}

fn write_all(data: &Path, inbox: &Receiver<Told>) {
    let mut failed = false;
    while let Ok(told) = inbox.recv() {
        let record = match told {
            Told::Line(record) => record,
            Told::Job(job) => {
                job(data);
                continue;
            }
        };
        if let Err(error) = append(data, &record)
            && !failed
        {
            failed = true;
            tracing::warn!(error = %error.kind(), "a decision could not be recorded");
        }
    }
}

fn append(data: &Path, record: &Record) -> io::Result<()> {
    let mut line = serde_json::to_vec(record)?;
    line.push(b'\n');
    make_private(data)?;
    let path = data.join(NAME);
    let mut file = open(&path)?;
    let mut length = file.metadata()?.len();
    if length > 0 && length + line.len() as u64 > ROTATE_BYTES {
        fs::rename(&path, data.join(PREVIOUS_NAME))?;
        file = open(&path)?;
        length = 0;
    }
    if !ends_a_line(&file, length)? {
        line.insert(0, b'\n');
    }
    file.write_all(&line)
}

fn make_private(data: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(data)?;
    let mode = fs::metadata(data)?.permissions().mode();
    let open_to_others = mode & 0o077 != 0;
    let ours = Permissions::from_mode(mode & 0o700);
    if open_to_others { fs::set_permissions(data, ours) } else { Ok(()) }
}

fn open(path: &Path) -> io::Result<File> {
    let flags = OFlags::RDWR | OFlags::APPEND | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mode = Mode::RUSR | Mode::WUSR;
    let file = File::from(rustix::fs::open(path, flags, mode)?);
    // A file that was there before may have another mode.
    rustix::fs::fchmod(&file, mode)?;
    Ok(file)
}

/// Whether a line may begin at the end: a full disk can leave half of one behind.
fn ends_a_line(file: &File, length: u64) -> io::Result<bool> {
    let Some(last) = length.checked_sub(1) else { return Ok(true) };
    let mut byte = [0];
    file.read_exact_at(&mut byte, last)?;
    Ok(byte == *b"\n")
}

#[cfg(test)]
mod tests;
