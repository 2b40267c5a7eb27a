//! The agents' running programs of this user, as `/proc` tells of them. Looked at when somebody
//! asks, never watched.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use vults_agents::Installation;

use super::surroundings::settings_folder;

/// How many processes are looked at.
const MOST_PROCESSES: usize = 8192;
/// How many sessions are kept.
const MOST_SESSIONS: usize = 64;
/// How much of a process's words and environment is read.
const MOST_BYTES: u64 = 256 << 10;
/// The programs that run an agent's own script.
const RUNNERS: [&str; 3] = ["node", "bun", "deno"];

/// A running agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Session {
    /// Its process.
    pub(crate) pid: u32,
    /// When it started, in milliseconds since 1970.
    pub(crate) started_ms: u64,
    /// Where it runs.
    pub(crate) cwd: Option<PathBuf>,
    /// The settings folder that it reads.
    pub(crate) folder: Option<PathBuf>,
}

/// A process of an agent.
struct Found {
    session: Session,
    /// Its parent.
    parent: Option<u32>,
    /// Whether a runner runs it as its script.
    is_script: bool,
}

/// The running sessions of an agent, of those who live in this home folder. One with another home,
/// or in a container, is in a world of its own: its settings are not this app's business, and its
/// paths may mean other files.
pub(crate) fn running(
    proc: &Path,
    installation: &Installation,
    home: Option<&Path>,
) -> Vec<Session> {
    let world = world(&proc.join("self"));
    let own = rustix::process::geteuid().as_raw();
    let Some(booted_s) = booted_s(proc) else { return Vec::new() };
    let Ok(entries) = fs::read_dir(proc) else { return Vec::new() };
    let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let found: Vec<Found> = pids
        .take(MOST_PROCESSES)
        .filter_map(|pid: u32| {
            let folder = proc.join(pid.to_string());
            let is_own = fs::metadata(&folder).is_ok_and(|found| found.uid() == own);
            if !is_own || world != self::world(&folder) {
                return None;
            }
            look(pid, &folder, installation, booted_s, home)
        })
        .take(MOST_SESSIONS)
        .collect();
    // Some agents come with a script that starts the program and waits for it.
    let parents: Vec<u32> = found.iter().filter_map(|found| found.parent).collect();
    let is_launcher = |found: &Found| found.is_script && parents.contains(&found.session.pid);
    found.into_iter().filter(|found| !is_launcher(found)).map(|found| found.session).collect()
}

/// The file systems that a process sees.
fn world(process: &Path) -> Option<PathBuf> {
    fs::read_link(process.join("ns/mnt")).ok()
}

fn look(
    pid: u32,
    folder: &Path,
    installation: &Installation,
    booted_s: u64,
    home: Option<&Path>,
) -> Option<Found> {
    let words = read(&folder.join("cmdline"))?;
    // The file behind it has many names: a version's number, or that of a program inside it.
    let is_script = script(&words, installation.program)?;
    let environment = read(&folder.join("environ"))?;
    let variable = |name: &str| variable(&environment, name);
    let lives_in = variable("HOME").map(PathBuf::from)?;
    if home != Some(lives_in.as_path()) {
        return None;
    }
    let named = variable(installation.folder_variable);
    let settings = settings_folder(installation, named, Some(lives_in));
    let stat = read(&folder.join("stat"))?;
    let session = Session {
        pid,
        started_ms: started_ms(&stat, booted_s)?,
        cwd: fs::read_link(folder.join("cwd")).ok(),
        folder: settings,
    };
    Some(Found { session, parent: field(&stat, 4), is_script })
}

/// Whether a process's words start a program as a runner's script, else by its own name; none where
/// they start another.
fn script(words: &[u8], program: &str) -> Option<bool> {
    let mut words = words.split(|byte| *byte == 0);
    let mut name = || Path::new(OsStr::from_bytes(words.next()?)).file_name();
    let first = name();
    let is_runner = RUNNERS.iter().any(|runner| is_named(first, runner));
    match is_named(first, program) {
        true => Some(false),
        false => (is_runner && is_named(name(), program)).then_some(true),
    }
}

/// Whether a file has a program's name; some are shipped with an ending.
fn is_named(file: Option<&OsStr>, program: &str) -> bool {
    let name = file.map(OsStr::as_bytes).unwrap_or_default();
    name.strip_suffix(b".exe").unwrap_or(name) == program.as_bytes()
}

fn variable(environment: &[u8], name: &str) -> Option<OsString> {
    let mut variables = environment.split(|byte| *byte == 0);
    let value = |variable: &[u8]| {
        let value = variable.strip_prefix(name.as_bytes())?.strip_prefix(b"=")?;
        Some(OsString::from_vec(value.to_owned()))
    };
    variables.find_map(value)
}

/// A field of `stat` after the name, from the third on.
fn field<T: FromStr>(stat: &[u8], number: usize) -> Option<T> {
    let stat = String::from_utf8_lossy(stat);
    // The name before may hold anything.
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_ascii_whitespace().nth(number.checked_sub(3)?)?.parse().ok()
}

/// The start of a process: the 22nd field of `stat`, in ticks since the machine has booted.
fn started_ms(stat: &[u8], booted_s: u64) -> Option<u64> {
    let ticks: u64 = field(stat, 22)?;
    let a_second = rustix::param::clock_ticks_per_second();
    Some(booted_s * 1000 + ticks * 1000 / a_second.max(1))
}

fn booted_s(proc: &Path) -> Option<u64> {
    let stat = fs::read_to_string(proc.join("stat")).ok()?;
    stat.lines().find_map(|line| line.strip_prefix("btime "))?.trim().parse().ok()
}

fn read(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests;
