use std::fs;
use std::os::unix::fs::chown;

use super::*;
use crate::install::testing::Home;
use crate::install::{InstallError, Wish};

/// Nobody's number, on most machines.
const ANOTHER: u32 = 54_321;

#[test]
fn the_nearest_folder_that_is_there_counts() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(foreign(&folder.path().join("a/b/c")), None);
    assert_eq!(foreign(Path::new("/nowhere/at/all")), None, "nobody else's is in the way");
}

#[test]
fn nothing_is_made_in_another_users_home() {
    if !rustix::process::geteuid().is_root() {
        // Only root can give a folder away, and only root could harm it.
        return;
    }
    // The home, only the settings folder, only the folder for data.
    for given in ["", ".claude", ".local"] {
        let home = Home::new();
        for folder in [".claude", ".local"] {
            fs::create_dir(home.home().join(folder)).unwrap();
        }
        chown(home.home().join(given), Some(ANOTHER), None).unwrap();
        let put = home.installer().put_relay();
        let before = home.tree();
        for wish in [Wish::Start, Wish::Install, Wish::Remove] {
            match home.wish(wish) {
                Err(InstallError::Foreign(_) | InstallError::NoRelay(_)) => {}
                // There is nothing to remove.
                Ok(_) if given == ".claude" && wish == Wish::Remove => {}
                other => panic!("{given} {wish:?} {other:?}"),
            }
        }
        assert_eq!(put.is_err(), given != ".claude", "{put:?}");
        assert!(!home.settings().exists());
        if put.is_err() {
            assert_eq!(home.tree(), before, "{given}");
        }
    }
}
