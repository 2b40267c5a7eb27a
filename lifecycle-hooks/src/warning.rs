use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::Event;

/// Something in a settings file that does not count, or does not do what it seems to. None stops a
/// run (LH-17).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The settings file.
    pub file: PathBuf,
    /// The way to the value from the top, as in `hooks.PreToolUse[0].matcher`; none where it is about
    /// the whole file.
    pub field: Option<String>,
    /// What is wrong.
    pub fault: Fault,
}

impl fmt::Display for Warning {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}: ", self.file.display())?;
        if let Some(field) = &self.field {
            write!(to, "{field}: ")?;
        }
        self.fault.fmt(to)
    }
}

/// What can be wrong with a settings file. As text, a sentence whose subject is the file or the field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// It is there and cannot be read (LH-07).
    #[error("It cannot be read ({0}), so none of its hooks run.")]
    Unreadable(String),
    /// A pipe, a folder or a device.
    #[error("It is not a regular file, so none of its hooks run.")]
    NotAFile,
    /// It is over the limit (LH-08).
    #[error("It is longer than 1 MiB, so none of its hooks run.")]
    TooLong,
    /// It is no JSON, or not UTF-8 (LH-08, LH-10).
    #[error("It is not valid JSON ({0}), so none of its hooks run.")]
    NotJson(String),
    /// The project has more settings files than are read; those further out count.
    #[error(
        "The project has too many settings files, so none of its hooks run, nor those of files further in."
    )]
    TooManyFiles,
    /// A value has the wrong shape (LH-11, LH-12).
    #[error("It must be {right}, so {lost} left out.")]
    Shape {
        /// What it must be.
        right: &'static str,
        /// What is left out because of it, with its verb.
        lost: &'static str,
    },
    /// There is no such event (LH-13).
    #[error(
        "There is no such event, so its list is left out; there are SessionStart, PreToolUse, PostToolUse and Stop."
    )]
    UnknownEvent,
    /// A handler that says nothing to run (LH-14).
    #[error("It has neither a command nor an argv, so it is left out.")]
    NoProgram,
    /// Warnings of the same file that are not listed.
    #[error("{0} more of its entries are wrong.")]
    More(usize),
    /// A matcher that no reader understands (LH-22).
    #[error("It is not a valid regular expression{0}, so it matches no tool: this guard is off.")]
    InvalidMatcher(String),
    /// A matcher that takes too many steps for a tool's name (LH-24).
    #[error("It takes too many steps to compare with this tool's name, so it counts as no match.")]
    CostlyMatcher,
    /// A matcher on an event without a tool, which it cannot meet (LH-25).
    #[error("{} is about no tool, so a group with this matcher never runs there.", .0.name())]
    NoToolToMatch(Event),
    /// The handlers of one event may need longer than all of them have (D4).
    #[error(
        "The handlers of {} may take {} s if all of them run, but have {} s together: what has not run by then is left out.",
        .event.name(), .needed.as_secs(), .budget.as_secs()
    )]
    OverBudget {
        /// Of which event.
        event: Event,
        /// The sum of their limits.
        needed: Duration,
        /// The time they have.
        budget: Duration,
    },
    /// Its commands name more than can be looked at on every event (D8).
    #[error(
        "Its commands name too many or too large files of the project to be trusted, so none of its hooks run."
    )]
    TooMuchToTrust,
}

/// The beginning of a text out of someone's file, as it may be shown to people whatever it holds.
pub(crate) fn shown(text: &str, characters: usize) -> String {
    let mut escaped = text.chars().flat_map(char::escape_debug);
    let mut shown: String = escaped.by_ref().take(characters).collect();
    if escaped.next().is_some() {
        shown.push('…');
    }
    shown
}
