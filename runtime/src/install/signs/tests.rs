use serde_json::json;
use vults_core::Dead;

use super::*;
use crate::install::dead;
use crate::install::testing::{Home, claude};

/// A home with a session of Claude Code in a folder below it.
struct Stage {
    home: Home,
    session: Session,
}

impl Stage {
    fn new(cwd: &str) -> Stage {
        let home = Home::new();
        home.write("{}");
        let cwd = home.home().join(cwd);
        fs::create_dir_all(&cwd).unwrap();
        let folder = Some(home.home().join(".claude"));
        Stage { home, session: Session { pid: 4242, started_ms: 10, cwd: Some(cwd), folder } }
    }

    fn put(&self, path: &str, value: &Value) {
        let path = self.home.home().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, value.to_string()).unwrap();
    }

    /// What Claude Code remembers: that these folders are trusted.
    fn trust(&self, folders: &[&str]) {
        let project = |folder: &&str| {
            let folder = self.home.home().join(folder);
            let folder = folder.to_str().unwrap().trim_end_matches('/').to_owned();
            (folder, json!({ "hasTrustDialogAccepted": true }))
        };
        let projects: Map<String, Value> = folders.iter().map(project).collect();
        self.put(".claude.json", &json!({ "projects": projects }));
    }

    fn dead(&self) -> Vec<&'static str> {
        let folder = &self.home.folders()[0];
        let sessions = std::slice::from_ref(&self.session);
        let signs = read(&self.home.around, claude(), folder, sessions, &Reports::default());
        let dead = dead::reasons(&signs, claude(), &folder.file, None);
        let name = |dead: &Dead| match dead {
            Dead::Disabled { .. } => "disabled",
            Dead::NotLoaded { .. } => "not loaded",
            Dead::Review => "review",
            Dead::Managed { .. } => "managed",
            Dead::ManagedOff { .. } => "managed off",
            Dead::Untrusted { .. } => "untrusted",
            Dead::OlderSessions { .. } => "older",
        };
        dead.iter().map(name).collect()
    }
}

#[test]
fn trust_goes_down_to_the_root_of_a_repository() {
    let check = |repository: Option<&str>, trusted: &[&str], expected: &[&str]| {
        let stage = Stage::new("work/repo/deep");
        if let Some(root) = repository {
            fs::create_dir_all(stage.home.home().join(root).join(".git")).unwrap();
        }
        stage.trust(trusted);
        assert_eq!(stage.dead(), expected, "{repository:?} {trusted:?}");
    };
    check(None, &[], &["untrusted"]);
    check(None, &["work/repo/deep"], &[]);
    check(None, &["work"], &[]);
    check(None, &[""], &[]);
    check(None, &["work/repo/other", "wor"], &["untrusted"]);
    check(Some("work/repo"), &["work/repo"], &[]);
    check(Some("work/repo"), &["work"], &["untrusted"]);
    check(Some("work/repo/deep"), &["work/repo"], &["untrusted"]);
}

#[test]
fn a_session_that_has_begun_is_past_the_question() {
    let stage = Stage::new("work");
    stage.trust(&[]);
    assert_eq!(stage.dead(), ["untrusted"]);
    stage.put(".claude/sessions/4242.json", &json!({}));
    assert_eq!(stage.dead(), [""; 0]);
    // Without its memory nobody can say.
    let stage = Stage::new("work");
    assert_eq!(stage.dead(), [""; 0]);
}

#[test]
fn a_project_may_switch_hooks_off() {
    let off = |off: bool| json!({ "disableAllHooks": off });
    let stage = Stage::new("repo/deep");
    fs::create_dir_all(stage.home.home().join("repo/.git")).unwrap();
    // The shared file counts only in the folder that the session was started in.
    stage.put("repo/.claude/settings.json", &off(true));
    assert_eq!(stage.dead(), [""; 0], "not from the top of the repository");
    stage.put("repo/.claude/settings.local.json", &off(true));
    assert_eq!(stage.dead(), ["disabled"]);
    stage.put("repo/deep/.claude/settings.local.json", &off(false));
    assert_eq!(stage.dead(), [""; 0]);
    stage.put("repo/deep/.claude/settings.json", &off(true));
    assert_eq!(stage.dead(), [""; 0], "the local file is stronger");
    let stage = Stage::new("repo");
    fs::create_dir_all(stage.home.home().join("repo/.git")).unwrap();
    stage.put("repo/.claude/settings.json", &off(true));
    assert_eq!(stage.dead(), ["disabled"], "a session at the top");
}

#[test]
fn the_administrators_files_are_those_that_the_agent_reads() {
    let stage = Stage::new("work");
    let folder = stage.home.around.root.join("etc/claude-code/managed-settings.d");
    fs::create_dir_all(&folder).unwrap();
    let only = json!({ "allowManagedHooksOnly": true }).to_string();
    for name in [".hidden.json", "20.json.bak", "README"] {
        fs::write(folder.join(name), &only).unwrap();
    }
    assert_eq!(stage.dead(), [""; 0]);
    fs::write(folder.join("20.json"), &only).unwrap();
    fs::write(folder.join("30.json"), "{ broken").unwrap();
    assert_eq!(stage.dead(), ["managed"]);
}

#[test]
fn the_place_where_strict_reading_stops() {
    let check = |text: &str, expected: Option<(u32, u32)>| {
        let home = Home::new();
        home.write(text);
        assert_eq!(not_strict(&home.settings(), Reads::Json), expected, "{text:?}");
    };
    check("{}", None);
    check("", None);
    check(" \n", None);
    check("\u{feff}{ \"a\": 1 }\r\n", None);
    check("{\n  \"ä\": 1, // mine\n}", Some((2, 11)));
    check("{ \"a\": [1,] }", Some((1, 11)));
    // Nobody can read this one; that is said elsewhere.
    check("{ \"a\" 1 }", None);
    // Some agents read nothing but JSON.
    for text in ["\u{feff}{}", "", " \n"] {
        let home = Home::new();
        home.write(text);
        let stops = not_strict(&home.settings(), Reads::JsonAlone);
        assert_eq!(
            stops.map(|(line, _)| line),
            Some(if text == " \n" { 2 } else { 1 }),
            "{text:?}"
        );
    }
}
