use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use vults_core::{Language, Marks};

use super::*;

struct Home {
    folder: tempfile::TempDir,
    around: Around,
}

impl Home {
    fn new() -> Home {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("config");
        let around = Around {
            file: config.join(FILE),
            autostart: Autostart::new(&config, std::env::current_exe().ok()),
            quiet: folder.path().join("data/quiet.json"),
            backups: folder.path().join("data/backups"),
            system_language: "pt_BR.UTF-8".to_owned(),
        };
        Home { folder, around }
    }

    fn with(text: &str) -> Home {
        let home = Home::new();
        fs::create_dir_all(home.around.file.parent().unwrap()).unwrap();
        fs::write(&home.around.file, text).unwrap();
        home
    }

    fn keeper(&self) -> Keeper {
        Keeper::new(self.around.clone())
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.around.file).unwrap()
    }

    fn backups(&self) -> usize {
        Backups::new(self.around.backups.clone()).all(&self.around.file).len()
    }
}

/// A file that is shared with the person's own hooks, in their own hand.
const THEIRS: &str = r#"{
   "hooks": { "Stop": [ { "hooks": [ {"type":"command", "command": "notify-send \u00e9"} ] } ] },
   "sounds" : true ,
   "x-future": [1.0, 1e3]
}
"#;

#[test]
fn a_change_touches_its_own_key_and_nothing_else() {
    let home = Home::with(THEIRS);
    let mode = fs::Permissions::from_mode(0o640);
    fs::set_permissions(&home.around.file, mode).unwrap();
    let mut keeper = home.keeper();
    keeper.prefer(Prefer::Sounds(false)).unwrap();
    assert!(!keeper.view().sounds);
    let changed = THEIRS.replace("\"sounds\" : true ,", "\"sounds\" : false ,");
    let text = home.text();
    let version = "   \"x-future\": [1.0, 1e3],\n   \"version\": 1\n";
    assert_eq!(text, changed.replace("   \"x-future\": [1.0, 1e3]\n", version));
    assert_eq!(home.around.file.metadata().unwrap().permissions().mode() & 0o777, 0o640);
    let copies = Backups::new(home.around.backups.clone()).all(&home.around.file);
    assert_eq!(fs::read_to_string(&copies[0]).unwrap(), THEIRS);
    // The same once more writes nothing.
    keeper.prefer(Prefer::Sounds(false)).unwrap();
    assert_eq!((home.text(), home.backups()), (text, 1));
}

#[test]
fn the_first_change_makes_the_file_with_what_was_changed() {
    let home = Home::new();
    let mut keeper = home.keeper();
    keeper.prefer(Prefer::Marks(Marks::Plain)).unwrap();
    assert_eq!(keeper.view().marks, Marks::Plain);
    let said: Value = serde_json::from_str(&home.text()).unwrap();
    assert_eq!(said, json!({"version": 1, "marks": "plain"}));
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&home.around.file), 0o600);
    assert_eq!(mode(home.around.file.parent().unwrap()), 0o700);
}

#[test]
fn every_change_is_read_back_as_it_was_meant() {
    let home = Home::new();
    let mut keeper = home.keeper();
    let changes = [
        Prefer::Language(Language::BrazilianPortuguese),
        Prefer::Marks(Marks::Plain),
        Prefer::Screen(Some("DP-1".to_owned())),
        Prefer::Sounds(false),
        Prefer::Notifications(false),
        Prefer::CostAndLimits(false),
        Prefer::QuietMinutes(30),
        Prefer::StartWithDesktop(true),
    ];
    for change in changes {
        keeper.prefer(change).unwrap();
    }
    let view = home.keeper().view();
    assert_eq!(view.language, Language::BrazilianPortuguese);
    assert_eq!(view.marks, Marks::Plain);
    assert_eq!(view.screen.as_deref(), Some("DP-1"));
    assert!(!view.sounds && !view.notifications && !view.cost_and_limits);
    assert!(view.quiet_until_unix_ms.is_some() && view.start_with_desktop);
    assert_eq!((view.trouble, &*view.system_language), (None, "pt_BR.UTF-8"));
    // And back.
    keeper.prefer(Prefer::Screen(None)).unwrap();
    keeper.prefer(Prefer::QuietMinutes(0)).unwrap();
    keeper.prefer(Prefer::StartWithDesktop(false)).unwrap();
    let view = home.keeper().view();
    assert_eq!(
        (view.screen, view.quiet_until_unix_ms, view.start_with_desktop),
        (None, None, false)
    );
}

