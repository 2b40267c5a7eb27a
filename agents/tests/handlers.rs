//! What the relay says of the person's own lifecycle hooks, whatever the agent.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use serde_json::{Value, json};
use vults_agents::{Report, report};
use vults_core::{HandlerEnd, HandlerRun, HandlersRan, Happening, HookPoint};
use vults_protocol::{Agent, AgentName, Event, LifecycleHooks, Run, Terminal};

fn hooks() -> LifecycleHooks {
    LifecycleHooks {
        session_id: "s".to_owned(),
        cwd: "/home/me/project".to_owned(),
        lifecycle_event: "PreToolUse".to_owned(),
        tool_name: Some("write_file".to_owned()),
        tool_use_id: Some("toolu_1".to_owned()),
        ..LifecycleHooks::default()
    }
}

/// The event as the relay of an agent sends it.
fn event(agent: Agent, hooks: &LifecycleHooks) -> Event {
    Event {
        id: "1".to_owned(),
        agent,
        event: "LifecycleHooks".to_owned(),
        wants_reply: false,
        zeca: false,
        terminal: Terminal::default(),
        payload: hooks.payload(),
        input: None,
    }
}

fn ran(hooks: &LifecycleHooks) -> Option<HandlersRan> {
    match report(&event(Agent::Claude, hooks), false)? {
        Report::Happened(_, Happening::HandlersRan(ran)) => Some(*ran),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_agent_whose_sessions_are_shown_says_the_same() {
    let agents = [Agent::Claude, Agent::Codex, Agent::Opencode, Agent::Qwen, Agent::Copilot];
    for agent in agents {
        let Some(Report::Happened(origin, Happening::HandlersRan(ran))) =
            report(&event(agent.clone(), &hooks()), false)
        else {
            panic!("{agent:?}")
        };
        assert_eq!(origin.key.agent, agent.kind().as_str());
        assert_eq!((origin.key.session.as_str(), origin.subagent), ("s", None));
        assert_eq!(ran.call.as_deref(), Some("toolu_1"));
        assert_eq!(ran.tool.as_deref(), Some("write_file"));
    }
    let other = Agent::Other("droid".parse::<AgentName>().unwrap());
    assert_eq!(report(&event(other, &hooks()), false), None);
    assert_eq!(report(&Event { zeca: true, ..event(Agent::Claude, &hooks()) }, false), None);
}

#[test]
fn what_is_no_report_says_nothing() {
    let check = |field: &str, value: Value| {
        let mut event = event(Agent::Claude, &hooks());
        event.payload.insert(field.to_owned(), value.clone());
        assert_eq!(report(&event, false), None, "{field}: {value}");
    };
    check("session_id", json!(""));
    check("session_id", json!("x".repeat(10_000)));
    check("session_id", json!(7));
    check("lifecycle_event", json!("PermissionRequest"));
    check("hook_event_name", json!("Stop"));
    check("runs", json!("none"));
    check("blocked", json!("yes"));
}

#[test]
fn the_points_of_a_session() {
    let check = |name: &str, expected: HookPoint| {
        let hooks = LifecycleHooks { lifecycle_event: name.to_owned(), ..hooks() };
        assert_eq!(ran(&hooks).unwrap().point, expected);
    };
    check("SessionStart", HookPoint::SessionStart);
    check("PreToolUse", HookPoint::BeforeTool);
    check("PostToolUse", HookPoint::AfterTool);
    check("Stop", HookPoint::Stop);
}

#[test]
fn only_a_tool_that_is_about_to_run_is_blocked() {
    let check = |event: &str, blocked: bool, reason: Option<&str>, expected: Option<&str>| {
        let reason = reason.map(str::to_owned);
        let hooks =
            LifecycleHooks { lifecycle_event: event.to_owned(), blocked, reason, ..hooks() };
        assert_eq!(ran(&hooks).unwrap().blocked.as_deref(), expected);
    };
    check("PreToolUse", true, Some("not on main"), Some("not on main"));
    check("PreToolUse", true, None, Some(""));
    check("PreToolUse", false, Some("not on main"), None);
    check("PostToolUse", true, Some("too late"), None);
    check("Stop", true, Some("too late"), None);
}

#[test]
fn how_a_run_ended() {
    let check = |run: Run, end: HandlerEnd| {
        let label = "./guard".to_owned();
        let run = Run { label: label.clone(), duration_ms: 31, ..run };
        let expected = HandlerRun { label, duration: Duration::from_millis(31), end };
        assert_eq!(ran(&LifecycleHooks { runs: vec![run], ..hooks() }).unwrap().runs, [expected]);
    };
    let exit = |code| Run { exit_code: Some(code), ..Run::default() };
    check(exit(0), HandlerEnd::Proceeded);
    check(exit(1), HandlerEnd::Failed(1));
    // Where it cannot block it is a failure (LH-53).
    check(exit(2), HandlerEnd::Failed(2));
    check(Run { blocked: true, ..exit(2) }, HandlerEnd::Blocked);
    check(Run { blocked: true, ..exit(0) }, HandlerEnd::Blocked);
    check(Run { timed_out: true, ..Run::default() }, HandlerEnd::TimedOut);
    check(Run::default(), HandlerEnd::Signalled);
    let why = "No such file or directory".to_owned();
    let gone = Run { error: Some(why.clone()), ..Run::default() };
    check(gone, HandlerEnd::NotStarted(why));
}

#[test]
fn what_else_is_told() {
    let told = ran(&LifecycleHooks {
        context: Some("see CONTRIBUTING".to_owned()),
        warnings: vec!["settings.json: hooks.Stopp is no event".to_owned()],
        ..hooks()
    })
    .unwrap();
    assert_eq!(told.context.as_deref(), Some("see CONTRIBUTING"));
    assert_eq!(told.warnings, ["settings.json: hooks.Stopp is no event"]);
}
