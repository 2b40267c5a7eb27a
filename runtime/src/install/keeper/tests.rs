use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::thread;
use std::time::Duration;

use vults_core::{FolderView, Obstacle};

use super::*;
use crate::install::testing::{self, Home};

/// A keeper whose app has just started in a home.
fn started(home: &Home) -> Keeper {
    let mut keeper = Keeper::new(home.installer(), Reports::default());
    keeper.start();
    keeper
}

fn first(keeper: &mut Keeper) -> FolderView {
    keeper.refresh();
    keeper.view.folders[0].clone()
}

#[test]
fn what_was_put_right_is_not_in_the_way_once_somebody_looks_again() {
    let check = |spoil: fn(&Home), put_right: fn(&Home), says: &str| {
        let home = Home::new();
        home.write("{ \"model\": \"x\" }");
        fs::create_dir_all(home.data()).unwrap();
        spoil(&home);
        let mut keeper = started(&home);
        let problem = first(&mut keeper).problem.unwrap().sentence;
        assert!(problem.contains(says), "{problem}");
        // What another program does puts nothing right.
        keeper.notice();
        assert!(first(&mut keeper).problem.is_some(), "{says}");
        put_right(&home);
        keeper.act(SetupAct::Look);
        let folder = first(&mut keeper);
        assert_eq!(folder.problem, None, "{says}");
        keeper.act(SetupAct::Install(folder.id));
        let folder = first(&mut keeper);
        assert_eq!((folder.state, folder.problem), (FolderState::Installed, None), "{says}");
    };
    fn mode(home: &Home, mode: u32) {
        fs::set_permissions(home.settings(), Permissions::from_mode(mode)).unwrap();
    }
    check(|home| mode(home, 0o444), |home| mode(home, 0o644), "read-only");
    check(
        |home| fs::write(home.data().join("backups"), "").unwrap(),
        |home| fs::remove_file(home.data().join("backups")).unwrap(),
        "copies",
    );
    check(
        |home| fs::create_dir(home.data().join("install.lock")).unwrap(),
        |home| fs::remove_dir(home.data().join("install.lock")).unwrap(),
        "lock",
    );
}

#[test]
fn only_the_whole_installation_can_be_undone() {
    let undo = |keeper: &mut Keeper| first(keeper).written.unwrap().undo;
    let home = Home::new();
    home.write("{}");
    let mut keeper = started(&home);
    assert!(undo(&mut keeper));
    let id = first(&mut keeper).id;

    // An update in place, as after a new release.
    pause();
    home.write(&home.read().replacen("\"timeout\": ", "\"timeout\": 9", 1));
    keeper.start();
    let folder = first(&mut keeper);
    assert_eq!(folder.state, FolderState::Installed);
    assert_eq!(folder.written.unwrap().diff.added, 1);
    assert!(!undo(&mut keeper) && first(&mut keeper).removal.is_some());

    // Nothing stands any more that could be taken back.
    keeper.act(SetupAct::Remove(id.clone()));
    assert!(!undo(&mut keeper));
    pause();
    keeper.act(SetupAct::Install(id.clone()));
    assert!(undo(&mut keeper));
    home.write("{}");
    keeper.notice();
    assert_eq!(first(&mut keeper).state, FolderState::Missing);
    assert!(!undo(&mut keeper));

    // A repair.
    keeper.act(SetupAct::Install(id.clone()));
    let mut some = home.value();
    some["hooks"].as_object_mut().unwrap().shift_remove("Stop");
    home.write(&some.to_string());
    pause();
    keeper.act(SetupAct::Install(id));
    assert_eq!(first(&mut keeper).state, FolderState::Installed);
    assert!(!undo(&mut keeper));
}

/// Two writes are not of the same moment.
fn pause() {
    thread::sleep(Duration::from_millis(3));
}

#[test]
fn what_goes_last_is_what_is_told() {
    let mut home = Home::new();
    home.write("{}");
    let other = home.home().join("other");
    fs::create_dir_all(&other).unwrap();
    started(&home);
    home.around.variables.insert("CLAUDE_CONFIG_DIR", other.clone().into());
    let mut keeper = started(&home);
    keeper.refresh();
    assert_eq!(keeper.view.folders.len(), 2);
    assert_eq!(keeper.drift(), []);
    let told = |keeper: &mut Keeper| {
        pause();
        keeper.notice();
        keeper.refresh();
        let drift = keeper.drift();
        assert!(drift.len() < 2, "{drift:?}");
        drift.first().map(|drift| (drift.since_unix_ms, drift.partial))
    };
    let whole = home.read();
    home.write("{}");
    let (one, partial) = told(&mut keeper).unwrap();
    assert!(!partial);
    // The other one's, partly.
    let mut some = testing::parse(&other.join("settings.json"));
    some["hooks"].as_object_mut().unwrap().shift_remove("Stop");
    fs::write(other.join("settings.json"), serde_json::to_vec(&some).unwrap()).unwrap();
    let (both, partial) = told(&mut keeper).unwrap();
    assert!(both > one && partial);
    // What is away (a disk that is not there) is not on screen either.
    fs::rename(&other, home.home().join("away")).unwrap();
    home.around.variables.clear();
    let mut keeper = started(&home);
    assert_eq!(told(&mut keeper), Some((one, false)));
    home.write(&whole);
    assert_eq!(told(&mut keeper), None);
}

