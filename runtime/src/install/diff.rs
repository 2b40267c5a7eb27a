//! A change of a file, for the window.

use vults_core::{DiffView, HunkView, LineChange, LineView, Text};
use vults_disk::{Change, Diff, Hunk, Preview};

/// What a preview would change; none where that is nothing.
pub(crate) fn of(preview: &Preview) -> Option<DiffView> {
    (!preview.is_empty()).then(|| view(&preview.diff()))
}

/// A diff, with what would not be seen made visible.
pub(crate) fn view(diff: &Diff) -> DiffView {
    let count = |change: Change| {
        let lines = diff.hunks.iter().flat_map(|hunk| &hunk.lines);
        u32::try_from(lines.filter(|(is, _)| *is == change).count()).unwrap_or(u32::MAX)
    };
    DiffView {
        added: count(Change::Added),
        removed: count(Change::Removed),
        hunks: diff.hunks.iter().map(hunk).collect(),
    }
}

fn hunk(hunk: &Hunk) -> HunkView {
    let line = |(change, text): &(Change, String)| LineView {
        change: match change {
            Change::Same => LineChange::Same,
            Change::Added => LineChange::Added,
            Change::Removed => LineChange::Removed,
        },
        text: Text::of(text),
    };
    HunkView {
        before: hunk.before,
        after: hunk.after,
        lines: hunk.lines.iter().map(line).collect(),
    }
}
