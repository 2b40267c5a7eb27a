//! Careful with files: changes of someone else's settings that leave every other byte alone, and
//! writes of our own that a crash cannot tear. Knows nothing about agents.
//!
//! [`ConfigFile::read`] reads strictly, [`ConfigFile::edit`] shows what would change,
//! [`Preview::apply`] writes it: after a backup, atomically, and only if the file's bytes are still
//! those that were read.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

/// How a settings file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON; comments and trailing commas are understood and kept.
    Json,
    /// TOML.
    Toml,
}

/// A step into a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The member of an object.
    Key(String),
    /// The element of an array, from 0.
    Index(usize),
}

/// One change of a document. Those of a list happen in order; each sees what the ones before left.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Adds a value at the end of an array. The array, and the objects around it, are made where
    /// they are missing.
    Append {
        /// Where the array is.
        to: Vec<Step>,
        /// What is added.
        value: Value,
    },
    /// Gives a member or an element a value. Where it has one already, only that value changes.
    Set {
        /// Where.
        at: Vec<Step>,
        /// The value.
        value: Value,
    },
    /// Takes a member or an element away.
    Remove {
        /// Where.
        at: Vec<Step>,
    },
}

/// Which bytes a file has; a file that is not there has one too.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Fingerprint(String);

/// A settings file, as it was read.
#[derive(Debug)]
pub struct ConfigFile {
    path: PathBuf,
}

impl ConfigFile {
    /// Reads a file; one that is not there, or is empty, counts as an empty document.
    ///
    /// # Errors
    ///
    /// Whatever makes an edit unsafe: see [`ConfigError`].
    pub fn read(path: &Path, format: Format) -> Result<ConfigFile, ConfigError> {
        unimplemented!("{path:?} {format:?}")
    }

    /// The path that was asked for.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file that is really there, at the end of every link.
    pub fn target(&self) -> &Path {
        unimplemented!()
    }

    /// Whether there is a file.
    pub fn exists(&self) -> bool {
        unimplemented!()
    }

    /// Its length in bytes.
    pub fn len(&self) -> u64 {
        unimplemented!()
    }

    /// What it says.
    pub fn root(&self) -> &Map<String, Value> {
        unimplemented!()
    }

    /// Which bytes it has.
    pub fn fingerprint(&self) -> Fingerprint {
        unimplemented!()
    }

    /// What these edits would change.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Shape`] where a step leads through something that is no object or array;
    /// [`ConfigError::Unsafe`] where the result would not be the document with exactly these edits.
    pub fn edit(&self, edits: &[Edit]) -> Result<Preview, ConfigError> {
        unimplemented!("{edits:?}")
    }

    /// The change to these very bytes; none takes the file away.
    pub fn rewrite(&self, bytes: Option<Vec<u8>>) -> Preview {
        unimplemented!("{bytes:?}")
    }
}

/// A change that was not written yet.
#[derive(Debug)]
pub struct Preview {}

impl Preview {
    /// Whether it would change nothing.
    pub fn is_empty(&self) -> bool {
        unimplemented!()
    }

    /// The lines that change.
    pub fn diff(&self) -> Diff {
        unimplemented!()
    }

    /// Which bytes the file would have.
    pub fn fingerprint(&self) -> Fingerprint {
        unimplemented!()
    }

    /// Writes it: the copy of the old bytes first, then the new ones, at once or not at all. Links,
    /// mode and owner stay. A preview that changes nothing writes nothing.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Changed`] where somebody has written the file since it was read, else whatever
    /// the file system answers; the file is as it was then.
    pub fn apply(self, backups: &Backups) -> Result<Applied, ConfigError> {
        unimplemented!("{backups:?}")
    }
}

/// What was written.
#[derive(Debug)]
pub struct Applied {
    /// The copy of the bytes before; none where there was no file.
    pub backup: Option<PathBuf>,
    /// Which bytes the file has now.
    pub fingerprint: Fingerprint,
    /// How many they are.
    pub len: u64,
}

/// Where copies go: a folder of ours, 0700, each copy 0600, the last 10 of each file.
#[derive(Clone, Debug)]
pub struct Backups {
    folder: PathBuf,
}

impl Backups {
    /// The copies in this folder, which is made when the first one comes.
    pub fn new(folder: PathBuf) -> Backups {
        Backups { folder }
    }

    /// The newest copy of a file.
    pub fn newest(&self, of: &Path) -> Option<PathBuf> {
        unimplemented!("{of:?} {:?}", self.folder)
    }
}

/// Lines that change, with a few around them.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Diff {
    /// The places, from the top.
    pub hunks: Vec<Hunk>,
}

/// One place of a diff.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Hunk {
    /// The number of its first line before the change, from 1.
    pub before: u32,
    /// The number of its first line after it, from 1.
    pub after: u32,
    /// Its lines, each without its end.
    pub lines: Vec<(Change, String)>,
}

/// What becomes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// It stays.
    Same,
    /// It comes in.
    Added,
    /// It goes.
    Removed,
}

/// The usual form: `@@`, and a sign before each line.
impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.hunks)
    }
}

/// Why a settings file is left alone.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// It is no JSON or TOML, even with comments and trailing commas.
    #[error("line {line}, column {column}: {reason}")]
    Syntax {
        /// The line, from 1.
        line: u32,
        /// The character in it, from 1.
        column: u32,
        /// What is wrong there.
        reason: String,
    },
    /// It is not UTF-8.
    #[error("it is not UTF-8 text")]
    NotText,
    /// Its root, or what a step leads through, is of another shape.
    #[error("{place} is not {expected}")]
    Shape {
        /// Where, as a person would say it.
        place: String,
        /// "an object" or "an array".
        expected: &'static str,
        /// The line where it begins, from 1.
        line: u32,
        /// The character in it, from 1.
        column: u32,
    },
    /// An object has the same key twice: nobody can say which one counts.
    #[error("line {line}: the key {key:?} stands twice")]
    Twice {
        /// The key.
        key: String,
        /// The line of the second, from 1.
        line: u32,
        /// The character in it, from 1.
        column: u32,
    },
    /// It is longer than 4 MiB.
    #[error("it is longer than 4 MiB")]
    TooLong,
    /// It is a folder, a device or a pipe.
    #[error("it is not a regular file")]
    NotAFile,
    /// Somebody has written it since it was read.
    #[error("another program has just changed it")]
    Changed,
    /// The edited text would not say what it should.
    #[error("it cannot be edited without changing more than our own entries")]
    Unsafe,
    /// The file system's answer.
    #[error("{doing}: {cause}")]
    Io {
        /// What was tried.
        doing: &'static str,
        /// The answer.
        cause: io::Error,
    },
}

/// Writes a file of our own: beside it, synced, renamed into place, so that a crash leaves the old
/// file or the new one. Says whether the bytes or the mode differed; where they do not, nothing is
/// written. The folders above it are made, for this user alone.
///
/// # Errors
///
/// Whatever the file system answers.
pub fn write_own(path: &Path, bytes: &[u8], mode: u32) -> io::Result<bool> {
    unimplemented!("{path:?} {} {mode}", bytes.len())
}
