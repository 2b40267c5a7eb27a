mod glance;

use std::fmt;
use std::sync::OnceLock;

use fancy_regex::{BytesMode, Regex, RegexBuilder};

use crate::Fault;
use crate::warning::shown;

/// So often an expression may try another way before it counts as no match: a millisecond or two.
const MOST_STEPS: usize = 20_000;
/// The size of a compiled expression, in bytes.
const LARGEST: usize = 1 << 20;
/// The instructions of one with look-around or references.
const LONGEST_PROGRAM: usize = 10_000;
/// A longer name, in bytes, is no tool's; an expression could take for ever over it.
const LONGEST_NAME: usize = 1 << 10;
/// What the expression's reader says is shown up to here, in characters.
const LONGEST_WHY: usize = 80;

/// Which tools a group is for (LH-20 to LH-24).
#[derive(Clone, Debug)]
pub enum Matcher {
    /// All (LH-20, LH-23).
    All,
    /// Those whose name holds one of some plain names, which are compared as they are.
    Names(Names),
    /// Those that an expression finds.
    Expression(Expression),
}

impl Matcher {
    /// The matcher that a settings file means: a regular expression, searched anywhere in the name,
    /// case-sensitive (LH-21). Nothing and `*` mean every tool. Nothing is compiled yet.
    ///
    /// The dialect is ECMAScript's without flags, as far as the crate `fancy-regex` has it: look-around,
    /// references, and `\w`, `\d`, `\s` and `\b` of ASCII. Not understood, and so matching nothing, are
    /// `[]`, `[^]`, `\c`, letters beyond ASCII between brackets, and half a surrogate pair.
    #[must_use]
    pub fn new(text: &str) -> Matcher {
        if text.is_empty() || text == "*" {
            return Matcher::All;
        }
        match alternatives(text) {
            Some(alternatives) => Matcher::Names(Names { text: text.to_owned(), alternatives }),
            None => Matcher::expression(text),
        }
    }

    /// The same text, left to the expression's reader whatever it is.
    fn expression(text: &str) -> Matcher {
        Matcher::Expression(Expression { text: text.to_owned(), compiled: OnceLock::new() })
    }

    /// Whether a tool of this name is meant; an event without a tool has the empty name (LH-25). An
    /// expression is compiled when it is first needed; one that fails matches nothing (LH-22, LH-24).
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        self.try_match(name).unwrap_or(false)
    }

    /// As [`Matcher::matches`], and why where it cannot be said.
    ///
    /// # Errors
    ///
    /// [`Fault::InvalidMatcher`], whatever the name, of which loading warns; [`Fault::CostlyMatcher`] for
    /// some names, of which only whoever tries them can warn.
    pub fn try_match(&self, name: &str) -> Result<bool, Fault> {
        match self {
            Matcher::All => Ok(true),
            Matcher::Names(names) => Ok(names.alternatives.iter().any(|one| one.is_in(name))),
            Matcher::Expression(expression) => expression.try_match(name),
        }
    }
}

/// As it is written in a settings file.
impl fmt::Display for Matcher {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Matcher::All => "*",
            Matcher::Names(names) => &names.text,
            Matcher::Expression(expression) => &expression.text,
        })
    }
}

/// Plain names, at least one of which is to be in a tool's name.
#[derive(Clone, Debug)]
pub struct Names {
    text: String,
    alternatives: Vec<Alternative>,
}

impl Names {
    /// The plain names, each with whether a tool's name must begin, and must end, with it.
    pub fn each(&self) -> impl Iterator<Item = (bool, &str, bool)> {
        self.alternatives.iter().map(|one| (one.starts, one.text.as_str(), one.ends))
    }
}

/// A plain name, and which of its ends must be the ends of the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Alternative {
    starts: bool,
    text: String,
    ends: bool,
}

impl Alternative {
    fn is_in(&self, name: &str) -> bool {
        match (self.starts, self.ends) {
            (true, true) => name == self.text,
            (true, false) => name.starts_with(&self.text),
            (false, true) => name.ends_with(&self.text),
            (false, false) => holds(name, &self.text),
        }
    }
}

/// Whether a name holds a text. Both are short, and a search that prepares itself first takes longer.
fn holds(name: &str, text: &str) -> bool {
    text.is_empty() || name.as_bytes().windows(text.len()).any(|part| part == text.as_bytes())
}

/// The plain names of an expression that is nothing but their alternation; `^`, `$`, one pair of
/// parentheses around all of them and an open `.*` at either end are understood, since that is how
/// people write them.
fn alternatives(text: &str) -> Option<Vec<Alternative>> {
    let (start, rest) = stripped(text, str::strip_prefix, "^");
    let (end, rest) = stripped(rest, str::strip_suffix, "$");
    let inner = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let (start, end, list) = match inner {
        Some(inner) => (start, end, inner.strip_prefix("?:").unwrap_or(inner)),
        // Without parentheses an anchor belongs to its own alternative alone.
        None => (false, false, text),
    };
    let one = |text| {
        let (own_start, text) = stripped(text, str::strip_prefix, "^");
        let (own_end, text) = stripped(text, str::strip_suffix, "$");
        let (starts, ends) = (start || own_start, end || own_end);
        let text = if starts { text } else { text.strip_prefix(".*").unwrap_or(text) };
        let text = if ends { text } else { text.strip_suffix(".*").unwrap_or(text) };
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-:/@, ".contains(&byte);
        text.bytes().all(plain).then(|| Alternative { starts, text: text.to_owned(), ends })
    };
    list.split('|').map(one).collect()
}

/// Whether something was at an end of a text, and the text without it.
fn stripped<'a>(
    text: &'a str,
    strip: impl Fn(&'a str, &'static str) -> Option<&'a str>,
    what: &'static str,
) -> (bool, &'a str) {
    strip(text, what).map_or((false, text), |rest| (true, rest))
}

/// A regular expression, compiled when it is first needed.
#[derive(Clone, Debug)]
pub struct Expression {
    text: String,
    compiled: OnceLock<Result<Regex, Fault>>,
}

impl Expression {
    fn try_match(&self, name: &str) -> Result<bool, Fault> {
        let is_short = name.len() <= LONGEST_NAME;
        if is_short && self.compiled.get().is_none() && glance::rules_out(&self.text, name) {
            return Ok(false);
        }
        self.compiled_match(name)
    }

    fn compiled_match(&self, name: &str) -> Result<bool, Fault> {
        let compiled = self.compiled.get_or_init(|| compile(&self.text));
        let expression = compiled.as_ref().map_err(Fault::clone)?;
        if name.len() > LONGEST_NAME {
            return Err(Fault::CostlyMatcher);
        }
        expression.is_match(name.as_bytes()).map_err(|_| Fault::CostlyMatcher)
    }
}

fn compile(text: &str) -> Result<Regex, Fault> {
    // Over bytes the classes are those of ASCII, as in ECMAScript, in whatever program this is linked.
    let built = RegexBuilder::new(text)
        .bytes_mode(BytesMode::Ascii)
        .backtrack_limit(MOST_STEPS)
        .delegate_size_limit(LARGEST)
        .delegate_dfa_size_limit(LARGEST)
        .max_prog_size(LONGEST_PROGRAM)
        .build();
    built.map_err(|error| {
        let why = match &error {
            fancy_regex::Error::ParseError(at, why) => {
                format!(" (after {at} bytes: {})", shown(&why.to_string(), LONGEST_WHY))
            }
            _ => String::new(),
        };
        Fault::InvalidMatcher(why)
    })
}

#[cfg(test)]
mod tests;
