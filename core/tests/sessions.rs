//! What the sessions' rows say.

mod world;

use vults_core::{Choice, ConnectionId, Happening, Input, Segment, Status, Step, StepView, Text};
use world::{DENY, World, call, origin, subagent, tool_ended, tool_started, turn_ended};

/// The status of the session after these events of it.
#[track_caller]
fn check(happenings: &[Happening], expected: Status) {
    let mut world = World::default();
    for happening in happenings {
        world.happened(happening.clone());
    }
    assert_eq!(world.status(), expected);
}

#[test]
fn what_an_event_makes_of_a_session() {
    check(&[Happening::SessionStarted], Status::Started);
    check(&[Happening::Seen], Status::Started);
    check(&[Happening::Prompted], Status::Working);
    check(&[tool_started("ls")], Status::Working);
    check(&[tool_ended("ls")], Status::Working);
    check(&[Happening::Prompted, Happening::Seen], Status::Working);
    check(&[Happening::AsksInTerminal], Status::WaitsInTerminal);
    check(&[Happening::Prompted, turn_ended()], Status::Done);
    check(&[Happening::Prompted, Happening::TurnFailed], Status::Failed);
}

#[test]
fn a_session_waits_in_its_terminal_until_it_goes_on() {
    let asks = Happening::AsksInTerminal;
    check(&[asks.clone(), Happening::Seen], Status::WaitsInTerminal);
    check(&[asks.clone(), tool_started("ls")], Status::Working);
    check(&[asks.clone(), tool_ended("ls")], Status::Working);
    check(&[asks.clone(), Happening::Prompted], Status::Working);
    check(&[asks.clone(), turn_ended()], Status::Done);
    check(&[asks.clone(), Happening::TurnFailed], Status::Failed);
    check(&[asks, Happening::SessionStarted], Status::Started);
}

#[test]
fn a_session_that_ended_is_gone() {
    let mut world = World::default();
    world.happened(Happening::SessionStarted);
    world.happened(Happening::SessionEnded);
    assert!(world.view().sessions.is_empty());
    world.happened(Happening::SessionEnded);
    assert!(world.view().sessions.is_empty());
}

#[test]
fn a_card_makes_its_session_wait_here() {
    let mut world = World::with_cards(&["ls"]);
    assert_eq!(world.status(), Status::WaitsHere);
    // The terminal asks the same thing.
    world.happened(Happening::AsksInTerminal);
    assert_eq!(world.status(), Status::WaitsHere);
    world.act(Choice::Allow);
    assert_eq!(world.status(), Status::Working);
}

#[test]
fn what_a_card_leaves_behind() {
    for (choice, expected) in [
        (Choice::Allow, Status::Working),
        (DENY, Status::Working),
        (Choice::ReplyInTerminal, Status::WaitsInTerminal),
    ] {
        let mut world = World::with_cards(&["ls"]);
        world.act(choice);
        assert_eq!(world.status(), expected);
    }
    // An interrupt may be the last that is heard of a turn.
    let mut world = World::default();
    world.happened(tool_started("ls"));
    world.ask(1, "ls");
    world.end(1, false);
    assert_eq!(world.status(), Status::Interrupted);
    // That of a sub-agent says nothing of its session's.
    let mut world = World::default();
    world.happened(tool_started("ls"));
    world.ask_as(&subagent("one", "helper"), 1, "ls");
    world.end(1, false);
    assert_eq!(world.status(), Status::Working);
}

#[test]
fn the_turn_of_a_subagent_is_not_its_sessions() {
    let mut world = World::default();
    world.happened(Happening::Prompted);
    let helper = subagent("one", "helper");
    world.take(Input::Happened(helper.clone(), turn_ended()));
    assert_eq!(world.status(), Status::Working);
    world.take(Input::AskedElsewhere(helper.clone(), ConnectionId(1)));
    // The main agent goes on beside it; the sub-agent still waits.
    world.happened(tool_started("ls"));
    assert_eq!(world.status(), Status::WaitsInTerminal);
    world.take(Input::Happened(helper, tool_started("pwd")));
    assert_eq!(world.status(), Status::Working);
}

