//! The cells of a notebook, as Jupyter writes them.

use serde_json::Value;

use super::Unread;

/// The text of a cell, by its id.
///
/// # Errors
///
/// Why it is not known.
pub(super) fn cell(notebook: &str, id: &str) -> Result<String, Unread> {
    let notebook: Value = serde_json::from_str(notebook).map_err(|_| Unread::NotText)?;
    let cells = notebook.get("cells").and_then(Value::as_array).ok_or(Unread::NotText)?;
    let mut found = cells.iter().filter(|cell| cell.get("id").and_then(Value::as_str) == Some(id));
    let (Some(cell), None) = (found.next(), found.next()) else { return Err(Unread::CellMissing) };
    match cell.get("source") {
        Some(Value::String(source)) => Ok(source.clone()),
        Some(Value::Array(lines)) => {
            lines.iter().map(Value::as_str).collect::<Option<String>>().ok_or(Unread::NotText)
        }
        _ => Err(Unread::NotText),
    }
}
