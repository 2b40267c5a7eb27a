//! Codex's hooks: in its own file, after the person's own, and the same bytes from one release to
//! the next, since Codex runs none that changed before its person has reviewed it.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use serde_json::Value;
use vults_agents::{Installation, adapter};
use vults_core::{Dead, FolderState, ReviewView};
use vults_protocol::Agent;

use super::*;
use crate::install::Keeper;
use crate::install::testing::{Home, put_program};
use crate::reports::Reports;

const OWN: &str = r#"{
  "hooks": {
    "PermissionRequest": [ { "hooks": [ { "type": "command", "command": "mine" } ] } ],
        "Stop": [{"hooks":[{"type":"command","command":"mine too","timeout":7}]}]
  }
}
"#;

fn codex() -> &'static Installation {
    adapter(&Agent::Codex).installation().unwrap()
}

struct Stage(Home);

impl Stage {
    fn new(settings: Option<&str>) -> Stage {
        let home = Home::new();
        fs::create_dir_all(home.home().join(".codex")).unwrap();
        let stage = Stage(home);
        if let Some(settings) = settings {
            fs::write(stage.file(), settings).unwrap();
        }
        stage.0.installer().put_relay().unwrap();
        stage
    }

    fn file(&self) -> PathBuf {
        self.0.home().join(".codex/hooks.json")
    }

    fn read(&self) -> String {
        fs::read_to_string(self.file()).unwrap()
    }

    fn folder(&self) -> Folder {
        Folder { agent: "codex", file: self.file(), aliases: Vec::new() }
    }

    fn wish(&self, wish: Wish) -> Done {
        self.0.installer().carry_out(wish, codex(), &self.folder()).unwrap()
    }

    /// How the file looks in the settings window.
    fn dead(&self) -> Vec<Dead> {
        self.dead_by(&Reports::default())
    }

    /// The same, where these sessions were heard. It is noted as an app that runs does.
    fn dead_by(&self, reports: &Reports) -> Vec<Dead> {
        let mut keeper = Keeper::new(self.0.installer(), reports.clone());
        keeper.notice();
        let pictures = keeper.pictures(&self.0.installer().record());
        let picture = pictures.into_iter().find(|it| it.folder.agent == "codex").unwrap();
        assert_eq!(picture.view.state, FolderState::Installed);
        picture.view.dead
    }

    /// A session that began so many seconds from now, on a machine that has run for an hour.
    fn put_session(&self, pid: u32, from_now_s: i64) {
        let now_s = now_ms() / 1000;
        let proc = &self.0.around.proc;
        fs::write(proc.join("stat"), format!("btime {}\n", now_s - 3600)).unwrap();
        let ticks =
            u64::try_from(3600 + from_now_s).unwrap() * rustix::param::clock_ticks_per_second();
        for (name, words) in [("self", "vults"), (&pid.to_string(), "codex")] {
            let process = proc.join(name);
            fs::create_dir_all(process.join("ns")).unwrap();
            let world = fs::read_link("/proc/self/ns/mnt").unwrap();
            _ = symlink(world, process.join("ns/mnt"));
            fs::write(process.join("cmdline"), format!("{words}\0")).unwrap();
            fs::write(process.join("environ"), format!("HOME={}\0", self.0.home().display()))
                .unwrap();
            let stat = format!("{name} (x) S 1 1 1 0 -1 4 1 2 3 4 5 6 7 8 20 0 1 0 {ticks} 9 9");
            fs::write(process.join("stat"), stat).unwrap();
        }
    }

    /// A Codex that says that its person has, or has not, reviewed these hooks.
    fn put_codex(&mut self, trust: &str) {
        let programs = self.0.folder.path().join("programs");
        fs::create_dir_all(&programs).unwrap();
        let listed: Value = serde_json::from_str(&self.read()).unwrap();
        let file = self.file();
        let groups = listed["hooks"].as_object().unwrap().values().flat_map(|groups| {
            groups.as_array().unwrap().iter().flat_map(|group| group["hooks"].as_array().unwrap())
        });
        let hooks: Vec<Value> = groups
            .map(|hook| {
                serde_json::json!({ "sourcePath": file, "command": hook["command"],
                    "enabled": true, "trustStatus": trust })
            })
            .collect();
        let line = serde_json::json!({ "id": 1, "result": { "data": [{ "hooks": hooks }] } });
        let answer = self.0.folder.path().join("answer");
        fs::write(&answer, format!("{line}\n")).unwrap();
        let script = format!(
            "#!/bin/sh\ncase $1 in --version) echo codex-cli 9.9.9 ;; *) cat '{}'; sleep 60 ;; esac\n",
            answer.display()
        );
        put_program(&programs.join("codex"), &script);
        self.0.around.path = Some(programs.into());
    }
}

