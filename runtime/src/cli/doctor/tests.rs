use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;

use super::*;
use crate::install::testing::{Home, put_program};
use crate::testing::full;

fn about() -> About<'static> {
    const LIBRARIES: &[(&str, String)] = &[];
    let variable = |name: &str| match name {
        "XDG_SESSION_TYPE" => Some("wayland".into()),
        "WAYLAND_DISPLAY" => Some("a-secret-place".into()),
        _ => None,
    };
    About { version: "vults 1.2.3", libraries: LIBRARIES, variable }
}

fn said(home: &Home) -> String {
    report(home.around.clone(), &about()).replace(home.folder.path().to_str().unwrap(), "DIR")
}

/// The value in the line that begins with this name.
#[track_caller]
fn value(report: &str, name: &str) -> String {
    let line = report.lines().find_map(|line| line.trim_start().strip_prefix(name));
    line.unwrap_or_else(|| panic!("nothing of {name} in:\n{report}")).trim().to_owned()
}

#[test]
fn an_app_that_never_ran() {
    let home = Home::new();
    let before = home.tree();
    let report = said(&home);
    assert!(report.starts_with("vults 1.2.3\n\nSystem\n"), "{report}");
    assert_eq!(value(&report, "XDG_SESSION_TYPE"), "wayland");
    assert_eq!(value(&report, "XDG_CURRENT_DESKTOP"), "not set");
    assert_eq!(value(&report, "WAYLAND_DISPLAY"), "set");
    assert_eq!(value(&report, "DISPLAY"), "not set");
    assert_eq!(value(&report, "running"), "no: nothing listens on its socket");
    assert_eq!(value(&report, "folder"), "~/.local/share/vults, not there");
    let relay = value(&report, "vults-hook");
    assert!(
        relay.ends_with("vults-hook, not there: the next start of Vults puts it there"),
        "{relay}"
    );
    assert!(report.ends_with("What the hooks could not do lately\n  nothing\n"), "{report}");
    assert_eq!(home.tree(), before);
}

#[test]
fn how_the_relay_stands() {
    let home = Home::new();
    let beside = home.around.app.as_ref().unwrap().with_file_name("vults-hook");
    let check = |expected: &str| {
        let relay = value(&said(&home), "vults-hook");
        assert!(relay.ends_with(&format!("/vults-hook, {expected}")), "{relay}");
    };
    check("not there: the next start of Vults puts it there");
    home.installer().put_relay().unwrap();
    check("the one that came with this app");
    put_program(&beside, "#!/bin/sh\n");
    check("another one than came with this app");
    fs::remove_file(&beside).unwrap();
    check("there, but none lies beside this app");
    fs::remove_file(home.data().join("bin/vults-hook")).unwrap();
    check("not there, and none lies beside this app");
}

#[test]
fn one_file_and_one_byte_are_not_many() {
    let home = Home::started("{}\n");
    fs::write(home.data().join("rules.json"), "x").unwrap();
    let report = said(&home);
    assert!(value(&report, "rules.json").starts_with("1 byte, "), "{report}");
    // The copy of the settings; the lock beside it is none.
    assert!(home.data().join("backups/.lock").exists());
    assert!(value(&report, "backups").starts_with("1 file, "), "{report}");
}

#[test]
fn an_app_that_is_frozen_is_not_taken_for_none() {
    let home = Home::new();
    let socket = &home.around.places.socket;
    fs::create_dir_all(&socket.folder).unwrap();
    let listens = UnixListener::bind(socket.socket()).unwrap();
    let _waiting = full(&listens, &socket.socket());
    let running = value(&said(&home), "running");
    assert_eq!(running, "yes, but it takes no connections: it may be frozen");
}

#[test]
fn no_project_is_named() {
    let home = Home::new();
    let dotfiles = home.home().join("dotfiles");
    fs::create_dir_all(&dotfiles).unwrap();
    fs::create_dir_all(home.home().join(".claude")).unwrap();
    fs::write(dotfiles.join("claude.json"), "{}").unwrap();
    symlink(dotfiles.join("claude.json"), home.settings()).unwrap();
    home.start();
    fs::write(home.home().join(".claude.json"), "{\"projects\": {}}").unwrap();
    let project = home.home().join("secret-project");
    fs::create_dir_all(project.join(".claude")).unwrap();
    fs::write(project.join(".claude/settings.json"), "{\"disableAllHooks\": true}").unwrap();
    let proc = &home.around.proc;
    let process = proc.join("4242");
    fs::create_dir_all(&process).unwrap();
    fs::write(proc.join("stat"), "cpu 1 2 3\nbtime 1000000000\n").unwrap();
    fs::write(process.join("cmdline"), "claude\0").unwrap();
    fs::write(process.join("environ"), format!("HOME={}\0", home.home().display())).unwrap();
    let stat = "4242 (claude) S 1 42 42 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 12345 9 9";
    fs::write(process.join("stat"), stat).unwrap();
    symlink(&project, process.join("cwd")).unwrap();
    let report = said(&home);
    for line in [
        "It is a link to ~/dotfiles/claude.json.",
        "All hooks are switched off in a project's settings.",
        "A session waits to be told to trust a project's folder.",
    ] {
        assert!(report.contains(line), "{line} is not in:\n{report}");
    }
    assert!(!report.contains("secret-project"), "{report}");
    assert!(!report.contains("DIR/home"), "{report}");
    // The person's own file is no project's.
    fs::write(
        dotfiles.join("claude.json"),
        home.read().replacen('{', "{\"disableAllHooks\": true,", 1),
    )
    .unwrap();
    let report = said(&home);
    let line = "All hooks are switched off in ~/.claude/settings.json.";
    assert!(report.contains(line), "{report}");
}

#[test]
fn an_app_that_runs() {
    let home = Home::new();
    home.write("{ \"env\": { \"API_KEY\": \"hidden-word\" } }\n");
    home.installer().put_relay().unwrap();
    let socket = &home.around.places.socket;
    fs::create_dir_all(&socket.folder).unwrap();
    fs::set_permissions(&socket.folder, fs::Permissions::from_mode(0o700)).unwrap();
    let _listens = UnixListener::bind(socket.socket()).unwrap();
    fs::write(home.data().join("rules.json"), "hidden-word").unwrap();
    let state = home.around.home.as_ref().unwrap().join(".local/state/vults");
    fs::create_dir_all(&state).unwrap();
    let lines: String = (0..200).map(|n| format!("line {n} of the log, which is long\n")).collect();
    fs::write(state.join("hook.log"), lines).unwrap();
    let report = said(&home);
    // The test's folder tells of no processes.
    assert_eq!(value(&report, "running"), "yes, as a program that cannot be told");
    assert_eq!(value(&report, "its folder"), "yours, mode 0700");
    assert!(value(&report, "vults-hook").ends_with("the one that came with this app"));
    assert!(value(&report, "rules.json").starts_with("11 bytes, yours, mode 0"), "{report}");
    assert!(value(&report, "Claude Code").contains("not installed"), "{report}");
    let log: Vec<&str> = report.lines().rev().take(10).collect();
    assert!(log[0].starts_with("  line 199 ") && log[9].starts_with("  line 190 "), "{report}");
    for secret in ["hidden-word", "a-secret-place", "API_KEY"] {
        assert!(!report.contains(secret), "{report}");
    }
}
