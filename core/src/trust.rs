//! Projects' hooks that wait to be trusted (specs D8). Nobody waits for the answer, so there is no time
//! limit, and a request of an agent always comes first.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use crate::card::{CardId, session_name};
use crate::choice::Form;
use crate::effect::{Outcome, Record};
use crate::hooks::UntrustedHooks;
use crate::input::{Now, SessionKey};
use crate::ledger::Binding;
use crate::view::{Text, TrustView};

/// Settings files that are asked about at the same time. Further ones are not asked about; what they say
/// does not run either way.
const FILES: usize = 16;
/// Sessions, and folders that they work in, that are remembered of one file.
const EACH: usize = 32;
/// Files whose question the person has put off that are remembered.
const PUT_OFF: usize = 256;
/// How long a session counts as alive that nobody knows, from the moment when it met the hooks: its first
/// event may be on its way still. Of an agent that is not known no session ever is.
const UNKNOWN: Duration = Duration::from_secs(30);
/// What the record says instead of a tool's name.
const TOOL: &str = "Lifecycle hooks";

/// A session that met hooks, and when it last did.
#[derive(Clone, Debug)]
struct Met {
    key: SessionKey,
    at: Duration,
}

/// What is known of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    Lives,
    Over,
    /// Nothing is.
    Never,
}

/// The hooks of one settings file.
#[derive(Debug)]
struct Waiting {
    id: CardId,
    hooks: UntrustedHooks,
    /// The folders from which it was met.
    seen_from: Vec<String>,
    /// The sessions that met it, the first one first.
    sessions: Vec<Met>,
    /// Whether the person does not want to be asked about them as they are.
    put_off: bool,
}

/// Hooks that a person trusts, until that is kept.
#[derive(Debug)]
struct Trusted {
    card: CardId,
    file: String,
    binding: Binding,
    project: Text,
    record: Record,
    seen_from: Vec<String>,
    sessions: Vec<Met>,
}

/// Hooks in which a person's trust was not kept, until they are looked at once more.
#[derive(Debug)]
struct Refused {
    file: String,
    seen_from: Vec<String>,
    /// Those that met them before: the look that follows is no session's.
    sessions: Vec<SessionKey>,
}

/// What became of the cards when a folder was looked at.
#[derive(Debug, Default)]
pub(crate) struct Learned {
    /// Those that there are from now on.
    pub(crate) new: Vec<(CardId, Binding, Form)>,
    /// Those that have left.
    pub(crate) gone: Vec<CardId>,
}

/// All hooks that wait.
#[derive(Debug, Default)]
pub(crate) struct Trusts {
    waiting: Vec<Waiting>,
    /// What was put off in this run, by its file.
    put_off: VecDeque<(String, Binding)>,
    trusted: Vec<Trusted>,
    refused: Vec<Refused>,
}

impl Met {
    /// When it counts no more, if nothing is ever heard of it.
    fn until(&self) -> Duration {
        self.at.saturating_add(UNKNOWN)
    }
}

impl Waiting {
    /// Its card, while it is asked about.
    fn card(&self) -> Option<CardId> {
        (!self.put_off).then_some(self.id)
    }

    fn offer(&self) -> (CardId, Binding, Form) {
        let offered = self.hooks.offered.is_some();
        (self.id, self.hooks.binding.clone(), Form::Hooks { offered })
    }

    fn view(&self, whole: bool) -> TrustView {
        let first = self.sessions.first().map(|met| &met.key);
        let UntrustedHooks { binding, project, shown_folder, shown_file, .. } = &self.hooks;
        TrustView {
            id: self.id,
            binding: binding.as_str().to_owned(),
            agent: first.map(|key| key.agent.clone()).unwrap_or_default(),
            session: first.map(session_name).unwrap_or_default(),
            project: project.clone(),
            folder: shown_folder.clone(),
            file: shown_file.clone(),
            commands: self.hooks.commands,
            offered: self.hooks.offered.is_some(),
            content: Arc::clone(&self.hooks.content),
            whole,
        }
    }

