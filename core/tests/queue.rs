//! Which card comes first, and when there is none: auto mode, a session that was handed back, a
//! paused app.

mod world;

use std::time::Duration;

use serde_json::json;
use vults_core::{
    Act, CardId, Choice, ConnectionId, Effect, Happening, Input, Mode, Origin, Outcome, Status,
};
use world::{
    DENY, EPOCH_MS, World, ask, ask_with, asked, in_mode, origin, short, subagent, tool_ended,
    tool_started, turn_ended,
};

/// Effects in short, as `world::short` writes them.
#[track_caller]
fn check(effects: &[Effect], expected: &[&str]) {
    assert_eq!(short(effects), expected);
}

fn bring(world: &mut World, card: u64) {
    check(&world.take(Input::Bring(CardId(card))), &[]);
}

#[test]
fn a_card_is_brought_to_the_front() {
    let place =
        |world: &World| world.view().front.map(|front| (front.id.0, front.position, front.of));
    let mut world = World::with_cards(&["one", "two", "three"]);
    bring(&mut world, 3);
    assert_eq!((world.queue(), place(&world)), (vec![3, 1, 2], Some((3, 1, 3))));
    // It is what it was when it came: nothing of before counts for it.
    check(&world.act(Choice::Allow), &[]);
    world.draw();
    world.ms += 399;
    check(&world.act(Choice::Allow), &[]);
    world.ms += 1;
    check(&world.act(Choice::Allow), &["allow 3", "record Allowed"]);
    assert_eq!((world.queue(), place(&world)), (vec![1, 2], Some((1, 2, 3))));
    // So is one that had been there before.
    check(&world.act(Choice::Allow), &[]);
    world.settle();
    check(&world.act(DENY), &["deny 1", "record Denied"]);
    assert_eq!(place(&world), Some((2, 3, 3)));
    // One that has been in front and leaves from behind makes the batch smaller.
    let mut world = World::with_cards(&["one", "two"]);
    bring(&mut world, 2);
    world.end(1, false);
    assert_eq!(place(&world), Some((2, 1, 1)));
}

#[test]
fn what_is_in_front_or_gone_is_not_brought() {
    for card in [1, 7] {
        let mut world = World::with_cards(&["one", "two"]);
        let before = world.view();
        bring(&mut world, card);
        assert_eq!(world.view(), before);
        check(&world.act(Choice::Allow), &["allow 1", "record Allowed"]);
    }
}

#[test]
fn the_keys_leave_a_card_with_which_another_changed_places() {
    let mut world = World::with_cards(&["one", "two"]);
    world.take(Input::KeysBound(Some(CardId(1))));
    bring(&mut world, 2);
    assert!(world.view().front.is_some_and(|front| !front.keys && !front.whole));
}

#[test]
fn a_card_that_is_brought_keeps_its_time() {
    let mut world = World::with_cards(&["one"]);
    world.ms += 10_000;
    world.ask(2, "two");
    let expires: Vec<u64> = world.view().queue.iter().map(|entry| entry.expires_unix_ms).collect();
    assert_eq!(expires[1] - expires[0], 10_400);
    bring(&mut world, 2);
    world.draw();
    let view = world.view();
    let brought: Vec<u64> = view.queue.iter().map(|entry| entry.expires_unix_ms).collect();
    assert_eq!(brought, [expires[1], expires[0]]);
    assert_eq!(view.front.map(|front| front.expires_unix_ms), Some(expires[1]));
    world.ms = 108_000;
    check(&world.take(Input::Clock), &["decline 1", "record Expired"]);
    assert_eq!(world.queue(), [2]);
}

/// When the session waits in its terminal since, if it does, after the start of the clock.
fn waits_since(world: &World) -> Option<u64> {
    let sessions = world.view().sessions;
    let waits = sessions[0].status == Status::WaitsInTerminal;
    waits.then(|| sessions[0].since_unix_ms - EPOCH_MS)
}

#[test]
fn a_session_says_since_when_it_waits_in_its_terminal() {
    let mut world = World::with_cards(&["ls"]);
    world.ms = 50_000;
    assert_eq!(waits_since(&world), None);
    world.act(Choice::ReplyInTerminal);
    assert_eq!(waits_since(&world), Some(50_000));
    // Its terminal says so again; it is the same wait.
    world.ms = 56_000;
    world.happened(Happening::AsksInTerminal);
    world.take(Input::AskedElsewhere(subagent("one", "helper"), ConnectionId(8)));
    assert_eq!(waits_since(&world), Some(50_000));
    // A card is what there is to say while there is one.
    world.ask(2, "pwd");
    assert_eq!(waits_since(&world), None);
    world.end(2, false);
    // The main agent waits no more, its sub-agent does.
    assert_eq!(waits_since(&world), Some(56_000));
    world.take(Input::Happened(subagent("one", "helper"), tool_started("ls")));
    assert_eq!(waits_since(&world), None);
    world.ms = 70_000;
    world.happened(Happening::AsksInTerminal);
    assert_eq!(waits_since(&world), Some(70_000));
    world.happened(tool_ended("ls"));
    assert_eq!(waits_since(&world), None);
}

