//! What outlasts a run of the app.

#![allow(clippy::unwrap_used)]

mod world;

use vults_core::{
    Background, Happening, Input, Kept, Mode, Origin, SessionView, Status, Told, TurnEnd, Usage,
    UsedWindow,
};
use world::{AGENT, EPOCH_MS, World, from, origin, subagent, tool_started, turn_ended};

/// What the next run makes of it, an hour later.
fn next(world: &World) -> World {
    let text = serde_json::to_string(&world.state.kept(world.now())).unwrap();
    let kept: Kept = serde_json::from_str(&text).unwrap();
    let mut next = World { ms: world.ms + 3_600_000, ..World::default() };
    next.take(Input::SessionsRead(Box::new(kept)));
    next
}

/// The same view, save what is not kept.
#[track_caller]
fn check(happenings: &[Happening], status: Status) {
    let mut world = World::default();
    for happening in happenings {
        world.happened(happening.clone());
        world.ms += 1_000;
    }
    let before = world.only();
    assert_eq!(before.status, status);
    let mut next = next(&world);
    assert_eq!(next.only(), SessionView { step: None, reply: None, ..before });
    assert_eq!(next.told(), []);
    assert_eq!(next.looks, [(origin("one").key, "/home/me/one".to_owned())]);
}

#[test]
fn a_session_comes_back_as_it_was() {
    let beside = Background {
        subagents: vec!["a".to_owned(), "b".to_owned()],
        commands: vec!["c".to_owned()],
    };
    let beside = TurnEnd { reply: Some("Well.".to_owned()), background: Some(beside) };
    let cost = Happening::Used(Usage { cost_micro_usd: Some(4_200), windows: Vec::new() });
    let prompted = Happening::Prompted;
    check(&[Happening::SessionStarted], Status::Started);
    check(&[prompted.clone(), tool_started("ls"), cost], Status::Working);
    check(&[prompted.clone(), Happening::TurnEnded(beside)], Status::InBackground);
    check(&[prompted.clone(), turn_ended()], Status::Done);
    check(&[prompted.clone(), Happening::TurnFailed], Status::Failed);
    check(&[prompted.clone(), Happening::Idle], Status::Interrupted);
    check(&[prompted.clone(), Happening::CompactionStarted], Status::Compacting);
    check(&[prompted, Happening::AsksInTerminal], Status::WaitsInTerminal);
}

#[test]
fn what_the_person_and_the_agent_have_said_is_kept() {
    let mut world = World::default();
    let in_plan = Origin { mode: Some(Mode::Plan), ..origin("one") };
    world.take(Input::Happened(in_plan, Happening::Prompted));
    world.happened(turn_ended());
    world.take(Input::HandBack { session: "claude/one".into(), handed_back: true });
    let mut next = next(&world);
    let view = next.only();
    assert_eq!((view.mode, view.handed_back), (Mode::Plan, true));
    next.ask(1, "ls");
    assert!(next.view().queue.is_empty());
    // The end of its turn was told before.
    next.happened(turn_ended());
    assert_eq!(next.told(), []);
    // Its process is still its own.
    let stranger = from(&origin("one"), vults_core::Process { pid: 9, began: 9 });
    assert_eq!(next.state.other_owner(&stranger), Some(AGENT));
    assert_eq!(next.state.processes().collect::<Vec<_>>(), [AGENT]);
}

#[test]
fn a_turn_that_outlasts_the_app_is_told_when_it_ends() {
    let mut world = World::default();
    world.happened(Happening::Prompted);
    let mut next = next(&world);
    next.happened(turn_ended());
    assert_eq!(next.told(), [Told::Finished]);
}

#[test]
fn a_card_that_waits_is_its_terminals_to_answer() {
    let mut world = World::with_cards(&["ls"]);
    world.ask_as(&subagent("one", "helper"), 2, "ls");
    world.ms = 5_000;
    let next = next(&world);
    let view = next.only();
    assert_eq!((view.status, view.since_unix_ms), (Status::WaitsInTerminal, EPOCH_MS + 5_000));
    assert!(next.view().queue.is_empty());
}

