//! Whose folders these are: a program that runs as another user must leave nothing in somebody's home
//! that they could not read, change or take away.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The owner of the folders that everybody's folders lie in.
const ROOT: u32 = 0;

/// The folder of another user in which a path lies, or would be made.
pub(crate) fn foreign(path: &Path) -> Option<PathBuf> {
    let found = path.ancestors().find_map(|path| Some((path, path.metadata().ok()?)));
    let ours = [rustix::process::geteuid().as_raw(), ROOT];
    found.filter(|(_, found)| !ours.contains(&found.uid())).map(|(path, _)| path.to_owned())
}

#[cfg(test)]
mod tests;