#[test]
fn a_card_whose_time_is_over_leaves_its_session_waiting_from_then() {
    let mut world = World::with_cards(&["ls"]);
    world.ms = 108_000;
    check(&world.take(Input::Clock), &["decline 1", "record Expired"]);
    assert_eq!((world.status(), waits_since(&world)), (Status::WaitsInTerminal, Some(108_000)));
}

/// A session's mode after an event of it that says one, and one that says none.
#[test]
fn a_session_says_when_its_agent_asks() {
    for mode in [
        Mode::Default,
        Mode::AcceptEdits,
        Mode::Plan,
        Mode::Auto,
        Mode::DontAsk,
        Mode::BypassPermissions,
    ] {
        let mut world = World::default();
        world.happened(Happening::SessionStarted);
        assert_eq!(world.view().sessions[0].mode, Mode::Default);
        world.take(Input::Happened(in_mode(mode), Happening::Prompted));
        world.happened(Happening::Seen);
        assert_eq!(world.view().sessions[0].mode, mode);
        // A sub-agent's mode is its own.
        let other = if mode == Mode::Plan { Mode::Auto } else { Mode::Plan };
        let helper = Origin { mode: Some(other), ..subagent("one", "helper") };
        world.take(Input::Happened(helper, Happening::Seen));
        assert_eq!(world.view().sessions[0].mode, mode);
    }
}

#[test]
fn a_request_in_auto_mode_is_shown_once_it_still_waits() {
    let mut world = World::default();
    world.happened(tool_started("ls"));
    check(&world.ask_as(&in_mode(Mode::Auto), 1, "ls"), &[]);
    let view = world.view();
    assert_eq!((view.front, view.queue.len(), world.status()), (None, 0, Status::Working));
    assert_eq!(world.state.next_deadline(), Some(Duration::from_millis(500)));
    check(&world.draw(), &[]);
    check(&world.pass(499), &[]);
    assert_eq!(world.queue(), [0; 0]);
    check(&world.pass(1), &[]);
    assert_eq!((world.queue(), world.status()), (vec![1], Status::WaitsHere));
    // What is left to draw it.
    assert_eq!(world.state.next_deadline(), Some(Duration::from_millis(800)));
    world.ms += 299;
    check(&world.draw(), &["waiting 1"]);
    world.ms += 400;
    check(&world.act(Choice::Allow), &["allow 1", "record Allowed"]);
}

#[test]
fn every_other_mode_shows_a_request_at_once() {
    for mode in [Mode::Default, Mode::AcceptEdits, Mode::Plan] {
        let mut world = World::default();
        world.ask_as(&in_mode(mode), 1, "ls");
        assert_eq!(world.queue(), [1], "{mode:?}");
    }
}

#[test]
fn what_was_never_shown_leaves_no_trace() {
    type Leave = fn(&mut World) -> Vec<Effect>;
    let leaves: [(Leave, &[&str]); 5] = [
        (|world| world.end(1, false), &[]),
        (|world| world.happened(tool_ended("ls")), &["decline 1"]),
        (|world| world.happened(turn_ended()), &["decline 1"]),
        (|world| world.happened(Happening::Prompted), &["decline 1"]),
        (|world| world.happened(Happening::SessionEnded), &["decline 1"]),
    ];
    for (leave, expected) in leaves {
        let mut world = World::default();
        world.ask_as(&origin("two"), 9, "pwd");
        world.settle();
        world.ask_as(&in_mode(Mode::Auto), 1, "ls");
        check(&leave(&mut world), expected);
        let view = world.view();
        assert_eq!((view.outcome, view.queue.len()), (None, 1));
        // Nothing was seen to change, so the other card's guard stays down.
        check(&world.act(Choice::Allow), &["allow 9", "record Allowed"]);
        assert_eq!(world.queue(), [0; 0]);
        check(&world.pass(800), &[]);
    }
    // A model that decides lets the agent go on.
    let mut world = World::default();
    world.happened(tool_started("ls"));
    world.ask_as(&in_mode(Mode::Auto), 1, "ls");
    world.end(1, false);
    assert_eq!(world.status(), Status::Working);
}

