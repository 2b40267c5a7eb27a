//! The thread that owns the hooks: it installs at the start, notices what others change, and does
//! what the person asks for in the settings window.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use vults_core::{Drift, SetupView};

use super::installer::Installer;
use super::keeper::Keeper;
use super::surroundings::Surroundings;
use super::watch::Watch;
use crate::handle::Handle;
use crate::places::Places;

/// How long a file must be left in peace before it is looked at: many programs write in pieces.
const QUIET: Duration = Duration::from_secs(1);
/// It is looked at then, even if there is no peace.
const PATIENCE: Duration = Duration::from_secs(15);

/// What a person asks for in the settings window. The text is [`vults_core::FolderView::id`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupAct {
    /// Write the hooks, also those that somebody took away.
    Install(String),
    /// Take the hooks away, and remember it.
    Remove(String),
    /// Take back what was last written; remembered like a removal.
    Undo(String),
    /// Send a harmless event through each hook.
    Test(String),
    /// The window is on screen: look again at what only a look tells (running sessions).
    Look,
    /// The person has seen what the first run wrote.
    Seen,
}

/// The way to the thread. Cheap to clone, never blocks; once the thread has ended, calls do
/// nothing.
#[derive(Clone, Debug)]
pub struct Setup {
    acts: Sender<Told>,
    view: Arc<Mutex<SetupView>>,
}

#[derive(Debug)]
enum Told {
    Act(SetupAct, oneshot::Sender<()>),
    /// Somebody has written a file that matters.
    Changed,
    Quit,
}

impl Setup {
    /// Starts the thread. `show` gets each new view, in order, from that thread; it must not block.
    pub fn start(
        places: &Places,
        runtime: Handle,
        show: impl FnMut(SetupView) + Send + 'static,
    ) -> Setup {
        Setup::start_in(Surroundings::of_process(places), runtime, show)
    }

    pub(crate) fn start_in(
        around: Surroundings,
        runtime: Handle,
        show: impl FnMut(SetupView) + Send + 'static,
    ) -> Setup {
        let (acts, inbox) = channel();
        let view = Arc::new(Mutex::new(SetupView::default()));
        let setup = Setup { acts: acts.clone(), view: Arc::clone(&view) };
        let keeper = Keeper::new(Installer::new(around), runtime.reports());
        let work = Work { keeper, runtime, view, show, acts, drift: Vec::new() };
        let thread = thread::Builder::new().name("vults-setup".to_owned());
        if let Err(error) = thread.spawn(move || work.run(&inbox)) {
            tracing::error!(%error, "the hooks are not kept");
        }
        setup
    }

    /// The newest view.
    pub fn view(&self) -> SetupView {
        self.view.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Does what the person asks for; the next view shows it. What is given back ends when it is
    /// done, with that view shown; it need not be waited for.
    pub fn act(&self, act: SetupAct) -> impl Future<Output = ()> + Send + 'static {
        let (done, finished) = oneshot::channel();
        self.tell(Told::Act(act, done));
        // Also where the thread has ended: then nobody will do it.
        async move { drop(finished.await) }
    }

    /// Ends the thread.
    pub fn quit(&self) {
        self.tell(Told::Quit);
    }

    fn tell(&self, told: Told) {
        if self.acts.send(told).is_err() {
            tracing::debug!("nobody keeps the hooks any more");
        }
    }
}

/// What the thread owns.
struct Work<S> {
    keeper: Keeper,
    runtime: Handle,
    view: Arc<Mutex<SetupView>>,
    show: S,
    acts: Sender<Told>,
    drift: Vec<Drift>,
}

impl<S: FnMut(SetupView)> Work<S> {
    fn run(mut self, inbox: &Receiver<Told>) {
        self.keeper.start();
        self.refresh();
        let mut watch = self.watch();
        // What was written before the watch began.
        self.keeper.notice();
        self.refresh();
        let mut quiet_from: Option<Instant> = None;
        let mut latest = Instant::now();
        loop {
            let told = match quiet_from {
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(quiet) => {
                    let wait = quiet.min(latest).saturating_duration_since(Instant::now());
                    inbox.recv_timeout(wait)
                }
            };
            match told {
                Ok(Told::Changed) => {
                    let now = Instant::now();
                    if quiet_from.is_none() {
                        latest = now + PATIENCE;
                    }
                    quiet_from = Some(now + QUIET);
                }
                Err(RecvTimeoutError::Timeout) => {
                    quiet_from = None;
                    // A folder that was replaced needs a new watch, and before anybody looks.
                    drop(watch.take());
                    watch = self.watch();
                    self.keeper.notice();
                    self.refresh();
                }
                Ok(Told::Act(act, done)) => {
                    self.keeper.act(act);
                    self.refresh();
                    // Nobody need wait for it.
                    _ = done.send(());
                }
                Ok(Told::Quit) | Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn watch(&self) -> Option<Watch> {
        let acts = self.acts.clone();
        let changed = move || _ = acts.send(Told::Changed);
        Watch::new(self.keeper.watched(), changed)
            .inspect_err(|error| tracing::warn!(%error, "changes of settings are not noticed"))
            .ok()
    }

    fn refresh(&mut self) {
        let view = self.keeper.refresh();
        let drift = self.keeper.drift();
        if drift != self.drift {
            self.drift.clone_from(&drift);
            self.runtime.drifted(drift);
        }
        if let Some(view) = view {
            self.view.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&view);
            (self.show)(view);
        }
    }
}

#[cfg(test)]
mod tests;
