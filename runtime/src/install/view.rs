//! How one settings file looks in the settings window. Writes nothing.

use std::fs;
use std::path::Path;

use vults_agents::Installation;
use vults_core::{
    Dead, EntryView, FolderState, FolderView, Obstacle, ProblemView, Shrunk, StatusLine, TestView,
    Text, WrittenView,
};
use vults_disk::{ConfigError, ConfigFile, Format};

use super::diff;
use super::error::InstallError;
use super::folders::Folder;
use super::installer::{Installer, Wish};
use super::ours::Line;
use super::plan::Survey;
use super::record::{FileRecord, LineRecord, Record, Unknown};
use super::saved;
use super::transaction::recorded;

/// A settings file as it stands now, with what could be done to it.
pub(crate) fn folder(
    installer: &Installer,
    installation: &'static Installation,
    folder: &Folder,
    record: &Record,
    dead: Vec<Dead>,
    test: Option<TestView>,
) -> FolderView {
    let mut view = FolderView {
        id: folder.id(),
        agent: installation.agent.as_str().to_owned(),
        agent_name: installation.name.to_owned(),
        file: shown(&folder.file),
        target: None,
        state: FolderState::NotEditable,
        since_unix_ms: None,
        entries: entries(installation, None),
        status_line: StatusLine::Untouched,
        dead: Vec::new(),
        written: None,
        offer: None,
        removal: None,
        backup: installer.backups().newest(&folder.file).as_deref().map(shown),
        shrunk: None,
        problem: None,
        test,
    };
    let written = match recorded(record, folder) {
        Ok((_, written)) => written,
        Err(error) => {
            view.problem = Some(problem(&error));
            return view;
        }
    };
    view.since_unix_ms = written.and_then(|written| written.missing_ms);
    view.written = written.and_then(written_view);
    match ConfigFile::read(&folder.file, Format::Json) {
        Ok(file) => {
            view.target = (file.target() != folder.file).then(|| shown(file.target()));
            view.shrunk = written.and_then(|written| shrunk(written, file.len()));
            look(&mut view, installer, installation, folder, record, &file);
            if view.entries.iter().any(|entry| entry.present) {
                view.dead = dead;
            }
        }
        Err(error) => {
            let len = fs::metadata(&folder.file).map_or(0, |found| found.len());
            view.shrunk = written.and_then(|written| shrunk(written, len));
            view.problem = Some(problem(&error.into()));
        }
    }
    view
}

fn look(
    view: &mut FolderView,
    installer: &Installer,
    installation: &'static Installation,
    folder: &Folder,
    record: &Record,
    file: &ConfigFile,
) {
    let preview = |wish| installer.preview(wish, installation, folder, record, file);
    let outcome = installer.survey(installation, file).and_then(|survey| {
        let written = recorded(record, folder)?.1;
        view.entries = entries(installation, Some(&survey));
        view.status_line = line(installer, &survey, folder, written);
        let is = state(&survey, written);
        let (removal, offer) = (preview(Wish::Remove), preview(Wish::Install));
        if offer.is_ok() || is == FolderState::Installed {
            view.state = is;
        }
        if let (Some(shown), Some(written)) = (&mut view.written, written) {
            // What takes all hooks away undoes nothing but the writing of all of them.
            let is_whole =
                written.before.is_some() && written.written_ms == Some(written.installed_ms);
            shown.undo = is_whole && view.state == FolderState::Installed;
        }
        if let Ok(removal) = &removal {
            view.removal = diff::of(removal);
        }
        view.offer = diff::of(&offer?);
        if let Err(error @ InstallError::LineLost) = &removal {
            view.problem = Some(problem(error));
        }
        view.since_unix_ms = match (view.state, written) {
            (FolderState::Installed, Some(written)) => Some(written.installed_ms),
            (FolderState::Removed, Some(written)) => written.removed_ms,
            (_, written) => written.and_then(|written| written.missing_ms),
        };
        Ok(())
    });
    if let Err(error) = outcome {
        view.problem = Some(problem(&error));
    }
    if view.state == FolderState::Installed {
        view.shrunk = None;
    }
}

fn state(survey: &Survey<'_>, written: Option<&FileRecord>) -> FolderState {
    let all = survey.missing().next().is_none();
    let none = survey.hooks.is_empty();
    match written {
        _ if all => FolderState::Installed,
        Some(written) if written.removed_ms.is_some() => FolderState::Removed,
        None if none => FolderState::NotInstalled,
        Some(_) if none => FolderState::Missing,
        _ => FolderState::Partial,
    }
}

