use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use super::descent::Above;
use super::*;
use crate::install::testing::{Home, put_program};

const ABOUT: About<'_> = About { version: "vults 0", libraries: &[], variable: |_| None };

/// What a command says on both streams, and its exit code.
fn ran(home: &Home, words: &str) -> (String, String, Option<u8>) {
    ran_by(home, words, &mut nobody(&mut io::empty()))
}

/// Nobody, who types nothing.
fn nobody(input: &mut io::Empty) -> Typist<'_> {
    Typist {
        input,
        is_terminal: false,
        sees_terminal: false,
        forget: &|| Ok(()),
        above: &|| Above::NoAgent,
    }
}

/// What a command says to somebody on both streams, and its exit code.
pub(super) fn ran_by(
    home: &Home,
    words: &str,
    typist: &mut Typist<'_>,
) -> (String, String, Option<u8>) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let words: Vec<OsString> = words.split_whitespace().map(OsString::from).collect();
    let code = run_in(&words, typist, &mut out, &mut err, home.around.clone(), &ABOUT);
    let neutral = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes).unwrap();
        text.replace(home.folder.path().to_str().unwrap(), "DIR")
    };
    (neutral(out), neutral(err), code)
}

fn json(home: &Home, words: &str) -> Value {
    let (out, err, _) = ran(home, words);
    assert_eq!(err, "");
    serde_json::from_str(&out).unwrap()
}

fn home() -> Home {
    let home = Home::new();
    home.write("{\n  \"model\": \"x\"\n}\n");
    home
}

#[test]
fn only_hooks_is_for_the_command_line() {
    let home = home();
    assert_eq!(ran(&home, ""), (String::new(), String::new(), None));
    assert_eq!(ran(&home, "--version").2, None);
    for help in ["hooks", "hooks --help", "hooks help", "hooks install -h"] {
        assert_eq!(ran(&home, help), (HELP.to_owned(), String::new(), Some(0)));
    }
    for (words, part) in [
        ("hooks instal", "there is no command \"instal\""),
        ("hooks status --color", "there is no option \"--color\""),
        ("hooks install cursor", "there is no agent \"cursor\"; those known are: claude, codex."),
        ("hooks install claude codex", "\"codex\" is one word too many"),
        ("hooks status --dry-run", "--dry-run belongs to install and remove"),
    ] {
        let (out, err, code) = ran(&home, words);
        assert_eq!((out.as_str(), code), ("", Some(2)), "{words}");
        assert!(err.contains(part) && err.contains("--help"), "{err}");
    }
    assert!(!home.data().exists());
}

#[test]
fn a_doctor_takes_no_words() {
    let home = home();
    assert_eq!(ran(&home, "doctor --help"), (DOCTOR_HELP.to_owned(), String::new(), Some(0)));
    let (out, err, code) = ran(&home, "doctor me");
    assert_eq!((out.as_str(), code), ("", Some(2)));
    assert!(err.contains("takes no words"), "{err}");
    let (out, err, code) = ran(&home, "doctor");
    assert!(out.starts_with("vults 0\n"), "{out}");
    assert_eq!((err.as_str(), code), ("", Some(0)));
}

#[test]
fn focus_takes_no_words_and_says_where_nobody_can_be_called() {
    let home = home();
    let check = |words: &str, code: u8, said: &str| {
        let (out, err, ended) = ran(&home, words);
        assert_eq!(ended, Some(code), "{words}: {err}");
        assert_eq!(out, if code == 0 { FOCUS_HELP } else { "" }, "{words}");
        assert!(err.contains(said), "{words}: {err}");
    };
    check("focus --help", 0, "");
    check("focus -h", 0, "");
    check("focus now", 2, "it takes no words");
    // Neither a folder, nor a socket in it, nor anybody who listens on it.
    let socket = &home.around.places.socket;
    check("focus", 1, "vults focus: Vults is not running.\n");
    fs::create_dir(&socket.folder).unwrap();
    fs::set_permissions(&socket.folder, fs::Permissions::from_mode(0o700)).unwrap();
    check("focus", 1, "Vults is not running");
    drop(std::os::unix::net::UnixListener::bind(socket.socket()).unwrap());
    check("focus", 1, "Vults is not running");
    // In a folder that others may use anybody could listen.
    fs::set_permissions(&socket.folder, fs::Permissions::from_mode(0o755)).unwrap();
    check("focus", 1, "open to other users");
}

#[test]
fn focus_says_one_line_and_waits_for_nothing() {
    let home = home();
    let socket = &home.around.places.socket;
    fs::create_dir(&socket.folder).unwrap();
    fs::set_permissions(&socket.folder, fs::Permissions::from_mode(0o700)).unwrap();
    let app = std::os::unix::net::UnixListener::bind(socket.socket()).unwrap();
    assert_eq!(ran(&home, "focus"), (String::new(), String::new(), Some(0)));
    let mut said = String::new();
    std::io::Read::read_to_string(&mut app.accept().unwrap().0, &mut said).unwrap();
    assert_eq!(said, "{\"kind\":\"focus\",\"v\":8}\n");
}