/// What is in the file then, and what a person reads.
#[track_caller]
fn left_alone(text: &str, change: Prefer, refused: &str, trouble: &str) -> PreferencesView {
    let home = Home::with(text);
    let mut keeper = home.keeper();
    assert_eq!(keeper.prefer(change).unwrap_err().to_string(), refused, "{text}");
    assert_eq!(home.text(), text);
    assert_eq!(home.backups(), 0);
    let view = keeper.view();
    assert_eq!(view.trouble.as_deref(), Some(trouble), "{text}");
    view
}

#[test]
fn a_file_that_is_not_understood_is_never_written() {
    let view = left_alone(
        "{\"sounds\": false",
        Prefer::Sounds(true),
        "the settings file cannot be read (line 1, column 1: unterminated object), so nothing in it \
         is changed",
        "The settings file cannot be read (line 1, column 1: unterminated object). Until that is put \
         right the defaults count, cost and limits stay as they were, and nothing in it is changed.",
    );
    assert!(view.sounds);
    let view = left_alone(
        r#"{"version": 2, "sounds": false, "perch": "oak"}"#,
        Prefer::Marks(Marks::Plain),
        "a newer Vults has written the settings file (version 2), so nothing in it is changed",
        "A newer Vults has written the settings file (version 2). What this one knows of it counts, \
         and nothing in it is changed.",
    );
    assert!(!view.sounds);
    let unfit =
        "In the settings file, \"version\" is not a whole number from 1, so its default counts.";
    let refused = "in the settings file, \"version\" is not a whole number from 1; put that right there \
                   first";
    left_alone(r#"{"version": "one"}"#, Prefer::Sounds(true), refused, unfit);
    let unfit = "In the settings file, \"sounds\" is not true or false, so its default counts.";
    let refused =
        "in the settings file, \"sounds\" is not true or false; put that right there first";
    left_alone(r#"{"sounds": "loud"}"#, Prefer::Sounds(true), refused, unfit);
    let home = Home::with("");
    fs::remove_file(&home.around.file).unwrap();
    fs::create_dir(&home.around.file).unwrap();
    let refused = home.keeper().prefer(Prefer::Sounds(false)).unwrap_err().to_string();
    assert!(refused.contains("(it is not a regular file)"), "{refused}");
}

#[test]
fn what_is_not_understood_takes_no_place() {
    const BROKEN: [&str; 3] = ["{\"cost_and_limits\": false", "[]", "{\"sounds\": true,}"];
    let home = Home::with(r#"{"cost_and_limits": false}"#);
    let asks = |keeper: &Keeper| (keeper.cost_and_limits(), keeper.view().cost_and_limits);
    let mut keeper = home.keeper();
    let mut see = |text: &str| {
        fs::write(&home.around.file, text).unwrap();
        keeper.look();
        asks(&keeper)
    };
    // What it last said counts on, and nothing before it has said anything.
    for (last, text) in [(false, r#"{"cost_and_limits": false}"#), (true, "{}")] {
        assert_eq!(see(text), (Some(last), last), "{text}");
        for broken in BROKEN {
            assert_eq!(see(broken), (Some(last), last), "{broken}");
        }
    }
    for broken in BROKEN {
        assert_eq!(asks(&Home::with(broken).keeper()), (None, false), "{broken}");
    }
    let home = Home::with("{}");
    fs::remove_file(&home.around.file).unwrap();
    fs::create_dir(&home.around.file).unwrap();
    assert_eq!(asks(&home.keeper()), (None, false));
    // One that is not there says what the defaults say.
    assert_eq!(asks(&Home::new().keeper()), (Some(true), true));
    let home = Home::with(r#"{"cost_and_limits": "no"}"#);
    assert_eq!(asks(&home.keeper()), (Some(false), false));
    let trouble =
        "In the settings file, \"cost_and_limits\" is not true or false, so it counts as false.";
    assert_eq!(home.keeper().view().trouble.as_deref(), Some(trouble));
}

#[test]
fn one_value_that_means_nothing_does_not_stop_the_others() {
    let home = Home::with(r#"{"sounds": "loud"}"#);
    home.keeper().prefer(Prefer::Marks(Marks::Plain)).unwrap();
    let said: Value = serde_json::from_str(&home.text()).unwrap();
    assert_eq!(said, json!({"sounds": "loud", "version": 1, "marks": "plain"}));
}

/// An editor that writes in the bad way: it cuts the file first, and takes its time.
#[test]
fn a_file_that_is_just_being_written_is_waited_for() {
    let home = Home::with("");
    let mut writer = fs::OpenOptions::new().write(true).open(&home.around.file).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(700));
            std::io::Write::write_all(&mut writer, b"{ \"cost_and_limits\": false }").unwrap();
        });
        let mut keeper = home.keeper();
        assert_eq!(keeper.cost_and_limits(), Some(false));
        keeper.prefer(Prefer::Sounds(false)).unwrap();
    });
    let said: Value = serde_json::from_str(&home.text()).unwrap();
    assert_eq!(said, json!({"cost_and_limits": false, "version": 1, "sounds": false}));
}

#[test]
fn a_link_stays_one() {
    let home = Home::new();
    let real = home.folder.path().join("dotfiles.json");
    fs::write(&real, "{}\n").unwrap();
    fs::create_dir_all(home.around.file.parent().unwrap()).unwrap();
    symlink(&real, &home.around.file).unwrap();
    home.keeper().prefer(Prefer::Sounds(false)).unwrap();
    assert!(home.around.file.is_symlink());
    assert!(fs::read_to_string(&real).unwrap().contains("\"sounds\": false"));
}

#[test]
fn what_cannot_be_written_stays_as_it_is() {
    let home = Home::with("{}\n");
    fs::set_permissions(&home.around.file, fs::Permissions::from_mode(0o400)).unwrap();
    let mut keeper = home.keeper();
    let refused = keeper.prefer(Prefer::Sounds(false)).unwrap_err().to_string();
    assert_eq!(refused, "the settings file was not changed: it is read-only");
    assert!(keeper.view().sounds);
    assert_eq!(home.text(), "{}\n");
    let home = Home::new();
    fs::write(home.folder.path().join("config"), "in the way").unwrap();
    let refused = home.keeper().prefer(Prefer::Sounds(false)).unwrap_err().to_string();
    let expected = "the settings file cannot be read (its folder could not be opened: not a directory), \
                    so nothing in it is changed";
    assert_eq!(refused, expected);
}

#[test]
fn a_screen_has_a_name() {
    let home = Home::new();
    for name in ["", " ", "a\nb", &"x".repeat(101)] {
        let refused = home.keeper().prefer(Prefer::Screen(Some(name.to_owned()))).unwrap_err();
        assert_eq!(refused.to_string(), "no screen has that name");
    }
    assert!(!home.around.file.exists());
}

#[test]
fn the_language_is_that_of_messages() {
    #[track_caller]
    fn check(variables: &[(&str, &str)], expected: &str) {
        let find = |name: &str| {
            let (_, value) = variables.iter().find(|(named, _)| *named == name)?;
            Some((*value).to_owned())
        };
        assert_eq!(system_language(find), expected);
    }
    check(&[], "");
    check(&[("LANG", "pt_BR.UTF-8")], "pt_BR.UTF-8");
    check(&[("LANG", "pt_BR.UTF-8"), ("LC_MESSAGES", "en_GB.UTF-8")], "en_GB.UTF-8");
    check(&[("LANG", "de"), ("LC_MESSAGES", "en"), ("LC_ALL", "C")], "C");
    check(&[("LANG", "pt_BR"), ("LC_ALL", "")], "pt_BR");
}
