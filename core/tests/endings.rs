//! What becomes of a card that leaves, and of an answer on its way.

mod world;

use std::time::Duration;

use serde_json::Value;
use vults_core::{
    Act, Call, CardId, Choice, ConnectionId, Effect, Happening, Input, Outcome, Status,
};
use world::{DENY, World, origin, short, subagent, tool_ended, tool_started, turn_ended};

/// Effects in short, as `world::short` writes them.
#[track_caller]
fn check(effects: &[Effect], expected: &[&str]) {
    assert_eq!(short(effects), expected);
}

#[test]
fn a_connection_that_ends_withdraws_its_card() {
    let mut world = World::with_cards(&["one", "two"]);
    check(&world.end(1, false), &["record Withdrawn"]);
    assert_eq!((world.outcome(), world.queue()), (Some(Outcome::Withdrawn), vec![2]));
    check(&world.end(1, false), &[]);
}

#[test]
fn a_click_on_a_card_that_has_just_left_is_too_late() {
    let mut world = World::with_cards(&["ls"]);
    let front = world.view().front.expect("a card");
    world.end(1, false);
    let at = std::time::Duration::from_millis(world.ms);
    let act =
        Act { began: at, ended: at, card: front.id, binding: front.binding, choice: Choice::Allow };
    check(&world.take(Input::Person(act)), &[]);
    assert_eq!(world.outcome(), Some(Outcome::TooLate));
}

#[test]
fn a_late_click_is_told_though_another_card_has_left_since() {
    let mut world = World::with_cards(&["one", "two"]);
    let front = world.view().front.expect("a card");
    let at = std::time::Duration::from_millis(world.ms);
    let act =
        Act { began: at, ended: at, card: front.id, binding: front.binding, choice: Choice::Allow };
    world.end(1, false);
    world.end(2, false);
    let shown = |world: &World| world.view().outcome.map(|view| (view.card, view.outcome));
    assert_eq!(shown(&world), Some((CardId(2), Outcome::Withdrawn)));
    world.ms += 1_999;
    check(&world.take(Input::Person(act.clone())), &[]);
    assert_eq!(shown(&world), Some((front.id, Outcome::TooLate)));
    // It is told once.
    world.pass(1_200);
    check(&world.take(Input::Person(act)), &[]);
    assert_eq!(shown(&world), None);
}

#[test]
fn a_click_is_late_for_two_seconds() {
    let mut world = World::with_cards(&["ls"]);
    let front = world.view().front.expect("a card");
    world.end(1, false);
    world.ms += 2_000;
    let at = std::time::Duration::from_millis(world.ms);
    let act =
        Act { began: at, ended: at, card: front.id, binding: front.binding, choice: Choice::Allow };
    check(&world.take(Input::Person(act)), &[]);
    assert_eq!(world.outcome(), None);
}

#[test]
fn answered_in_the_terminal() {
    let mut world = World::with_cards(&["ls", "ls", "pwd"]);
    check(&world.happened(tool_ended("other")), &[]);
    let elsewhere = Input::Happened(origin("two"), tool_ended("ls"));
    check(&world.take(elsewhere), &[]);
    let subagents = Input::Happened(subagent("one", "helper"), tool_ended("ls"));
    check(&world.take(subagents), &[]);
    check(&world.happened(tool_ended("ls")), &["decline 1", "record AnsweredInTerminal"]);
    assert_eq!((world.outcome(), world.queue()), (Some(Outcome::AnsweredInTerminal), vec![2, 3]));
}

#[test]
fn a_turn_that_is_over_takes_its_cards_along() {
    for end in [turn_ended(), Happening::TurnFailed] {
        let mut world = World::with_cards(&["one"]);
        world.ask_as(&subagent("one", "helper"), 2, "two");
        world.ask_as(&origin("two"), 3, "three");
        check(&world.happened(end), &["decline 1", "record Withdrawn"]);
        assert_eq!(world.queue(), [2, 3]);
    }
}

