//! The words after `vults hooks check`, `run`, `trust` and `distrust`.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use vults_lifecycle_hooks::Event;

use super::Order;

/// Whether the first word that is no option is one of the four commands.
pub(in crate::cli) fn is_one(words: &[OsString]) -> bool {
    command(words).is_some_and(|command| ["check", "run", "trust", "distrust"].contains(&command))
}

/// Whether `run` is asked for, whose exit code 2 says that a call is blocked and nothing else.
pub(in crate::cli) fn is_run(words: &[OsString]) -> bool {
    command(words) == Some("run")
}

fn command(words: &[OsString]) -> Option<&str> {
    words.iter().find(|word| !is_option(word)).and_then(|word| word.to_str())
}

fn is_option(word: &OsStr) -> bool {
    word.as_encoded_bytes().starts_with(b"-")
}

/// Reads the words; none where help is asked for.
///
/// # Errors
///
/// What makes no sense, in a sentence.
pub(in crate::cli) fn parse(words: &[OsString]) -> Result<Option<Order>, String> {
    if words.iter().any(|word| word == "--help" || word == "-h") {
        return Ok(None);
    }
    let (options, rest): (Vec<_>, Vec<_>) = words.iter().partition(|word| is_option(word));
    let mut rest = rest.into_iter();
    let command = rest.next().and_then(|word| word.to_str()).unwrap_or_default();
    let known: &[&str] = match command {
        "check" => &["--json"],
        "run" => &["--json", "--trust"],
        _ => &[],
    };
    for option in &options {
        if !known.iter().any(|known| option.as_os_str() == *known) {
            return Err(format!("there is no option {option:?} of {command}."));
        }
    }
    let has = |option: &str| options.iter().any(|given| given.as_os_str() == option);
    let first = rest.next();
    if let Some(more) = rest.next() {
        return Err(format!("{more:?} is one word too many."));
    }
    let folder = first.map(PathBuf::from);
    let needed = || folder.clone().ok_or_else(|| format!("{command} needs the project's folder."));
    Ok(Some(match command {
        "trust" => Order::Trust { folder: needed()? },
        "distrust" => Order::Distrust { folder: needed()? },
        "run" => Order::Run { event: event(first)?, trust: has("--trust"), json: has("--json") },
        _ => Order::Check { folder, json: has("--json") },
    }))
}

fn event(word: Option<&OsString>) -> Result<Event, String> {
    let known = Event::ALL.map(Event::name).join(", ");
    let Some(word) = word else { return Err(format!("run needs an event: {known}.")) };
    let event = Event::ALL.into_iter().find(|event| word == event.name());
    event.ok_or_else(|| format!("there is no event {word:?}; there are {known}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Option<Order>, String> {
        parse(&line.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn words_that_make_sense() {
        let check = |line: &str, order: Order| assert_eq!(parsed(line), Ok(Some(order)), "{line}");
        check("check", Order::Check { folder: None, json: false });
        check("--json check /p", Order::Check { folder: Some("/p".into()), json: true });
        let run = |event, trust, json| Order::Run { event, trust, json };
        check("run PreToolUse", run(Event::PreToolUse, false, false));
        check("run --trust Stop --json", run(Event::Stop, true, true));
        check("trust .", Order::Trust { folder: ".".into() });
        check("distrust /gone", Order::Distrust { folder: "/gone".into() });
        assert_eq!(parsed("trust --help"), Ok(None));
        assert_eq!(parsed("run -h"), Ok(None));
    }

    #[test]
    fn words_that_make_no_sense() {
        let check = |line: &str, part: &str| {
            let error = parsed(line).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        };
        check("check --trust", "there is no option \"--trust\" of check");
        check("check a b", "\"b\" is one word too many");
        check("run", "needs an event: SessionStart, PreToolUse, PostToolUse, Stop");
        check("run stop", "there is no event \"stop\"");
        check("run Stop --yes", "there is no option \"--yes\" of run");
        check("trust", "trust needs the project's folder");
        for option in ["--yes", "-y", "--force", "--trust", "--json"] {
            check(&format!("trust /p {option}"), "there is no option");
        }
        check("distrust", "distrust needs the project's folder");
    }

    #[test]
    fn the_four_are_told_from_other_commands() {
        let is = |line: &str| is_one(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert!(is("check") && is("--json run Stop") && is("trust .") && is("distrust ."));
        assert!(!is("status") && !is("") && !is("install check") && !is("--json"));
    }
}