#[test]
fn an_unshown_request_is_no_card_to_answer_or_bring() {
    let mut world = World::with_cards(&["one"]);
    let front = world.view().front.expect("a card");
    world.ask_as(&in_mode(Mode::Auto), 2, "two");
    let before = world.view();
    bring(&mut world, 2);
    let at = Duration::from_millis(world.ms);
    let act = Act {
        began: at,
        ended: at,
        card: CardId(2),
        binding: front.binding,
        choice: Choice::Allow,
    };
    check(&world.take(Input::Person(act)), &[]);
    assert_eq!(world.view(), before);
}

#[test]
fn an_auto_request_that_took_long_to_prepare_is_shown_with_what_is_left() {
    let mut world = World { ms: 650, ..World::default() };
    world.take(asked(&in_mode(Mode::Auto), 1, ask("ls"), 0));
    assert_eq!(world.queue(), [1]);
    check(&world.pass(150), &["decline 1", "record NotDrawn"]);
    // The loop was held up: it is not shown at all.
    let mut world = World::default();
    world.ask_as(&in_mode(Mode::Auto), 1, "ls");
    check(&world.pass(800), &["decline 1", "record NotDrawn"]);
    assert_eq!((world.outcome(), world.status()), (None, Status::WaitsInTerminal));
}

#[test]
fn unshown_requests_count_for_the_limits() {
    let mut world = World::default();
    for index in 1..=4 {
        check(&world.ask_as(&in_mode(Mode::Auto), index, "ls"), &[]);
    }
    check(&world.ask(5, "ls"), &["decline 5"]);
    // A connection that waits is not asked for twice.
    check(&world.ask(4, "ls"), &[]);
    world.pass(500);
    assert_eq!(world.queue(), [1, 2, 3, 4]);
}

/// Asks for cards at these seconds, answers each, and says which of them offered to hand back.
fn many(seconds: &[u64]) -> Vec<usize> {
    let mut world = World::default();
    let mut offered = Vec::new();
    for (index, second) in seconds.iter().enumerate() {
        world.ms = second * 1_000;
        world.ask(index as u64 + 1, "ls");
        world.settle();
        if world.view().front.is_some_and(|front| front.many) {
            offered.push(index + 1);
        }
        world.act(Choice::Allow);
    }
    offered
}

#[test]
fn many_cards_of_a_session_are_worth_handing_it_back() {
    let each = |gap: u64, count: u64| (0..count).map(|index| index * gap).collect::<Vec<u64>>();
    assert_eq!(many(&each(10, 10)), [8, 9, 10]);
    assert_eq!(many(&each(85, 10)), [8, 9, 10]);
    assert_eq!(many(&each(86, 10)), [0; 0]);
    // A pause ends it.
    let paused: Vec<u64> = each(10, 8).into_iter().chain([700, 701]).collect();
    assert_eq!(many(&paused), [8]);
}

#[test]
fn many_cards_are_counted_for_each_session() {
    let mut world = World::default();
    for index in 0..16 {
        world.ask_as(&origin(&format!("{}", index % 2)), index + 1, "ls");
        world.settle();
        assert_eq!(world.view().front.is_some_and(|front| front.many), index >= 14);
        world.act(Choice::Allow);
    }
    // A session that begins anew has had none.
    world.take(Input::Happened(origin("1"), Happening::SessionStarted));
    world.ask_as(&origin("1"), 99, "ls");
    assert!(world.view().front.is_some_and(|front| !front.many));
}

fn hand_back(world: &mut World, handed_back: bool) -> Vec<Effect> {
    let session = "claude/one".to_owned();
    world.take(Input::HandBack { session, handed_back })
}

#[test]
fn a_session_that_is_handed_back_asks_in_its_terminal() {
    let mut world = World::with_cards(&["one", "two"]);
    world.ask_as(&origin("two"), 3, "three");
    world.ask_as(&in_mode(Mode::Auto), 4, "four");
    let expected = [
        "decline 1",
        "record HandedBack",
        "decline 2",
        "record HandedBack",
        "decline 4",
        "record HandedBack",
    ];
    check(&hand_back(&mut world, true), &expected);
    assert_eq!(world.queue(), [3]);
    check(&world.ask(5, "five"), &["decline 5", "record HandedBack"]);
    check(&world.ask_as(&subagent("one", "helper"), 6, "six"), &["decline 6", "record HandedBack"]);
    check(&world.ask_as(&origin("two"), 7, "seven"), &[]);
    let one = |world: &World| {
        let sessions = world.view().sessions;
        sessions.into_iter().find(|session| session.key == "claude/one").expect("a session")
    };
    assert_eq!((one(&world).status, one(&world).handed_back), (Status::WaitsInTerminal, true));
    check(&hand_back(&mut world, false), &[]);
    assert!(!one(&world).handed_back);
    check(&world.ask(8, "eight"), &[]);
    assert_eq!(world.queue(), [3, 5, 6]);
}

