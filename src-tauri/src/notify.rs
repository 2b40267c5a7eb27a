//! Desktop notifications.

use std::thread;

use notify_rust::{Notification, Timeout, Urgency};

/// Says that the app cannot serve, besides the island. The bus may be slow or missing, so a
/// thread waits for it.
pub(crate) fn trouble(text: String) {
    let spawned = thread::Builder::new().name("vults-notify".into()).spawn(move || {
        let shown = Notification::new()
            .appname("Vults")
            .summary("Vults")
            .body(&text)
            .icon("dialog-warning")
            .urgency(Urgency::Critical)
            .timeout(Timeout::Default)
            .show();
        if let Err(error) = shown {
            tracing::warn!(%error, "no notification could be shown");
        }
    });
    if let Err(error) = spawned {
        tracing::warn!(%error, "no notification could be shown");
    }
}
