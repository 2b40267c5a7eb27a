//! The person's own status lines, beside the relay that runs them (VP-45): an object from the path
//! of a settings file to its whole `statusLine` as it stood there, or null where there was none.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use vults_disk::{ConfigFile, Format};

use super::ours::{self, Line};
use super::plan::Saved;
use super::relay;

/// The file's name, in the relay's folder.
pub(crate) const NAME: &str = "status-lines.json";
/// Where one goes that is not what we write: a line in it may still be read by a person.
pub(crate) const DAMAGED: &str = "status-lines.damaged.json";
const MODE: u32 = 0o600;

/// The person's own status line that was saved for a settings file, or null where there was none;
/// nothing where neither is saved.
pub(crate) fn line(data: &Path, settings: &str, agent: &str) -> Option<Value> {
    let line = read(data).ok()?.remove(settings)?;
    let is_known = line.is_null() || matches!(ours::line_of(&line, agent), Line::Command(_));
    is_known.then_some(line)
}

/// The file, where it may still hold a status line of somebody's.
pub(crate) fn left(data: &Path) -> Option<PathBuf> {
    let is_empty = read(data).is_ok_and(|lines| lines.values().all(Value::is_null));
    (!is_empty).then(|| relay::folder(data).join(NAME))
}

/// The person's own status line in the first of these copies of a settings file in which ours does
/// not stand, or null where it has none.
pub(crate) fn in_copies(copies: impl IntoIterator<Item = PathBuf>, agent: &str) -> Option<Value> {
    copies.into_iter().find_map(|copy| {
        let copy = ConfigFile::read(&copy, Format::Json).ok().filter(ConfigFile::exists)?;
        match ours::line(copy.root(), agent) {
            Line::Command(line) => Some(line.clone()),
            Line::None => Some(Value::Null),
            Line::Ours { .. } | Line::Other => None,
        }
    })
}

/// Saves, or forgets, the status line of settings files that are one file under several names.
///
/// # Errors
///
/// Whatever the file system answers.
pub(crate) fn keep(data: &Path, settings: &[String], saved: &Saved) -> io::Result<()> {
    if *saved == Saved::Keep {
        return Ok(());
    }
    let path = relay::folder(data).join(NAME);
    let before = match read(data) {
        Ok(lines) => lines,
        // There is nothing in it that could be forgotten.
        Err(_) if *saved == Saved::Forget => return Ok(()),
        Err(_) => {
            fs::rename(&path, path.with_file_name(DAMAGED))?;
            Map::new()
        }
    };
    let mut lines = before.clone();
    for settings in settings {
        match saved {
            Saved::Keep => {}
            Saved::Forget => drop(lines.shift_remove(settings)),
            Saved::Put(line) => drop(lines.insert(settings.clone(), line.clone())),
        }
    }
    if lines == before {
        return Ok(());
    }
    if lines.is_empty() {
        return fs::remove_file(path);
    }
    let mut bytes = serde_json::to_vec_pretty(&lines)?;
    bytes.push(b'\n');
    vults_disk::write_own(&path, &bytes, MODE).map(drop)
}

fn read(data: &Path) -> io::Result<Map<String, Value>> {
    let bytes = vults_disk::read_own(&relay::folder(data).join(NAME))?;
    Ok(bytes.map_or_else(|| Ok(Map::new()), |bytes| serde_json::from_slice(&bytes))?)
}
