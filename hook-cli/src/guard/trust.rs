//! Which projects' hooks the person trusts (D8): read once for an event, and only where it is asked.

use std::env;
use std::fs::OpenOptions;
use std::io::Read;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use rustix::process::geteuid;
use vults_lifecycle_hooks::ProjectFile;
use vults_protocol::TrustedHooks;
use vults_protocol::endpoint::trusted_hooks;

/// The permissions of a file that let others than its owner write in it.
const OTHERS_WRITE: u32 = 0o022;

/// What the app has kept; nothing where its file is missing or broken, or others could have written it.
pub(super) struct Trusted(TrustedHooks);

impl Trusted {
    pub(super) fn read() -> Trusted {
        let folder = |name: &str| env::var_os(name).map(PathBuf::from);
        let path = trusted_hooks(folder("XDG_DATA_HOME"), folder("HOME"));
        let bytes = path.and_then(|path| read(&path));
        Trusted(bytes.and_then(|bytes| TrustedHooks::parse(&bytes)).unwrap_or_default())
    }

    pub(super) fn trusts(&self, file: &ProjectFile<'_>) -> bool {
        let path = file.path.to_str();
        path.zip(file.fingerprint())
            .is_some_and(|(path, fingerprint)| self.0.trusts(path, fingerprint.as_str()))
    }
}

/// A regular file of a reasonable length that nobody but this user can write, without waiting for the
/// other end of a pipe.
fn read(path: &Path) -> Option<Vec<u8>> {
    let flags = i32::try_from((OFlags::NONBLOCK | OFlags::NOCTTY).bits()).ok()?;
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path).ok()?;
    // Of the file that is open: a path may lead to another one by now.
    let found = file.metadata().ok()?;
    let is_own = found.uid() == geteuid().as_raw() && found.mode() & OTHERS_WRITE == 0;
    if !found.is_file() || !is_own {
        return None;
    }
    let mut bytes = Vec::new();
    file.take(TrustedHooks::LONGEST_FILE + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= TrustedHooks::LONGEST_FILE).then_some(bytes)
}
