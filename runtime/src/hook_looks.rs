//! When a project's own hooks are looked at, and kept as trusted (specs D8). Reading waits for a disk, so
//! it is done on threads of their own, few at a time.
//!
//! An event for each call of a tool may say that a project is not trusted: a folder is looked at the first
//! time at once, and then at most once in [`EVERY`].

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::sync::mpsc::WeakUnboundedSender;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep_until};
use vults_core::{CardId, NotKept, ProjectHooks, SessionKey, UntrustedHooks};
use vults_lifecycle_hooks::Places;

use crate::handle::{Mailbox, Msg};
use crate::project_hooks;
use crate::trust_list::TrustList;
use crate::trusted_hooks::TrustStore;

/// The shortest time between two looks at a folder.
const EVERY: Duration = Duration::from_secs(2);
/// Folders that are looked at at the same time.
const AT_ONCE: usize = 4;
/// Folders that are known. Beyond, the one is forgotten that nothing was met in for the longest time; one
/// that has nothing to ask about before all others.
const FOLDERS: usize = 64;

/// What there is in a folder that the person does not trust.
#[derive(Debug)]
pub(crate) struct HooksRead {
    pub(crate) folder: String,
    pub(crate) sessions: Vec<SessionKey>,
    pub(crate) untrusted: Vec<UntrustedHooks>,
}

/// What became of a person's trust.
#[derive(Debug)]
pub(crate) struct HooksKept {
    pub(crate) card: CardId,
    pub(crate) kept: Result<(), NotKept>,
    pub(crate) seen_from: Vec<String>,
}

/// The folders that agents have met untrusted hooks in.
#[derive(Debug)]
pub(crate) struct HookLooks {
    mailbox: WeakUnboundedSender<Msg>,
    store: TrustStore,
    list: TrustList,
    places: Arc<Places>,
    turns: Arc<Semaphore>,
    folders: HashMap<String, Look>,
    /// How many times anything was met.
    met: u64,
}

/// One folder.
#[derive(Debug, Default)]
struct Look {
    /// The sessions that have met something there since it was last looked at.
    sessions: BTreeSet<SessionKey>,
    /// Its place in the order in which folders were met last.
    met: u64,
    running: bool,
    /// Whether it is to be looked at once more when that look is over.
    again: bool,
    last: Option<Instant>,
    /// Whether there was anything when it was last looked at.
    found: bool,
}

impl HookLooks {
    /// `places`: where the person's own settings files lie, which are no project's.
    pub(crate) fn new(
        mailbox: &Mailbox,
        store: TrustStore,
        list: TrustList,
        places: Places,
    ) -> HookLooks {
        HookLooks {
            mailbox: mailbox.downgrade(),
            store,
            list,
            places: Arc::new(places),
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            folders: HashMap::new(),
            met: 0,
        }
    }

    /// A session says that it has met untrusted hooks in a folder.
    pub(crate) fn met(&mut self, folder: &str, session: SessionKey) {
        if !self.folders.contains_key(folder) && self.folders.len() >= FOLDERS {
            // One that is looked at comes back, and is needed then.
            let idle = self.folders.iter().filter(|(_, look)| !look.running);
            let Some(longest) = idle.min_by_key(|(_, look)| (look.found, look.met)) else {
                tracing::warn!("too many projects' hooks are looked at, so one is not asked about");
                return;
            };
            let longest = longest.0.clone();
            if self.folders.remove(&longest).is_some_and(|look| look.found) {
                tracing::info!("a project's hooks are looked at no more until they are met again");
            }
        }
        self.met += 1;
        let look = self.folders.entry(folder.to_owned()).or_default();
        look.met = self.met;
        look.sessions.insert(session);
        self.look(folder);
    }

    /// What is trusted may be something else by now: whatever is asked about is looked at again.
    pub(crate) fn trust_changed(&mut self) {
        let found = self.folders.iter().filter(|(_, look)| look.found || look.running);
        let folders: Vec<String> = found.map(|(folder, _)| folder.clone()).collect();
        for folder in folders {
            self.look_now(&folder);
        }
    }

