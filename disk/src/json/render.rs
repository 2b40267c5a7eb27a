//! New JSON text.

use serde_json::Value;

use crate::layout::Layout;

/// A string as JSON writes it.
pub(super) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Writes a value in a layout.
pub(super) fn render(value: &Value, layout: &Layout, text: &mut String) {
    let items: Vec<(Option<&str>, &Value)> = match value {
        Value::Array(elements) => elements.iter().map(|element| (None, element)).collect(),
        Value::Object(members) => members.iter().map(|(key, v)| (Some(key.as_str()), v)).collect(),
        scalar => return text.push_str(&scalar.to_string()),
    };
    let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
    text.push(open);
    let (inner, space) = match layout {
        Layout::Lines { newline, indent, unit } => {
            let (indent, unit) = (format!("{indent}{unit}"), unit.clone());
            (Layout::Lines { newline, indent, unit }, " ")
        }
        Layout::Inline { space } => (layout.clone(), *space),
    };
    for (index, (key, item)) in items.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        match &inner {
            Layout::Lines { newline, indent, .. } => {
                text.push_str(newline);
                text.push_str(indent);
            }
            Layout::Inline { .. } if index > 0 => text.push_str(space),
            Layout::Inline { .. } => {}
        }
        if let Some(key) = key {
            text.push_str(&quoted(key));
            text.push(':');
            text.push_str(space);
        }
        render(item, &inner, text);
    }
    if let (Layout::Lines { newline, indent, .. }, false) = (layout, items.is_empty()) {
        text.push_str(newline);
        text.push_str(indent);
    }
    text.push(close);
}
