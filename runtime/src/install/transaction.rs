//! One wish for one settings file, from the bytes that are read to the record of what was written.
//! The lock is held meanwhile.

mod names;

use std::fs;
use std::path::Path;

use serde_json::Value;
use vults_agents::Installation;
use vults_disk::{Applied, ConfigError, ConfigFile, Diff, Format, Preview};

use super::error::{InstallError, own};
use super::folders::Folder;
use super::installer::{Done, Installer, Wish, now_ms};
use super::plan::{Change, Saved, Survey};
use super::record::{Before, FileRecord, Record, Stood, Unknown};
use super::{relay, saved};
use crate::owner;
pub(crate) use names::recorded;
use names::{line_names, real_name};

/// Of each line of a diff in the record.
const MOST_LETTERS: usize = 1_000;
/// Far more changes than an agent has events. Each is proved by itself, which takes its time.
const MOST_EDITS: usize = 200;

impl Installer {
    pub(super) fn once(
        &self,
        wish: Wish,
        installation: &'static Installation,
        folder: &Folder,
    ) -> Result<Done, InstallError> {
        let now_ms = now_ms();
        let mut record = match (wish, self.record()) {
            // What the person wants now is known all the same.
            (Wish::Remove, Err(Unknown::Damaged { .. })) => {
                Record::put_aside(self.data())
                    .map_err(own("the record of Vults could not be put aside"))?;
                Record::default()
            }
            (_, record) => record?,
        };
        let (key, written) = recorded(&record, folder)?;
        let by_itself = matches!(wish, Wish::Start | Wish::Notice);
        if by_itself && !may_write(&record, written, installation) {
            return Ok(Done::default());
        }
        let written = written.cloned();
        let file = match read(&folder.file, wish) {
            Ok(file) => file,
            Err(error) => {
                // The agent cannot read it either; of other errors nobody knows that.
                let broken = matches!(error, ConfigError::Syntax { .. } | ConfigError::NotText);
                let missed = record.files.get_mut(&key);
                if let Some(after) = missed.filter(|_| by_itself && broken) {
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
        if wish != Wish::Remove && !preview.is_empty() && !relay::is_there(self.data()) {
            return Err(InstallError::NoRelay(self.relay()));
        }
        let mut after = match &written {
            Some(written) if written.removed_ms.is_none() || wish == Wish::Remove => {
                written.clone()
            }
            _ => FileRecord { stood: survey.stood(), ..FileRecord::new(folder.agent, now_ms) },
        };
        if wish == Wish::Install && survey.is_free() {
            after.installed_ms = now_ms;
        }
        after.entries.clone_from(&change.entries);
        after.line = change.line;
        after.removed_ms = (wish == Wish::Remove).then_some(now_ms);
        after.miss(!change.gone.is_empty(), now_ms);
        // What runs behind ours is saved before ours comes, and known until ours is out.
        let forgets = change.saved == Saved::Forget;
        if !forgets {
            self.keep_line(folder, &change)?;
        }
        let restore = self.intend(wish, &record, &key, now_ms)?;
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
        });
        let done = done.inspect_err(|_| {
            if restore && self.remember(&record).is_err() {
                tracing::warn!("a removal that failed stays in the record");
            }
        })?;
        after.real = real_name(folder).or(after.real);
        record.files.insert(key, after);
        match record.write(self.data()) {
            // That they were removed stands there already.
            Err(_) if restore => tracing::warn!("the record of a removal is not complete"),
            Err(cause) if !done.diff.hunks.is_empty() => {
                return Err(InstallError::Unrecorded(cause));
            }
            written => written.map_err(own("what Vults remembers of it could not be written"))?,
        }
        if forgets && self.keep_line(folder, &change).is_err() {
            // It does no harm: nothing looks for it until the line is taken again.
            tracing::warn!("a status line that has come back stays saved");
        }
        Ok(done)
    }

    /// Notes a removal before it is made: whatever happens between, no start puts hooks back that
    /// the person has removed. Says whether it was noted.
    fn intend(
        &self,
        wish: Wish,
        record: &Record,
        key: &str,
        now_ms: u64,
    ) -> Result<bool, InstallError> {
        let mut intent = record.clone();
        match intent.files.get_mut(key) {
            Some(file) if wish == Wish::Remove && file.removed_ms.is_none() => {
                file.removed_ms = Some(now_ms);
            }
            _ => return Ok(false),
        }
        self.remember(&intent)?;
        Ok(true)
    }

    pub(super) fn plan(
        &self,
        wish: Wish,
        survey: &Survey<'_>,
        written: Option<&FileRecord>,
        folder: &Folder,
        file: &ConfigFile,
    ) -> Result<(Preview, Change), InstallError> {
        let line = self.line_behind(survey, written, folder)?;
        let change = match (wish, written) {
            (Wish::Start | Wish::Notice, Some(written)) => survey.start(written, line.as_ref()),
            (Wish::Start | Wish::Notice, None) | (Wish::Install, _) => {
                survey.install(written, line.as_ref())
            }
            (Wish::Remove, _) => {
                let stood = written.map_or_else(Stood::default, |written| written.stood.clone());
                survey.remove(&stood, line.as_ref())
            }
        };
        if change.edits.len() > MOST_EDITS {
            return Err(InstallError::TooMany);
        }
        let restored = match (wish, written) {
            (Wish::Remove, Some(written)) => restored(written, file),
            _ => None,
        };
        match restored {
            Some(preview) => Ok((preview, change)),
            None if wish == Wish::Remove && survey.runs_line() && line.is_none() => {
                Err(InstallError::LineLost)
            }
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
        if let Some(theirs) = owner::foreign(folder.path()) {
            return Err(InstallError::Foreign(theirs));
        }
        if !folder.path().exists() {
            let made = vults_disk::make_folder(folder.path());
            made.map_err(own("the settings folder could not be made"))?;
            after.made_folder = true;
        }
        let diff = preview.diff();
        let applied = preview.apply(&self.backups())?;
        after.before = before(&applied);
        after.fingerprint = Some(applied.fingerprint);
        after.len = applied.len;
        after.written_ms = Some(now_ms);
        after.reviewed_ms = None;
        after.diff = Some(clipped(&diff));
        if after.removed_ms.is_some() && after.made_folder {
            // Where something else has come into it, it stays.
            after.made_folder = fs::remove_dir(folder.path()).is_err();
        }
        Ok(Done { diff, backup: applied.backup })
    }

    /// The person's own status line, or null where there was none: as it was saved, else where ours
    /// stands in its place as the copies of the file have it.
    fn line_behind(
        &self,
        survey: &Survey<'_>,
        written: Option<&FileRecord>,
        folder: &Folder,
    ) -> Result<Option<Value>, InstallError> {
        let names = line_names(folder)?;
        let saved = names.iter().find_map(|name| saved::line(self.data(), name, folder.agent));
        if saved.is_some() || !survey.runs_line() {
            return Ok(saved);
        }
        let before = match written.and_then(|written| written.before.as_ref()) {
            Some(Before::Copy { path, .. }) => Some(path.clone()),
            // There was no file, so there was no line in it.
            Some(Before::Nothing) => return Ok(Some(Value::Null)),
            None => None,
        };
        let copies = before.into_iter().chain(self.backups().all(&folder.file));
        Ok(saved::in_copies(copies, folder.agent))
    }

    fn keep_line(&self, folder: &Folder, change: &Change) -> Result<(), InstallError> {
        saved::keep(self.data(), &line_names(folder)?, &change.saved)
            .map_err(own("the status line behind ours could not be saved"))
    }

    pub(super) fn remember(&self, record: &Record) -> Result<(), InstallError> {
        record.write(self.data()).map_err(own("what Vults remembers of it could not be written"))
    }
}

/// Reads a settings file. One that is about to get something of ours must have come to rest.
fn read(path: &Path, wish: Wish) -> Result<ConfigFile, ConfigError> {
    match wish {
        Wish::Start | Wish::Install => ConfigFile::read_settled(path, Format::Json),
        Wish::Remove | Wish::Notice => ConfigFile::read(path, Format::Json),
    }
}

/// A diff for the record, which a file on one line must not fill.
fn clipped(diff: &Diff) -> Diff {
    let mut diff = diff.clone();
    for (_, line) in diff.hunks.iter_mut().flat_map(|hunk| &mut hunk.lines) {
        if let Some((end, _)) = line.char_indices().nth(MOST_LETTERS) {
            line.truncate(end);
            line.push('…');
        }
    }
    diff
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
            let preview = file.rewrite(Some(vults_disk::read_own(path).ok()??));
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