#[test]
fn a_step_is_shown_while_it_runs() {
    let plain = |text: &str| Text(vec![Segment::Plain(text.into())]);
    let step = |world: &World| world.view().sessions[0].step.clone();
    let mut world = World::default();
    world.happened(tool_started("ls -la"));
    assert_eq!(step(&world), Some(StepView::Command(plain("ls -la"))));
    world.happened(tool_ended("another"));
    assert_eq!(step(&world), Some(StepView::Command(plain("ls -la"))));
    world.happened(Happening::AsksInTerminal);
    assert_eq!(step(&world), None);
    world.happened(tool_ended("ls -la"));
    assert_eq!(step(&world), None);
    let path = || "/home/me/one/src/main.rs".to_owned();
    let (server, tool) = ("notes".to_owned(), "save".to_owned());
    for (started, shown) in [
        (Step::Edit(path()), StepView::Edit(plain("main.rs"))),
        (Step::Read(path()), StepView::Read(plain("main.rs"))),
        (Step::Read("/home/me/".into()), StepView::Read(plain("/home/me/"))),
        (Step::Open("https://me:x@a.example/b".into()), StepView::Open(plain("a.example"))),
        (
            Step::Open("https://xn--mnchen-3ya.example".into()),
            StepView::Open(plain("münchen.example (xn--mnchen-3ya.example)")),
        ),
        (Step::Open("nowhere".into()), StepView::Open(plain("nowhere"))),
        (Step::Subagent("Explore".into()), StepView::Subagent(plain("Explore"))),
        (
            Step::ServerTool { server, tool },
            StepView::ServerTool { server: plain("notes"), tool: plain("save") },
        ),
        (Step::Tool("Glob".into()), StepView::Tool(plain("Glob"))),
    ] {
        world.happened(Happening::ToolStarted(call("x"), started));
        assert_eq!(step(&world), Some(shown));
    }
    world.happened(turn_ended());
    assert_eq!(step(&world), None);
}

#[test]
fn sessions_are_sorted_by_need_then_by_time() {
    let mut world = World::default();
    let mut happened = |session: &str, happening: Happening| {
        world.take(Input::Happened(origin(session), happening));
    };
    happened("started", Happening::SessionStarted);
    happened("done", turn_ended());
    happened("working", Happening::Prompted);
    happened("working too", Happening::Prompted);
    happened("failed", Happening::TurnFailed);
    happened("terminal", Happening::AsksInTerminal);
    world.ask_as(&origin("here"), 1, "ls");
    let keys: Vec<String> = world.view().sessions.into_iter().map(|session| session.key).collect();
    let expected = ["here", "terminal", "failed", "working too", "working", "done", "started"];
    assert_eq!(keys, expected.map(|session| format!("claude/{session}")));
}

#[test]
fn the_session_that_was_silent_longest_is_forgotten() {
    let mut world = World::default();
    world.ask_as(&origin("waits"), 1, "ls");
    for index in 0..70 {
        world.take(Input::Happened(origin(&format!("{index}")), Happening::Seen));
    }
    let keys: Vec<String> = world.view().sessions.into_iter().map(|session| session.key).collect();
    assert_eq!(keys.len(), 64);
    assert_eq!(keys[0], "claude/waits");
    assert_eq!(keys[1], "claude/69");
    assert_eq!(keys[63], "claude/7");
}

#[test]
fn a_project_is_its_sessions_folder() {
    let mut world = World::default();
    let mut elsewhere = subagent("one", "helper");
    elsewhere.cwd = Some("/tmp/worktree".into());
    world.happened(Happening::Prompted);
    world.take(Input::Happened(elsewhere, tool_started("ls")));
    assert_eq!(world.view().sessions[0].project, Text(vec![Segment::Plain("one".into())]));
}
