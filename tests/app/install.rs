//! The hooks that the app keeps in an agent's settings, from its own start on.

mod places;
mod screen;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::agent::guard;
use crate::app::{App, Mark, PATIENCE, command, new_home, relay};
use crate::desktop::inside;
use crate::screen::click;

/// Settings as a person has tended them for years: with their own order, spelling and habits.
const TENDED: &str = r#"{
	"model":   "opus",
    "env": { "NUMBER": "1.50", "RATIO": 1.50, "BIG": 1E3 },
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [ { "type": "command", "command": "true # mine" } ] }
    ],
    "PermissionRequest": [ ]
  },
  "permissions": {"allow": ["Bash(ls:*)"], "deny": []}, "cleanupPeriodDays": 3e1
}"#;

/// Where Claude Code's settings are in a run's own home.
fn settings_in(home: &Path) -> PathBuf {
    home.join("home/.claude/settings.json")
}

/// Where the relay is put.
fn relay_in(home: &Path) -> PathBuf {
    home.join("data/vults/bin/vults-hook")
}

/// Puts Claude Code's folder into a home, with these settings.
fn with_settings(home: TempDir, text: &str) -> TempDir {
    let file = settings_in(home.path());
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, text).unwrap();
    home
}

/// Waits until the app says that the hooks stand like this.
#[track_caller]
fn until_hooks(app: &App, state: &str) -> Mark {
    let wanted = format!("claude:{state}");
    app.wait_for("hooks", |mark| mark.field("states") == wanted)
}

/// Waits until the app has painted and its hooks stand like this, whichever comes first.
#[track_caller]
fn until_up(app: &App, state: &str) {
    let wanted = format!("claude:{state}");
    let missing = Cell::new(2);
    app.wait_for_any(|mark| {
        let wanted = match mark.name.as_str() {
            "painted" => true,
            "hooks" => mark.field("states") == wanted,
            _ => false,
        };
        missing.set(missing.get() - i32::from(wanted));
        missing.get() == 0
    });
}

/// Starts the app there, and waits until it has painted and installed.
#[track_caller]
fn start_installed(home: TempDir, change: impl FnOnce(&mut Command)) -> App {
    relay();
    let app = App::launch(home, change);
    until_up(&app, "Installed");
    app
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn parsed(file: &Path) -> Value {
    serde_json::from_str(&read(file)).unwrap()
}

/// The command of the first hook of this event that calls our relay, as it is written.
#[track_caller]
fn installed_command(settings: &Path, event: &str) -> String {
    let groups = parsed(settings)["hooks"][event].clone();
    let hooks = groups
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|group| group["hooks"].as_array().cloned().unwrap_or_default());
    let mut commands = hooks.filter_map(|hook| Some(hook["command"].as_str()?.to_owned()));
    commands.find(|command| command.contains("vults-hook")).expect("a hook of ours is written")
}

/// An agent that runs an installed hook as it is written, and waits for it.
#[derive(Debug)]
struct Hook(Child);

impl Hook {
    /// Asks for a permission to run this command.
    fn ask(app: &App, settings: &Path, what: &str) -> Hook {
        app.requests.set(app.requests.get() + 1);
        let payload = json!({
            "session_id": "session-one", "cwd": "/home/ada/weather",
            "hook_event_name": "PermissionRequest", "permission_mode": "default",
            "tool_name": "Bash", "tool_input": {"command": what, "description": "Asked for"},
        });
        let mut child = Command::new("/bin/sh")
            .args(["-c", &installed_command(settings, "PermissionRequest")])
            .env("XDG_RUNTIME_DIR", app.runtime_dir())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(payload.to_string().as_bytes()).unwrap();
        Hook(child)
    }

    /// What the agent reads, once the hook has ended well.
    #[track_caller]
    fn said(self) -> String {
        let output = self.0.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", output.status);
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
        String::from_utf8(output.stdout).unwrap()
    }
}

/// The hook that the app has installed makes a card, and carries the click. On a busy machine a card
/// may not be drawn in time; then the agent hears nothing, and asks anew.
#[track_caller]
fn assert_carries_a_click(app: &App, settings: &Path) {
    for _ in 0..3 {
        let hook = Hook::ask(app, settings, "cargo test");
        let drawn = |mark: &Mark| mark.name == "card_drawn" && mark.button("allow").is_some();
        if let Some(card) = app.look_for(Duration::from_secs(3), drawn) {
            guard();
            click(card.button("allow").unwrap().centre());
        }
        let said = hook.said();
        if !said.is_empty() {
            let said: Value = serde_json::from_str(&said).unwrap();
            assert_eq!(said["hookSpecificOutput"]["decision"]["behavior"], "allow");
            return;
        }
    }
    panic!("the hook carries no click");
}

/// Every file below a folder: its bytes, its mode, when it was written, and which one it is.
type Tree = BTreeMap<PathBuf, (Vec<u8>, u32, i64, i64, u64)>;

