//! Two texts, line by line.

use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices, group_diff_ops};

use super::{DiffView, HunkView, LineChange, LineView};
use crate::ask::Hunk;
use crate::content::Room;
use crate::view::Segment;

/// Lines around a change that stay.
const CONTEXT: usize = 3;
/// Lines that are compared with each other, of both texts together. What differs more than that is
/// shown as one text that goes and one that comes; comparing it would take too long, and a card
/// could seldom hold it.
const COMPARED: usize = 20_000;
/// What stands at the end of a text that does not end its last line.
const NO_LINE_BREAK: &str = "no line break";

/// The lines that change from one text to the other, with a few around them; none where they do
/// not fit on the card.
pub(crate) fn between(old: &str, new: &str, room: &mut Room) -> Option<DiffView> {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    room.lines(old.len().abs_diff(new.len()))?;
    let mut diff = Drawing { room, view: DiffView::default() };
    for ops in group_diff_ops(compare(&old, &new), CONTEXT) {
        diff.hunk(&old, &new, &ops)?;
    }
    Some(diff.view)
}

/// Pieces of text of which each goes and another comes in its place, wherever that is.
pub(crate) fn replaced<'a>(
    pieces: impl Iterator<Item = (&'a str, &'a str)>,
    room: &mut Room,
) -> Option<DiffView> {
    let mut diff = Drawing { room, view: DiffView::default() };
    for (old, new) in pieces {
        diff.view.hunks.push(HunkView { before: 0, after: 0, lines: Vec::new() });
        for (change, text) in [(LineChange::Removed, old), (LineChange::Added, new)] {
            for line in text.split_inclusive('\n') {
                diff.line(change, line, End::Anywhere)?;
            }
        }
    }
    Some(diff.view)
}

/// The places of a patch as it names them, wherever they are.
pub(crate) fn patched(hunks: &[Hunk], room: &mut Room) -> Option<DiffView> {
    let mut diff = Drawing { room, view: DiffView::default() };
    for hunk in hunks {
        diff.view.hunks.push(HunkView { before: 0, after: 0, lines: Vec::new() });
        let below = hunk.below.iter().map(|line| (LineChange::Same, line));
        for (change, line) in below.chain(hunk.lines.iter().map(|(change, line)| (*change, line))) {
            diff.line(change, line, End::Anywhere)?;
        }
    }
    Some(diff.view)
}

/// What becomes of each line, in order.
fn compare(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let rest = |lines: &[&str]| lines.len() - start;
    let pairs = old.iter().rev().zip(new.iter().rev());
    let end = pairs.take(rest(old).min(rest(new))).take_while(|(old, new)| old == new).count();
    let (old_middle, new_middle) = (rest(old) - end, rest(new) - end);
    if old_middle + new_middle <= COMPARED {
        return capture_diff_slices(Algorithm::Histogram, old, new);
    }
    let mut ops = Vec::new();
    if start > 0 {
        ops.push(DiffOp::Equal { old_index: 0, new_index: 0, len: start });
    }
    ops.push(DiffOp::Replace {
        old_index: start,
        old_len: old_middle,
        new_index: start,
        new_len: new_middle,
    });
    if end > 0 {
        let (old_index, new_index) = (start + old_middle, start + new_middle);
        ops.push(DiffOp::Equal { old_index, new_index, len: end });
    }
    ops
}

/// Whether a piece's last line is a text's last line as well.
#[derive(Clone, Copy, PartialEq)]
enum End {
    OfText,
    Anywhere,
}

struct Drawing<'a> {
    room: &'a mut Room,
    view: DiffView,
}

impl Drawing<'_> {
    fn hunk(&mut self, old: &[&str], new: &[&str], ops: &[DiffOp]) -> Option<()> {
        let first = ops.first()?;
        let number = |range: Range<usize>| u32::try_from(range.start + 1).unwrap_or(u32::MAX);
        let (before, after) = (number(first.old_range()), number(first.new_range()));
        self.view.hunks.push(HunkView { before, after, lines: Vec::new() });
        for op in ops {
            if let DiffOp::Equal { .. } = op {
                self.lines(LineChange::Same, &new[op.new_range()])?;
                continue;
            }
            self.lines(LineChange::Removed, &old[op.old_range()])?;
            self.lines(LineChange::Added, &new[op.new_range()])?;
        }
        Some(())
    }

    fn lines(&mut self, change: LineChange, lines: &[&str]) -> Option<()> {
        lines.iter().try_for_each(|line| self.line(change, line, End::OfText))
    }

    fn line(&mut self, change: LineChange, line: &str, end: End) -> Option<()> {
        let whole = line.strip_suffix('\n');
        let mut text = self.room.line(whole.unwrap_or(line))?;
        if whole.is_none() && change != LineChange::Same && end == End::OfText {
            text.0.push(Segment::Hidden(NO_LINE_BREAK.to_owned()));
        }
        match change {
            LineChange::Same => {}
            LineChange::Added => self.view.added += 1,
            LineChange::Removed => self.view.removed += 1,
        }
        if let Some(hunk) = self.view.hunks.last_mut() {
            hunk.lines.push(LineView { change, text });
        }
        Some(())
    }
}
