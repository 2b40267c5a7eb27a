//! A shell's line, roughly as the shell sees it.

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// A word, without its quotes.
    Text(String),
    /// One or more of the signs that end a word: `; & | ( ) < >`, a back quote, the end of a line.
    Operator,
}

impl Word {
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Word::Text(text) => Some(text),
            Word::Operator => None,
        }
    }
}

/// The words of a line. Nothing is expanded; a quote that is never closed reaches to the end.
pub(crate) fn words(line: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            // On Windows it stands between the parts of a path.
            (None | Some('"'), '\\') if cfg!(not(windows)) => {
                let next = letters.next().filter(|next| *next != '\n');
                word.get_or_insert_default().extend(next);
            }
            (None, letter) if is_operator(letter) => {
                words.extend(word.take().map(Word::Text));
                if words.last() != Some(&Word::Operator) {
                    words.push(Word::Operator);
                }
            }
            (None, letter) if letter.is_whitespace() => words.extend(word.take().map(Word::Text)),
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word.map(Word::Text));
    words
}

fn is_operator(letter: char) -> bool {
    matches!(letter, ';' | '&' | '|' | '(' | ')' | '<' | '>' | '`' | '\n')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Word, words};

    #[test]
    fn a_line_falls_into_words() {
        let check = |line: &str, expected: &[&str]| {
            let words = words(line);
            let texts: Vec<&str> = words.iter().map(|word| word.text().unwrap_or("…")).collect();
            assert_eq!(texts, expected, "{line}");
        };
        check("", &[]);
        check("bun  .vults/guard.ts\t-x", &["bun", ".vults/guard.ts", "-x"]);
        check("'a b'\"c d\"\\ e", &["a bc d e"]);
        check("''", &[""]);
        check("a&&b;;c\nd", &["a", "…", "b", "…", "c", "…", "d"]);
        check("cat <x 2>&1", &["cat", "…", "x", "2", "…", "1"]);
        check("a '; b' \"\\\"$x\"", &["a", "; b", "\"$x"]);
        check("x=$(sh g.sh)", &["x=$", "…", "sh", "g.sh", "…"]);
        check("a \\\n b", &["a", "", "b"]);
        check("'never closed ; x", &["never closed ; x"]);
        assert_eq!(words(";"), [Word::Operator]);
    }

    proptest! {
        #[test]
        fn a_quoted_word_is_itself(texts in prop::collection::vec(any::<String>(), 0..6)) {
            let quoted = |text: &String| format!("'{}'", text.replace('\'', r"'\''"));
            let line = texts.iter().map(quoted).collect::<Vec<_>>().join(" ");
            let texts: Vec<Word> = texts.into_iter().map(Word::Text).collect();
            prop_assert_eq!(words(&line), texts);
        }

        #[test]
        fn any_line_has_words(line in ".{0,60}") {
            for word in words(&line).iter().filter_map(Word::text) {
                prop_assert!(word.chars().all(|letter| line.contains(letter)));
            }
        }
    }
}
