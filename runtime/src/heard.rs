//! From a hook's line to what the loop is told of it. Whatever may take long, because it is large
//! or because a disk is slow, is done on a thread of its own, within bounds: the loop goes on for
//! all other cards meanwhile.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, watch};
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use vults_agents::{Report, report};
use vults_core::{
    Ancestry, Ask, FOLDER_BYTES, Ground, Happening, Origin, Present, Request, SessionKey,
};
use vults_protocol::event::LIFECYCLE_HOOKS;
use vults_protocol::{Agent, AgentKind, DecodeError, Event, LifecycleHooks, Message};

use crate::place::{lies_in, look};
use crate::processes::Chain;
use crate::projects::Projects;

/// Lines up to here are read at once; it takes less time than to hand them over.
const SMALL_BYTES: usize = 16 << 10;
/// How long preparing a card may take. Together with what the window takes to draw it, it must
/// stay below [`vults_protocol::limits::CARD_DRAWN`].
const PREPARE: Duration = Duration::from_millis(300);
/// Cards that are prepared at the same time. A disk that never answers holds some of them for
/// ever; then further requests go to their terminals, and nothing else suffers.
const PREPARED_AT_ONCE: usize = 8;
/// The longest id of a session, or name of an agent, in bytes. Theirs have a fraction of it.
const ID_BYTES: usize = 200;

/// What a line says.
#[derive(Debug)]
pub(crate) struct Line {
    /// The message's id.
    pub(crate) id: String,
    pub(crate) agent: AgentKind,
    /// The event's own name.
    pub(crate) name: String,
    /// Whether its hook waits, and may.
    pub(crate) waits: bool,
    /// The agent's process, as its hook says.
    pub(crate) pid: Option<u32>,
    /// Who has met hooks of a project that nobody has trusted.
    pub(crate) met: Option<Box<Origin>>,
    report: Option<Report>,
}

/// What a connection is for.
#[derive(Debug)]
pub(crate) enum Said {
    /// An event of an agent.
    Event(Box<Line>),
    /// A person wants the island.
    Focus,
}

/// What the loop is told of a line.
#[derive(Debug, PartialEq)]
pub(crate) enum Heard {
    /// Something happened.
    Happened(Origin, Happening),
    /// A request that is ready for its card.
    Asked(Origin, Box<Request>),
    /// A request that came while the app was paused: nothing of its card is ready.
    AskedWhilePaused(Origin, Box<Ask>),
    /// A request that no card can show.
    AskedElsewhere(Origin),
    /// Nothing that is shown.
    Nothing,
}

/// What turns lines into what the loop is told. Clones work together.
#[derive(Clone, Debug)]
pub(crate) struct Ears {
    projects: Projects,
    preparing: Arc<Semaphore>,
    paused: watch::Receiver<bool>,
}

#[cfg(test)]
impl Said {
    /// The event that it is.
    pub(crate) fn event(self) -> Line {
        match self {
            Said::Event(line) => *line,
            Said::Focus => panic!("a call, not an event"),
        }
    }
}

impl Heard {
    /// Who it is about.
    pub(crate) fn origin(&self) -> Option<&Origin> {
        match self {
            Heard::Happened(origin, _)
            | Heard::Asked(origin, _)
            | Heard::AskedWhilePaused(origin, _)
            | Heard::AskedElsewhere(origin) => Some(origin),
            Heard::Nothing => None,
        }
    }
}

impl Ears {
    /// `paused`: whether a person wants no cards.
    pub(crate) fn new(projects: Projects, paused: watch::Receiver<bool>) -> Ears {
        let preparing = Arc::new(Semaphore::new(PREPARED_AT_ONCE));
        Ears { projects, preparing, paused }
    }

    /// Reads a line of a sender with these processes above it.
    ///
    /// # Errors
    ///
    /// Why it is not a message.
    pub(crate) async fn read(&self, line: Vec<u8>, chain: Chain) -> Result<Said, DecodeError> {
        let mut said = if line.len() <= SMALL_BYTES {
            read(&line)?
        } else {
            let reading = spawn_blocking(move || read(&line));
            // It does not break, and is not called off before the loop ends.
            reading.await.unwrap_or(Err(DecodeError::Malformed))?
        };
        if let Said::Event(line) = &mut said {
            let reports = line.report.as_mut().map(Report::origin_mut);
            let met = line.met.as_deref_mut();
            if reports.is_some() || met.is_some() {
                let ancestry = chain.of_agent(line.pid);
                for origin in reports.into_iter().chain(met) {
                    origin.ancestry = ancestry.clone();
                }
            }
        }
        Ok(said)
    }