fn tree(folders: &[PathBuf]) -> Tree {
    let mut open = folders.to_vec();
    let mut found = Tree::new();
    while let Some(path) = open.pop() {
        let about = std::fs::symlink_metadata(&path).unwrap();
        let bytes = if about.is_dir() {
            open.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            Vec::new()
        } else {
            std::fs::read(&path).unwrap()
        };
        let facts = (bytes, about.mode(), about.mtime(), about.mtime_nsec(), about.ino());
        found.insert(path, facts);
    }
    found
}

/// The folders of a run in which nothing may change by itself.
fn kept(home: &Path) -> Vec<PathBuf> {
    vec![home.join("home"), home.join("data/vults")]
}

#[test]
fn the_first_start_writes_the_hooks_and_keeps_every_foreign_byte() {
    inside(|| {
        let app = start_installed(with_settings(new_home(), TENDED), |_| {});
        let file = settings_in(app.runtime_dir());
        let written = read(&file);
        // What was there is there, in its order: the new text only comes between.
        let mut rest = written.as_str();
        for line in TENDED.lines().filter(|line| !line.contains("PermissionRequest")) {
            let line = line.trim_end_matches(']');
            let at = rest.find(line).unwrap_or_else(|| panic!("{line:?} is gone: {written}"));
            rest = &rest[at + line.len()..];
        }
        let (before, now): (Value, Value) =
            (serde_json::from_str(TENDED).unwrap(), serde_json::from_str(&written).unwrap());
        for name in ["model", "env", "permissions", "cleanupPeriodDays"] {
            assert_eq!(now[name], before[name]);
        }
        assert_eq!(now["hooks"]["PreToolUse"][0], before["hooks"]["PreToolUse"][0]);
        // A copy of it as it was is kept, for this user alone.
        let copies = app.runtime_dir().join("data/vults/backups");
        let copies: Vec<_> =
            tree(&[copies]).into_values().filter(|copy| copy.0.len() > 1).collect();
        let [(bytes, mode, ..)] = &copies[..] else { panic!("{} copies", copies.len()) };
        assert_eq!(std::str::from_utf8(bytes).unwrap(), TENDED);
        assert_eq!(mode & 0o777, 0o600);
    });
}

#[test]
fn a_start_with_nothing_to_change_changes_nothing() {
    inside(|| {
        let (_, home) =
            start_installed(with_settings(new_home(), TENDED), |_| {}).end(Signal::TERM);
        let before = tree(&kept(home.path()));
        let app = start_installed(home, |_| {});
        std::thread::sleep(Duration::from_secs(2));
        let (_, home) = app.end(Signal::TERM);
        assert_eq!(tree(&kept(home.path())), before);
    });
}

#[test]
fn an_old_relay_is_replaced_before_the_socket_opens() {
    inside(|| {
        let home = with_settings(new_home(), "{}");
        let place = relay_in(home.path());
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        std::fs::write(&place, "#!/bin/sh\necho old\n").unwrap();
        let wanted = std::fs::read(relay()).unwrap();
        let app = App::launch(home, |_| {});
        let end = Instant::now() + PATIENCE;
        while !app.socket().exists() {
            assert!(Instant::now() < end, "no socket");
            std::hint::spin_loop();
        }
        let found = std::fs::read(&place).unwrap();
        assert!(found == wanted, "the socket is open, and the old relay is still there");
        app.wait_for("painted", |_| true);
    });
}

#[test]
fn the_installed_hooks_carry_a_click_with_nothing_written_by_hand() {
    inside(|| {
        let app = start_installed(with_settings(new_home(), "{}"), |_| {});
        assert_carries_a_click(&app, &settings_in(app.runtime_dir()));
    });
}

#[test]
fn without_an_agent_nothing_is_made_in_the_home() {
    inside(|| {
        let home = new_home();
        let app = App::launch(home, |command| {
            // Where no program of an agent's is found either.
            command.env("PATH", "/usr/bin:/bin");
        });
        app.wait_for("hooks", |mark| mark.field("states").is_empty());
        let (_, home) = app.end(Signal::TERM);
        assert_eq!(std::fs::read_dir(home.path().join("home")).unwrap().count(), 0);
    });
}

#[test]
fn the_command_line_needs_no_display() {
    let home = with_settings(new_home(), TENDED);
    let hooks = |words: &[&str]| {
        let mut command = command(home.path());
        command.arg("hooks").args(words).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        let output = command.output().unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        (output.status.code(), said)
    };
    relay();
    assert_eq!(hooks(&["install"]).0, Some(0));
    assert!(installed_command(&settings_in(home.path()), "Stop").contains("--agent claude Stop"));
    let (code, said) = hooks(&["status", "--json"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(serde_json::from_str::<Value>(&said).is_ok(), "{said}");
    let (code, said) = hooks(&["test"]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(hooks(&["remove"]).0, Some(0));
    assert_eq!(read(&settings_in(home.path())), TENDED);
    assert_eq!(hooks(&["sing"]).0, Some(2));
}
