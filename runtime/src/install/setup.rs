//! The thread that owns the hooks: it installs at the start, notices what others change, and does
//! what the person asks for in the settings window.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use vults_core::{Drift, SetupView};

use super::installer::Installer;
use super::keeper::Keeper;
use super::surroundings::Surroundings;
use crate::handle::Handle;
use crate::places::Places;
use crate::watch::Watch;

/// How long a file must be left in peace before it is looked at: many programs write in pieces.
const QUIET: Duration = Duration::from_secs(1);
/// It is looked at then, even if there is no peace.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long whoever quits waits for what is being written.
const FAREWELL: Duration = Duration::from_secs(2);

/// What a person asks for in the settings window. The text is [`vults_core::FolderView::id`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupAct {
    /// Write the hooks, also those that somebody took away.
    Install(String),
    /// Take the hooks away, and remember it. It gives back the bytes from before the installation
    /// where nobody has written the file since.
    Remove(String),
    /// Send a harmless event through each hook.
    Test(String),
    /// Look again at everything: at running sessions, and at what failed and was put right since.
    Look,
    /// The person has seen what the first run wrote.
    Seen,
}

/// The way to the thread. Cheap to clone; only [`Setup::quit`] blocks. Once the thread has ended,
/// calls do nothing, and [`Setup::act`] says so.
#[derive(Clone, Debug)]
pub struct Setup {
    acts: Sender<Told>,
    view: Arc<Mutex<SetupView>>,
    /// Nothing comes through it; it closes when the thread has ended.
    ended: Arc<Mutex<Receiver<()>>>,
}

/// How changes by others are noticed.
#[derive(Clone, Copy, Debug)]
struct Notice {
    watch: fn(Vec<PathBuf>, Sender<Told>) -> notify::Result<Watch>,
    /// How long until the files are looked at where the system does not tell of all of them.
    unwatched: Duration,
}

impl Default for Notice {
    fn default() -> Notice {
        let watch =
            |files, acts: Sender<Told>| Watch::new(files, move || _ = acts.send(Told::Changed));
        Notice { watch, unwatched: Duration::from_secs(30) }
    }
}

#[derive(Debug)]
enum Told {
    Act(SetupAct, oneshot::Sender<()>),
    /// Whether agents are asked for cost and limits, where that takes a place in their terminal.
    CostAndLimits(Option<bool>),
    /// Somebody has written a file that matters, or a session is heard of for the first time.
    Changed,
    Quit,
}

impl Setup {
    /// Starts the thread. `cost_and_limits`: see [`Setup::cost_and_limits`]. `show` gets each new
    /// view, in order, from that thread; it must not block.
    pub fn start(
        places: &Places,
        runtime: Handle,
        cost_and_limits: Option<bool>,
        show: impl FnMut(SetupView) + Send + 'static,
    ) -> Setup {
        let mut installer = Installer::new(Surroundings::of_process(places));
        installer.take_line_alone(cost_and_limits);
        Setup::start_in(installer, Notice::default(), runtime, show)
    }

    fn start_in(
        installer: Installer,
        notice: Notice,
        runtime: Handle,
        show: impl FnMut(SetupView) + Send + 'static,
    ) -> Setup {
        let (acts, inbox) = channel();
        let view = Arc::new(Mutex::new(SetupView::default()));
        let (end, ended) = channel::<()>();
        let ended = Arc::new(Mutex::new(ended));
        let setup = Setup { acts: acts.clone(), view: Arc::clone(&view), ended };
        let reports = runtime.reports();
        let heard = acts.clone();
        reports.tell_of_first(move || _ = heard.send(Told::Changed));
        let keeper = Keeper::new(installer, reports);
        let work = Work { keeper, runtime, view, show, acts, notice, drift: Vec::new() };
        let thread = thread::Builder::new().name("vults-setup".to_owned());
        let run = move || {
            let _end = end;
            work.run(&inbox);
        };
        if let Err(error) = thread.spawn(run) {
            tracing::error!(%error, "the hooks are not kept");
            let mut view = setup.view.lock().unwrap_or_else(PoisonError::into_inner);
            view.revision += 1;
            view.relay_trouble = Some(format!(
                "Vults cannot look at the settings of your agents: {error}. Start it again."
            ));
            drop(view);
        }
        setup
    }

    /// The newest view.
    pub fn view(&self) -> SetupView {
        self.view.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Does what the person asks for; the next view shows it. What is given back ends when that
    /// view is shown, and need not be waited for; it is false where the thread has ended, so that
    /// nobody has done it.
    pub fn act(&self, act: SetupAct) -> impl Future<Output = bool> + Send + 'static {
        let (done, finished) = oneshot::channel();
        self.tell(Told::Act(act, done));
        async move { finished.await.is_ok() }
    }

    /// Whether agents are asked for cost and limits where that takes a place in their terminal: a
    /// status line of ours comes where the person has none, or goes from there. One that runs before
    /// the person's own takes no place, and stays. Where nobody can say, no line comes or goes.
    pub fn cost_and_limits(&self, asked: Option<bool>) {
        self.tell(Told::CostAndLimits(asked));
    }

    /// Ends the thread, and waits until nothing is being written, but no longer than two seconds: a
    /// file is whole at any time, and what is remembered of it is put right at the next start.
    pub fn quit(&self) {
        self.tell(Told::Quit);
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        if ended.recv_timeout(FAREWELL) == Err(RecvTimeoutError::Timeout) {
            tracing::warn!("a settings file is still being looked at");
        }
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
    notice: Notice,
    drift: Vec<Drift>,
}

impl<S: FnMut(SetupView)> Work<S> {
    fn run(mut self, inbox: &Receiver<Told>) {
        self.keeper.start();
        self.refresh();
        let mut watch = self.watch();
        // What was written before the watch began is looked for once the start is over: the first
        // paint has the processor until then.
        let now = Instant::now();
        let mut quiet_from = Some(now + QUIET);
        let mut latest = now + PATIENCE;
        loop {
            let is_whole = watch.as_ref().is_some_and(Watch::is_whole);
            let told = match quiet_from {
                None if is_whole => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                None => inbox.recv_timeout(self.notice.unwatched),
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
                Ok(Told::CostAndLimits(asked)) => {
                    self.keeper.cost_and_limits(asked);
                    self.refresh();
                }
                Ok(Told::Quit) | Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn watch(&self) -> Option<Watch> {
        (self.notice.watch)(self.keeper.watched(), self.acts.clone())
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