    fn record(&self, outcome: Outcome, now: Now) -> Record {
        let UntrustedHooks { file, folder, binding, what, offered, .. } = &self.hooks;
        let first = self.sessions.first().map(|met| &met.key);
        let fact = |name: &str, value: &str| format!("{name}: {value}");
        let fingerprint = offered.iter().map(|offered| fact("fingerprint", offered));
        Record {
            unix_ms: now.unix_ms,
            agent: first.map(|key| key.agent.clone()).unwrap_or_default(),
            session: first.map(|key| key.session.clone()).unwrap_or_default(),
            subagent: None,
            cwd: Some(folder.clone()),
            tool: TOOL.to_owned(),
            what: what.clone(),
            facts: [fact("settings file", file)].into_iter().chain(fingerprint).collect(),
            said: Vec::new(),
            binding: binding.as_str().to_owned(),
            rule: None,
            outcome,
        }
    }
}

impl Trusts {
    /// What an agent meets in a folder now. `next` numbers the cards. There is no card that belongs to no
    /// session.
    pub(crate) fn learn(
        &mut self,
        folder: &str,
        sessions: &[SessionKey],
        untrusted: Vec<UntrustedHooks>,
        now: Duration,
        mut next: impl FnMut() -> CardId,
    ) -> Learned {
        let mut learned = Learned::default();
        self.waiting.retain(|waiting| {
            let met = |hooks: &UntrustedHooks| hooks.file == waiting.hooks.file;
            let stays =
                !waiting.seen_from.iter().any(|from| from == folder) || untrusted.iter().any(met);
            if !stays {
                learned.gone.extend(waiting.card());
            }
            stays
        });
        for hooks in untrusted {
            // What the person has just said of them is not kept yet.
            let same = |one: &Trusted| one.file == hooks.file && one.binding == hooks.binding;
            if self.trusted.iter().any(same) {
                continue;
            }
            let refused = self.refused.iter().filter(|refused| refused.file == hooks.file);
            let before = refused.flat_map(|refused| &refused.sessions);
            let sessions: Vec<_> = before.chain(sessions).cloned().collect();
            let waits = self.waiting.iter().any(|waiting| waiting.hooks.file == hooks.file);
            if !waits && sessions.is_empty() {
                continue;
            }
            let Some(waiting) = self.meet(hooks, &mut next, &mut learned) else { continue };
            add(&mut waiting.seen_from, folder.to_owned());
            for key in sessions {
                if let Some(met) = waiting.sessions.iter_mut().find(|met| met.key == key) {
                    met.at = now;
                } else if waiting.sessions.len() < EACH {
                    waiting.sessions.push(Met { key, at: now });
                }
            }
        }
        self.refused.retain(|refused| !refused.seen_from.iter().any(|from| from == folder));
        learned
    }

    /// The hooks of a file as they are now: those that wait already, else new ones.
    fn meet(
        &mut self,
        hooks: UntrustedHooks,
        next: &mut impl FnMut() -> CardId,
        learned: &mut Learned,
    ) -> Option<&mut Waiting> {
        let put_off = self.is_put_off(&hooks);
        let index = self.waiting.iter().position(|waiting| waiting.hooks.file == hooks.file);
        let index = match index {
            Some(index) => index,
            None if self.waiting.len() == FILES => return None,
            None => {
                let (seen_from, sessions) = (Vec::new(), Vec::new());
                let waiting = Waiting { id: next(), hooks, seen_from, sessions, put_off };
                learned.new.extend((!put_off).then(|| waiting.offer()));
                self.waiting.push(waiting);
                return self.waiting.last_mut();
            }
        };
        let waiting = self.waiting.get_mut(index)?;
        if waiting.hooks.binding != hooks.binding {
            learned.gone.extend(waiting.card());
            (waiting.id, waiting.hooks, waiting.put_off) = (next(), hooks, put_off);
            learned.new.extend((!put_off).then(|| waiting.offer()));
        }
        Some(waiting)
    }

    fn is_put_off(&self, hooks: &UntrustedHooks) -> bool {
        self.put_off.iter().any(|(file, binding)| *file == hooks.file && *binding == hooks.binding)
    }

    /// Takes sessions away that are over, and cards that no session is left of: they come again with
    /// the next one.
    pub(crate) fn leave(
        &mut self,
        known: impl Fn(&SessionKey) -> Known,
        now: Duration,
    ) -> Vec<CardId> {
        let mut gone = Vec::new();
        self.waiting.retain_mut(|waiting| {
            waiting.sessions.retain(|met| match known(&met.key) {
                Known::Lives => true,
                Known::Over => false,
                Known::Never => now < met.until(),
            });
            let stays = !waiting.sessions.is_empty();
            if !stays {
                gone.extend(waiting.card());
            }
            stays
        });
        gone
    }

