//! How a text lays its lines out.

/// How a new value is laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// On lines of its own.
    Lines {
        /// The line end.
        newline: &'static str,
        /// What its first line begins with.
        indent: String,
        /// What each level adds.
        unit: String,
    },
    /// On the line of its neighbours.
    Inline {
        /// What follows a comma or a colon.
        space: &'static str,
    },
}

/// The blanks at the beginning of the line where `at` is.
pub(crate) fn indent_of_line(text: &str, at: usize) -> &str {
    let start = text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let line = &text[start..at];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// The blanks before `at`, if nothing else is before it on a line that is not the first.
pub(crate) fn own_indent(text: &str, at: usize) -> Option<&str> {
    // Not by way of the line's beginning: in a long line that would be asked for every item.
    let before = text[..at].trim_end_matches([' ', '\t']);
    before.ends_with(['\n', '\r']).then(|| &text[before.len()..at])
}

/// The line end that ends at `end`.
fn newline_ending(text: &str, end: usize) -> Option<&'static str> {
    let before = &text[..end];
    ["\r\n", "\n", "\r"].into_iter().find(|newline| before.ends_with(newline))
}

/// The line end that begins at `start`.
pub(crate) fn newline_starting(text: &str, start: usize) -> Option<&'static str> {
    let rest = &text[start..];
    ["\r\n", "\n", "\r"].into_iter().find(|newline| rest.starts_with(newline))
}

/// The line end nearest to `at`: the one before its line, else the one after it, else LF.
pub(crate) fn newline_near(text: &str, at: usize) -> &'static str {
    let before = text[..at].rfind(['\n', '\r']).and_then(|last| newline_ending(text, last + 1));
    let after = || text[at..].find(['\n', '\r']).and_then(|next| newline_starting(text, at + next));
    before.or_else(after).unwrap_or("\n")
}

/// Where the last line end of a span of blanks begins.
pub(crate) fn last_newline(text: &str, start: usize, end: usize) -> Option<usize> {
    let last = start + text[start..end].rfind(['\n', '\r'])?;
    let pair = last > start && text[..=last].ends_with("\r\n");
    Some(if pair { last - 1 } else { last })
}

/// Where the first line end of a span of blanks begins.
pub(crate) fn first_newline(text: &str, start: usize, end: usize) -> Option<usize> {
    Some(start + text[start..end].find(['\n', '\r'])?)
}

/// How many line ends a text has.
pub(crate) fn newlines(text: &str) -> usize {
    text.matches('\n').count() + text.matches('\r').count() - text.matches("\r\n").count()
}
