//! Why hooks that stand in a settings file do not run.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use vults_agents::Installation;
use vults_core::Dead;
use vults_disk::{ConfigFile, Format};

use super::folders::Folder;
use super::sessions::Session;
use super::surroundings::Surroundings;
use super::view::shown;
use crate::reports::Reports;

/// How many of the administrator's files are read.
const MOST_FILES: usize = 64;
/// How much of an agent's own memory is read: it grows with every project.
const MOST_BYTES: u64 = 32 << 20;

/// What keeps an agent's hooks from running, as far as its files and running sessions tell.
pub(crate) fn reasons(
    around: &Surroundings,
    installation: &Installation,
    folder: &Folder,
    sessions: &[Session],
    installed_ms: Option<u64>,
    reports: &Reports,
) -> Vec<Dead> {
    let mut dead = Vec::new();
    let is_on = |settings: &Map<String, Value>, switch: &str| {
        settings.get(switch) == Some(&Value::Bool(true))
    };
    for (file, settings) in managed(around, installation) {
        if is_on(&settings, installation.all_off) {
            dead.push(Dead::Disabled { file: shown(&file) });
        }
        if is_on(&settings, installation.managed_only) {
            dead.push(Dead::Managed { file: shown(&file) });
        }
    }
    if let Ok(file) = ConfigFile::read(&folder.file, Format::Json)
        && is_on(file.root(), installation.all_off)
    {
        dead.push(Dead::Disabled { file: shown(&folder.file) });
    }
    let reads = |session: &&Session| {
        let file = session.folder.as_ref().map(|folder| folder.join(installation.file));
        file.is_some_and(|file| folder.names().any(|name| name == file))
    };
    let sessions: Vec<&Session> = sessions.iter().filter(reads).collect();
    dead.extend(untrusted(around, installation, folder, &sessions));
    let is_silent = |session: &&&Session| {
        installed_ms.is_some_and(|installed_ms| {
            session.started_ms < installed_ms
                && reports.last(session.pid).is_none_or(|heard| heard < installed_ms)
        })
    };
    let older = sessions.iter().filter(is_silent).count();
    if older > 0 {
        dead.push(Dead::OlderSessions { count: u32::try_from(older).unwrap_or(u32::MAX) });
    }
    dead
}

/// The administrator's settings, in the order in which the agent reads them.
fn managed(
    around: &Surroundings,
    installation: &Installation,
) -> Vec<(PathBuf, Map<String, Value>)> {
    let Some(folder) = installation.managed_folder else { return Vec::new() };
    let folder = around.root.join(folder.trim_start_matches('/'));
    let more = folder.join(installation.managed_more);
    let mut files: Vec<PathBuf> = fs::read_dir(more)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    files.truncate(MOST_FILES);
    files.insert(0, folder.join(installation.managed_file));
    let read = |file: PathBuf| {
        let settings = ConfigFile::read(&file, Format::Json).ok()?.root().clone();
        Some((file, settings))
    };
    files.into_iter().filter_map(read).collect()
}

/// The folders of running sessions in which no hook runs before the person trusts them.
fn untrusted(
    around: &Surroundings,
    installation: &Installation,
    folder: &Folder,
    sessions: &[&Session],
) -> Vec<Dead> {
    let mut folders: Vec<&Path> =
        sessions.iter().filter_map(|session| session.cwd.as_deref()).collect();
    folders.sort_unstable();
    folders.dedup();
    let Some(trusts) = installation.trusts.filter(|_| !folders.is_empty()) else {
        return Vec::new();
    };
    let Some(memory) = memory(around, installation, folder) else { return Vec::new() };
    folders.retain(|folder| folder.to_str().is_some_and(|folder| !trusts(&memory, folder)));
    folders.into_iter().map(|folder| Dead::Untrusted { folder: shown(folder) }).collect()
}

/// What the agent itself remembers, among it which folders the person trusts: in the home folder
/// for the usual settings folder, else in the settings folder.
fn memory(around: &Surroundings, installation: &Installation, folder: &Folder) -> Option<Value> {
    let home = around.home.as_deref()?;
    let usual = home.join(installation.folder);
    let place = if folder.path() == usual { home } else { folder.path() };
    let mut bytes = Vec::new();
    let file = File::open(place.join(installation.memory)).ok()?;
    file.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}
