use std::fs;
use std::io::{BufReader, Cursor};
use std::path::PathBuf;

use serde_json::{Value, json};

use super::*;
use crate::cli::tests::ran_by;
use crate::install::testing::Home;

/// A home with a project in it, which has these hooks.
struct Stage {
    home: Home,
}

impl Stage {
    fn new(hooks: &str) -> Stage {
        let stage = Stage { home: Home::new() };
        fs::create_dir_all(stage.project().join(".git")).unwrap();
        fs::create_dir_all(stage.project().join("sub")).unwrap();
        stage.put("project/.vults/settings.json", &format!("{{\"hooks\": {hooks}}}"));
        stage
    }

    fn project(&self) -> PathBuf {
        self.home.home().join("project")
    }

    /// Writes a file below the home.
    fn put(&self, path: &str, text: &str) {
        let path = self.home.home().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn words(&self, words: &str) -> String {
        words.replace("PROJECT", self.project().to_str().unwrap())
    }

    /// What a person at a terminal is told who types this.
    fn typed(&self, words: &str, typed: &str) -> (String, String, Option<u8>) {
        self.told(words, typed, true)
    }

    /// What somebody is told whose standard input is this.
    fn told(&self, words: &str, typed: &str, is_terminal: bool) -> (String, String, Option<u8>) {
        let mut input = Cursor::new(typed.to_owned());
        let mut typist = typist(&mut input, is_terminal, &|| Above::NoAgent);
        ran_by(&self.home, &self.words(words), &mut typist)
    }

    /// What a program is told whose payload this is.
    fn run(&self, words: &str, payload: Value) -> (Value, Option<u8>) {
        let (out, err, code) = self.told(&format!("{words} --json"), &payload.to_string(), false);
        assert_eq!(err, "");
        (serde_json::from_str(&out).unwrap(), code)
    }

    fn payload(&self) -> Value {
        json!({ "cwd": self.project(), "tool_name": "write_file", "tool_input": {} })
    }

    fn trusted(&self) -> Vec<String> {
        let trusted = TrustStore::new(self.home.data()).read().unwrap();
        trusted.files().map(str::to_owned).collect()
    }
}

/// Somebody at a terminal, or at none.
fn typist<'a>(
    input: &'a mut dyn BufRead,
    is_terminal: bool,
    above: &'a dyn Fn() -> Above,
) -> Typist<'a> {
    Typist { input, is_terminal, sees_terminal: is_terminal, forget: &|| Ok(()), above }
}

/// One handler on a call before it runs.
fn guard(command: &str) -> String {
    json!({ "PreToolUse": [{ "hooks": [{ "command": command }] }] }).to_string()
}

/// A project whose hooks have all that is shown of hooks.
fn project_of_every_kind() -> Stage {
    let stage = Stage::new(
        r#"{
            "PreToolUse": [
                { "matcher": "write_file|edit_file", "hooks": [
                    { "command": "sh .vults/guard.sh" },
                    { "argv": ["notify-send", "a b\u202e"], "timeout": 60 }
                ] },
                { "matcher": "Bash(", "hooks": [{ "command": "true" }] }
            ],
            "Stop": [{ "hooks": [{ "command": "echo one\necho two\u001b[2J" }] }],
            "Stopp": []
        }"#,
    );
    stage.put("project/.vults/guard.sh", "exit 0\n");
    let own = r#"{ "hooks": { "SessionStart": [{ "hooks": [{ "command": "date >>~/log" }] }] } }"#;
    stage.put(".config/vults/settings.json", own);
    stage.put(".levelcode/settings.json", "{}");
    stage.put("project/sub/.levelcode/settings.json", "{ not json");
    stage
}

#[test]
fn check_explains_all_that_is_configured() {
    let stage = project_of_every_kind();
    let (out, err, code) = stage.typed("hooks check PROJECT/sub", "");
    assert_eq!((err.as_str(), code), ("", Some(1)));
    insta::assert_snapshot!("check", out);
    let (json, _, _) = stage.typed("hooks check PROJECT/sub --json", "");
    insta::assert_snapshot!("check_json", json);
}

