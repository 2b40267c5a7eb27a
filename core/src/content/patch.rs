//! A file after a patch, where its lines are there exactly as the patch names them. An agent may be
//! more lenient than that; what it then does is not guessed.

use super::Unread;
use crate::ask::Hunk;
use crate::diff::LineChange;

/// The text after all places of a patch.
pub(super) fn apply(text: &str, hunks: &[Hunk]) -> Result<String, Unread> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    // What comes after the last line break is no line.
    lines.pop_if(|last| last.is_empty());
    let mut after: Vec<&str> = Vec::with_capacity(lines.len());
    let mut from = 0;
    for hunk in hunks {
        let there = |change: LineChange| change != LineChange::Added;
        let old: Vec<&str> = of(hunk, there).collect();
        if let Some(below) = &hunk.below {
            let above = lines[from..].iter().position(|line| line == below);
            let next = from + above.ok_or(Unread::OldTextMissing)? + 1;
            after.extend(&lines[from..next]);
            from = next;
        }
        let start = place(&lines, from, &old, hunk.at_end).ok_or(Unread::OldTextMissing)?;
        after.extend(&lines[from..start]);
        after.extend(of(hunk, |change| change != LineChange::Removed));
        from = start + old.len();
    }
    after.extend(&lines[from..]);
    let mut text = after.join("\n");
    // One that ends with an empty line has its line break by that, and so ends with one line less.
    if after.last().is_some_and(|last| !last.is_empty()) {
        text.push('\n');
    }
    Ok(text)
}

fn of(hunk: &Hunk, counts: impl Fn(LineChange) -> bool) -> impl Iterator<Item = &str> {
    hunk.lines.iter().filter(move |(change, _)| counts(*change)).map(|(_, line)| line.as_str())
}

/// Where these lines first stand one after the other. Nothing says where lines come in that stand
/// beside no other.
fn place(lines: &[&str], from: usize, old: &[&str], at_end: bool) -> Option<usize> {
    if old.is_empty() {
        return None;
    }
    if at_end {
        let start = lines.len().checked_sub(old.len()).filter(|start| *start >= from)?;
        return (lines[start..] == *old).then_some(start);
    }
    lines[from..].windows(old.len()).position(|these| these == old).map(|found| from + found)
}
