//! Items between brackets, divided by commas, with comments and blanks anywhere: where a new one
//! goes, and what goes away with an old one. Taking away what was just added gives back the very
//! text.

use std::ops::Range;

use crate::layout::{
    Layout, first_newline, indent_of_line, last_newline, newline_near, newlines, own_indent,
};
use crate::splice::Splice;

/// What begins a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comments {
    /// `//` and `/* */`.
    Slashes,
    /// `#`.
    Hash,
}

/// A piece of what stands between two tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Blank(Range<usize>),
    /// Goes to the end of its line.
    Line(Range<usize>),
    Block(Range<usize>),
}

/// The items of one pair of brackets.
#[derive(Clone, Debug)]
pub(crate) struct List<'a> {
    pub(crate) text: &'a str,
    pub(crate) comments: Comments,
    /// Right after the opening bracket.
    pub(crate) open: usize,
    /// Right before the closing bracket.
    pub(crate) close: usize,
    pub(crate) items: Vec<Range<usize>>,
}

/// How the document is laid out where its neighbours do not say.
#[derive(Clone, Debug)]
pub(crate) struct Habits {
    /// What each level of indentation adds.
    pub(crate) unit: String,
    /// What follows a comma or a colon within a line.
    pub(crate) space: &'static str,
    /// Whether an empty list opens up into lines.
    pub(crate) opens: bool,
}

