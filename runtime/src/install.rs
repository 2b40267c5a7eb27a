//! The hooks that the app keeps in each agent's settings, and the relay that they call.
//!
//! Planning is pure; what is written goes through `vults-disk`: the smallest edit, a copy first,
//! atomically. What a person or another program has taken away is never put back by itself.

mod setup;

pub use setup::{Setup, SetupAct};
