//! Text from outside, so that a person sees all of it.
//!
//! Nothing is lost: every character is either shown as it is or stands in a token whose label
//! says what it is and how often it comes. A tab is shown as it is: it is the ordinary
//! indentation of scripts, and a token for each would dull the eye for those that matter.

mod characters;

use self::characters::{CONTROLS, is_hidden, is_mark};
use crate::view::{Segment, Text};

/// The widest run of blanks that is shown as it is, in columns. A wider one could push what
/// follows out of sight.
const BLANK_COLUMNS: usize = 24;
/// The columns of a tab.
const TAB_COLUMNS: usize = 4;
/// The longest run of line breaks that is shown as it is.
const LINE_BREAKS: usize = 4;
/// Combining marks on one character; further ones would cover the lines around it.
const MARKS: usize = 4;

/// How much of a text is looked at to join its lines, in characters.
const JOINED_CHARS: usize = 1_000;
/// How much of a text is looked at for one plain piece, in bytes, so that the start of a long text
/// costs no more than that.
const PIECE_BYTES: usize = 4 << 10;

/// A text as it is shown, and what there is to say about it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Visible {
    /// The text.
    pub(crate) text: Text,
    /// How many lines it has.
    pub(crate) lines: usize,
    /// How many characters it has.
    pub(crate) characters: usize,
    /// How many of them stand in tokens.
    pub(crate) hidden: usize,
    /// How many tokens there are.
    pub(crate) tokens: usize,
}

/// The whole text, with its line breaks; none when that takes more than `max_tokens` tokens.
pub(crate) fn whole(text: &str, max_tokens: usize) -> Option<Visible> {
    all(text, LineBreaks::Kept, max_tokens)
}

/// The same on one line: line breaks stand in tokens.
pub(crate) fn whole_line(text: &str, max_tokens: usize) -> Option<Visible> {
    all(text, LineBreaks::Tokens, max_tokens)
}

fn all(text: &str, line_breaks: LineBreaks, max_tokens: usize) -> Option<Visible> {
    let mut segments = Vec::new();
    let (mut hidden, mut tokens) = (0, 0);
    for piece in Pieces::new(text, line_breaks) {
        match piece {
            Piece::Plain(plain) => push_plain(&mut segments, plain),
            Piece::Token { .. } if tokens == max_tokens => return None,
            Piece::Token { label, count } => {
                hidden += count;
                tokens += 1;
                segments.push(Segment::Hidden(label.repeated(count)));
            }
        }
    }
    Some(Visible {
        text: Text(segments),
        lines: text.lines().count(),
        characters: text.chars().count(),
        hidden,
        tokens,
    })
}

/// The start of a text, with its line breaks, at most about `width` characters of it.
pub(crate) fn start(text: &str, width: usize) -> Text {
    cut(Pieces::new(text, LineBreaks::Kept), width)
}

/// The start of a text on one line, at most about `width` characters of it. Line breaks stand in
/// tokens.
pub(crate) fn one_line(text: &str, width: usize) -> Text {
    cut(Pieces::new(text, LineBreaks::Tokens), width)
}

/// The start of a text of several lines on one: its lines one after the other, without what is
/// blank.
pub(crate) fn joined_lines(text: &str, width: usize) -> Text {
    let start: String = text.chars().take(JOINED_CHARS).collect();
    let lines: Vec<&str> = start.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    one_line(&lines.join(" "), width)
}

/// Takes pieces up to a width, of which a token takes its label's; an ellipsis tells of the rest.
fn cut(mut pieces: Pieces<'_>, width: usize) -> Text {
    let mut segments = Vec::new();
    let mut left = width;
    while left > 0 {
        match pieces.next() {
            None => return Text(segments),
            Some(Piece::Plain(plain)) => match plain.char_indices().nth(left) {
                Some((end, _)) => {
                    push_plain(&mut segments, &plain[..end]);
                    push_plain(&mut segments, "…");
                    return Text(segments);
                }
                None => {
                    left -= plain.chars().count();
                    push_plain(&mut segments, plain);
                }
            },
            Some(Piece::Token { label, count }) => {
                let label = label.repeated(count);
                left = left.saturating_sub(label.chars().count());
                segments.push(Segment::Hidden(label));
            }
        }
    }
    if pieces.next().is_some() {
        push_plain(&mut segments, "…");
    }
    Text(segments)
}

