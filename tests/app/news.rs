//! What the app tells a person who does not look at the island: notifications, as a desktop gets them on
//! the session bus, and sounds, as a player gets them.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::agent::{Asking, Call, ready};
use crate::app::{App, PATIENCE, SILENCE, new_home};
use crate::desktop::{inside_with, root, tool};
use crate::screen::{Other, click};
use crate::words::WHOLE_SCREEN;

/// A desktop that shows notifications, ended when dropped.
struct Desk {
    child: Child,
    presses: ChildStdin,
    lines: Receiver<Value>,
}

impl Desk {
    #[track_caller]
    fn start() -> Desk {
        let mut child = Command::new("/usr/bin/python3")
            .arg(root().join("tests/app/notification_server.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let presses = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                eprintln!("desk: {line}");
                _ = sender.send(serde_json::from_str(&line).unwrap());
            }
        });
        let desk = Desk { child, presses, lines };
        assert_eq!(desk.next(), json!({"ready": true}));
        desk
    }

    #[track_caller]
    fn next(&self) -> Value {
        self.lines.recv_timeout(PATIENCE).expect("waited in vain for the bus")
    }

    /// Nothing comes in the next moment.
    #[track_caller]
    fn assert_still(&self) {
        if let Ok(line) = self.lines.recv_timeout(SILENCE) {
            panic!("the desktop got {line}");
        }
    }

    fn press(&mut self, id: &Value, action: &str) {
        writeln!(self.presses, "{id} {action}").unwrap();
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Without the desktop's own notifications.
#[track_caller]
fn inside(body: impl FnOnce()) {
    inside_with(&["--notify", "none"], body);
}

/// An event of a session, on which nobody waits.
fn happens(app: &App, session: &str, name: &str, more: &Value) {
    let mut payload = json!({
        "session_id": session, "cwd": "/home/ada/weather", "hook_event_name": name,
        "permission_mode": "default",
    });
    payload.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let event = json!({
        "kind": "event", "v": 8, "id": format!("{session} {name}"), "agent": "claude", "event": name,
        "wants_reply": false, "terminal": {"cwd": "/home/ada/weather"}, "payload": payload,
    });
    let mut stream = UnixStream::connect(app.socket()).unwrap();
    stream.write_all(format!("{event}\n").as_bytes()).unwrap();
}

/// A turn of a session begins and ends.
fn turn(app: &App, session: &str) {
    happens(app, session, "UserPromptSubmit", &json!({"prompt": "Do it"}));
    happens(app, session, "Stop", &json!({"stop_hook_active": false}));
}

#[test]
fn a_card_that_nobody_can_see_is_told_and_taken_back() {
    inside(|| {
        let mut desk = Desk::start();
        let app = App::start();
        let over = Other::above_all(WHOLE_SCREEN);
        let mut asking = Asking::begin(&app, "one", "rm -rf /srv/secret-project");
        let shown = desk.next();
        assert_eq!(shown["title"], "Claude Code asks for a permission");
        assert_eq!(shown["actions"], json!(["default", "Open", "open", "Open"]));
        let said = shown.to_string();
        for word in ["rm -rf", "srv", "secret", "weather", "ada"] {
            assert!(!said.contains(word), "it says {word:?}: {said}");
        }
        // A press brings the island, and answers nothing. Nobody presses what has come just now.
        std::thread::sleep(SILENCE);
        desk.press(&shown["shown"], "default");
        app.wait_for("call", |mark| mark.field("heard") == "true");
        app.assert_nobody_acted();
        asking.assert_waits();
        drop((over, asking));
        // It has gone already.
        desk.assert_still();
        let _over = Other::above_all(WHOLE_SCREEN);
        let asking = Asking::begin(&app, "two", "true");
        let shown = desk.next();
        assert_eq!(shown["replaces"], 0);
        // The terminal has the answer.
        drop(asking);
        assert_eq!(desk.next(), json!({"closed": shown["shown"]}));
    });
}

#[test]
fn what_a_person_can_see_is_not_told() {
    inside(|| {
        let desk = Desk::start();
        let app = App::start();
        let asking = Asking::begin(&app, "one", "true");
        app.wait_for("news", |mark| mark.field("told") == "Asks");
        click(ready(&app, &asking).button("allow").unwrap().centre());
        desk.assert_still();
        // Nor when it is dark: then it is.
        tool("xset", &["s", "activate"]);
        let _asking = Asking::begin(&app, "two", "true");
        assert_eq!(desk.next()["title"], "Claude Code asks for a permission");
    });
}

#[test]
fn one_session_has_one_notification() {
    inside(|| {
        let desk = Desk::start();
        let app = App::start();
        let _over = Other::above_all(WHOLE_SCREEN);
        turn(&app, "first");
        let first = desk.next();
        assert_eq!(first["title"], "Claude Code has finished");
        // Another one has its own.
        turn(&app, "second");
        let second = desk.next();
        assert_ne!(first["shown"], second["shown"]);
        // It works again, so that what was told has passed.
        happens(&app, "first", "UserPromptSubmit", &json!({"prompt": "More"}));
        assert_eq!(desk.next(), json!({"closed": first["shown"]}));
        happens(&app, "first", "StopFailure", &json!({"error": "rate_limit"}));
        assert_eq!(desk.next()["title"], "Claude Code stopped with an error");
    });
}

#[test]
fn nothing_is_told_to_who_does_not_want_it() {
    inside(|| {
        let desk = Desk::start();
        let (home, heard) = home_with_player();
        settings(home.path(), r#"{"notifications": false, "sounds": false}"#);
        let app = start_with_player(home);
        let _over = Other::above_all(WHOLE_SCREEN);
        turn(&app, "first");
        app.wait_for("news", |mark| mark.field("told") == "Finished");
        desk.assert_still();
        assert!(!heard.exists());
        // It counts as soon as it is changed.
        settings(app.runtime_dir(), r#"{"notifications": true, "sounds": false}"#);
        app.wait_for("preferences", |_| true);
        turn(&app, "second");
        assert_eq!(desk.next()["title"], "Claude Code has finished");
        assert!(!heard.exists());
    });
}

#[test]
fn a_sound_is_heard_and_not_while_nobody_is_to_be_disturbed() {
    inside(|| {
        let desk = Desk::start();
        let (home, heard) = home_with_player();
        let app = start_with_player(home);
        turn(&app, "first");
        until_there(&heard);
        let wav = std::fs::read(&heard).unwrap();
        assert!(wav.starts_with(b"RIFF") && wav.len() > 10_000, "{} bytes", wav.len());
        std::fs::remove_file(&heard).unwrap();
        // In the next run too, until its time is over.
        let (_, home) = app.end(rustix::process::Signal::TERM);
        let soon = std::time::SystemTime::now() + Duration::from_secs(3600);
        let until = soon.duration_since(std::time::UNIX_EPOCH).unwrap().as_millis();
        let quiet = home.path().join("data/vults/quiet.json");
        std::fs::write(quiet, format!("{{\"v\":1,\"until_unix_ms\":{until}}}")).unwrap();
        let app = start_with_player(home);
        let _over = Other::above_all(WHOLE_SCREEN);
        turn(&app, "second");
        app.wait_for("news", |mark| mark.field("quiet") == "true");
        desk.assert_still();
        assert!(!heard.exists());
    });
}

#[test]
fn without_a_desktop_that_tells_and_plays_the_app_serves() {
    inside(|| {
        let app = App::start_with(|command| _ = command.env("PATH", "/nonexistent"));
        let over = Other::above_all(WHOLE_SCREEN);
        turn(&app, "first");
        app.wait_for("sound", |_| true);
        drop(over);
        let asking = Asking::begin_call(&app, "one", &Call::bash("true"));
        click(ready(&app, &asking).button("deny").unwrap().centre());
        assert_eq!(asking.decision().as_deref(), Some("deny"));
    });
}

/// A home in which `pw-play` copies what it is to play to a file, and that file.
fn home_with_player() -> (TempDir, PathBuf) {
    let home = new_home();
    let (folder, heard) = (home.path().join("players"), home.path().join("heard.wav"));
    std::fs::create_dir(&folder).unwrap();
    let player = folder.join("pw-play");
    // The last of what it is told is the file.
    let script = format!(
        "#!/bin/sh\nfor file; do :; done\ncat \"$file\" > '{0}.new'\nmv '{0}.new' '{0}'\n",
        heard.display()
    );
    std::fs::write(&player, script).unwrap();
    std::fs::set_permissions(&player, std::fs::Permissions::from_mode(0o755)).unwrap();
    (home, heard)
}

fn start_with_player(home: TempDir) -> App {
    let players = home.path().join("players");
    let path = std::env::var_os("PATH").unwrap();
    let folders = std::iter::once(players).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(folders).unwrap();
    let app = App::launch(home, |command| _ = command.env("PATH", path));
    app.wait_for("painted", |_| true);
    app
}

fn settings(home: &Path, text: &str) {
    let folder = home.join("config/vults");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("settings.json"), text).unwrap();
}

#[track_caller]
fn until_there(file: &Path) {
    let end = Instant::now() + PATIENCE;
    while !file.exists() {
        assert!(Instant::now() < end, "waited in vain for {}", file.display());
        std::thread::sleep(Duration::from_millis(50));
    }
}
