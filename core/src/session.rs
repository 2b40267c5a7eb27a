//! Sessions: what each agent does, in the simplest words that hold for all of them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::card::{project, session_name};
use crate::content::host;
use crate::input::{Call, Happening, Origin, SessionKey, Step};
use crate::request::NAME_CHARS;
use crate::view::{Mode, SessionView, Status, StepView, Text};
use crate::visible;

/// Sessions at the same time. Beyond, the one that was silent longest is forgotten.
const SESSIONS: usize = 64;
/// Sub-agents of one session that wait in the terminal at the same time, as far as we follow.
const WAITING_SUBAGENTS: usize = 16;
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
    phase: Phase,
    /// The call that runs, as far as it is known, and what is shown of it.
    step: Option<(Call, StepView)>,
    /// Who asks in the terminal: the main agent (`None`) or sub-agents.
    in_terminal: BTreeSet<Option<String>>,
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

    fn wait_in_terminal(&mut self, subagent: &Option<String>) {
        if self.in_terminal.len() < WAITING_SUBAGENTS {
            self.in_terminal.insert(subagent.clone());
        }
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
    /// Takes an event; one of an unknown session brings it to life. `has_card`: whether a card of
    /// the session waits.
    pub(crate) fn happened(&mut self, origin: &Origin, happening: &Happening, has_card: bool) {
        if *happening == Happening::SessionEnded {
            self.sessions.remove(&origin.key);
            return;
        }
        let subagent = &origin.subagent;
        let session = self.touch(origin);
        match happening {
            Happening::SessionStarted => {
                session.rest(Phase::Started);
                session.in_terminal.clear();
            }
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
            Happening::AsksInTerminal => session.wait_in_terminal(subagent),
            Happening::TurnEnded | Happening::TurnFailed => {
                session.in_terminal.remove(subagent);
                // A sub-agent's turn is a step of its session's.
                if subagent.is_none() {
                    let failed = *happening == Happening::TurnFailed;
                    session.rest(if failed { Phase::Failed } else { Phase::Done });
                }
            }
            Happening::SessionEnded | Happening::Seen => {}
        }
    }

    /// The session of this origin, brought to life if need be, as the one seen last.
    fn touch(&mut self, origin: &Origin) -> &mut Session {
        self.events += 1;
        let session = self.sessions.entry(origin.key.clone()).or_default();
        session.seen = self.events;
        if session.agent_name != origin.agent_name {
            session.agent_name.clone_from(&origin.agent_name);
        }
        // A sub-agent may work elsewhere than its session.
        if origin.cwd.is_some() && (origin.subagent.is_none() || session.project.0.is_empty()) {
            session.project = project(origin.cwd.as_deref());
        }
        session
    }

    /// Keeps the number of sessions bounded; one that has a card is never forgotten.
    pub(crate) fn forget_beyond_limit(&mut self, has_card: impl Fn(&SessionKey) -> bool) {
        while self.sessions.len() > SESSIONS {
            let silent = self.sessions.iter().filter(|(key, _)| !has_card(key));
            let Some(key) =
                silent.min_by_key(|(_, session)| session.seen).map(|(key, _)| key.clone())
            else {
                return;
            };
            self.sessions.remove(&key);
        }
    }

    /// A card came: the session is alive.
    pub(crate) fn asked(&mut self, origin: &Origin) {
        self.touch(origin);
    }

    /// A person answered: the agent goes on.
    pub(crate) fn answered(&mut self, origin: &Origin) {
        self.touch(origin).work(&origin.subagent);
    }

    /// The agent asks in its own terminal.
    pub(crate) fn waits_in_terminal(&mut self, origin: &Origin) {
        self.touch(origin).wait_in_terminal(&origin.subagent);
    }

    /// Whether a session's terminal asks from now on, until it ends.
    pub(crate) fn hand_back(&mut self, name: &str, handed_back: bool) {
        let mut sessions = self.sessions.iter_mut();
        if let Some((_, session)) = sessions.find(|(key, _)| session_name(key) == name) {
            session.handed_back = handed_back;
        }
    }

    /// Whether the person has handed it back to its terminal.
    pub(crate) fn is_handed_back(&self, key: &SessionKey) -> bool {
        self.sessions.get(key).is_some_and(|session| session.handed_back)
    }

    /// The agent has stopped waiting. An interrupt may be the last that is ever heard of a turn,
    /// so until there is more the turn counts as over.
    pub(crate) fn withdrew(&mut self, origin: &Origin) {
        let session = self.touch(origin);
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
            waits_since_unix_ms: None,
            mode: Mode::Default,
            handed_back: session.handed_back,
            step: session
                .step
                .as_ref()
                .filter(|_| status == Status::Working)
                .map(|(_, step)| step.clone()),
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