    /// When a session that nobody knows counts no more.
    pub(crate) fn next_deadline(&self, known: impl Fn(&SessionKey) -> Known) -> Option<Duration> {
        let met = self.waiting.iter().flat_map(|waiting| &waiting.sessions);
        met.filter(|met| known(&met.key) == Known::Never).map(Met::until).min()
    }

    fn asked(&self) -> Option<&Waiting> {
        self.waiting.iter().find(|waiting| !waiting.put_off)
    }

    /// The card that is asked about next.
    pub(crate) fn front(&self) -> Option<CardId> {
        self.waiting.iter().find_map(Waiting::card)
    }

    /// The same, as it is shown.
    pub(crate) fn view(&self, whole: bool) -> Option<TrustView> {
        self.asked().map(|waiting| waiting.view(whole))
    }

    /// The sessions in whose projects hooks do not run since the person has put the question off.
    pub(crate) fn put_off_in(&self) -> Vec<String> {
        let put_off = self.waiting.iter().filter(|waiting| waiting.put_off);
        let sessions = put_off.flat_map(|waiting| &waiting.sessions);
        let mut keys: Vec<_> = sessions.map(|met| &met.key).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter().map(session_name).collect()
    }

    /// The person trusts the hooks of a card: which file, what was shown of it, and from where it is met.
    pub(crate) fn trust(
        &mut self,
        card: CardId,
        now: Now,
    ) -> Option<(String, String, Vec<String>)> {
        let index = self.waiting.iter().position(|waiting| waiting.id == card)?;
        let fingerprint = self.waiting.get(index)?.hooks.offered.clone()?;
        let waiting = self.waiting.remove(index);
        let record = waiting.record(Outcome::HooksTrusted, now);
        let Waiting { hooks, seen_from, sessions, .. } = waiting;
        let UntrustedHooks { file, binding, project, .. } = hooks;
        let told = (file.clone(), fingerprint, seen_from.clone());
        self.trusted.push(Trusted { card, file, binding, project, record, seen_from, sessions });
        Some(told)
    }

    /// Takes what the person has trusted on a card, now that it is known what became of it. Where it was
    /// not kept, the sessions that met it will be asked about what is found there.
    pub(crate) fn kept(&mut self, card: CardId, kept: bool) -> Option<(Text, Record)> {
        let index = self.trusted.iter().position(|trusted| trusted.card == card)?;
        let trusted = self.trusted.remove(index);
        let Trusted { file, project, record, seen_from, sessions, .. } = trusted;
        if !kept {
            let sessions = sessions.into_iter().map(|met| met.key).collect();
            self.refused.push(Refused { file, seen_from, sessions });
        }
        Some((project, record))
    }

    /// The person puts the question of a card off.
    pub(crate) fn put_off(&mut self, card: CardId, now: Now) -> Option<(Text, Record)> {
        let waiting = self.waiting.iter_mut().find(|waiting| waiting.id == card)?;
        waiting.put_off = true;
        let UntrustedHooks { file, binding, project, .. } = &waiting.hooks;
        let what = (file.clone(), binding.clone());
        let told = (project.clone(), waiting.record(Outcome::HooksPutOff, now));
        self.put_off.retain(|(file, _)| *file != what.0);
        if self.put_off.len() == PUT_OFF {
            self.put_off.pop_front();
        }
        self.put_off.push_back(what);
        Some(told)
    }

    /// The person wants to be asked again about the hooks that a session has met: their cards.
    pub(crate) fn ask_again(
        &mut self,
        session: &str,
        mut next: impl FnMut() -> CardId,
    ) -> Vec<(CardId, Binding, Form)> {
        let mut offers = Vec::new();
        for waiting in self.waiting.iter_mut().filter(|waiting| waiting.put_off) {
            if waiting.sessions.iter().any(|met| session_name(&met.key) == session) {
                waiting.put_off = false;
                waiting.id = next();
                self.put_off.retain(|(file, _)| *file != waiting.hooks.file);
                offers.push(waiting.offer());
            }
        }
        offers
    }
}

/// Remembers one more, within bounds.
fn add<T: PartialEq>(all: &mut Vec<T>, one: T) {
    if all.len() < EACH && !all.contains(&one) {
        all.push(one);
    }
}
