//! What of the sessions and plans outlasts a run of the app: what their agents would not say again.
//! Neither commands nor replies are in it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::life::{COUNTED, Phase, Session, WAITING_SUBAGENTS};
use super::{SESSIONS, Sessions};
use crate::ancestry::Process;
use crate::effect::Told;
use crate::input::{Now, SessionKey};
use crate::plan::KeptPlan;
use crate::request::FOLDER_BYTES;
use crate::view::Mode;

/// The longest id or name that is taken back, in bytes. An agent's have a fraction of it.
const ID_BYTES: usize = 400;

/// The sessions and plans of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// The sessions whose processes can be told.
    #[serde(default)]
    pub sessions: Vec<KeptSession>,
    /// The plans.
    #[serde(default)]
    pub plans: Vec<KeptPlan>,
}

/// One session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptSession {
    agent: String,
    session: String,
    agent_name: String,
    folder: Option<String>,
    folder_told: bool,
    process: Process,
    /// Whether the process could be told, or is only what its events name.
    told: bool,
    mode: Mode,
    phase: Phase,
    active: bool,
    compacting: bool,
    quiet: bool,
    subagents: Vec<String>,
    background: Vec<String>,
    /// Who asks in the terminal, and since when, in milliseconds since 1970.
    in_terminal: Vec<(Option<String>, u64)>,
    handed_back: bool,
    cost_micro_usd: Option<u64>,
    /// What was told of the end of its turn.
    end_told: Option<Told>,
    since_unix_ms: u64,
}

impl KeptSession {
    /// The process that it had.
    pub fn process(&self) -> Process {
        self.process
    }

    /// Which session it is.
    pub fn key(&self) -> SessionKey {
        SessionKey { agent: self.agent.clone(), session: self.session.clone() }
    }

    fn of(key: &SessionKey, session: &Session, cards: Cards<'_>, now: Now) -> Option<KeptSession> {
        if session.is_over() {
            return None;
        }
        let mut in_terminal = session.in_terminal.clone();
        let mut since_unix_ms = session.since_unix_ms;
        // Its card goes back to its terminal when the app ends.
        for subagent in cards.get(key).into_iter().flatten() {
            in_terminal.entry(subagent.clone()).or_insert(now.unix_ms);
            since_unix_ms = now.unix_ms;
        }
        Some(KeptSession {
            agent: key.agent.clone(),
            session: key.session.clone(),
            agent_name: session.agent_name.clone(),
            folder: session.folder.clone(),
            folder_told: session.folder_told,
            process: session.process()?,
            told: session.owner.is_some(),
            mode: session.mode,
            phase: session.phase,
            active: session.active,
            compacting: session.compacting,
            quiet: session.quiet,
            subagents: session.subagents.iter().cloned().collect(),
            background: session.background.iter().cloned().collect(),
            in_terminal: in_terminal.into_iter().collect(),
            handed_back: session.handed_back,
            cost_micro_usd: session.cost_micro_usd,
            end_told: session.told,
            since_unix_ms,
        })
    }

    /// The session again; none where a part of it is longer than any of ours.
    fn session(self, now: Now) -> Option<Session> {
        let ids = self.subagents.iter().chain(&self.background);
        let waits = self.in_terminal.iter().filter_map(|(subagent, _)| subagent.as_ref());
        let names = [&self.agent, &self.session, &self.agent_name];
        let fits = |id: &String| id.len() <= ID_BYTES;
        let folder_fits = self.folder.as_ref().is_none_or(|folder| folder.len() <= FOLDER_BYTES);
        // One that was over is not kept.
        if matches!(self.phase, Phase::Ended | Phase::Gone) {
            return None;
        }
        if !folder_fits || !ids.chain(waits).chain(names).all(fits) {
            return None;
        }
        let process = Some(self.process);
        let mut session = Session {
            agent_name: self.agent_name,
            owner: process.filter(|_| self.told),
            claimed: process.filter(|_| !self.told),
            mode: self.mode,
            phase: self.phase,
            active: self.active,
            compacting: self.compacting,
            quiet: self.quiet,
            subagents: self.subagents.into_iter().take(COUNTED).collect(),
            background: self.background.into_iter().take(COUNTED).collect(),
            in_terminal: self.in_terminal.into_iter().take(WAITING_SUBAGENTS).collect(),
            handed_back: self.handed_back,
            cost_micro_usd: self.cost_micro_usd,
            told: self.end_told,
            heard: now.elapsed,
            since_unix_ms: self.since_unix_ms,
            changed: true,
            ..Session::default()
        };
        if let Some(folder) = self.folder {
            session.work_in(&folder, self.folder_told);
        }
        session.may_settle(now.elapsed);
        session.shown = Some(session.status(false));
        Some(session)
    }
}

/// Whose cards wait, for each session.
pub(crate) type Cards<'a> = &'a BTreeMap<SessionKey, Vec<Option<String>>>;

impl Sessions {
    /// What is to be kept of them.
    pub(crate) fn kept(&self, cards: Cards<'_>, now: Now) -> Vec<KeptSession> {
        let sessions = self.sessions.iter();
        sessions.filter_map(|(key, session)| KeptSession::of(key, session, cards, now)).collect()
    }

    /// Takes back what was kept, the folders included that are to be looked at. A session that has
    /// been heard of since is what it says now, save for what it has cost and what the person wants
    /// of it.
    pub(crate) fn take_back(
        &mut self,
        mut kept: Vec<KeptSession>,
        now: Now,
    ) -> Vec<(SessionKey, String)> {
        let mut folders = Vec::new();
        // In the order in which they turned to what they are at.
        kept.sort_by_key(|kept| kept.since_unix_ms);
        for kept in kept.into_iter().take(SESSIONS) {
            let key = kept.key();
            let Some(mut back) = kept.session(now) else { continue };
            if let Some(session) = self.sessions.get_mut(&key) {
                if session.is_over() || session.process() != back.process() {
                    continue;
                }
                session.cost_micro_usd = session.cost_micro_usd.or(back.cost_micro_usd);
                session.handed_back |= back.handed_back;
                session.changed = true;
                continue;
            }
            self.events += 1;
            self.turns += 1;
            (back.seen, back.turned) = (self.events, self.turns);
            folders.extend(back.folder.clone().map(|folder| (key.clone(), folder)));
            self.sessions.insert(key, back);
        }
        folders
    }
}
