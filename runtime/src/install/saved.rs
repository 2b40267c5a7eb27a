//! The person's own status lines, beside the relay that runs them (VP-45): an object from the path
//! of a settings file to its whole `statusLine` as it stood there.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use serde_json::{Map, Value};

use super::plan::Saved;
use super::relay;

/// The file's name, in the relay's folder.
pub(crate) const NAME: &str = "status-lines.json";
const MODE: u32 = 0o600;

/// The status line that was saved for a settings file.
pub(crate) fn line(data: &Path, settings: &str) -> Option<Value> {
    read(data).ok()?.remove(settings)
}

/// Saves, or forgets, the status line of settings files that are one file under several names.
///
/// # Errors
///
/// Whatever the file system answers, and a file that is not what we write: what is in it would be
/// lost.
pub(crate) fn keep(data: &Path, settings: &[&str], saved: &Saved) -> io::Result<()> {
    if *saved == Saved::Keep {
        return Ok(());
    }
    let before = read(data)?;
    let mut lines = before.clone();
    for settings in settings {
        match saved {
            Saved::Keep => {}
            Saved::Forget => drop(lines.shift_remove(*settings)),
            Saved::Put(line) => drop(lines.insert((*settings).to_owned(), line.clone())),
        }
    }
    if lines == before {
        return Ok(());
    }
    let path = relay::folder(data).join(NAME);
    if lines.is_empty() {
        return fs::remove_file(path);
    }
    let mut bytes = serde_json::to_vec_pretty(&lines)?;
    bytes.push(b'\n');
    vults_disk::write_own(&path, &bytes, MODE).map(drop)
}

fn read(data: &Path) -> io::Result<Map<String, Value>> {
    match fs::read(relay::folder(data).join(NAME)) {
        Ok(bytes) => Ok(serde_json::from_slice(&bytes)?),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Map::new()),
        Err(error) => Err(error),
    }
}