#[test]
fn every_hashed_byte_is_that_of_the_first_release() {
    let stage = Stage::new(None);
    stage.wish(Wish::Start);
    let text = stage.read().replace(stage.0.installer().relay().to_str().unwrap(), "RELAY");
    // A change of any line here makes Codex ask every person for a review again.
    insta::assert_snapshot!(text);
}

#[test]
fn the_persons_own_hooks_come_first_and_keep_their_bytes() {
    let stage = Stage::new(Some(OWN));
    let done = stage.wish(Wish::Start);
    assert!(done.backup.is_some());
    let written: Value = serde_json::from_str(&stage.read()).unwrap();
    for event in ["PermissionRequest", "Stop"] {
        let groups = written["hooks"][event].as_array().unwrap();
        let commands: Vec<&str> =
            groups.iter().map(|group| group["hooks"][0]["command"].as_str().unwrap()).collect();
        assert_eq!(commands.len(), 2, "{event}");
        assert!(commands[0].starts_with("mine") && commands[1].contains("vults-hook"), "{event}");
    }
    for line in OWN.lines() {
        assert!(stage.read().contains(line.trim_end_matches([' ', '}', ']', ','])), "{line}");
    }
    let before = stage.read();
    assert!(stage.wish(Wish::Start).diff.hunks.is_empty());
    assert_eq!(stage.read(), before);
    stage.wish(Wish::Remove);
    assert_eq!(stage.read(), OWN);
}

#[test]
fn the_review_is_the_persons_and_is_waited_for_until_codex_says_that_it_is_given() {
    let mut stage = Stage::new(Some(OWN));
    stage.wish(Wish::Start);
    assert_eq!(stage.dead(), [Dead::Review]);
    let check = |stage: &mut Stage, trust: &str, expected: ReviewView, dead: &[Dead]| {
        stage.put_codex(trust);
        let test = stage.0.installer().test(codex(), &stage.folder()).unwrap();
        assert_eq!(test.review, Some(expected));
        let version = test.program.and_then(|program| program.version);
        assert_eq!(version, Some(vults_core::Text::of("codex-cli 9.9.9")));
        assert_eq!(stage.dead(), dead, "{trust}");
    };
    check(&mut stage, "untrusted", ReviewView::Waits { hooks: 12 }, &[Dead::Review]);
    check(&mut stage, "trusted", ReviewView::Given, &[]);
    // It lasts as long as nothing of ours changes.
    stage.wish(Wish::Start);
    stage.wish(Wish::Notice);
    assert_eq!(stage.dead(), []);
    check(&mut stage, "modified", ReviewView::Waits { hooks: 12 }, &[Dead::Review]);
    check(&mut stage, "trusted", ReviewView::Given, &[]);
    let older = stage.read().replacen("\"timeout\": 120", "\"timeout\": 60", 1);
    fs::write(stage.file(), older).unwrap();
    stage.wish(Wish::Start);
    assert_eq!(stage.dead(), [Dead::Review]);
    // Where Codex is not found, nobody says anything.
    stage.0.around.path = None;
    let test = stage.0.installer().test(codex(), &stage.folder()).unwrap();
    assert_eq!((test.program, test.review), (None, None));
    let written = fs::read_dir(stage.0.home().join(".codex")).unwrap().count();
    assert_eq!(written, 1, "nothing but hooks.json is ever written");
}

#[test]
fn a_session_that_was_open_before_says_nothing_of_the_review() {
    let stage = Stage::new(None);
    stage.wish(Wish::Start);
    let reports = Reports::default();
    stage.put_session(10, -60);
    reports.note(10, now_ms() + 1_000);
    // It runs the hooks that it has read at its start.
    assert_eq!(stage.dead_by(&reports), [Dead::Review]);
    stage.put_session(11, 5);
    assert_eq!(stage.dead_by(&reports), [Dead::Review]);
    reports.note(11, now_ms() + 10_000);
    assert_eq!(stage.dead_by(&reports), []);
    // It stays known when the session is over.
    assert_eq!(stage.dead(), [Dead::OlderSessions { count: 1 }]);
}
