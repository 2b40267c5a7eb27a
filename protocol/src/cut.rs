//! How a string looks that was cut for a payload (VP-23).

use crate::limits::STRING_BYTES;

/// What stands at the end of a cut string.
pub const CUT_MARK: char = '…';

/// The most that a cut can fall short of the limit: a character begun before it, less one byte.
const SLACK: usize = 3;

/// Whether a string of a payload may have been cut: it ends in the mark, right at the limit. A
/// string that somebody wrote just so looks the same.
pub fn may_be_cut(text: &str) -> bool {
    (STRING_BYTES - SLACK..=STRING_BYTES).contains(&text.len()) && text.ends_with(CUT_MARK)
}

/// Whether `text` is `whole`, or what is left of it after a cut.
pub fn is_whole_or_cut(text: &str, whole: &str) -> bool {
    let kept = || text.strip_suffix(CUT_MARK).is_some_and(|start| whole.starts_with(start));
    text == whole || (whole.len() > STRING_BYTES && may_be_cut(text) && kept())
}
