//! A whole text and its edits, with the proof that nothing else changed.

use serde_json::{Map, Value};

use crate::json::{self, Json};
use crate::splice::{Change, splice};
use crate::toml::Toml;
use crate::{ConfigError, Edit, Format, Step, plain};

/// The longest settings file that is read or written.
pub const LONGEST: u64 = 4 * 1024 * 1024;

/// What some editors begin a file with.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A text that was read.
enum Document<'a> {
    Json(Json<'a>),
    Toml(Toml<'a>),
}

impl<'a> Document<'a> {
    fn parse(text: &'a str, format: Format) -> Result<Document<'a>, ConfigError> {
        Ok(match format {
            Format::Json => Document::Json(Json::parse(text)?),
            Format::Toml => Document::Toml(Toml::parse(text)?),
        })
    }

    fn root(&self) -> Value {
        Value::Object(match self {
            Document::Json(json) => json.root(),
            Document::Toml(toml) => toml.root(),
        })
    }

    /// The changes that make an edit of what should be there now.
    fn edit(&self, edit: &Edit, wanted: &Value) -> Result<Change, ConfigError> {
        match self {
            Document::Json(json) => json.edit(edit),
            Document::Toml(toml) => match (toml.edit(edit), edit) {
                // It went with the last of its tables.
                (Err(ConfigError::Missing { .. }), Edit::Remove { at })
                    if plain::is_hollow_at(wanted, at) =>
                {
                    Ok(Change::none())
                }
                (change, _) => change,
            },
        }
    }

    fn says(&self, wanted: &Value) -> bool {
        match self {
            Document::Json(_) => plain::same_json(&self.root(), wanted),
            Document::Toml(_) => plain::same_toml(&self.root(), wanted),
        }
    }
}

/// What a text says; one of blanks and comments alone says nothing.
///
/// # Errors
///
/// Whatever keeps it from meaning one thing: see [`ConfigError`].
pub fn read(text: &str, format: Format) -> Result<Map<String, Value>, ConfigError> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    match Document::parse(text, format)?.root() {
        Value::Object(members) => Ok(members),
        _ => Err(ConfigError::Unsafe),
    }
}

/// Where comments stand in a text: see [`ConfigFile::comments`](crate::ConfigFile::comments).
pub(crate) fn comments(text: &str, format: Format) -> Vec<Vec<Step>> {
    match format {
        Format::Json => json::comments(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)),
        Format::Toml => Vec::new(),
    }
}

/// The text after these edits: see [`ConfigFile::edit`](crate::ConfigFile::edit).
///
/// # Errors
///
/// Whatever makes an edit unsafe: see [`ConfigError`].
pub fn edit_text(text: &str, format: Format, edits: &[Edit]) -> Result<String, ConfigError> {
    let (mark, mut text) = match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => (BYTE_ORDER_MARK, rest.to_owned()),
        None => ("", text.to_owned()),
    };
    let mut wanted = Document::parse(&text, format)?.root();
    for edit in edits {
        // What an edit left must be read anew, or the next one would cut at the wrong places.
        let document = Document::parse(&text, format).map_err(|_| ConfigError::Unsafe)?;
        let Change { splices, ours } = document.edit(edit, &wanted)?;
        text = splice(&text, &splices, &ours).ok_or(ConfigError::Unsafe)?;
        wanted = plain::apply(wanted, edit).ok_or(ConfigError::Unsafe)?;
    }
    let document = Document::parse(&text, format).map_err(|_| ConfigError::Unsafe)?;
    if !document.says(&wanted) {
        return Err(ConfigError::Unsafe);
    }
    let text = format!("{mark}{text}");
    if text.len() as u64 > LONGEST {
        return Err(ConfigError::TooLong);
    }
    Ok(text)
}
