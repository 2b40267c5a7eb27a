//! What a settings file says, as far as it is the app's. Pure: a text in, settings and complaints out.

use std::fmt;
use std::sync::LazyLock;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use vults_core::{Language, Marks};
use vults_disk::{ConfigError, Format, read_text};

/// The version of the file that this app writes.
pub(super) const VERSION: u64 = 1;

/// The key of what takes a place in a person's terminal.
pub(super) const COST_AND_LIMITS: &str = "cost_and_limits";

/// No screen's connector is longer.
const LONGEST_SCREEN: usize = 100;

static DEFAULTS: LazyLock<Known> = LazyLock::new(|| {
    // A part of the program, which a test reads too.
    match read_text(include_str!("defaults.jsonc"), Format::Json) {
        Ok(members) => Known::of(&members, &Known::bare()),
        Err(error) => panic!("defaults.jsonc: {error}"),
    }
});

/// What a settings file says, as far as it is the app's. What it does not say, or says in a way that
/// means nothing, has its default; cost and limits are then not asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The language of the windows.
    pub language: Language,
    /// How a session is drawn.
    pub marks: Marks,
    /// The screen that the island is on, by its connector; none for the primary one.
    pub screen: Option<String>,
    /// Whether there are sounds.
    pub sounds: bool,
    /// Whether there are notifications.
    pub notifications: bool,
    /// Whether agents are asked for cost and limits.
    pub cost_and_limits: bool,
    /// The keys whose values mean nothing.
    pub unfit: Vec<Unfit>,
    /// The version of the file, where it is not ours.
    pub newer: Option<u64>,
}

impl Default for Known {
    fn default() -> Known {
        DEFAULTS.clone()
    }
}

impl Known {
    /// What the text of a settings file says. A blank one says nothing.
    ///
    /// # Errors
    ///
    /// Where it is not plain JSON with an object that has each key once. The file is then as good as
    /// unread: nobody can say what it means.
    pub fn read(text: &str) -> Result<Known, ConfigError> {
        let members = read_text(text, Format::Json)?;
        check_plain(text)?;
        Ok(Known::of(&members, &DEFAULTS))
    }

    fn of(members: &Map<String, Value>, defaults: &Known) -> Known {
        let mut reader = Reader { members, unfit: Vec::new() };
        let version = reader.value("version", "a whole number from 1", |value| {
            value.as_u64().filter(|version| *version > 0)
        });
        let text = r#""system", "en" or "pt-BR""#;
        Known {
            newer: version.filter(|version| *version > VERSION),
            language: reader.parsed("language", text).unwrap_or(defaults.language),
            marks: reader.parsed("marks", r#""birds" or "plain""#).unwrap_or(defaults.marks),
            screen: reader.screen().unwrap_or_else(|| defaults.screen.clone()),
            sounds: reader.flag("sounds").unwrap_or(defaults.sounds),
            notifications: reader.flag("notifications").unwrap_or(defaults.notifications),
            cost_and_limits: match reader.flag(COST_AND_LIMITS) {
                Some(asked) => asked,
                // What means nothing is no leave to write into an agent's settings.
                None => defaults.cost_and_limits && !members.contains_key(COST_AND_LIMITS),
            },
            unfit: reader.unfit,
        }
    }

    /// What the defaults themselves fall back to, which they never do.
    fn bare() -> Known {
        Known {
            language: Language::default(),
            marks: Marks::default(),
            screen: None,
            sounds: false,
            notifications: false,
            cost_and_limits: false,
            unfit: Vec::new(),
            newer: None,
        }
    }
}

/// A key whose value means nothing, so that it does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// The key.
    pub key: &'static str,
    /// What its value should be.
    pub expected: &'static str,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not {}", self.key, self.expected)
    }
}

/// Whether a name can be a screen's.
pub(super) fn is_screen(name: &str) -> bool {
    !name.trim().is_empty() && name.len() <= LONGEST_SCREEN && !name.chars().any(char::is_control)
}

struct Reader<'a> {
    members: &'a Map<String, Value>,
    unfit: Vec<Unfit>,
}

impl Reader<'_> {
    fn value<T>(
        &mut self,
        key: &'static str,
        expected: &'static str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Option<T> {
        let found = read(self.members.get(key)?);
        if found.is_none() {
            self.unfit.push(Unfit { key, expected });
        }
        found
    }

    fn parsed<T: DeserializeOwned>(
        &mut self,
        key: &'static str,
        expected: &'static str,
    ) -> Option<T> {
        self.value(key, expected, |value| serde_json::from_value(value.clone()).ok())
    }

    fn flag(&mut self, key: &'static str) -> Option<bool> {
        self.value(key, "true or false", Value::as_bool)
    }

    fn screen(&mut self) -> Option<Option<String>> {
        self.value("screen", "the name of a screen, or null", |value| match value {
            Value::Null => Some(None),
            Value::String(name) if is_screen(name) => Some(Some(name.clone())),
            _ => None,
        })
    }
}

/// Whoever else reads the file takes plain JSON alone, so what counts for one must count for all.
fn check_plain(text: &str) -> Result<(), ConfigError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Ok(());
    }
    match serde_json::from_str::<serde::de::IgnoredAny>(text) {
        Ok(_) => Ok(()),
        Err(error) => Err(ConfigError::Syntax {
            line: u32::try_from(error.line()).unwrap_or(u32::MAX),
            column: u32::try_from(error.column()).unwrap_or(u32::MAX),
            reason: "plain JSON has neither comments nor a comma at the end of a list".to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests;