    /// A look at a folder is over.
    pub(crate) fn looked(&mut self, folder: &str, found: bool) {
        let Some(look) = self.folders.get_mut(folder) else { return };
        (look.running, look.last, look.found) = (false, Some(Instant::now()), found);
        if std::mem::take(&mut look.again) {
            self.look(folder);
        }
    }

    /// The person trusts what a card has shown of a settings file: kept, if it is still that.
    pub(crate) fn trust(
        &self,
        card: CardId,
        file: String,
        fingerprint: String,
        seen_from: Vec<String>,
    ) {
        let (mailbox, store) = (self.mailbox.clone(), self.store.clone());
        let places = Arc::clone(&self.places);
        spawn_blocking(move || {
            let kept = keep(&store, &places, &file, &fingerprint, &seen_from);
            if let Some(mailbox) = mailbox.upgrade() {
                let kept = HooksKept { card, kept, seen_from };
                _ = mailbox.send(Msg::HooksKept(Box::new(kept)));
            }
        });
    }

    /// A person has answered, or the store has changed: nobody waits for the next turn of a folder.
    fn look_now(&mut self, folder: &str) {
        if let Some(look) = self.folders.get_mut(folder) {
            look.last = None;
            self.look(folder);
        }
    }

    /// It is known what became of a trust: what is left to ask about is looked at.
    pub(crate) fn kept(&mut self, seen_from: &[String]) {
        self.list.changed();
        for folder in seen_from {
            self.look_now(folder);
        }
    }

    fn look(&mut self, folder: &str) {
        let Some(look) = self.folders.get_mut(folder) else { return };
        if look.running {
            look.again = true;
            return;
        }
        look.running = true;
        let due = look.last.map(|last| last + EVERY);
        let sessions = std::mem::take(&mut look.sessions).into_iter().collect();
        let (mailbox, store) = (self.mailbox.clone(), self.store.clone());
        let (places, turns) = (Arc::clone(&self.places), Arc::clone(&self.turns));
        let folder = folder.to_owned();
        tokio::spawn(async move {
            if let Some(due) = due {
                sleep_until(due).await;
            }
            // It is never closed.
            let Ok(turn) = turns.acquire_owned().await else { return };
            spawn_blocking(move || {
                let _turn = turn;
                let untrusted = untrusted(&store, &places, Path::new(&folder));
                if let Some(mailbox) = mailbox.upgrade() {
                    let read = HooksRead { folder, sessions, untrusted };
                    _ = mailbox.send(Msg::HooksRead(Box::new(read)));
                }
            });
        });
    }
}

/// What of a folder's project the person does not trust, drawn for its cards.
fn untrusted(store: &TrustStore, places: &Places, folder: &Path) -> Vec<UntrustedHooks> {
    let found = project_hooks::find(folder, places);
    if found.is_empty() {
        return Vec::new();
    }
    // What cannot be told is not trusted.
    let trusted = store.read().unwrap_or_default();
    let trusts = |hooks: &ProjectHooks| {
        let fingerprint = hooks.fingerprint.as_deref();
        fingerprint.is_some_and(|fingerprint| trusted.trusts(&hooks.file, fingerprint))
    };
    found.into_iter().filter(|hooks| !trusts(hooks)).map(UntrustedHooks::prepare).collect()
}

/// Keeps trust in a settings file that still is what was shown of it.
fn keep(
    store: &TrustStore,
    places: &Places,
    file: &str,
    fingerprint: &str,
    seen_from: &[String],
) -> Result<(), NotKept> {
    let find = |folder: &String| {
        let found = project_hooks::find(Path::new(folder), places);
        found.into_iter().find(|hooks| hooks.file == file)
    };
    let now = seen_from.iter().find_map(find).and_then(|hooks| hooks.fingerprint);
    if now.as_deref() != Some(fingerprint) {
        return Err(NotKept::Changed);
    }
    store.trust(file, fingerprint).map_err(|error| {
        tracing::warn!(%error, "trust in a project's hooks is not kept");
        NotKept::Unwritten
    })
}
