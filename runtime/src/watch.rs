//! Who else writes settings files: the system tells, as far as it can.

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::{fs, io};

use notify::event::{AccessKind, AccessMode};
use notify::{ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// As many links in one path as the system follows.
const MOST_LINKS: usize = 40;

/// Watches the folders of some files, since a file that is replaced takes its watch along.
#[derive(Debug)]
pub(crate) struct Watch {
    /// Watches until dropped.
    _watcher: RecommendedWatcher,
    is_whole: bool,
}

impl Watch {
    /// Calls `changed` after each write, replacement or removal of one of the files, or of its
    /// folder; from a thread of its own. Folders that are not there are not watched, but the ones
    /// that they will come into.
    ///
    /// # Errors
    ///
    /// What the system says, most often that this user watches too much already.
    pub(crate) fn new(
        files: impl IntoIterator<Item = PathBuf>,
        changed: impl Fn() + Send + 'static,
    ) -> notify::Result<Watch> {
        let files: BTreeSet<PathBuf> = files.into_iter().collect();
        // A folder itself may be replaced, which its own folder tells.
        let mut names = files.clone();
        names.extend(files.iter().filter_map(|file| file.parent()).map(Path::to_owned));
        let folders: BTreeSet<PathBuf> =
            names.iter().filter_map(|name| name.parent()).map(Path::to_owned).collect();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            match event {
                Ok(event) if is_change(&event, &names) => changed(),
                Ok(_) => {}
                // Some were lost, so that anything may have changed.
                Err(_) => changed(),
            }
        })?;
        let mut is_whole = true;
        for folder in folders {
            if let Err(error) = watcher.watch(&folder, RecursiveMode::NonRecursive)
                && !is_absence(&error)
            {
                tracing::debug!(kind = ?error.kind, "a settings folder is not watched");
                is_whole = false;
            }
        }
        Ok(Watch { _watcher: watcher, is_whole })
    }

    /// Whether every folder that is there is watched.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_whole
    }
}

fn is_absence(error: &notify::Error) -> bool {
    match &error.kind {
        ErrorKind::PathNotFound => true,
        ErrorKind::Io(error) => error.kind() == io::ErrorKind::NotFound,
        _ => false,
    }
}

fn is_change(event: &Event, names: &BTreeSet<PathBuf>) -> bool {
    let writes = match event.kind {
        // Our own reading must not look like a change.
        EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
        _ => true,
    };
    writes && (event.need_rescan() || event.paths.iter().any(|path| names.contains(path)))
}

/// The file, every link on the way to it, and the file at the end.
pub(crate) fn names_of(file: &Path) -> Vec<PathBuf> {
    let mut names = vec![file.to_owned()];
    let mut way: VecDeque<PathBuf> = steps(file).collect();
    let (mut at, mut links) = (PathBuf::new(), 0);
    while let Some(step) = way.pop_front() {
        if step.as_os_str() == ".." {
            at.pop();
            continue;
        }
        // A step from the root begins anew.
        at.push(step);
        if let Ok(target) = fs::read_link(&at) {
            links += 1;
            if links > MOST_LINKS {
                return names;
            }
            names.push(at.clone());
            at.pop();
            steps(&target).rev().for_each(|step| way.push_front(step));
        }
    }
    names.push(at);
    names
}

fn steps(path: &Path) -> impl DoubleEndedIterator<Item = PathBuf> {
    path.components().map(|step| PathBuf::from(step.as_os_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watch_knows_whether_it_sees_everything() {
        let home = tempfile::tempdir().unwrap();
        let check = |file: &str, whole: bool| {
            let watch = Watch::new([home.path().join(file)], || {}).unwrap();
            assert_eq!(watch.is_whole(), whole, "{file}");
        };
        check("settings.json", true);
        // Nothing is there to be seen.
        check("absent/settings.json", true);
        check("absent/absent/settings.json", true);
        // The system refuses.
        check(&format!("{}/settings.json", "x".repeat(300)), false);
    }
}