fn entries(installation: &Installation, survey: Option<&Survey<'_>>) -> Vec<EntryView> {
    let entries = installation.entries.iter();
    let view = |entry: &vults_agents::Entry| EntryView {
        event: entry.event.to_owned(),
        matcher: entry.matcher.map(str::to_owned),
        present: survey.is_some_and(|survey| survey.stands(entry)),
    };
    entries.map(view).collect()
}

fn line(
    installer: &Installer,
    survey: &Survey<'_>,
    folder: &Folder,
    written: Option<&FileRecord>,
) -> StatusLine {
    let taken = written.is_some_and(|written| written.line == Some(LineRecord::Taken));
    match survey.line {
        Line::Ours { .. } => {
            let data = &installer.around().places.data;
            let mut names = folder.names().filter_map(Path::to_str);
            let saved = names.any(|name| {
                saved::line(data, name, folder.agent).is_some_and(|line| !line.is_null())
            });
            if saved { StatusLine::Chained } else { StatusLine::Ours }
        }
        Line::Command(_) if taken => StatusLine::Theirs,
        _ => StatusLine::Untouched,
    }
}

fn written_view(written: &FileRecord) -> Option<WrittenView> {
    Some(WrittenView {
        unix_ms: written.written_ms?,
        diff: diff::view(written.diff.as_ref()?),
        undo: false,
    })
}

/// A file of which less than half is left may have been cut.
fn shrunk(written: &FileRecord, now: u64) -> Option<Shrunk> {
    let before = written.len;
    let is_cut = written.removed_ms.is_none() && now < before / 2;
    is_cut.then_some(Shrunk { before, now })
}

/// Why a file is left alone, in a sentence.
pub(crate) fn problem(error: &InstallError) -> ProblemView {
    let at = |line: u32, column: u32| (Some(line), Some(column));
    let (sentence, (line, column)) = match error {
        InstallError::Config(ConfigError::Syntax { line, column, reason }) => {
            (format!("It is no JSON that can be edited: {reason}"), at(*line, *column))
        }
        InstallError::Config(ConfigError::Shape { place, expected, line, column }) => {
            (format!("{} is not {expected}", named(place)), at(*line, *column))
        }
        InstallError::Config(ConfigError::Twice { key, line, column }) => {
            (format!("The key {key:?} stands twice"), at(*line, *column))
        }
        InstallError::Config(ConfigError::Missing { place }) => {
            (format!("{} is not there", named(place)), (None, None))
        }
        other => (other.to_string(), (None, None)),
    };
    ProblemView { obstacle: obstacle(error), sentence: sentence_of(&sentence), line, column }
}

fn obstacle(error: &InstallError) -> Obstacle {
    match error {
        InstallError::Record(_) => Obstacle::Record,
        InstallError::Own { .. }
        | InstallError::Foreign(_)
        | InstallError::InUse(_)
        | InstallError::NoRelay(_)
        | InstallError::Unrecorded(_)
        | InstallError::Config(
            ConfigError::Io { .. }
            | ConfigError::ReadOnly
            | ConfigError::NotOurs
            | ConfigError::NotAFile
            | ConfigError::Changed,
        ) => Obstacle::Access,
        _ => Obstacle::Contents,
    }
}

/// A place in a file, spelled as the file does, so that no capital letter is put to a key.
fn named(place: &str) -> String {
    // The words for the whole file have a blank, which no key has unless it stands in quotes.
    if place.contains([' ', '"']) { place.to_owned() } else { format!("\"{place}\"") }
}

/// Why nothing may be written anywhere.
pub(crate) fn problem_of(unknown: &Unknown) -> ProblemView {
    let sentence = format!("Nothing is changed, because {unknown}.");
    ProblemView { obstacle: Obstacle::Record, sentence, line: None, column: None }
}

/// With a capital letter and a full stop.
pub(crate) fn sentence_of(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    let end = if words.ends_with('.') { "" } else { "." };
    format!("{}{}{end}", first.unwrap_or_default(), letters.as_str())
}

/// A path, as a person can trust it.
pub(crate) fn shown(path: &Path) -> Text {
    Text::of(&path.to_string_lossy())
}