impl List<'_> {
    /// The changes that add an item at the end; `render` gives its text in a layout.
    pub(crate) fn insert(
        &self,
        habits: &Habits,
        render: &dyn Fn(&Layout) -> String,
    ) -> Vec<Splice> {
        match self.items.last() {
            None => self.insert_first(habits, render),
            Some(last) => self.insert_after(last, habits, render),
        }
    }

    fn insert_first(&self, habits: &Habits, render: &dyn Fn(&Layout) -> String) -> Vec<Splice> {
        let pieces = self.pieces(self.open, self.close);
        let outer = indent_of_line(self.text, self.open).to_owned();
        let newline = newline_near(self.text, self.open);
        let lines = Layout::Lines {
            newline,
            indent: format!("{outer}{}", habits.unit),
            unit: habits.unit.clone(),
        };
        let inline = Layout::Inline { space: habits.space };
        let begun = |layout: &Layout| match layout {
            Layout::Lines { newline, indent, .. } => format!("{newline}{indent}{}", render(layout)),
            Layout::Inline { .. } => render(layout),
        };
        // After the comments, so that a template or a heading stays on top.
        let last = match pieces.as_slice() {
            [] | [Piece::Blank(_)]
                if habits.opens || newlines(&self.text[self.open..self.close]) > 0 =>
            {
                let item = format!("{}{newline}{outer}", begun(&lines));
                return vec![Splice::insert(self.close, item)];
            }
            [] => return vec![Splice::insert(self.open, render(&inline))],
            [Piece::Blank(blank)] => {
                let item = format!("{}{}", &self.text[blank.clone()], render(&inline));
                return vec![Splice::insert(self.open, item)];
            }
            [.., Piece::Blank(blank)] => blank.clone(),
            [..] => self.close..self.close,
        };
        match last_newline(self.text, last.start, last.end) {
            Some(at) => vec![Splice::insert(at, begun(&lines))],
            None => {
                let item = format!("{}{}", &self.text[last.clone()], render(&inline));
                vec![Splice::insert(last.start, item)]
            }
        }
    }

    fn insert_after(
        &self,
        last: &Range<usize>,
        habits: &Habits,
        render: &dyn Fn(&Layout) -> String,
    ) -> Vec<Splice> {
        let comma = self.comma_after(last.end);
        let from = comma.map_or(last.end, |comma| comma + 1);
        // The end of the comments that belong to the last item, and of its line.
        let (mut said, mut line_end, mut needs_line) = (from, None, false);
        for piece in self.pieces(from, self.close) {
            match piece {
                Piece::Blank(blank) => {
                    line_end = first_newline(self.text, blank.start, blank.end);
                    if line_end.is_some() {
                        break;
                    }
                }
                Piece::Line(comment) => (said, needs_line) = (comment.end, true),
                Piece::Block(comment) => said = comment.end,
            }
        }
        let own = own_indent(self.text, last.start);
        let (at, mut text) = if own.is_some() || needs_line {
            let indent = match own {
                Some(indent) => indent.to_owned(),
                None => format!("{}{}", indent_of_line(self.text, self.open), habits.unit),
            };
            let newline = newline_near(self.text, last.start);
            let unit = habits.unit.clone();
            let lines = Layout::Lines { newline, indent: indent.clone(), unit };
            (line_end.unwrap_or(said), format!("{newline}{indent}{}", render(&lines)))
        } else {
            let inline = Layout::Inline { space: habits.space };
            (said, format!("{}{}", self.separator(habits), render(&inline)))
        };
        if comma.is_some() {
            text.push(',');
            vec![Splice::insert(at, text)]
        } else {
            vec![Splice::insert(last.end, ",".to_owned()), Splice::insert(at, text)]
        }
    }

    /// What stands between a comma and the next item on the same line.
    fn separator(&self, habits: &Habits) -> String {
        let blanks = |before: &Range<usize>, next: &Range<usize>| {
            let comma = self.comma_after(before.end)?;
            let between = self.text.get(comma + 1..next.start)?;
            between.bytes().all(|byte| byte == b' ').then(|| between.to_owned())
        };
        match self.items.as_slice() {
            [.., before, last] => blanks(before, last),
            _ => None,
        }
        .unwrap_or_else(|| habits.space.to_owned())
    }

    /// The changes that take an item away: the item, its comma and the lines that were its own.
    /// Comments stay.
    pub(crate) fn remove(&self, index: usize) -> Option<Vec<Splice>> {
        let item = self.items.get(index)?.clone();
        let comma_before = match index.checked_sub(1) {
            Some(before) => Some(self.comma_after(self.items.get(before)?.end)?),
            None => None,
        };
        let from = comma_before.map_or(self.open, |comma| comma + 1);
        let comma = self.comma_after(item.end);
        let until = self.items.get(index + 1).map_or(self.close, |next| next.start);
        let end = comma.map_or(item.end, |comma| comma + 1);
        let commented = comma.is_some_and(|comma| {
            self.pieces(item.end, comma).iter().any(|piece| !matches!(piece, Piece::Blank(_)))
        });

        let before = self.pieces(from, item.start);
        let behind = self.pieces(end, until);
        let lead = match before.last() {
            Some(Piece::Blank(blank)) => blank.clone(),
            _ => item.start..item.start,
        };
        let tail = match behind.first() {
            Some(Piece::Blank(blank)) => blank.clone(),
            _ => end..end,
        };
        let own_line = last_newline(self.text, lead.start, lead.end);
        let line_end = first_newline(self.text, tail.start, tail.end);
        let alone = self.items.len() == 1;
        let closes = tail.end == self.close;

        let (mut start, mut stop) = (item.start, end);
        match (own_line, line_end) {
            _ if commented => {}
            // The brackets close again around nothing.
            (Some(own_line), Some(_))
                if alone
                    && before.len() == 1
                    && closes
                    && newlines(&self.text[tail.clone()]) == 1 =>
            {
                (start, stop) = (own_line, self.close);
            }
            (Some(own_line), Some(line_end)) => (start, stop) = (own_line, line_end),
            (Some(own_line), None) if closes => {
                // Never after `//`, which would hide what follows.
                if !matches!(before.iter().rev().nth(1), Some(Piece::Line(_))) {
                    start = own_line;
                }
            }
            (Some(_), None) => stop = tail.end,
            (None, _) if alone => {
                if self.text[lead.clone()] == self.text[tail.clone()] {
                    stop = tail.end;
                }
            }
            (None, _) if index == 0 => stop = tail.end,
            (None, _) => start = lead.start,
        }

        let mut splices = Vec::with_capacity(3);
        if let (Some(before), None) = (comma_before, comma) {
            splices.push(Splice::cut(before..before + 1));
        }
        if let (true, Some(comma)) = (commented, comma) {
            splices.extend([Splice::cut(item), Splice::cut(comma..comma + 1)]);
        } else {
            splices.push(Splice::cut(start..stop));
        }
        Some(splices)
    }

    /// The comma behind an item, if there is one.
    fn comma_after(&self, end: usize) -> Option<usize> {
        let mut at = end;
        while let Some(piece) = self.piece(at, self.close) {
            at = piece.end();
        }
        (at < self.close && self.text[at..].starts_with(',')).then_some(at)
    }

    fn pieces(&self, from: usize, until: usize) -> Vec<Piece> {
        let mut at = from;
        std::iter::from_fn(|| {
            let piece = self.piece(at, until)?;
            at = piece.end();
            Some(piece)
        })
        .collect()
    }

    /// The blank or comment that begins here.
    fn piece(&self, at: usize, until: usize) -> Option<Piece> {
        let rest = self.text.get(at..until)?;
        let to = |len: usize| at..at + len;
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        if blanks > 0 {
            return Some(Piece::Blank(to(blanks)));
        }
        let line = match self.comments {
            Comments::Slashes => rest.starts_with("//"),
            Comments::Hash => rest.starts_with('#'),
        };
        if line {
            return Some(Piece::Line(to(rest.find(['\n', '\r']).unwrap_or(rest.len()))));
        }
        if self.comments == Comments::Slashes && rest.starts_with("/*") {
            return Some(Piece::Block(to(rest.get(2..)?.find("*/")? + 4)));
        }
        None
    }
}

impl Piece {
    fn end(&self) -> usize {
        match self {
            Piece::Blank(span) | Piece::Line(span) | Piece::Block(span) => span.end,
        }
    }
}
