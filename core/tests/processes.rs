//! Whose event it is: only a session's own process speaks for it.

mod world;

use vults_core::{
    Ancestry, Choice, ConnectionId, Effect, Happening, Input, Origin, Outcome, Process, Status,
};
use world::{
    AGENT, DENY, World, ask, asked, from, origin, short, subagent, tool_ended, tool_started,
    turn_ended,
};

/// Another program of the same user.
const OTHER: Process = Process { pid: 200, began: 2 };
/// A hook of the agent's.
const HOOK: Process = Process { pid: 101, began: 3 };

#[track_caller]
fn check(effects: &[Effect], expected: &[&str]) {
    assert_eq!(short(effects), expected);
}

/// From a hook that the agent has started.
fn below(process: Process) -> Origin {
    let chain = vec![HOOK, process, Process { pid: 1, began: 0 }];
    let ancestry = Ancestry { chain, complete: true, claimed: Some(process) };
    Origin { ancestry, ..origin("one") }
}

/// From a hook that had gone when it was looked at, and names this process.
fn gone(claimed: Option<Process>) -> Origin {
    Origin { ancestry: Ancestry { claimed, ..Ancestry::default() }, ..origin("one") }
}

/// What a program says in another's name.
fn lies() -> Vec<Happening> {
    vec![
        Happening::Prompted,
        tool_started("evil"),
        tool_ended("ls"),
        Happening::AsksInTerminal,
        turn_ended(),
        Happening::TurnFailed,
        Happening::SessionEnded,
        Happening::Seen,
    ]
}

#[test]
fn another_program_changes_neither_a_session_nor_its_cards() {
    let strangers = [
        below(OTHER),
        // It has the agent's number, from before or after its time.
        below(Process { began: 9, ..AGENT }),
        gone(Some(OTHER)),
        gone(Some(Process { began: 9, ..AGENT })),
        gone(None),
        // It names the agent, and is known whole.
        Origin {
            ancestry: Ancestry { claimed: Some(AGENT), ..below(OTHER).ancestry },
            ..origin("one")
        },
    ];
    for stranger in strangers {
        for lie in lies() {
            let mut world = World::default();
            world.happened(tool_started("ls"));
            world.ask(1, "ls");
            world.ask_as(&subagent("one", "helper"), 2, "ls");
            world.settle();
            let before = world.view();
            check(&world.take(Input::Happened(stranger.clone(), lie.clone())), &[]);
            let helper = Origin { subagent: Some("helper".into()), ..stranger.clone() };
            check(&world.take(Input::Happened(helper, lie.clone())), &[]);
            assert_eq!(world.view(), before, "{lie:?}");
            assert_eq!(world.state.other_owner(&stranger), Some(AGENT));
            check(&world.act(Choice::Allow), &["allow 1", "record Allowed"]);
        }
    }
}

#[test]
fn the_agents_own_hooks_are_heard() {
    for own in [below(AGENT), from(&origin("one"), AGENT), gone(Some(AGENT))] {
        assert_eq!(World::with_cards(&["ls"]).state.other_owner(&own), None);
        let mut world = World::with_cards(&["ls"]);
        let ended = world.take(Input::Happened(own, tool_ended("ls")));
        check(&ended, &["decline 1", "record AnsweredInTerminal"]);
    }
}

#[test]
fn another_programs_request_is_left_to_its_own_terminal() {
    // One that waits is still there, so its process can be told; where it cannot, a claim is no
    // more than that.
    for stranger in [below(OTHER), gone(Some(OTHER)), gone(Some(AGENT)), gone(None)] {
        let mut world = World::with_cards(&["ls"]);
        let before = world.view();
        check(&world.ask_as(&stranger, 2, "rm -rf x"), &["decline 2"]);
        assert_eq!(world.view(), before);
        let paused = Input::AskedWhilePaused {
            origin: stranger.clone(),
            connection: ConnectionId(4),
            ask: Box::new(ask("ls")),
        };
        check(&world.take(paused), &["decline 4"]);
        check(&world.act(Choice::Allow), &["allow 1", "record Allowed"]);
    }
    let mut world = World::with_cards(&["ls"]);
    let before = world.view();
    check(&world.take(Input::AskedElsewhere(below(OTHER), ConnectionId(3))), &["decline 3"]);
    assert_eq!(world.view(), before);
}

#[test]
fn a_session_is_free_when_its_process_has_ended() {
    let mut world = World::with_cards(&["ls"]);
    world.take(Input::ProcessEnded(Process { began: 9, ..AGENT }));
    assert_eq!(world.state.other_owner(&below(OTHER)), Some(AGENT));
    world.take(Input::ProcessEnded(AGENT));
    assert_eq!(world.state.other_owner(&below(OTHER)), None);
    world.take(Input::Happened(below(OTHER), Happening::Prompted));
    // It is the other's now.
    assert_eq!(world.state.other_owner(&below(AGENT)), Some(OTHER));
    check(&world.ask_as(&below(OTHER), 2, "pwd"), &[]);
    check(&world.ask_as(&below(AGENT), 3, "pwd"), &["decline 3"]);
}

