//! What the app has written: that it is there, how large, and whose; never what it says.

use std::fs;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};
use vults_protocol::endpoint;

use super::super::words::counted;
use super::app::whose;
use super::{About, Section, row};

/// So much of the end of the log is read, and so many lines of it are shown.
const LOG_BYTES: u64 = 4 << 10;
const LOG_LINES: usize = 10;

pub(super) fn section(data: &Path, short: &dyn Fn(&Path) -> String) -> Section {
    let mut rows = vec![row("folder", format!("{}, {}", short(data), whose(data)))];
    let mut names: Vec<PathBuf> =
        fs::read_dir(data).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    names.sort();
    for path in names {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = fs::symlink_metadata(&path).map_or(0, |found| found.len());
        let size =
            files_in(&path).map_or_else(|| counted(bytes, "byte"), |count| counted(count, "file"));
        rows.push(row(&name, format!("{size}, {}", whose(&path))));
    }
    Section { title: "Data", rows }
}

/// How many files a folder has; none where it is no folder. What is hidden, such as a lock, is none
/// of those that a person would count.
fn files_in(path: &Path) -> Option<u64> {
    let entries = fs::read_dir(path).ok()?.flatten();
    let seen = entries.filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."));
    Some(seen.map(|_| 1).sum())
}

/// The last lines that the relay has noted. They hold no content of any event (VP-13).
pub(super) fn hook_log(about: &About<'_>, home: Option<&Path>) -> Vec<String> {
    let state = (about.variable)("XDG_STATE_HOME").map(PathBuf::from);
    let path = endpoint::hook_log(state, home.map(Path::to_owned));
    let lines = path.and_then(|path| end_of(&path)).unwrap_or_default();
    let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
    let first = lines.len().saturating_sub(LOG_LINES);
    match lines.get(first..) {
        Some(lines) if !lines.is_empty() => lines.to_vec(),
        _ => vec!["nothing".to_owned()],
    }
}

fn end_of(path: &Path) -> Option<String> {
    // A pipe in its place must not hold us up.
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let mut file = fs::File::from(rustix::fs::open(path, flags, Mode::empty()).ok()?);
    let found = file.metadata().ok().filter(fs::Metadata::is_file)?;
    let length = found.len();
    let begin = length.saturating_sub(LOG_BYTES);
    file.seek(SeekFrom::Start(begin)).ok()?;
    let mut bytes = Vec::new();
    file.take(LOG_BYTES).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    // What begins in the middle of a line does not begin with one.
    Some(if begin == 0 { text } else { text.split_once('\n')?.1.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_not_counted() {
        let folder = tempfile::tempdir().unwrap();
        let check = |expected| assert_eq!(files_in(folder.path()), expected);
        check(Some(0));
        fs::write(folder.path().join(".lock"), "").unwrap();
        check(Some(0));
        fs::write(folder.path().join("settings.json"), "").unwrap();
        check(Some(1));
        assert_eq!(files_in(&folder.path().join("settings.json")), None);
    }

    #[test]
    fn only_a_file_is_a_log() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hook.log");
        assert_eq!(end_of(&path), None);
        let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success());
        assert_eq!(end_of(&path), None);
        assert_eq!(end_of(folder.path()), None);
    }
}
