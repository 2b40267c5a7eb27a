//! What changes, line by line.

use std::fmt;
use std::time::Duration;

use similar::{DiffTag, TextDiff};

/// Lines of what stays, before and after each change.
const AROUND: usize = 3;
/// After this a diff of two very different texts gets coarser.
const PATIENCE: Duration = Duration::from_millis(500);
/// What a text without a line break at its end shows there, if only one of the two lacks it.
const NO_BREAK_AT_END: &str = "\\ No newline at end of file";

/// Lines that change, with a few around them.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Diff {
    /// The places, from the top.
    pub hunks: Vec<Hunk>,
}

/// One place of a diff.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Hunk {
    /// The number of its first line before the change, from 1.
    pub before: u32,
    /// The number of its first line after it, from 1.
    pub after: u32,
    /// Its lines, each without its end.
    pub lines: Vec<(Change, String)>,
}

/// What becomes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// It stays.
    Same,
    /// It comes in.
    Added,
    /// It goes.
    Removed,
}

impl Diff {
    /// What changes from one text to another.
    pub(crate) fn between(before: &str, after: &str) -> Diff {
        let lacks = |text: &str| !text.is_empty() && !text.ends_with('\n');
        let (mut old, mut new) = (lines(before), lines(after));
        match (lacks(before), lacks(after)) {
            (true, false) if !after.is_empty() => old.push(NO_BREAK_AT_END),
            (false, true) if !before.is_empty() => new.push(NO_BREAK_AT_END),
            _ => {}
        }
        let diff = TextDiff::configure().timeout(PATIENCE).diff_slices(&old, &new);
        let number = |index: usize| u32::try_from(index + 1).unwrap_or(u32::MAX);
        let shown = |change, lines: &[&str]| -> Vec<(Change, String)> {
            lines
                .iter()
                .map(|line| (change, line.strip_suffix('\r').unwrap_or(line).to_owned()))
                .collect()
        };
        let mut hunks = Vec::new();
        for group in diff.grouped_ops(AROUND) {
            let Some(first) = group.first() else { continue };
            let (before, after) =
                (number(first.old_range().start), number(first.new_range().start));
            let mut lines = Vec::new();
            for op in &group {
                let (old, new) = (&old[op.old_range()], &new[op.new_range()]);
                if op.tag() == DiffTag::Equal {
                    lines.extend(shown(Change::Same, old));
                } else {
                    lines.extend(shown(Change::Removed, old));
                    lines.extend(shown(Change::Added, new));
                }
            }
            hunks.push(Hunk { before, after, lines });
        }
        Diff { hunks }
    }
}

/// The lines of a text. A CR stays, so that changed line ends show as changes.
fn lines(text: &str) -> Vec<&str> {
    text.split_terminator('\n').collect()
}

/// The usual form: `@@`, and a sign before each line.
impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for hunk in &self.hunks {
            let count = |gone: Change| hunk.lines.iter().filter(|(how, _)| *how != gone).count();
            let (old, new) = (count(Change::Added), count(Change::Removed));
            // An empty side is named by the line before it.
            let start = |first: u32, lines: usize| if lines == 0 { first - 1 } else { first };
            let (before, after) = (start(hunk.before, old), start(hunk.after, new));
            writeln!(f, "@@ -{before},{old} +{after},{new} @@")?;
            for (change, line) in &hunk.lines {
                let sign = match change {
                    Change::Same => ' ',
                    Change::Added => '+',
                    Change::Removed => '-',
                };
                writeln!(f, "{sign}{line}")?;
            }
        }
        Ok(())
    }
}
