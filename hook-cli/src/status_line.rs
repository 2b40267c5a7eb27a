//! The user's own status line behind ours (VP-45).
//!
//! When the app takes over Claude Code's status line it keeps the user's own one beside the relay,
//! in `status-lines.json`: an object from the path of the settings file to that file's whole
//! `statusLine` value as it stood there.
//!
//! A relay that is killed cannot end the command. It ends by itself, or when it next writes: nobody
//! reads its output any more.

use std::ffi::OsString;
use std::fs::File;
use std::io::{Seek, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

use rustix::event::{PollFd, PollFlags};
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};
use serde_json::{Map, Value};

use crate::{access, output, wait};

/// The saved status lines, beside the relay.
const SAVED: &str = "status-lines.json";
/// How long the command may take.
const LIMIT: Duration = Duration::from_secs(10);
/// How much of its output is shown.
const MOST_BYTES: usize = 64 << 10;

/// How long output is still read after the command has ended, while a process that it left behind
/// holds the pipe.
const GRACE: Duration = Duration::from_millis(200);
/// Set for the command, so that a relay that it starts does not start it again.
const MARKER: &str = "VULTS_STATUS_LINE";

/// Runs the user's own status line with the same input, and prints what it prints.
pub(crate) fn show(input: &[u8], stdout: BorrowedFd<'_>) {
    if env::var_os(MARKER).is_some() {
        return;
    }
    let until = Instant::now() + LIMIT;
    let Some(relay) = access::own_program() else { return };
    let Some(settings) = settings_file(env::var_os("CLAUDE_CONFIG_DIR"), env::var_os("HOME"))
    else {
        return;
    };
    let Some(saved) = relay.parent().map(|folder| folder.join(SAVED)) else { return };
    let Ok(saved) = fs::read(saved) else { return };
    // One file has many names, and another one may be saved.
    let real = || saved_command(&saved, &fs::canonicalize(&settings).ok()?);
    let Some(command) = saved_command(&saved, &settings).or_else(real) else { return };
    if calls_relay(&command, &relay) {
        return;
    }
    if let Some(shown) = run(&command, input, until, stdout) {
        // A reader that is gone needs no status line.
        let _ = output::print(stdout, &shown, until, || Ok(()));
    }
}

/// The settings file of the Claude Code that runs the relay: an unset or empty
/// `CLAUDE_CONFIG_DIR` means `~/.claude`.
pub fn settings_file(config_dir: Option<OsString>, home: Option<OsString>) -> Option<PathBuf> {
    let set = |folder: &OsString| !folder.is_empty();
    let folder = match config_dir.filter(set) {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(home.filter(set)?).join(".claude"),
    };
    Some(folder.join("settings.json"))
}

/// The user's own command for a settings file; none where nothing, or no command, was saved.
pub fn saved_command(saved: &[u8], settings: &Path) -> Option<String> {
    let mut lines: Map<String, Value> = serde_json::from_slice(saved).ok()?;
    let line = lines.get_mut(settings.to_str()?)?;
    if line.get("type").and_then(Value::as_str) != Some("command") {
        return None;
    }
    let command = line.get("command")?.as_str()?;
    (!command.trim().is_empty()).then(|| command.to_owned())
}

/// Whether a command runs the relay itself, under its own name or this file's.
pub fn calls_relay(command: &str, relay: &Path) -> bool {
    let own = relay.file_name().and_then(|name| name.to_str());
    let in_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.');
    command.split(|letter| !in_name(letter)).any(|word| word == "vults-hook" || Some(word) == own)
}

/// What the command prints; none where it fails or takes too long, and then nothing of it stays.
fn run(command: &str, input: &[u8], until: Instant, stdout: BorrowedFd<'_>) -> Option<Vec<u8>> {
    let mut child = Command::new("/bin/sh")
        .arg("-c")
        .arg(command)
        .env(MARKER, "1")
        .stdin(whole_input(input)?)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .ok()?;
    let printed = collect(&mut child, until, stdout);
    if printed.is_none() {
        end_group(&mut child);
    }
    printed
}

/// The input as a file of its own: the command reads as much of it as it likes, and nobody has to
/// feed it meanwhile.
fn whole_input(input: &[u8]) -> Option<File> {
    let mut file = File::from(memfd_create("status-line", MemfdFlags::CLOEXEC).ok()?);
    file.write_all(input).ok()?;
    file.rewind().ok()?;
    Some(file)
}

/// Reads the command's output until it has ended well.
fn collect(child: &mut Child, until: Instant, stdout: BorrowedFd<'_>) -> Option<Vec<u8>> {
    let pipe = OwnedFd::from(child.stdout.take()?);
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw)?;
    let ended = pidfd_open(pid, PidfdFlags::empty()).ok()?;
    let mut printed = Vec::new();
    let mut chunk = [0; 4096];
    let mut open = true;
    let mut running = true;
    let mut until = until;
    while open || running {
        // Not the descriptors that have said their last: they would never be quiet again.
        let reader = PollFd::from_borrowed_fd(stdout, PollFlags::empty());
        let watched = [(open, pipe.as_fd()), (running, ended.as_fd())];
        let watched = watched.into_iter().filter(|(live, _)| *live);
        let mut fds: Vec<PollFd<'_>> = std::iter::once(reader)
            .chain(watched.map(|(_, fd)| PollFd::from_borrowed_fd(fd, PollFlags::IN)))
            .collect();
        if !wait::ready(&mut fds, until).ok()? {
            // Time is up for the command, or only for what it left behind.
            if running {
                return None;
            }
            break;
        }
        let mut says = fds.iter().map(|fd| !fd.revents().is_empty());
        let reader_gone = says.next().unwrap_or(false);
        let has_output = open && says.next().unwrap_or(false);
        if reader_gone {
            return None;
        }
        if has_output {
            match rustix::io::read(&pipe, &mut chunk) {
                Ok(0) => open = false,
                Ok(count) => {
                    // What is too much is read, so that the command can end, and dropped.
                    let room = MOST_BYTES - printed.len();
                    printed.extend_from_slice(chunk.get(..count.min(room)).unwrap_or_default());
                }
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return None,
            }
        } else if running && says.next().unwrap_or(false) {
            running = false;
            if !child.wait().ok()?.success() {
                return None;
            }
            until = until.min(Instant::now() + GRACE);
        }
    }
    Some(printed)
}

/// Ends the command and all that it started in its group.
fn end_group(child: &mut Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.wait();
}
