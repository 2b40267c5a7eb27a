//! Lifecycle hooks: commands that people configure once, in `settings.json`, and that run on the events
//! of any agent. They can block a tool before it runs, and nothing else: no handler ever allows
//! anything, and no failure of one fails a run (seed `lifecycle-hooks`; the numbers LH-.. are its lines).
//!
//! [`run`] runs what is configured and says whether the tool is blocked, why, and how each handler
//! ended. `examples/guard.rs` is a place to start from.
//!
//! They are productivity tooling and no security boundary: whatever fails, fails open.

mod decision;
mod engine;
mod event;
mod handler;
mod hooks;
mod nested;
mod outcome;
mod payload;

pub use decision::{DECISION_BYTES, Decision, Verdict, decide};
pub use engine::run;
pub use event::{Call, Event, Native, Occasion};
pub use handler::{GRACE, KILLING, STREAM_BYTES};
pub use hooks::{Group, Handler, Hooks, Level, Matcher, Program, Source};
pub use nested::{MARKER, inside_handler};
pub use outcome::{Outcome, Run};
pub use payload::{RESULT_CHARS, payload};