/// Adds plain text, to the segment before where that is plain too.
fn push_plain(segments: &mut Vec<Segment>, plain: &str) {
    match segments.last_mut() {
        Some(Segment::Plain(before)) => before.push_str(plain),
        _ => segments.push(Segment::Plain(plain.to_owned())),
    }
}

/// What becomes of line breaks.
#[derive(Clone, Copy, PartialEq)]
enum LineBreaks {
    Kept,
    Tokens,
}

/// A piece of a text.
#[derive(Debug, PartialEq)]
enum Piece<'a> {
    /// Shown as it is.
    Plain(&'a str),
    /// The same character, this many times.
    Token { label: Label, count: usize },
}

/// What a token's characters are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Label {
    /// Counted in words.
    Counted(&'static str),
    /// A control character by its ASCII name.
    Control(&'static str),
    /// Any other character by its code point.
    Code(char),
}

impl Label {
    fn of(c: char) -> Label {
        match c {
            ' ' => Label::Counted("space"),
            '\t' => Label::Counted("tab"),
            '\n' => Label::Counted("line break"),
            '\u{7f}' => Label::Control("DEL"),
            c => match CONTROLS.get(c as usize) {
                Some(name) => Label::Control(name),
                None => Label::Code(c),
            },
        }
    }

    fn repeated(self, count: usize) -> String {
        let name = match self {
            Label::Counted(word) => {
                return format!("{count} {word}{}", if count == 1 { "" } else { "s" });
            }
            Label::Control(name) => name.to_owned(),
            Label::Code(c) => format!("U+{:04X}", c as u32),
        };
        if count == 1 { name } else { format!("{name} ×{count}") }
    }
}

/// Cuts a text into pieces.
struct Pieces<'a> {
    rest: &'a str,
    line_breaks: LineBreaks,
    /// How many more marks the character before `rest` may carry. At the start of a text there is
    /// none to carry any.
    marks: usize,
    /// How many bytes of `rest` are blanks that stand in tokens.
    blanks: usize,
}

impl<'a> Pieces<'a> {
    fn new(text: &'a str, line_breaks: LineBreaks) -> Self {
        Pieces { rest: text, line_breaks, marks: 0, blanks: 0 }
    }