#[test]
fn no_secret_of_the_person_is_shown() {
    let home = Home::new();
    home.write("{\n  \"env\": { \"API_TOKEN\": \"s3cr3t-of-mine\" }\n}\n");
    let mut keeper = started(&home);
    let says = |folder: &FolderView| {
        let removal = serde_json::to_string(&folder.removal).unwrap();
        let written = serde_json::to_string(&folder.written).unwrap();
        let offer = serde_json::to_string(&folder.offer).unwrap();
        removal + &written + &offer
    };
    let installed = says(&first(&mut keeper));
    assert!(installed.contains("[hidden]") && !installed.contains("s3cr3t"), "{installed}");
    let id = first(&mut keeper).id;
    keeper.act(SetupAct::Remove(id));
    let removed = says(&first(&mut keeper));
    assert!(removed.contains("[hidden]") && !removed.contains("s3cr3t"), "{removed}");
    assert!(home.read().contains("s3cr3t"));
}

#[test]
fn a_problem_names_what_the_file_names() {
    let check = |text: &str, expected: &str| {
        let home = Home::new();
        home.write(text);
        let mut keeper = started(&home);
        let problem = first(&mut keeper).problem.unwrap();
        assert_eq!(problem.sentence, expected, "{text}");
    };
    check("{ \"hooks\": 1 }", "\"hooks\" is not an object.");
    check("{ \"hooks\": { \"Stop\": {} } }", "\"hooks.Stop\" is not an array.");
    check("[]", "The top level is not an object.");
}

#[test]
fn what_stands_in_the_way_is_told_apart() {
    let check = |spoil: fn(&Home), expected: Obstacle| {
        let home = Home::new();
        home.write("{ }");
        fs::create_dir_all(home.data()).unwrap();
        spoil(&home);
        let mut keeper = started(&home);
        assert_eq!(first(&mut keeper).problem.unwrap().obstacle, expected);
    };
    check(|home| home.write("{ \"a\": 1, \"a\": 2 }"), Obstacle::Contents);
    check(|home| home.write("{ \"hooks\": 1 }"), Obstacle::Contents);
    check(|home| home.write("{"), Obstacle::Contents);
    check(
        |home| {
            fs::set_permissions(home.settings(), Permissions::from_mode(0o444)).unwrap();
        },
        Obstacle::Access,
    );
    check(
        |home| {
            fs::remove_file(home.settings()).unwrap();
            fs::create_dir(home.settings()).unwrap();
        },
        Obstacle::Access,
    );
    check(|home| fs::write(home.data().join(record::NAME), "{").unwrap(), Obstacle::Record);
}

#[test]
fn a_damaged_record_ends_with_a_removal() {
    let home = Home::new();
    home.write("{}");
    started(&home);
    fs::write(home.data().join(record::NAME), "{").unwrap();
    let mut keeper = started(&home);
    let folder = first(&mut keeper);
    assert_eq!(folder.state, FolderState::NotEditable);
    assert!(folder.offer.is_none() && folder.removal.is_some());
    keeper.act(SetupAct::Remove(folder.id));
    let folder = first(&mut keeper);
    assert_eq!((folder.state, folder.problem), (FolderState::Removed, None));

    // A newer one is of use.
    fs::write(home.data().join(record::NAME), "{ \"v\": 99 }").unwrap();
    let folder = first(&mut started(&home));
    assert!(folder.offer.is_none() && folder.removal.is_none());
}

#[test]
fn the_first_run_ends_though_nothing_can_be_remembered() {
    let home = Home::new();
    home.write("{}");
    let mut keeper = started(&home);
    assert!(keeper.refresh().unwrap().first_run);
    let lock = home.data().join("install.lock");
    fs::remove_file(&lock).unwrap();
    fs::create_dir(&lock).unwrap();
    keeper.act(SetupAct::Seen);
    assert!(!keeper.refresh().unwrap().first_run);
    // The next run shows it again.
    fs::remove_dir(&lock).unwrap();
    assert!(started(&home).refresh().unwrap().first_run);
}
