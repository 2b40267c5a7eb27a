//! Lifecycle hooks: commands that people configure once, in `settings.json`, and that run on the events
//! of any agent. They can block a tool before it runs, and nothing else: no handler ever allows
//! anything, and no failure of one fails a run (seed `lifecycle-hooks`; the numbers LH-.. are its lines).
//!
//! They are productivity tooling and no security boundary: whatever fails, fails open.

mod event;
mod hooks;
mod outcome;

pub use event::{Call, Event, Native, Occasion};
pub use hooks::{Group, Handler, Hooks, Level, Matcher, Program, Source};
pub use outcome::{Outcome, Run};
