//! What the person sets: read from their settings file, which is theirs, changed in it key by key, and
//! followed while it is changed by hand.
//!
//! The file is shared: its key `hooks`, and every key that is not ours, belongs to the person and stays
//! byte for byte. What it does not say has the default of `defaults.jsonc`.

mod autostart;
mod keeper;
mod known;
mod quiet;

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use vults_core::{Prefer, PreferencesView, ScreenView};

pub(crate) use self::keeper::asks_cost_and_limits;
use self::keeper::{Around, Keeper};
pub use self::known::{Known, Unfit};
use self::quiet::Alarm;
use crate::error::PreferError;
use crate::places::Places;
use crate::watch::Watch;

/// How long a file must be left in peace before it is read: editors write in pieces.
const QUIET: Duration = Duration::from_millis(150);
/// It is read then, even if there is no peace.
const PATIENCE: Duration = Duration::from_secs(2);

/// The way to the settings. Cheap to clone, and nothing here blocks but [`Preferences::start`], which
/// reads the file.
#[derive(Clone, Debug)]
pub struct Preferences {
    told: Sender<Told>,
    shown: Shown,
}

type Shown = Arc<Mutex<Current>>;

/// What holds at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Current {
    view: PreferencesView,
    cost_and_limits: Option<bool>,
}

impl Current {
    fn of(keeper: &Keeper) -> Current {
        Current { view: keeper.view(), cost_and_limits: keeper.cost_and_limits() }
    }
}

#[derive(Debug)]
enum Told {
    Prefer(Prefer, oneshot::Sender<Result<(), PreferError>>),
    Screens(Vec<ScreenView>),
    /// Somebody may have written a file that matters.
    Changed,
    /// A person looks.
    Look,
    /// The time of do not disturb is over.
    QuietOver,
}

impl Preferences {
    /// Reads the settings, so that they are there before anything is drawn, and starts the thread that
    /// follows them. `show` gets each later view, and what [`Preferences::cost_and_limits`] says then,
    /// in order, from that thread; it must not block.
    pub fn start(
        places: &Places,
        show: impl FnMut(PreferencesView, Option<bool>) + Send + 'static,
    ) -> Preferences {
        Preferences::start_in(Around::of_process(places), show)
    }

    fn start_in(
        around: Around,
        show: impl FnMut(PreferencesView, Option<bool>) + Send + 'static,
    ) -> Preferences {
        let (told, inbox) = channel();
        let keeper = Keeper::new(around);
        let mut first = Current::of(&keeper);
        first.view.revision = 1;
        let shown = Arc::new(Mutex::new(first));
        let work =
            Work { keeper, shown: Arc::clone(&shown), show, told: told.clone(), alarm: None };
        let thread = thread::Builder::new().name("vults-preferences".to_owned());
        if let Err(error) = thread.spawn(move || work.run(&inbox)) {
            tracing::error!(%error, "the settings are not followed");
        }
        Preferences { told, shown }
    }

    /// The newest view.
    pub fn view(&self) -> PreferencesView {
        locked(&self.shown).view.clone()
    }

    /// Whether agents are asked for cost and limits where that takes a place in their terminal. While
    /// the file is not understood it is what it last said; none where that is not known either, so
    /// that such a place stays as it is.
    pub fn cost_and_limits(&self) -> Option<bool> {
        locked(&self.shown).cost_and_limits
    }

    /// Whether nothing may be told at this moment.
    pub fn is_quiet(&self) -> bool {
        locked(&self.shown).view.quiet_until_unix_ms.is_some_and(|until| quiet::now() < until)
    }

    /// Changes one thing. The next view shows it. What is given back ends when that view is shown, and
    /// need not be waited for.
    ///
    /// # Errors
    ///
    /// What ends with [`PreferError`], whose text is a sentence without its end.
    pub fn prefer(
        &self,
        change: Prefer,
    ) -> impl Future<Output = Result<(), PreferError>> + Send + 'static {
        let (done, finished) = oneshot::channel();
        self.tell(Told::Prefer(change, done));
        async move { finished.await.unwrap_or(Err(PreferError::Ending)) }
    }

    /// These screens are there now.
    pub fn screens(&self, screens: Vec<ScreenView>) {
        self.tell(Told::Screens(screens));
    }

    /// A person looks at the settings: what no watch has told is found now.
    pub fn look(&self) {
        self.tell(Told::Look);
    }

    fn tell(&self, told: Told) {
        if self.told.send(told).is_err() {
            tracing::debug!("nobody keeps the settings any more");
        }
    }
}

fn locked(shown: &Shown) -> std::sync::MutexGuard<'_, Current> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the thread owns.
struct Work<S> {
    keeper: Keeper,
    shown: Shown,
    show: S,
    told: Sender<Told>,
    alarm: Option<(u64, Alarm)>,
}

impl<S: FnMut(PreferencesView, Option<bool>)> Work<S> {
    fn run(mut self, inbox: &Receiver<Told>) {
        let mut watch = self.watch();
        // What was written before the watch began.
        self.keeper.look();
        self.refresh();
        let (mut due, mut latest) = (None, Instant::now());
        loop {
            let wait = due.map_or(Duration::MAX, |due| {
                Instant::min(due, latest).saturating_duration_since(Instant::now())
            });
            match inbox.recv_timeout(wait) {
                Ok(Told::Changed) => {
                    let now = Instant::now();
                    if due.is_none() {
                        latest = now + PATIENCE;
                    }
                    due = Some(now + QUIET);
                    continue;
                }
                // The time is over: a sender there always is, since this thread holds one.
                Err(_) => {
                    due = None;
                    // A folder that was replaced needs a new watch, and before anybody looks.
                    drop(watch.take());
                    watch = self.watch();
                    self.keeper.look();
                }
                Ok(Told::Prefer(change, done)) => {
                    let changed = self.keeper.prefer(change);
                    self.refresh();
                    // Nobody need wait for it.
                    _ = done.send(changed);
                    continue;
                }
                Ok(Told::Screens(screens)) => self.keeper.screens(screens),
                Ok(Told::Look | Told::QuietOver) => self.keeper.look(),
            }
            self.refresh();
        }
    }

    fn watch(&self) -> Option<Watch> {
        let told = self.told.clone();
        Watch::new(self.keeper.watched(), move || _ = told.send(Told::Changed))
            .inspect_err(|error| tracing::warn!(%error, "changes of the settings are not noticed"))
            .ok()
    }

    fn refresh(&mut self) {
        self.wind_up();
        let mut current = Current::of(&self.keeper);
        {
            let mut shown = locked(&self.shown);
            current.view.revision = shown.view.revision;
            if current == *shown {
                return;
            }
            current.view.revision += 1;
            shown.clone_from(&current);
        }
        (self.show)(current.view, current.cost_and_limits);
    }

    /// Lets the end of the quiet be heard of.
    fn wind_up(&mut self) {
        let until = self.keeper.quiet_until();
        if until == self.alarm.as_ref().map(|(at, _)| *at) {
            return;
        }
        self.alarm = until.and_then(|until| {
            let told = self.told.clone();
            let alarm = Alarm::at(until, move || _ = told.send(Told::QuietOver));
            let warn = |error: &std::io::Error| tracing::warn!(%error, "quiet has no end in view");
            alarm.inspect_err(warn).ok().map(|alarm| (until, alarm))
        });
    }
}

#[cfg(test)]
mod tests;
