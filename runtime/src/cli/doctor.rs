//! What `vults doctor` does: it says of this machine, this app and what it has written all that a
//! report of a fault needs, and nothing that is anyone's business.

mod app;
mod files;
mod system;

use std::ffi::OsString;
use std::path::Path;

use super::hooks::Hooks;
use super::table::table;
use super::words::{self, Reader};
use crate::install::Surroundings;

/// What the program around knows of itself.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// Its name, version and build, on one line.
    pub version: &'a str,
    /// The libraries that it runs with, by their names, and their versions.
    pub libraries: &'a [(&'a str, String)],
    /// A variable of its environment, as it was at the start.
    pub variable: fn(&str) -> Option<OsString>,
}

/// A heading, and what is to be said below it: names, and what holds of each.
struct Section {
    title: &'static str,
    rows: Vec<[String; 2]>,
}

/// The whole report. Paths begin with `~` where they are in the home folder; no project, no command
/// and no name of a session is in it.
pub(super) fn report(around: Surroundings, about: &About<'_>) -> String {
    let home = around.home.clone();
    let short = |path: &Path| words::short(path, home.as_deref());
    let mut sections = vec![
        system::section(&around, about),
        app::section(&around, &short),
        files::section(&around.places.data, &short),
    ];
    let log = files::hook_log(about, home.as_deref());
    let hooks = Hooks::new(around, None).status(Reader::Others { home: home.as_deref() });
    sections.push(Section { title: "Agents", rows: Vec::new() });

    let mut text = format!("{}\n", about.version);
    for Section { title, rows } in sections {
        text += &format!("\n{title}\n");
        let rows: Vec<Vec<String>> = rows
            .into_iter()
            .map(|[name, value]| vec![format!("  {name}"), words::safe(&value)])
            .collect();
        text += &table(&rows);
    }
    for line in (hooks.text + &hooks.troubles).lines() {
        text += &format!("  {line}\n");
    }
    text += "\nWhat the hooks could not do lately\n";
    for line in &log {
        text += &format!("  {}\n", words::safe(line));
    }
    text
}

fn row(name: &str, value: impl Into<String>) -> [String; 2] {
    [name.to_owned(), value.into()]
}

#[cfg(test)]
mod tests;
