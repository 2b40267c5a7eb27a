//! The record, read again: searched, exported, cleared.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Weak;
use std::sync::mpsc::SyncSender;

use directories::UserDirs;
use tokio::sync::oneshot;
use vults_core::{DecisionView, HistoryPage, Record};

use super::{NAME, PREVIOUS_NAME, Told};
use crate::clock;
use crate::error::HistoryError;

/// Decisions on a page.
const PAGE: usize = 50;
/// Files of one day's exports.
const EXPORTS: u32 = 1_000;

/// The way to the record's thread. Cheap to clone; what it asks for is done between two lines, so
/// it meets whole files alone.
#[derive(Clone, Debug)]
pub(crate) struct History {
    thread: Weak<SyncSender<Told>>,
}

impl History {
    pub(super) fn new(thread: Weak<SyncSender<Told>>) -> History {
        History { thread }
    }

    /// The decisions that a text finds, the newest first, after the first `skip` of them. A blank
    /// text finds all.
    pub(crate) fn page(
        &self,
        search: String,
        skip: u32,
    ) -> impl Future<Output = Result<HistoryPage, HistoryError>> + Send + 'static {
        self.ask(move |data| page(data, &search, skip))
    }

    /// Copies all of it to a new file that only this user can read, in the first of these folders
    /// that is there: the file's path.
    pub(crate) fn export(
        &self,
        folders: Vec<PathBuf>,
    ) -> impl Future<Output = Result<PathBuf, HistoryError>> + Send + 'static {
        self.ask(move |data| export(data, &folders, &clock::today()))
    }

    /// Deletes all of it.
    pub(crate) fn clear(&self) -> impl Future<Output = Result<(), HistoryError>> + Send + 'static {
        self.ask(clear)
    }

    fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Path) -> Result<T, HistoryError> + Send + 'static,
    ) -> impl Future<Output = Result<T, HistoryError>> + Send + 'static {
        let (done, finished) = oneshot::channel();
        let job = move |data: &Path| {
            // Whoever asked may have gone.
            _ = done.send(job(data));
        };
        if let Some(thread) = self.thread.upgrade() {
            // Where it is full, the job is dropped, and with it the other end of the channel.
            _ = thread.try_send(Told::Job(Box::new(job)));
        }
        async move { finished.await.unwrap_or(Err(HistoryError::Busy)) }
    }
}

/// The folders to which a person's files go, the best one first.
pub(crate) fn export_folders() -> Vec<PathBuf> {
    let Some(folders) = UserDirs::new() else { return Vec::new() };
    let downloads = folders.download_dir().map(Path::to_owned);
    downloads.into_iter().chain([folders.home_dir().to_owned()]).collect()
}

fn page(data: &Path, search: &str, skip: u32) -> Result<HistoryPage, HistoryError> {
    let search = search.trim();
    let mut page = HistoryPage::default();
    for name in [NAME, PREVIOUS_NAME] {
        let text = read(data, name)?;
        for record in lines(&text).rev().filter_map(|line| serde_json::from_slice(line).ok()) {
            let record: Record = record;
            if !record.tells_of(search) {
                continue;
            }
            if page.found >= skip && page.decisions.len() < PAGE {
                page.decisions.push(DecisionView::of(&record));
            }
            page.found += 1;
        }
    }
    Ok(page)
}

fn export(data: &Path, folders: &[PathBuf], date: &str) -> Result<PathBuf, HistoryError> {
    let mut whole = Vec::new();
    for name in [PREVIOUS_NAME, NAME] {
        let text = read(data, name)?;
        // Half a line that a full disk has left is none.
        for line in lines(&text).filter(|line| serde_json::from_slice::<Record>(line).is_ok()) {
            whole.extend_from_slice(line);
            whole.push(b'\n');
        }
    }
    let folder = folders.iter().find(|folder| folder.is_dir()).ok_or(HistoryError::NoFolder)?;
    let names = (1..=EXPORTS).map(|number| match number {
        1 => format!("vults-decisions-{date}.jsonl"),
        number => format!("vults-decisions-{date}-{number}.jsonl"),
    });
    for path in names.map(|name| folder.join(name)) {
        match OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path) {
            Ok(mut file) => {
                let written = file.write_all(&whole).and_then(|()| file.sync_all());
                written.map_err(|cause| {
                    // Half a copy would pass for a whole one.
                    _ = fs::remove_file(&path);
                    HistoryError::File { failed: "the file could not be written", cause }
                })?;
                return Ok(path);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(cause) => {
                return Err(HistoryError::File { failed: "the file could not be made", cause });
            }
        }
    }
    let cause = io::Error::from(ErrorKind::AlreadyExists);
    Err(HistoryError::File { failed: "the file could not be made", cause })
}

fn clear(data: &Path) -> Result<(), HistoryError> {
    // The older one first: what a failure leaves has no gap.
    for name in [PREVIOUS_NAME, NAME] {
        match fs::remove_file(data.join(name)) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(cause) => {
                return Err(HistoryError::File { failed: "it could not be deleted", cause });
            }
        }
    }
    Ok(())
}

/// The bytes of one of the record's files; none where there is no file.
fn read(data: &Path, name: &str) -> Result<Vec<u8>, HistoryError> {
    let read = vults_disk::read_own(&data.join(name));
    let failed = "the decision history could not be read";
    Ok(read.map_err(|cause| HistoryError::File { failed, cause })?.unwrap_or_default())
}

fn lines(text: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests;
