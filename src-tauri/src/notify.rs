//! Desktop notifications of what is wrong with the app itself.

use std::thread;

use notify_rust::{Notification, Timeout, Urgency};
use vults_core::Drift;

use crate::words::Tongue;

/// Says that the app cannot serve, besides the island.
pub(crate) fn trouble(text: String) {
    tell(text);
}

/// Says that an agent's hooks went away without the person's doing, besides the island.
pub(crate) fn drift(drift: &Drift, tongue: Tongue) {
    tell(drifted(drift, tongue));
}

/// One sentence of ours with the agent's name: nothing of anyone's settings gets on the bus.
fn drifted(drift: &Drift, tongue: Tongue) -> String {
    let words = tongue.words();
    let sentence = if drift.partial { words.some_hooks_gone } else { words.hooks_gone };
    sentence.replace("{agent}", &drift.agent_name)
}

/// The bus may be slow or missing, so a thread waits for it.
fn tell(text: String) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drift_is_told_in_a_sentence() {
        #[track_caller]
        fn check(partial: bool, expected: &str) {
            let agent_name = "Claude Code".to_owned();
            let drift = Drift { agent_name, partial, since_unix_ms: 0 };
            assert_eq!(drifted(&drift, Tongue::English), expected);
        }
        check(
            false,
            "The hooks of Vults are gone from the settings of Claude Code. \
             Open the settings of Vults to see why.",
        );
        check(
            true,
            "Some of the hooks of Vults are gone from the settings of Claude Code. \
             Open the settings of Vults to see why.",
        );
    }
}
