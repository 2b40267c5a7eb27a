//! What may be thrown at Vults from outside: on the relay's stdin, on either end of the socket, as text
//! on a card, in the settings file of an agent, of a project and our own. Each target is one function
//! that must hold for any bytes; it panics where something does not.
//!
//! `tests/targets.rs` runs them briefly on every test run, `fuzz_targets/` at length:
//!
//! ```text
//! cargo run -p vults-fuzz --example corpus
//! cargo +nightly fuzz run app --features libfuzzer
//! ```

mod app;
mod card;
mod config;
mod decision;
mod hooks;
mod leaves;
mod printing;
mod relay;
pub mod seeds;
mod settings;
mod wire;

pub use app::app;
pub use card::{redaction, text};
pub use config::config;
pub use decision::decision;
pub use hooks::{hooks, matcher};
pub use leaves::{asked, tools, trust};
pub use printing::printing;
pub use relay::relay;
pub use settings::settings;
pub use wire::{event, reply};

/// One target: its name, the function, and the inputs that mutation starts from.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name, as `cargo fuzz` knows it.
    pub name: &'static str,
    /// What must hold for any bytes.
    pub holds: fn(&[u8]),
    /// Inputs that reach far.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// Every target.
pub const TARGETS: [Target; 13] = [
    Target { name: "event", holds: event, seeds: seeds::events },
    Target { name: "reply", holds: reply, seeds: seeds::replies },
    Target { name: "app", holds: app, seeds: seeds::sessions },
    Target { name: "tools", holds: tools, seeds: seeds::tools },
    Target { name: "relay", holds: relay, seeds: seeds::calls },
    Target { name: "printing", holds: printing, seeds: seeds::answered },
    Target { name: "text", holds: text, seeds: seeds::texts },
    Target { name: "redaction", holds: redaction, seeds: seeds::commands },
    Target { name: "config", holds: config, seeds: seeds::configs },
    Target { name: "settings", holds: settings, seeds: seeds::settings },
    Target { name: "hooks", holds: hooks, seeds: seeds::hooks },
    Target { name: "matcher", holds: matcher, seeds: seeds::matchers },
    Target { name: "decision", holds: decision, seeds: seeds::decisions },
];
