//! The log stays small, private and without content (VP-13).

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

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
