//! What an agent that runs only reviewed hooks says of ours. It is asked only when the person asks,
//! and nothing here answers a review.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use vults_agents::{Installation, Review, Reviewed};
use vults_core::ReviewView;

use super::folders::Folder;
use super::ours::OurHook;
use super::probe;

/// How long the agent may take to answer.
const LIMIT: Duration = Duration::from_secs(15);
/// How much of what it says is read.
const MOST_BYTES: u64 = 8 << 20;

/// What the agent says of these hooks in a settings file.
pub(super) fn said(
    program: &Path,
    installation: &Installation,
    review: &Review,
    folder: &Folder,
    hooks: &[OurHook],
) -> ReviewView {
    let mut command = Command::new(program);
    command.args(review.arguments).env(installation.folder_variable, folder.path());
    match answer(command, review, LIMIT) {
        Some(known) => judged(&known, folder, hooks),
        None => ReviewView::Silent,
    }
}

fn judged(known: &[Reviewed], folder: &Folder, hooks: &[OurHook]) -> ReviewView {
    let real = folder.file.canonicalize().ok();
    let is_its = |file: &str| {
        let file = Path::new(file);
        folder.names().any(|name| name == file)
            || real.as_ref().is_some_and(|real| file.canonicalize().is_ok_and(|file| file == *real))
    };
    let mut known: Vec<&Reviewed> = known.iter().filter(|hook| is_its(&hook.file)).collect();
    // The same command may stand there twice.
    let mut runs = |hook: &OurHook| {
        let place = known.iter().position(|known| known.command == hook.command)?;
        Some(known.swap_remove(place).runs)
    };
    let ours: Vec<Option<bool>> = hooks.iter().map(&mut runs).collect();
    match ours.iter().filter(|runs| **runs != Some(true)).count() {
        0 => ReviewView::Given,
        _ if ours.iter().all(Option::is_none) => ReviewView::Unlisted,
        waiting => ReviewView::Waits { hooks: u32::try_from(waiting).unwrap_or(u32::MAX) },
    }
}

/// The agent's answer; none where it gives none in time.
fn answer(mut command: Command, review: &Review, limit: Duration) -> Option<Vec<Reviewed>> {
    let end = Instant::now() + limit;
    // From a folder that is no project of anybody's.
    command.current_dir("/").process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let (said, lines) = channel();
    let reader = thread::Builder::new().spawn(move || {
        for line in BufReader::new(stdout?.take(MOST_BYTES)).lines() {
            said.send(line.ok()?).ok()?;
        }
        Some(())
    });
    // It is far less than a pipe holds. The pipe stays open until there is an answer.
    let asked = stdin.and_then(|mut stdin| {
        let lines = review.asked.iter().map(|line| format!("{line}\n"));
        stdin.write_all(lines.collect::<String>().as_bytes()).ok()?;
        Some(stdin)
    });
    let mut known = None;
    while known.is_none() && asked.is_some() && reader.is_ok() {
        let left = end.saturating_duration_since(Instant::now());
        let Ok(line) = lines.recv_timeout(left) else { break };
        known = (review.answer)(&line);
    }
    drop(asked);
    probe::end_group(&mut child);
    known
}

#[cfg(test)]
mod tests;
