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
    let warned = loaded.warnings.iter().map(ToString::to_string);
    let warnings: Vec<String> = warned.chain(outcome.warnings.iter().cloned()).collect();
    let untrusted = loaded.untrusted.iter().map(|file| file.path.to_string_lossy().into_owned());
    let untrusted: Vec<String> = untrusted.collect();
    if warnings.is_empty() && untrusted.is_empty() && outcome.runs.is_empty() {
        return None;
    }
    let shown = |text: &String| {
        let mut text = redact(text);
        cut(&mut text, STRING_BYTES);
        text
    };
    let call = guarded.moment.call.as_ref();
    let portable = occasion.calls.first().and_then(|call| call.names.first());
    Some(LifecycleHooks {
        session_id: occasion.session_id.clone().unwrap_or_default(),
        cwd: occasion.cwd.to_string_lossy().into_owned(),
        lifecycle_event: occasion.event.name().to_owned(),
        tool_name: portable.or(call.map(|call| &call.tool)).cloned(),
        tool_use_id: call.and_then(|call| call.id.clone()),
        blocked: outcome.blocked,
        reason: outcome.reason.as_ref().map(shown),
        context: outcome.context.as_ref().map(shown),
        warnings,
        runs: outcome.runs.iter().map(told).collect(),
        untrusted,
    })
}

fn told(run: &Run) -> vults_protocol::Run {
    vults_protocol::Run {
        label: redact(&run.label),
        exit_code: run.exit_code,
        error: run.error.clone(),
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
            (_, Some(error)) => format!("did not start: {}", plain(error)),
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
