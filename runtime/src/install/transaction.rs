//! One wish for one settings file, from the bytes that are read to the record of what was written.
//! The lock is held meanwhile.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt;

use serde_json::Value;
use vults_agents::Installation;
use vults_disk::{Applied, ConfigFile, Format, Preview};

use super::error::{InstallError, own, text};
use super::folders::Folder;
use super::installer::{Done, Installer, Wish, now_ms};
use super::plan::{Change, Survey};
use super::record::{Before, FileRecord, Record, Stood};
use super::saved;

impl Installer {
    pub(super) fn once(
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

    pub(super) fn plan(
        &self,
        wish: Wish,
        survey: &Survey<'_>,
        written: Option<&FileRecord>,
        folder: &Folder,
        file: &ConfigFile,
    ) -> Result<(Preview, Change), InstallError> {
        let change = match (wish, written) {
            (Wish::Start | Wish::Notice, Some(written)) => survey.start(written),
            (Wish::Start | Wish::Notice, None) | (Wish::Install, _) => {
                survey.install(written, self.saved_line(folder)?.as_ref())
            }
            (Wish::Remove, _) => {
                let stood = written.map_or_else(Stood::default, |written| written.stood.clone());
                survey.remove(&stood, self.saved_line(folder)?.as_ref())
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

    fn saved_line(&self, folder: &Folder) -> Result<Option<Value>, InstallError> {
        Ok(names(folder)?.into_iter().find_map(|name| saved::line(self.data(), name)))
    }

    fn keep_line(&self, folder: &Folder, change: &Change) -> Result<(), InstallError> {
        saved::keep(self.data(), &names(folder)?, &change.saved)
            .map_err(own("the status line behind ours cannot be saved"))
    }

    pub(super) fn remember(&self, record: &Record) -> Result<(), InstallError> {
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
