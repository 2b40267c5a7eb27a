//! Which folders the person has told Claude Code to trust.

use serde_json::Value;

/// Whether its own memory says that this very folder is trusted.
pub(super) fn trusts(memory: &Value, folder: &str) -> bool {
    let accepted = || memory.get("projects")?.get(folder)?.get("hasTrustDialogAccepted");
    accepted() == Some(&Value::Bool(true))
}
