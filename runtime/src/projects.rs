//! The folder in which each session began: its project. An agent's working folder moves with its
//! commands, so what lies outside the project is told from the session's first event.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use vults_core::{Happening, Origin, SessionKey};

use crate::heard::Heard;

/// Sessions that are remembered; beyond, the one that began first is forgotten, and its project is
/// then the folder of its next event.
const SESSIONS: usize = 256;

/// The projects of all sessions. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Projects(Arc<Mutex<VecDeque<(SessionKey, String)>>>);

impl Projects {
    /// Learns from what the loop has heard of a session: not every claim about one is.
    pub(crate) fn hear(&self, heard: &Heard) {
        let (origin, anew) = match heard {
            Heard::Happened(origin, Happening::SessionEnded) => {
                self.sessions().retain(|(key, _)| *key != origin.key);
                return;
            }
            Heard::Happened(origin, Happening::SessionStarted) => (origin, true),
            Heard::Happened(origin, _)
            | Heard::Asked(origin, _)
            | Heard::AskedWhilePaused(origin, _)
            | Heard::AskedElsewhere(origin) => (origin, false),
            Heard::Nothing => return,
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
