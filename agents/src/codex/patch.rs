//! The text of Codex's `apply_patch`: any number of files, each added, changed or deleted.
//!
//! Read strictly. Codex reads it with more patience, and then it is not for us to say what it does:
//! such a patch is shown as the text that it is.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::iter::Peekable;
use std::path::{Component, Path, PathBuf};
use std::str::Lines;

use vults_core::{Change, FileEdit, Hunk, LineChange};

const BEGIN: &str = "*** Begin Patch";
const END: &str = "*** End Patch";
const ADD: &str = "*** Add File: ";
const DELETE: &str = "*** Delete File: ";
const UPDATE: &str = "*** Update File: ";
const MOVE: &str = "*** Move to";
const END_OF_FILE: &str = "*** End of File";
const PLACE: &str = "@@";

/// Whether a patch may move a file: nobody looks at what is at the place that it goes to.
pub(super) fn moves(patch: &str) -> bool {
    // Codex takes such a line with blanks around it, too.
    patch.lines().any(|line| line.trim_start().starts_with(MOVE))
}

/// What becomes of each file, in the patch's order; none where that is not certain.
pub(super) fn edits(patch: &str) -> Option<Vec<FileEdit>> {
    // It would be lost with its line.
    if patch.contains('\r') {
        return None;
    }
    let mut lines = patch.lines().peekable();
    if lines.next() != Some(BEGIN) {
        return None;
    }
    let (mut edits, mut files) = (Vec::new(), Files::default());
    loop {
        let heading = lines.next()?;
        if heading == END {
            break;
        }
        let (path, change) = if let Some(path) = heading.strip_prefix(ADD) {
            (path, Change::Write(added(&mut lines)))
        } else if let Some(path) = heading.strip_prefix(DELETE) {
            (path, Change::Delete)
        } else {
            (heading.strip_prefix(UPDATE)?, Change::Patch(hunks(&mut lines)?))
        };
        // What a second change of the same file finds there is not on the disk yet.
        files.name(path)?;
        edits.push(FileEdit { path: path.to_owned(), change });
    }
    (lines.next().is_none() && !edits.is_empty()).then_some(edits)
}

/// The first file of a patch, or of the start of one.
pub(super) fn first_path(patch: &str) -> Option<&str> {
    let path = |line: &'_ str| {
        let heading =
            [ADD, UPDATE, DELETE].into_iter().find(|heading| line.starts_with(heading))?;
        Some(heading.len())
    };
    patch.lines().find_map(|line| line.get(path(line)?..))
}

/// The files that a patch has named so far.
#[derive(Default)]
struct Files {
    paths: BTreeSet<PathBuf>,
    /// The names of those whose paths are absolute, and of all others.
    absolute: BTreeSet<OsString>,
    relative: BTreeSet<OsString>,
}

impl Files {
    /// Takes a file for the first time; none where it may have been there before, or its path is no
    /// clear one.
    fn name(&mut self, path: &str) -> Option<()> {
        if path.is_empty() || path.trim() != path {
            return None;
        }
        let path = normalized(Path::new(path));
        let name = path.file_name().unwrap_or_default().to_owned();
        let (alike, others) = match path.is_absolute() {
            true => (&mut self.absolute, &self.relative),
            false => (&mut self.relative, &self.absolute),
        };
        // In which folder the others begin is not known.
        let may_be_other = others.contains(&name);
        alike.insert(name);
        (!may_be_other && self.paths.insert(path)).then_some(())
    }
}

/// A path without what leads nowhere, as it is written: no disk is asked.
fn normalized(path: &Path) -> PathBuf {
    let mut normalized = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match normalized.components().next_back() {
                Some(Component::Normal(_)) => drop(normalized.pop()),
                Some(Component::RootDir) => {}
                _ => normalized.push(component),
            },
            _ => normalized.push(component),
        }
    }
    normalized
}

fn added(lines: &mut Peekable<Lines<'_>>) -> String {
    let mut text = String::new();
    while let Some(line) = lines.peek().and_then(|line| line.strip_prefix('+')) {
        lines.next();
        text.push_str(line);
        text.push('\n');
    }
    text
}

fn hunks(lines: &mut Peekable<Lines<'_>>) -> Option<Vec<Hunk>> {
    let mut hunks = Vec::new();
    loop {
        let mut hunk = Hunk::default();
        match lines.peek() {
            Some(line) if line.starts_with(PLACE) => {
                let below = lines.next()?.strip_prefix(PLACE)?;
                hunk.below = match below {
                    "" => None,
                    named => Some(named.strip_prefix(' ')?.to_owned()),
                };
            }
            Some(line) if line.starts_with("***") => {
                return (!hunks.is_empty()).then_some(hunks);
            }
            // Only the first may come without a heading. Before it Codex passes over blank lines.
            Some(line) if hunks.is_empty() && !line.trim().is_empty() => {}
            _ => return None,
        }
        while let Some((change, text)) = lines.peek().and_then(|line| changed(line)) {
            lines.next();
            hunk.lines.push((change, text.to_owned()));
        }
        hunk.at_end = lines.next_if_eq(&END_OF_FILE).is_some();
        if hunk.lines.is_empty() {
            return None;
        }
        hunks.push(hunk);
    }
}

/// A line of a place, after the sign that says what becomes of it.
fn changed(line: &str) -> Option<(LineChange, &str)> {
    let signs = [(' ', LineChange::Same), ('+', LineChange::Added), ('-', LineChange::Removed)];
    signs.into_iter().find_map(|(sign, change)| Some((change, line.strip_prefix(sign)?)))
}