#[test]
fn the_agents_of_the_help_are_those_there_are() {
    let known: Vec<&str> = vults_agents::installations().map(|it| it.agent.as_str()).collect();
    assert!(HELP.contains(&format!("AGENT is one of: {}.", known.join(", "))));
}

#[test]
fn a_dry_run_shows_the_lines_and_writes_nothing() {
    let home = home();
    let before = home.tree();
    let (out, err, code) = ran(&home, "hooks install --dry-run");
    assert_eq!((err.as_str(), code), ("", Some(0)));
    assert!(
        out.starts_with("Claude Code  ~/.claude/settings.json  would change\n  @@ -1,3 +1,"),
        "{out}"
    );
    assert!(out.contains("\n  -  \"model\": \"x\"\n  +  \"model\": \"x\",\n"), "{out}");
    let said = json(&home, "hooks install claude --dry-run --json");
    assert!(said["files"][0]["would_change"]["added"].as_u64().unwrap() > 11);
    assert_eq!(home.tree(), before);
}

#[test]
fn from_installation_to_removal() {
    let home = home();
    let before = home.read();
    let (out, _, code) = ran(&home, "hooks status");
    assert_eq!(code, Some(1));
    assert_eq!(
        out,
        "Claude Code  ~/.claude/settings.json              not installed\n\
         vults-hook   ~/.local/share/vults/bin/vults-hook  is not there\n"
    );
    let (out, err, code) = ran(&home, "hooks install");
    assert_eq!((err.as_str(), code), ("", Some(0)));
    assert!(out.starts_with("Claude Code  ~/.claude/settings.json  installed ("), "{out}");
    assert!(out.contains("\n  A copy of it as it was: ~/.local/share/vults/backups/"), "{out}");
    assert!(home.read().contains("PermissionRequest"));
    let tree = home.tree();
    let (out, _, code) = ran(&home, "hooks install claude");
    assert_eq!(
        (out.as_str(), code),
        ("Claude Code  ~/.claude/settings.json  nothing to change\n", Some(0))
    );
    let (out, _, code) = ran(&home, "hooks status claude");
    assert_eq!(code, Some(0), "{out}");
    assert!(
        out.starts_with("Claude Code  ~/.claude/settings.json              installed since 20"),
        "{out}"
    );
    let (out, err, code) = ran(&home, "hooks test");
    assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
    assert_eq!(out.lines().filter(|line| line.ends_with("good, printed nothing")).count(), 15);
    assert_eq!(home.tree(), tree, "looking and testing write nothing");

    let (out, err, code) = ran(&home, "hooks remove");
    assert_eq!((err.as_str(), code), ("", Some(0)));
    assert!(out.starts_with("Claude Code  ~/.claude/settings.json  removed ("), "{out}");
    for name in ["vults-hook", "vults-hook.app"] {
        assert!(out.contains(&format!("\nTaken away: ~/.local/share/vults/bin/{name}\n")), "{out}");
    }
    assert_eq!(home.read(), before);
    assert!(!home.data().join("bin").exists());
    let said = json(&home, "hooks status --json");
    assert_eq!(said["files"][0]["state"], "removed");
    assert_eq!(ran(&home, "hooks status").2, Some(0), "that is what the person wants");
    // The next start of the app keeps to it.
    home.start();
    assert_eq!(home.read(), before);
}

#[test]
fn the_blanks_between_columns_are_blanks() {
    let home = home();
    let data =
        home.home().join("a/data/folder/whose/name/is/much/longer/than/that/of/the/settings");
    let places = crate::places::Places { data, ..home.around.places.clone() };
    let home = Home { around: Surroundings { places, ..home.around.clone() }, ..home };
    for words in ["hooks status", "hooks install", "hooks test", "doctor"] {
        let (out, err, _) = ran(&home, words);
        assert!(!out.contains("spaces⟩") && !err.contains("spaces⟩"), "{words}: {out}{err}");
    }
}

