//! One session: what it is at, and what is shown of that.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::hooks::Hooks;
use super::step::{At, Steps};
use crate::ancestry::Process;
use crate::card::{project, session_name};
use crate::content::count;
use crate::effect::Told;
use crate::handlers::HandlersRan;
use crate::input::{Background, Call, Now, SessionKey, Step, TurnEnd};
use crate::request::NAME_CHARS;
use crate::view::{Mode, SessionView, Status, Text};
use crate::visible;

/// Sub-agents of one session that wait in the terminal at the same time, as far as we follow.
pub(super) const WAITING_SUBAGENTS: usize = 16;
/// Sub-agents, or commands in the background, of one session that are counted.
pub(super) const COUNTED: usize = 64;
/// So many cards of one session within [`MANY_WITHIN`] are more than one in 75 seconds: from there
/// on it is worth offering to leave them to the terminal. Fewer come in ordinary work.
const MANY: usize = 8;
/// The time in which so many cards are many.
const MANY_WITHIN: Duration = Duration::from_mins(10);
/// How long a session at work may say nothing until it counts as quiet.
const QUIET: Duration = Duration::from_mins(10);
/// The same while something runs that may well take long. It ends: a stop that nobody tells of must
/// not leave a command running for ever.
const LONG_QUIET: Duration = Duration::from_mins(60);
/// How long an agent may take to go on when the last that ran beside it has ended. One that does not
/// is done.
const GOES_ON: Duration = Duration::from_secs(3);
/// How long a session is shown that is over.
const OVER_SHOWN: Duration = Duration::from_secs(5);
/// The start of a reply, in characters.
const REPLY_CHARS: usize = 160;

/// What a session is at, cards, terminal and compaction aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Phase {
    #[default]
    Started,
    Working,
    Done,
    Failed,
    Interrupted,
    Ended,
    Gone,
}

#[derive(Debug, Default)]
pub(super) struct Session {
    pub(super) agent_name: String,
    /// The folder in which it began, as far as we were there.
    pub(super) folder: Option<String>,
    /// Whether its main agent said so: a sub-agent may work elsewhere.
    pub(super) folder_told: bool,
    /// The root of the repository that the folder lies in.
    pub(super) root: Option<String>,
    pub(super) project: Text,
    pub(super) branch: Option<Text>,
    /// The agent's process, once it could be told. No other program speaks for the session.
    pub(super) owner: Option<Process>,
    /// The agent's process as its events name it, as long as it could not be told.
    pub(super) claimed: Option<Process>,
    pub(super) mode: Mode,
    pub(super) phase: Phase,
    /// Whether it was ever asked anything, as far as we know.
    pub(super) active: bool,
    pub(super) compacting: bool,
    /// Whether it was at work and has said nothing for long.
    pub(super) quiet: bool,
    pub(super) steps: Steps,
    /// What the person's own hooks did.
    pub(super) hooks: Hooks,
    /// Its sub-agents that run.
    pub(super) subagents: BTreeSet<String>,
    /// What else of it runs in the background.
    pub(super) background: BTreeSet<String>,
    /// Who asks in the terminal, the main agent (`None`) or sub-agents, and since when, in
    /// milliseconds since 1970.
    pub(super) in_terminal: BTreeMap<Option<String>, u64>,
    /// When its last cards came, the oldest first.
    pub(super) cards: VecDeque<Duration>,
    /// Whether the person has handed it back to its terminal.
    pub(super) handed_back: bool,
    pub(super) cost_micro_usd: Option<u64>,
    pub(super) reply: Option<Text>,
    /// What the person was told of the end of its turn.
    pub(super) told: Option<Told>,
    /// When it is done unless its agent goes on: nothing runs beside it any more.
    pub(super) settles: Option<Duration>,
    /// When it was last heard of.
    pub(super) heard: Duration,
    /// The process that it had when it ended.
    pub(super) was: Option<Process>,
    /// When it leaves; none while it lives.
    pub(super) leaves: Option<Duration>,
    /// The number of its last event.
    pub(super) seen: u64,
    /// What its last view showed, since when, and how many sessions had turned to something else
    /// until then.
    pub(super) shown: Option<Status>,
    pub(super) since_unix_ms: u64,
    pub(super) turned: u64,
    /// Whether its view may be another one.
    pub(super) changed: bool,
}

