//! The hooks that the app keeps in each agent's settings, and the relay that they call.
//!
//! Planning is pure; what is written goes through `vults-disk`: the smallest edit, a copy first,
//! atomically. What a person or another program has taken away is never put back by itself.

mod command;
mod dead;
pub(crate) mod diff;
mod error;
mod folders;
mod installer;
mod keeper;
mod ours;
mod plan;
mod probe;
mod program;
#[cfg(test)]
mod property;
mod record;
pub(crate) mod relay;
mod review;
mod saved;
mod sessions;
mod setup;
mod signs;
mod surroundings;
#[cfg(test)]
pub(crate) mod testing;
mod transaction;
mod view;

use crate::places::Places;
pub(crate) use error::InstallError;
pub(crate) use folders::Folder;
pub(crate) use installer::{Installer, Wish};
pub(crate) use keeper::{Keeper, Picture};
pub use setup::{Setup, SetupAct};
pub(crate) use surroundings::{Surroundings, is_program, own_program};
pub(crate) use view::problem;

/// Puts the relay to its place. What keeps it from that comes to the settings window, which tries
/// again; the agents are served all the same.
pub(crate) fn put_relay(places: &Places) {
    let around = Surroundings::of_process(places);
    if relay::put(around.app.as_deref(), &places.data).is_err() {
        tracing::warn!("the relay could not be put to its place");
    }
}
