//! Which settings files there are of an agent.

use std::fs;
use std::path::{Path, PathBuf};

use vults_agents::Installation;

use super::record::Record;
use super::sessions::Session;
use super::surroundings::Surroundings;

/// A settings file, whether or not it is there yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Folder {
    /// Whose it is.
    pub(crate) agent: &'static str,
    /// The settings file, as the agent names it.
    pub(crate) file: PathBuf,
    /// Other names of the same file, by which sessions call it.
    pub(crate) aliases: Vec<PathBuf>,
}

impl Folder {
    /// What the page calls it.
    pub(crate) fn id(&self) -> String {
        format!("{}:{}", self.agent, self.file.display())
    }

    /// The folder itself.
    pub(crate) fn path(&self) -> &Path {
        self.file.parent().unwrap_or(&self.file)
    }

    /// Every name of the file.
    pub(crate) fn names(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(&self.file).chain(&self.aliases).map(PathBuf::as_path)
    }
}

/// The settings files of an agent: the one that it would read now, those that were written, those
/// of running sessions. One that is reached by several names comes once.
pub(crate) fn folders(
    around: &Surroundings,
    installation: &'static Installation,
    record: &Record,
    sessions: &[Session],
) -> Vec<Folder> {
    let agent = installation.agent.as_str();
    let has_program = around.program(installation.program).is_some();
    let current = around.folder(installation).filter(|folder| has_program || folder.is_dir());
    let file = |folder: PathBuf| folder.join(installation.file);
    let recorded = record.files.iter().filter(|(_, written)| written.agent == agent);
    let recorded = recorded.map(|(file, _)| PathBuf::from(file));
    // A folder that is gone altogether has no agent that would read it.
    let recorded = recorded.filter(|file| file.parent().is_some_and(Path::is_dir));
    let sessions = sessions.iter().filter_map(|session| session.folder.clone());
    let sessions = sessions.filter(|folder| folder.is_dir()).map(file);
    let mut found: Vec<Folder> = Vec::new();
    for file in current.map(file).into_iter().chain(recorded).chain(sessions) {
        let same = |folder: &&mut Folder| {
            folder.file == file
                || target(&file).is_some_and(|same| target(&folder.file) == Some(same))
        };
        match found.iter_mut().find(same) {
            Some(folder) if folder.file != file && !folder.aliases.contains(&file) => {
                folder.aliases.push(file);
            }
            Some(_) => {}
            None => found.push(Folder { agent, file, aliases: Vec::new() }),
        }
    }
    found
}

/// The file at the end of every link, as far as it is there.
fn target(file: &Path) -> Option<PathBuf> {
    fs::canonicalize(file).ok().or_else(|| {
        let folder = fs::canonicalize(file.parent()?).ok()?;
        Some(folder.join(file.file_name()?))
    })
}

#[cfg(test)]
mod tests;
