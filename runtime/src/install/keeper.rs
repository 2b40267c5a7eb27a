//! Keeps the hooks of one run of the app, and the picture of them.

use std::collections::HashMap;
use std::path::PathBuf;

use vults_agents::{Installation, installations};
use vults_core::{Dead, Drift, FolderState, FolderView, ProblemView, SetupView, TestView};
use vults_disk::ConfigError;

use super::dead::{SessionSigns, Signs};
use super::error::InstallError;
use super::folders::{Folder, folders};
use super::installer::{Installer, Wish};
use super::record::{self, FileRecord, Record, Unknown};
use super::sessions::{self, Session};
use super::setup::SetupAct;
use super::transaction::recorded;
use super::{dead, signs, view};
use crate::reports::Reports;
use crate::watch;

/// What is known of every settings file.
#[derive(Debug)]
pub(crate) struct Keeper {
    installer: Installer,
    reports: Reports,
    /// The agents' running sessions, as they were when somebody last looked.
    sessions: HashMap<&'static str, Vec<Session>>,
    relay_trouble: Option<String>,
    /// Whether the person has seen in this run what the first one wrote, remembered or not.
    seen: bool,
    tests: HashMap<String, TestView>,
    /// What the last thing that was to be done to a file came to, where it failed.
    failures: HashMap<String, ProblemView>,
    view: SetupView,
}

/// One settings file, and how it looks.
#[derive(Debug)]
pub(crate) struct Picture {
    pub(crate) installation: &'static Installation,
    pub(crate) folder: Folder,
    pub(crate) view: FolderView,
}

impl Keeper {
    pub(crate) fn new(installer: Installer, reports: Reports) -> Keeper {
        Keeper {
            installer,
            reports,
            sessions: HashMap::new(),
            relay_trouble: None,
            seen: false,
            tests: HashMap::new(),
            failures: HashMap::new(),
            view: SetupView::default(),
        }
    }

    /// Who writes.
    pub(crate) fn installer(&self) -> &Installer {
        &self.installer
    }

    /// What happens once at the start: the relay to its place, the hooks into each file.
    pub(crate) fn start(&mut self) {
        self.relay_trouble = self.installer.put_relay().err();
        self.look();
        self.bring_up_to_date();
    }

    /// Whether agents are asked for cost and limits where that takes a place in their terminal; none
    /// leaves that place as it is.
    pub(crate) fn cost_and_limits(&mut self, asked: Option<bool>) {
        self.installer.take_line_alone(asked);
        self.bring_up_to_date();
    }

    fn bring_up_to_date(&mut self) {
        for (installation, folder) in self.folders() {
            self.carry_out(Wish::Start, installation, &folder);
        }
    }

    /// Looks at the running sessions.
    pub(crate) fn look(&mut self) {
        let around = self.installer.around();
        let home = around.home.as_deref();
        self.sessions = installations()
            .map(|it| (it.agent.as_str(), sessions::running(&around.proc, it, home)))
            .collect();
    }

    /// Notes what others have changed, and whose review is given: an agent runs only what is.
    pub(crate) fn notice(&mut self) {
        self.look();
        for (installation, folder) in self.folders() {
            self.carry_out(Wish::Notice, installation, &folder);
            if installation.review.is_some() && self.is_heard(installation, &folder) {
                // It is told anew otherwise, as long as the session runs.
                _ = self.installer.reviewed(&folder, true);
            }
        }
    }

    /// Whether a running session has sent an event by the settings that we last wrote.
    fn is_heard(&self, installation: &Installation, folder: &Folder) -> bool {
        let record = self.installer.record().unwrap_or_default();
        let Ok((_, Some(written))) = recorded(&record, folder) else { return false };
        let sessions = self.sessions.get(folder.agent).map_or(&[][..], Vec::as_slice);
        let around = self.installer.around();
        runs(written, &signs::read(around, installation, folder, sessions, &self.reports))
    }

