//! Changes of a text by their places.

use std::ops::Range;

/// The changes of one edit, and the span whose content they may lose.
#[derive(Debug)]
pub(crate) struct Change {
    pub(crate) splices: Vec<Splice>,
    pub(crate) ours: Range<usize>,
}

impl Change {
    /// Nothing to do.
    pub(crate) fn none() -> Change {
        Change { splices: Vec::new(), ours: 0..0 }
    }

    /// New text, and nothing else.
    pub(crate) fn insert(at: usize, with: String) -> Change {
        Change { splices: vec![Splice::insert(at, with)], ours: at..at }
    }
}

/// What takes the place of a span; an empty span is a place to insert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Splice {
    pub(crate) span: Range<usize>,
    pub(crate) with: String,
}

impl Splice {
    pub(crate) fn insert(at: usize, with: String) -> Splice {
        Splice { span: at..at, with }
    }

    pub(crate) fn cut(span: Range<usize>) -> Splice {
        Splice { span, with: String::new() }
    }
}

/// The text after these changes, which stand in order and do not overlap. Everything outside their
/// spans is there again, so only what a span holds can be lost: that must be `ours` or nothing but
/// white space and commas. None otherwise.
pub(crate) fn splice(text: &str, splices: &[Splice], ours: &Range<usize>) -> Option<String> {
    let mut result = String::with_capacity(
        text.len() + splices.iter().map(|splice| splice.with.len()).sum::<usize>(),
    );
    let mut done = 0;
    for Splice { span, with } in splices {
        let foreign = [
            text.get(span.start..span.end.min(ours.start).max(span.start))?,
            text.get(span.start.max(ours.end).min(span.end)..span.end)?,
        ];
        let blank = |c: char| c.is_whitespace() || c == ',';
        if !foreign.iter().all(|piece| piece.chars().all(blank)) {
            return None;
        }
        result.push_str(text.get(done..span.start)?);
        result.push_str(with);
        done = span.end;
    }
    result.push_str(text.get(done..)?);
    Some(result)
}

/// A place for a person: line and character, both from 1.
pub(crate) fn line_and_column(text: &str, at: usize) -> (u32, u32) {
    let before = text.get(..at).unwrap_or(text);
    let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    // CR LF is one line end.
    let lines = before.matches('\n').count() + before.matches('\r').count()
        - before.matches("\r\n").count();
    let number = |n: usize| u32::try_from(n + 1).unwrap_or(u32::MAX);
    (number(lines), number(before[start..].chars().count()))
}
