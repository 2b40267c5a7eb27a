//! Sessions: what each agent does, in the simplest words that hold for all of them.

mod hooks;
mod kept;
mod life;
mod step;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

use self::life::{Phase, Session};
use crate::ancestry::{Process, Standing};
use crate::card::session_name;
use crate::effect::{News, Told};
use crate::handlers::HandlersRan;
use crate::input::{Call, Happening, Now, Origin, SessionKey};
use crate::trust::Known;
use crate::view::SessionView;

pub use self::kept::{Kept, KeptSession};

/// Sessions at the same time. Beyond, the one that was silent longest is forgotten.
const SESSIONS: usize = 64;

/// What an event of a session calls for.
#[derive(Debug, Default)]
pub(crate) struct Noted {
    /// What the person is told.
    pub(crate) tell: Option<Told>,
    /// Whether its project may have another branch now.
    pub(crate) look: bool,
    /// A call that was blocked, and whose it was: the main agent's (`None`), or a sub-agent's.
    pub(crate) blocked: Option<(Option<String>, Call)>,
}

/// All sessions that are alive.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    sessions: BTreeMap<SessionKey, Session>,
    /// How many events there were.
    events: u64,
    /// How many times a session has turned to something else.
    turns: u64,
    /// What is shown of them.
    views: BTreeMap<SessionKey, SessionView>,
    /// In which order.
    order: Vec<SessionKey>,
}

impl Sessions {
    /// How the sender of an event stands to the session of which it speaks. Nobody is outside of
    /// one whose process is not known.
    pub(crate) fn standing(&self, origin: &Origin) -> Standing {
        origin.ancestry.standing(self.owner(&origin.key))
    }

    /// The process that speaks for a session.
    pub(crate) fn owner(&self, key: &SessionKey) -> Option<Process> {
        self.sessions.get(key).and_then(|session| session.owner)
    }

    /// The processes whose ends are ends of sessions.
    pub(crate) fn processes(&self) -> impl Iterator<Item = Process> {
        self.sessions.values().filter_map(Session::process)
    }

    /// A process has ended: its sessions have, and the next one that speaks for them may. One that
    /// was never asked anything leaves at once.
    pub(crate) fn process_ended(&mut self, process: Process, now: Duration) {
        let its = |session: &&mut Session| session.process() == Some(process);
        for session in self.sessions.values_mut().filter(its) {
            session.end(Phase::Gone, session.active, now);
        }
    }

    /// Takes an event; one of an unknown session brings it to life, and one that begins it anew is
    /// heard from any process. `has_card`: whether a card of the session waits.
    pub(crate) fn happened(
        &mut self,
        origin: &Origin,
        happening: &Happening,
        has_card: bool,
        now: Now,
    ) -> Noted {
        match happening {
            Happening::Used(_) => return Noted::default(),
            Happening::HandlersRan(ran) => return self.handlers_ran(origin, ran),
            Happening::SessionStarted => self.begin(origin),
            Happening::SessionEnded => {
                self.end(origin, now.elapsed);
                return Noted::default();
            }
            _ => {}
        }
        let over = self.sessions.get(&origin.key).is_some_and(Session::is_over);
        if over && !revives(origin, happening) {
            return Noted::default();
        }
        let subagent = &origin.subagent;
        let Some(session) = self.touch(origin, now.elapsed) else { return Noted::default() };
        let mut noted = Noted::default();
        match happening {
            Happening::Prompted => {
                session.prompted();
                noted.look = true;
            }
            Happening::GoesOn(ended) => {
                session.turn_begins();
                if let Some(ended) = ended {
                    session.background.remove(ended);
                }
            }
            Happening::ToolStarted(call, step) => session.tool_started(subagent, call, step),
            Happening::ToolEnded(call) => noted.look = session.tool_ended(subagent, call),
            // What the terminal asks while a card waits, the card asks too.
            Happening::AsksInTerminal if has_card => {}
            Happening::AsksInTerminal => {
                let is_new = session.wait_in_terminal(subagent, now);
                noted.tell = is_new.then_some(Told::AsksInTerminal);
            }
            Happening::SubagentStarted => session.subagent_started(subagent),
            Happening::TurnEnded(end) => {
                noted.tell = session.turn_ended(subagent, end, now.elapsed)
            }
            Happening::TurnFailed => noted.tell = session.turn_failed(subagent, now.elapsed),
            Happening::Idle => session.idle(now.elapsed),
            Happening::CompactionStarted => session.compacting = true,
            Happening::CompactionEnded => session.compacting = false,
            Happening::SessionStarted => noted.look = true,
            Happening::SessionEnded
            | Happening::Used(_)
            | Happening::HandlersRan(_)
            | Happening::Seen => {}
        }
        noted
    }