    /// Does what a person asks for.
    pub(crate) fn act(&mut self, act: SetupAct) {
        match act {
            SetupAct::Install(id) => self.act_on(&id, Wish::Install),
            SetupAct::Remove(id) => self.act_on(&id, Wish::Remove),
            SetupAct::Test(id) => self.test(&id),
            SetupAct::Look => self.look_again(),
            SetupAct::Seen => {
                self.seen = true;
                if self.installer.seen().is_err() {
                    tracing::warn!("the first run is not remembered");
                }
            }
        }
    }

    /// Looks at everything anew. What once failed may have been put right, and nothing but another
    /// attempt would tell.
    fn look_again(&mut self) {
        self.failures.clear();
        if self.relay_trouble.is_some() {
            self.relay_trouble = self.installer.put_relay().err();
        }
        self.notice();
    }

    fn act_on(&mut self, id: &str, wish: Wish) {
        if wish == Wish::Install {
            self.relay_trouble = self.installer.put_relay().err();
        }
        if let Some((installation, folder)) = self.named(id) {
            self.tests.remove(id);
            self.carry_out(wish, installation, &folder);
        }
    }

    fn carry_out(&mut self, wish: Wish, installation: &'static Installation, folder: &Folder) {
        let id = folder.id();
        match self.installer.carry_out(wish, installation, folder) {
            Ok(_) if wish == Wish::Notice => {}
            Ok(_) => drop(self.failures.remove(&id)),
            Err(error) => {
                // The window says why; the log names no paths.
                tracing::warn!(agent = folder.agent, ?wish, "a settings file is left as it is");
                // What the file itself says is told whenever it is shown.
                if passes(&error) {
                    self.failures.insert(id, view::problem(&error));
                }
            }
        }
    }

    fn test(&mut self, id: &str) {
        let Some((installation, folder)) = self.named(id) else { return };
        // Of a file that cannot be read the window says so already.
        if let Ok(tested) = self.installer.test(installation, &folder) {
            self.tests.insert(id.to_owned(), tested);
        }
    }

    fn named(&self, id: &str) -> Option<(&'static Installation, Folder)> {
        self.folders().into_iter().find(|(_, folder)| folder.id() == id)
    }

    fn folders(&self) -> Vec<(&'static Installation, Folder)> {
        let record = self.installer.record().unwrap_or_default();
        self.folders_of(&record)
    }

