//! Lifecycle hooks: commands that people configure once, in `settings.json`, and that run on the events
//! of any agent. They can block a tool before it runs, and nothing else: no handler ever allows
//! anything, and no failure of one fails a run (seed `lifecycle-hooks`; the numbers LH-.. are its lines).
//!
//! They are productivity tooling and no security boundary: whatever fails, fails open.

mod config;
mod event;
mod file;
mod hooks;
mod levels;
mod load;
mod matcher;
mod outcome;
mod relay;
mod trust;
mod warning;
mod words;

pub use config::{Config, DEFAULT_TIMEOUT, LONGEST_FILE, LONGEST_TIMEOUT};
pub use event::{Call, Event, Native, Occasion};
pub use hooks::{Group, Handler, Hooks, Level, Program, Source};
pub use levels::{BRANDS, Places, Project};
pub use load::{BUDGET, Loaded, Terms, Untrusted, load};
pub use matcher::{Expression, Matcher, Names};
pub use outcome::{Outcome, Run};
pub use trust::{Fingerprint, ProjectFile};
pub use warning::{Fault, Warning};
