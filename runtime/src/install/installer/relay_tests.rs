//! Hooks are written only where there is a program for them to call.

use std::fs;

use super::*;
use crate::install::testing::{Home, put_program};

#[test]
fn hooks_that_would_call_nothing_are_not_written() {
    let home = Home::new();
    home.write("{ \"model\": \"x\" }");
    let relay = home.data().join("bin/vults-hook");
    fs::create_dir_all(relay.parent().unwrap()).unwrap();
    for there in [None, Some(""), Some("folder")] {
        match there {
            None => {}
            Some("folder") => fs::create_dir(&relay).unwrap(),
            Some(text) => put_program(&relay, text),
        }
        for wish in [Wish::Start, Wish::Install] {
            let error = home.wish(wish).unwrap_err();
            assert!(matches!(error, InstallError::NoRelay(_)), "{there:?} {wish:?} {error}");
        }
        assert_eq!(home.read(), "{ \"model\": \"x\" }");
        assert!(home.installer().record().unwrap().files.is_empty());
        _ = fs::remove_file(&relay);
    }
    fs::remove_dir(&relay).unwrap();
    // An older relay of ours is good enough.
    put_program(&relay, "#!/bin/sh\n# older\n");
    home.wish(Wish::Start).unwrap();
    assert!(home.read().contains("PermissionRequest"));
    // With the hooks there already, a start without a relay has nothing to say.
    fs::remove_file(&relay).unwrap();
    home.wish(Wish::Start).unwrap();
    home.wish(Wish::Remove).unwrap();
    assert_eq!(home.read(), "{ \"model\": \"x\" }");
}
