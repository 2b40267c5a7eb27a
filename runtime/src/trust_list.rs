//! The list of settings files whose hooks are trusted, for the settings window, and what is taken off it.
//! A thread of its own reads and writes, and hears when another program does.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread;

use tokio::sync::mpsc::WeakUnboundedSender;
use tokio::sync::oneshot;
use vults_core::{ApprovalsView, TrustedView};

use crate::approvals::Shown;
use crate::handle::{Mailbox, Msg};
use crate::trusted_hooks::TrustStore;
use crate::watch::Watch;

/// What the thread is told.
#[derive(Debug)]
enum Told {
    /// The file may be another one.
    Changed,
    /// The person trusts a file no longer; what went wrong is a sentence without its end.
    Distrust(String, oneshot::Sender<Result<(), String>>),
}

/// The way to the thread, which ends with the last one. Nothing here waits.
#[derive(Clone, Debug)]
pub(crate) struct TrustList {
    thread: Sender<Told>,
    /// It has a way to the thread too, so the thread must not keep it.
    _watch: Arc<OnceLock<Watch>>,
}

impl TrustList {
    /// Starts the thread, which reads first.
    pub(crate) fn start(store: TrustStore, shown: Shown, mailbox: &Mailbox) -> TrustList {
        let (thread, inbox) = channel();
        let list = TrustList { thread, _watch: Arc::default() };
        let (changed, watch) = (list.thread.clone(), Arc::downgrade(&list._watch));
        let mailbox = mailbox.downgrade();
        let started = thread::Builder::new().name("vults-trust".to_owned()).spawn(move || {
            match Watch::new([store.file()], move || _ = changed.send(Told::Changed)) {
                Ok(made) => _ = watch.upgrade().map(|watch| watch.set(made)),
                Err(error) => {
                    tracing::info!(%error, "nobody tells when trust is changed elsewhere");
                }
            }
            Work { store, shown, mailbox }.run(&inbox);
        });
        if let Err(error) = started {
            tracing::warn!(%error, "the list of trusted projects is not shown");
        }
        list
    }

    /// Trusts a settings file no longer. What is given back ends once it is done, and tells in a sentence
    /// without its end why it is not.
    pub(crate) fn distrust(
        &self,
        file: String,
    ) -> impl Future<Output = Result<(), String>> + Send + 'static {
        let (done, distrusted) = oneshot::channel();
        _ = self.thread.send(Told::Distrust(file, done));
        async move {
            let ending = || Err("nothing was removed, because Vults is ending".to_owned());
            distrusted.await.unwrap_or_else(|_| ending())
        }
    }

    /// The file was changed by this program, which needs no watch to know.
    pub(crate) fn changed(&self) {
        _ = self.thread.send(Told::Changed);
    }
}

/// What the thread owns.
struct Work {
    store: TrustStore,
    shown: Shown,
    mailbox: WeakUnboundedSender<Msg>,
}

impl Work {
    fn run(self, inbox: &Receiver<Told>) {
        self.show();
        while let Ok(told) = inbox.recv() {
            if let Told::Distrust(file, done) = told {
                let distrusted = self.store.distrust(&file).map(drop);
                // Nobody need wait for it.
                _ = done.send(distrusted.map_err(|error| error.to_string()));
            }
            self.show();
            self.tell(Msg::TrustChanged);
        }
    }

    fn show(&self) {
        let (trusted, trouble) = match self.store.read() {
            Ok(trusted) => (trusted.files().map(TrustedView::of).collect(), None),
            Err(error) => (Vec::new(), Some(format!("{error}."))),
        };
        let changed = self.shown.change(|view| {
            let other = view.trusted != trusted || view.trust_trouble != trouble;
            other.then(|| ApprovalsView { trusted, trust_trouble: trouble, ..view.clone() })
        });
        if changed {
            self.tell(Msg::RulesShown);
        }
    }

    fn tell(&self, msg: Msg) {
        // A loop that has ended needs no list.
        if let Some(mailbox) = self.mailbox.upgrade() {
            _ = mailbox.send(msg);
        }
    }
}
