//! Sessions: what each agent does, in the simplest words that hold for all of them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use crate::ancestry::{Process, Standing};
use crate::card::{project, session_name};
use crate::content::host;
use crate::input::{Call, Happening, Now, Origin, SessionKey, Step};
use crate::request::NAME_CHARS;
use crate::view::{Mode, SessionView, Status, StepView, Text};
use crate::visible;

/// Sessions at the same time. Beyond, the one that was silent longest is forgotten.
const SESSIONS: usize = 64;
/// Sub-agents of one session that wait in the terminal at the same time, as far as we follow.
const WAITING_SUBAGENTS: usize = 16;
/// So many cards of one session within [`MANY_WITHIN`] are more than one in 75 seconds: from there
/// on it is worth offering to leave them to the terminal. Fewer come in ordinary work.
const MANY: usize = 8;
/// The time in which so many cards are many.
const MANY_WITHIN: Duration = Duration::from_mins(10);
/// The command of a step, in characters.
const STEP_CHARS: usize = 80;

/// What a session is at, cards and terminal aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    #[default]
    Started,
    Working,
    Done,
    Failed,
}

#[derive(Debug, Default)]
struct Session {
    agent_name: String,
    project: Text,
    /// The agent's process, once it could be told. No other program speaks for the session.
    owner: Option<Process>,
    mode: Mode,
    phase: Phase,
    /// The call that runs, as far as it is known, and what is shown of it.
    step: Option<(Call, StepView)>,
    /// Who asks in the terminal, the main agent (`None`) or sub-agents, and since when, in
    /// milliseconds since 1970.
    in_terminal: BTreeMap<Option<String>, u64>,
    /// When its last cards came, the oldest first.
    cards: VecDeque<Duration>,
    /// Whether the person has handed it back to its terminal.
    handed_back: bool,
    /// The number of its last event.
    seen: u64,
}

impl Session {
    fn status(&self, has_card: bool) -> Status {
        if has_card {
            return Status::WaitsHere;
        }
        if !self.in_terminal.is_empty() {
            return Status::WaitsInTerminal;
        }
        match self.phase {
            Phase::Started => Status::Started,
            Phase::Working => Status::Working,
            Phase::Done => Status::Done,
            Phase::Failed => Status::Failed,
        }
    }

    fn work(&mut self, subagent: &Option<String>) {
        self.phase = Phase::Working;
        self.in_terminal.remove(subagent);
    }

    fn rest(&mut self, phase: Phase) {
        self.phase = phase;
        self.step = None;
    }

    fn wait_in_terminal(&mut self, subagent: &Option<String>, now: Now) {
        if self.in_terminal.len() < WAITING_SUBAGENTS {
            // What is said again is still the same wait.
            self.in_terminal.entry(subagent.clone()).or_insert(now.unix_ms);
        }
    }

    /// It begins anew, in this process: what was before says nothing of it.
    fn begin(&mut self, owner: Option<Process>) {
        self.rest(Phase::Started);
        self.owner = owner;
        self.in_terminal.clear();
        self.cards.clear();
        self.handed_back = false;
    }
}

