//! The log stays small, private and without content (VP-13).

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::process::{Command, Output};

use crate::Home;

#[test]
fn the_log_is_private() {
    let home = Home::fresh();
    let _listener = home.listen();
    home.run("Stop", "no json").silent();
    let mode = |name: &str| fs::metadata(home.path(name)).unwrap().mode() & 0o777;
    assert_eq!(mode("home/.local/state/vults/hook.log"), 0o600);
    assert_eq!(mode("home/.local/state/vults"), 0o700);
    let log = home.path("home/.local/state/vults/hook.log");
    fs::set_permissions(&log, fs::Permissions::from_mode(0o644)).unwrap();
    home.run("Stop", "no json").silent();
    assert_eq!(mode("home/.local/state/vults/hook.log"), 0o600);
    assert_eq!(home.log().lines().count(), 2);
}

#[test]
fn the_log_is_bounded() {
    let home = Home::fresh();
    let _listener = home.listen();
    home.run("Stop", "no json").silent();
    let folder = home.path("home/.local/state/vults");
    for _ in 0..3 {
        fs::write(folder.join("hook.log"), vec![b'x'; 64 << 10]).unwrap();
        home.run("Stop", "no json").silent();
        assert_eq!(home.log().lines().count(), 1);
    }
    let total: u64 =
        fs::read_dir(&folder).unwrap().map(|file| file.unwrap().metadata().unwrap().len()).sum();
    assert!(total < 2 * (64 << 10), "{total}");
}

/// A process with the relay's own panic hook.
#[test]
#[ignore = "the process that a_panic_leaves_a_line starts"]
fn panicking_process() {
    std::panic::set_hook(Box::new(|_| vults_hook::end_after_panic()));
    panic!("secret");
}

/// What that process says, where its log lies in this folder.
fn panicking(home: &Home) -> Output {
    Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "log::panicking_process", "--nocapture", "--quiet"])
        .env_remove("XDG_STATE_HOME")
        .env("HOME", home.path("home"))
        .output()
        .unwrap()
}

#[test]
fn a_panic_leaves_a_line() {
    let home = Home::fresh();
    let output = panicking(&home);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("secret"));
    assert!(home.log().ends_with("Z - the relay failed, 0 bytes\n"), "{}", home.log());
    assert_eq!(home.log().lines().count(), 1);
}

#[test]
fn a_panic_without_a_log_is_silent_too() {
    let home = Home::fresh();
    fs::write(home.path("home"), "a file").unwrap();
    let output = panicking(&home);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn a_log_that_is_a_link_is_left_alone() {
    let home = Home::fresh();
    let _listener = home.listen();
    fs::create_dir_all(home.path("home/.local/state/vults")).unwrap();
    fs::write(home.path("target"), "mine").unwrap();
    symlink(home.path("target"), home.path("home/.local/state/vults/hook.log")).unwrap();
    home.run("Stop", "no json").silent();
    assert_eq!(fs::read_to_string(home.path("target")).unwrap(), "mine");
}

#[test]
fn a_home_that_cannot_be_written_is_no_failure() {
    let home = Home::fresh();
    let _listener = home.listen();
    fs::write(home.path("home"), "a file").unwrap();
    home.run("Stop", "no json").silent();
}
