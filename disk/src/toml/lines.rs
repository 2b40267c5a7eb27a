//! Whole lines that come and go. What comes begins with a line end and ends before one, and so does
//! what goes: a text without a line end at its end stays so.

use std::ops::Range;

use crate::layout::newline_near;
use crate::splice::{Change, Splice};

/// Where the text of a line begins, its indentation left out.
pub(crate) fn start(text: &str, at: usize) -> usize {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    line + (text[line..].len() - text[line..].trim_start_matches([' ', '\t']).len())
}

/// Where a line ends: before its line end.
fn end(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let line = rest.find('\n').map_or(rest, |end| &rest[..end]);
    at + line.strip_suffix('\r').unwrap_or(line).len()
}

/// Adds lines after the line of `after`, with an empty line between where they are a `section`.
pub(crate) fn insert(text: &str, after: usize, lines: &str, section: bool) -> Change {
    if text.trim_end().is_empty() {
        return on_top(text, lines);
    }
    let line_end = end(text, after);
    let below = section.then(|| comments_below(text, line_end)).flatten();
    let after = below.unwrap_or(line_end);
    let newline = newline_near(text, after);
    let gap = if section { newline } else { "" };
    Change::insert(after, format!("{newline}{gap}{lines}"))
}

/// Adds a line above every header: after the comment that heads the text, if it stands by itself.
pub(crate) fn insert_on_top(text: &str, line: &str) -> Change {
    let heading = text.starts_with('#').then(|| comments_below(text, end(text, 0))).flatten();
    heading.map_or_else(|| on_top(text, line), |below| insert(text, below, line, true))
}

fn on_top(text: &str, lines: &str) -> Change {
    let newline = newline_near(text, 0);
    let gap = if text.is_empty() { "" } else { newline };
    Change::insert(0, format!("{lines}{newline}{gap}"))
}

/// The end of the comments right below a line; none where they head what follows them.
fn comments_below(text: &str, end: usize) -> Option<usize> {
    let mut last = end;
    loop {
        let Some(next) = text[last..].find('\n').map(|newline| last + newline + 1) else {
            return Some(last);
        };
        let line = text[next..].trim_start_matches([' ', '\t']);
        if line.starts_with('#') {
            last = self::end(text, next);
        } else {
            return (line.is_empty() || line.starts_with(['\r', '\n'])).then_some(last);
        }
    }
}

/// Takes a section's lines away, and the empty line above it.
pub(crate) fn remove_section(text: &str, section: Range<usize>) -> Change {
    let stop = end(text, section.end);
    let ours = section.start..stop;
    let above = &text[..section.start];
    let above = above.trim_end_matches([' ', '\t']);
    let Some(line) = without_newline(above) else {
        return cut(on_top_span(text, stop), ours);
    };
    let start = without_newline(line).unwrap_or(line).len();
    // On the second line of the text, below an empty one.
    cut(start..stop, ours)
}

/// Takes `key = value` away, and its line, unless a comment stands on it.
pub(crate) fn remove_line(text: &str, line: Range<usize>) -> Change {
    let rest = &text[line.end..end(text, line.end)];
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    if blanks < rest.len() {
        return cut(line.start..line.end + blanks, line);
    }
    let above = text[..line.start].trim_end_matches([' ', '\t']);
    let below = &text[line.end + blanks..];
    let below = below.strip_prefix("\r\n").or_else(|| below.strip_prefix('\n')).unwrap_or(below);
    let closes = below.is_empty() || below.starts_with(['\r', '\n']);
    match without_newline(above) {
        // Between two empty lines: one of them goes too.
        Some(above) => {
            let start = without_newline(above).filter(|_| closes).unwrap_or(above).len();
            cut(start..line.end + blanks, line)
        }
        None => cut(on_top_span(text, line.end + blanks), line),
    }
}

/// From the beginning through the line that ends at `stop`, and an empty line below it.
fn on_top_span(text: &str, stop: usize) -> Range<usize> {
    let newline = |at: usize| {
        let rest = &text[at..];
        ["\r\n", "\n"].into_iter().find(|newline| rest.starts_with(newline)).map_or(0, str::len)
    };
    let next = stop + newline(stop);
    0..next + newline(next)
}

fn without_newline(text: &str) -> Option<&str> {
    text.strip_suffix("\r\n").or_else(|| text.strip_suffix('\n'))
}

fn cut(span: Range<usize>, ours: Range<usize>) -> Change {
    Change { splices: vec![Splice::cut(span)], ours }
}