#[test]
fn check_is_content_with_what_has_no_fault() {
    let stage = Stage::new(&guard("true"));
    let check = |sentence: &str| {
        let (out, err, code) = stage.typed("hooks check PROJECT", "");
        assert_eq!((err.as_str(), code), ("", Some(0)));
        assert!(out.contains(sentence), "{out}");
    };
    check("~/project/.vults/settings.json      the project's  needs trust: skipped");
    assert_eq!(stage.typed("hooks trust PROJECT", "y\n").2, Some(0));
    check("~/project/.vults/settings.json      the project's  trusted, runs");
    stage.put("project/.vults/settings.json", "{}");
    check("~/project/.vults/settings.json      the project's  nothing that runs");
    check("PreToolUse: nothing");

    let (_, err, code) = stage.typed("hooks check PROJECT/gone", "");
    assert_eq!(code, Some(1));
    assert!(err.starts_with("vults: there is no folder DIR/home/project/gone."), "{err}");
}

#[test]
fn check_knows_a_file_again_and_adds_the_limits_up() {
    let long =
        json!({ "Stop": [{ "hooks": [{ "command": "a", "timeout": 50 }, { "command": "b" }] }] });
    let stage = Stage::new(&long.to_string());
    std::os::unix::fs::symlink(stage.project().join(".vults"), stage.home.home().join(".vults"))
        .unwrap();
    let (out, _, code) = stage.typed("hooks check PROJECT", "");
    assert_eq!(code, Some(1));
    assert!(out.contains("  ~/.vults/settings.json              yours          runs\n"), "{out}");
    assert!(out.contains("the project's  the same file as above\n"), "{out}");
    assert!(
        out.contains("Stop: up to 60 s if all of it runs, of 55 s that an event has\n"),
        "{out}"
    );
    assert!(
        out.contains("The handlers of Stop may take 60 s if all of them run, but have 55 s"),
        "{out}"
    );
}

#[test]
fn check_says_why_nothing_is_trusted() {
    let stage = Stage::new(&guard("true"));
    stage.typed("hooks trust PROJECT", "y\n");
    let file = TrustStore::new(stage.home.data()).file();
    fs::write(file, "{").unwrap();
    let (out, _, code) = stage.typed("hooks check PROJECT", "");
    assert_eq!(code, Some(1));
    assert!(out.contains("needs trust: skipped"), "{out}");
    assert!(
        out.contains("trusted-hooks.json is damaged, so no project's hooks are trusted."),
        "{out}"
    );
}

#[test]
fn trust_shows_everything_that_would_run() {
    let stage = project_of_every_kind();
    let (out, err, code) = stage.typed("hooks trust PROJECT", "n\n");
    assert_eq!((err.as_str(), code), ("", Some(0)));
    insta::assert_snapshot!("trust", out);
    assert_eq!(stage.trusted(), [""; 0]);
}

#[test]
fn a_long_command_is_shown_whole() {
    let command = "\u{202e}".repeat(40_000) + "; the end";
    let stage = Stage::new(&guard(&command));
    let (out, _, _) = stage.typed("hooks trust PROJECT", "n\n");
    assert!(out.contains("; the end\n") && !out.contains('…'));
}

#[test]
fn only_a_yes_trusts() {
    for (typed, yes) in [
        ("y\n", true),
        ("Y\n", true),
        (" yes \r\n", true),
        ("", false),
        ("\n", false),
        ("n\n", false),
        ("y", false),
        ("yy\n", false),
        ("no y\n", false),
        ("\ny\n", false),
    ] {
        let stage = Stage::new(&guard("true"));
        let (out, err, code) = stage.typed("hooks trust PROJECT", typed);
        assert_eq!((err.as_str(), code), ("", Some(0)), "{typed:?}");
        let said = if yes {
            "Trust these hooks? [y/N] Trusted: ~/project/.vults/settings.json\n"
        } else {
            "Trust these hooks? [y/N] Nothing was trusted.\n"
        };
        assert!(out.ends_with(said), "{typed:?} {out}");
        assert_eq!(stage.trusted().len(), usize::from(yes), "{typed:?}");
    }
}

#[test]
fn what_is_trusted_is_not_asked_about_again() {
    let stage = Stage::new(&guard("true"));
    let says = |words: &str, expected: &str| {
        let (out, err, code) = stage.typed(words, "y\n");
        assert_eq!((out.as_str(), err.as_str(), code), (expected, "", Some(0)), "{words}");
    };
    stage.typed("hooks trust PROJECT", "y\n");
    says("hooks trust PROJECT/sub", "All hooks of this project are trusted already.\n");
    // Any change asks again.
    stage.put("project/.vults/settings.json", &format!("{{\"hooks\": {}}}", guard("false")));
    assert!(stage.typed("hooks trust PROJECT", "n\n").0.contains("up to 10 s  false\n"));
    says("hooks distrust PROJECT/sub", "No longer trusted: ~/project/.vults/settings.json\n");
    says("hooks distrust PROJECT", "No hooks of this project were trusted.\n");
    stage.put("project/.vults/settings.json", "{}");
    says("hooks trust PROJECT", "This project has no hooks.\n");
}

