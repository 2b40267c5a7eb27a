//! From nothing to a running loop, and back.

use std::io;
use std::sync::mpsc::sync_channel;
use std::thread::{self, JoinHandle};

use interprocess::os::unix::uds_local_socket::Listener;
use interprocess::os::unix::uds_local_socket::tokio::Listener as TokioListener;
use tokio::sync::mpsc::UnboundedReceiver;

use crate::approvals::{Approvals, Shown};
use crate::claim::Claim;
use crate::error::OpenError;
use crate::handle::{Handle, Mailbox, Msg, mailbox};
use crate::hook_looks::HookLooks;
use crate::main_loop::{MainLoop, Stores};
use crate::places::Places;
use crate::record::DecisionRecord;
use crate::reports::Reports;
use crate::rules::RuleStore;
use crate::sessions::SessionStore;
use crate::shell::Shell;
use crate::trust_list::TrustList;
use crate::trusted_hooks::TrustStore;
use crate::{clock, install, server, signals};

/// Takes the single-instance lock, puts the relay to its place and opens the socket: quick, before
/// any window exists. Hooks that connect from here on are heard once the loop runs, and the relay
/// that they call is the one that came with this app.
///
/// # Errors
///
/// [`OpenError::AlreadyRunning`], and nothing else. Whatever else keeps the app from serving its
/// agents comes to the window as the view's trouble, since a person should read it.
pub fn open(places: &Places) -> Result<Opened, OpenError> {
    let serving = match Claim::take(&places.socket, || install::put_relay(places)) {
        Ok((claim, listener)) => {
            // For benchmarks: nanoseconds as every process of the machine counts them.
            let t_ns = clock::monotonic_ns();
            tracing::debug!(target: "vults::mark", mark = "socket_open", t_ns);
            Ok(Serving { claim, listener })
        }
        Err(OpenError::AlreadyRunning) => return Err(OpenError::AlreadyRunning),
        Err(reason) => Err(trouble(&reason)),
    };
    Ok(Opened { places: places.clone(), serving })
}

fn trouble(reason: &OpenError) -> String {
    format!("Agents cannot reach Vults: {reason}.")
}

/// An app that holds its lock and its socket, or knows why it does not.
#[derive(Debug)]
pub struct Opened {
    places: Places,
    serving: Result<Serving, String>,
}

#[derive(Debug)]
struct Serving {
    claim: Claim,
    listener: Listener,
}

impl Opened {
    /// Starts the loop on a thread of its own. A loop that cannot start asks the shell to quit.
    pub fn run(self, shell: impl Shell) -> Running {
        let (sender, inbox) = mailbox();
        let handle = Handle::new(sender.clone(), Reports::default());
        let reports = handle.reports();
        let record = DecisionRecord::start(self.places.data.clone());
        let shown = Shown::default();
        let rules = RuleStore::start(self.places.data.clone(), shown.clone(), sender.clone());
        let sessions = SessionStore::start(self.places.data.clone(), sender.clone());
        let store = TrustStore::new(&self.places.data);
        let trusted = TrustList::start(store.clone(), shown.clone(), &sender);
        let history = record.history();
        let approvals = Approvals::new(shown.clone(), sender.clone(), history, trusted.clone());
        let settings = vults_lifecycle_hooks::Places::from_env();
        let hooks = HookLooks::new(&sender, store, trusted, settings);
        let stores = Stores { record, rules, sessions };
        // The shell follows the thread, so that it is still here if there is none.
        let (give, take) = sync_channel(1);
        let thread = thread::Builder::new().name("vults-runtime".to_owned()).spawn(move || {
            if let Ok(shell) = take.recv() {
                let kept = Kept { reports, stores, shown, hooks };
                on_thread(self, shell, kept, sender, inbox);
            }
        });
        match thread {
            Ok(thread) => {
                _ = give.send(shell);
                Running { handle, approvals, thread: Some(thread) }
            }
            Err(error) => {
                cannot_start(shell, &error);
                Running { handle, approvals, thread: None }
            }
        }
    }

    /// Serves until told to quit; the claim is what is left to release.
    async fn serve(
        self,
        main_loop: MainLoop<'_, impl Shell>,
        sender: Mailbox,
        inbox: UnboundedReceiver<Msg>,
    ) -> Option<Claim> {
        let socket = self.places.socket.socket();
        let (claim, serving) = match self.serving {
            Ok(Serving { claim, listener }) => match TokioListener::try_from(listener) {
                Ok(listener) => {
                    tokio::spawn(server::serve(listener, main_loop.ears(), sender));
                    (Some(claim), Ok(()))
                }
                Err(cause) => {
                    (Some(claim), Err(trouble(&OpenError::Socket { path: socket, cause })))
                }
            },
            Err(trouble) => (None, Err(trouble)),
        };
        if serving.is_err() {
            // The window says why; the log names no paths.
            tracing::warn!("the app does not serve its agents");
        }
        main_loop.run(serving, inbox).await;
        claim
    }
}

/// What the loop keeps beside the core's state.
struct Kept {
    reports: Reports,
    stores: Stores,
    shown: Shown,
    hooks: HookLooks,
}

fn on_thread(
    opened: Opened,
    mut shell: impl Shell,
    kept: Kept,
    sender: Mailbox,
    inbox: UnboundedReceiver<Msg>,
) {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return cannot_start(shell, &error),
    };
    let Kept { reports, mut stores, shown, hooks } = kept;
    let claim = runtime.block_on(async {
        if let Err(error) = signals::watch(sender.clone()) {
            tracing::warn!(%error, "signals end the app without a clean-up");
        }
        let main_loop = MainLoop::new(&mut stores, shown, &mut shell, reports, hooks, &sender);
        opened.serve(main_loop, sender, inbox).await
    });
    // Closes every connection: who still waits learns first that nobody will answer. A disk that
    // never answers is not waited for.
    runtime.shutdown_background();
    if let Some(claim) = claim {
        claim.release();
    }
    stores.finish();
    shell.quit();
}

fn cannot_start(mut shell: impl Shell, error: &io::Error) {
    tracing::error!(%error, "the loop cannot start");
    shell.quit();
}

/// A loop that runs.
#[derive(Debug)]
pub struct Running {
    handle: Handle,
    approvals: Approvals,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    /// A way to tell the loop things.
    pub fn handle(&self) -> Handle {
        self.handle.clone()
    }

    /// The way to the rules and to the decision history.
    pub fn approvals(&self) -> Approvals {
        self.approvals.clone()
    }

    /// Waits until the loop has ended and its thread with it. It does not end the loop.
    pub fn join(self) {
        if self.thread.is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("the loop broke");
        }
    }
}
