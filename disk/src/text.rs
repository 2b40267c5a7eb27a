//! A whole text and its edits, with the proof that nothing else changed.

use serde_json::{Map, Value};

use crate::json::Json;
use crate::splice::{Change, splice};
use crate::toml::Toml;
use crate::{ConfigError, Edit, Format, plain};

/// The longest settings file that is read or written.
pub const LONGEST: u64 = 4 * 1024 * 1024;

/// What some editors begin a file with.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// What a text says.
pub(crate) fn read(text: &str, format: Format) -> Result<Map<String, Value>, ConfigError> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    match format {
        Format::Json => Ok(Json::parse(text)?.root()),
        Format::Toml => Ok(Toml::parse(text)?.root()),
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
    let mut wanted = Value::Object(read(&text, format)?);
    for edit in edits {
        let change = match format {
            Format::Json => Json::parse(&text)?.edit(edit)?,
            Format::Toml => match (Toml::parse(&text)?.edit(edit), edit) {
                // It went with the last of its tables.
                (Err(ConfigError::Missing { .. }), Edit::Remove { at })
                    if plain::is_hollow_at(&wanted, at) =>
                {
                    Change::none()
                }
                (change, _) => change?,
            },
        };
        wanted = plain::apply(wanted, edit).ok_or(ConfigError::Unsafe)?;
        if !change.splices.is_empty() {
            text = splice(&text, &change.splices, &change.ours).ok_or(ConfigError::Unsafe)?;
        }
    }
    let said = Value::Object(read(&text, format).map_err(|_| ConfigError::Unsafe)?);
    let same = match format {
        Format::Json => plain::same_json(&said, &wanted),
        Format::Toml => plain::same_toml(&said, &wanted),
    };
    if !same {
        return Err(ConfigError::Unsafe);
    }
    let text = format!("{mark}{text}");
    if text.len() as u64 > LONGEST {
        return Err(ConfigError::TooLong);
    }
    Ok(text)
}
