//! What a handler has started, wherever it went: after a timeout nothing of it remains (LH-38, LH-39).
//!
//! Its process group is killed as one. A process may have left the group, and its parent may have ended;
//! it is then known by one of two signs. A variable with a token of this run is in the environment of
//! whatever the handler starts. And where this process has one thread and had no child before, every
//! child that it gets is the handler's: orphans are then made to come to it.

#[cfg(target_os = "linux")]
mod processes;

use std::process::Child;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Instant, SystemTime};

use rustix::process::{Pid, Signal, kill_process_group};

/// The variable with the token by which what a handler has started is known.
pub(super) const VARIABLE: &str = "VULTS_HOOK_RUN";

/// What is known before a handler is started.
#[derive(Debug)]
pub(super) struct Strays {
    token: String,
    /// Whether orphans come to this process while this lives.
    #[cfg(target_os = "linux")]
    adoption: Option<processes::Adoption>,
}

impl Strays {
    pub(super) fn prepare() -> Strays {
        static RUNS: AtomicU32 = AtomicU32::new(0);
        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
        let run = RUNS.fetch_add(1, Ordering::Relaxed);
        Strays {
            token: format!("{}-{now}-{run}", std::process::id()),
            #[cfg(target_os = "linux")]
            adoption: processes::Adoption::begin(),
        }
    }

    /// The value of [`VARIABLE`], another one for each run.
    pub(super) fn token(&self) -> &str {
        &self.token
    }

    /// Kills a handler that has not been waited for, and all that it has started; whether nothing is
    /// left before the moment comes.
    #[cfg(target_os = "linux")]
    pub(super) fn kill(&self, handler: &Child, until: Instant) -> bool {
        processes::Sweep::new(Pid::from_child(handler), &self.token, self.adoption.is_some())
            .end(until)
    }

    /// Kills a handler that has not been waited for, and its process group.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn kill(&self, handler: &Child, _: Instant) -> bool {
        kill_group(Pid::from_child(handler));
        true
    }
}

fn kill_group(leader: Pid) {
    // Nobody in it is what is wanted.
    let _ = kill_process_group(leader, Signal::KILL);
}
