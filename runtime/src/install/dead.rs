//! Why hooks that stand in a settings file do not run. Pure.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use vults_agents::{Installation, Switches};
use vults_core::Dead;

use super::view::shown;

/// What was read around a settings file.
#[derive(Debug, Default)]
pub(crate) struct Signs {
    /// What the settings file says; none where it cannot be read.
    pub(crate) own: Option<Map<String, Value>>,
    /// Where it stops being what the agent reads: line and character, from 1.
    pub(crate) not_strict: Option<(u32, u32)>,
    /// The administrator's settings, in the agent's order.
    pub(crate) managed: Vec<(PathBuf, Map<String, Value>)>,
    /// Whether the person has still to review hooks in it, as far as is known.
    pub(crate) awaits_review: bool,
    /// The running sessions that read the settings file.
    pub(crate) sessions: Vec<SessionSigns>,
}

/// What was read around one session.
#[derive(Debug, Default)]
pub(crate) struct SessionSigns {
    /// When it started, in milliseconds since 1970.
    pub(crate) started_ms: u64,
    /// When it last sent an event.
    pub(crate) heard_ms: Option<u64>,
    /// What its project's files say, the stronger ones last.
    pub(crate) project: Vec<(PathBuf, Map<String, Value>)>,
    /// The folder that it runs in, where its person has still to trust that.
    pub(crate) untrusted: Option<PathBuf>,
}

/// The reasons, each once. `installed_ms` is since when the hooks are there.
pub(crate) fn reasons(
    signs: &Signs,
    installation: &Installation,
    file: &Path,
    installed_ms: Option<u64>,
) -> Vec<Dead> {
    let mut dead = Vec::new();
    let mut add = |reason: Dead| {
        if !dead.contains(&reason) {
            dead.push(reason);
        }
    };
    if let Some((line, column)) = signs.not_strict {
        add(Dead::NotLoaded { line, column });
    }
    if signs.awaits_review {
        add(Dead::Review);
    }
    let switches = installation.switches.as_ref();
    if let Some(switches) = switches {
        switched_off(signs, switches, file).into_iter().for_each(&mut add);
    }
    for session in &signs.sessions {
        if let Some(file) = switches.and_then(|switches| project_off(session, switches)) {
            add(Dead::Disabled { file: shown(file) });
        }
        if let Some(folder) = &session.untrusted {
            add(Dead::Untrusted { folder: shown(folder) });
        }
    }
    let is_silent = |session: &&SessionSigns| {
        installed_ms.is_some_and(|installed_ms| {
            session.started_ms < installed_ms
                && session.heard_ms.is_none_or(|heard_ms| heard_ms < installed_ms)
        })
    };
    let older = signs.sessions.iter().filter(is_silent).count();
    if older > 0 {
        add(Dead::OlderSessions { count: u32::try_from(older).unwrap_or(u32::MAX) });
    }
    dead
}

fn switched_off(signs: &Signs, switches: &Switches, file: &Path) -> Vec<Dead> {
    let mut dead = Vec::new();
    for (file, settings) in &signs.managed {
        if switch(settings, switches.all_off) == Some(true) {
            dead.push(Dead::ManagedOff { file: shown(file) });
        }
        if switch(settings, switches.managed_only) == Some(true) {
            dead.push(Dead::Managed { file: shown(file) });
        }
    }
    let own = signs.own.as_ref();
    if own.and_then(|settings| switch(settings, switches.all_off)) == Some(true) {
        dead.push(Dead::Disabled { file: shown(file) });
    }
    dead
}

/// The file of a session's project that switches all hooks off: the strongest of its files that
/// says anything counts.
fn project_off<'a>(session: &'a SessionSigns, switches: &Switches) -> Option<&'a Path> {
    let (file, is_off) = session
        .project
        .iter()
        .rev()
        .find_map(|(file, settings)| Some((file, switch(settings, switches.all_off)?)))?;
    is_off.then_some(file)
}

fn switch(settings: &Map<String, Value>, name: &str) -> Option<bool> {
    settings.get(name)?.as_bool()
}

#[cfg(test)]
mod tests;
