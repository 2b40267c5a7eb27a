//! The hooks that the app keeps in each agent's settings, and the relay that they call.
//!
//! Planning is pure; what is written goes through `vults-disk`: the smallest edit, a copy first,
//! atomically. What a person or another program has taken away is never put back by itself.

mod command;
mod dead;
mod diff;
mod folders;
mod installer;
mod keeper;
mod lock;
mod ours;
mod plan;
mod probe;
mod record;
mod relay;
mod saved;
mod sessions;
mod setup;
mod surroundings;
mod view;
mod watch;

pub use setup::{Setup, SetupAct};