    /// Makes of a line what the loop is told, its card included.
    pub(crate) async fn prepare(&self, line: Line) -> Heard {
        match line.report {
            None => Heard::Nothing,
            Some(Report::Happened(origin, happening)) => Heard::Happened(origin, happening),
            Some(Report::AsksElsewhere(origin)) => Heard::AskedElsewhere(origin),
            Some(Report::Asks(origin, ask)) if *self.paused.borrow() => {
                Heard::AskedWhilePaused(origin, ask)
            }
            Some(Report::Asks(origin, ask)) => self.draw(origin, ask).await,
        }
    }

    async fn draw(&self, origin: Origin, ask: Box<Ask>) -> Heard {
        let project = self.projects.of(&origin);
        let preparing = Arc::clone(&self.preparing);
        let asked = origin.clone();
        let drawing = async move {
            // It goes with the work, which nobody can call off.
            let turn = preparing.acquire_owned().await.ok()?;
            let work = spawn_blocking(move || {
                let _turn = turn;
                let present = around(&asked, &ask, project.as_deref());
                Request::prepare(&asked, *ask, &present)
            });
            work.await.ok()?
        };
        match timeout(PREPARE, drawing).await {
            Ok(Some(request)) => Heard::Asked(origin, Box::new(request)),
            Ok(None) => Heard::AskedElsewhere(origin),
            Err(_) => {
                tracing::warn!("a card took too long to prepare: its terminal asks");
                Heard::AskedElsewhere(origin)
            }
        }
    }
}

fn read(line: &[u8]) -> Result<Said, DecodeError> {
    let event = match Message::decode(line)? {
        Message::Event(event) => event,
        Message::Focus => return Ok(Said::Focus),
    };
    // One that waits against the rules is an ordinary event: its connection closes at once.
    let waits = event.wants_reply && event.may_wait();
    let report = report(&event, waits);
    let met = met(&event).map(Box::new);
    let (agent, pid) = (event.agent.kind(), event.terminal.pid);
    let (id, name) = (event.id, event.event);
    Ok(Said::Event(Box::new(Line { id, agent, name, waits, pid, met, report })))
}

/// Who says that hooks of a project did not run, since nobody has trusted them. What else the event says
/// of them counts for nothing.
fn met(event: &Event) -> Option<Origin> {
    if event.event != LIFECYCLE_HOOKS || event.zeca {
        return None;
    }
    let LifecycleHooks { session_id, cwd, untrusted, .. } =
        LifecycleHooks::from_payload(&event.payload)?;
    let agent = match &event.agent {
        Agent::Other(name) => name.as_str(),
        agent => agent.kind().as_str(),
    };
    let is_id = |id: &str| !id.is_empty() && id.len() <= ID_BYTES;
    let fits = is_id(&session_id) && is_id(agent) && cwd.len() <= FOLDER_BYTES;
    let told = fits && !untrusted.is_empty() && Path::new(&cwd).is_absolute();
    told.then(|| Origin {
        key: SessionKey { agent: agent.to_owned(), session: session_id },
        agent_name: String::new(),
        cwd: Some(cwd),
        subagent: None,
        subagent_name: None,
        mode: None,
        ancestry: Ancestry::default(),
    })
}

/// What is on disk around a request.
fn around(origin: &Origin, ask: &Ask, project: Option<&str>) -> Present {
    let elsewhere =
        |project: &&str| origin.cwd.as_deref().is_some_and(|folder| !lies_in(folder, project));
    let look = |(path, needs_text): (&str, bool)| look(path, project, needs_text);
    Present {
        project: project.filter(elsewhere).map(str::to_owned),
        places: ask.action.paths().into_iter().map(look).collect(),
        ground: project.zip(origin.cwd.as_deref()).and_then(|(project, cwd)| ground(project, cwd)),
    }
}

/// The folders for which a rule can be made, whatever links lead to them.
fn ground(project: &str, folder: &str) -> Option<Ground> {
    let real = |folder: &str| {
        let real = fs::canonicalize(Path::new(folder).is_absolute().then_some(folder)?).ok()?;
        real.is_dir().then(|| real.into_os_string().into_string().ok())?
    };
    Some(Ground { project: real(project)?, folder: real(folder)? })
}

#[cfg(test)]
mod tests;
