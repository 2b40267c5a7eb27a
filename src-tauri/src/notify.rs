//! Desktop notifications.

use std::thread;

use notify_rust::{Notification, Timeout, Urgency};

/// Says that the app cannot serve, besides the island. The bus may be slow or missing, so a
/// thread waits for it.
pub(crate) fn trouble(text: String) {
    let spawned = thread::Builder::new().name("vults-notify".into()).spawn(move || show(&text));
    if let Err(error) = spawned {
        tracing::warn!(%error, "no notification could be shown");
    }
}

/// Shows a notification, and waits until the bus has it.
pub(crate) fn show(text: &str) {
    let shown = Notification::new()
        .appname("Vults")
        .summary("Vults")
        .body(text)
        .icon("dialog-warning")
        .urgency(Urgency::Critical)
        .timeout(Timeout::Default)
        .show();
    if let Err(error) = shown {
        tracing::warn!(%error, "no notification could be shown");
    }
}
