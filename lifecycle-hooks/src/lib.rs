//! Lifecycle hooks: commands that people configure once, in `settings.json`, and that run on the events
//! of any agent. They can block a tool before it runs, and nothing else: no handler ever allows
//! anything, and no failure of one fails a run (the numbers LH-.. are the format's lines).
//!
//! [`run`] runs what is configured and says whether the tool is blocked, why, and how each handler
//! ended. `examples/guard.rs` is a place to start from.
//!
//! They are productivity tooling and no security boundary: whatever fails, fails open.

mod config;
mod decision;
mod engine;
mod event;
mod file;
mod given;
mod handler;
mod hooks;
mod levels;
mod load;
mod matcher;
mod nested;
mod outcome;
mod payload;
mod relay;
mod trust;
mod warning;
mod words;

pub use config::{Config, DEFAULT_TIMEOUT, LONGEST_FILE, LONGEST_TIMEOUT};
pub use decision::{DECISION_BYTES, Decision, Verdict, decide};
pub use engine::run;
pub use event::{Call, Event, Native, Occasion};
pub use given::Given;
pub use handler::{GRACE, KILLING, STREAM_BYTES, starts_nothing_else};
pub use hooks::{Group, Handler, Hooks, Level, Program, Source};
pub use levels::{BRANDS, Places, Project};
pub use load::{BUDGET, Loaded, Terms, Untrusted, load};
pub use matcher::{Expression, Matcher, Names};
pub use nested::{MARKER, RUNNERS, inside_handler};
pub use outcome::{Outcome, Run};
pub use payload::{RESULT_CHARS, payload};
pub use trust::{Fingerprint, ProjectFile};
pub use warning::{Fault, Warning};
