//! The ends of the agents' processes, as the system tells of them: nothing is asked again and again.

use std::collections::HashMap;
use std::os::fd::OwnedFd;

use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;
use tokio::sync::mpsc::WeakUnboundedSender;
use tokio::task::AbortHandle;
use vults_core::Process;

use crate::handle::{Mailbox, Msg};
use crate::processes;

/// The processes that are watched. The core bounds how many there are.
#[derive(Debug)]
pub(crate) struct Ends {
    mailbox: WeakUnboundedSender<Msg>,
    /// As they were given last.
    processes: Vec<Process>,
    watches: HashMap<Process, AbortHandle>,
}

impl Ends {
    pub(crate) fn new(mailbox: &Mailbox) -> Ends {
        let mailbox = mailbox.downgrade();
        Ends { mailbox, processes: Vec::new(), watches: HashMap::new() }
    }

    /// Watches these processes and no others, from within the loop's runtime. The loop hears of
    /// each end, also of one that came before.
    pub(crate) fn follow(&mut self, processes: impl Iterator<Item = Process>) {
        let processes: Vec<Process> = processes.collect();
        if processes == self.processes {
            return;
        }
        self.watches.retain(|process, watch| {
            let stays = processes.contains(process);
            if !stays {
                watch.abort();
            }
            stays
        });
        for process in &processes {
            self.watches.entry(*process).or_insert_with(|| {
                tokio::spawn(tell(*process, self.mailbox.clone())).abort_handle()
            });
        }
        self.processes = processes;
    }
}

impl Drop for Ends {
    fn drop(&mut self) {
        self.watches.values().for_each(AbortHandle::abort);
    }
}

async fn tell(process: Process, mailbox: WeakUnboundedSender<Msg>) {
    if let Err(errno) = ended(process).await {
        // Its sessions stay until they are heard of again, or forgotten.
        return tracing::warn!(%errno, "the end of a process cannot be noticed");
    }
    if let Some(mailbox) = mailbox.upgrade() {
        _ = mailbox.send(Msg::ProcessEnded(process));
    }
}

/// Waits until a process has ended.
async fn ended(process: Process) -> Result<(), std::io::Error> {
    let pid = i32::try_from(process.pid).ok().and_then(Pid::from_raw);
    let opened = pid.map(|pid| pidfd_open(pid, PidfdFlags::NONBLOCK));
    let watch: OwnedFd = match opened {
        None | Some(Err(Errno::SRCH)) => return Ok(()),
        Some(opened) => opened?,
    };
    // The number may be another's by now; from here on it is not used anew unseen.
    if !processes::runs(process) {
        return Ok(());
    }
    #[expect(
        deprecated,
        reason = "what takes its place is `unsafe`; an owned descriptor fulfils its conditions"
    )]
    let watch = AsyncFd::with_interest(watch, Interest::READABLE)?;
    watch.ready(Interest::READABLE).await.map(drop)
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;
    use crate::handle::mailbox;
    use crate::testing::{settle, soon};

    fn child() -> (std::process::Child, Process) {
        let child =
            Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let process = processes::of(child.id()).unwrap();
        (child, process)
    }

    #[tokio::test]
    async fn the_end_of_a_process_is_told_once() {
        let (sender, mut inbox) = mailbox();
        let mut ends = Ends::new(&sender);
        let ((mut child, process), (mut other, stays)) = (child(), child());
        let again = Process { began: process.began + 1, ..process };
        ends.follow([process, stays, again].into_iter());
        // Another process has that number.
        assert!(
            matches!(soon(inbox.recv()).await, Some(Msg::ProcessEnded(ended)) if ended == again)
        );
        ends.follow([process, stays].into_iter());
        settle().await;
        assert!(inbox.try_recv().is_err());
        child.kill().unwrap();
        assert!(
            matches!(soon(inbox.recv()).await, Some(Msg::ProcessEnded(ended)) if ended == process)
        );
        child.wait().unwrap();
        // One that has ended is told of at once.
        ends.follow([stays].into_iter());
        ends.follow([stays, process].into_iter());
        assert!(
            matches!(soon(inbox.recv()).await, Some(Msg::ProcessEnded(ended)) if ended == process)
        );
        // One that is not watched any more is not told of.
        ends.follow([].into_iter());
        other.kill().unwrap();
        other.wait().unwrap();
        settle().await;
        assert!(inbox.try_recv().is_err());
    }
}
