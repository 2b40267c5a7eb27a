//! The command line: `vults-hook [--agent NAME] [--ask] [--statusline] [EventName]` (VP-10).

use std::ffi::OsString;

use vults_protocol::{Agent, BadAgentName};

/// What an installed entry says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Args {
    /// Who runs the relay; Claude Code where nothing is said.
    pub agent: Agent,
    /// Whether the entry has the long timeout that a question needs.
    pub ask: bool,
    /// Whether the entry is the agent's status line.
    pub status_line: bool,
    /// The event, for payloads that do not name their own.
    pub event: Option<String>,
}

impl Args {
    /// Reads the words after the program's name.
    ///
    /// Unknown flags are ignored, so that an entry written for a newer relay still works. An
    /// `--agent` without a value is ignored too; the first other word is the event.
    ///
    /// # Errors
    ///
    /// [`BadAgentName`] for a name that is invalid, empty or refused (VP-11).
    pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Args, BadAgentName> {
        let mut args = Args { agent: Agent::Claude, ask: false, status_line: false, event: None };
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            // A word that is not UTF-8 is neither a flag nor an event of any agent.
            let Some(word) = word.to_str() else { continue };
            match word {
                "--agent" => {
                    if let Some(name) = words.next() {
                        args.agent = name.to_str().ok_or(BadAgentName)?.parse()?;
                    }
                }
                "--ask" => args.ask = true,
                "--statusline" => args.status_line = true,
                _ => {
                    if let Some(name) = word.strip_prefix("--agent=") {
                        args.agent = name.parse()?;
                    } else if !word.is_empty() && !word.starts_with('-') && args.event.is_none() {
                        args.event = Some(word.to_owned());
                    }
                }
            }
        }
        Ok(args)
    }
}
