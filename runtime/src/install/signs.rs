//! Reads what may keep hooks from running: other settings files, the agent's own memory, running
//! sessions. Nothing of an agent's secrets is ever opened.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;
use serde_json::{Map, Value};
use vults_agents::{Installation, Reads, Switches, Trust};
use vults_disk::{ConfigFile, Format};

use super::dead::{SessionSigns, Signs};
use super::folders::Folder;
use super::sessions::Session;
use super::surroundings::Surroundings;
use crate::reports::Reports;

/// How many of the administrator's files are read.
const MOST_FILES: usize = 64;
/// How much of an agent's own memory is read: it grows with every project.
const MOST_BYTES: u64 = 32 << 20;

/// What there is to read around a settings file.
pub(crate) fn read(
    around: &Surroundings,
    installation: &Installation,
    folder: &Folder,
    sessions: &[Session],
    reports: &Reports,
) -> Signs {
    let reads = |session: &&Session| {
        let file = session.folder.as_ref().map(|folder| folder.join(installation.file));
        file.is_some_and(|file| folder.names().any(|name| name == file))
    };
    let sessions: Vec<&Session> = sessions.iter().filter(reads).collect();
    let memory = match &installation.trust {
        Some(trust) if !sessions.is_empty() => memory(around, installation, folder, trust),
        _ => None,
    };
    let session = |session: &Session| {
        let is_open = |trust: &Trust| {
            let name = format!("{}.json", session.pid);
            folder.path().join(trust.sessions).join(name).exists()
        };
        let untrusted = match (&installation.trust, &memory) {
            (Some(trust), Some(memory)) if !is_open(trust) => {
                session.cwd.clone().filter(|cwd| !trusts(trust, memory, cwd))
            }
            _ => None,
        };
        SessionSigns {
            started_ms: session.started_ms,
            heard_ms: reports.last(session.pid),
            project: session
                .cwd
                .as_deref()
                .zip(installation.switches.as_ref())
                .map(|(cwd, switches)| project(switches, cwd))
                .unwrap_or_default(),
            untrusted,
        }
    };
    let switches = installation.switches.as_ref();
    Signs {
        own: settings(&folder.file),
        not_strict: not_strict(&folder.file, installation.reads),
        managed: switches.map(|switches| managed(around, switches)).unwrap_or_default(),
        awaits_review: false,
        sessions: sessions.into_iter().map(session).collect(),
    }
}

fn settings(file: &Path) -> Option<Map<String, Value>> {
    Some(ConfigFile::read(file, Format::Json).ok()?.root().clone())
}

/// Where a file stops being what the agent reads.
fn not_strict(file: &Path, reads: Reads) -> Option<(u32, u32)> {
    // It is no longer than what can be edited.
    settings(file)?;
    let text = fs::read_to_string(file).ok()?;
    let text = match reads {
        Reads::Json => text.strip_prefix('\u{feff}').unwrap_or(&text),
        Reads::JsonAlone => &text,
    };
    if reads == Reads::Json && text.trim().is_empty() {
        return None;
    }
    let error = serde_json::from_str::<IgnoredAny>(text).err()?;
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    let before = line.bytes().take(error.column()).filter(|byte| byte & 0xc0 != 0x80).count();
    // There is no line before the first.
    Some((u32::try_from(error.line().max(1)).ok()?, u32::try_from(before.max(1)).ok()?))
}

/// The administrator's settings, in the order in which the agent reads them.
fn managed(around: &Surroundings, switches: &Switches) -> Vec<(PathBuf, Map<String, Value>)> {
    let folder = around.root.join(switches.managed_folder.trim_start_matches('/'));
    let is_read = |file: &PathBuf| {
        let hidden = file.file_name().is_none_or(|name| name.as_encoded_bytes().starts_with(b"."));
        !hidden && file.extension().is_some_and(|ending| ending == "json")
    };
    let entries = fs::read_dir(folder.join(switches.managed_more));
    let more = entries.into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = more.filter(is_read).collect();
    files.sort();
    files.truncate(MOST_FILES);
    files.insert(0, folder.join(switches.managed_file));
    files.into_iter().filter_map(|file| settings(&file).map(|said| (file, said))).collect()
}

/// What a project's files say, the stronger ones last. All but the strongest count only in the
/// session's own folder; that one also at the top of the repository.
fn project(switches: &Switches, cwd: &Path) -> Vec<(PathBuf, Map<String, Value>)> {
    let Some((local, shared)) = switches.project_files.split_last() else { return Vec::new() };
    let root = repository(cwd).filter(|root| *root != cwd);
    let shared = shared.iter().map(|name| cwd.join(name));
    let local = root.into_iter().chain([cwd]).map(|folder| folder.join(local));
    let files = shared.chain(local);
    files.filter_map(|file| settings(&file).map(|said| (file, said))).collect()
}

/// Whether the person trusts a folder: itself, or one above it in the same repository, or any one
/// above it where there is no repository.
fn trusts(trust: &Trust, memory: &Value, cwd: &Path) -> bool {
    let root = repository(cwd);
    for folder in cwd.ancestors() {
        if folder.to_str().is_some_and(|folder| (trust.trusts)(memory, folder)) {
            return true;
        }
        if root == Some(folder) {
            return false;
        }
    }
    false
}

/// The root of the repository that a folder is in.
fn repository(cwd: &Path) -> Option<&Path> {
    cwd.ancestors().find(|folder| folder.join(".git").exists())
}

/// What the agent itself remembers: in the home folder for the usual settings folder, else in the
/// settings folder.
fn memory(
    around: &Surroundings,
    installation: &Installation,
    folder: &Folder,
    trust: &Trust,
) -> Option<Value> {
    let home = around.home.as_deref()?;
    let usual = home.join(installation.folder);
    let place = if folder.path() == usual { home } else { folder.path() };
    let mut bytes = Vec::new();
    let file = File::open(place.join(trust.memory)).ok()?;
    file.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

#[cfg(test)]
mod tests;