#[test]
fn a_project_that_is_gone_can_be_forgotten() {
    let stage = Stage::new(&guard("true"));
    stage.put("project/sub/.vults/settings.json", &format!("{{\"hooks\": {}}}", guard("true")));
    stage.typed("hooks trust PROJECT/sub", "y\n");
    assert_eq!(stage.trusted().len(), 2);
    fs::remove_dir_all(stage.project()).unwrap();
    assert_eq!(stage.typed("hooks distrust PROJECT", "").2, Some(0));
    assert_eq!(stage.trusted(), [""; 0]);
}

/// A person who changes the hooks before they answer.
struct Changing<'a> {
    change: &'a dyn Fn(),
    answer: Cursor<&'static str>,
}

impl std::io::Read for Changing<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        (self.change)();
        self.answer.read(bytes)
    }
}

#[test]
fn hooks_that_change_under_the_question_are_not_trusted() {
    let stage = Stage::new(&guard("sh .vults/guard.sh"));
    stage.put("project/.vults/guard.sh", "exit 0\n");
    let change = || stage.put("project/.vults/guard.sh", "exit 2\n");
    let mut input = BufReader::new(Changing { change: &change, answer: Cursor::new("y\n") });
    let mut typist = typist(&mut input, true, &|| Above::NoAgent);
    let (_, err, code) = ran_by(&stage.home, &stage.words("hooks trust PROJECT"), &mut typist);
    assert_eq!(code, Some(1));
    assert_eq!(err, "vults: the hooks have changed meanwhile, so nothing was trusted.\n");
    assert_eq!(stage.trusted(), [""; 0]);
}

#[test]
fn nobody_but_a_person_at_a_terminal_is_asked() {
    let stage = Stage::new(&guard("true"));
    let check = |is_terminal: bool, sees_terminal: bool, above: Above, part: &str| {
        let mut input = Cursor::new("y\n");
        let above = || above;
        let mut typist = Typist { sees_terminal, ..typist(&mut input, is_terminal, &above) };
        let (out, err, code) =
            ran_by(&stage.home, &stage.words("hooks trust PROJECT"), &mut typist);
        assert_eq!((out.as_str(), code), ("", Some(1)));
        assert!(err.contains("only a person can trust hooks") && err.contains(part), "{err}");
        assert_eq!(stage.trusted(), [""; 0]);
    };
    check(false, true, Above::NoAgent, "the standard input is no terminal");
    check(true, false, Above::NoAgent, "the standard output, where they would be shown, is no");
    check(true, true, Above::Agent("Codex"), "this runs below Codex");
    check(true, true, Above::Unknown, "it cannot be told whether this runs below an agent");
}

#[test]
fn run_says_what_came_of_it() {
    let stage = Stage::new(
        &json!({ "PreToolUse": [
            { "matcher": "write_file", "hooks": [
                { "command": "echo '{\"additionalContext\":\"seen\"}'" },
                { "command": "echo not here >&2; exit 2" },
                { "argv": ["/no/such/program"] },
                { "command": "sleep 30", "timeout": 1 }
            ] },
            { "matcher": "read_file", "hooks": [{ "command": "false" }] }
        ] })
        .to_string(),
    );
    let (mut said, code) = stage.run("hooks run PreToolUse --trust", stage.payload());
    assert_eq!(code, Some(2));
    for run in said["runs"].as_array_mut().unwrap() {
        assert!(run["duration_ms"].take().is_u64());
    }
    let source = "DIR/home/project/.vults/settings.json";
    let run = |label: &str, exit_code: Value, stdout: &str, stderr: &str| {
        json!({
            "label": label, "source": source, "exit_code": exit_code, "timed_out": label == "sleep 30",
            "error": (label == "/no/such/program").then_some("No such file or directory (os error 2)"),
            "duration_ms": null, "stdout": stdout, "stderr": stderr,
        })
    };
    let context = "echo '{\"additionalContext\":\"seen\"}'";
    assert_eq!(
        said,
        json!({
            "event": "PreToolUse",
            "blocked": true,
            "reason": "not here",
            "context": "seen",
            "warnings": [],
            "runs": [
                run(context, 0.into(), "{\"additionalContext\":\"seen\"}\n", ""),
                run("echo not here >&2; exit 2", 2.into(), "", "not here\n"),
                run("/no/such/program", Value::Null, "", ""),
                run("sleep 30", Value::Null, "", ""),
            ],
        })
    );
    assert_eq!(stage.trusted(), [""; 0], "it was for this once");
}

