//! The folder in which each session began: its project. An agent's working folder moves with its
//! commands, so what lies outside the project is told from the session's first event.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use vults_agents::Report;
use vults_core::{Happening, Origin, SessionKey};

/// Sessions that are remembered; beyond, the one that began first is forgotten, and its project is
/// then the folder of its next event.
const SESSIONS: usize = 256;

/// The projects of all sessions. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Projects(Arc<Mutex<VecDeque<(SessionKey, String)>>>);

impl Projects {
    /// Learns from what an agent reports.
    pub(crate) fn hear(&self, report: &Report) {
        let (origin, anew) = match report {
            Report::Happened(origin, Happening::SessionEnded) => {
                self.sessions().retain(|(key, _)| *key != origin.key);
                return;
            }
            Report::Happened(origin, Happening::SessionStarted) => (origin, true),
            Report::Happened(origin, _)
            | Report::Asks(origin, _)
            | Report::AsksElsewhere(origin) => (origin, false),
        };
        // A sub-agent may work elsewhere than its session.
        let Some(folder) = origin.cwd.clone().filter(|_| origin.subagent.is_none()) else { return };
        let mut sessions = self.sessions();
        match sessions.iter_mut().find(|(key, _)| *key == origin.key) {
            Some((_, project)) if anew => *project = folder,
            Some(_) => {}
            None => {
                if sessions.len() == SESSIONS {
                    sessions.pop_front();
                }
                sessions.push_back((origin.key.clone(), folder));
            }
        }
    }

    /// The project of a session: where it began, else where it works now.
    pub(crate) fn of(&self, origin: &Origin) -> Option<String> {
        let sessions = self.sessions();
        let began = sessions.iter().find(|(key, _)| *key == origin.key);
        began.map(|(_, folder)| folder.clone()).or_else(|| origin.cwd.clone())
    }

    fn sessions(&self) -> MutexGuard<'_, VecDeque<(SessionKey, String)>> {
        // Whoever broke while holding it has left whole entries.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
