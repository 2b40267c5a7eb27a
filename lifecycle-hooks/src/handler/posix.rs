//! A handler in a process group of its own.

mod strays;
mod stream;
mod supervise;

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Instant;

use strays::Strays;

use super::Ended;

/// Runs a command, its streams piped, until it exits or a moment comes.
pub(super) fn run(mut command: Command, payload: &[u8], until: Instant) -> io::Result<Ended> {
    let strays = Strays::prepare();
    command.env(strays::VARIABLE, strays.token()).process_group(0);
    Ok(supervise::supervise(command.spawn()?, payload, until, &strays))
}
