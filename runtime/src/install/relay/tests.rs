use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::process::Command;

use super::*;
use crate::install::testing::{Home, put_program};

fn put_there(home: &Home) -> Result<(), RelayError> {
    put(home.around.app.as_deref(), home.data())
}

#[test]
fn it_comes_with_the_path_of_its_app() {
    let home = Home::named("it's a $HOME");
    put_there(&home).unwrap();
    let relay = place(home.data());
    assert_eq!(fs::metadata(&relay).unwrap().mode() & 0o7777, 0o755);
    assert_eq!(fs::metadata(folder(home.data())).unwrap().mode() & 0o7777, 0o700);
    assert!(Command::new(&relay).output().unwrap().status.success());
    let line = fs::read_to_string(folder(home.data()).join("vults-hook.app")).unwrap();
    assert_eq!(line, format!("{}\n", home.around.app.as_ref().unwrap().display()));
}

#[test]
fn it_is_replaced_when_its_bytes_differ_and_only_then() {
    let home = Home::new();
    put_there(&home).unwrap();
    let inode = || fs::metadata(place(home.data())).unwrap().ino();
    let first = inode();
    let open = fs::File::open(place(home.data())).unwrap();
    let before = home.tree();
    put_there(&home).unwrap();
    assert_eq!(home.tree(), before);
    let newer = "#!/bin/sh\n# newer\n";
    put_program(&home.folder.path().join("app/vults-hook"), newer);
    put_there(&home).unwrap();
    assert_ne!(inode(), first);
    assert_eq!(fs::read_to_string(place(home.data())).unwrap(), newer);
    // One that runs goes on with its own bytes.
    assert_eq!(io::read_to_string(open).unwrap(), crate::install::testing::RELAY);
    // So is one that somebody has cut or made useless.
    fs::write(place(home.data()), "").unwrap();
    put_there(&home).unwrap();
    assert_eq!(fs::read_to_string(place(home.data())).unwrap(), newer);
    fs::set_permissions(place(home.data()), fs::Permissions::from_mode(0o600)).unwrap();
    put_there(&home).unwrap();
    assert_eq!(fs::metadata(place(home.data())).unwrap().mode() & 0o7777, 0o755);
}

#[test]
fn what_keeps_it_away_is_said_and_harms_nothing() {
    let home = Home::new();
    put_there(&home).unwrap();
    let before = home.tree();
    let source = home.folder.path().join("app/vults-hook");
    fs::write(&source, "").unwrap();
    assert!(matches!(put_there(&home), Err(RelayError::Source { .. })));
    fs::remove_file(&source).unwrap();
    assert!(matches!(put_there(&home), Err(RelayError::Source { .. })));
    fs::create_dir(&source).unwrap();
    assert!(matches!(put_there(&home), Err(RelayError::Source { .. })));
    assert!(matches!(put(None, home.data()), Err(RelayError::NoApp)));
    let odd = home.folder.path().join("line\nbreak/vults");
    assert!(matches!(put(Some(&odd), home.data()), Err(RelayError::LineBreak)));
    assert_eq!(home.tree(), before);
    // A file stands where the folder should be.
    let home = Home::new();
    fs::create_dir_all(home.data().parent().unwrap()).unwrap();
    fs::write(home.data(), "").unwrap();
    assert!(matches!(put_there(&home), Err(RelayError::Write { .. })));
}

#[test]
fn it_goes_without_what_others_keep_beside_it() {
    let home = Home::new();
    put_there(&home).unwrap();
    assert_eq!(take_away(home.data()).unwrap().len(), 2);
    assert!(!folder(home.data()).exists());
    put_there(&home).unwrap();
    fs::write(folder(home.data()).join("theirs"), "").unwrap();
    take_away(home.data()).unwrap();
    assert!(folder(home.data()).join("theirs").exists());
    assert_eq!(take_away(home.data()).unwrap(), Vec::<PathBuf>::new());
}
