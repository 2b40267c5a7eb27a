//! One settings file at a time: read, plan, write, remember. Nothing else writes hooks.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use vults_agents::Installation;
use vults_core::TestView;
use vults_disk::{Backups, ConfigError, ConfigFile, Diff, Format, Preview};

use super::error::{InstallError, own, text};
use super::folders::Folder;
use super::lock::Lock;
use super::plan::{Aim, Survey};
use super::record::{Record, Unknown};
use super::surroundings::Surroundings;
use super::transaction::recorded;
use super::{probe, relay};

/// The folder of copies, in the data folder.
const BACKUPS: &str = "backups";
/// How often a file is read anew, because another program has just changed it.
const TRIES: usize = 5;

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
}

impl Installer {
    pub(crate) fn new(around: Surroundings) -> Installer {
        Installer { around }
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

    /// Puts the relay to its place.
    ///
    /// # Errors
    ///
    /// In a sentence.
    pub(crate) fn put_relay(&self) -> Result<(), String> {
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
                Err(InstallError::Config(ConfigError::Changed)) if tries > 1 => tries -= 1,
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
        Ok(Survey::new(file.root(), Aim { installation, relay }))
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
        self.plan(wish, &survey, written, folder, file).map(|(preview, _)| preview)
    }

    /// Sends a harmless event through each hook that stands in a settings file.
    ///
    /// # Errors
    ///
    /// [`InstallError`] where the file cannot be read.
    pub(crate) fn test(
        &self,
        installation: &'static Installation,
        folder: &Folder,
    ) -> Result<TestView, InstallError> {
        let file = ConfigFile::read(&folder.file, Format::Json)?;
        Ok(probe::test(&self.survey(installation, &file)?.hooks))
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

    /// Takes the relay and what lies beside it away; what was there.
    ///
    /// # Errors
    ///
    /// [`InstallError::Own`].
    pub(crate) fn take_relay_away(&self) -> Result<Vec<PathBuf>, InstallError> {
        let _lock = self.lock()?;
        relay::take_away(self.data()).map_err(own("vults-hook cannot be taken away"))
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

    pub(super) fn lock(&self) -> Result<Lock, InstallError> {
        Lock::take(self.data()).map_err(own("its lock cannot be taken"))
    }
}

/// The time, in milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