    fn begin(&mut self, origin: &Origin) {
        let owner = match self.standing(origin) {
            Standing::Outside => origin.process(),
            _ => origin.process().or(self.owner(&origin.key)),
        };
        // What it was before in the same process, this takes the place of.
        let process = owner.or(origin.ancestry.claimed);
        let replaced = |session: &Session| session.phase == Phase::Ended && session.was == process;
        if process.is_some() {
            self.sessions.retain(|key, session| *key == origin.key || !replaced(session));
        }
        self.sessions.entry(origin.key.clone()).or_default().begin(owner);
    }

    /// One that ends is shown a moment more, unless there was nothing to see, or its process has
    /// begun another one.
    fn end(&mut self, origin: &Origin, now: Duration) {
        if self.standing(origin) == Standing::Outside {
            return;
        }
        let process = self.sessions.get(&origin.key).and_then(Session::process);
        let mut others = self.sessions.iter().filter(|(key, _)| **key != origin.key);
        let replaced = process.is_some() && others.any(|(_, other)| other.process() == process);
        let session = self.sessions.get_mut(&origin.key);
        if let Some(session) = session.filter(|session| !session.is_over()) {
            session.end(Phase::Ended, session.active && !replaced, now);
        }
    }

    /// The person's own hooks ran on an event of a session. It may come after the session's next
    /// events, and is no sign of life.
    fn handlers_ran(&mut self, origin: &Origin, ran: &HandlersRan) -> Noted {
        let outside = self.standing(origin) == Standing::Outside;
        let session = self.sessions.get_mut(&origin.key).filter(|_| !outside);
        let session = session.filter(|session| !session.is_over());
        let blocked = session.and_then(|session| session.handlers_ran(ran));
        Noted { blocked, ..Noted::default() }
    }

    /// What a session has cost. It is no sign of life.
    pub(crate) fn used(&mut self, origin: &Origin, cost_micro_usd: Option<u64>) {
        if let (Some(session), Some(cost)) = (self.sessions.get_mut(&origin.key), cost_micro_usd) {
            session.cost_micro_usd = Some(cost);
            session.changed = true;
        }
    }

    /// The session of this origin, brought to life if need be, as the one seen last. None for a
    /// program that does not speak for it.
    fn touch(&mut self, origin: &Origin, now: Duration) -> Option<&mut Session> {
        if self.standing(origin) == Standing::Outside {
            return None;
        }
        self.events += 1;
        let session = self.sessions.entry(origin.key.clone()).or_default();
        session.seen = self.events;
        session.revive();
        session.hear(now);
        session.owner = session.owner.or(origin.process());
        session.claimed = match session.owner {
            Some(_) => None,
            None => origin.ancestry.claimed.or(session.claimed),
        };
        if session.agent_name != origin.agent_name {
            session.agent_name.clone_from(&origin.agent_name);
        }
        if let (Some(mode), None) = (origin.mode, &origin.subagent) {
            session.mode = mode;
        }
        if let Some(folder) = &origin.cwd {
            session.work_in(folder, origin.subagent.is_none());
        }
        Some(session)
    }

    /// The same, where it lives.
    fn alive(&mut self, origin: &Origin, now: Duration) -> Option<&mut Session> {
        self.sessions.get(&origin.key).filter(|session| !session.is_over())?;
        self.touch(origin, now)
    }

    /// Keeps the number of sessions bounded; one that has a card is never forgotten, and one that a
    /// person has handed back last of all.
    pub(crate) fn forget_beyond_limit(&mut self, has_card: impl Fn(&SessionKey) -> bool) {
        while self.sessions.len() > SESSIONS {
            let silent = self.sessions.iter().filter(|(key, _)| !has_card(key));
            let Some(key) = silent
                .min_by_key(|(_, session)| (session.handed_back, session.seen))
                .map(|(key, _)| key.clone())
            else {
                return;
            };
            self.sessions.remove(&key);
        }
    }

    /// A request came: the session is at work.
    pub(crate) fn asked(&mut self, origin: &Origin, now: Duration) {
        if let Some(session) = self.touch(origin, now) {
            session.asked(&origin.subagent);
        }
    }

    /// A card came on screen; whether its session has had many of late.
    pub(crate) fn card_shown(&mut self, origin: &Origin, now: Duration) -> bool {
        self.touch(origin, now).is_some_and(|session| session.card_shown(now))
    }

    /// A person answered: the agent goes on.
    pub(crate) fn answered(&mut self, origin: &Origin, now: Duration) {
        if let Some(session) = self.alive(origin, now) {
            session.work(&origin.subagent);
        }
    }

    /// The agent asks in its own terminal; whether that is new.
    pub(crate) fn waits_in_terminal(&mut self, origin: &Origin, now: Now) -> bool {
        self.alive(origin, now.elapsed)
            .is_some_and(|session| session.wait_in_terminal(&origin.subagent, now))
    }

    /// Whether a session's terminal asks from now on, until it ends.
    pub(crate) fn hand_back(&mut self, name: &str, handed_back: bool) {
        let has_view = |key: &SessionKey| self.views.contains_key(key);
        let mut sessions = self.sessions.iter_mut();
        let fits = |key: &SessionKey, session: &Session| {
            session_name(key) == name && has_view(key) && !session.is_over()
        };
        if let Some((_, session)) = sessions.find(|(key, session)| fits(key, session)) {
            session.hand_back(handed_back);
        }
    }

