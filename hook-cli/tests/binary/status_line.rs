//! The user's own status line behind ours (VP-45).

use std::fs;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::{Done, Home};

const INPUT: &str = r#"{"session_id":"s","cwd":"/p","cost":{"total_cost_usd":0.5}}"#;

/// A home whose user has this status line of their own.
fn home(command: &str) -> Home {
    let home = Home::with_own_relay();
    let settings = home.path("home/.claude/settings.json");
    let saved = json!({ settings.to_str().unwrap(): {"type": "command", "command": command} });
    fs::write(home.path("bin/status-lines.json"), saved.to_string()).unwrap();
    home
}

fn run(command: &str) -> Done {
    home(command).run("--agent claude --statusline", INPUT)
}

#[test]
fn it_is_printed_unchanged() {
    run("printf '\\033[31mred\\033[0m\\n\\n two'").printed("\u{1b}[31mred\u{1b}[0m\n\n two");
    run("cat").printed(INPUT);
    run("true").silent();
    run("printf out; printf err >&2").printed("out");
}

#[test]
fn a_large_input_reaches_it_whole() {
    let input = INPUT.replace("\"/p\"", &format!("\"/p\",\"x\":\"{}\"", "y".repeat(300_000)));
    home("wc -c | tr -d ' \\n'").run("--statusline", &input).printed(&input.len().to_string());
    // What nobody reads holds nothing up.
    home("printf quick").run("--statusline", &input).printed("quick");
}

#[test]
fn a_failing_command_prints_nothing() {
    for command in ["echo x; exit 1", "no-such-program", "echo x; kill -9 $$", "'"] {
        run(command).silent();
    }
}

#[test]
fn much_output_is_bounded() {
    let done = run("yes | head -c 1000000");
    assert_eq!(done.output.stdout.len(), 64 << 10);
}

#[test]
fn without_a_saved_one_nothing_is_printed() {
    Home::with_own_relay().run("--statusline", INPUT).silent();
    let other = home("echo x");
    let done = other.command("--statusline").env("CLAUDE_CONFIG_DIR", "/elsewhere").spawn();
    crate::finish(done.unwrap(), INPUT.as_bytes()).silent();
}

#[test]
fn the_relay_is_never_its_own_status_line() {
    run("vults-hook --statusline; echo x").silent();
    // Behind a script it is run once, not again and again.
    let home = home("./script");
    fs::write(home.path("script"), "#!/bin/sh\necho x\nbin/vults-hook --statusline\n").unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    fs::set_permissions(home.path("script"), mode).unwrap();
    home.run("--statusline", INPUT).printed("x\n");
}

#[test]
fn one_that_takes_too_long_is_ended_with_all_it_started() {
    let home = home("sleep 300 & echo $! > pid; echo half; wait");
    let done = home.run("--statusline", INPUT);
    done.silent();
    done.took(9.5, 12.0);
    let pid = fs::read_to_string(home.path("pid")).unwrap();
    let stat = format!("/proc/{}/stat", pid.trim());
    // A killed process without a parent may stay as a zombie where nobody collects it.
    let gone = || fs::read_to_string(&stat).map_or(true, |stat| stat.contains(") Z "));
    let start = Instant::now();
    while !gone() {
        assert!(start.elapsed() < Duration::from_secs(2), "sleep is still there");
    }
}

#[test]
fn what_it_leaves_behind_does_not_hold_the_line() {
    let done = run("sleep 2 & echo shown");
    done.printed("shown\n");
    done.took(0.0, 1.5);
}

#[test]
fn a_stopped_app_does_not_delay_it() {
    let home = home("echo shown");
    let _listener = home.listen();
    let done = home.run("--statusline", INPUT);
    done.printed("shown\n");
    done.took(0.0, 1.0);
}

#[test]
fn the_app_is_told_first() {
    let home = home("test -e told && echo told");
    let told = home.path("told");
    let server = home.serve(1, move |event, _| {
        fs::write(&told, "").unwrap();
        event
    });
    // The event is in the socket before the command starts, though its reader may be slower.
    home.run("--statusline", INPUT);
    let event = server.join().unwrap().remove(0);
    assert_eq!((event.event.as_str(), event.terminal.cwd), ("StatusLine", None));
    assert_eq!(
        serde_json::Value::Object(event.payload),
        json!({"session_id": "s", "cost": {"total_cost_usd": 0.5}})
    );
}

#[test]
fn without_json_the_users_own_line_still_runs() {
    home("cat").run("--statusline", "no json").printed("no json");
}
