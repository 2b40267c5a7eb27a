//! What was written where: `installed.json` in the data folder, for this user alone. It is how a
//! removal is remembered.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use vults_agents::Entry;
use vults_disk::{Diff, Fingerprint};

/// The record's name in the data folder.
pub(crate) const NAME: &str = "installed.json";
/// Where one goes that nobody can read.
const DAMAGED: &str = "installed.damaged.json";
/// The form of what is written now.
const VERSION: u32 = 1;
/// For this user alone.
const MODE: u32 = 0o600;

/// All that was written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    v: u32,
    /// Whether the person has seen what the first run wrote.
    #[serde(default)]
    pub(crate) seen: bool,
    /// Each settings file by its path.
    #[serde(default)]
    pub(crate) files: BTreeMap<String, FileRecord>,
}

impl Default for Record {
    fn default() -> Record {
        Record { v: VERSION, seen: false, files: BTreeMap::new() }
    }
}

/// What was written into one settings file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct FileRecord {
    /// The agent's word.
    pub(crate) agent: String,
    /// When our hooks first came, or came back, in milliseconds since 1970.
    pub(crate) installed_ms: u64,
    /// When we last wrote it.
    #[serde(default)]
    pub(crate) written_ms: Option<u64>,
    /// Its name at the end of every link, when we last wrote it.
    #[serde(default)]
    pub(crate) real: Option<String>,
    /// Our hooks. One that is here and not in the file was taken away by somebody.
    #[serde(default)]
    pub(crate) entries: Vec<Written>,
    /// The status line; none where it was never considered.
    #[serde(default)]
    pub(crate) line: Option<LineRecord>,
    /// What was there before.
    #[serde(default)]
    pub(crate) stood: Stood,
    /// Which bytes the file had after our last write.
    #[serde(default)]
    pub(crate) fingerprint: Option<Fingerprint>,
    /// How many they were.
    #[serde(default)]
    pub(crate) len: u64,
    /// The bytes without our hooks, as long as nobody else has written the file since.
    #[serde(default)]
    pub(crate) before: Option<Before>,
    /// Whether the folder was made for the file.
    #[serde(default)]
    pub(crate) made_folder: bool,
    /// What our last write changed.
    #[serde(default)]
    pub(crate) diff: Option<Diff>,
    /// When the person removed our hooks: from then on nothing is written until they install them.
    #[serde(default)]
    pub(crate) removed_ms: Option<u64>,
    /// Since when some of our hooks are missing, as far as it was noticed.
    #[serde(default)]
    pub(crate) missing_ms: Option<u64>,
    /// When the agent was first known to run what we last wrote, of one that runs only what its
    /// person has reviewed.
    #[serde(default)]
    pub(crate) reviewed_ms: Option<u64>,
}

impl FileRecord {
    /// The record of a file into which nothing was written yet.
    pub(crate) fn new(agent: &str, now_ms: u64) -> FileRecord {
        FileRecord {
            agent: agent.to_owned(),
            installed_ms: now_ms,
            written_ms: None,
            real: None,
            entries: Vec::new(),
            line: None,
            stood: Stood::default(),
            fingerprint: None,
            len: 0,
            before: None,
            made_folder: false,
            diff: None,
            removed_ms: None,
            missing_ms: None,
            reviewed_ms: None,
        }
    }

    /// Whether the person has still to review what we last wrote, as far as is known.
    pub(crate) fn awaits_review(&self) -> bool {
        self.reviewed_ms.is_none() && self.removed_ms.is_none()
    }

    /// Notes whether hooks are missing.
    pub(crate) fn miss(&mut self, missing: bool, now_ms: u64) {
        if missing {
            self.missing_ms.get_or_insert(now_ms);
        } else {
            self.missing_ms = None;
        }
    }
}

/// One hook that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Written {
    /// The agent's name of the event.
    pub(crate) event: String,
    /// Whether a person answers in it.
    #[serde(default)]
    pub(crate) ask: bool,
}

impl Written {
    /// The hook of an entry.
    pub(crate) fn of(entry: &Entry) -> Written {
        Written { event: entry.event.to_owned(), ask: entry.ask }
    }

    /// Whether it is the hook of an entry.
    pub(crate) fn is_of(&self, entry: &Entry) -> bool {
        self.event == entry.event && self.ask == entry.ask
    }
}

/// What became of the status line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LineRecord {
    /// It was made ours.
    Taken,
    /// There was none, or one of a kind that we do not know, and it was left alone.
    Left,
}

/// The lists and objects that stay when our hooks go.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stood {
    /// Whether the object of all events was there.
    pub(crate) hooks: bool,
    /// The events whose lists were there.
    pub(crate) events: Vec<String>,
}

/// The bytes of a file without our hooks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Before {
    /// There was no file.
    Nothing,
    /// They are in a copy.
    Copy {
        /// The copy.
        path: PathBuf,
        /// Which bytes they are.
        fingerprint: Fingerprint,
    },
}

/// Why the record says nothing: then nobody knows what the person has removed, and nothing may be
/// written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unknown {
    /// The file cannot be read.
    #[error("the record of Vults, {}, cannot be read ({})", path.display(), vults_disk::said(cause))]
    Unreadable {
        /// The record.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// It is not what we write.
    #[error("the record of Vults, {}, is damaged; removing the hooks begins a new one", path.display())]
    Damaged {
        /// The record.
        path: PathBuf,
    },
    /// A newer Vults wrote it.
    #[error("the record of Vults, {}, was written by a newer Vults", path.display())]
    Newer {
        /// The record.
        path: PathBuf,
    },
}

impl Record {
    /// Reads the record; an empty one where there is none.
    ///
    /// # Errors
    ///
    /// [`Unknown`], and then nothing may be written.
    pub(crate) fn read(data: &Path) -> Result<Record, Unknown> {
        #[derive(Deserialize)]
        struct Version {
            v: u32,
        }
        let path = data.join(NAME);
        let bytes = match vults_disk::read_own(&path) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return Ok(Record::default()),
            Err(cause) => return Err(Unknown::Unreadable { path, cause }),
        };
        match serde_json::from_slice::<Version>(&bytes) {
            Ok(Version { v }) if v > VERSION => Err(Unknown::Newer { path }),
            Ok(Version { v: VERSION }) => {
                serde_json::from_slice(&bytes).map_err(|_| Unknown::Damaged { path })
            }
            _ => Err(Unknown::Damaged { path }),
        }
    }

    /// Puts one that nobody can read where a person finds it.
    ///
    /// # Errors
    ///
    /// Whatever the file system answers.
    pub(crate) fn put_aside(data: &Path) -> io::Result<()> {
        std::fs::rename(data.join(NAME), data.join(DAMAGED))
    }

    /// Writes it where it differs from what is there.
    ///
    /// # Errors
    ///
    /// Whatever the file system answers.
    pub(crate) fn write(&self, data: &Path) -> io::Result<()> {
        let mut bytes = serde_json::to_vec_pretty(self)?;
        bytes.push(b'\n');
        vults_disk::write_own(&data.join(NAME), &bytes, MODE).map(drop)
    }
}

#[cfg(test)]
mod tests;
