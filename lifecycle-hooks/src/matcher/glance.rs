//! What an expression cannot match is told without compiling it: a person's expressions are many, and an
//! agent waits while they are tried, most of them in vain.
//!
//! Only the plainest syntax is understood, all of which is valid. Of that each match must hold certain
//! texts; an expression of anything else is for its reader.

use super::holds;

/// A longer expression is not looked at, in bytes.
const LONGEST: usize = 256;

/// Whether an expression is certain to be valid, and certain not to be found in a name.
pub(super) fn rules_out(expression: &str, name: &str) -> bool {
    if expression.len() > LONGEST {
        return false;
    }
    let mut glance = Glance { rest: expression.as_bytes(), name };
    let whole = glance.alternatives();
    whole.is_some_and(|whole| !whole.may_match) && glance.rest.is_empty()
}

struct Glance<'a> {
    rest: &'a [u8],
    name: &'a str,
}

/// What is known of a piece of an expression.
#[derive(Clone, Copy)]
struct Known {
    /// Whether the name may hold it.
    may_match: bool,
    /// Whether it is more than places, which cannot be repeated.
    has_length: bool,
}

/// What stands in a sequence.
enum Part {
    /// This very letter.
    Letter(u8),
    /// A place, of no length.
    Place,
    /// Anything else.
    Other(Known),
}

impl Part {
    /// Some letter.
    const ANY: Part = Part::Other(Known { may_match: true, has_length: true });

    fn has_length(&self) -> bool {
        match self {
            Part::Letter(_) => true,
            Part::Place => false,
            Part::Other(known) => known.has_length,
        }
    }
}

/// Each of these is none where the syntax is not understood.
impl Glance<'_> {
    fn take(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn takes(&mut self, sign: u8) -> bool {
        let is_next = self.rest.first() == Some(&sign);
        if is_next {
            self.take();
        }
        is_next
    }

    fn alternatives(&mut self) -> Option<Known> {
        let mut all = self.sequence()?;
        while self.takes(b'|') {
            let one = self.sequence()?;
            all.may_match |= one.may_match;
            all.has_length &= one.has_length;
        }
        Some(all)
    }

    fn sequence(&mut self) -> Option<Known> {
        let (mut may_match, mut has_length) = (true, false);
        // Letters that stand side by side in each match.
        let mut run = String::new();
        while !matches!(self.rest.first(), None | Some(b'|' | b')')) {
            let part = self.part()?;
            has_length |= part.has_length();
            let (least, repeats) = match self.rest.first() {
                Some(b'?' | b'*') => (0, true),
                Some(b'+') => (1, true),
                Some(b'{') => return None,
                _ => (1, false),
            };
            if repeats {
                self.take();
                self.takes(b'?');
                if !part.has_length()
                    || matches!(self.rest.first(), Some(b'?' | b'*' | b'+' | b'{'))
                {
                    return None;
                }
            }
            match part {
                Part::Letter(letter) if least == 1 => run.push(char::from(letter)),
                Part::Other(known) if least == 1 => may_match &= known.may_match,
                Part::Letter(_) | Part::Place | Part::Other(_) => {}
            }
            if repeats || !matches!(part, Part::Letter(_)) {
                may_match &= holds(self.name, &run);
                run.clear();
            }
        }
        Some(Known { may_match: may_match && holds(self.name, &run), has_length })
    }

    fn part(&mut self) -> Option<Part> {
        Some(match self.take()? {
            b'^' | b'$' => Part::Place,
            b'.' => Part::ANY,
            b'(' => return self.group(),
            b'[' => {
                self.class()?;
                Part::ANY
            }
            b'\\' => match self.take()? {
                b'd' | b'D' | b's' | b'S' | b'w' | b'W' => Part::ANY,
                b'b' => Part::Place,
                b'.' => Part::Letter(b'.'),
                _ => return None,
            },
            letter if is_letter(letter) => Part::Letter(letter),
            _ => return None,
        })
    }

    /// After the opening parenthesis.
    fn group(&mut self) -> Option<Part> {
        let mut looks_ahead = false;
        if self.takes(b'?') {
            looks_ahead = match self.take()? {
                b':' => false,
                b'=' | b'!' => true,
                _ => return None,
            };
        }
        let inner = self.alternatives()?;
        let part = if looks_ahead { Part::Place } else { Part::Other(inner) };
        self.takes(b')').then_some(part)
    }

    /// After the opening bracket.
    fn class(&mut self) -> Option<()> {
        self.takes(b'^');
        let mut before = self.take().filter(|letter| is_letter(*letter) && *letter != b'-')?;
        loop {
            match self.take()? {
                b']' => return Some(()),
                b'-' => {
                    let to = self.take().filter(u8::is_ascii_alphanumeric)?;
                    let same_kind = |is: fn(&u8) -> bool| is(&before) && is(&to);
                    let kinds =
                        [u8::is_ascii_digit, u8::is_ascii_lowercase, u8::is_ascii_uppercase];
                    if before > to || !kinds.into_iter().any(same_kind) {
                        return None;
                    }
                    // A range is no start of another.
                    before = b' ';
                }
                letter if is_letter(letter) => before = letter,
                _ => return None,
            }
        }
    }
}

/// What always means itself.
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-:/@, ".contains(&byte)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::rules_out;
    use crate::Matcher;

    #[test]
    fn what_each_match_must_hold_is_looked_for() {
        let check = |expression: &str, out: &[&str], not_out: &[&str]| {
            for name in out {
                assert!(rules_out(expression, name), "{expression} and {name}");
            }
            for name in not_out {
                assert!(!rules_out(expression, name), "{expression} and {name}");
            }
        };
        check("^mcp__(github|gitlab)__.*$", &["Bash", "mcp__files__x"], &["mcp__github__x"]);
        check(r"^(?!mcp__).*_(write|edit)_\w+$", &["run_command", ""], &["a_write_b", "_edit_"]);
        check("(Write|Edit).*", &["Read", ""], &["MultiEdit"]);
        check("Note?book+X", &["NoteboX", "Noebook"], &["NotbookkX", "NotebookX"]);
        check("[a-z]+_[A-Z0-9]", &["Bash", ""], &["run_command"]);
        // What says nothing of what it must hold, or is not understood.
        check(".*|a", &[], &["", "b"]);
        check("(ab)?(cd)*", &[], &["", "x"]);
        for odd in
            ["a{2}", "a**", "a++", "(?<n>a)", r"\x41", "[]a]", "[z-a]", "(a", "a)", "é", "^*a"]
        {
            check(odd, &[], &["", "b"]);
        }
        check(&"a".repeat(300), &[], &["b"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        /// What is ruled out is valid, and the expression's reader does not find it.
        #[test]
        fn nothing_is_ruled_out_that_would_match(
            parts in prop::collection::vec(
                prop::sample::select(vec![
                    "a", "b", "ab", "_", "-", "a?", "b*", "a+", "b+?", "|", "(", "(?:", "(?=", "(?!", ")",
                    ")?", ")*", ")+", "^", "$", ".", ".*", r"\w", r"\b", r"\.", r"\d+", "[ab]", "[^a]", "[a-b]+",
                    "[_-]", "[", "]", "{", "??", "*",
                ]),
                1..10,
            ),
            name in "[ab_.-]{0,7}",
        ) {
            let expression = parts.concat();
            if rules_out(&expression, &name) {
                let Matcher::Expression(whole) = Matcher::expression(&expression) else {
                    unreachable!("it is one")
                };
                prop_assert_eq!(whole.compiled_match(&name), Ok(false), "{}", expression);
            }
        }
    }
}
