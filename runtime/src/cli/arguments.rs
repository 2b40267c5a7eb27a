//! The words after `vults hooks`.

use std::ffi::OsString;

use vults_agents::{Installation, installations};

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Status,
    Install,
    Remove,
    Test,
}

/// The words, understood.
#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) command: Command,
    /// Only this agent.
    pub(super) agent: Option<&'static Installation>,
    pub(super) dry_run: bool,
    pub(super) json: bool,
}

/// What the words come to.
#[derive(Debug)]
pub(super) enum Parsed {
    Help,
    Do(Arguments),
}

/// Reads the words.
///
/// # Errors
///
/// What makes no sense, in a sentence.
pub(super) fn parse(words: &[OsString]) -> Result<Parsed, String> {
    let mut command = None;
    let mut agent = None;
    let (mut dry_run, mut json) = (false, false);
    for word in words {
        let word = word.to_string_lossy();
        match (&*word, command) {
            ("--help" | "-h", _) | ("help", None) => return Ok(Parsed::Help),
            ("--dry-run", _) => dry_run = true,
            ("--json", _) => json = true,
            (option, _) if option.starts_with('-') => {
                return Err(format!("there is no option {option:?}."));
            }
            ("status", None) => command = Some(Command::Status),
            ("install", None) => command = Some(Command::Install),
            ("remove", None) => command = Some(Command::Remove),
            ("test", None) => command = Some(Command::Test),
            (other, None) => return Err(format!("there is no command {other:?}.")),
            (name, Some(_)) if agent.is_none() => {
                let named = installations().find(|it| it.agent.as_str() == name);
                agent = Some(named.ok_or_else(|| unknown(name))?);
            }
            (more, Some(_)) => return Err(format!("{more:?} is one word too many.")),
        }
    }
    let Some(command) = command else { return Ok(Parsed::Help) };
    if dry_run && !matches!(command, Command::Install | Command::Remove) {
        return Err("--dry-run belongs to install and remove.".to_owned());
    }
    Ok(Parsed::Do(Arguments { command, agent, dry_run, json }))
}

fn unknown(name: &str) -> String {
    let known: Vec<&str> = installations().map(|it| it.agent.as_str()).collect();
    format!("there is no agent {name:?}; those known are: {}.", known.join(", "))
}