impl Session {
    pub(super) fn status(&self, has_card: bool) -> Status {
        if has_card {
            return Status::WaitsHere;
        }
        match self.phase {
            Phase::Ended => Status::Ended,
            Phase::Gone => Status::Gone,
            _ if !self.in_terminal.is_empty() => Status::WaitsInTerminal,
            _ if self.quiet => Status::Quiet,
            _ if self.compacting => Status::Compacting,
            Phase::Started => Status::Started,
            Phase::Working => Status::Working,
            Phase::Failed => Status::Failed,
            Phase::Interrupted => Status::Interrupted,
            Phase::Done if self.goes_on() || self.settles.is_some() => Status::InBackground,
            Phase::Done => Status::Done,
        }
    }

    /// Whether it goes on by itself. Its agent goes on when its sub-agents are done; a command in the
    /// background, such as a server, may never end.
    fn goes_on(&self) -> bool {
        !self.subagents.is_empty()
    }

    /// Whether it is over, and shown only for a moment more.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Ended | Phase::Gone)
    }

    /// Whether there is anything to show: not of a mere start of which nobody knows whether its
    /// process still runs.
    pub(super) fn is_shown(&self, has_card: bool) -> bool {
        has_card || self.active || self.is_over() || self.process().is_some()
    }

    /// The process whose end is its end.
    pub(super) fn process(&self) -> Option<Process> {
        self.owner.or(self.claimed)
    }

    /// When it is done, unless its agent goes on.
    pub(super) fn settles_at(&self) -> Option<Duration> {
        self.settles
    }

    /// What the person is told, if it is done by now.
    pub(super) fn settle(&mut self, now: Duration) -> Option<Told> {
        self.settles.filter(|due| *due <= now)?;
        self.settles = None;
        self.changed = true;
        self.tell(Told::Finished)
    }

    /// It may have come to rest just now.
    pub(super) fn may_settle(&mut self, now: Duration) {
        if self.phase == Phase::Done && self.told.is_none() && !self.goes_on() {
            self.settles.get_or_insert(now.saturating_add(GOES_ON));
        }
    }

    /// When something becomes due, unless more is heard of it. A card keeps it as it is.
    pub(super) fn next_deadline(&self) -> Option<Duration> {
        // The word that a sub-agent has ended may be lost, and its session would wait for ever.
        let waits = self.phase == Phase::Done && self.goes_on();
        let at_work = !self.is_over() && (self.phase == Phase::Working || self.compacting || waits);
        let may_be_quiet = at_work && !self.quiet && self.in_terminal.is_empty();
        let patience = if waits || self.steps.may_take_long() { LONG_QUIET } else { QUIET };
        let quiet = may_be_quiet.then(|| self.heard.saturating_add(patience));
        self.leaves.or(quiet)
    }

    /// Whether it is to leave now.
    pub(super) fn pass_time(&mut self, now: Duration) -> bool {
        if self.next_deadline().is_none_or(|due| due > now) {
            return false;
        }
        self.quiet = true;
        self.changed = true;
        self.is_over()
    }

    /// It is heard of.
    pub(super) fn hear(&mut self, now: Duration) {
        self.heard = now;
        self.quiet = false;
        self.changed = true;
    }

    /// One that was over goes on.
    pub(super) fn revive(&mut self) {
        if self.is_over() {
            self.phase = Phase::Started;
            self.leaves = None;
        }
    }

    /// The main agent, or a sub-agent, works in this folder now; the first one is its project's.
    pub(super) fn work_in(&mut self, folder: &str, main: bool) {
        if self.folder.is_none() || main && !self.folder_told {
            self.folder = Some(folder.to_owned());
            self.folder_told = main;
            self.project = project(Some(folder));
        }
    }

    /// What there is in its folder.
    pub(super) fn learn_project(&mut self, root: Option<String>, branch: Option<&str>) {
        self.root = root;
        self.branch = branch.map(|branch| visible::one_line(branch, NAME_CHARS));
        self.changed = true;
    }

    /// The agent, or that sub-agent, is at work.
    pub(super) fn work(&mut self, subagent: &Option<String>) {
        self.active = true;
        self.in_terminal.remove(subagent);
        if subagent.is_none() {
            self.compacting = false;
            self.settles = None;
            self.phase = Phase::Working;
        } else if self.phase == Phase::Started {
            // What it was at before is not known; somebody of it works.
            self.phase = Phase::Working;
        }
    }

    pub(super) fn subagent_started(&mut self, subagent: &Option<String>) {
        if subagent.is_some() {
            self.work(subagent);
            self.subagent_runs(subagent);
        }
    }

    fn subagent_runs(&mut self, subagent: &Option<String>) {
        if let Some(id) = subagent
            && self.subagents.len() < COUNTED
        {
            self.subagents.insert(id.clone());
            self.settles = None;
        }
    }

    /// It asks for a permission, or asks questions.
    pub(super) fn asked(&mut self, subagent: &Option<String>) {
        self.active = true;
        self.subagent_runs(subagent);
        if subagent.is_none() || self.phase == Phase::Started {
            self.settles = None;
            self.phase = Phase::Working;
        }
    }

    pub(super) fn tool_started(&mut self, subagent: &Option<String>, call: &Call, step: &Step) {
        self.work(subagent);
        self.subagent_runs(subagent);
        if self.hooks.call_begins(subagent, call.id()) {
            self.steps.never_ran(subagent, call, step);
        } else {
            self.steps.started(subagent, call, step);
        }
    }

    /// Hooks of the person's ran on an event of it; the call that they blocked, if it was at that
    /// one, and whose it was. Nothing else ends such a call: no other event of it comes.
    pub(super) fn handlers_ran(&mut self, ran: &HandlersRan) -> Option<(Option<String>, Call)> {
        self.changed = true;
        let found = self.steps.find(ran.point, ran.call.as_deref());
        let step = found.as_ref().map(|found| found.step.clone());
        self.hooks.ran(ran, step);
        match found {
            Some(At { subagent, is_now: true, .. }) => self.hooks.say(&subagent, ran),
            Some(_) => {}
            None => self.hooks.blocked_early(ran),
        }
        ran.blocked.as_ref().and_then(|_| self.steps.blocked(ran.call.as_deref()))
    }

    /// Whether the call was a command.
    pub(super) fn tool_ended(&mut self, subagent: &Option<String>, call: &Call) -> bool {
        self.work(subagent);
        self.steps.ended(subagent, call)
    }

    /// The main agent begins a turn, or goes on with one.
    pub(super) fn turn_begins(&mut self) {
        self.work(&None);
        self.turn_changes(&None);
        self.reply = None;
    }

    pub(super) fn prompted(&mut self) {
        self.turn_begins();
        self.in_terminal.clear();
        self.told = None;
    }

    fn rest(&mut self, phase: Phase) {
        self.phase = phase;
        self.settles = None;
        self.compacting = false;
        self.in_terminal.remove(&None);
        self.turn_changes(&None);
    }

    fn turn_changes(&mut self, subagent: &Option<String>) {
        self.steps.turn_ended(subagent);
        self.hooks.turn_changes(subagent);
    }

    /// The agent, or that sub-agent, has finished; what the person is told.
    pub(super) fn turn_ended(
        &mut self,
        subagent: &Option<String>,
        end: &TurnEnd,
        now: Duration,
    ) -> Option<Told> {
        if subagent.is_some() {
            self.subagent_ended(subagent, now);
            return None;
        }
        self.active = true;
        self.rest(Phase::Done);
        let reply = end.reply.as_deref().map(|text| visible::joined_lines(text, REPLY_CHARS));
        self.reply = reply.filter(|reply| !reply.0.is_empty());
        if let Some(Background { subagents, commands }) = &end.background {
            let counted = |ids: &[String]| ids.iter().take(COUNTED).cloned().collect();
            (self.subagents, self.background) = (counted(subagents), counted(commands));
            // What the others were at has ended with them.
            let runs = |who: &Option<String>| who.as_ref().is_none_or(|id| subagents.contains(id));
            self.steps.keep(runs);
            self.in_terminal.retain(|who, _| runs(who));
        }
        (!self.goes_on()).then(|| self.tell(Told::Finished)).flatten()
    }

    pub(super) fn turn_failed(&mut self, subagent: &Option<String>, now: Duration) -> Option<Told> {
        if subagent.is_some() {
            self.subagent_ended(subagent, now);
            return None;
        }
        self.active = true;
        self.rest(Phase::Failed);
        self.tell(Told::Failed)
    }

    /// A sub-agent's turn is a step of its session's.
    fn subagent_ended(&mut self, subagent: &Option<String>, now: Duration) {
        self.in_terminal.remove(subagent);
        self.turn_changes(subagent);
        if let Some(id) = subagent {
            self.subagents.remove(id);
        }
        self.may_settle(now);
    }

    /// The end of a turn is told once; that one which has gone on by itself then failed, too.
    fn tell(&mut self, what: Told) -> Option<Told> {
        let is_news = match self.told {
            None => true,
            Some(before) => before == Told::Finished && what == Told::Failed,
        };
        is_news.then(|| *self.told.insert(what))
    }

    /// The agent has stopped waiting for an answer. An interrupt may be the last that is ever heard
    /// of a turn, so until there is more the turn counts as over.
    pub(super) fn withdrew(&mut self, subagent: &Option<String>) {
        self.in_terminal.remove(subagent);
        if subagent.is_none() {
            self.rest(Phase::Interrupted);
        }
    }

    /// The agent waits for a prompt: what was at work was stopped.
    pub(super) fn idle(&mut self, now: Duration) {
        let was_at_work = self.phase == Phase::Working;
        self.rest(if was_at_work { Phase::Interrupted } else { self.phase });
        self.may_settle(now);
    }

    /// It asks in its terminal; whether that is new.
    pub(super) fn wait_in_terminal(&mut self, subagent: &Option<String>, now: Now) -> bool {
        self.active = true;
        // What is said again is still the same wait.
        let is_new =
            !self.in_terminal.contains_key(subagent) && self.in_terminal.len() < WAITING_SUBAGENTS;
        if is_new {
            self.in_terminal.insert(subagent.clone(), now.unix_ms);
        }
        is_new
    }

    /// It begins anew, in this process: what was before says nothing of it, save what it has cost.
    pub(super) fn begin(&mut self, owner: Option<Process>) {
        self.clear(Phase::Started);
        self.owner = owner;
        self.active = false;
        self.leaves = None;
        (self.folder, self.folder_told) = (None, false);
        (self.root, self.branch) = (None, None);
        self.told = None;
    }

    /// It is over, and shown a moment more, or leaves at once.
    pub(super) fn end(&mut self, phase: Phase, shown: bool, now: Duration) {
        self.was = self.process();
        self.clear(phase);
        self.owner = None;
        self.leaves = Some(if shown { now.saturating_add(OVER_SHOWN) } else { now });
    }

    fn clear(&mut self, phase: Phase) {
        self.rest(phase);
        self.quiet = false;
        self.claimed = None;
        self.steps = Steps::default();
        self.hooks = Hooks::default();
        self.subagents.clear();
        self.background.clear();
        self.in_terminal.clear();
        self.hand_back(false);
        self.reply = None;
        self.changed = true;
    }

    pub(super) fn hand_back(&mut self, handed_back: bool) {
        self.handed_back = handed_back;
        self.cards.clear();
        self.changed = true;
    }

    /// A card of it came on screen; whether it has had many of late.
    pub(super) fn card_shown(&mut self, now: Duration) -> bool {
        if self.cards.len() == MANY {
            self.cards.pop_front();
        }
        self.cards.push_back(now);
        let lately = |first: &Duration| now.saturating_sub(*first) < MANY_WITHIN;
        self.cards.len() == MANY && self.cards.front().is_some_and(lately)
    }

    pub(super) fn view(&self, key: &SessionKey, status: Status) -> SessionView {
        let working = status == Status::Working;
        // Of several that wait there, the one that has waited longest.
        let waits = self.in_terminal.values().min().filter(|_| status == Status::WaitsInTerminal);
        SessionView {
            key: session_name(key),
            agent: key.agent.clone(),
            agent_name: self.agent_name.clone(),
            project: self.project.clone(),
            species: species(self.root.as_deref().or(self.folder.as_deref())),
            branch: self.branch.clone(),
            status,
            since_unix_ms: waits.copied().unwrap_or(self.since_unix_ms),
            mode: self.mode,
            handed_back: self.handed_back,
            step: self.steps.view().filter(|_| working && !self.hooks.has_blocked()).cloned(),
            subagents: count(self.subagents.len()),
            background: count(self.background.len()),
            cost_micro_usd: self.cost_micro_usd,
            reply: self.reply.clone().filter(|_| status == Status::Done),
            hooks: self.hooks.view(working),
        }
    }
}

/// The same number for the same folder, in every run.
fn species(folder: Option<&str>) -> u32 {
    let folder = folder.unwrap_or_default().trim_end_matches('/');
    let digest: [u8; 32] = Sha256::digest(folder).into();
    let [a, b, c, d, ..] = digest;
    u32::from_le_bytes([a, b, c, d])
}
