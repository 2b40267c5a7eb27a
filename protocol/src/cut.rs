//! Strings that are cut for a payload (VP-23), and how they look then.

use crate::limits::STRING_BYTES;

/// What stands at the end of a cut string.
pub const CUT_MARK: char = '…';

/// The most that a cut can fall short of the limit: a character begun before it, less one byte.
const SLACK: usize = 3;

/// Cuts a string that has more than `limit` bytes, at a character boundary; whether it did. With
/// the mark it has at most `limit` bytes, or is the mark alone.
pub fn cut(text: &mut String, limit: usize) -> bool {
    if text.len() <= limit {
        return false;
    }
    let end = text.floor_char_boundary(limit.saturating_sub(CUT_MARK.len_utf8()));
    text.truncate(end);
    text.push(CUT_MARK);
    true
}

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