    /// How many bytes at `at` can be shown as they are; 0 where a token begins.
    fn plain_bytes(&mut self, at: usize) -> usize {
        let rest = &self.rest[at..];
        // Almost all of almost every text, so it is worth a way of its own.
        let graphic = rest.bytes().take_while(u8::is_ascii_graphic).count();
        if graphic > 0 {
            self.marks = MARKS;
            return graphic;
        }
        let Some(c) = rest.chars().next() else { return 0 };
        match c {
            ' ' | '\t' => {
                let end = rest.find(|c| !matches!(c, ' ' | '\t'));
                let run = &rest[..end.unwrap_or(rest.len())];
                let columns: usize =
                    run.bytes().map(|byte| if byte == b'\t' { TAB_COLUMNS } else { 1 }).sum();
                let seen = columns <= BLANK_COLUMNS
                    && end.is_some_and(|end| !rest[end..].starts_with('\n'));
                if seen {
                    self.marks = MARKS;
                    return run.len();
                }
                if at == 0 {
                    self.blanks = run.len();
                }
                0
            }
            '\n' if self.line_breaks == LineBreaks::Tokens => 0,
            '\n' => {
                let run = rest.len() - rest.trim_start_matches('\n').len();
                if run > LINE_BREAKS {
                    return 0;
                }
                self.marks = 0;
                run
            }
            c if is_hidden(c) => 0,
            c if is_mark(c) => {
                if self.marks == 0 {
                    return 0;
                }
                self.marks -= 1;
                c.len_utf8()
            }
            c => {
                self.marks = MARKS;
                c.len_utf8()
            }
        }
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let c = self.rest.chars().next()?;
        if self.blanks == 0 {
            let mut plain = 0;
            while plain < PIECE_BYTES {
                match self.plain_bytes(plain) {
                    0 => break,
                    bytes => plain += bytes,
                }
            }
            if plain > 0 {
                let (plain, rest) = self.rest.split_at(plain);
                self.rest = rest;
                return Some(Piece::Plain(plain));
            }
        }
        let end = self.rest.find(|other| other != c).unwrap_or(self.rest.len());
        let mut count = end / c.len_utf8();
        if c == '\n' && self.line_breaks == LineBreaks::Kept && end > 1 {
            // The last one stays, so that the next line begins on a line of its own.
            count -= 1;
        }
        let bytes = count * c.len_utf8();
        self.rest = &self.rest[bytes..];
        self.blanks = self.blanks.saturating_sub(bytes);
        // A token carries no marks.
        self.marks = 0;
        Some(Piece::Token { label: Label::of(c), count })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Writes a text on one line: tokens in ⟨⟩, line breaks as ⏎.
    fn written(text: &Text) -> String {
        let piece = |segment: &Segment| match segment {
            Segment::Plain(plain) => plain.replace('\n', "⏎"),
            Segment::Hidden(label) => format!("⟨{label}⟩"),
        };
        text.0.iter().map(piece).collect()
    }

    fn shown(text: &str) -> Visible {
        whole(text, usize::MAX).unwrap()
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(written(&shown(text).text), expected);
    }

    #[test]
    fn ordinary_text_stays_as_it_is() {
        check("", "");
        check("ls -la", "ls -la");
        check("if true; then\n\techo ä é 日本 🐦\nfi\n", "if true; then⏎\techo ä é 日本 🐦⏎fi⏎");
        check("e\u{301}", "e\u{301}");
        check("a\n\n\nb", "a⏎⏎⏎b");
    }

    #[test]
    fn what_would_not_be_seen_is_a_token() {
        check("a\u{202e}b", "a⟨U+202E⟩b");
        check("a\u{0}\u{1b}[2K\rb\u{7f}", "a⟨NUL⟩⟨ESC⟩[2K⟨CR⟩b⟨DEL⟩");
        check("a\r\nb", "a⟨CR⟩⏎b");
        check("a\u{85}b", "a⟨U+0085⟩b");
        check("rm\u{a0}-rf\u{3000}x\u{2003}", "rm⟨U+00A0⟩-rf⟨U+3000⟩x⟨U+2003⟩");
        check("\u{feff}a\u{ad}b\u{200b}\u{2060}", "⟨U+FEFF⟩a⟨U+00AD⟩b⟨U+200B⟩⟨U+2060⟩");
        check("a\u{e0041}\u{e0101}b", "a⟨U+E0041⟩⟨U+E0101⟩b");
        check("\u{e000}\u{fffe}\u{1ffff}\u{10fffd}", "⟨U+E000⟩⟨U+FFFE⟩⟨U+1FFFF⟩⟨U+10FFFD⟩");
        check("\u{2066}x\u{2069}\u{2028}", "⟨U+2066⟩x⟨U+2069⟩⟨U+2028⟩");
    }

    #[test]
    fn nothing_is_pushed_out_of_sight() {
        check(&format!("ls{}; rm -rf x", " ".repeat(5_000)), "ls⟨5000 spaces⟩; rm -rf x");
        check(&format!("a{}b", " ".repeat(24)), &format!("a{}b", " ".repeat(24)));
        check(&format!("a{}b", " ".repeat(25)), "a⟨25 spaces⟩b");
        check(&format!("a{}b", "\t".repeat(7)), "a⟨7 tabs⟩b");
        check(&format!("a{}b", " \t".repeat(6)), {
            "a⟨1 space⟩⟨1 tab⟩⟨1 space⟩⟨1 tab⟩⟨1 space⟩⟨1 tab⟩⟨1 space⟩⟨1 tab⟩⟨1 space⟩⟨1 tab⟩⟨1 space⟩⟨1 tab⟩b"
        });
        check(&format!("a{}b", "\n".repeat(300)), "a⟨299 line breaks⟩⏎b");
        check("a \\ \nb  ", "a \\⟨1 space⟩⏎b⟨2 spaces⟩");
        check(&format!("a{}b", "\u{200b}".repeat(9)), "a⟨U+200B ×9⟩b");
    }

    #[test]
    fn marks_do_not_pile_up() {
        check(&format!("e{}x", "\u{301}".repeat(60)), {
            "e\u{301}\u{301}\u{301}\u{301}⟨U+0301 ×56⟩x"
        });
        check("\u{301}a\n\u{301}b\u{200b}\u{301}", "⟨U+0301⟩a⏎⟨U+0301⟩b⟨U+200B⟩⟨U+0301⟩");
    }

    #[test]
    fn counts_say_what_there_is() {
        let visible = shown("ä\u{202e}b  \n\u{0}\u{0}c");
        assert_eq!((visible.lines, visible.characters), (2, 9));
        assert_eq!((visible.hidden, visible.tokens), (5, 3));
    }

    #[test]
    fn more_tokens_than_allowed_give_nothing() {
        assert!(whole("a\u{200b}b\u{200b}", 2).is_some());
        assert!(whole("a\u{200b}b\u{200b}", 1).is_none());
        assert!(whole("abc", 0).is_some());
    }

    #[test]
    fn a_long_plain_text_is_one_segment() {
        let text = "word ".repeat(10_000) + "end";
        assert_eq!(shown(&text).text, Text(vec![Segment::Plain(text)]));
    }

    #[track_caller]
    fn check_line(text: &str, width: usize, expected: &str) {
        assert_eq!(written(&one_line(text, width)), expected);
    }

    #[test]
    fn a_line_is_one_line_and_cut() {
        check_line("ls\n\nrm", 40, "ls⟨2 line breaks⟩rm");
        check_line("a\nb", 40, "a⟨1 line break⟩b");
        check_line("abcdef", 6, "abcdef");
        check_line("abcdefg", 6, "abcdef…");
        check_line("äöüß", 3, "äöü…");
        check_line("ab\u{202e}cdefgh", 6, "ab⟨U+202E⟩…");
        check_line(&" ".repeat(9_000), 6, "⟨9000 spaces⟩");
        check_line("", 6, "");
    }

    /// Puts a text together again from what is shown.
    fn restored(text: &Text) -> String {
        let mut whole = String::new();
        for segment in &text.0 {
            let label = match segment {
                Segment::Plain(plain) => {
                    whole.push_str(plain);
                    continue;
                }
                Segment::Hidden(label) => label.as_str(),
            };
            let words = [(" space", ' '), (" tab", '\t'), (" line break", '\n')];
            let counted = words.into_iter().find_map(|(word, c)| {
                let count = label.trim_end_matches('s').strip_suffix(word)?;
                Some((c, count.parse().unwrap()))
            });
            let (c, count) = counted.unwrap_or_else(|| {
                let (name, count) = label.split_once(" ×").unwrap_or((label, "1"));
                let c = if let Some(code) = name.strip_prefix("U+") {
                    char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap()
                } else if name == "DEL" {
                    '\u{7f}'
                } else {
                    let code = CONTROLS.iter().position(|control| *control == name).unwrap();
                    char::from_u32(code as u32).unwrap()
                };
                (c, count.parse().unwrap())
            });
            whole.extend(std::iter::repeat_n(c, count));
        }
        whole
    }

    /// Text that is rich in what is hard to show.
    fn hard_text() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            ".{0,4}",
            any::<char>().prop_map(String::from),
            (
                prop::sample::select(" \t\n\r\0\u{301}\u{202e}\u{7f}a".chars().collect::<Vec<_>>()),
                1..40usize
            )
                .prop_map(|(c, count)| std::iter::repeat_n(c, count).collect()),
        ];
        prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn nothing_is_lost(text in hard_text()) {
            let visible = shown(&text);
            prop_assert_eq!(restored(&visible.text), &*text);
            prop_assert_eq!(visible.characters, text.chars().count());
        }

        #[test]
        fn what_is_plain_can_be_seen(text in hard_text()) {
            for segment in shown(&text).text.0 {
                if let Segment::Plain(plain) = segment {
                    prop_assert!(!plain.is_empty());
                    let seen = |c: char| matches!(c, '\n' | '\t') || !is_hidden(c);
                    prop_assert!(plain.chars().all(seen), "{:?}", plain);
                }
            }
        }

        #[test]
        fn a_line_is_one_line(text in hard_text(), width in 0..30usize) {
            let Text(segments) = one_line(&text, width);
            for segment in &segments {
                if let Segment::Plain(plain) = segment {
                    prop_assert!(!plain.contains('\n'));
                    prop_assert!(plain.chars().count() <= width + 1);
                }
            }
        }
    }
}
