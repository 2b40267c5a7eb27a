//! A test of installed hooks: a harmless event through each command exactly as it stands in the
//! file, by a shell, as the agent does it. The event has no session, so nothing appears on the
//! island, and nobody is asked: the app lets such a hook go at once.

use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::json;
use vults_core::{TestView, TestedHook, Text};

use super::installer::now_ms;
use super::ours::OurHook;
use super::surroundings::is_program;

/// How long one hook may take.
const LIMIT: Duration = Duration::from_secs(10);
/// How much of what it prints is kept.
const MOST_BYTES: u64 = 64 << 10;

/// Tests each hook in turn.
pub(crate) fn test(hooks: &[OurHook]) -> TestView {
    TestView { unix_ms: now_ms(), hooks: hooks.iter().map(tested).collect() }
}

fn tested(hook: &OurHook) -> TestedHook {
    let ran = run(Command::new("/bin/sh").arg("-c").arg(&hook.command), &hook.event);
    // The command is silent by design, whatever becomes of the relay; so the relay is called
    // itself, too.
    let trouble = ran.trouble("The hook").or_else(|| relay_trouble(hook));
    let printed = String::from_utf8_lossy(&ran.printed);
    TestedHook {
        event: hook.event.clone(),
        ms: u32::try_from(ran.took.as_millis()).unwrap_or(u32::MAX),
        printed: (!printed.is_empty()).then(|| Text::of(&printed)),
        trouble,
    }
}

fn relay_trouble(hook: &OurHook) -> Option<String> {
    let relay = &hook.call.relay;
    if relay.is_absolute() && !is_program(relay) {
        return Some(format!("There is no program {}.", relay.display()));
    }
    let mut command = Command::new(relay);
    command.args(["--agent", &hook.call.agent]).arg(&hook.event);
    run(&mut command, &hook.event).trouble("The program that the hook calls")
}

/// What became of a command.
struct Ran {
    took: Duration,
    printed: Vec<u8>,
    end: End,
}

enum End {
    Exit(ExitStatus),
    TooLong,
    NotStarted(std::io::Error),
}

impl Ran {
    fn trouble(&self, who: &str) -> Option<String> {
        match &self.end {
            End::NotStarted(error) => Some(format!("{who} could not be started: {error}.")),
            End::TooLong => Some(format!("{who} did not end within {} s.", LIMIT.as_secs())),
            End::Exit(status) if status.success() && self.printed.is_empty() => None,
            End::Exit(status) if status.success() => {
                Some(format!("{who} printed something; the agent would read it."))
            }
            End::Exit(status) => Some(match (status.code(), status.signal()) {
                (Some(code), _) => format!("{who} failed with exit code {code}."),
                (None, Some(signal)) => format!("{who} crashed with signal {signal}."),
                (None, None) => format!("{who} failed."),
            }),
        }
    }
}

fn run(command: &mut Command, event: &str) -> Ran {
    run_for(command, event, LIMIT)
}

fn run_for(command: &mut Command, event: &str, limit: Duration) -> Ran {
    let start = Instant::now();
    let ended = |printed, end| Ran { took: start.elapsed(), printed, end };
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return ended(Vec::new(), End::NotStarted(error)),
    };
    let payload = json!({ "hook_event_name": event }).to_string();
    // It is far less than a pipe holds, so this does not wait for the reader.
    if let Some(mut stdin) = child.stdin.take() {
        _ = stdin.write_all(payload.as_bytes());
    }
    let stdout = child.stdout.take();
    let (done, read) = channel();
    let reader = thread::Builder::new().spawn(move || {
        let mut printed = Vec::new();
        if let Some(stdout) = stdout {
            _ = stdout.take(MOST_BYTES).read_to_end(&mut printed);
        }
        _ = done.send(printed);
    });
    if let Err(error) = reader {
        end_group(&mut child);
        return ended(Vec::new(), End::NotStarted(error));
    }
    let printed = match read.recv_timeout(limit) {
        Ok(printed) => printed,
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
            end_group(&mut child);
            return ended(Vec::new(), End::TooLong);
        }
    };
    match wait(&mut child, start + limit) {
        Some(status) => ended(printed, End::Exit(status)),
        None => {
            end_group(&mut child);
            ended(printed, End::TooLong)
        }
    }
}

/// Its end has come with the end of its output, or nearly so.
fn wait(child: &mut Child, until: Instant) -> Option<ExitStatus> {
    loop {
        if let Some(status) = child.try_wait().ok()? {
            return Some(status);
        }
        if Instant::now() >= until {
            return None;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Ends the command and all that it started in its group.
fn end_group(child: &mut Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        _ = kill_process_group(group, Signal::KILL);
    }
    _ = child.wait();
}

#[cfg(test)]
mod tests;
