//! All handlers of one occasion.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::handler::{self, Ended};
use crate::payload::payload;
use crate::{Call, Fault, Group, Hooks, Occasion, Outcome, Run};

/// More than any event's handlers may ever have.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// Runs the handlers that are configured for an occasion, one after another in the order of
/// configuration (LH-30), and says what came of it. Each call of the occasion is offered by itself, in
/// order; the occasion is blocked if one of them is (LH-26).
///
/// All of them run, also after one has blocked (LH-48). Together they take no longer than `budget`: a
/// handler has its own limit or what is left, whichever is less, and one that cannot start any more is
/// recorded with an error and stops nothing. Beyond the budget goes only the killing of the last one,
/// [`KILLING`](crate::KILLING) at most. No failure of a handler is an error here (LH-47, LH-55).
///
/// A handler's time that runs out ends whatever it has started. On Linux this holds for all of it,
/// whatever it did to get away, where the calling process has one thread, or has said
/// [`starts_nothing_else`](crate::starts_nothing_else), and has no other child; otherwise
/// a process that has lost its parent, left its group and emptied its environment may stay behind. What
/// outlives a handler that has exited lives on, and may have become a child of the calling process.
///
/// The calling process must not die of `SIGPIPE`, as no Rust program does by default: a handler need not
/// read what it is told (LH-34).
#[must_use]
pub fn run(hooks: &Hooks, occasion: &Occasion, budget: Duration) -> Outcome {
    let payload =
        |call: Option<&Call>, name: &str, folder: &Path| payload(occasion, call, name, folder);
    run_each(hooks, occasion, budget, &payload)
}

/// What a handler is told of a call: by which name its group is for it, and where the handler runs.
type Payload<'a> = dyn Fn(Option<&Call>, &str, &Path) -> Vec<u8> + 'a;

/// [`run`], with what handlers are told.
pub(crate) fn run_each(
    hooks: &Hooks,
    occasion: &Occasion,
    budget: Duration,
    payload: &Payload<'_>,
) -> Outcome {
    let until = Instant::now() + budget.min(LONGEST);
    let mut runs = Vec::new();
    let mut warnings = Vec::new();
    for call in occasion.each_call() {
        for group in hooks.groups.iter().filter(|group| group.event == occasion.event) {
            let Some(name) = met(group, call, &mut warnings) else { continue };
            let folder = &group.source.folder;
            let payload = payload(call, name, folder);
            for handler in &group.handlers {
                let began = Instant::now();
                let left = until.saturating_duration_since(began);
                let ended = if left.is_zero() {
                    Ended::never("the time for all handlers of this event had run out")
                } else {
                    handler::run(handler, &payload, folder, began + handler.timeout.min(left))
                };
                let label = handler.program.label();
                if ended.left_behind {
                    warnings.push(format!("something that `{label}` has started still runs"));
                }
                runs.push(Run {
                    label,
                    source: group.source.file.clone(),
                    event: group.event,
                    exit_code: ended.exit_code,
                    timed_out: ended.timed_out,
                    error: ended.error,
                    duration: began.elapsed(),
                    stdout: ended.stdout,
                    stderr: ended.stderr,
                });
            }
        }
    }
    Outcome::of(runs, warnings)
}

/// The name by which a group is for a call: a portable one before the agent's own (LH-26), the empty
/// one where there is no tool (LH-25). A matcher that takes too long meets nothing, and is warned of
/// (LH-24).
pub(crate) fn met<'a>(
    group: &Group,
    call: Option<&'a Call>,
    warnings: &mut Vec<String>,
) -> Option<&'a str> {
    let names = call.into_iter().flat_map(|call| {
        let native = call.native.iter().map(|native| &native.tool_name);
        call.names.iter().chain(native).map(String::as_str)
    });
    let mut names = names.peekable();
    let nameless = names.peek().is_none().then_some("");
    names.chain(nameless).find(|name| match group.matcher.try_match(name) {
        Ok(met) => met,
        Err(fault @ Fault::CostlyMatcher) => {
            warnings.push(format!("{}: {fault}", group.source.file.display()));
            false
        }
        // Loading has warned of any other.
        Err(_) => false,
    })
}
