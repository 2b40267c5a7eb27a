//! The bytes of the rules and of their key.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use serde::Deserialize;
use serde_json::Value;
use vults_core::Seal;

/// The file of the rules, in the data folder.
pub(super) const NAME: &str = "rules.json";
/// The key of their tags.
pub(super) const KEY_NAME: &str = "rules.key";
/// The form of what is written now.
const VERSION: u32 = 1;
/// For this user alone.
const PRIVATE: u32 = 0o600;
/// The longest file that is read, in bytes: some 6 KiB for each of the rules that there can be, of
/// which one takes half a KiB as a rule.
const LONGEST: u64 = 64 << 20;

/// Why the rules cannot be told, as the end of a sentence.
#[derive(Debug, thiserror::Error)]
pub(super) enum Lost {
    #[error("{name} cannot be read ({})", vults_disk::said(cause))]
    Unreadable { name: &'static str, cause: io::Error },
    #[error("{0} is damaged; move it away to begin anew")]
    Damaged(&'static str),
    #[error("{0} was written by a newer Vults")]
    Newer(&'static str),
    #[error("another program has changed {0}; what stands there now counts from the next start on")]
    Changed(&'static str),
    #[error("the system gives no random key")]
    NoKey,
}

/// What stands in the file.
pub(super) struct Contents {
    pub(super) bytes: Vec<u8>,
    /// The rules, one by one.
    pub(super) rules: Vec<Value>,
}

/// What stands in the file; none where there is no file.
pub(super) fn rules(data: &Path) -> Result<Option<Contents>, Lost> {
    #[derive(Deserialize)]
    struct Version {
        v: u32,
    }
    #[derive(Deserialize)]
    struct Rules {
        rules: Vec<Value>,
    }
    let Some(bytes) = bytes(data)? else { return Ok(None) };
    match serde_json::from_slice::<Version>(&bytes) {
        Ok(Version { v }) if v > VERSION => return Err(Lost::Newer(NAME)),
        Ok(Version { v: VERSION }) => {}
        _ => return Err(Lost::Damaged(NAME)),
    }
    let Rules { rules } = serde_json::from_slice(&bytes).map_err(|_| Lost::Damaged(NAME))?;
    Ok(Some(Contents { bytes, rules }))
}

/// The bytes of the file of the rules.
pub(super) fn bytes(data: &Path) -> Result<Option<Vec<u8>>, Lost> {
    read(&data.join(NAME)).map_err(|cause| Lost::Unreadable { name: NAME, cause })
}

/// The file that holds these rules: one on a line, for whoever reads it.
pub(super) fn written(rules: &[String]) -> Vec<u8> {
    let lines = rules.join(",\n");
    format!("{{\"v\": {VERSION}, \"rules\": [\n{lines}\n]}}\n").into_bytes()
}

pub(super) fn write(data: &Path, bytes: &[u8]) -> io::Result<()> {
    vults_disk::write_own(&data.join(NAME), bytes, PRIVATE).map(drop)
}

/// The key; none where there is no file.
pub(super) fn key(data: &Path) -> Result<Option<[u8; Seal::BYTES]>, Lost> {
    let bytes = read(&data.join(KEY_NAME));
    let bytes = bytes.map_err(|cause| Lost::Unreadable { name: KEY_NAME, cause })?;
    bytes.map(|bytes| bytes.try_into().map_err(|_| Lost::Damaged(KEY_NAME))).transpose()
}

/// A new key, from the system.
pub(super) fn new_key() -> Result<[u8; Seal::BYTES], Lost> {
    let mut key = [0; Seal::BYTES];
    let got = rustix::rand::getrandom(&mut key, rustix::rand::GetRandomFlags::empty());
    if got == Ok(Seal::BYTES) { Ok(key) } else { Err(Lost::NoKey) }
}

pub(super) fn write_key(data: &Path, key: &[u8]) -> io::Result<()> {
    vults_disk::write_own(&data.join(KEY_NAME), key, PRIVATE).map(drop)
}

/// The bytes of a file that is this user's alone; none where there is none. Neither a pipe nor an
/// endless file holds the reader up.
fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = match rustix::fs::open(path, flags, Mode::empty()) {
        Ok(file) => File::from(file),
        Err(Errno::NOENT) => return Ok(None),
        Err(errno) => return Err(errno.into()),
    };
    let stat = file.metadata()?;
    if !stat.is_file() || stat.uid() != rustix::process::geteuid().as_raw() {
        return Err(io::Error::other("it is no file of this user's"));
    }
    if stat.mode() & 0o077 != 0 {
        return Err(io::Error::other("it is open to other users; its mode must be 0600"));
    }
    let mut bytes = Vec::new();
    file.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Err(io::Error::other("it is longer than 64 MiB"));
    }
    Ok(Some(bytes))
}
