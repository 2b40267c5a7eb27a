//! One JSON object a line.

use serde::Serialize;
use serde_json::{Map, Value};

/// The value as compact JSON with a newline. Our wire types hold only strings, numbers and
/// string-keyed maps, which always have a JSON form.
pub(crate) fn encode(value: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(value).unwrap_or_default();
    line.push(b'\n');
    line
}

/// The object of one line, or none where it is something else.
pub(crate) fn decode_object(line: &[u8]) -> Option<Map<String, Value>> {
    match serde_json::from_slice(line).ok()? {
        Value::Object(fields) => Some(fields),
        _ => None,
    }
}
