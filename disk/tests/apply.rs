//! What is written to real files.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use serde_json::json;
use tempfile::TempDir;
use vults_disk::{Backups, ConfigError, ConfigFile, Edit, Format, Step, write_own};

/// A folder with a settings file in it, and a folder for copies.
struct Place {
    folder: TempDir,
    backups: Backups,
}

const TEXT: &str = "{\n  \"model\": \"opus\" // mine\n}\n";
const EDITED: &str = "{\n  \"model\": \"opus\", // mine\n  \"ours\": 1\n}\n";

impl Place {
    fn new() -> Place {
        let folder = TempDir::new().unwrap();
        let backups = Backups::new(folder.path().join("data/backups"));
        fs::create_dir(folder.path().join("agent")).unwrap();
        let place = Place { folder, backups };
        fs::write(place.file(), TEXT).unwrap();
        place
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("agent/settings.json")
    }

    fn read(&self) -> ConfigFile {
        ConfigFile::read(&self.file(), Format::Json).unwrap()
    }

    /// What is in the agent's folder.
    fn names(&self) -> Vec<String> {
        names(&self.folder.path().join("agent"))
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn ours() -> Vec<Edit> {
    vec![Edit::Set { at: vec![Step::Key("ours".to_owned())], value: json!(1) }]
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

#[test]
fn an_edit_is_written_after_a_copy() {
    let place = Place::new();
    fs::set_permissions(place.file(), fs::Permissions::from_mode(0o640)).unwrap();
    let preview = place.read().edit(&ours()).unwrap();
    let promised = preview.fingerprint();
    let applied = preview.apply(&place.backups).unwrap();
    assert_eq!(fs::read_to_string(place.file()).unwrap(), EDITED);
    assert_eq!(mode(&place.file()), 0o640);
    let backup = applied.backup.unwrap();
    assert_eq!(fs::read_to_string(&backup).unwrap(), TEXT);
    assert_eq!(mode(&backup), 0o600);
    assert_eq!(mode(backup.parent().unwrap()), 0o700);
    assert_eq!(place.backups.newest(&place.file()), Some(backup));
    assert_eq!(applied.fingerprint, promised);
    assert_eq!(applied.fingerprint, place.read().fingerprint());
    assert_eq!(applied.len, EDITED.len() as u64);
    assert_eq!(place.names(), ["settings.json"]);
}

#[test]
fn a_file_that_another_program_wrote_stays_as_that_left_it() {
    let place = Place::new();
    let preview = place.read().edit(&ours()).unwrap();
    fs::write(place.file(), "{\"theirs\": 1}").unwrap();
    assert!(matches!(preview.apply(&place.backups), Err(ConfigError::Changed)));
    assert_eq!(fs::read_to_string(place.file()).unwrap(), "{\"theirs\": 1}");
    assert_eq!(place.names(), ["settings.json"]);
}

#[test]
fn links_stay() {
    let place = Place::new();
    let real = place.folder.path().join("dotfiles");
    fs::rename(place.folder.path().join("agent"), &real).unwrap();
    symlink("dotfiles", place.folder.path().join("agent")).unwrap();
    fs::rename(real.join("settings.json"), real.join("real.json")).unwrap();
    symlink("second", real.join("settings.json")).unwrap();
    symlink("../dotfiles/real.json", real.join("second")).unwrap();
    place.read().edit(&ours()).unwrap().apply(&place.backups).unwrap();
    assert_eq!(fs::read_to_string(real.join("real.json")).unwrap(), EDITED);
    assert!(real.join("settings.json").is_symlink() && real.join("second").is_symlink());
}

#[test]
fn a_file_of_our_own_is_written_only_when_it_differs() {
    let place = Place::new();
    let path = place.folder.path().join("data/bin/vults-hook");
    assert!(write_own(&path, b"one", 0o755).unwrap());
    assert_eq!((fs::read(&path).unwrap(), mode(&path)), (b"one".to_vec(), 0o755));
    assert_eq!(mode(path.parent().unwrap()), 0o700);
    let inode = fs::metadata(&path).unwrap().ino();
    assert!(!write_own(&path, b"one", 0o755).unwrap());
    assert_eq!(fs::metadata(&path).unwrap().ino(), inode);
    assert!(write_own(&path, b"one", 0o600).unwrap());
    assert!(write_own(&path, b"two", 0o600).unwrap());
    assert_eq!((fs::read(&path).unwrap(), mode(&path)), (b"two".to_vec(), 0o600));
    assert_eq!(names(path.parent().unwrap()), ["vults-hook"]);
}
