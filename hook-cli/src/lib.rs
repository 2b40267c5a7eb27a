//! The relay that coding agents run on their hook events: hook JSON on stdin becomes one event for
//! the app, and a person's answer becomes the line that the agent reads on stdout.
//!
//! People's own handlers run here, too, on four moments of every agent's loop (`guard`): also where no
//! app runs.
//!
//! The agent is never harmed. Whatever goes wrong, the relay prints nothing, exits 0 within its
//! time, and the agent asks in its own terminal (VP-13).
//!
//! The first modules are pure: [`args`], [`mend`], `payload`, [`event`] and [`reduce`] turn words and
//! JSON into an event with everything else passed in. The others are the edge, and are there on
//! Linux only: on other systems the relay does nothing.

pub mod args;
pub mod event;
pub mod failure;
pub mod mend;
mod payload;
pub mod reduce;

#[cfg(target_os = "linux")]
mod access;
#[cfg(target_os = "linux")]
mod guard;
#[cfg(target_os = "linux")]
pub mod log;
#[cfg(target_os = "linux")]
mod output;
#[cfg(target_os = "linux")]
pub mod process;
#[cfg(target_os = "linux")]
pub mod relay;
#[cfg(target_os = "linux")]
mod run;
#[cfg(target_os = "linux")]
pub mod status_line;
#[cfg(target_os = "linux")]
mod stdin;
#[cfg(target_os = "linux")]
mod wait;

#[cfg(target_os = "linux")]
pub use run::{end_after_panic, run};

/// Ends the process as every failure of the relay ends (VP-13).
#[cfg(not(target_os = "linux"))]
pub fn end_after_panic() -> ! {
    std::process::exit(0)
}

/// Nothing: the relay has no way to the app on this system yet.
#[cfg(not(target_os = "linux"))]
pub fn run() {}