#[test]
fn a_session_is_handed_back_until_it_ends_or_begins_anew() {
    for end in [Happening::SessionEnded, Happening::SessionStarted] {
        let mut world = World::with_cards(&["one"]);
        hand_back(&mut world, true);
        world.happened(turn_ended());
        world.happened(Happening::Prompted);
        check(&world.ask(2, "two"), &["decline 2", "record HandedBack"]);
        world.happened(end);
        check(&world.ask(3, "three"), &[]);
        assert!(!world.view().sessions[0].handed_back);
    }
    // Of one that is not known there is nothing to hand back.
    let mut world = World::default();
    check(&hand_back(&mut world, true), &[]);
    check(&world.ask(1, "one"), &[]);
    assert_eq!(world.queue(), [1]);
}

#[test]
fn a_session_that_was_handed_back_is_forgotten_last() {
    let mut world = World::with_cards(&["one"]);
    hand_back(&mut world, true);
    for index in 0..100 {
        world.take(Input::Happened(origin(&format!("{index}")), Happening::Seen));
    }
    check(&world.ask(2, "two"), &["decline 2", "record HandedBack"]);
}

#[test]
fn a_paused_app_asks_nobody() {
    let mut world = World::with_cards(&["one"]);
    world.ask_as(&origin("two"), 2, "two");
    world.ask_as(&in_mode(Mode::Auto), 3, "three");
    let expected =
        ["decline 1", "record Paused", "decline 2", "record Paused", "decline 3", "record Paused"];
    check(&world.take(Input::Paused(true)), &expected);
    assert_eq!((world.outcome(), world.view().paused), (Some(Outcome::Paused), true));
    let waits = world.view().sessions.into_iter().all(|one| one.status == Status::WaitsInTerminal);
    assert!(waits);
    // Said twice it is said once.
    check(&world.take(Input::Paused(true)), &[]);
    check(&world.ask(4, "four"), &["decline 4", "record Paused"]);
    let elsewhere = Input::AskedElsewhere(origin("one"), ConnectionId(5));
    check(&world.take(elsewhere), &["decline 5"]);
    // Only what still asks, or asks anew, comes back.
    check(&world.take(Input::Paused(false)), &[]);
    assert_eq!(world.queue(), [0; 0]);
    check(&world.ask(6, "six"), &[]);
    assert_eq!((world.queue(), world.view().paused), (vec![4], false));
}

#[test]
fn what_is_asked_anew_in_a_pause_was_not_denied() {
    let mut world = World::with_cards(&["ls"]);
    check(&world.act(DENY), &["deny 1", "record Denied"]);
    world.end(1, true);
    world.take(Input::Paused(true));
    let (origin, connection, ask) = (origin("one"), ConnectionId(2), Box::new(ask("ls")));
    let again = Input::AskedWhilePaused { origin, connection, ask };
    check(&world.take(again), &["decline 2", "record Paused"]);
    // The terminal has allowed the second one; the first has not run.
    check(&world.happened(tool_ended("ls")), &[]);
}

#[test]
fn what_a_paused_app_did_not_prepare_is_written_down() {
    let mut world = World::default();
    world.take(Input::Paused(true));
    let ask = Box::new(ask_with("TOKEN=abc make", &[("timeout", "5")]));
    let effects = world.take(Input::AskedWhilePaused {
        origin: subagent("one", "helper"),
        connection: ConnectionId(1),
        ask: ask.clone(),
    });
    check(&effects, &["decline 1", "record Paused"]);
    let Some(Effect::Record(record)) = effects.last() else { panic!("no record") };
    assert_eq!(
        json!([record.tool, record.what, record.facts, record.subagent, record.binding]),
        json!(["Bash", "TOKEN=[hidden] make", [], "helper", ""])
    );
    assert_eq!(world.status(), Status::WaitsInTerminal);
    // The person goes on just then: its terminal asks all the same, and no card is missing.
    world.take(Input::Paused(false));
    let late = Input::AskedWhilePaused { origin: origin("one"), connection: ConnectionId(2), ask };
    check(&world.take(late), &["decline 2", "record Paused"]);
}
