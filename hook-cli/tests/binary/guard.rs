//! People's own handlers run in the relay, with the app open, closed or frozen (specs A7, D3 to D8).

mod apart;
mod hostile;
mod levelcode;
mod trust;

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use vults_agents::adapter;
use vults_protocol::{Agent, Event, LifecycleHooks};

use crate::{Done, Home};

/// A settings file with one handler for every tool, on one event.
pub(crate) fn one(event: &str, command: &str) -> Value {
    json!({ "hooks": { event: [{ "hooks": [{ "command": command }] }] } })
}

/// What a command that blocks says.
pub(crate) const BLOCK: &str = "echo 'not on my watch' >&2; exit 2";

impl Home {
    /// Writes a file of this home, with the folders around it.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// Hooks of the person's own.
    pub(crate) fn hooks(&self, settings: &Value) {
        self.write("home/.config/vults/settings.json", settings.to_string());
    }

    /// The folder of a project, with its `.git`.
    pub(crate) fn project(&self) -> PathBuf {
        fs::create_dir_all(self.path("project/.git")).unwrap();
        self.path("project").canonicalize().unwrap()
    }

    /// A command that Claude Code is about to run in the project.
    pub(crate) fn command_call(&self) -> Value {
        json!({
            "session_id": "s-1", "cwd": self.project(), "hook_event_name": "PreToolUse",
            "tool_name": "Bash", "tool_input": { "command": "ls" }, "tool_use_id": "t-1",
        })
    }

    /// Runs the relay's plain entry before a tool of Claude Code's.
    pub(crate) fn before_tool(&self) -> Done {
        self.run("--agent claude PreToolUse", self.command_call().to_string())
    }

    /// A file's text; empty where it is not there.
    pub(crate) fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// What the app hears of events, which are this many.
    pub(crate) fn hearing(&self, events: usize) -> std::thread::JoinHandle<Vec<Event>> {
        self.serve(events, |event, _| event)
    }
}

/// What an event says that handlers did.
pub(crate) fn did(event: &Event) -> LifecycleHooks {
    assert_eq!((event.event.as_str(), event.wants_reply), ("LifecycleHooks", false));
    LifecycleHooks::from_payload(&event.payload).unwrap()
}

/// What an agent reads for a block with this reason.
pub(crate) fn blocked(agent: &str, reason: &str) -> String {
    let line = adapter(&agent.parse::<Agent>().unwrap()).blocked(&Default::default(), reason);
    line.unwrap() + "\n"
}

#[test]
fn a_guard_blocks_in_each_agents_own_words_without_an_app() {
    let home = Home::fresh();
    home.hooks(&json!({ "hooks": { "PreToolUse": [
        { "matcher": "^run_command$", "hooks": [{ "command": BLOCK }] }
    ] } }));
    let check = |agent: &str, line: &str, payload: Value, expected: &str| {
        let done = home.run(&format!("--agent {agent} {line}"), payload.to_string());
        done.printed(expected);
    };
    let shared = |tool: &str| {
        json!({
            "session_id": "s", "cwd": home.project(), "hook_event_name": "PreToolUse",
            "tool_name": tool, "tool_input": { "command": "ls" },
        })
    };
    let why = "not on my watch";
    check("claude", "PreToolUse", shared("Bash"), &blocked("claude", why));
    check("codex", "PreToolUse", shared("Bash"), &blocked("codex", why));
    check("qwen", "PreToolUse", shared("run_shell_command"), &blocked("qwen", why));
    let copilot = json!({ "sessionId": "s", "cwd": home.project(), "toolName": "bash",
        "toolArgs": { "command": "ls" } });
    check("copilot", "preToolUse", copilot, &blocked("copilot", why));
    let opencode = json!({ "cwd": home.project(),
        "input": { "tool": "bash", "sessionID": "s" }, "output": { "args": { "command": "ls" } } });
    check("opencode", "tool.execute.before", opencode, "{\"deny\":\"not on my watch\"}\n");
    // They run for other tools, too, and are reported; nothing is ever printed for them.
    check("kimi", "PreToolUse", shared("Bash"), "");
    // Another tool of the same agent goes on.
    let mut read = shared("Read");
    read["tool_input"] = json!({ "file_path": "a" });
    check("claude", "PreToolUse", read, "");
}