#[test]
fn what_goes_wrong_is_said_with_its_place() {
    let home = home();
    home.write("{\n  \"a\": 1,,\n}");
    let (_, err, code) = ran(&home, "hooks install");
    assert_eq!(code, Some(1));
    assert!(err.contains("~/.claude/settings.json is left as it is. Line 2, column "), "{err}");
    let (out, _, code) = ran(&home, "hooks status");
    assert!(out.contains("left alone\n  Line 2, column "), "{out}");
    assert_eq!(code, Some(1));
    fs::remove_file(home.folder.path().join("app/vults-hook")).unwrap();
    home.write("{}");
    let relay = home.data().join("bin/vults-hook");
    fs::rename(&relay, relay.with_extension("older")).unwrap();
    let (_, err, code) = ran(&home, "hooks install");
    assert!(err.contains("No hook was written"), "{err}");
    assert_eq!((home.read().as_str(), code), ("{}", Some(1)));
    // An older one is called all the same, and it is said that it is not the app's own.
    fs::rename(relay.with_extension("older"), &relay).unwrap();
    let (_, err, code) = ran(&home, "hooks install");
    assert!(err.contains("is not up to date") && !err.contains("No hook"), "{err}");
    assert!(home.read().contains("PermissionRequest") && code == Some(1));
    let empty = Home::new();
    let (_, err, code) = ran(&empty, "hooks install claude");
    assert_eq!(
        (err.as_str(), code),
        (
            "vults: Claude Code is not here: there is no folder ~/.claude and no program claude.\n",
            Some(1)
        )
    );
    assert_eq!(ran(&empty, "hooks remove").2, Some(0), "there is nothing to remove");
}

#[test]
fn a_command_of_the_persons_own_keeps_the_relay() {
    let home = home();
    ran(&home, "hooks install");
    let own = home.read().replace("\"{ [ -x", "\"logger; { [ -x");
    home.write(&own);
    let (_, err, code) = ran(&home, "hooks remove");
    assert_eq!(code, Some(1));
    assert!(err.contains("it is yours to change") && err.contains("stays where it is"), "{err}");
    assert_eq!(home.read(), own);
    assert!(home.data().join("bin/vults-hook").exists());
}

#[test]
fn hooks_in_a_folder_that_is_away_keep_what_they_need() {
    let home = home();
    let work = home.home().join("work");
    fs::create_dir(&work).unwrap();
    let line = r#"{"statusLine": {"type": "command", "command": "mine"}}"#;
    fs::write(work.join("settings.json"), line).unwrap();
    let variables = [("CLAUDE_CONFIG_DIR", work.clone().into())].into();
    let there = Home { around: Surroundings { variables, ..home.around.clone() }, ..home };
    assert_eq!(ran(&there, "hooks install").2, Some(0));
    // As with a disk that is not mounted.
    fs::rename(&work, work.with_extension("away")).unwrap();
    let (out, err, code) = ran(&there, "hooks remove");
    assert_eq!(code, Some(1), "{out}");
    let said = "vults-hook stays where it is: hooks in ~/work/settings.json may still call it.";
    assert!(err.contains(said), "{err}");
    for name in ["vults-hook", "vults-hook.app", "status-lines.json"] {
        assert!(there.data().join("bin").join(name).exists(), "{name}");
    }
    fs::rename(work.with_extension("away"), &work).unwrap();
    assert_eq!(ran(&there, "hooks remove").2, Some(0));
    assert_eq!(fs::read_to_string(work.join("settings.json")).unwrap(), line);
    assert!(!there.data().join("bin").exists());
}

#[test]
fn installing_and_removing_at_once_never_leaves_hooks_that_call_nothing() {
    for _ in 0..8 {
        let home = home();
        home.write("{\"statusLine\": {\"type\": \"command\", \"command\": \"mine\"}}");
        std::thread::scope(|scope| {
            for words in ["hooks install", "hooks remove"].repeat(3) {
                let home = &home;
                scope.spawn(move || ran(home, words));
            }
        });
        let has_hooks = home.read().contains("vults-hook");
        assert!(!has_hooks || home.data().join("bin/vults-hook").exists());
        assert!(!has_hooks || home.data().join("bin/status-lines.json").exists());
        ran(&home, "hooks remove");
        assert!(home.read().contains("\"mine\"") && !home.read().contains("vults-hook"));
    }
}

#[test]
fn a_file_that_cannot_be_written_is_told_before_anybody_tries() {
    let home = home();
    fs::set_permissions(home.settings(), fs::Permissions::from_mode(0o444)).unwrap();
    let (out, _, code) = ran(&home, "hooks status");
    assert!(out.contains("left alone\n  It is read-only.\n") && code == Some(1), "{out}");
    let (_, err, code) = ran(&home, "hooks install --dry-run");
    assert!(err.contains("is left alone. It is read-only.") && code == Some(1), "{err}");
    // Where all is there, nothing need be written.
    fs::set_permissions(home.settings(), fs::Permissions::from_mode(0o644)).unwrap();
    ran(&home, "hooks install");
    fs::set_permissions(home.settings(), fs::Permissions::from_mode(0o444)).unwrap();
    let (out, _, code) = ran(&home, "hooks status");
    assert!(out.contains("installed since") && code == Some(0), "{out}");
}

