//! What a write leaves when its process ends in the middle, when the disk is full, when two come at
//! once: the old file or the new one.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;

use super::{CRASH_AT, INTRUDE_AT};
use crate::{Backups, ConfigError, ConfigFile, Edit, Format, Step, write_own};

/// The variable with what a child does, and the one with the folder where.
const CHILD: &str = "VULTS_DISK_CHILD";
const FOLDER: &str = "VULTS_DISK_FOLDER";

const OLD: &str = "{\n  \"a\": [1] // mine\n}\n";
const NEW: &str = "{\n  \"a\": [1, 2] // mine\n}\n";

const THEIRS: &str = "{\"theirs\": 1}";

/// A folder with a settings file in it, and room for copies.
struct Place(TempDir);

impl Place {
    fn new(text: &str) -> Place {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("agent")).unwrap();
        fs::write(file(folder.path()), text).unwrap();
        Place(folder)
    }

    fn text(&self) -> String {
        fs::read_to_string(file(self.0.path())).unwrap()
    }

    /// What is in the agent's folder.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path().join("agent")).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    /// This test program again, which does `what` here.
    fn child(&self, what: &str) -> Command {
        let mut command = Command::new(std::env::current_exe().unwrap());
        self.set_up(&mut command, what);
        command
    }

    fn set_up(&self, command: &mut Command, what: &str) {
        command
            .args(["--exact", "crash::tests::child", "--ignored", "--nocapture"])
            .env(CHILD, what)
            .env(FOLDER, self.0.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("agent/settings.json")
}

fn backups(folder: &Path) -> Backups {
    Backups::new(folder.join("backups"))
}

fn append(folder: &Path, value: serde_json::Value) -> Result<(), ConfigError> {
    let edit = Edit::Append { to: vec![Step::Key("a".to_owned())], value };
    ConfigFile::read(&file(folder), Format::Json)?.edit(&[edit])?.apply(&backups(folder))?;
    Ok(())
}

/// Another program writes the file.
pub(super) fn intrude() {
    fs::write(file(Path::new(&std::env::var_os(FOLDER).unwrap())), THEIRS).unwrap();
}

#[test]
#[ignore = "the others start it"]
fn child() {
    let folder = PathBuf::from(std::env::var_os(FOLDER).unwrap());
    match std::env::var(CHILD).unwrap().as_str() {
        "append" => append(&folder, json!(2)).unwrap(),
        "own" => assert!(write_own(&folder.join("agent/relay"), b"new", 0o755).unwrap()),
        "append too late" => {
            assert!(matches!(append(&folder, json!(2)), Err(ConfigError::Changed)));
        }
        // Until it is killed.
        "forever" => loop {
            if ConfigFile::read(&file(&folder), Format::Json).unwrap().len() == OLD.len() as u64 {
                append(&folder, json!(2)).unwrap();
            } else {
                let at = vec![Step::Key("a".to_owned()), Step::Index(1)];
                let back = ConfigFile::read(&file(&folder), Format::Json).unwrap();
                back.edit(&[Edit::Remove { at }]).unwrap().apply(&backups(&folder)).unwrap();
            }
        },
        "many" => {
            for _ in 0..20 {
                while let Err(error) = append(&folder, json!(2)) {
                    assert!(matches!(error, ConfigError::Changed), "{error}");
                }
            }
        }
        "own many" => {
            for round in 0..200 {
                let bytes = format!("{round}");
                write_own(&folder.join("agent/relay"), bytes.as_bytes(), 0o755).unwrap();
            }
        }
        "long" => match append(&folder, json!("x".repeat(8_000))) {
            Err(ConfigError::Io { doing, .. }) => assert_eq!(doing, "write the new file"),
            other => panic!("{other:?}"),
        },
        "uncopied" => match append(&folder, json!(2)) {
            Err(ConfigError::Io { doing, .. }) => assert_eq!(doing, "keep a copy"),
            other => panic!("{other:?}"),
        },
        "unwritable" => match append(&folder, json!(2)) {
            Err(ConfigError::Io { doing, .. }) => assert_eq!(doing, "make the new file"),
            other => panic!("{other:?}"),
        },
        other => panic!("nobody knows how to {other}"),
    }
}

#[test]
fn a_crash_at_any_step_leaves_the_old_file_or_the_new_one() {
    let mut crashes = 0;
    loop {
        let place = Place::new(OLD);
        let status =
            place.child("append").env(CRASH_AT, (crashes + 1).to_string()).status().unwrap();
        let text = place.text();
        assert!(text == OLD || text == NEW, "after step {}: {text}", crashes + 1);
        if status.success() {
            assert_eq!(text, NEW);
            break;
        }
        crashes += 1;
        let newest = || backups(place.0.path()).newest(&file(place.0.path()));
        // Never half a copy.
        assert!(newest().is_none_or(|copy| fs::read_to_string(copy).unwrap() == OLD));
        // The next write clears up what that one left.
        append(place.0.path(), json!(2)).unwrap();
        assert_eq!(place.names(), ["settings.json"]);
        assert_eq!(fs::read_to_string(newest().unwrap()).unwrap(), text);
    }
    assert!(crashes >= 7, "only {crashes} steps");
}

#[test]
fn a_crash_at_any_step_leaves_our_own_file_old_or_new() {
    let mut crashes = 0;
    loop {
        let place = Place::new(OLD);
        let relay = place.0.path().join("agent/relay");
        fs::write(&relay, "old").unwrap();
        let status = place.child("own").env(CRASH_AT, (crashes + 1).to_string()).status().unwrap();
        let bytes = fs::read(&relay).unwrap();
        assert!(bytes == b"old" || bytes == b"new");
        if status.success() {
            assert_eq!(bytes, b"new");
            break;
        }
        crashes += 1;
        write_own(&relay, b"newer", 0o755).unwrap();
        assert_eq!(place.names().len(), 2, "{:?}", place.names());
    }
    assert!(crashes >= 5, "only {crashes} steps");
}

#[test]
fn what_another_program_writes_meanwhile_stays() {
    let mut step = 1;
    loop {
        let place = Place::new(OLD);
        let late = place.child("append too late").env(INTRUDE_AT, step.to_string()).status();
        // Before the last look at the file all of it is noticed.
        if !late.unwrap().success() {
            break;
        }
        assert_eq!((place.text().as_str(), place.names().len()), (THEIRS, 1));
        step += 1;
    }
    assert!(step >= 8, "already step {step} is too late");
}

#[test]
fn a_kill_at_any_time_leaves_the_old_file_or_the_new_one() {
    let place = Place::new(OLD);
    for round in 0..100_u64 {
        let mut child = place.child("forever").spawn().unwrap();
        // Not evenly, so that the kills do not fall into step with the writes.
        thread::sleep(Duration::from_micros(3_000 + round * 7_919 % 20_000));
        child.kill().unwrap();
        child.wait().unwrap();
        let text = place.text();
        assert!(text == OLD || text == NEW, "{text}");
    }
    append(place.0.path(), json!(3)).unwrap();
    assert_eq!(place.names(), ["settings.json"]);
}

#[test]
fn two_at_once_lose_nothing() {
    let place = Place::new("{\"a\": []}");
    let mut children = [place.child("many").spawn().unwrap(), place.child("many").spawn().unwrap()];
    assert!(children.iter_mut().all(|child| child.wait().unwrap().success()));
    let file = ConfigFile::read(&file(place.0.path()), Format::Json).unwrap();
    assert_eq!(file.root()["a"].as_array().unwrap().len(), 40);
    assert_eq!(place.names(), ["settings.json"]);
}

#[test]
fn two_at_once_are_no_fault_of_our_own_files() {
    let place = Place::new(OLD);
    let mut children = ["own many", "own many"].map(|what| place.child(what).spawn().unwrap());
    assert!(children.iter_mut().all(|child| child.wait().unwrap().success()));
    assert_eq!(fs::read(place.0.path().join("agent/relay")).unwrap(), b"199");
    assert_eq!(place.names().len(), 2);
}

/// A child whose shell does something first.
fn after(place: &Place, first: &str, what: &str) -> bool {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{first}; exec \"$0\" \"$@\"")]);
    command.arg(std::env::current_exe().unwrap());
    place.set_up(&mut command, what);
    command.status().unwrap().success()
}

