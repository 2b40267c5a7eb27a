//! One settings file at a time: read, plan, write, remember. Nothing else writes hooks.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use vults_agents::Installation;
use vults_core::TestView;
use vults_disk::{Applied, Backups, ConfigError, ConfigFile, Diff, Format, Preview};

use super::folders::Folder;
use super::lock::Lock;
use super::plan::{Aim, Change, Survey};
use super::record::{Before, FileRecord, Record, Stood, Unknown};
use super::surroundings::Surroundings;
use super::{probe, relay, saved};

/// The folder of copies, in the data folder.
const BACKUPS: &str = "backups";
/// How often a file is read anew, because another program has just changed it.
const TRIES: usize = 5;

/// Why a settings file, or our record of it, was not changed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InstallError {
    /// The file is left alone.
    #[error("{0}")]
    Config(#[from] ConfigError),
    /// Nobody knows what the person has removed.
    #[error("nothing is changed, because {0}")]
    Record(#[from] Unknown),
    /// A file of our own could not be written.
    #[error("{doing}: {cause}")]
    Own {
        /// What was tried.
        doing: &'static str,
        /// What the system said.
        cause: io::Error,
    },
    /// A path that cannot stand in JSON.
    #[error("the path {} is not UTF-8 text, which settings are", .0.display())]
    NotText(PathBuf),
}

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

    fn data(&self) -> &Path {
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

    fn lock(&self) -> Result<Lock, InstallError> {
        Lock::take(self.data()).map_err(own("its lock cannot be taken"))
    }

    fn once(
        &self,
        wish: Wish,
        installation: &'static Installation,
        folder: &Folder,
    ) -> Result<Done, InstallError> {
        let now_ms = now_ms();
        let mut record = self.record()?;
        let (key, written) = recorded(&record, folder)?;
        let by_itself = matches!(wish, Wish::Start | Wish::Notice);
        if by_itself && !may_write(&record, written, installation) {
            return Ok(Done::default());
        }
        let written = written.cloned();
        let file = match ConfigFile::read(&folder.file, Format::Json) {
            Ok(file) => file,
            Err(error) => {
                if let Some(after) = record.files.get_mut(&key).filter(|_| by_itself) {
                    // The agent cannot read it either.
                    after.miss(true, now_ms);
                    self.remember(&record)?;
                }
                return Err(error.into());
            }
        };
        let survey = self.survey(installation, &file)?;
        if wish == Wish::Notice {
            if let Some(after) = record.files.get_mut(&key) {
                let gone = survey.gone(after);
                after.miss(!gone.is_empty(), now_ms);
                self.remember(&record)?;
            }
            return Ok(Done::default());
        }
        let (preview, change) = self.plan(wish, &survey, written.as_ref(), folder, &file)?;
        let mut after = match &written {
            Some(written) if written.removed_ms.is_none() || wish == Wish::Remove => {
                written.clone()
            }
            _ => FileRecord { stood: survey.stood(), ..FileRecord::new(folder.agent, now_ms) },
        };
        after.entries.clone_from(&change.entries);
        after.line = change.line;
        after.removed_ms = (wish == Wish::Remove).then_some(now_ms);
        after.miss(!change.gone.is_empty(), now_ms);
        if wish != Wish::Remove {
            self.keep_line(folder, &change)?;
        }
        let done = self.write(folder, preview, &mut after, now_ms, |applied| match wish {
            Wish::Remove => None,
            _ if survey.is_free() => Some(match &applied.backup {
                Some(path) if file.exists() => {
                    Before::Copy { path: path.clone(), fingerprint: file.fingerprint() }
                }
                _ => Before::Nothing,
            }),
            _ => written
                .filter(|written| written.fingerprint == Some(file.fingerprint()))
                .and_then(|written| written.before),
        })?;
        if wish == Wish::Remove {
            self.keep_line(folder, &change)?;
        }
        record.files.insert(key, after);
        self.remember(&record)?;
        Ok(done)
    }

    fn plan(
        &self,
        wish: Wish,
        survey: &Survey<'_>,
        written: Option<&FileRecord>,
        folder: &Folder,
        file: &ConfigFile,
    ) -> Result<(Preview, Change), InstallError> {
        let change = match (wish, written) {
            (Wish::Start | Wish::Notice, Some(written)) => survey.start(written),
            (Wish::Start | Wish::Notice, None) | (Wish::Install, _) => survey.install(written),
            (Wish::Remove, _) => {
                let stood = written.map_or_else(Stood::default, |written| written.stood.clone());
                let names = names(folder)?;
                let saved = names.iter().find_map(|name| saved::line(self.data(), name));
                survey.remove(&stood, saved.as_ref())
            }
        };
        let restored = match (wish, written) {
            (Wish::Remove, Some(written)) => restored(written, file),
            _ => None,
        };
        match restored {
            Some(preview) => Ok((preview, change)),
            None => Ok((file.edit(&change.edits)?, change)),
        }
    }

    /// Writes the settings file, where there is something to write, and notes it.
    fn write(
        &self,
        folder: &Folder,
        preview: Preview,
        after: &mut FileRecord,
        now_ms: u64,
        before: impl FnOnce(&Applied) -> Option<Before>,
    ) -> Result<Done, InstallError> {
        if preview.is_empty() {
            return Ok(Done::default());
        }
        if !folder.path().exists() {
            let made = DirBuilder::new().recursive(true).mode(0o700).create(folder.path());
            made.map_err(own("its folder cannot be made"))?;
            after.made_folder = true;
        }
        let diff = preview.diff();
        let applied = preview.apply(&self.backups())?;
        after.before = before(&applied);
        after.fingerprint = Some(applied.fingerprint);
        after.len = applied.len;
        after.written_ms = Some(now_ms);
        after.diff = Some(diff.clone());
        if after.removed_ms.is_some() && after.made_folder {
            // Where something else has come into it, it stays.
            after.made_folder = fs::remove_dir(folder.path()).is_err();
        }
        Ok(Done { diff, backup: applied.backup })
    }

    fn keep_line(&self, folder: &Folder, change: &Change) -> Result<(), InstallError> {
        saved::keep(self.data(), &names(folder)?, &change.saved)
            .map_err(own("the status line behind ours cannot be saved"))
    }

    fn remember(&self, record: &Record) -> Result<(), InstallError> {
        record.write(self.data()).map_err(own("our record of it cannot be written"))
    }
}

/// The bytes without our hooks, where nobody else has written the file since.
fn restored(written: &FileRecord, file: &ConfigFile) -> Option<Preview> {
    let before = written.before.as_ref()?;
    if written.fingerprint != Some(file.fingerprint()) {
        return None;
    }
    match before {
        Before::Nothing => Some(file.rewrite(None)),
        Before::Copy { path, fingerprint } => {
            let preview = file.rewrite(Some(fs::read(path).ok()?));
            (preview.fingerprint() == *fingerprint).then_some(preview)
        }
    }
}

/// Whether hooks may be written without a person's word: not where they removed them, and not into
/// a new file of an agent from all of whose files they removed them.
fn may_write(
    record: &Record,
    written: Option<&FileRecord>,
    installation: &'static Installation,
) -> bool {
    let agent = installation.agent.as_str();
    match written {
        Some(written) => written.removed_ms.is_none(),
        None => {
            let mut others = record.files.values().filter(|file| file.agent == agent).peekable();
            others.peek().is_none() || others.any(|file| file.removed_ms.is_none())
        }
    }
}

/// What the record says of a file, by whichever of its names, and the name.
pub(crate) fn recorded<'a>(
    record: &'a Record,
    folder: &Folder,
) -> Result<(String, Option<&'a FileRecord>), InstallError> {
    let names = names(folder)?;
    let found = names.iter().find_map(|name| record.files.get_key_value(*name));
    match found {
        Some((key, written)) => Ok((key.clone(), Some(written))),
        None => Ok((text(&folder.file)?.to_owned(), None)),
    }
}

fn names(folder: &Folder) -> Result<Vec<&str>, InstallError> {
    folder.names().map(text).collect()
}

/// A path as it can stand in JSON.
fn text(path: &Path) -> Result<&str, InstallError> {
    path.to_str().ok_or_else(|| InstallError::NotText(path.to_owned()))
}

fn own(doing: &'static str) -> impl FnOnce(io::Error) -> InstallError {
    move |cause| InstallError::Own { doing, cause }
}

/// The time, in milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