#[test]
fn a_session_that_is_over_takes_all_its_cards_along() {
    let mut world = World::with_cards(&["one"]);
    world.ask_as(&subagent("one", "helper"), 2, "two");
    world.ask_as(&origin("two"), 3, "three");
    let expected = ["decline 1", "record Withdrawn", "decline 2", "record Withdrawn"];
    check(&world.happened(Happening::SessionEnded), &expected);
    assert_eq!(world.queue(), [3]);
}

#[test]
fn an_answer_is_shown_when_its_hook_has_taken_it() {
    for (choice, outcome) in [(Choice::Allow, Outcome::Allowed), (DENY, Outcome::Denied)] {
        let mut world = World::with_cards(&["ls"]);
        world.act(choice);
        assert_eq!(world.outcome(), None);
        world.ms += 20;
        check(&world.end(1, true), &[]);
        assert_eq!(world.outcome(), Some(outcome));
        world.pass(1_199);
        assert_eq!(world.outcome(), Some(outcome));
        world.pass(1);
        assert_eq!(world.outcome(), None);
        // Nothing more is due before the session counts as quiet, since it was last heard of.
        let quiet = Duration::from_millis(400) + Duration::from_mins(10);
        assert_eq!(world.state.next_deadline(), Some(quiet));
    }
}

#[test]
fn an_answer_to_a_hook_that_has_gone_is_too_late() {
    let mut world = World::with_cards(&["ls"]);
    world.act(Choice::Allow);
    check(&world.end(1, false), &["record TooLate"]);
    assert_eq!(world.outcome(), Some(Outcome::TooLate));

    let mut world = World::with_cards(&["ls"]);
    world.act(Choice::Allow);
    check(&world.pass(999), &[]);
    // Its hook may still be there: it is let go, so that it does not obey what is called late.
    check(&world.pass(1), &["decline 1", "record TooLate"]);
    check(&world.end(1, true), &[]);
    assert_eq!(world.outcome(), Some(Outcome::TooLate));
}

#[test]
fn a_denied_call_that_ran_all_the_same_is_written_down() {
    let mut world = World::with_cards(&["ls"]);
    world.act(DENY);
    world.end(1, true);
    check(&world.happened(tool_ended("pwd")), &[]);
    check(&world.happened(tool_ended("ls")), &["record RanAllTheSame"]);
    assert_eq!(world.outcome(), Some(Outcome::RanAllTheSame));
    check(&world.happened(tool_ended("ls")), &[]);
}

#[test]
fn an_allowed_call_that_ran_is_nothing_special() {
    let mut world = World::with_cards(&["ls"]);
    world.act(Choice::Allow);
    world.end(1, true);
    check(&world.happened(tool_ended("ls")), &[]);
}

#[test]
fn a_denied_call_that_is_tried_again_is_another() {
    let again: [fn(&mut World); 4] = [
        |world| drop(world.happened(tool_started("ls"))),
        |world| drop(world.take(Input::AskedElsewhere(origin("one"), ConnectionId(9)))),
        |world| drop(world.happened(turn_ended())),
        |world| {
            world.ask(2, "ls");
            world.settle();
            world.act(Choice::Allow);
        },
    ];
    for (index, again) in again.iter().enumerate() {
        let mut world = World::with_cards(&["ls"]);
        world.act(DENY);
        again(&mut world);
        // A request without a call says nothing about the denied one.
        let ran: &[&str] = if index == 1 { &["record RanAllTheSame"] } else { &[] };
        check(&world.happened(tool_ended("ls")), ran);
    }
}

#[test]
fn a_person_who_prompts_anew_has_no_card_of_before() {
    let mut world = World::with_cards(&["one"]);
    world.ask_as(&subagent("one", "helper"), 2, "two");
    world.ask_as(&origin("two"), 3, "three");
    check(&world.happened(Happening::Prompted), &["decline 1", "record Withdrawn"]);
    assert_eq!(world.queue(), [2, 3]);
    // A turn that was denied something and interrupted: what runs in the next one is another call.
    let mut world = World::with_cards(&["ls"]);
    world.act(DENY);
    world.end(1, true);
    world.happened(Happening::Prompted);
    check(&world.happened(tool_ended("ls")), &[]);
}

