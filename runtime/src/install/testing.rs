//! What the tests of the installer share: a home of their own, and what stands in it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;
use vults_agents::{Installation, adapter};
use vults_protocol::Agent;
use vults_protocol::endpoint::SocketPath;

use super::error::InstallError;
use super::folders::{Folder, folders};
use super::installer::{Done, Installer, Wish};
use super::record::FileRecord;
use super::sessions;
use super::surroundings::Surroundings;
use crate::places::Places;

/// A home with an app and its relay in it.
pub(crate) struct Home {
    pub(crate) around: Surroundings,
    pub(crate) folder: TempDir,
}

/// A relay that does nothing, as the real one does without an app.
pub(crate) const RELAY: &str = "#!/bin/sh\ncat >/dev/null\n";

impl Home {
    pub(crate) fn new() -> Home {
        Home::named("home")
    }

    /// A home of this name, in a folder that goes when the test ends.
    pub(crate) fn named(name: &str) -> Home {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join(name);
        let app = folder.path().join("app");
        for path in [&home, &app, &folder.path().join("proc")] {
            fs::create_dir_all(path).unwrap();
        }
        put_program(&app.join("vults-hook"), RELAY);
        let socket = SocketPath { folder: folder.path().join("socket"), made_by_app: true };
        let places =
            Places { socket, data: home.join(".local/share/vults"), config: home.join(".config") };
        let around = Surroundings {
            places,
            variables: BTreeMap::new(),
            path: None,
            lifecycle: vults_lifecycle_hooks::Places {
                home: Some(home.clone()),
                ..vults_lifecycle_hooks::Places::default()
            },
            app: Some(app.join("vults")),
            root: folder.path().join("root"),
            proc: folder.path().join("proc"),
            home: Some(home),
        };
        Home { around, folder }
    }

    /// A home with these settings, where the app has started.
    pub(crate) fn started(text: &str) -> Home {
        let home = Home::new();
        home.write(text);
        home.start();
        home
    }

    pub(crate) fn home(&self) -> &Path {
        self.around.home.as_deref().unwrap()
    }

    pub(crate) fn data(&self) -> &Path {
        &self.around.places.data
    }

    /// The usual settings file.
    pub(crate) fn settings(&self) -> PathBuf {
        self.home().join(".claude/settings.json")
    }

    /// Writes the usual settings file.
    pub(crate) fn write(&self, text: &str) {
        fs::create_dir_all(self.home().join(".claude")).unwrap();
        fs::write(self.settings(), text).unwrap();
    }

    pub(crate) fn read(&self) -> String {
        fs::read_to_string(self.settings()).unwrap()
    }

    /// The usual settings file without what strict JSON does not know.
    pub(crate) fn value(&self) -> Value {
        Value::Object(parse(&self.settings()))
    }

    pub(crate) fn installer(&self) -> Installer {
        Installer::new(self.around.clone())
    }

    /// The settings files that are found.
    pub(crate) fn folders(&self) -> Vec<Folder> {
        let record = self.installer().record().unwrap_or_default();
        let sessions = sessions::running(&self.around.proc, claude(), self.around.home.as_deref());
        folders(&self.around, claude(), &record, &sessions)
    }

    /// Does one thing to the only settings file.
    pub(crate) fn wish(&self, wish: Wish) -> Result<Done, InstallError> {
        let mut folders = self.folders();
        assert_eq!(folders.len(), 1, "{folders:?}");
        self.installer().carry_out(wish, claude(), &folders.remove(0))
    }

    /// A start of the app, as far as it concerns files.
    pub(crate) fn start(&self) {
        self.installer().put_relay().unwrap();
        for folder in self.folders() {
            _ = self.installer().carry_out(Wish::Start, claude(), &folder);
        }
    }

    /// What the record says of the usual settings file.
    pub(crate) fn recorded(&self) -> FileRecord {
        let record = self.installer().record().unwrap();
        record.files[self.settings().to_str().unwrap()].clone()
    }

    /// Every file and folder of the home, data folder included, with all that a write would change.
    pub(crate) fn tree(&self) -> BTreeMap<PathBuf, (Vec<u8>, u32, i64, i64, u64)> {
        let mut tree = BTreeMap::new();
        let mut folders = vec![self.home().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let found = fs::symlink_metadata(&path).unwrap();
                let bytes = if found.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
                if found.is_dir() {
                    folders.push(path.clone());
                }
                let is = (bytes, found.mode(), found.mtime(), found.mtime_nsec(), found.ino());
                tree.insert(path, is);
            }
        }
        tree
    }
}

pub(crate) fn claude() -> &'static Installation {
    adapter(&Agent::Claude).installation().unwrap()
}

/// Writes a program from another process: a test beside this one that starts a program could hold
/// the file open for a moment, and an open file cannot be run.
pub(crate) fn put_program(path: &Path, text: &str) {
    let source = path.with_extension("source");
    fs::write(&source, text).unwrap();
    let copied = Command::new("install").args(["-m", "755"]).args([&source, path]).status();
    assert!(copied.unwrap().success());
    fs::remove_file(source).unwrap();
}

/// A settings file, comments and all.
pub(crate) fn parse(path: &Path) -> serde_json::Map<String, Value> {
    vults_disk::ConfigFile::read(path, vults_disk::Format::Json).unwrap().root().clone()
}
