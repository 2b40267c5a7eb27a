//! Which projects' lifecycle hooks a person trusts (specs D8): written by the app, read by the relay.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The settings files that are trusted, each as it was when a person said so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustedHooks {
    fingerprints: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize)]
struct File {
    version: u32,
    trusted: BTreeMap<String, String>,
}

impl TrustedHooks {
    /// The version of the file's format, its field `version`.
    pub const VERSION: u32 = 1;
    /// No file of a reasonable person is longer, in bytes; a reader looks at no more.
    pub const LONGEST_FILE: u64 = 1 << 20;

    /// Reads the file; none where it is broken or of another version, and then nothing is trusted.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Option<TrustedHooks> {
        let file: File = serde_json::from_slice(bytes).ok()?;
        (file.version == TrustedHooks::VERSION)
            .then_some(TrustedHooks { fingerprints: file.trusted })
    }

    /// The file's bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let file = File { version: TrustedHooks::VERSION, trusted: self.fingerprints.clone() };
        // Strings alone, so that it cannot fail.
        let mut bytes = serde_json::to_vec_pretty(&file).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }

    /// Whether a settings file, absolute and without links, is trusted as it is now.
    #[must_use]
    pub fn trusts(&self, file: &str, fingerprint: &str) -> bool {
        self.fingerprints.get(file).is_some_and(|trusted| trusted == fingerprint)
    }

    /// A person trusts the file as it is now, and no longer as it was.
    pub fn trust(&mut self, file: &str, fingerprint: &str) {
        self.fingerprints.insert(file.to_owned(), fingerprint.to_owned());
    }

    /// Forgets a file; whether it was known.
    pub fn distrust(&mut self, file: &str) -> bool {
        self.fingerprints.remove(file).is_some()
    }

    /// The files that are trusted in some state, in order.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.fingerprints.keys().map(String::as_str)
    }
}
