//! A handler in a job object of its own, which holds whatever it starts.

use std::io::{self, Read, Write};
use std::process::{Command, ExitStatus};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap, JobObject};

use super::kept::Kept;
use super::{Ended, GRACE, KILLING};

const PIECE_BYTES: usize = 64 << 10;

/// How often a handler's exit is looked for.
const LOOK: Duration = Duration::from_millis(5);

/// Runs a command, its streams piped, until it exits or a moment comes.
pub(super) fn run(command: Command, payload: &[u8], until: Instant) -> io::Result<Ended> {
    let mut child = CommandWrap::from(command).wrap(JobObject).spawn()?;
    if let Some(mut stdin) = child.stdin().take() {
        let payload = payload.to_owned();
        // It ends with the pipe; whoever does not read is no error (LH-34).
        thread::spawn(move || stdin.write_all(&payload));
    }
    let stdout = Stream::new(child.stdout().take());
    let stderr = Stream::new(child.stderr().take());
    let exit = wait(&mut *child, until);
    let left_behind = exit.is_none() && !kill(&mut *child);
    // Whoever holds the pipes now is not the handler (LH-39).
    let end = Instant::now() + GRACE;
    Ok(Ended {
        exit_code: exit.and_then(|exit| exit.code()),
        timed_out: exit.is_none(),
        error: None,
        stdout: stdout.into_text(end),
        stderr: stderr.into_text(end),
        left_behind,
    })
}

/// How it has exited; none where the moment comes first.
fn wait(child: &mut dyn ChildWrapper, until: Instant) -> Option<ExitStatus> {
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return None;
        }
        thread::sleep(left.min(LOOK));
    }
}

/// Ends the job, with all that is in it (LH-38); whether the handler has gone.
fn kill(child: &mut dyn ChildWrapper) -> bool {
    child.start_kill().is_ok() && wait(child, Instant::now() + KILLING).is_some()
}

/// A stream that a thread of its own reads to its end: a pipe cannot be waited for beside others.
struct Stream {
    kept: Arc<Mutex<Kept>>,
    reader: Option<JoinHandle<()>>,
}

impl Stream {
    fn new(pipe: Option<impl Read + Send + 'static>) -> Stream {
        let kept = Arc::new(Mutex::new(Kept::default()));
        let into = Arc::clone(&kept);
        let reader = pipe.map(|mut pipe| {
            thread::spawn(move || {
                let mut piece = vec![0; PIECE_BYTES];
                while let Ok(count @ 1..) = pipe.read(&mut piece) {
                    let piece = piece.get(..count).unwrap_or_default();
                    into.lock().unwrap_or_else(PoisonError::into_inner).push(piece);
                }
            })
        });
        Stream { kept, reader }
    }

    /// All that was kept until the stream's end, or until a moment.
    fn into_text(self, until: Instant) -> String {
        if let Some(reader) = self.reader {
            while !reader.is_finished() && Instant::now() < until {
                thread::sleep(LOOK);
            }
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *kept).into_text()
    }
}
