//! Keeps the person's rules: `rules.json` in the data folder, and beside it the key of their tags.
//!
//! A thread of its own reads and writes, so that a slow disk never delays an answer. A rule that was
//! made or removed is written at once; how often rules were used, a little later. Where the file
//! cannot be told, no rule counts, and nothing is written over it.

mod file;
mod store;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use vults_core::{ApprovalsView, Rule, RuleKey};

use self::store::Store;
use crate::approvals::Shown;
use crate::handle::{Mailbox, Msg};

/// How long until uses are shown. Many come in a row, and a view of ten thousand rules takes a while
/// to make, on a processor that agents want too.
const SHOW: Duration = Duration::from_secs(2);
/// How long until uses are written, and until what could not be written is tried again.
const WRITE: Duration = Duration::from_secs(30);
/// Uses that may wait for the disk. Beyond, they are not counted.
const USES: usize = 1_024;
/// How long the last write may take when the app ends.
const FINISH: Duration = Duration::from_secs(1);

/// What the thread is told.
#[derive(Debug)]
enum Told {
    Keep(Box<Rule>),
    Used(RuleKey, u64),
    Forget(String),
}

/// The way to the thread. Nothing here waits.
#[derive(Debug)]
pub(crate) struct RuleStore {
    thread: Sender<Told>,
    /// How many uses wait.
    uses: Arc<AtomicUsize>,
    done: Receiver<()>,
}

impl RuleStore {
    /// Starts the thread, which reads first, and tells the loop what there is.
    pub(crate) fn start(data: PathBuf, shown: Shown, mailbox: Mailbox) -> RuleStore {
        let (thread, inbox) = channel();
        let (finished, done) = sync_channel(1);
        let uses = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&uses);
        let started = thread::Builder::new().name("vults-rules".to_owned()).spawn(move || {
            let (store, rules) = Store::read(&data);
            Work { store, shown, mailbox, uses: counted }.run(rules, &inbox);
            _ = finished.send(());
        });
        if let Err(error) = started {
            tracing::warn!(%error, "rules are not kept");
        }
        RuleStore { thread, uses, done }
    }

    /// A rule was made.
    pub(crate) fn keep(&self, rule: Rule) {
        self.tell(Told::Keep(Box::new(rule)));
    }

    /// A rule has allowed something.
    pub(crate) fn used(&self, key: RuleKey, unix_ms: u64) {
        if self.uses.fetch_add(1, Ordering::Relaxed) < USES {
            self.tell(Told::Used(key, unix_ms));
        } else {
            self.uses.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// A rule was removed.
    pub(crate) fn forget(&self, id: String) {
        self.tell(Told::Forget(id));
    }

    fn tell(&self, told: Told) {
        if self.thread.send(told).is_err() {
            tracing::warn!("a change of the rules is not kept");
        }
    }

    /// Gives the last changes a moment to reach the disk.
    pub(crate) fn finish(self) {
        drop(self.thread);
        if self.done.recv_timeout(FINISH) == Err(RecvTimeoutError::Timeout) {
            tracing::warn!("the last changes of the rules may not be kept");
        }
    }
}

/// What the thread owns.
struct Work {
    store: Store,
    shown: Shown,
    mailbox: Mailbox,
    uses: Arc<AtomicUsize>,
}

impl Work {
    fn run(mut self, rules: Vec<Rule>, inbox: &Receiver<Told>) {
        if self.store.is_lost() {
            self.tell(Msg::RulesLost);
        } else if !rules.is_empty() {
            self.tell(Msg::RulesRead(rules));
        }
        self.show();
        let (mut show_at, mut write_at) = (None, None);
        loop {
            let told = match [show_at, write_at].into_iter().flatten().min() {
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(due) => {
                    inbox.recv_timeout(Instant::saturating_duration_since(&due, Instant::now()))
                }
            };
            let changed = match told {
                Ok(Told::Keep(rule)) => {
                    self.store.keep(*rule);
                    true
                }
                Ok(Told::Forget(id)) => {
                    self.store.forget(&id);
                    true
                }
                Ok(Told::Used(key, unix_ms)) => {
                    self.uses.fetch_sub(1, Ordering::Relaxed);
                    self.store.used(key, unix_ms);
                    show_at.get_or_insert_with(|| Instant::now() + SHOW);
                    write_at.get_or_insert_with(|| Instant::now() + WRITE);
                    false
                }
                Err(RecvTimeoutError::Timeout) => false,
                Err(RecvTimeoutError::Disconnected) => return self.store.write(),
            };
            let is_due = |due: Option<Instant>| due.is_some_and(|due| due <= Instant::now());
            if changed || is_due(show_at) {
                show_at = None;
                self.show();
            }
            if changed || is_due(write_at) {
                self.store.write();
                write_at = self.store.is_unwritten().then(|| Instant::now() + WRITE);
                if self.store.is_lost() {
                    self.tell(Msg::RulesLost);
                }
                self.show();
            }
        }
    }

    fn show(&self) {
        let (rules, trouble) = self.store.view();
        // Compared without the lock, which the loop takes too. Nobody else changes these two.
        let before = self.shown.view();
        if before.rules == rules && before.trouble == trouble {
            return;
        }
        drop(before);
        // Not a copy of the old rules: there may be ten thousand.
        self.shown.change(|view| {
            let ApprovalsView { revision, paused, .. } = *view;
            let (trusted, trust_trouble) = (view.trusted.clone(), view.trust_trouble.clone());
            Some(ApprovalsView { revision, paused, rules, trouble, trusted, trust_trouble })
        });
        self.tell(Msg::RulesShown);
    }

    fn tell(&self, msg: Msg) {
        // A loop that has ended needs no rules.
        _ = self.mailbox.send(msg);
    }
}

#[cfg(test)]
mod tests;
