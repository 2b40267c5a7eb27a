//! The loop: one message at a time into the core, its effects out.

use std::collections::HashMap;
use std::time::Duration;

use tokio::sync::mpsc::{Sender, UnboundedReceiver};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use vults_core::{Act, ApprovalsView, ConnectionId, Effect, Happening, Input, Kept, Origin, State};
use vults_protocol::Reply;

use crate::approvals::Shown;
use crate::branch::{Branches, Found, ProjectRead};
use crate::clock::Clock;
use crate::connection::{Delivery, Ended, Hook};
use crate::ends::Ends;
use crate::frames::Frames;
use crate::handle::{Mailbox, Msg};
use crate::heard::{Ears, Heard};
use crate::hook_looks::{HookLooks, HooksKept, HooksRead};
use crate::marks::{self, Marks};
use crate::processes;
use crate::projects::Projects;
use crate::record::DecisionRecord;
use crate::reports::Reports;
use crate::rules::RuleStore;
use crate::sessions::SessionStore;
use crate::shell::Shell;

/// How long after a change the sessions are kept: many come in a row.
const KEEP: Duration = Duration::from_secs(3);

/// What the loop writes down.
#[derive(Debug)]
pub(crate) struct Stores {
    pub(crate) record: DecisionRecord,
    pub(crate) rules: RuleStore,
    pub(crate) sessions: SessionStore,
}

impl Stores {
    /// Gives what was written last a moment to reach the disk.
    pub(crate) fn finish(self) {
        self.record.finish();
        self.rules.finish();
        self.sessions.finish();
    }
}

/// Owns the core's state and everything its effects act on.
#[derive(Debug)]
pub(crate) struct MainLoop<'a, S> {
    state: State,
    clock: Clock,
    hooks: HashMap<ConnectionId, WaitingHook>,
    frames: Frames,
    marks: Marks,
    reports: Reports,
    projects: Projects,
    /// Whether requests are not even prepared.
    paused: watch::Sender<bool>,
    stores: &'a mut Stores,
    /// What was given to be kept last.
    kept: Kept,
    /// When the sessions are kept next, where something has changed.
    keep_at: Option<Instant>,
    /// The revision of the view by which that is told.
    revision: u64,
    ends: Ends,
    branches: Branches,
    hook_looks: HookLooks,
    approvals: Shown,
    shell: &'a mut S,
}

/// A hook that waits for a person.
#[derive(Debug)]
struct WaitingHook {
    /// Dropping it closes the connection.
    replies: Sender<Reply>,
    /// How many replies it was given.
    sent: usize,
}