#[test]
fn run_tells_a_person() {
    let stage = Stage::new(&guard("echo a $0; echo b >&2; echo 'no\u{1b}[2J' >&2; exit 2"));
    let payload = stage.payload().to_string();
    let (out, err, code) = stage.told("hooks run PreToolUse --trust", &payload, false);
    assert_eq!((err.as_str(), code), ("", Some(2)));
    let ms = out.find(" ms\n").map(|end| out[..end].rfind(' ').unwrap() + 1..end).unwrap();
    let mut out = out;
    out.replace_range(ms, "N");
    insta::assert_snapshot!("run", out);
}

#[test]
fn run_asks_the_store_whom_to_trust() {
    let stage = Stage::new(&guard("exit 2"));
    let (said, code) = stage.run("hooks run PreToolUse", stage.payload());
    assert_eq!((&said["blocked"], &said["runs"], code), (&json!(false), &json!([]), Some(0)));
    assert_eq!(said["reason"], Value::Null);
    assert_eq!(said["warnings"].as_array().unwrap().len(), 1);
    assert!(said["warnings"][0].as_str().unwrap().contains("It is not trusted"), "{said}");
    stage.typed("hooks trust PROJECT", "y\n");
    let (said, code) = stage.run("hooks run PreToolUse", stage.payload());
    assert_eq!((&said["blocked"], &said["warnings"], code), (&json!(true), &json!([]), Some(2)));
    // Other events have no hooks, and cannot be blocked.
    assert_eq!(stage.run("hooks run Stop", stage.payload()).1, Some(0));
}

#[test]
fn run_finds_the_project_around_the_payloads_folder() {
    let stage = Stage::new(&guard("pwd; cat"));
    let mut payload = stage.payload();
    payload["cwd"] = stage.project().join("sub").to_str().unwrap().into();
    payload["tool_input"] = json!({ "file_path": stage.project().join("src/a.ts"), "odd": [null] });
    payload["mine"] = 1.into();
    let (said, _) = stage.run("hooks run PreToolUse --trust", payload.clone());
    let printed = said["runs"][0]["stdout"].as_str().unwrap();
    let (folder, handed) = printed.split_once('\n').unwrap();
    assert_eq!(folder, "DIR/home/project");
    payload["event"] = "PreToolUse".into();
    payload["cwd"] = "DIR/home/project/sub".into();
    payload["tool_input"]["file_path"] = "DIR/home/project/src/a.ts".into();
    assert_eq!(serde_json::from_str::<Value>(handed).unwrap(), payload);
}

#[test]
fn a_payload_that_cannot_be_read_tries_nothing() {
    let stage = Stage::new(&guard("exit 2"));
    for (payload, part) in [
        ("", "is no JSON (EOF"),
        ("{", "is no JSON (EOF"),
        ("[]", "is no JSON object"),
        ("{}{}", "is no JSON (trailing"),
    ] {
        for words in ["hooks run PreToolUse --trust --json", "hooks run PreToolUse"] {
            let (out, err, code) = stage.told(words, payload, false);
            assert_eq!((out.as_str(), code), ("", Some(1)), "{payload}");
            assert!(
                err.starts_with("vults: the payload on the standard input") && err.contains(part),
                "{err}"
            );
        }
    }
    let (_, err, _) = stage.typed("hooks run Stop", "{}");
    assert_eq!(err, "Type the payload, a JSON object, and end it with Ctrl+D.\n");
    // 2 would say that the call is blocked.
    assert_eq!(stage.typed("hooks run pretooluse", "{}").2, Some(1));
    assert_eq!(stage.typed("hooks trust", "").2, Some(2));
}

#[test]
fn warnings_do_not_say_whether_a_call_is_blocked() {
    let stage = project_of_every_kind();
    let (out, err, code) = stage.told("hooks run PostToolUse", &stage.payload().to_string(), false);
    assert_eq!((out.as_str(), code), ("PostToolUse of write_file: no handler ran\n", Some(0)));
    assert!(err.contains("hooks.Stopp: There is no such event"), "{err}");
}
