//! One settings file at a time: read, plan, write, remember. Nothing else writes hooks.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use vults_agents::Installation;
use vults_core::{ReviewView, TestView};
use vults_disk::{Backups, ConfigError, ConfigFile, Diff, Format, Preview};

use super::error::{InstallError, own, text};
use super::folders::Folder;
use super::plan::{Aim, Survey};
use super::record::{Record, Unknown};
use super::surroundings::Surroundings;
use super::transaction::recorded;
use super::view::sentence_of;
use super::{probe, program, relay, review, saved};
use crate::lock::Lock;
use crate::owner;

/// The folder of copies, in the data folder.
const BACKUPS: &str = "backups";
/// The lock, in the data folder.
const LOCK: &str = "install.lock";
/// How often a file is read anew, because another program has just changed it.
const TRIES: usize = 5;
/// How long the other program is given meanwhile.
const PAUSE: Duration = Duration::from_millis(200);

/// What was done to one settings file.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// What changed in it; nothing where it was as it should be.
    pub(crate) diff: Diff,
    /// The copy of the bytes before.
    pub(crate) backup: Option<PathBuf>,
}

/// How a settings file is to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// The app has started.
    Start,
    /// A person asks for the hooks.
    Install,
    /// A person wants them gone.
    Remove,
    /// Somebody has written the file: only what is missing is noted.
    Notice,
}

/// Writes hooks.
#[derive(Clone, Debug)]
pub(crate) struct Installer {
    around: Surroundings,
    line_alone: Option<bool>,
}

impl Installer {
    pub(crate) fn new(around: Surroundings) -> Installer {
        Installer { around, line_alone: Some(true) }
    }

    /// Whether a status line is taken also where the person has none. As a rule it is. Where nobody
    /// can say, none comes, and the one that is there stays.
    pub(crate) fn take_line_alone(&mut self, alone: Option<bool>) {
        self.line_alone = alone;
    }

    pub(crate) fn around(&self) -> &Surroundings {
        &self.around
    }

    pub(super) fn data(&self) -> &Path {
        &self.around.places.data
    }

    /// What was written so far.
    ///
    /// # Errors
    ///
    /// [`Unknown`].
    pub(crate) fn record(&self) -> Result<Record, Unknown> {
        Record::read(self.data())
    }

    /// Where copies of settings files are.
    pub(crate) fn backups(&self) -> Backups {
        Backups::new(self.backups_folder())
    }

    /// Their folder.
    pub(crate) fn backups_folder(&self) -> PathBuf {
        self.data().join(BACKUPS)
    }

    /// Where the relay is, or would be.
    pub(crate) fn relay(&self) -> PathBuf {
        relay::place(self.data())
    }

    /// Whether hooks would call a program there.
    pub(crate) fn has_relay(&self) -> bool {
        relay::is_there(self.data())
    }

    /// Puts the relay to its place.
    ///
    /// # Errors
    ///
    /// In a sentence.
    pub(crate) fn put_relay(&self) -> Result<(), String> {
        let _lock = self.lock().map_err(|error| sentence_of(&error.to_string()))?;
        relay::put(self.around.app.as_deref(), self.data())
            .map_err(|error| format!("The program that agents call is not up to date: {error}."))
    }

    /// Does one thing to one settings file, or nothing at all.
    ///
    /// # Errors
    ///
    /// [`InstallError`]; the file is as it was then.
    pub(crate) fn carry_out(
        &self,
        wish: Wish,
        installation: &'static Installation,
        folder: &Folder,
    ) -> Result<Done, InstallError> {
        let _lock = self.lock()?;
        let mut tries = TRIES;
        loop {
            match self.once(wish, installation, folder) {
                Err(InstallError::Config(ConfigError::Changed)) if tries > 1 => {
                    tries -= 1;
                    thread::sleep(PAUSE);
                }
                done => return done,
            }
        }
    }

