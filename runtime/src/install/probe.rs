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

use super::command::ASK;
use super::installer::now_ms;
use super::ours::OurHook;
use super::surroundings::is_program;

/// How long one hook may take.
const LIMIT: Duration = Duration::from_secs(10);
/// How much of what it prints is kept.
const MOST_BYTES: u64 = 64 << 10;

/// Tests each hook in turn, up to one that does not end.
pub(crate) fn test(hooks: &[OurHook]) -> TestView {
    let mut tested_hooks = Vec::new();
    for hook in hooks {
        let (tested, ended) = tested(hook);
        tested_hooks.push(tested);
        if !ended {
            // The others would hang just as long.
            break;
        }
    }
    TestView { unix_ms: now_ms(), hooks: tested_hooks, program: None, review: None }
}

/// What a hook came to, and whether it ended by itself.
fn tested(hook: &OurHook) -> (TestedHook, bool) {
    let ran = run(Command::new("/bin/sh").arg("-c").arg(&hook.command), &hook.event);
    // The command is silent by design, whatever becomes of the relay; so the relay is called
    // itself, too.
    let mut ended = !matches!(ran.end, End::TooLong);
    let mut trouble = ran.trouble("The hook");
    if trouble.is_none()
        && let Some((said, relay_ended)) = relay_trouble(hook)
    {
        trouble = Some(said);
        ended = relay_ended;
    }
    let printed = String::from_utf8_lossy(&ran.printed);
    let tested = TestedHook {
        event: hook.event.clone(),
        ms: u32::try_from(ran.took.as_millis()).unwrap_or(u32::MAX),
        printed: (!printed.is_empty()).then(|| Text::of(&printed)),
        trouble,
    };
    (tested, ended)
}

/// What is wrong with the relay itself, and whether it ended.
fn relay_trouble(hook: &OurHook) -> Option<(String, bool)> {
    let relay = &hook.call.relay;
    if relay.is_absolute() && !is_program(relay) {
        return Some((format!("There is no program {}.", relay.display()), true));
    }
    let mut command = Command::new(relay);
    command.args(["--agent", &hook.call.agent]);
    if hook.call.ask {
        command.arg(ASK);
    }
    let ran = run(command.arg(&hook.event), &hook.event);
    let trouble = ran.trouble("The program that the hook calls")?;
    Some((trouble, !matches!(ran.end, End::TooLong)))
}

/// What became of a command.
pub(super) struct Ran {
    took: Duration,
    pub(super) printed: Vec<u8>,
    end: End,
}

/// How it ended.
enum End {
    Exit(ExitStatus),
    TooLong,
    NotStarted(std::io::Error),
}

impl Ran {
    fn trouble(&self, who: &str) -> Option<String> {
        match &self.end {
            End::NotStarted(error) => {
                Some(format!("{who} could not be started: {}.", vults_disk::said(error)))
            }
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
    run_for(command, &json!({ "hook_event_name": event }).to_string(), LIMIT)
}

/// Runs a command, of which no more is left then; `input` is far less than a pipe holds.
pub(super) fn run_for(command: &mut Command, input: &str, limit: Duration) -> Ran {
    let start = Instant::now();
    let ended = |printed, end| Ran { took: start.elapsed(), printed, end };
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return ended(Vec::new(), End::NotStarted(error)),
    };
    // So this does not wait for the reader.
    if let Some(mut stdin) = child.stdin.take() {
        _ = stdin.write_all(input.as_bytes());
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
pub(super) fn end_group(child: &mut Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        _ = kill_process_group(group, Signal::KILL);
    }
    _ = child.wait();
}

#[cfg(test)]
mod tests;