/// All sessions that are alive.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    sessions: BTreeMap<SessionKey, Session>,
    /// How many events there were.
    events: u64,
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

    /// A process has ended: the next one that speaks for its sessions may.
    pub(crate) fn process_ended(&mut self, process: Process) {
        for session in self.sessions.values_mut().filter(|one| one.owner == Some(process)) {
            session.owner = None;
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
    ) {
        if *happening == Happening::SessionStarted {
            let owner = match self.standing(origin) {
                Standing::Outside => origin.process(),
                _ => origin.process().or(self.owner(&origin.key)),
            };
            self.sessions.entry(origin.key.clone()).or_default().begin(owner);
        }
        let subagent = &origin.subagent;
        let Some(session) = self.touch(origin) else { return };
        match happening {
            Happening::Prompted => {
                session.rest(Phase::Working);
                session.in_terminal.clear();
            }
            Happening::ToolStarted(call, step) => {
                session.work(subagent);
                session.step = Some((call.clone(), step_view(step)));
            }
            Happening::ToolEnded(call) => {
                session.work(subagent);
                if session.step.as_ref().is_some_and(|(running, _)| running == call) {
                    session.step = None;
                }
            }
            // What the terminal asks while a card waits, the card asks too.
            Happening::AsksInTerminal if has_card => {}
            Happening::AsksInTerminal => session.wait_in_terminal(subagent, now),
            Happening::TurnEnded | Happening::TurnFailed => {
                session.in_terminal.remove(subagent);
                // A sub-agent's turn is a step of its session's.
                if subagent.is_none() {
                    let failed = *happening == Happening::TurnFailed;
                    session.rest(if failed { Phase::Failed } else { Phase::Done });
                }
            }
            Happening::SessionEnded => drop(self.sessions.remove(&origin.key)),
            Happening::SessionStarted | Happening::Seen => {}
        }
    }

    /// The session of this origin, brought to life if need be, as the one seen last. None for a
    /// program that does not speak for it.
    fn touch(&mut self, origin: &Origin) -> Option<&mut Session> {
        if self.standing(origin) == Standing::Outside {
            return None;
        }
        self.events += 1;
        let session = self.sessions.entry(origin.key.clone()).or_default();
        session.seen = self.events;
        session.owner = session.owner.or(origin.process());
        if session.agent_name != origin.agent_name {
            session.agent_name.clone_from(&origin.agent_name);
        }
        if let (Some(mode), None) = (origin.mode, &origin.subagent) {
            session.mode = mode;
        }
        // A sub-agent may work elsewhere than its session.
        if origin.cwd.is_some() && (origin.subagent.is_none() || session.project.0.is_empty()) {
            session.project = project(origin.cwd.as_deref());
        }
        Some(session)
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

    /// A request came: the session is alive.
    pub(crate) fn asked(&mut self, origin: &Origin) {
        self.touch(origin);
    }

    /// A card came on screen; whether its session has had many of late.
    pub(crate) fn shown(&mut self, origin: &Origin, now: Duration) -> bool {
        let Some(session) = self.touch(origin) else { return false };
        if session.cards.len() == MANY {
            session.cards.pop_front();
        }
        session.cards.push_back(now);
        let lately = |first: &Duration| now.saturating_sub(*first) < MANY_WITHIN;
        session.cards.len() == MANY && session.cards.front().is_some_and(lately)
    }

    /// A person answered: the agent goes on.
    pub(crate) fn answered(&mut self, origin: &Origin) {
        if let Some(session) = self.touch(origin) {
            session.work(&origin.subagent);
        }
    }

    /// The agent asks in its own terminal.
    pub(crate) fn waits_in_terminal(&mut self, origin: &Origin, now: Now) {
        if let Some(session) = self.touch(origin) {
            session.wait_in_terminal(&origin.subagent, now);
        }
    }

    /// Whether a session's terminal asks from now on, until it ends.
    pub(crate) fn hand_back(&mut self, name: &str, handed_back: bool) {
        let mut sessions = self.sessions.iter_mut();
        if let Some((_, session)) = sessions.find(|(key, _)| session_name(key) == name) {
            session.handed_back = handed_back;
            session.cards.clear();
        }
    }

    /// Whether the person has handed it back to its terminal.
    pub(crate) fn is_handed_back(&self, key: &SessionKey) -> bool {
        self.sessions.get(key).is_some_and(|session| session.handed_back)
    }

    /// The agent has stopped waiting. An interrupt may be the last that is ever heard of a turn,
    /// so until there is more the turn counts as over.
    pub(crate) fn withdrew(&mut self, origin: &Origin) {
        let Some(session) = self.touch(origin) else { return };
        session.in_terminal.remove(&origin.subagent);
        // A sub-agent's turn is a step of its session's.
        if origin.subagent.is_none() {
            session.rest(Phase::Done);
        }
    }

    /// The sessions, the one that needs a person most first, then the one seen last.
    pub(crate) fn views(&self, has_card: impl Fn(&SessionKey) -> bool) -> Vec<SessionView> {
        let mut sessions: Vec<_> = self
            .sessions
            .iter()
            .map(|(key, session)| (session.status(has_card(key)), key, session))
            .collect();
        sessions.sort_by_key(|(status, _, session)| (*status, Reverse(session.seen)));
        let view = |(status, key, session): (Status, &SessionKey, &Session)| SessionView {
            key: session_name(key),
            agent: key.agent.clone(),
            agent_name: session.agent_name.clone(),
            project: session.project.clone(),
            status,
            species: 0,
            branch: None,
            since_unix_ms: session.in_terminal.values().min().copied().unwrap_or_default(),
            mode: session.mode,
            handed_back: session.handed_back,
            step: session
                .step
                .as_ref()
                .filter(|_| status == Status::Working)
                .map(|(_, step)| step.clone()),
            subagents: 0,
            background: 0,
            cost_micro_usd: None,
            reply: None,
        };
        sessions.into_iter().map(view).collect()
    }
}

fn step_view(step: &Step) -> StepView {
    let name = |name: &str| visible::one_line(name, NAME_CHARS);
    // A path that ends in a slash has no name of its own.
    let file = |path: &str| match path.rsplit('/').next() {
        Some(last) if !last.is_empty() => name(last),
        _ => name(path),
    };
    match step {
        Step::Command(command) => StepView::Command(visible::one_line(command, STEP_CHARS)),
        Step::Edit(path) => StepView::Edit(file(path)),
        Step::Read(path) => StepView::Read(file(path)),
        Step::Open(url) => {
            let host = host(url);
            StepView::Open(visible::one_line(host.as_deref().unwrap_or(url), STEP_CHARS))
        }
        Step::Subagent(which) => StepView::Subagent(name(which)),
        Step::ServerTool { server, tool } => {
            StepView::ServerTool { server: name(server), tool: name(tool) }
        }
        Step::Tool(tool) => StepView::Tool(name(tool)),
    }
}