impl<'a, S: Shell> MainLoop<'a, S> {
    pub(crate) fn new(
        stores: &'a mut Stores,
        approvals: Shown,
        shell: &'a mut S,
        reports: Reports,
        hook_looks: HookLooks,
        mailbox: &Mailbox,
    ) -> MainLoop<'a, S> {
        MainLoop {
            state: State::default(),
            clock: Clock::new(),
            hooks: HashMap::new(),
            frames: Frames::default(),
            marks: Marks::default(),
            reports,
            projects: Projects::default(),
            paused: watch::Sender::new(false),
            stores,
            kept: Kept::default(),
            keep_at: None,
            revision: 0,
            ends: Ends::new(mailbox),
            branches: Branches::new(mailbox),
            hook_looks,
            approvals,
            shell,
        }
    }

    /// What turns the lines of its hooks into what it is told.
    pub(crate) fn ears(&self) -> Ears {
        Ears::new(self.projects.clone(), self.paused.subscribe())
    }

    /// Runs until it is told to quit. Waits for the next message or the next deadline and never
    /// wakes up for less.
    pub(crate) async fn run(
        mut self,
        serving: Result<(), String>,
        mut inbox: UnboundedReceiver<Msg>,
    ) {
        self.reduce(Input::Serving(serving));
        loop {
            self.catch_up();
            let msg = tokio::select! {
                msg = inbox.recv() => msg,
                () = sleep_until_some(self.next_wake_up()) => continue,
            };
            match msg {
                None | Some(Msg::Quit) => return self.keep(),
                Some(msg) => self.take(msg),
            }
        }
    }

    /// Does what is due by now.
    fn catch_up(&mut self) {
        if self.state.next_deadline().is_some_and(|due| due <= self.clock.now().elapsed) {
            self.reduce(Input::Clock);
        }
        let view = || {
            let view = self.state.view();
            self.marks.note(&view);
            view
        };
        self.frames.show(view, self.shell);
        if self.keep_at.is_some_and(|due| due <= Instant::now()) {
            self.keep();
        }
    }

    /// Keeps the sessions, where there is something new about them.
    fn keep(&mut self) {
        self.keep_at = None;
        let kept = self.state.kept(self.clock.now());
        if kept != self.kept {
            self.kept.clone_from(&kept);
            self.stores.sessions.keep(kept);
        }
    }

    fn next_wake_up(&self) -> Option<Instant> {
        let deadline = self.state.next_deadline().map(|due| self.clock.moment(due));
        let frame = self.frames.due(Instant::now());
        [deadline, frame, self.keep_at].into_iter().flatten().min()
    }

    fn take(&mut self, msg: Msg) {
        match msg {
            Msg::Delivered(delivery) => self.deliver(*delivery),
            Msg::Ended(ended) => self.end(&ended),
            // The core has no part in it: nothing is answered, and nothing that is shown changes.
            Msg::Called { .. } => self.shell.focus(),
            Msg::Drawn(drawn) => self.reduce(Input::Drawn(drawn)),
            Msg::Undrawn => self.reduce(Input::Undrawn),
            Msg::KeysBound(card) => self.reduce(Input::KeysBound(card)),
            Msg::Bring(card) => self.reduce(Input::Bring(card)),
            Msg::HandBack { session, handed_back } => {
                self.reduce(Input::HandBack { session, handed_back });
            }
            Msg::Paused(paused) => {
                self.paused.send_replace(paused);
                self.reduce(Input::Paused(paused));
                let other = |shown: &ApprovalsView| {
                    (shown.paused != paused).then(|| ApprovalsView { paused, ..shown.clone() })
                };
                if self.approvals.change(other) {
                    self.shell.approvals(self.approvals.view());
                }
            }
            Msg::RemoveRule(id, done) => {
                self.reduce(Input::RemoveRule(id));
                // Nobody need wait for it.
                _ = done.send(());
            }
            Msg::RulesRead(rules) => self.reduce(Input::RulesRead(rules)),
            Msg::RulesLost => self.reduce(Input::RulesLost),
            Msg::SessionsRead(kept) => self.reduce(Input::SessionsRead(kept)),
            Msg::ProcessEnded(process) => {
                tracing::debug!(pid = process.pid, "an agent's process ended");
                self.reduce(Input::ProcessEnded(process));
            }
            Msg::ProjectRead(read) => {
                self.branches.looked(&read.session);
                let ProjectRead { session, folder, found: Found { root, branch } } = *read;
                self.reduce(Input::ProjectRead { session, folder, root, branch });
            }
            Msg::HooksRead(read) => {
                let HooksRead { folder, sessions, untrusted } = *read;
                self.hook_looks.looked(&folder, !untrusted.is_empty());
                self.reduce(Input::HooksRead { folder, sessions, untrusted });
            }
            Msg::HooksKept(kept) => {
                let HooksKept { card, kept, seen_from } = *kept;
                self.reduce(Input::HooksKept { card, kept });
                self.hook_looks.kept(&seen_from);
            }
            Msg::TrustChanged => self.hook_looks.trust_changed(),
            Msg::ReviewHooks(session) => self.reduce(Input::ReviewHooks(session)),
            Msg::RulesShown => self.shell.approvals(self.approvals.view()),
            Msg::Drifted(drift) => self.reduce(Input::Drifted(drift)),
            Msg::Act { began, ended, card, binding, choice } => {
                let [began, ended] = [began, ended].map(|at| self.clock.since_start(at));
                self.reduce(Input::Person(Act { began, ended, card, binding, choice }));
            }
            Msg::Quit => {}
        }
    }

    fn deliver(&mut self, Delivery { heard, met, pid, arrived, hook }: Delivery) {
        if let Some(pid) = pid {
            self.reports.note(pid, self.clock.now().unix_ms);
        }
        let connection = match hook {
            Hook::Gone { .. } => None,
            Hook::Waits(connection, replies) => {
                self.hooks.insert(connection, WaitingHook { replies, sent: 0 });
                Some(connection)
            }
        };
        if let Some(origin) = met {
            self.meet(*origin);
        }
        self.weigh(&heard);
        match (heard, connection) {
            (Heard::Asked(origin, request), Some(connection)) => {
                let arrived = self.clock.since_start(arrived.into_std());
                self.reduce(Input::Asked { origin, connection, arrived, request });
            }
            (Heard::AskedWhilePaused(origin, ask), Some(connection)) => {
                self.reduce(Input::AskedWhilePaused { origin, connection, ask });
            }
            (Heard::AskedElsewhere(origin), Some(connection)) => {
                self.reduce(Input::AskedElsewhere(origin, connection));
            }
            (heard, connection) => {
                // Nobody will be asked, so nobody needs to wait.
                if let Some(connection) = connection {
                    self.hooks.remove(&connection);
                }
                if let Heard::Happened(origin, happening) = heard {
                    self.reduce(Input::Happened(origin, happening));
                }
            }
        }
    }

    /// Looks whether who speaks of a session may. A process that has ended has its session no more.
    fn weigh(&mut self, heard: &Heard) {
        let Some(origin) = heard.origin() else { return };
        if let Some(owner) = self.state.other_owner(origin) {
            if processes::runs(owner) {
                tracing::debug!("another program speaks of a session");
                // One that begins the session anew is its process from then on.
                if !matches!(heard, Heard::Happened(_, Happening::SessionStarted)) {
                    return;
                }
            } else {
                self.reduce(Input::ProcessEnded(owner));
            }
        }
        self.projects.hear(heard);
    }

    /// A session has met hooks that did not run, since nobody has trusted them. Where they are is looked at;
    /// what they are is not believed.
    fn meet(&mut self, origin: Origin) {
        if self.state.other_owner(&origin).is_some_and(processes::runs) {
            return;
        }
        if let Some(folder) = origin.cwd {
            self.hook_looks.met(&folder, origin.key);
        }
    }

    fn end(&mut self, ended: &Ended) {
        let Some(hook) = self.hooks.remove(&ended.connection) else { return };
        // A reply that was on its way when the hook left was not read, however it left.
        let read_all = ended.clean && ended.written == hook.sent;
        self.reduce(Input::ConnectionEnded { connection: ended.connection, read_all });
    }

    fn reduce(&mut self, input: Input) {
        let acted = matches!(input, Input::Person(_));
        let effects = self.state.reduce(input, self.clock.now());
        if acted && effects.is_empty() {
            tracing::debug!("a person's act counted for nothing");
        }
        self.frames.touch();
        self.ends.follow(self.state.processes());
        if self.state.revision() != self.revision {
            self.revision = self.state.revision();
            self.keep_at.get_or_insert_with(|| Instant::now() + KEEP);
        }
        // A hook hears its answer before anything is written down.
        let (records, others): (Vec<_>, Vec<_>) =
            effects.into_iter().partition(|effect| matches!(effect, Effect::Record(_)));
        for effect in others.into_iter().chain(records) {
            self.execute(effect);
        }
    }

    fn execute(&mut self, effect: Effect) {
        match effect {
            Effect::Waiting(connection) => self.reply(connection, Reply::Waiting),
            Effect::Reply(connection, decision) => {
                self.reply(connection, Reply::Decision(decision));
            }
            Effect::Answer(connection, answers) => {
                self.reply(connection, Reply::Answer(answers));
            }
            Effect::Decline(connection) => {
                self.hooks.remove(&connection);
            }
            Effect::Record(record) => {
                tracing::debug!(agent = record.agent, outcome = ?record.outcome, "decided");
                self.stores.record.write(record);
            }
            Effect::KeepRule(rule) => self.stores.rules.keep(rule),
            Effect::RuleUsed { key, unix_ms } => self.stores.rules.used(key, unix_ms),
            Effect::ForgetRule(id) => self.stores.rules.forget(id),
            Effect::TrustHooks { card, file, fingerprint, seen_from } => {
                self.hook_looks.trust(card, file, fingerprint, seen_from);
            }
            Effect::Tell(news) => {
                marks::told(&news);
                self.shell.tell(&news);
            }
            Effect::ReadProject { session, folder } => self.branches.look(session, folder),
        }
    }

    fn reply(&mut self, connection: ConnectionId, reply: Reply) {
        let Some(hook) = self.hooks.get_mut(&connection) else { return };
        hook.sent += 1;
        // It fails only when the hook has left, and then its end is on the way here.
        if hook.replies.try_send(reply).is_err() {
            tracing::debug!("a reply came too late for its hook");
        }
    }
}

async fn sleep_until_some(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests;
