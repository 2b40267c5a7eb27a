//! `make bench`: what the relay and people's own handlers cost an agent, how soon a card is on screen, how soon
//! a click is
//! obeyed, and what the island costs while nothing happens, in time and in memory. Every figure stands beside a peer
//! measured in the same run, since machines differ and drift.
//!
//! Runs inside a desktop session (a private one will do) and measures the release programs that
//! lie beside it. Words on the command line pick the parts whose titles hold one of them.

mod app;
mod bare;
mod card;
mod dice;
mod growth;
mod handlers;
mod idle;
mod large;
mod memory;
mod processes;
mod relay;
mod rest;
mod rule;
mod sessions;
mod table;
mod timing;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};

/// The programs under measurement.
struct Programs {
    app: PathBuf,
    relay: PathBuf,
    bare_window: PathBuf,
}

impl Programs {
    fn beside_this_one() -> Result<Programs> {
        let exe = std::env::current_exe().context("this program has no path")?;
        let folder = exe.parent().context("this program has no folder")?;
        let programs = Programs {
            app: folder.join("vults"),
            relay: folder.join("vults-hook"),
            bare_window: folder.join("examples/bare_window"),
        };
        for program in [&programs.app, &programs.relay, &programs.bare_window] {
            anyhow::ensure!(program.is_file(), "{} is not built", program.display());
        }
        Ok(programs)
    }
}

type Measure = fn(&Programs) -> Result<table::Table>;

fn main() -> Result<()> {
    let programs = Programs::beside_this_one()?;
    let mut out = std::io::stdout();
    let parts = [
        ("The relay, whole process", relay::measure as Measure),
        ("People's own handlers, whole process", handlers::measure),
        ("A rule's answer, whole process", rule::measure),
        ("From hook to card, from click to exit", card::measure),
        ("A large edit", large::measure),
        ("Start of the app", app::measure_start),
        ("Many sessions", growth::measure),
        ("Nothing happens", idle::measure),
        ("Memory", memory::measure),
        ("A card from rest", rest::measure),
    ];
    let words: Vec<String> = std::env::args().skip(1).collect();
    let picked = |title: &str| words.is_empty() || words.iter().any(|word| title.contains(word));
    for (title, measure) in parts.into_iter().filter(|(title, _)| picked(title)) {
        let table = measure(&programs).with_context(|| title.to_owned())?;
        writeln!(out, "## {title}\n\n{table}")?;
    }
    Ok(())
}