    fn folders_of(&self, record: &Record) -> Vec<(&'static Installation, Folder)> {
        let of = |installation: &'static Installation| {
            let sessions = self.sessions.get(installation.agent.as_str());
            let sessions = sessions.map_or(&[][..], Vec::as_slice);
            let found = folders(self.installer.around(), installation, record, sessions);
            found.into_iter().map(move |folder| (installation, folder))
        };
        installations().flat_map(of).collect()
    }

    /// The files whose changes matter.
    pub(crate) fn watched(&self) -> Vec<PathBuf> {
        let own = self.installer.around().places.data.join(record::NAME);
        let record = self.installer.record().unwrap_or_default();
        let found = self.folders_of(&record).into_iter().map(|(_, folder)| folder.file);
        // One whose folder is away may come back.
        let written = record.files.keys().map(PathBuf::from);
        found.chain(written).flat_map(|file| watch::names_of(&file)).chain([own]).collect()
    }

    /// The new picture, where it is another one.
    pub(crate) fn refresh(&mut self) -> Option<SetupView> {
        let record = self.installer.record();
        let mut view = SetupView {
            revision: self.view.revision,
            first_run: !self.seen && record.as_ref().is_ok_and(|record| !record.seen),
            relay: view::shown(&self.installer.relay()),
            relay_trouble: self.relay_trouble.clone(),
            folders: self.pictures(&record).into_iter().map(|picture| picture.view).collect(),
        };
        if view == self.view {
            return None;
        }
        view.revision += 1;
        self.view = view.clone();
        Some(view)
    }

    /// Each settings file as it stands now.
    pub(crate) fn pictures(&self, record: &Result<Record, Unknown>) -> Vec<Picture> {
        let empty = Record::default();
        let known = record.as_ref().unwrap_or(&empty);
        let picture = |(installation, folder): (&'static Installation, Folder)| {
            let dead = self.dead(installation, &folder, known);
            let test = self.tests.get(&folder.id()).cloned();
            let mut view = view::folder(&self.installer, installation, &folder, known, dead, test);
            if let Err(unknown) = record {
                view.state = FolderState::NotEditable;
                view.problem = Some(view::problem_of(unknown));
                view.offer = None;
                // A removal begins a new record where the old one is of no use.
                view.removal.take_if(|_| !matches!(unknown, Unknown::Damaged { .. }));
            }
            if view.problem.is_none() {
                view.problem = self.failures.get(&view.id).cloned();
            }
            Picture { installation, folder, view }
        };
        self.folders_of(known).into_iter().map(picture).collect()
    }

    fn dead(&self, installation: &Installation, folder: &Folder, record: &Record) -> Vec<Dead> {
        let sessions = self.sessions.get(folder.agent).map_or(&[][..], Vec::as_slice);
        let written = recorded(record, folder).ok().and_then(|(_, written)| written);
        let installed_ms = written.map(|written| written.installed_ms);
        let around = self.installer.around();
        let mut signs = signs::read(around, installation, folder, sessions, &self.reports);
        let waits = installation.review.is_some() && written.is_some_and(FileRecord::awaits_review);
        signs.awaits_review = waits && !written.is_some_and(|written| runs(written, &signs));
        dead::reasons(&signs, installation, &folder.file, installed_ms)
    }

    /// The agents whose hooks somebody else took away, as of the last picture: each with the file
    /// that lost them last, so that a second file's loss is news.
    pub(crate) fn drift(&self) -> Vec<Drift> {
        let drift = |installation: &'static Installation| {
            let agent = installation.agent.as_str();
            let shown = self.view.folders.iter().filter(|shown| shown.agent == agent);
            let missing = shown.filter(|shown| {
                matches!(
                    shown.state,
                    FolderState::Missing | FolderState::Partial | FolderState::NotEditable
                )
            });
            let since = missing.filter_map(|shown| Some((shown.since_unix_ms?, shown.state)));
            let (since_unix_ms, state) = since.max_by_key(|(since_unix_ms, _)| *since_unix_ms)?;
            let partial = state == FolderState::Partial;
            Some(Drift { agent_name: installation.name.to_owned(), partial, since_unix_ms })
        };
        installations().filter_map(drift).collect()
    }
}

/// Whether a session has sent an event by the settings that we last wrote. One that was open then
/// may still run what it has read before.
fn runs(written: &FileRecord, signs: &Signs) -> bool {
    let since = written.written_ms.unwrap_or(written.installed_ms);
    let has_read = |session: &SessionSigns| session.started_ms > since;
    let mut sessions = signs.sessions.iter().filter(|session| has_read(session));
    sessions.any(|session| session.heard_ms.is_some_and(|heard| heard > since))
}

/// Whether an error says something about the moment, which looking at the file again does not.
fn passes(error: &InstallError) -> bool {
    match error {
        InstallError::Config(error) => {
            matches!(
                error,
                ConfigError::Changed
                    | ConfigError::Io { .. }
                    | ConfigError::NotOurs
                    | ConfigError::ReadOnly
            )
        }
        InstallError::Own { .. }
        | InstallError::NoRelay(_)
        | InstallError::Foreign(_)
        | InstallError::InUse(_)
        | InstallError::Unrecorded(_) => true,
        InstallError::LineLost
        | InstallError::TooMany
        | InstallError::Record(_)
        | InstallError::NotText(_) => false,
    }
}

#[cfg(test)]
mod tests;