#[test]
fn a_handler_blocks_by_its_status_or_its_word() {
    let check = |command: &str, reason: Option<&str>| {
        let home = Home::fresh();
        home.hooks(&one("PreToolUse", command));
        let expected = reason.map(|reason| blocked("claude", reason)).unwrap_or_default();
        home.before_tool().printed(&expected);
    };
    check("exit 0", None);
    check(r#"echo '{"decision":"block","reason":"no"}'"#, Some("no"));
    check(r#"echo '{"decision":"allow"}'"#, None);
    check(r#"echo '{"additionalContext":"formatted"}'"#, None);
    check("echo plain words", None);
    check(r#"echo '{"decision":"block","reason":"no"}'; exit 1"#, None);
    check("exit 2", Some("denied by the hook `exit 2`"));
    check("kill -9 $$", None);
    check("no-such-program-anywhere", None);
    // What the terminal of an agent would obey does not get there, and a reason has its bounds.
    check(r#"printf 'a\033[31m\0b\r\n\tc' >&2; exit 2"#, Some("a[31mb\n\tc"));
    let long = format!("{}…", "x".repeat(4_093));
    check("head -c 20000 /dev/zero | tr '\\0' x >&2; exit 2", Some(&long));
}

#[test]
fn handlers_run_on_four_moments_and_are_told_what_they_need() {
    let home = Home::fresh();
    let log = home.path("told");
    let tell = format!("cat >> '{}'; echo >> '{0}'", log.display());
    let group = json!([{ "hooks": [{ "command": tell }] }]);
    home.hooks(&json!({ "hooks": {
        "SessionStart": group, "PreToolUse": group, "PostToolUse": group, "Stop": group,
    } }));
    let cwd = home.project();
    let event = |name: &str, more: Value| {
        let mut payload = json!({ "session_id": "s", "cwd": cwd, "hook_event_name": name });
        payload.as_object_mut().unwrap().append(&mut more.as_object().unwrap().clone());
        home.run(&format!("--agent claude {name}"), payload.to_string()).silent();
    };
    let write = json!({ "file_path": cwd.join("src/a.rs"), "content": "x".repeat(10_000) });
    let tool = json!({ "tool_name": "Write", "tool_input": write });
    event("SessionStart", json!({ "source": "startup" }));
    event("PreToolUse", tool.clone());
    let mut result = tool.clone();
    result["tool_response"] = json!({ "stdout": "y".repeat(5_000) });
    event("PostToolUse", result);
    let mut failed = tool.clone();
    failed["error"] = json!("no room");
    event("PostToolUseFailure", failed);
    event("Stop", json!({}));
    // None of these is one of the four.
    for other in ["UserPromptSubmit", "Notification", "SubagentStop", "SessionEnd", "PreCompact"] {
        event(other, tool.clone());
    }
    event("SessionStart", json!({ "source": "compact" }));
    event("Stop", json!({ "agent_id": "a" }));

    let told = home.text("told");
    let told: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let events: Vec<&str> = told.iter().map(|told| told["event"].as_str().unwrap()).collect();
    assert_eq!(events, ["SessionStart", "PreToolUse", "PostToolUse", "PostToolUse", "Stop"]);
    for one in &told {
        assert_eq!(
            (&one["cwd"], &one["session_id"], &one["agent"]),
            (&json!(cwd), &json!("s"), &json!("claude"),)
        );
    }
    // The input is the agent's own, uncut, in portable words.
    let mut input = write.clone();
    input["file_path"] = json!("src/a.rs");
    assert_eq!((&told[1]["tool_name"], &told[1]["tool_input"]), (&json!("write_file"), &input));
    assert_eq!(told[1]["native"], json!({ "tool_name": "Write", "tool_input": write }));
    assert_eq!(told[1].get("tool_result"), None);
    let result = told[2]["tool_result"].as_str().unwrap();
    assert!(result.starts_with("{\"stdout\":\"yyy"), "{result}");
    assert!(result.ends_with("y\n[3013 more characters]"), "{result}");
    assert_eq!(told[3]["tool_result"], "no room");
}

#[test]
fn what_adds_to_the_model_or_the_agents_words_is_never_printed() {
    let home = Home::fresh();
    let command = r#"echo '{"decision":"block","reason":"r","additionalContext":"c"}'"#;
    for event in ["SessionStart", "PostToolUse", "Stop"] {
        home.hooks(&one(event, command));
        let mut payload = home.command_call();
        payload["hook_event_name"] = json!(event);
        home.run("--agent claude", payload.to_string()).silent();
    }
}

#[test]
fn the_app_is_told_of_the_event_first_and_then_of_what_handlers_did() {
    let home = Home::fresh();
    // It proceeds only once the app has read the event.
    let seen = home.path("seen");
    let command = format!(
        "for i in $(seq 100); do [ -e '{0}' ] && break; sleep 0.1; done; [ -e '{0}' ] && {{ {1}; }}",
        seen.display(),
        r#"echo '{"decision":"block","reason":"TOKEN=abcdefgh12345678 is yours","additionalContext":"x"}'"#
    );
    let group =
        json!([{ "hooks": [{ "command": command }, { "command": "echo secret; exit 3" }] }]);
    home.hooks(&json!({ "hooks": { "PreToolUse": group } }));
    let told = seen.clone();
    let app = home.serve(2, move |event, _| {
        fs::write(&told, "").unwrap();
        event
    });
    let done = home.before_tool();
    done.printed(&blocked("claude", "TOKEN=abcdefgh12345678 is yours"));
    let events = app.join().unwrap();
    assert_eq!(events[0].event, "PreToolUse");
    let did = did(&events[1]);
    assert_ne!(events[0].id, events[1].id);
    assert_eq!(events[0].terminal, events[1].terminal);
    assert_eq!((did.session_id.as_str(), did.lifecycle_event.as_str()), ("s-1", "PreToolUse"));
    assert_eq!(did.tool_name.as_deref(), Some("run_command"));
    assert_eq!(did.tool_use_id.as_deref(), Some("t-1"));
    assert_eq!(did.cwd, home.project().to_str().unwrap());
    assert!(did.blocked && did.untrusted.is_empty() && did.warnings.is_empty());
    assert_eq!(did.reason.as_deref(), Some("TOKEN=[hidden] is yours"));
    assert_eq!(did.context.as_deref(), Some("x"));
    let ends: Vec<_> = did.runs.iter().map(|run| (run.exit_code, run.blocked)).collect();
    assert_eq!(ends, [(Some(0), true), (Some(3), false)]);
    assert_eq!(did.runs[1].label, "echo secret; exit 3");
    // What they print goes nowhere.
    let log = home.log();
    assert!(
        log.contains(" PreToolUse the hook `echo secret; exit 3` exited with 3 after "),
        "{log}"
    );
    assert_eq!(log.lines().count(), 1, "{log}");
    let mode = fs::metadata(home.path("home/.local/state/vults/hook.log")).unwrap().permissions();
    assert_eq!(mode.mode() & 0o777, 0o600);
}

#[test]
fn a_long_context_is_cut_and_redacted() {
    let home = Home::fresh();
    let command = r#"printf '{"additionalContext":"API_KEY=abcdefgh12345678 %s"}' $(head -c 9000 /dev/zero | tr '\0' x)"#;
    home.hooks(&one("PreToolUse", command));
    let app = home.hearing(2);
    home.before_tool().silent();
    let context = did(&app.join().unwrap()[1]).context.unwrap();
    assert!(context.starts_with("API_KEY=[hidden] xxx") && context.ends_with("x…"), "{context}");
    assert!(context.len() <= 2_000);
}

#[test]
fn nothing_is_said_where_nothing_ran() {
    let home = Home::fresh();
    home.hooks(&json!({ "theme": "dark", "hooks": { "PreToolUse": [
        { "matcher": "write_file", "hooks": [{ "command": BLOCK }] }
    ] } }));
    let app = home.hearing(1);
    home.before_tool().silent();
    assert_eq!(app.join().unwrap()[0].event, "PreToolUse");
    assert_eq!(home.log(), "");
}

#[test]
fn an_app_that_hangs_takes_no_guard_away() {
    let home = Home::fresh();
    home.hooks(&one("PreToolUse", BLOCK));
    // Nobody takes what the kernel has accepted.
    let listener = home.listen();
    let done = home.before_tool();
    done.printed(&blocked("claude", "not on my watch"));
    done.took(0.0, 3.0);
    // Nor does one whose backlog is full.
    rustix::net::listen(&listener, 0).unwrap();
    let done = home.before_tool();
    done.printed(&blocked("claude", "not on my watch"));
    done.took(0.0, 4.0);
}

#[test]
fn an_agent_that_cannot_hear_it_still_has_its_handlers() {
    let home = Home::fresh();
    let ran = home.path("ran");
    home.hooks(&one("PreToolUse", &format!("touch '{}'; {BLOCK}", ran.display())));
    let mut child =
        home.command("--agent claude").stdout(std::process::Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(home.command_call().to_string().as_bytes()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(ran.exists());
    fs::remove_file(&ran).unwrap();
    let mut child = home.start("--agent claude");
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(home.command_call().to_string().as_bytes()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(ran.exists());
}

#[test]
fn a_configuration_that_is_wrong_warns_and_the_rest_runs() {
    let home = Home::fresh();
    home.hooks(&one("PreToolUse", BLOCK));
    let settings = format!("{{ \"hooks\": {{}}, \"big\": \"{}\" }}", "x".repeat(10 << 20));
    home.write("home/.vults/settings.json", settings);
    home.write("home/.levelcode/settings.json", "{ not json");
    let app = home.hearing(2);
    let done = home.before_tool();
    done.printed(&blocked("claude", "not on my watch"));
    let warnings = did(&app.join().unwrap()[1]).warnings;
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings[0].contains(".levelcode/settings.json: It is not valid JSON"));
    assert!(warnings[1].contains(".vults/settings.json: It is longer than 1 MiB"));
    assert!(home.log().contains(" PreToolUse warning: "), "{}", home.log());
}

#[test]
fn the_log_is_written_without_an_app_too() {
    let home = Home::fresh();
    let slow = json!({ "command": "sleep 60", "timeout": 1 });
    let handlers = json!([slow, { "argv": ["/no/such"] }, { "command": "kill -9 $$" }]);
    home.hooks(&json!({ "hooks": { "PreToolUse": [{ "hooks": handlers }] } }));
    home.before_tool().silent();
    let log = home.log();
    let expected = [
        "PreToolUse the hook `sleep 60` ran out of time after ",
        "PreToolUse the hook `/no/such` failed (No such file or directory",
        "PreToolUse the hook `kill -9 $$` was ended by a signal after ",
    ];
    for (line, expected) in log.lines().zip(expected) {
        assert!(line.contains(expected), "{line}");
    }
    assert_eq!(log.lines().count(), 3);
}

/// A file that a handler appends a line to each time that it runs.
pub(crate) fn counting(home: &Home) -> (String, impl Fn() -> usize + use<>) {
    let file = home.path("count");
    let command = format!("echo >> '{}'", file.display());
    (command, move || fs::read_to_string(&file).unwrap_or_default().lines().count())
}

#[test]
fn an_entry_that_waits_for_a_person_runs_none() {
    let home = Home::fresh();
    let (count, ran) = counting(&home);
    home.hooks(&one("PreToolUse", &count));
    let mut question: Value = serde_json::from_str(crate::QUESTION).unwrap();
    question["cwd"] = json!(home.project());
    home.run("--agent claude --ask PreToolUse", question.to_string()).silent();
    assert_eq!(ran(), 0);
    // The one beside it does, once.
    home.run("--agent claude PreToolUse", question.to_string()).silent();
    assert_eq!(ran(), 1);
    home.run("--agent claude --statusline PreToolUse", question.to_string()).silent();
    home.run("--agent claude PermissionRequest", crate::PERMISSION).silent();
    home.run("--agent levelcode PreToolUse", question.to_string()).silent();
    assert_eq!(ran(), 1);
}

#[test]
fn half_a_character_hides_nothing_from_a_guard() {
    let home = Home::fresh();
    home.hooks(&one("PreToolUse", "grep -q 'rm -rf' && { echo no >&2; exit 2; } || :"));
    let call = home.command_call().to_string().replace("\"ls\"", r#""rm -rf / # \ud83d""#);
    home.run("--agent claude PreToolUse", call).printed(&blocked("claude", "no"));
}

#[test]
fn a_call_that_is_too_large_fails_open_at_once() {
    let home = Home::fresh();
    home.hooks(&one("PreToolUse", BLOCK));
    let call =
        home.command_call().to_string().replace("\"ls\"", &format!("\"{}\"", "x".repeat(17 << 20)));
    let done = home.run("--agent claude PreToolUse", call);
    done.silent();
    done.took(0.0, 3.0);
    assert!(home.log().contains("PreToolUse stdin is too large"), "{}", home.log());
    // What a tool has returned is left out before a call is lost.
    home.hooks(&one("PostToolUse", &format!("cat > '{}'", home.path("told").display())));
    let mut call = home.command_call();
    call["hook_event_name"] = json!("PostToolUse");
    call["tool_response"] = json!(vec![0; 600_000]);
    home.run("--agent claude PostToolUse", call.to_string()).silent();
    let told: Value = serde_json::from_str(&home.text("told")).unwrap();
    assert_eq!((&told["tool_name"], told.get("tool_result")), (&json!("run_command"), None));
}

#[test]
fn an_agent_that_writes_slowly_is_waited_for_where_there_is_a_guard() {
    let home = Home::fresh();
    home.hooks(&one("PreToolUse", BLOCK));
    let mut child = home.start("--agent claude PreToolUse");
    let mut stdin = child.stdin.take().unwrap();
    let call = home.command_call().to_string();
    let (first, second) = call.split_at(call.len() / 2);
    stdin.write_all(first.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(600));
    stdin.write_all(second.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), blocked("claude", "not on my watch"));
}

/// How a path is written in a command.
pub(crate) fn quoted(path: &Path) -> String {
    format!("'{}'", path.display())
}
