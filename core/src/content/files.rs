//! Files that change: as a difference to what is there, or, where that is not known or does not
//! fit, as the whole texts that go and come. What Allow authorizes is never guessed.

use super::{FileChange, FileView, Room, Unread, notebook, patch};
use crate::ask::{CellMode, Change, FileEdit, Replacement};
use crate::diff::{DiffView, between, patched, replaced};
use crate::present::Place;

/// How much text is looked through to work out many replacements in one file, in bytes. It takes
/// some 100 ms.
const SEARCHED: usize = 64 << 20;

/// How long a file may become by its replacements, in bytes. What is longer has no card anyway, and
/// a long text in the place of every letter would fill the memory.
const RESULT: usize = 4 << 20;

/// Each file with what becomes of it; none where that does not fit on the card.
pub(super) fn draw(edits: &[FileEdit], places: &[Place], room: &mut Room) -> Option<Vec<FileView>> {
    room.lines(edits.len())?;
    let unknown = Place::default();
    let place = |index: usize| places.get(index).unwrap_or(&unknown);
    edits.iter().enumerate().map(|(index, edit)| file(edit, place(index), room)).collect()
}

fn file(edit: &FileEdit, place: &Place, room: &mut Room) -> Option<FileView> {
    let path = room.line(&edit.path)?;
    let leads_to = match &place.leads_to {
        Some(path) => Some(room.line(path)?),
        None => None,
    };
    let (change, diff) = match texts(&edit.change, place) {
        Ok(Texts { old, new }) => {
            let change = match (&edit.change, &old) {
                (Change::Delete, _) => FileChange::Deleted { unread: None },
                (_, None) => FileChange::New,
                _ => FileChange::Changed,
            };
            (change, between(old.as_deref().unwrap_or_default(), &new, room)?)
        }
        Err(why) => {
            let change = match edit.change {
                Change::Delete => FileChange::Deleted { unread: Some(why) },
                _ => FileChange::Unread { why },
            };
            (change, unread(&edit.change, room)?)
        }
    };
    Some(FileView { path, leads_to, outside: place.outside, change, diff })
}

/// What is there before, if anything is, and what is there after.
struct Texts {
    old: Option<String>,
    new: String,
}

fn texts(change: &Change, place: &Place) -> Result<Texts, Unread> {
    // Whoever deletes a link leaves the file that it leads to.
    if place.is_link && *change == Change::Delete {
        return Err(Unread::Link);
    }
    let present = place.text.as_ref().map_err(|why| *why)?.as_deref();
    let there = || present.ok_or(Unread::Missing);
    match change {
        Change::Write(content) => {
            Ok(Texts { old: present.map(str::to_owned), new: content.clone() })
        }
        Change::Replace(replacements) => {
            Ok(Texts { old: present.map(str::to_owned), new: replace(present, replacements)? })
        }
        Change::Delete => Ok(Texts { old: Some(there()?.to_owned()), new: String::new() }),
        Change::Patch(hunks) => {
            let old = there()?;
            Ok(Texts { old: Some(old.to_owned()), new: patch::apply(old, hunks)? })
        }
        Change::Cell { id, mode, source } => {
            let cell = |id: &Option<String>| {
                notebook::cell(there()?, id.as_deref().ok_or(Unread::CellMissing)?)
            };
            let (old, new) = match mode {
                CellMode::Replace => (cell(id)?, source.clone()),
                CellMode::Delete => (cell(id)?, String::new()),
                CellMode::Insert => {
                    // Without an id it comes first.
                    match id {
                        Some(_) => drop(cell(id)?),
                        None => drop(there()?),
                    }
                    (String::new(), source.clone())
                }
            };
            Ok(Texts { old: Some(old), new })
        }
    }
}

/// The text after all replacements, each in what the one before it has left.
fn replace(present: Option<&str>, replacements: &[Replacement]) -> Result<String, Unread> {
    let mut text = present.map(str::to_owned);
    let mut searched = 0usize;
    for Replacement { old, new, every, with_line_break } in replacements {
        if old.is_empty() {
            // Only what is not there yet, or holds nothing, can be begun.
            if text.as_ref().is_some_and(|text| !text.is_empty()) {
                return Err(Unread::OldTextMissing);
            }
            text = Some(new.clone());
            continue;
        }
        let before = text.as_ref().ok_or(Unread::Missing)?;
        searched = searched.saturating_add(before.len());
        if searched > SEARCHED {
            return Err(Unread::TooManyChanges);
        }
        let first = before.find(old.as_str()).ok_or(Unread::OldTextMissing)?;
        // Also where the two places share characters.
        let second = first + before[first..].chars().next().map_or(0, char::len_utf8);
        if !every && before[second..].contains(old.as_str()) {
            return Err(Unread::OldTextRepeated);
        }
        let line = format!("{old}\n");
        let takes_line = *with_line_break && new.is_empty() && !old.ends_with('\n');
        let goes = if takes_line && before.contains(&line) { &line } else { old };
        let comes = before.matches(goes.as_str()).count().saturating_mul(new.len());
        if before.len().saturating_add(comes) > RESULT {
            return Err(Unread::TooManyChanges);
        }
        text = Some(before.replace(goes.as_str(), new));
    }
    text.ok_or(Unread::Missing)
}

/// All of the texts that an agent names, without what is there.
fn unread(change: &Change, room: &mut Room) -> Option<DiffView> {
    match change {
        Change::Write(content) => {
            let mut diff = between("", content, room)?;
            diff.hunks.iter_mut().for_each(|hunk| hunk.before = 0);
            Some(diff)
        }
        Change::Replace(replacements) => {
            replaced(replacements.iter().map(|one| (one.old.as_str(), one.new.as_str())), room)
        }
        Change::Delete => Some(DiffView::default()),
        Change::Patch(hunks) => patched(hunks, room),
        Change::Cell { source, .. } => replaced([("", source.as_str())].into_iter(), room),
    }
}
