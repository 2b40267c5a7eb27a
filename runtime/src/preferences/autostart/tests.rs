use std::os::unix::fs::{PermissionsExt, symlink};

use super::*;

struct Place {
    folder: tempfile::TempDir,
    autostart: Autostart,
}

impl Place {
    /// An app at a path of its own, and nothing that starts it.
    fn with_program(name: &str) -> Place {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join(name);
        fs::write(&program, "").unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let autostart = Autostart::new(&folder.path().join("config"), Some(program));
        Place { folder, autostart }
    }

    fn text(&self) -> Option<String> {
        fs::read_to_string(self.autostart.path()).ok()
    }

    fn write(&self, text: &str) {
        fs::create_dir_all(self.autostart.path().parent().unwrap()).unwrap();
        fs::write(self.autostart.path(), text).unwrap();
    }
}

#[test]
fn an_entry_comes_and_goes() {
    let place = Place::with_program("vults");
    assert!(!place.autostart.is_on());
    place.autostart.set(true).unwrap();
    assert!(place.autostart.is_on());
    let program = place.folder.path().join("vults");
    let text = place.text().unwrap();
    assert!(text.contains(&format!("\nExec=\"{}\"\n", program.display())), "{text}");
    place.autostart.set(true).unwrap();
    assert_eq!(place.text().unwrap(), text);
    place.autostart.set(false).unwrap();
    assert!(!place.autostart.is_on());
    assert_eq!(place.text(), None);
    place.autostart.set(false).unwrap();
}

