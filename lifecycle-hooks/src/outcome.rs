use std::path::PathBuf;
use std::time::Duration;

use crate::{Decision, Event, Verdict, decide};

/// What came of an event: of all handlers that ran, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Whether a handler blocked the tool (LH-48).
    pub blocked: bool,
    /// Why, for the agent. There whenever it is blocked.
    pub reason: Option<String>,
    /// What the handlers had to add, each on lines of its own (LH-54). Shown to people, never to the model.
    pub context: Option<String>,
    /// What was wrong on the way, in words.
    pub warnings: Vec<String>,
    /// Every handler that ran, or should have.
    pub runs: Vec<Run>,
}

/// One handler's run (LH-42).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its arguments joined by spaces, or its command.
    pub label: String,
    /// The settings file that names it.
    pub source: PathBuf,
    /// On which event.
    pub event: Event,
    /// How it ended; none where a signal ended it, it never started, or its time ran out.
    pub exit_code: Option<i32>,
    /// Whether its time ran out.
    pub timed_out: bool,
    /// Why it could not be started, or was not, or that nobody knows how it ended.
    pub error: Option<String>,
    /// How long it took.
    pub duration: Duration,
    /// The first 64 KiB of what it printed, with a mark where there was more (LH-40).
    pub stdout: String,
    /// The same of its errors.
    pub stderr: String,
}

impl Outcome {
    /// What came of these runs, in the order in which they ran (LH-48, LH-54).
    #[must_use]
    pub fn of(runs: Vec<Run>, warnings: Vec<String>) -> Outcome {
        let mut reason = None;
        let mut blocking = None;
        let mut contexts = Vec::new();
        for run in &runs {
            let Decision { verdict, context } = run.decision();
            contexts.extend(context);
            if let Verdict::Block { reason: given } = verdict {
                blocking = Some(&run.label);
                reason = given.or(reason);
            }
        }
        let blocked = blocking.is_some();
        // The agent has to be told something (LH-46, LH-51).
        let named = || blocking.map(|label| format!("denied by the hook `{label}`"));
        let reason = reason.or_else(named);
        let context = (!contexts.is_empty()).then(|| contexts.join("\n"));
        Outcome { blocked, reason, context, warnings, runs }
    }
}

impl Run {
    /// What the handler has said.
    #[must_use]
    pub fn decision(&self) -> Decision {
        decide(self.event, self.exit_code, &self.stdout, &self.stderr)
    }

    /// Whether it failed, and so stopped nothing: any end but exit 0 and a block (LH-47, LH-53).
    #[must_use]
    pub fn failed(&self) -> bool {
        self.exit_code != Some(0) && self.decision().verdict == Verdict::Proceed
    }
}