#[test]
fn a_session_that_begins_anew_is_its_new_processes() {
    let mut world = World::with_cards(&["ls"]);
    world.take(Input::Happened(below(OTHER), Happening::SessionStarted));
    assert_eq!(world.state.other_owner(&below(OTHER)), None);
    assert_eq!(world.state.other_owner(&below(AGENT)), Some(OTHER));
    // The card that still waits is the old process's, which neither the new one ends nor the old
    // one's end changes the session.
    for happening in [tool_ended("ls"), turn_ended(), Happening::Prompted] {
        check(&world.take(Input::Happened(below(OTHER), happening)), &[]);
    }
    assert_eq!(world.queue(), [1]);
    let ended = world.take(Input::Happened(below(AGENT), tool_ended("ls")));
    check(&ended, &["decline 1", "record AnsweredInTerminal"]);
    assert_eq!(world.status(), Status::Working);
    world.take(Input::Happened(below(AGENT), Happening::SessionEnded));
    assert_eq!(world.status(), Status::Working);
    // One whose process could not be told is whoever's comes next.
    world.take(Input::Happened(gone(None), Happening::SessionStarted));
    assert_eq!(world.state.other_owner(&below(AGENT)), None);
}

#[test]
fn an_old_process_answered_changes_nothing_about_the_new_ones_session() {
    for choice in [Choice::Allow, DENY, Choice::ReplyInTerminal] {
        let mut world = World::with_cards(&["ls"]);
        world.take(Input::Happened(below(OTHER), Happening::SessionStarted));
        world.take(Input::Happened(below(OTHER), turn_ended()));
        assert!(!world.act(choice).is_empty());
        assert_eq!(world.status(), Status::Done);
    }
}

#[test]
fn a_session_goes_on_for_a_process_that_still_asks() {
    let mut world = World::with_cards(&["ls"]);
    world.take(Input::Happened(below(OTHER), Happening::SessionStarted));
    check(&world.take(Input::Happened(below(OTHER), Happening::SessionEnded)), &[]);
    assert_eq!((world.queue(), world.status()), (vec![1], Status::WaitsHere));
    assert_eq!(world.state.other_owner(&below(OTHER)), Some(AGENT));
}

#[test]
fn a_session_that_begins_in_its_own_process_stays_its_own() {
    for again in [below(AGENT), gone(Some(AGENT))] {
        let mut world = World::with_cards(&["ls"]);
        world.take(Input::Happened(again, Happening::SessionStarted));
        assert_eq!(world.state.other_owner(&below(OTHER)), Some(AGENT));
    }
}

#[test]
fn a_session_of_no_known_process_is_anybodys_until_it_is_told() {
    let mut world = World::default();
    world.take(Input::Happened(gone(Some(AGENT)), Happening::Prompted));
    assert_eq!(world.state.other_owner(&below(OTHER)), None);
    // A request of a process that could not be told has a card.
    let untold = gone(None);
    assert_eq!(untold.process(), None);
    check(&world.ask_as(&untold, 1, "ls"), &[]);
    world.take(Input::Happened(below(AGENT), Happening::Seen));
    assert_eq!(world.state.other_owner(&below(OTHER)), Some(AGENT));
    // Whose card that is says its session alone.
    check(&world.take(Input::Happened(below(OTHER), tool_ended("ls"))), &[]);
    let ended = world.take(Input::Happened(below(AGENT), tool_ended("ls")));
    check(&ended, &["decline 1", "record AnsweredInTerminal"]);
}

#[test]
fn what_another_program_ends_does_not_end_a_request_that_is_being_prepared() {
    let check = |who: Origin, expected: usize| {
        let mut world = World::default();
        world.happened(Happening::Prompted);
        world.ms = 10;
        world.take(Input::Happened(who, tool_ended("ls")));
        world.ms = 20;
        world.take(asked(&origin("one"), 1, ask("ls"), 0));
        assert_eq!(world.queue().len(), expected);
    };
    check(below(OTHER), 1);
    check(below(AGENT), 0);
}

#[test]
fn what_another_program_says_ran_is_not_written_down() {
    let mut world = World::with_cards(&["ls"]);
    world.act(DENY);
    world.end(1, true);
    for lie in lies() {
        check(&world.take(Input::Happened(below(OTHER), lie)), &[]);
    }
    let ran = world.take(Input::Happened(below(AGENT), tool_ended("ls")));
    check(&ran, &["record RanAllTheSame"]);
    assert_eq!(world.outcome(), Some(Outcome::RanAllTheSame));
}

#[test]
fn a_rule_speaks_for_the_sessions_own_process() {
    let mut world = World::with_cards(&["ls"]);
    world.act(Choice::AllowAlways);
    world.end(1, true);
    // One that could not be told in time is not allowed, and one of another program is not even
    // asked about.
    for stranger in [below(OTHER), gone(Some(AGENT)), gone(None)] {
        check(&world.ask_as(&stranger, 2, "ls"), &["decline 2"]);
    }
    check(&world.ask_as(&below(AGENT), 3, "ls"), &["allow 3", "record AllowedByRule", "rule used"]);
}

#[test]
fn the_end_of_a_call_that_a_rule_allowed_is_not_that_of_an_equal_one() {
    let mut world = World::with_cards(&["ls", "ls"]);
    world.act(Choice::AllowAlways);
    world.end(1, true);
    world.ask(3, "ls");
    world.end(3, true);
    // Two have been allowed, so two have to end before the one that waits has.
    check(&world.happened(tool_ended("ls")), &[]);
    check(&world.happened(tool_ended("ls")), &[]);
    check(&world.happened(tool_ended("ls")), &["decline 2", "record AnsweredInTerminal"]);
}
