//! The whole of what a tool is asked to do. A card may offer Allow on nothing less.

use serde_json::{Map, Value};
use vults_protocol::Event;
use vults_protocol::cut::{is_whole_or_cut, may_be_cut};

/// The tool's uncut input (VP-28): the event's `input`, else the payload's own `tool_input`.
///
/// None where it did not arrive whole, or where `input` is not what the payload shows a part of:
/// then it is not clear what an Allow would authorize.
pub(crate) fn input(event: &Event) -> Option<&Map<String, Value>> {
    let shown = event.payload.get("tool_input")?;
    let (whole, fits) = match &event.input {
        Some(input) if input != shown => (input, shows(shown, input)),
        _ => (shown, !holds_cut(shown)),
    };
    whole.as_object().filter(|_| fits)
}

/// Whether `shown` is `whole` with nothing but long strings cut.
fn shows(shown: &Value, whole: &Value) -> bool {
    match (shown, whole) {
        (Value::String(shown), Value::String(whole)) => is_whole_or_cut(shown, whole),
        (Value::Array(shown), Value::Array(whole)) => {
            shown.len() == whole.len() && shown.iter().zip(whole).all(|(s, w)| shows(s, w))
        }
        (Value::Object(shown), Value::Object(whole)) => {
            shown.len() == whole.len()
                && shown.iter().all(|(key, s)| whole.get(key).is_some_and(|w| shows(s, w)))
        }
        _ => shown == whole,
    }
}

fn holds_cut(value: &Value) -> bool {
    match value {
        Value::String(text) => may_be_cut(text),
        Value::Array(items) => items.iter().any(holds_cut),
        Value::Object(fields) => fields.values().any(holds_cut),
        _ => false,
    }
}
