//! The text of Codex's `apply_patch`: any number of files, each added, changed or deleted.
//!
//! Read strictly. Codex reads it with more patience, and then it is not for us to say what it does:
//! such a patch is shown as the text that it is.

use std::collections::BTreeSet;
use std::iter::Peekable;
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
    let (mut edits, mut paths) = (Vec::new(), BTreeSet::new());
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
        is_new(&mut paths, path)?;
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

/// Takes a path for the first time; none where it has been there before, or is no clear one.
fn is_new<'a>(paths: &mut BTreeSet<&'a str>, path: &'a str) -> Option<()> {
    (!path.is_empty() && path.trim() == path && paths.insert(path)).then_some(())
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
            Some(line) if line.starts_with("***") => return Some(hunks),
            // Only the first may come without a heading.
            Some(_) if hunks.is_empty() => {}
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
