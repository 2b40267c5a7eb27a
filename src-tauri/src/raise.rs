//! Brings the island before the person who asks for it. That is all it does: no card is answered.

use tauri::{AppHandle, Emitter};

use crate::mark::mark;
use crate::window::LABEL;

/// A person has pressed Open in the tray or on a notification.
pub(crate) fn raise(app: &AppHandle) {
    mark!("raised");
    if let Err(error) = app.emit_to(LABEL, "focused", ()) {
        tracing::warn!(%error, "the island was not brought forward");
    }
}
