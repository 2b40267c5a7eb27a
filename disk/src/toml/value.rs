//! TOML values as plain ones and back.

use serde_json::{Map, Value};
use toml_edit::{Item, Key, Table};

use super::Part;

/// What a part says.
pub(super) fn part(part: Part<'_>) -> Value {
    match part {
        Part::Table(members) => Value::Object(table(members)),
        Part::Tables(tables) => {
            Value::Array(tables.iter().map(|members| Value::Object(table(members))).collect())
        }
        Part::Value(value) => plain(value),
    }
}

/// What a table says.
pub(super) fn table(table: &Table) -> Map<String, Value> {
    let member = |(key, item): (&str, &Item)| {
        let value = match item {
            Item::None => return None,
            Item::Value(value) => plain(value),
            Item::Table(members) => part(Part::Table(members)),
            Item::ArrayOfTables(tables) => part(Part::Tables(tables)),
        };
        Some((key.to_owned(), value))
    };
    table.iter().filter_map(member).collect()
}

/// Dates and times, infinities and NaN are given as they are written.
fn plain(value: &toml_edit::Value) -> Value {
    match value {
        toml_edit::Value::String(string) => Value::from(string.value().as_str()),
        toml_edit::Value::Integer(integer) => Value::from(*integer.value()),
        toml_edit::Value::Float(float) => match serde_json::Number::from_f64(*float.value()) {
            Some(number) => Value::Number(number),
            None => Value::from(float.value().to_string()),
        },
        toml_edit::Value::Boolean(boolean) => Value::from(*boolean.value()),
        toml_edit::Value::Datetime(datetime) => Value::from(datetime.value().to_string()),
        toml_edit::Value::Array(array) => Value::Array(array.iter().map(plain).collect()),
        toml_edit::Value::InlineTable(table) => {
            let member = |(key, value): (&str, &toml_edit::Value)| (key.to_owned(), plain(value));
            Value::Object(table.iter().map(member).collect())
        }
    }
}

/// A value on one line; none where TOML has no word for it.
pub(super) fn written(value: &Value) -> Option<String> {
    let items = |items: Vec<String>| items.join(", ");
    Some(match value {
        Value::Null => return None,
        Value::Bool(boolean) => boolean.to_string(),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(integer), _) => integer.to_string(),
            (None, Some(float)) if number.is_f64() => toml_edit::Value::from(float).to_string(),
            _ => return None,
        },
        Value::String(string) => quoted(string),
        Value::Array(elements) => {
            format!("[{}]", items(elements.iter().map(written).collect::<Option<_>>()?))
        }
        Value::Object(members) if members.is_empty() => "{}".to_owned(),
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| {
                Some(format!("{} = {}", key(name), written(value)?))
            };
            format!("{{ {} }}", items(members.iter().map(member).collect::<Option<_>>()?))
        }
    })
}

/// A key, in quotes where it needs them.
pub(super) fn key(name: &str) -> String {
    Key::new(name).display_repr().into_owned()
}

/// A string on one line, whatever is in it.
fn quoted(string: &str) -> String {
    if string.contains(['\n', '\r']) {
        // JSON's escapes are TOML's, but for the one that TOML wants escaped too.
        return Value::from(string).to_string().replace('\u{7f}', "\\u007F");
    }
    toml_edit::Value::from(string).to_string()
}
