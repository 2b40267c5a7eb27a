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

#[test]
fn the_file_at_the_end_of_a_dangling_link_is_made() {
    let place = Place::new();
    fs::remove_file(place.file()).unwrap();
    let real = place.folder.path().join("real.json");
    symlink("../real.json", place.file()).unwrap();
    let applied = place.read().edit(&ours()).unwrap().apply(&place.backups).unwrap();
    assert_eq!(fs::read_to_string(&real).unwrap(), "{\n  \"ours\": 1\n}\n");
    assert_eq!((mode(&real), applied.backup), (0o600, None));
    assert!(place.file().is_symlink());
}

#[test]
fn a_file_that_came_meanwhile_stays() {
    let place = Place::new();
    fs::remove_file(place.file()).unwrap();
    let preview = place.read().edit(&ours()).unwrap();
    fs::write(place.file(), "theirs").unwrap();
    assert!(matches!(preview.apply(&place.backups), Err(ConfigError::Changed)));
    assert_eq!(fs::read_to_string(place.file()).unwrap(), "theirs");
}

#[test]
fn a_file_that_went_meanwhile_stays_away() {
    let place = Place::new();
    let preview = place.read().edit(&ours()).unwrap();
    let again = place.read().edit(&ours()).unwrap();
    fs::remove_file(place.file()).unwrap();
    assert!(matches!(preview.apply(&place.backups), Err(ConfigError::Changed)));
    fs::create_dir(place.file()).unwrap();
    assert!(matches!(again.apply(&place.backups), Err(ConfigError::Changed)));
    assert_eq!(place.names(), ["settings.json"]);
}

#[test]
fn what_changes_nothing_writes_nothing() {
    let place = Place::new();
    let before = fs::metadata(place.file()).unwrap();
    for preview in [place.read().edit(&[]).unwrap(), place.read().rewrite(Some(TEXT.into()))] {
        assert!(preview.is_empty() && preview.diff().hunks.is_empty());
        assert_eq!(preview.apply(&place.backups).unwrap().backup, None);
    }
    let after = fs::metadata(place.file()).unwrap();
    assert_eq!(after.ino(), before.ino());
    assert_eq!(after.mtime_nsec(), before.mtime_nsec());
    assert!(!place.folder.path().join("data").exists());
}

#[test]
fn the_very_bytes_come_back_from_the_copy() {
    let place = Place::new();
    let applied = place.read().edit(&ours()).unwrap().apply(&place.backups).unwrap();
    let copy = fs::read(applied.backup.unwrap()).unwrap();
    let back = place.read().rewrite(Some(copy)).apply(&place.backups).unwrap();
    assert_eq!(fs::read_to_string(place.file()).unwrap(), TEXT);
    assert_eq!(fs::read_to_string(back.backup.unwrap()).unwrap(), EDITED);
}

#[test]
fn a_file_is_taken_away_after_a_copy() {
    let place = Place::new();
    let applied = place.read().rewrite(None).apply(&place.backups).unwrap();
    assert_eq!(fs::read_to_string(applied.backup.unwrap()).unwrap(), TEXT);
    assert_eq!((place.names(), applied.len), (Vec::<String>::new(), 0));
    assert_eq!(applied.fingerprint, place.read().fingerprint());
    assert!(place.read().rewrite(None).is_empty());
}

#[test]
fn a_file_that_its_owner_closed_stays_as_it_is() {
    let place = Place::new();
    fs::set_permissions(place.file(), fs::Permissions::from_mode(0o444)).unwrap();
    let refused = place.read().edit(&ours()).unwrap().apply(&place.backups);
    assert!(matches!(refused, Err(ConfigError::ReadOnly)), "{refused:?}");
    assert_eq!(fs::read_to_string(place.file()).unwrap(), TEXT);
    assert_eq!(place.names(), ["settings.json"]);
}

/// Only root can make the case.
#[test]
fn a_file_of_another_user_stays_as_it_is() {
    let place = Place::new();
    if std::os::unix::fs::chown(place.file(), Some(65_534), None).is_err() {
        return;
    }
    let refused = place.read().edit(&ours()).unwrap().apply(&place.backups);
    assert!(matches!(refused, Err(ConfigError::NotOurs)), "{refused:?}");
    assert_eq!(fs::read_to_string(place.file()).unwrap(), TEXT);
}

#[test]
fn what_hangs_on_a_file_stays() {
    let place = Place::new();
    let flags = rustix::fs::XattrFlags::empty();
    match rustix::fs::setxattr(place.file(), "user.note", b"mine", flags) {
        // Not every file system has them.
        Err(rustix::io::Errno::NOTSUP) => return,
        set => set.unwrap(),
    }
    place.read().edit(&ours()).unwrap().apply(&place.backups).unwrap();
    let mut note = [0; 16];
    let len = rustix::fs::getxattr(place.file(), "user.note", &mut note).unwrap();
    assert_eq!(&note[..len], b"mine");
}

#[test]
fn another_name_of_the_file_keeps_the_old_bytes() {
    let place = Place::new();
    let other = place.folder.path().join("snapshot.json");
    fs::hard_link(place.file(), &other).unwrap();
    place.read().edit(&ours()).unwrap().apply(&place.backups).unwrap();
    assert_eq!(fs::read_to_string(place.file()).unwrap(), EDITED);
    assert_eq!(fs::read_to_string(other).unwrap(), TEXT);
}

#[test]
fn folders_and_names_of_every_kind_work() {
    let place = Place::new();
    for name in ["with space", "it's \"$HOME\"", "é✓", "-rf"] {
        let folder = place.folder.path().join(name);
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join(name), TEXT).unwrap();
        let file = ConfigFile::read(&folder.join(name), Format::Json).unwrap();
        file.edit(&ours()).unwrap().apply(&place.backups).unwrap();
        assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), EDITED);
        assert!(place.backups.newest(&folder.join(name)).is_some());
    }
}

#[test]
fn a_missing_folder_is_an_error() {
    let place = Place::new();
    let path = place.folder.path().join("absent/settings.json");
    let file = ConfigFile::read(&path, Format::Json).unwrap();
    assert!(!file.exists());
    let refused = file.edit(&ours()).unwrap().apply(&place.backups);
    assert!(matches!(refused, Err(ConfigError::Io { doing: "make the new file", .. })));
    assert!(!path.parent().unwrap().exists());
}

#[test]
fn a_link_at_our_own_path_is_replaced() {
    let place = Place::new();
    let path = place.folder.path().join("relay");
    symlink(place.file(), &path).unwrap();
    assert!(write_own(&path, TEXT.as_bytes(), 0o644).unwrap());
    assert!(!path.is_symlink());
    assert_eq!((fs::read_to_string(&path).unwrap(), mode(&path)), (TEXT.to_owned(), 0o644));
    assert!(!write_own(&path, TEXT.as_bytes(), 0o644).unwrap());
    // A folder is no file.
    assert!(write_own(place.folder.path(), b"x", 0o600).is_err());
}