#[test]
fn a_subagent_may_ask_after_its_sessions_turn() {
    let helper = subagent("one", "helper");
    let mut world = World::default();
    world.happened(Happening::Prompted);
    world.happened(turn_ended());
    world.ask_as(&helper, 1, "ls");
    world.settle();
    // Its session's turn ends again, and another sub-agent's.
    world.happened(turn_ended());
    world.take(Input::Happened(subagent("one", "other"), turn_ended()));
    assert_eq!((world.queue(), world.status()), (vec![1], Status::WaitsHere));
    check(&world.act(Choice::Allow), &["allow 1", "record Allowed"]);
    world.end(1, true);
    world.ask_as(&helper, 2, "pwd");
    let ended = world.take(Input::Happened(helper, turn_ended()));
    check(&ended, &["decline 2", "record Withdrawn"]);
}

#[test]
fn the_end_of_an_allowed_call_is_not_that_of_an_equal_one() {
    let mut world = World::with_cards(&["ls", "ls"]);
    world.act(Choice::Allow);
    world.end(1, true);
    check(&world.happened(tool_ended("ls")), &[]);
    assert_eq!(world.queue(), [2]);
    check(&world.happened(tool_ended("ls")), &["decline 2", "record AnsweredInTerminal"]);
}

#[test]
fn an_allow_that_was_not_taken_expects_no_end() {
    let too_late: [fn(&mut World); 2] =
        [|world| drop(world.end(1, false)), |world| drop(world.pass(1_000))];
    for too_late in too_late {
        let mut world = World::with_cards(&["ls", "ls"]);
        world.act(Choice::Allow);
        too_late(&mut world);
        assert_eq!(world.outcome(), Some(Outcome::TooLate));
        check(&world.happened(tool_ended("ls")), &["decline 2", "record AnsweredInTerminal"]);
    }
}

#[test]
fn no_end_is_expected_of_a_turn_or_session_that_is_over() {
    let over = [turn_ended(), Happening::Prompted, Happening::SessionEnded];
    for over in over {
        let mut world = World::with_cards(&["ls"]);
        world.act(Choice::Allow);
        world.end(1, true);
        world.happened(over);
        world.ask(2, "ls");
        check(&world.happened(tool_ended("ls")), &["decline 2", "record AnsweredInTerminal"]);
    }
    // That of a sub-agent's turn is not its session's.
    let mut world = World::with_cards(&["ls"]);
    world.act(Choice::Allow);
    world.take(Input::Happened(subagent("one", "helper"), turn_ended()));
    world.ask(2, "ls");
    check(&world.happened(tool_ended("ls")), &[]);
}

#[test]
fn a_denied_call_and_an_equal_one_that_waits() {
    // The terminal allowed one of them. The one that waits is answered there, as far as can be
    // told; were it the other, a later end would say so.
    let mut world = World::with_cards(&["ls", "ls"]);
    world.act(DENY);
    world.end(1, true);
    check(&world.happened(tool_ended("ls")), &["decline 2", "record AnsweredInTerminal"]);
    check(&world.happened(tool_ended("ls")), &["record RanAllTheSame"]);
}

/// A plan's call: its input is left out of it.
fn plan() -> Call {
    Call::new("ExitPlanMode", &Value::Null)
}

#[test]
fn questions_and_plans_leave_by_their_calls() {
    for (ask, call) in [(world::questions(), world::question_call()), (world::plan("Go."), plan())]
    {
        let mut world = World::default();
        world.ask_for(&origin("one"), 1, ask);
        world.settle();
        let ended = world.happened(Happening::ToolEnded(call));
        check(&ended, &["decline 1", "record AnsweredInTerminal"]);
    }
}
