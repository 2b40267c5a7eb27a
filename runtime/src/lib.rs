//! The one loop: it owns the core's state, listens on the socket, and turns effects into calls.
//! Everything of the app but the window, so all of it runs without a display. Knows no Tauri.
//!
//! [`open`] takes the single-instance lock and opens the socket before any window exists;
//! [`Opened::run`] starts the loop on a thread of its own; a [`Handle`] tells it what the window
//! and the person do; a [`Shell`] is told what to show.

mod approvals;
mod branch;
mod claim;
pub mod cli;
mod clock;
mod connect;
mod connection;
mod ends;
mod error;
mod folder;
mod frames;
mod handle;
mod heard;
mod hook_looks;
mod install;
mod lock;
mod main_loop;
mod marks;
mod owner;
mod place;
mod places;
mod preferences;
mod processes;
mod project_hooks;
mod projects;
mod record;
mod reports;
mod rules;
mod server;
mod sessions;
mod shell;
mod signals;
mod start;
#[cfg(test)]
mod testing;
mod trust_list;
mod trusted_hooks;
mod watch;

pub use approvals::Approvals;
pub use error::{HistoryError, OpenError, PreferError};
pub use handle::Handle;
pub use install::{Setup, SetupAct};
pub use places::Places;
pub use preferences::{Known, Preferences, Unfit};
pub use shell::Shell;
pub use start::{Opened, Running, open};