#[test]
fn a_relay_that_fails_is_told() {
    let home = home();
    ran(&home, "hooks install");
    put_program(&home.data().join("bin/vults-hook"), "#!/bin/sh\nkill -SEGV $$\n");
    let said = json(&home, "hooks test --json");
    let trouble = said["files"][0]["hooks"][0]["trouble"].as_str().unwrap();
    assert!(trouble.contains("crashed with signal 11"), "{trouble}");
    assert_eq!(ran(&home, "hooks test").2, Some(1));
    fs::remove_file(home.data().join("bin/vults-hook")).unwrap();
    let (out, _, code) = ran(&home, "hooks status");
    assert!(out.ends_with("is not there\n"), "{out}");
    assert_eq!(code, Some(1));
}

#[test]
fn nothing_in_a_settings_file_writes_to_the_terminal() {
    const EVIL: &str = "Ev\u{1b}[31mil\n\u{202e}X\u{9b}2J\u{7f}";
    let relay = format!("/no/{EVIL}/vults-hook");
    let hook = |command: String| {
        serde_json::json!([{ "hooks": [
        { "type": "command", "command": command, "timeout": 1 },
    ] }])
    };
    let settings = serde_json::json!({ "hooks": {
        EVIL: hook(format!("logger; '{relay}' --agent claude Stop")),
        "Stop": hook(format!("{{ [ -x '{relay}' ] && '{relay}' --agent claude Stop; }} || :")),
        "Long": hook("yes | head -c 200000; vults-hook --agent claude Stop".to_owned()),
    } });
    let home = home();
    home.write(&settings.to_string());
    let commands = ["status", "test", "install --dry-run", "remove --dry-run", "install", "remove"];
    for command in commands {
        for form in ["", " --json"] {
            let (out, err, _) = ran(&home, &format!("hooks {command}{form}"));
            let strange =
                |letter: &char| *letter != '\n' && (letter.is_control() || *letter == '\u{202e}');
            assert_eq!(out.chars().chain(err.chars()).find(strange), None, "{command}{form}");
            assert!(out.len() < 30_000 || form == " --json", "{command}");
        }
    }
    let said = json(&home, "hooks test --json");
    let events = said["files"][0]["hooks"].as_array().unwrap();
    assert!(events.iter().any(|hook| hook["event"] == EVIL), "exactly, for a program: {said}");
}

#[test]
fn what_could_not_be_said_is_no_success() {
    let home = home();
    ran(&home, "hooks install");
    let words: Vec<OsString> = ["hooks", "status"].map(OsString::from).into();
    let mut full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let ran = |out: &mut dyn Write| {
        let mut nothing = io::empty();
        let nobody = &mut nobody(&mut nothing);
        run_in(&words, nobody, out, &mut Vec::new(), home.around.clone(), &ABOUT)
    };
    let code = ran(&mut full);
    assert_eq!(code, Some(1));
    // A reader that has seen enough, such as `head`, is no failure.
    let (reader, mut writer) = std::io::pipe().unwrap();
    drop(reader);
    let code = ran(&mut writer);
    assert_eq!(code, Some(0));
}

#[test]
fn no_file_name_writes_to_the_terminal() {
    let home = Home::new();
    let odd = home.home().join("a\u{1b}[31mb\nc");
    fs::create_dir(&odd).unwrap();
    let variables = [("CLAUDE_CONFIG_DIR", odd.into())].into();
    let home = Home { around: Surroundings { variables, ..home.around.clone() }, ..home };
    let (out, _, _) = ran(&home, "hooks status");
    assert!(out.contains("~/a⟨ESC⟩[31mb⟨line break⟩c/settings.json"), "{out}");
    let said = json(&home, "hooks status --json");
    assert!(said["files"][0]["file"].as_str().unwrap().contains('\u{1b}'));
}

#[test]
fn who_wants_no_cost_and_limits_gets_no_status_line() {
    let home = home();
    let settings = home.around.places.config.join("vults/settings.json");
    fs::create_dir_all(settings.parent().unwrap()).unwrap();
    let wishes = [
        (Some("{\"cost_and_limits\": false}"), false),
        // What nobody understands brings none.
        (Some("{\"cost_and_limits\": false"), false),
        (Some("{\"cost_and_limits\": \"no\"}"), false),
        (Some("{\"cost_and_limits\": true}"), true),
        // And takes none away.
        (Some("{\"cost_and_limits\": true"), true),
        (None, true),
    ];
    for (wish, has_line) in wishes {
        match wish {
            Some(wish) => fs::write(&settings, wish).unwrap(),
            None => fs::remove_file(&settings).unwrap(),
        }
        let (_, err, code) = ran(&home, "hooks install");
        assert_eq!((err.as_str(), code), ("", Some(0)));
        assert_eq!(home.read().contains("--statusline"), has_line, "{wish:?}");
    }
}
