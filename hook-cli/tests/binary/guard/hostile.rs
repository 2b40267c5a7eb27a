//! Handlers that do what no handler should, in the real relay: each ends when its time is up, the agent
//! goes on, and nothing is left behind.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use serde_json::{Value, json};

use super::{BLOCK, blocked, quoted};
use crate::{Home, STOP};

/// A settings file with these commands, of which each has a second.
fn short(commands: &[&str]) -> Value {
    let handler = |command: &&str| json!({ "command": command, "timeout": 1 });
    let handlers: Vec<Value> = commands.iter().map(handler).collect();
    json!({ "hooks": { "PreToolUse": [{ "hooks": handlers }] } })
}

/// The processes whose numbers a file holds, as far as they live.
fn alive(home: &Home, name: &str) -> Vec<i32> {
    let pids = home.text(name);
    let pids = pids.split_whitespace().map(|pid| pid.parse().unwrap());
    pids.filter(|pid| test_kill_process(Pid::from_raw(*pid).unwrap()).is_ok())
        .filter(|pid| {
            // A zombie waits for whoever has taken it over.
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
        })
        .collect()
}

/// Runs one that blocks behind one that is hostile: the second still counts.
fn check(command: &str) {
    let home = Home::fresh();
    let notes = command.contains("PIDS");
    let command = command.replace("PIDS", &quoted(&home.path("pids")));
    home.hooks(&short(&[&command, BLOCK]));
    let done = home.before_tool();
    done.printed(&blocked("claude", "not on my watch"));
    // A second and what killing and a busy machine take; far from the budget.
    done.took(0.0, 6.0);
    assert_eq!(home.text("pids").is_empty(), !notes, "{command}");
    assert_eq!(alive(&home, "pids"), [0; 0], "{command}");
}

#[test]
fn one_that_forks_and_holds_the_pipes_is_left() {
    check("for i in 1 2 3 4 5 6 7 8; do sleep 60 & echo $! >> PIDS; done; wait");
    check("(setsid sh -c 'echo $$ >> \"$0\"; exec sleep 60' PIDS &); sleep 60");
    check("env -i setsid sh -c 'echo $$ >> \"$0\"; exec sleep 60' PIDS");
}

#[test]
fn one_that_ignores_signals_or_stops_is_left() {
    check("trap '' TERM INT HUP QUIT; echo $$ >> PIDS; while :; do sleep 1; done");
    check("echo $$ >> PIDS; kill -STOP $$; sleep 60");
    check("exec <&- >&- 2>&-; echo $$ >> PIDS; sleep 60");
}

#[test]
fn one_that_floods_is_drained() {
    check("head -c 100000000 /dev/zero");
    check("head -c 100000000 /dev/zero >&2");
    check("yes & echo $! >> PIDS; yes >&2");
}

#[test]
fn one_that_never_reads_is_not_waited_for() {
    let home = Home::fresh();
    home.hooks(&short(&["exit 0", "exec sleep 60", BLOCK]));
    let call =
        home.command_call().to_string().replace("\"ls\"", &format!("\"{}\"", "x".repeat(4 << 20)));
    let done = home.run("--agent claude PreToolUse", call);
    done.printed(&blocked("claude", "not on my watch"));
    done.took(0.0, 6.0);
}

#[test]
fn one_that_prints_no_text_or_goes_away_changes_nothing() {
    check(r"printf '{\377\376'");
    check(r#"printf '{"decision":"block\377"}'"#);
    check("cd / && rmdir /proc 2>/dev/null; exit 7");
    // What it does to its own streams and group is its own business.
    check("kill -9 -$$");
    check("kill -9 0");
}

#[test]
fn broken_text_still_tells_why() {
    let home = Home::fresh();
    home.hooks(&short(&[r"printf 'no\377\n' >&2; exit 2"]));
    home.before_tool().printed(&blocked("claude", "no\u{fffd}"));
}

#[test]
fn one_whose_folder_goes_away_does_not_take_the_next_along() {
    let home = Home::fresh();
    home.project();
    home.hooks(&short(&["rm -rf \"$PWD\"", BLOCK]));
    home.before_tool().printed(&blocked("claude", "not on my watch"));
}

/// A handler that starts an agent, whose own entry is the relay again.
#[test]
fn an_agent_that_a_handler_starts_runs_none() {
    let home = Home::fresh();
    let count = home.path("count");
    let nested = format!(
        "echo >> {}; exec >/dev/null; cat | {} --agent claude PreToolUse",
        quoted(&count),
        quoted(home.relay())
    );
    home.hooks(&short(&[&nested]));
    let app = home.hearing(3);
    home.before_tool().silent();
    assert_eq!(home.text("count").lines().count(), 1);
    // The app is told of what that agent does all the same.
    let events: Vec<String> = app.join().unwrap().into_iter().map(|event| event.event).collect();
    assert_eq!(events, ["PreToolUse", "PreToolUse", "LifecycleHooks"]);
}

/// Whoever started the relay is gone; then nobody waits, and the limits still hold.
#[test]
fn a_handler_does_not_outlive_its_time_when_the_agent_dies() {
    let home = Home::fresh();
    let pids = home.path("pids");
    home.hooks(&short(&[&format!("echo $$ $PPID >> {}; exec sleep 60", quoted(&pids))]));
    let call = home.write("call.json", home.command_call().to_string());
    let mut agent = Command::new("sh")
        .args(["-c", "\"$0\" --agent claude PreToolUse < \"$1\"; :"])
        .arg(home.relay())
        .arg(call)
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("HOME", home.path("home"))
        .env("XDG_RUNTIME_DIR", home.path("run"))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while home.text("pids").is_empty() {
        assert!(began.elapsed() < Duration::from_secs(5));
        std::thread::sleep(Duration::from_millis(10));
    }
    kill_process(Pid::from_child(&agent), Signal::KILL).unwrap();
    agent.wait().unwrap();
    while !alive(&home, "pids").is_empty() {
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", alive(&home, "pids"));
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn all_handlers_of_an_event_share_one_time() {
    let home = Home::fresh();
    // Each may take longer than an agent waits for all.
    let handler = json!({ "command": "sleep 0.1", "timeout": 600 });
    home.hooks(&json!({ "hooks": { "Stop": [{ "hooks": [handler] }] } }));
    let app = home.hearing(2);
    home.run("", STOP).silent();
    let did = super::did(&app.join().unwrap()[1]);
    assert!(did.warnings[0].contains("may take 600 s if all of them run, but have 55 s together"));
    assert_eq!(did.runs[0].exit_code, Some(0));
}