    /// Whether the person has handed it back to its terminal.
    pub(crate) fn is_handed_back(&self, key: &SessionKey) -> bool {
        self.sessions.get(key).is_some_and(|session| session.handed_back)
    }

    /// The agent has stopped waiting for an answer.
    pub(crate) fn withdrew(&mut self, origin: &Origin, now: Duration) {
        if let Some(session) = self.alive(origin, now) {
            session.withdrew(&origin.subagent);
        }
    }

    /// What there is in the folder of a session, if it is still there.
    pub(crate) fn learn_project(
        &mut self,
        key: &SessionKey,
        folder: &str,
        root: Option<String>,
        branch: Option<&str>,
    ) {
        let session = self.sessions.get_mut(key);
        if let Some(session) = session.filter(|one| one.folder.as_deref() == Some(folder)) {
            session.learn_project(root, branch);
        }
    }

    /// The folder of a session's project.
    pub(crate) fn folder(&self, key: &SessionKey) -> Option<&str> {
        self.sessions.get(key)?.folder.as_deref()
    }

    /// Whether a session is known, and over.
    pub(crate) fn known(&self, key: &SessionKey) -> Known {
        match self.sessions.get(key) {
            None => Known::Never,
            Some(session) if session.is_over() => Known::Over,
            Some(_) => Known::Lives,
        }
    }

    /// Whether a session lives.
    pub(crate) fn lives(&self, key: &SessionKey) -> bool {
        self.sessions.get(key).is_some_and(|session| !session.is_over())
    }

    /// What the person is told of sessions that are done by now.
    pub(crate) fn settle(&mut self, now: Duration) -> Vec<News> {
        let told = |(key, session): (&SessionKey, &mut Session)| {
            let what = session.settle(now)?;
            Some(News::of(key, &session.agent_name, what))
        };
        self.sessions.iter_mut().filter_map(told).collect()
    }

    /// Whatever is due by now: who was long silent is quiet, who is over leaves.
    pub(crate) fn pass_time(&mut self, has_card: impl Fn(&SessionKey) -> bool, now: Duration) {
        self.sessions.retain(|key, session| has_card(key) || !session.pass_time(now));
    }

    /// When something is due next.
    pub(crate) fn next_deadline(&self, has_card: impl Fn(&SessionKey) -> bool) -> Option<Duration> {
        let settles = self.sessions.values().filter_map(Session::settles_at);
        let sessions = self.sessions.iter().filter(|(key, _)| !has_card(key));
        sessions.filter_map(|(_, session)| session.next_deadline()).chain(settles).min()
    }

    /// Makes the views anew, of those that may have another one; whether anything shows.
    pub(crate) fn refresh(&mut self, has_card: impl Fn(&SessionKey) -> bool, unix_ms: u64) -> bool {
        let mut differs = false;
        let mut order = Vec::with_capacity(self.sessions.len());
        for (key, session) in &mut self.sessions {
            let has_card = has_card(key);
            let status = session.status(has_card);
            if session.shown != Some(status) {
                self.turns += 1;
                session.shown = Some(status);
                session.turned = self.turns;
                session.since_unix_ms = unix_ms;
                session.changed = true;
            }
            if !session.is_shown(has_card) {
                continue;
            }
            order.push((status, Reverse(session.turned), key));
            if std::mem::take(&mut session.changed) {
                let view = session.view(key, status);
                if self.views.get(key) != Some(&view) {
                    self.views.insert(key.clone(), view);
                    differs = true;
                }
            }
        }
        order.sort_unstable();
        if order.iter().map(|(_, _, key)| *key).ne(&self.order) {
            self.order = order.into_iter().map(|(_, _, key)| key.clone()).collect();
            differs = true;
        }
        if self.views.len() != self.order.len() {
            let Sessions { views, order, .. } = self;
            views.retain(|key, _| order.contains(key));
        }
        differs
    }

    /// The sessions, the one that needs a person most first, then the one that has turned to what
    /// it does last.
    pub(crate) fn views(&self) -> Vec<SessionView> {
        self.order.iter().filter_map(|key| self.views.get(key).cloned()).collect()
    }
}

/// Whether an event says that a session which was over goes on after all. Some come late: they run
/// beside its end, and were sent before it.
fn revives(origin: &Origin, happening: &Happening) -> bool {
    let process = origin.process().or(origin.ancestry.claimed);
    match happening {
        Happening::SessionStarted => true,
        Happening::Prompted
        | Happening::GoesOn(_)
        | Happening::ToolStarted(..)
        | Happening::ToolEnded(_)
        | Happening::AsksInTerminal => process.is_some(),
        Happening::TurnEnded(_) | Happening::TurnFailed => {
            origin.subagent.is_none() && process.is_some()
        }
        _ => false,
    }
}