/// As the Desktop Entry specification has it: first the argument, then the value.
#[test]
fn a_path_is_quoted() {
    #[track_caller]
    fn check(program: &str, exec: &str, try_exec: &str) {
        let entry = entry(program).unwrap();
        assert_eq!(get(&entry, "Exec"), Some(exec));
        assert_eq!(get(&entry, "TryExec"), Some(try_exec));
        assert_eq!(text_of(try_exec), program);
    }
    check("/usr/bin/vults", "\"/usr/bin/vults\"", "/usr/bin/vults");
    check("/opt/a b/vults", "\"/opt/a b/vults\"", "/opt/a b/vults");
    check("/opt/50%/vults", "\"/opt/50%%/vults\"", "/opt/50%/vults");
    check("/opt/$x`y\"z/vults", r#""/opt/\\$x\\`y\\"z/vults""#, "/opt/$x`y\"z/vults");
    check(r"/opt/a\b/vults", r#""/opt/a\\\\b/vults""#, r"/opt/a\\b/vults");
    assert_eq!(entry("/opt/a=b/vults"), None);
    assert_eq!(entry("/opt/a\nHidden=true/vults"), None);
}

#[test]
fn an_entry_with_any_path_starts_the_app() {
    for name in ["vults", "a b", "a%b", "a$b", "a\\b", "é", "a\"b"] {
        let place = Place::with_program(name);
        place.autostart.set(true).unwrap();
        assert!(place.autostart.is_on(), "{name}");
    }
}

#[test]
fn one_that_is_switched_off_or_starts_nothing_is_off() {
    #[track_caller]
    fn check(change: impl FnOnce(&str) -> String, expected: bool) {
        let place = Place::with_program("vults");
        place.autostart.set(true).unwrap();
        place.write(&change(&place.text().unwrap()));
        assert_eq!(place.autostart.is_on(), expected, "{:?}", place.text());
    }
    check(str::to_owned, true);
    check(|text| format!("{text}Hidden=true\n"), false);
    check(|text| format!("{text}Hidden = true\n"), false);
    check(|text| format!("{text}Hidden=false\n"), true);
    check(|text| format!("{text}X-GNOME-Autostart-enabled=false\n"), false);
    check(|text| format!("{text}X-GNOME-Autostart-enabled=true\n"), true);
    // Of another group.
    check(|text| format!("{text}[Desktop Action x]\nHidden=true\n"), true);
    // The program has gone.
    check(|text| text.replace("TryExec=/", "TryExec=/gone/"), false);
    check(|text| text.replace("Exec=", "#"), false);
    check(|_| String::new(), false);
}

#[test]
fn what_somebody_has_changed_stays_but_for_the_switch() {
    let place = Place::with_program("vults");
    place.autostart.set(true).unwrap();
    let exec = get(&place.text().unwrap(), "Exec").unwrap().to_owned();
    let theirs = "# mine\n[Desktop Entry]\nName=My island\nExec=/old/vults --old\n\
                  X-GNOME-Autostart-enabled=false\nX-GNOME-Autostart-Delay=5\n\n[Desktop Action x]\n";
    place.write(theirs);
    place.autostart.set(true).unwrap();
    let text = place.text().unwrap();
    assert!(place.autostart.is_on(), "{text}");
    assert_eq!(get(&text, "Exec"), Some(&*exec));
    assert_eq!(get(&text, "Name"), Some("My island"));
    assert!(text.starts_with("# mine\n") && text.ends_with("Delay=5\n\n[Desktop Action x]\n"));
    place.autostart.set(false).unwrap();
    assert!(!place.autostart.is_on());
    assert_eq!(place.text().unwrap(), text.replacen(GROUP, &format!("{GROUP}\nHidden=true"), 1));
    place.autostart.set(true).unwrap();
    assert!(place.autostart.is_on());
}

#[test]
fn every_other_byte_stays() {
    #[track_caller]
    fn check(text: &str, key: &str, expected: &str) {
        assert_eq!(with(text, key, "true"), expected, "{text:?}");
    }
    check("[Desktop Entry]\r\nName=é\r\n", HIDDEN, "[Desktop Entry]\r\nHidden=true\r\nName=é\r\n");
    check(
        "[Desktop Entry]\r\nHidden=no\r\nA=b\n",
        HIDDEN,
        "[Desktop Entry]\r\nHidden=true\r\nA=b\n",
    );
    check("[Desktop Entry]\nHidden=no", HIDDEN, "[Desktop Entry]\nHidden=true");
    check("[Desktop Entry]\nA=b", HIDDEN, "[Desktop Entry]\nHidden=true\nA=b");
    check("[Desktop Entry]", HIDDEN, "[Desktop Entry]\nHidden=true\n");
    check("A=b\r\n", HIDDEN, "A=b\r\n");
}

#[test]
fn what_is_no_entry_is_never_replaced() {
    for text in ["my notes\n", "[Other]\nExec=x\n"] {
        let place = Place::with_program("vults");
        place.write(text);
        for on in [true, false] {
            let error = place.autostart.set(on).unwrap_err().to_string();
            assert!(error.ends_with("what stands in it is no desktop entry"), "{error}");
            assert_eq!(place.text().as_deref(), Some(text));
        }
    }
    // One that holds nothing is nobody's loss.
    let place = Place::with_program("vults");
    place.write("\n");
    place.autostart.set(false).unwrap();
    place.autostart.set(true).unwrap();
    assert!(place.autostart.is_on());
}

#[test]
fn neither_a_pipe_nor_an_endless_file_holds_anybody_up() {
    let place = Place::with_program("vults");
    let path = place.autostart.path();
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let made = std::process::Command::new("mkfifo").arg(path).status().unwrap();
    assert!(made.success());
    assert!(!place.autostart.is_on());
    assert!(place.autostart.set(true).is_err());
    fs::remove_file(path).unwrap();
    symlink("/dev/zero", path).unwrap();
    assert!(!place.autostart.is_on());
}

#[test]
fn a_link_is_left_alone() {
    let place = Place::with_program("vults");
    let real = place.folder.path().join("theirs.desktop");
    fs::write(&real, "[Desktop Entry]\nExec=vults\n").unwrap();
    fs::create_dir_all(place.autostart.path().parent().unwrap()).unwrap();
    symlink(&real, place.autostart.path()).unwrap();
    assert!(place.autostart.is_on());
    let error = place.autostart.set(false).unwrap_err().to_string();
    assert!(error.ends_with("was not changed: it is not a regular file"), "{error}");
    assert_eq!(fs::read_to_string(&real).unwrap(), "[Desktop Entry]\nExec=vults\n");
    assert!(place.autostart.path().is_symlink());
}

#[test]
fn a_program_that_cannot_be_named_starts_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for program in [None, Some(PathBuf::from("/opt/a=b/vults"))] {
        let autostart = Autostart::new(folder.path(), program);
        let error = autostart.set(true).unwrap_err().to_string();
        assert!(error.ends_with("the path of Vults cannot stand in such an entry"), "{error}");
        assert!(!autostart.path().exists());
        autostart.set(false).unwrap();
    }
}
