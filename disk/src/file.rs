//! A settings file, read strictly.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{FileType, Mode, OFlags};
use rustix::io::Errno;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::{ConfigError, Edit, Format, LONGEST, Preview, Step, text};

/// Links in a row; the kernel follows as many.
const MOST_LINKS: usize = 40;
/// An empty file that is older stays empty.
const SETTLED: Duration = Duration::from_secs(2);
/// How often it is looked at meanwhile.
const PAUSE: Duration = Duration::from_millis(50);

/// Which bytes a file has; a file that is not there has one too.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Fingerprint(String);

impl Fingerprint {
    pub(crate) fn of(bytes: Option<&[u8]>) -> Fingerprint {
        Fingerprint(bytes.map_or_else(|| "absent".to_owned(), |bytes| hash(bytes, 32)))
    }
}

/// The first `len` bytes of the SHA-256 of these bytes, as hexadecimal digits.
pub(crate) fn hash(bytes: &[u8], len: usize) -> String {
    Sha256::digest(bytes).iter().take(len).map(|byte| format!("{byte:02x}")).collect()
}

/// A settings file, as it was read.
#[derive(Debug)]
pub struct ConfigFile {
    path: PathBuf,
    target: PathBuf,
    format: Format,
    /// None where there is no file.
    text: Option<String>,
    root: Map<String, Value>,
}

impl ConfigFile {
    /// Reads a file; one that is not there, or holds only blanks and comments, counts as an empty
    /// document.
    ///
    /// # Errors
    ///
    /// Whatever makes an edit unsafe: see [`ConfigError`].
    pub fn read(path: &Path, format: Format) -> Result<ConfigFile, ConfigError> {
        let target = follow(path)?;
        let text = match open_regular(&target)? {
            Some(file) => {
                let text = String::from_utf8(read_bounded(&file)?);
                Some(text.map_err(|_| ConfigError::NotText)?)
            }
            None => None,
        };
        let root = text::read(text.as_deref().unwrap_or_default(), format)?;
        Ok(ConfigFile { path: path.to_owned(), target, format, text, root })
    }

    /// Reads a file as [`ConfigFile::read`] does, once it has come to rest. One that has just become
    /// empty may be half way between a program's cut and its write: it says nothing yet, and what is
    /// still written would be lost if a change took the file's place meanwhile. That is waited for, but
    /// not longer than two seconds.
    ///
    /// # Errors
    ///
    /// As [`ConfigFile::read`].
    pub fn read_settled(path: &Path, format: Format) -> Result<ConfigFile, ConfigError> {
        let until = Instant::now() + SETTLED;
        loop {
            let file = ConfigFile::read(path, format)?;
            let modified = fs::metadata(&file.target).and_then(|found| found.modified());
            let age = modified.ok().and_then(|modified| modified.elapsed().ok());
            let is_fresh = file.exists() && file.is_empty() && age.is_some_and(|age| age < SETTLED);
            if !is_fresh || Instant::now() >= until {
                return Ok(file);
            }
            thread::sleep(PAUSE);
        }
    }

    /// The path that was asked for.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file that is really there, at the end of every link.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Whether there is a file.
    pub fn exists(&self) -> bool {
        self.text.is_some()
    }

    /// Its length in bytes.
    pub fn len(&self) -> u64 {
        self.text.as_deref().map_or(0, |text| text.len() as u64)
    }

    /// Whether it has no bytes, or is not there.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its text, as it is; none where there is no file.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// What it says.
    pub fn root(&self) -> &Map<String, Value> {
        &self.root
    }

    /// The way to the innermost object or array in which each comment stands, from the top. Only of
    /// JSON; of TOML nothing is told.
    pub fn comments(&self) -> Vec<Vec<Step>> {
        text::comments(self.text.as_deref().unwrap_or_default(), self.format)
    }

    /// Which bytes it has.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(self.bytes())
    }

    /// What these edits would change.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Shape`] where a step leads through something that is no object or array,
    /// [`ConfigError::Missing`] where there is nothing to take away or a gap in an array;
    /// [`ConfigError::Unsafe`] where the result would not be the document with exactly these edits.
    pub fn edit(&self, edits: &[Edit]) -> Result<Preview, ConfigError> {
        let before = self.text.as_deref();
        let after = text::edit_text(before.unwrap_or_default(), self.format, edits)?;
        // Edits that come to nothing make no file.
        let nothing = before.is_none() && after.is_empty();
        Ok(self.rewrite((!nothing).then(|| after.into_bytes())))
    }

    /// The change to these very bytes; none takes the file away.
    pub fn rewrite(&self, bytes: Option<Vec<u8>>) -> Preview {
        Preview {
            target: self.target.clone(),
            before: self.bytes().map(<[u8]>::to_vec),
            after: bytes,
        }
    }

    fn bytes(&self) -> Option<&[u8]> {
        self.text.as_deref().map(str::as_bytes)
    }
}

/// The file at the end of every link, which need not be there.
pub(crate) fn follow(path: &Path) -> Result<PathBuf, ConfigError> {
    let mut here = path.to_owned();
    for _ in 0..=MOST_LINKS {
        let name = here.file_name().ok_or(ConfigError::NotAFile)?.to_owned();
        let folder = match here.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        match fs::canonicalize(folder) {
            Ok(folder) => here = folder.join(&name),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(here),
            Err(cause) => {
                return Err(ConfigError::Io { failed: "its folder could not be opened", cause });
            }
        }
        match fs::read_link(&here) {
            Ok(link) => here = here.parent().unwrap_or(Path::new("/")).join(link),
            // EINVAL: it is there and no link.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => return Ok(here),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(here),
            Err(cause) => {
                return Err(ConfigError::Io { failed: "its link could not be followed", cause });
            }
        }
    }
    Err(ConfigError::Io { failed: "its link could not be followed", cause: Errno::LOOP.into() })
}

/// Opens a regular file and nothing else; a pipe cannot hold us up.
pub(crate) fn open_regular(path: &Path) -> Result<Option<File>, ConfigError> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = match rustix::fs::open(path, flags, Mode::empty()) {
        Ok(file) => File::from(file),
        Err(Errno::NOENT) => return Ok(None),
        // A socket, a link.
        Err(Errno::NXIO | Errno::LOOP) => return Err(ConfigError::NotAFile),
        Err(error) => return Err(ConfigError::io("it could not be opened")(error)),
    };
    let stat = rustix::fs::fstat(&file).map_err(ConfigError::io("it could not be looked at"))?;
    if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
        return Err(ConfigError::NotAFile);
    }
    Ok(Some(file))
}

/// The bytes of a regular file; none where there is no file. Neither a pipe nor an endless file holds
/// the reader up.
///
/// # Errors
///
/// Whatever the file system answers; a file that is not regular, or longer than [`LONGEST`].
pub fn read_own(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let read = open_regular(path).and_then(|file| file.as_ref().map(read_bounded).transpose());
    read.map_err(|error| match error {
        ConfigError::Io { cause, .. } => cause,
        other => io::Error::other(other),
    })
}

/// The bytes of a file, if they are not too many.
pub(crate) fn read_bounded(file: &File) -> Result<Vec<u8>, ConfigError> {
    let mut bytes = Vec::new();
    file.take(LONGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(ConfigError::io("it could not be read"))?;
    if bytes.len() as u64 > LONGEST {
        return Err(ConfigError::TooLong);
    }
    Ok(bytes)
}