    /// What stands in a settings file.
    ///
    /// # Errors
    ///
    /// [`InstallError::NotText`] where the relay's path cannot stand there.
    pub(crate) fn survey<'a>(
        &self,
        installation: &'static Installation,
        file: &'a ConfigFile,
    ) -> Result<Survey<'a>, InstallError> {
        let relay = text(&self.relay())?.to_owned();
        Ok(Survey::new(file.root(), Aim { installation, relay, line_alone: self.line_alone })
            .with_comments(file.comments()))
    }

    /// What a wish would change.
    ///
    /// # Errors
    ///
    /// As [`Installer::carry_out`].
    pub(crate) fn preview(
        &self,
        wish: Wish,
        installation: &'static Installation,
        folder: &Folder,
        record: &Record,
        file: &ConfigFile,
    ) -> Result<Preview, InstallError> {
        let survey = self.survey(installation, file)?;
        let (_, written) = recorded(record, folder)?;
        let (preview, _) = self.plan(wish, &survey, written, folder, file)?;
        if let Some(theirs) = owner::foreign(folder.path()).filter(|_| !preview.is_empty()) {
            return Err(InstallError::Foreign(theirs));
        }
        preview.check()?;
        Ok(preview)
    }

    /// Sends a harmless event through each hook that stands in a settings file, and asks the agent
    /// itself what it says of them, where it runs only what its person has reviewed.
    ///
    /// # Errors
    ///
    /// [`InstallError`] where the file cannot be read, or what the agent said cannot be remembered.
    pub(crate) fn test(
        &self,
        installation: &'static Installation,
        folder: &Folder,
    ) -> Result<TestView, InstallError> {
        let file = ConfigFile::read(&folder.file, Format::Json)?;
        let hooks = self.survey(installation, &file)?.hooks;
        let mut test = probe::test(&hooks);
        if let Some(program) = self.around.program(installation.program) {
            test.program = Some(program::view(&program));
            let review = installation.review.as_ref().filter(|_| !hooks.is_empty());
            test.review =
                review.map(|review| review::said(&program, installation, review, folder, &hooks));
        }
        match test.review {
            Some(ReviewView::Given) => self.reviewed(folder, true)?,
            Some(ReviewView::Waits { .. } | ReviewView::Unlisted) => {
                self.reviewed(folder, false)?
            }
            Some(ReviewView::Silent) | None => {}
        }
        Ok(test)
    }

    /// Notes whether the agent runs what we last wrote into a settings file, where it is not known
    /// already.
    ///
    /// # Errors
    ///
    /// [`InstallError`].
    pub(crate) fn reviewed(&self, folder: &Folder, given: bool) -> Result<(), InstallError> {
        let _lock = self.lock()?;
        let mut record = self.record()?;
        let (key, _) = recorded(&record, folder)?;
        match record.files.get_mut(&key) {
            Some(file) if file.awaits_review() == given => {
                file.reviewed_ms = given.then(now_ms);
                self.remember(&record)
            }
            _ => Ok(()),
        }
    }

    /// Which hooks in a settings file call the relay beside doing something else: only the person
    /// changes them.
    pub(crate) fn wrapped(
        &self,
        installation: &'static Installation,
        folder: &Folder,
    ) -> Vec<String> {
        let Ok(file) = ConfigFile::read(&folder.file, Format::Json) else { return Vec::new() };
        let Ok(survey) = self.survey(installation, &file) else { return Vec::new() };
        survey.hooks.into_iter().filter(|hook| hook.call.wrapped).map(|hook| hook.event).collect()
    }

    /// Takes the relay and what lies beside it away, once no hook calls it any more; what was there.
    ///
    /// # Errors
    ///
    /// [`InstallError::InUse`] where the record knows hooks that were not removed, if only because
    /// their folder is away; else [`InstallError`].
    pub(crate) fn take_relay_away(&self) -> Result<Vec<PathBuf>, InstallError> {
        let _lock = self.lock()?;
        let record = self.record()?;
        if let Some((file, _)) = record.files.iter().find(|(_, file)| file.removed_ms.is_none()) {
            return Err(InstallError::InUse(file.into()));
        }
        relay::take_away(self.data()).map_err(own("vults-hook could not be taken away"))
    }

    /// The file of status lines that belong to no settings file that was found, if there are any.
    pub(crate) fn lines_left(&self) -> Option<PathBuf> {
        saved::left(self.data())
    }

    /// The person has seen what the first run wrote.
    ///
    /// # Errors
    ///
    /// [`InstallError`].
    pub(crate) fn seen(&self) -> Result<(), InstallError> {
        let _lock = self.lock()?;
        let mut record = self.record()?;
        record.seen = true;
        self.remember(&record)
    }

    /// Waits for the other writer, and sees that what it guards is this user's.
    fn lock(&self) -> Result<Lock, InstallError> {
        let home = self.around.home.as_deref();
        let theirs = home.into_iter().chain([self.data()]).find_map(owner::foreign);
        if let Some(theirs) = theirs {
            return Err(InstallError::Foreign(theirs));
        }
        Lock::take(self.data(), LOCK).map_err(own("the lock of the data folder could not be taken"))
    }
}

/// The time, in milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod codex_tests;
#[cfg(test)]
mod comment_tests;
#[cfg(test)]
mod fault_tests;
#[cfg(test)]
mod line_tests;
#[cfg(test)]
mod relay_tests;
#[cfg(test)]
mod tests;
