//! A session over its whole life, by real processes: from its first event to the end of its process,
//! and over a restart of the app.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use vults_core::SessionView;

use super::whose::Agent;
use super::*;

fn event(session: &str, name: &str, more: &str) -> String {
    format!(r#"{{"session_id":"{session}","cwd":"/p","hook_event_name":"{name}"{more}}}"#)
}

/// The session, once it is in this state.
#[track_caller]
fn until_status(app: &App, key: &str, status: Status) -> SessionView {
    let fits = |one: &&SessionView| one.key == key && one.status == status;
    let view = app.until(|view| view.sessions.iter().any(|one| fits(&one)));
    view.sessions.iter().find(fits).unwrap().clone()
}

#[test]
fn a_session_goes_with_its_process() {
    let home = Home::fresh();
    let app = App::start(&home);
    let mut agent = Agent::start(&home);
    agent.hook(&event("s-1", "UserPromptSubmit", r#","prompt":"Go.""#));
    until_status(&app, "claude/s-1", Status::Working);
    agent.kill();
    until_status(&app, "claude/s-1", Status::Gone);
    app.until(|view| view.sessions.is_empty());
    // One that was only started leaves at once; another session of its own process is not touched.
    let mut other = Agent::start(&home);
    let mut agent = Agent::start(&home);
    other.hook(&event("s-2", "Stop", ""));
    until_status(&app, "claude/s-2", Status::Done);
    agent.hook(&event("s-3", "SessionStart", r#","source":"startup""#));
    until_status(&app, "claude/s-3", Status::Started);
    let killed = Instant::now();
    agent.kill();
    let view = app.until(|view| view.sessions.len() == 1);
    assert_eq!(view.sessions[0].key, "claude/s-2");
    assert!(killed.elapsed() < Duration::from_secs(4), "it was shown as gone");
    other.kill();
    app.quit();
}

#[test]
fn a_card_goes_with_its_process() {
    let home = Home::fresh();
    let app = App::start(&home);
    let mut agent = Agent::start(&home);
    agent.hook(PERMISSION);
    app.draw();
    agent.kill();
    let view = app.until(|view| view.queue.is_empty() && !view.sessions.is_empty());
    assert_ne!(view.sessions[0].status, Status::WaitsHere);
    until_status(&app, "claude/s-1", Status::Gone);
    app.quit();
}

#[test]
fn sessions_outlast_a_restart_of_the_app() {
    let home = Home::fresh();
    let app = App::start(&home);
    let [mut stays, mut goes, mut waits] = [(); 3].map(|()| Agent::start(&home));
    stays.hook(&event("s-1", "UserPromptSubmit", r#","prompt":"Go.""#));
    let before = until_status(&app, "claude/s-1", Status::Working);
    stays.hook(&event("s-1", "SubagentStart", r#","agent_id":"a-1""#));
    app.until(|view| view.sessions.iter().any(|one| one.subagents == 1));
    goes.hook(&event("s-2", "Stop", ""));
    until_status(&app, "claude/s-2", Status::Done);
    waits.hook(&PERMISSION.replace("s-1", "s-3"));
    app.draw();
    app.quit();
    goes.kill();

    let kept = home.path("data/sessions.json");
    assert_eq!(fs::metadata(&kept).unwrap().permissions().mode() & 0o777, 0o600);
    let app = App::start(&home);
    let view = app.until(|view| view.sessions.len() == 2);
    let [waiting, working] = &view.sessions[..] else { panic!("{view:?}") };
    let seen = (waiting.key.as_str(), waiting.status, waiting.mode);
    assert_eq!(seen, ("claude/s-3", Status::WaitsInTerminal, Default::default()));
    assert_eq!((working.key.as_str(), working.status), ("claude/s-1", Status::Working));
    assert_eq!((working.since_unix_ms, working.subagents), (before.since_unix_ms, 1));
    // It goes on where it was, and its end is noticed.
    stays.hook(&event("s-1", "SubagentStop", r#","agent_id":"a-1""#));
    app.until(|view| view.sessions.iter().all(|one| one.subagents == 0));
    stays.kill();
    until_status(&app, "claude/s-1", Status::Gone);
    waits.kill();
    app.quit();
}

#[test]
fn a_row_says_which_branch_is_checked_out() {
    let home = Home::fresh();
    let app = App::start(&home);
    let project = home.path("project");
    fs::create_dir_all(project.join(".git")).unwrap();
    let head = |branch: &str| {
        fs::write(project.join(".git/HEAD"), format!("ref: refs/heads/{branch}\n")).unwrap();
    };
    let event = |name: &str, more: &str| {
        event("s-1", name, more).replace("/p\"", &format!("{}\"", project.display()))
    };
    let command = r#","tool_name":"Bash","tool_input":{"command":"git switch next"}"#;
    head("main");
    let mut agent = Agent::start(&home);
    let shows = |branch: &str| {
        app.until(|view| {
            view.sessions.iter().any(|one| format!("{:?}", one.branch).contains(branch))
        });
    };
    agent.hook(&event("UserPromptSubmit", r#","prompt":"Go.""#));
    shows("main");
    agent.hook(&event("PreToolUse", command));
    app.until(|view| view.sessions.iter().any(|one| one.step.is_some()));
    head("next");
    agent.hook(&event("PostToolUse", command));
    shows("next");
    agent.kill();
    app.quit();
}

#[test]
fn a_status_line_says_cost_and_limits() {
    let home = Home::fresh();
    let app = App::start(&home);
    let mut agent = Agent::start(&home);
    agent.hook(&event("s-1", "UserPromptSubmit", r#","prompt":"Go.""#));
    until_status(&app, "claude/s-1", Status::Working);
    let line = |cost: f64, share: u8| {
        format!(
            r#"{{"session_id":"s-1","cost":{{"total_cost_usd":{cost}}},"rate_limits":{{"five_hour":{{"used_percentage":{share},"resets_at":4000000000}}}}}}"#
        )
    };
    agent.status_line(&line(0.0042, 42));
    let view = app.until(|view| !view.limits.is_empty());
    assert_eq!(view.sessions[0].cost_micro_usd, Some(4_200));
    assert_eq!(view.limits[0].windows[0].used_percent, Some(42));
    // Another program's word counts for nothing.
    home.run("--agent claude --statusline", line(99.0, 99)).silent();
    agent.status_line(&line(0.0043, 43));
    let view = app.until(|view| view.sessions[0].cost_micro_usd != Some(4_200));
    assert_eq!(view.sessions[0].cost_micro_usd, Some(4_300));
    assert_eq!(view.limits[0].windows[0].used_percent, Some(43));
    agent.kill();
    app.quit();
}
