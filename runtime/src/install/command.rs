//! The words of an installed hook, and which words are ours.

use std::path::{Path, PathBuf};

use vults_agents::Entry;

/// The relay's name, wherever it lies.
pub(crate) const RELAY: &str = "vults-hook";
/// What a relay is told of itself as a status line.
const STATUS_LINE: &str = "--statusline";
/// What a relay is told of itself where a person answers in it.
const ASK: &str = "--ask";

/// The words around a relay's call that people and installers use to keep it silent. They do
/// nothing by themselves, so a command of them and a relay's call alone is that call.
const AROUND: [&str; 26] = [
    "{",
    "}",
    "[",
    "]",
    "-x",
    "-f",
    "-e",
    "test",
    "&&",
    "||",
    ";",
    ":",
    "true",
    "if",
    "then",
    "fi",
    "exec",
    "command",
    "exit",
    "0",
    "2>/dev/null",
    ">/dev/null",
    "2>&1",
    "2>",
    ">",
    "/dev/null",
];

/// The command of a hook: silent, and good, whatever becomes of the relay (specs C8).
pub(crate) fn hook(relay: &str, agent: &str, entry: &Entry) -> String {
    let ask = if entry.ask { " --ask" } else { "" };
    guarded(relay, &format!("--agent {agent}{ask} {}", entry.event))
}

/// The command of a status line.
pub(crate) fn status_line(relay: &str, agent: &str) -> String {
    guarded(relay, &format!("--agent {agent} {STATUS_LINE}"))
}

fn guarded(relay: &str, arguments: &str) -> String {
    let relay = quoted(relay);
    format!("{{ [ -x {relay} ] && {relay} {arguments}; }} 2>/dev/null || :")
}

/// A path as one word of the shell's, whatever is in it.
pub(crate) fn quoted(path: &str) -> String {
    format!("'{}'", path.replace('\'', r"'\''"))
}

/// A call of the relay, as a command makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    /// The relay, as the command names it.
    pub(crate) relay: PathBuf,
    /// The agent's word.
    pub(crate) agent: String,
    /// Whether a person answers in it.
    pub(crate) ask: bool,
    /// Whether it is a status line.
    pub(crate) status_line: bool,
    /// Whether the command does something else besides: then it is the person's own, and only they
    /// change it.
    pub(crate) wrapped: bool,
}

/// The call that a command makes; none where it does not call the relay for an agent.
pub(crate) fn call(command: &str) -> Option<Call> {
    let words = words(command);
    let last = words.iter().rposition(|word| is_relay(word))?;
    let relay = words.get(last)?;
    let mut call = Call {
        relay: PathBuf::from(relay),
        agent: String::new(),
        ask: false,
        status_line: false,
        wrapped: false,
    };
    let mut arguments = words.get(last + 1..)?.iter().map(String::as_str).peekable();
    while let Some(word) = arguments.next_if(|word| !AROUND.contains(word)) {
        match word {
            "--agent" => call.agent = arguments.next()?.to_owned(),
            ASK => call.ask = true,
            STATUS_LINE => call.status_line = true,
            _ => match word.strip_prefix("--agent=") {
                Some(agent) => call.agent = agent.to_owned(),
                None => call.wrapped |= !is_event(word) && !word.starts_with("--"),
            },
        }
    }
    let before = words.iter().take(last).map(String::as_str);
    let around = |word: &str| AROUND.contains(&word) || is_relay(word);
    call.wrapped |= !before.chain(arguments).all(around);
    // Every command of ours has named its agent; `pkill vults-hook` is the person's own.
    (!call.agent.is_empty()).then_some(call)
}

fn is_relay(word: &str) -> bool {
    Path::new(word).file_name().is_some_and(|name| name == RELAY)
}

fn is_event(word: &str) -> bool {
    word.chars().all(|letter| letter.is_ascii_alphanumeric())
}

/// The words of a command, roughly as the shell sees them: quotes are gone, and `;`, `&`, `|` and
/// line breaks stand alone.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = command.chars().peekable();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(letters.next()),
            (None, ' ' | '\t') => words.extend(word.take()),
            (None, '\n' | ';') => {
                words.extend(word.take());
                words.push(";".to_owned());
            }
            // The target of `2>&1` is no operator.
            (None, '&' | '|') if !word.as_ref().is_some_and(|word| word.ends_with('>')) => {
                words.extend(word.take());
                let twice = letters.next_if_eq(&letter).is_some();
                words.push(String::from(letter).repeat(if twice { 2 } else { 1 }));
            }
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests;
