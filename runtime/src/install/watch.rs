//! Who else writes settings files: the system tells, nobody polls.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// Watches the folders of some files, since a file that is replaced takes its watch along.
#[derive(Debug)]
pub(crate) struct Watch {
    /// Watches until dropped.
    _watcher: RecommendedWatcher,
}

impl Watch {
    /// Calls `changed` after each write, replacement or removal of one of the files, or of its
    /// folder; from a thread of its own. Folders that are not there are not watched.
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
        for folder in folders {
            if let Err(error) = watcher.watch(&folder, RecursiveMode::NonRecursive) {
                tracing::debug!(kind = ?error.kind, "a settings folder is not watched");
            }
        }
        Ok(Watch { _watcher: watcher })
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

/// The file, and the one at the end of its links.
pub(crate) fn names_of(file: &Path) -> impl Iterator<Item = PathBuf> {
    let target = file.canonicalize().ok().filter(|target| target != file);
    std::iter::once(file.to_owned()).chain(target)
}
