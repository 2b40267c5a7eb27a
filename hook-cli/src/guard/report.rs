//! What handlers did, for the app and for the log (D7): never what they printed, but for a reason and
//! what they had to add.

use std::time::Duration;

use vults_core::redact::redact;
use vults_lifecycle_hooks::{Loaded, Occasion, Outcome, Run, Verdict};
use vults_protocol::LifecycleHooks;
use vults_protocol::cut::cut;
use vults_protocol::limits::STRING_BYTES;

use super::Guarded;

/// A label in the log, in bytes.
const LABEL_BYTES: usize = 200;

/// What there is to tell; none where nothing ran, was warned of or waits for trust.
pub(super) fn of(
    guarded: &Guarded<'_>,
    occasion: &Occasion,
    loaded: &Loaded,
    outcome: &Outcome,
) -> Option<LifecycleHooks> {
    let warnings = warnings(loaded, outcome);
    let untrusted = loaded.untrusted.iter().map(|file| file.path.to_string_lossy().into_owned());
    let untrusted: Vec<String> = untrusted.collect();
    if warnings.is_empty() && untrusted.is_empty() && outcome.runs.is_empty() {
        return None;
    }
    let call = guarded.moment.call.as_ref();
    let portable = occasion.calls.first().and_then(|call| call.names.first());
    Some(LifecycleHooks {
        session_id: occasion.session_id.clone().unwrap_or_default(),
        cwd: occasion.cwd.to_string_lossy().into_owned(),
        lifecycle_event: occasion.event.name().to_owned(),
        tool_name: portable.or(call.map(|call| &call.tool)).cloned(),
        tool_use_id: call.and_then(|call| call.id.clone()),
        blocked: outcome.blocked,
        reason: outcome.reason.as_deref().map(shown),
        context: outcome.context.as_deref().map(shown),
        warnings,
        runs: outcome.runs.iter().map(told).collect(),
        untrusted,
    })
}

/// What was wrong, in words that may hold a key of a settings file or a handler's whole command.
fn warnings(loaded: &Loaded, outcome: &Outcome) -> Vec<String> {
    let of_files = loaded.warnings.iter().map(|warning| shown(&warning.to_string()));
    of_files.chain(outcome.warnings.iter().map(|warning| shown(warning))).collect()
}

/// A text that came out of somebody's file or program: redacted before it is cut, since half a secret
/// is not known as one.
fn shown(text: &str) -> String {
    let mut text = redact(text);
    cut(&mut text, STRING_BYTES);
    text
}

fn told(run: &Run) -> vults_protocol::Run {
    vults_protocol::Run {
        label: shown(&run.label),
        exit_code: run.exit_code,
        error: run.error.as_deref().map(shown),
        duration_ms: milliseconds(run.duration),
        timed_out: run.timed_out,
        blocked: run.decision().verdict != Verdict::Proceed,
    }
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// What of it belongs into the log: warnings, and handlers that failed.
pub(crate) fn faults(told: &LifecycleHooks) -> Vec<String> {
    let warnings = told.warnings.iter().map(|warning| format!("warning: {}", plain(warning)));
    let failures = told.runs.iter().filter_map(|run| {
        let how = match (run.exit_code, &run.error) {
            _ if run.blocked => return None,
            _ if run.timed_out => "ran out of time".to_owned(),
            (_, Some(error)) => format!("failed ({})", plain(error)),
            (None, None) => "was ended by a signal".to_owned(),
            (Some(0), None) => return None,
            (Some(code), None) => format!("exited with {code}"),
        };
        Some(format!("the hook `{}` {how} after {} ms", plain(&run.label), run.duration_ms))
    });
    warnings.chain(failures).collect()
}

/// A text on one line, cut.
fn plain(text: &str) -> String {
    let mut text = text.replace(char::is_control, " ");
    cut(&mut text, LABEL_BYTES);
    text
}

#[cfg(test)]
mod tests {
    use vults_lifecycle_hooks::{Fault, Warning};

    use super::*;

    #[test]
    fn a_warning_keeps_no_secret_and_has_its_bounds() {
        let warning = Warning {
            file: "/p/.vults/settings.json".into(),
            field: Some("hooks.API_KEY=abcdefgh12345678".to_owned()),
            fault: Fault::UnknownEvent,
        };
        let mut loaded = Loaded::default();
        loaded.warnings.push(warning);
        let command = format!("API_KEY=abcdefgh12345678 {}", "x ".repeat(4_000));
        let outcome = Outcome { warnings: vec![command], ..Outcome::default() };
        let warnings = warnings(&loaded, &outcome);
        assert_eq!(warnings.len(), 2);
        for warning in warnings {
            assert!(!warning.contains("abcdefgh") && warning.contains("API_KEY=[hidden]"));
            assert!(warning.len() <= STRING_BYTES, "{warning}");
        }
    }
}
