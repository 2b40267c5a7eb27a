//! `vults hooks check`, `run`, `trust` and `distrust`: the person's own lifecycle hooks.

mod arguments;
mod check;
mod run;
mod said;
mod trust;

use std::env;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use vults_lifecycle_hooks::{Event, Loaded, Project, ProjectFile, Terms, load};
use vults_protocol::TrustedHooks;

pub(super) use self::arguments::{is_one, is_run, parse};
use super::descent::Above;
use super::hooks::Report;
use super::words;
use crate::install::Surroundings;
use crate::trusted_hooks::{TrustError, TrustStore};

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Check { folder: Option<PathBuf>, json: bool },
    Run { event: Event, trust: bool, json: bool },
    Trust { folder: PathBuf },
    Distrust { folder: PathBuf },
}

impl Order {
    /// Whether it reads the standard input to its end.
    pub(super) fn reads_all(&self) -> bool {
        matches!(self, Order::Run { .. })
    }
}

/// Who is at the other end of the standard streams.
pub(super) struct Typist<'a> {
    /// What they type.
    pub(super) input: &'a mut dyn BufRead,
    /// Whether it comes from a terminal.
    pub(super) is_terminal: bool,
    /// Whether what they are told goes to a terminal as well.
    pub(super) sees_terminal: bool,
    /// Forgets what they have typed and nobody has read.
    pub(super) forget: &'a dyn Fn() -> io::Result<()>,
    /// What is above this process.
    pub(super) above: &'a dyn Fn() -> Above,
}

/// The person's lifecycle hooks, and what they trust.
struct Lifecycle {
    around: Surroundings,
    store: TrustStore,
}

impl Lifecycle {
    fn new(around: Surroundings) -> Lifecycle {
        let store = TrustStore::new(&around.places.data);
        Lifecycle { around, store }
    }

    fn short(&self, path: &Path) -> String {
        words::short(path, self.around.home.as_deref())
    }

    /// What is trusted; nothing where that cannot be told, of which the report says why.
    fn trusted(&self) -> (TrustedHooks, Option<TrustError>) {
        match self.store.read() {
            Ok(trusted) => (trusted, None),
            Err(error) => (TrustedHooks::default(), Some(error)),
        }
    }

    /// Loads all hooks that count for a project.
    fn load(&self, project: &Project, trusts: &dyn Fn(&ProjectFile<'_>) -> bool) -> Loaded {
        let terms = Terms { trusts, ..Terms::default() };
        load(&self.around.lifecycle, project, &terms)
    }

    /// The project around a folder that is there.
    fn project(&self, folder: &Path) -> Project {
        Project::around(folder, &self.around.lifecycle)
    }
}

/// Whether a project's settings file is trusted as it is.
fn trusts(trusted: &TrustedHooks, file: &ProjectFile<'_>) -> bool {
    let fingerprint = || Some(file.fingerprint()?.as_str());
    let path = file.path.to_str();
    path.is_some_and(|path| fingerprint().is_some_and(|print| trusted.trusts(path, print)))
}

/// Does what is asked for. A question goes to `out` before its answer is read.
pub(super) fn carry_out(
    order: &Order,
    around: Surroundings,
    typist: &mut Typist<'_>,
    out: &mut dyn Write,
) -> Done {
    let lifecycle = Lifecycle::new(around);
    match order {
        Order::Check { folder, json } => {
            let folder = folder.as_deref().unwrap_or(Path::new("."));
            Done::of(lifecycle.check(folder), *json)
        }
        Order::Run { event, trust, json } => lifecycle.run(*event, *trust, *json, typist.input),
        Order::Trust { folder } => Done::of(lifecycle.trust(folder, typist, out), false),
        Order::Distrust { folder } => Done::of(lifecycle.distrust(folder), false),
    }
}

/// What an order came to: for a person, for a program where it was asked for, and the exit code.
pub(super) struct Done {
    pub(super) report: Report,
    pub(super) json: bool,
    pub(super) code: u8,
}

impl Done {
    fn of(report: Report, json: bool) -> Done {
        let code = if report.good { super::GOOD } else { super::TROUBLE };
        Done { report, json, code }
    }
}

/// A folder as it was named, from the current one.
fn absolute(folder: &Path) -> PathBuf {
    env::current_dir().map_or_else(|_| folder.to_owned(), |here| here.join(folder))
}

/// A folder that was named, if it is one.
///
/// # Errors
///
/// A sentence.
fn existing(folder: &Path) -> Result<PathBuf, String> {
    let folder = absolute(folder);
    if folder.is_dir() {
        Ok(folder)
    } else {
        Err(format!("there is no folder {}.", folder.display()))
    }
}

#[cfg(test)]
mod tests;
