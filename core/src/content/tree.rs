//! Any JSON as a tree that a person can read: one row for each value, in order.

use serde_json::{Map, Value};

use super::room::count;
use super::{ArgumentValue, ArgumentView, Room};
use crate::present::Place;

/// The rows of a tool's input. `paths`: the arguments that are paths; `places`: where they lead.
pub(super) fn draw(
    arguments: &Map<String, Value>,
    paths: &[&str],
    places: &[Place],
    room: &mut Room,
) -> Option<Vec<ArgumentView>> {
    let mut rows = Vec::new();
    let unknown = Place::default();
    for (name, value) in arguments {
        let at = rows.len();
        push(&mut rows, 0, Some(name), value, room)?;
        if paths.contains(&name.as_str()) && value.is_string() {
            // In the order of `Action::paths`.
            let is_path = |path: &&&str| arguments.get(**path).is_some_and(Value::is_string);
            let index = paths.iter().filter(is_path).position(|path| path == name);
            let place = index.and_then(|index| places.get(index)).unwrap_or(&unknown);
            let row = &mut rows[at];
            row.outside = place.outside;
            row.leads_to = match &place.leads_to {
                Some(path) => Some(room.line(path)?),
                None => None,
            };
        }
    }
    Some(rows)
}

fn push(
    rows: &mut Vec<ArgumentView>,
    depth: u32,
    name: Option<&str>,
    value: &Value,
    room: &mut Room,
) -> Option<()> {
    let name = match name {
        Some(name) => Some(room.line(name)?),
        None => None,
    };
    let literal = |text: String, room: &mut Room| {
        room.line(&text)?;
        Some(ArgumentValue::Literal(text))
    };
    let shown = match value {
        Value::Null => literal("null".to_owned(), room)?,
        Value::Bool(truth) => literal(truth.to_string(), room)?,
        Value::Number(number) => literal(number.to_string(), room)?,
        Value::String(text) => {
            // An empty one takes a row as well.
            room.line("")?;
            ArgumentValue::Text(room.passage(text)?)
        }
        Value::Array(items) => {
            room.line("")?;
            ArgumentValue::List(count(items.len()))
        }
        Value::Object(fields) => {
            room.line("")?;
            ArgumentValue::Object(count(fields.len()))
        }
    };
    rows.push(ArgumentView { depth, name, value: shown, leads_to: None, outside: false });
    match value {
        Value::Array(items) => {
            items.iter().try_for_each(|item| push(rows, depth + 1, None, item, room))
        }
        Value::Object(fields) => fields
            .iter()
            .try_for_each(|(name, value)| push(rows, depth + 1, Some(name), value, room)),
        _ => Some(()),
    }
}