#[test]
fn what_is_over_or_has_no_process_is_not_kept() {
    let mut world = World::default();
    world.happened(Happening::Prompted);
    let unknown = Origin { ancestry: vults_core::Ancestry::default(), ..origin("two") };
    world.take(Input::Happened(unknown, Happening::Prompted));
    world.take(Input::ProcessEnded(AGENT));
    assert_eq!(world.view().sessions.len(), 2);
    assert_eq!(world.state.kept(world.now()), Kept::default());
}

#[test]
fn what_was_heard_since_counts_more() {
    let mut world = World::default();
    world.happened(Happening::Prompted);
    world.happened(Happening::Used(Usage { cost_micro_usd: Some(5), windows: Vec::new() }));
    world.take(Input::HandBack { session: "claude/one".into(), handed_back: true });
    let kept = world.state.kept(world.now());
    let mut next = World::default();
    next.happened(turn_ended());
    next.take(Input::SessionsRead(Box::new(kept)));
    let view = next.only();
    assert_eq!((view.status, view.cost_micro_usd, view.handed_back), (Status::Done, Some(5), true));
}

#[test]
fn plans_are_kept_whatever_their_sessions_do() {
    let mut world = World::default();
    world.happened(Happening::Prompted);
    let window = |used_percent| UsedWindow {
        minutes: 300,
        used_percent,
        resets_unix_ms: Some(EPOCH_MS + 4 * 3_600_000),
    };
    let used =
        |share| Happening::Used(Usage { cost_micro_usd: None, windows: vec![window(share)] });
    world.happened(used(42));
    let limits = world.view().limits;
    world.happened(Happening::SessionEnded);
    let mut next = next(&world);
    assert_eq!(next.view().limits, limits);
    assert!(next.view().sessions.is_empty());
    // An older share of the same window changes nothing.
    next.happened(Happening::Prompted);
    next.happened(used(30));
    assert_eq!(next.view().limits, limits);
    next.happened(used(43));
    assert_eq!(next.view().limits[0].windows[0].used_percent, Some(43));
    assert_eq!(next.view().limits.len(), 1);
}

#[test]
fn no_words_of_the_session_are_kept() {
    let mut world = World::default();
    world.happened(tool_started("echo secret-command"));
    let end = TurnEnd { reply: Some("secret-reply".to_owned()), background: None };
    world.happened(Happening::TurnEnded(end));
    world.happened(tool_started("echo secret-command"));
    let text = serde_json::to_string(&world.state.kept(world.now())).unwrap();
    assert!(!text.contains("secret"), "{text}");
}

#[test]
fn what_is_too_long_or_too_much_is_left_out() {
    let mut world = World::default();
    for number in 0..64 {
        world.take(Input::Happened(origin(&number.to_string()), Happening::Prompted));
    }
    let kept = world.state.kept(world.now());
    let text = serde_json::to_string(&kept).unwrap();
    let mut twice = kept.clone();
    for session in &kept.sessions {
        let text = serde_json::to_string(session).unwrap();
        let again = text.replacen("\"session\":\"", "\"session\":\"again ", 1);
        twice.sessions.push(serde_json::from_str(&again).unwrap());
    }
    let mut next = World::default();
    next.take(Input::SessionsRead(Box::new(twice)));
    assert_eq!(next.view().sessions.len(), 64);
    let long = text.replacen("Claude Code", &"x".repeat(10_000), 1);
    let long = long.replacen("/home/me/1\"", &format!("/{}\"", "x".repeat(10_000)), 1);
    let mut next = World::default();
    next.take(Input::SessionsRead(Box::new(serde_json::from_str(&long).unwrap())));
    assert_eq!(next.view().sessions.len(), 62);
}

#[test]
fn two_accounts_are_two_plans_after_a_restart_too() {
    let mut world = World::default();
    for (session, hours) in [("one", 2), ("two", 4)] {
        let window = UsedWindow {
            minutes: 300,
            used_percent: 42,
            resets_unix_ms: Some(EPOCH_MS + hours * 3_600_000),
        };
        let usage = Usage { cost_micro_usd: None, windows: vec![window] };
        world.take(Input::Happened(origin(session), Happening::Prompted));
        world.take(Input::Happened(origin(session), Happening::Used(usage)));
    }
    let limits = world.view().limits;
    assert_eq!(limits.len(), 2);
    assert_eq!(next(&world).view().limits, limits);
}
