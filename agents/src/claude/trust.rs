//! Which folders the person has told Claude Code to trust. In others it runs no hook.

use serde_json::Value;

/// Whether its own memory says that a folder, or one above it, is trusted.
pub(super) fn trusts(memory: &Value, folder: &str) -> bool {
    let trusted = |folder: &str| {
        let project = memory.get("projects").and_then(|projects| projects.get(folder));
        project.and_then(|project| project.get("hasTrustDialogAccepted"))
            == Some(&Value::Bool(true))
    };
    let mut folder = folder;
    loop {
        if trusted(folder) {
            return true;
        }
        folder = match folder.rsplit_once('/') {
            Some(("", "")) | None => return false,
            Some(("", _)) => "/",
            Some((above, _)) => above,
        };
    }
}
