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

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[1, /* c */ 2]";

    /// Cutting a span out of the text, of which another is ours.
    #[track_caller]
    fn check(span: Range<usize>, ours: Range<usize>, expected: Option<&str>) {
        assert_eq!(splice(TEXT, &[Splice::cut(span)], &ours).as_deref(), expected);
    }

    #[test]
    fn nothing_foreign_is_cut() {
        check(11..13, 12..13, Some("[1, /* c */]"));
        check(1..4, 1..2, Some("[/* c */ 2]"));
        check(1..5, 1..2, None);
        check(10..13, 12..13, None);
        check(12..14, 12..13, None);
        check(1..2, 12..13, None);
        check(12..13, 1..2, None);
        check(0..14, 0..14, Some(""));
    }

    #[test]
    fn changes_stand_in_order() {
        let cut = |spans: &[Range<usize>]| {
            let splices: Vec<_> = spans.iter().cloned().map(Splice::cut).collect();
            splice(TEXT, &splices, &(0..TEXT.len()))
        };
        assert_eq!(cut(&[1..4, 4..12]).as_deref(), Some("[2]"));
        assert_eq!(cut(&[4..12, 1..4]), None);
        assert_eq!(cut(&[1..5, 4..12]), None);
        assert_eq!(cut(&[1..4, 4..TEXT.len() + 1]), None);
    }

    #[test]
    fn a_place_is_a_line_and_a_character() {
        let text = "a\r\né?\r\n\n!";
        let at = |sign| line_and_column(text, text.find(sign).unwrap());
        assert_eq!((at('a'), at('?'), at('!')), ((1, 1), (2, 2), (4, 1)));
    }
}