#[test]
fn no_umask_changes_a_mode() {
    for umask in ["umask 0", "umask 077", "umask 277"] {
        let place = Place::new(OLD);
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
        let before = mode(&file(place.0.path()));
        assert!(after(&place, umask, "append") && after(&place, umask, "own"));
        assert_eq!(mode(&file(place.0.path())), before);
        assert_eq!(mode(&place.0.path().join("agent/relay")), 0o755);
        let copy = backups(place.0.path()).newest(&file(place.0.path())).unwrap();
        let folder = copy.parent().unwrap();
        let modes = [copy.as_path(), folder, &folder.join(".lock")].map(mode);
        assert_eq!(modes, [0o600, 0o700, 0o600]);
    }
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    // No file may get longer than one block.
    let full = "trap '' XFSZ; ulimit -f 1";
    let place = Place::new(OLD);
    assert!(after(&place, full, "long"));
    assert_eq!((place.text().as_str(), place.names().len()), (OLD, 1));

    let long = format!("{{\"a\": [\"{}\"]}}", "x".repeat(8_000));
    let place = Place::new(&long);
    assert!(after(&place, full, "uncopied"));
    assert_eq!((place.text().as_str(), place.names().len()), (long.as_str(), 1));
    assert_eq!(backups(place.0.path()).newest(&file(place.0.path())), None);
}

#[test]
fn a_folder_that_cannot_be_written_keeps_its_file() {
    let place = Place::new(OLD);
    let agent = place.0.path().join("agent");
    let mode =
        |path: &Path, mode| fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    let mut child = place.child("unwritable");
    if rustix::process::geteuid().is_root() {
        // Root writes everywhere; anybody else is stopped.
        let nobody = 65_534;
        mode(place.0.path(), 0o777);
        for path in [&agent, &file(place.0.path())] {
            std::os::unix::fs::chown(path, Some(nobody), Some(nobody)).unwrap();
        }
        child.uid(nobody).gid(nobody);
    }
    mode(&agent, 0o555);
    match child.status() {
        Ok(status) => assert!(status.success()),
        // The test program itself lies where nobody else may go.
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::PermissionDenied),
    }
    mode(&agent, 0o755);
    assert_eq!((place.text().as_str(), place.names().len()), (OLD, 1));
}
