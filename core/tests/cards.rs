//! A request from its arrival to its answer.

mod world;

use serde_json::json;
use vults_core::{
    Act, Action, Ask, CardId, Change, Choice, ConnectionId, Content, Effect, FileEdit, Happening,
    Input, Origin, Outcome, Status, Text,
};
use world::{
    DENY, World, ask, ask_with, asked, call, drawn, origin, short, subagent, tool_ended,
    tool_started, turn_ended,
};

/// Effects in short, as `world::short` writes them.
#[track_caller]
fn check(effects: &[Effect], expected: &[&str]) {
    assert_eq!(short(effects), expected);
}

#[test]
fn a_request_becomes_a_card() {
    let mut world = World::default();
    check(&world.ask(1, "ls"), &[]);
    let view = world.view();
    assert_eq!(view.front.as_ref().map(|front| front.id), Some(view.queue[0].card));
    check(&world.draw(), &["waiting 1"]);
    check(&world.draw(), &[]);
    world.ms += 400;
    check(&world.act(Choice::Allow), &["allow 1", "record Allowed"]);
    assert_eq!(world.view().front, None);
}

#[test]
fn a_whole_view() {
    let mut world = World::default();
    world.ask_as(&origin("vults"), 1, "cargo test \\\n  --workspace\u{202e}");
    world.ask_as(&subagent("vults", "Explore"), 2, "git status\ngit diff");
    world.take(Input::Happened(origin("site"), tool_started("npm run build")));
    world.take(Input::Serving(Err("The socket's folder is open to others.".into())));
    insta::assert_json_snapshot!("waiting", world.view());
    insta::assert_json_snapshot!(
        "content",
        world.view().front.as_ref().map(|front| &*front.content)
    );
    world.settle();
    let front = world.view().front.map(|front| front.id);
    world.take(Input::KeysBound(front));
    insta::assert_json_snapshot!("drawn", world.view().front);
    world.act(DENY);
    world.end(1, true);
    insta::assert_json_snapshot!("denied", world.view());
}

#[test]
fn a_path_is_cut_to_what_follows_the_folder_alone() {
    #[track_caller]
    fn check(cwd: Option<&str>, path: &str, expected: &str) {
        let input = json!({ "file_path": path });
        let change = Change::Write(String::new());
        let edits = vec![FileEdit { path: path.into(), change }];
        let action = Action::Files { edits, facts: Vec::new() };
        let ask = Ask { call: call("x"), input, comments: None, action };
        let mut world = World::default();
        let origin = Origin { cwd: cwd.map(Into::into), ..origin("one") };
        world.ask_for(&origin, 1, ask);
        let action = json!(world.view().queue[0].action);
        assert_eq!(action["path"], json!([{ "plain": expected }]));
    }
    check(Some("/w"), "/w/src/a.rs", "src/a.rs");
    check(Some("/w/"), "/w/src/a.rs", "src/a.rs");
    check(Some("/w"), "/world/a.rs", "/world/a.rs");
    check(Some("/w"), "a.rs", "a.rs");
    check(Some("/"), "/etc/hosts", "/etc/hosts");
    check(Some(""), "/etc/hosts", "/etc/hosts");
    check(None, "/etc/hosts", "/etc/hosts");
}

#[test]
fn each_choice_has_its_effect() {
    for (choice, expected) in [
        (Choice::Allow, ["allow 1", "record Allowed"]),
        (DENY, ["deny 1", "record Denied"]),
        (Choice::ReplyInTerminal, ["decline 1", "record Released"]),
    ] {
        let mut world = World::with_cards(&["ls"]);
        check(&world.act(choice), &expected);
        assert!(world.queue().is_empty());
    }
}

#[test]
fn two_requests_are_answered_each_by_its_own_card() {
    let mut world = World::with_cards(&["one", "two"]);
    check(&world.act(DENY), &["deny 1", "record Denied"]);
    // The next card came under the pointer: the same click does not count for it.
    world.draw();
    check(&world.act(Choice::Allow), &[]);
    world.ms += 400;
    check(&world.act(Choice::Allow), &["allow 2", "record Allowed"]);
}

#[test]
fn a_card_is_answered_once() {
    let mut world = World::with_cards(&["ls"]);
    let front = world.view().front.expect("a card");
    let at = std::time::Duration::from_millis(world.ms);
    let act =
        Act { began: at, ended: at, card: front.id, binding: front.binding, choice: Choice::Allow };
    check(&world.take(Input::Person(act.clone())), &["allow 1", "record Allowed"]);
    check(&world.take(Input::Person(act.clone())), &[]);
    check(&world.take(Input::Person(Act { choice: DENY, ..act })), &[]);
}

#[test]
fn equal_requests_are_two_cards() {
    let mut world = World::with_cards(&["ls", "ls"]);
    let view = world.view();
    let at = std::time::Duration::from_millis(world.ms);
    let binding = view.front.expect("a card").binding;
    // The binding fits both; the second card is not in front.
    let behind =
        Act { began: at, ended: at, card: view.queue[1].card, binding, choice: Choice::Allow };
    check(&world.take(Input::Person(behind)), &[]);
    check(&world.act(Choice::Allow), &["allow 1", "record Allowed"]);
}

#[test]
fn allow_needs_the_whole_card() {
    let mut world = World::default();
    world.ask(1, "ls");
    let view = world.view();
    world.take(Input::Drawn(drawn(&view, false)));
    world.ms += 500;
    check(&world.act(Choice::Allow), &[]);
    assert!(!world.view().front.expect("a card").whole);
    let view = world.view();
    world.take(Input::Drawn(drawn(&view, true)));
    assert!(world.view().front.expect("a card").whole);
    // The page remembers what was scrolled to; a window that shrank shows less.
    let view = world.view();
    world.take(Input::Drawn(drawn(&view, false)));
    check(&world.act(Choice::Allow), &[]);
    let view = world.view();
    world.take(Input::Drawn(drawn(&view, true)));
    check(&world.act(Choice::Allow), &["allow 1", "record Allowed"]);
}

#[test]
fn deny_does_not_need_the_whole_card() {
    let mut world = World::default();
    world.ask(1, "ls");
    let view = world.view();
    world.take(Input::Drawn(drawn(&view, false)));
    world.ms += 400;
    check(&world.act(DENY), &["deny 1", "record Denied"]);
}

#[test]
fn a_hidden_window_answers_nothing() {
    let mut world = World::with_cards(&["ls"]);
    world.take(Input::Undrawn);
    assert!(!world.view().front.expect("a card").whole);
    check(&world.act(Choice::Allow), &[]);
    world.draw();
    check(&world.act(Choice::Allow), &[]);
    world.ms += 400;
    check(&world.act(Choice::Allow), &["allow 1", "record Allowed"]);
}

#[test]
fn a_view_that_was_never_given_out_is_not_drawn() {
    let mut world = World::default();
    world.ask(1, "ls");
    let mut drawn = drawn(&world.view(), true);
    drawn.revision += 1;
    check(&world.take(Input::Drawn(drawn)), &[]);
    world.ms += 400;
    check(&world.act(Choice::Allow), &[]);
}

#[test]
fn a_card_that_is_not_drawn_in_800_ms_goes_back() {
    let mut world = World::default();
    world.ask(1, "ls");
    assert_eq!(world.state.next_deadline().map(|due| due.as_millis()), Some(800));
    check(&world.pass(799), &[]);
    check(&world.pass(1), &["decline 1", "record NotDrawn"]);
    assert_eq!((world.outcome(), world.status()), (None, Status::WaitsInTerminal));
    check(&world.draw(), &[]);
}

#[test]
fn a_card_nobody_answers_goes_back_after_108_s() {
    let mut world = World::default();
    world.ask(1, "ls");
    world.draw();
    assert_eq!(world.state.next_deadline().map(|due| due.as_millis()), Some(108_000));
    check(&world.pass(107_999), &[]);
    world.ms += 1;
    // The click and the end of its time come together.
    check(&world.act(Choice::Allow), &["decline 1", "record Expired"]);
    assert_eq!(
        (world.outcome(), world.status()),
        (Some(Outcome::TooLate), Status::WaitsInTerminal)
    );
}

#[test]
fn a_fifth_request_of_a_session_is_left_to_its_terminal() {
    let mut world = World::with_cards(&["1", "2", "3", "4"]);
    check(&world.ask(5, "5"), &["decline 5"]);
    check(&world.ask_as(&origin("two"), 6, "6"), &[]);
    world.act(Choice::Allow);
    check(&world.ask(7, "7"), &[]);
}

#[test]
fn a_25th_request_is_left_to_its_terminal() {
    let mut world = World::default();
    for connection in 0..24 {
        let origin = origin(&format!("session {}", connection / 4));
        check(&world.ask_as(&origin, connection, "ls"), &[]);
    }
    check(&world.ask_as(&origin("another"), 24, "ls"), &["decline 24"]);
    assert_eq!(world.queue().len(), 24);
}

#[test]
fn what_cannot_be_read_is_left_to_its_terminal() {
    #[track_caller]
    fn check(command: &str, facts: &[(&str, &str)], folder: &str, has_card: bool) {
        let mut world = World::default();
        let origin = Origin { cwd: Some(folder.into()), ..origin("one") };
        let effects = world.ask_for(&origin, 1, ask_with(command, facts));
        let (expected, status) = if has_card {
            (&[][..], Status::WaitsHere)
        } else {
            (&["decline 1"][..], Status::WaitsInTerminal)
        };
        assert_eq!(short(&effects), expected);
        assert_eq!(world.status(), status);
    }
    let tokens = |count: usize| "a\u{200b}".repeat(count);
    check(&tokens(2_000), &[], "/w", true);
    check(&tokens(2_001), &[], "/w", false);
    check("ls", &[("\u{202e}name", &tokens(1_999))], "/w", true);
    check("ls", &[("\u{202e}name", &tokens(2_000))], "/w", false);
    check(&tokens(1_999), &[], "/w\u{200b}", true);
    check(&tokens(1_999), &[], "/w\u{200b}w\u{200b}", false);

    let lines = |count: usize| "ls\n".repeat(count);
    // The agent's own words take a line as well.
    check(&lines(4_999), &[], "/w", true);
    check(&lines(5_000), &[], "/w", false);
    check(&lines(2_000), &[("env", &lines(2_998))], "/w", true);
    check(&lines(2_000), &[("env", &lines(2_999))], "/w", false);

    check("ls", &[("timeout", "5"); 64], "/w", true);
    check("ls", &[("timeout", "5"); 65], "/w", false);

    let folder = |bytes: usize| format!("/{}", "w".repeat(bytes - 1));
    check("ls", &[], &folder(4_096), true);
    check("ls", &[], &folder(4_097), false);
}

#[test]
fn a_request_for_the_terminal_is_declined_at_once() {
    let mut world = World::default();
    check(&world.take(Input::AskedElsewhere(origin("one"), ConnectionId(1))), &["decline 1"]);
    assert_eq!(world.status(), Status::WaitsInTerminal);
}

#[test]
fn the_place_in_a_batch() {
    let place = |world: &World| {
        let front = world.view().front.expect("a card");
        (front.position, front.of)
    };
    let mut world = World::with_cards(&["1", "2"]);
    assert_eq!(place(&world), (1, 2));
    world.act(Choice::Allow);
    assert_eq!(place(&world), (2, 2));
    world.ask(3, "3");
    assert_eq!(place(&world), (2, 3));
    // One that leaves from behind was never the second of anything.
    world.take(Input::ConnectionEnded { connection: ConnectionId(3), read_all: true });
    assert_eq!(place(&world), (2, 2));
    world.ask(5, "5");
    world.settle();
    world.act(Choice::Allow);
    world.settle();
    world.act(Choice::Allow);
    world.ask(4, "4");
    assert_eq!(place(&world), (1, 1));
}

#[test]
fn the_shortcuts_are_bound_to_one_card() {
    let mut world = World::default();
    world.take(Input::KeysBound(Some(CardId(1))));
    world.ask(1, "one");
    world.ask(2, "two");
    let keys = |world: &World| world.view().front.expect("a card").keys;
    assert!(!keys(&world));
    world.settle();
    let first = world.view().front.map(|front| front.id);
    world.take(Input::KeysBound(first));
    assert!(keys(&world));
    world.take(Input::KeysBound(None));
    assert!(!keys(&world));
    world.take(Input::KeysBound(first));
    world.act(Choice::Allow);
    assert!(!keys(&world));
    // Said of the first card, and heard when the second is in front.
    world.take(Input::KeysBound(first));
    assert!(!keys(&world));
}

#[test]
fn a_second_request_on_a_connection_that_waits_changes_nothing() {
    let mut world = World::with_cards(&["ls"]);
    check(&world.ask(1, "rm -rf x"), &[]);
    check(&world.take(Input::AskedElsewhere(origin("one"), ConnectionId(1))), &[]);
    assert_eq!(world.queue(), [1]);
    check(&world.act(Choice::Allow), &["allow 1", "record Allowed"]);
    check(&world.ask(1, "rm -rf x"), &[]);
}

#[test]
fn the_binding_covers_the_uncut_input() {
    let bindings =
        [json!({"command": "ls", "x": 1}), json!({"command": "ls", "x": 2})].map(|input| {
            let mut world = World::default();
            world.ask_for(&origin("one"), 1, Ask { input, call: call("ls"), ..ask("ls") });
            world.view().front.expect("a card").binding
        });
    assert_ne!(bindings[0], bindings[1]);
}

#[test]
fn a_long_command_is_whole() {
    let command = format!("echo {}; rm -rf x", "long ".repeat(200_000));
    let mut world = World::default();
    world.ask(1, &command);
    let front = world.view().front.expect("a card");
    let Content::Command { command: shown, .. } = &*front.content else { panic!("a command") };
    assert_eq!(shown.characters as usize, command.len());
    assert_eq!(shown.text, vults_core::Text(vec![vults_core::Segment::Plain(command)]));
}

#[test]
fn a_content_is_that_of_its_card() {
    let world = World::with_cards(&["one", "two"]);
    let view = world.view();
    let front = view.front.as_ref().expect("a card");
    assert_eq!(view.content(front.id, &front.binding).as_ref(), Some(&front.content));
    assert_eq!(view.content(front.id, &"0".repeat(64)), None);
    assert_eq!(view.content(view.queue[1].card, &front.binding), None);
}

#[test]
fn the_time_of_a_request_counts_from_its_arrival() {
    let mut world = World { ms: 300, ..World::default() };
    let input = asked(&origin("one"), 1, ask("ls"), 0);
    check(&world.take(input), &[]);
    assert_eq!(world.state.next_deadline().map(|due| due.as_millis()), Some(800));
    assert_eq!(world.view().front.expect("a card").expires_unix_ms, 1_800_000_108_000);

    let mut world = World { ms: 800, ..World::default() };
    check(&world.take(asked(&origin("one"), 1, ask("ls"), 0)), &["decline 1"]);
    assert_eq!(world.status(), Status::WaitsInTerminal);
}

#[test]
fn what_ends_while_its_card_is_prepared_needs_none() {
    let check = |happening: Happening, late: bool| {
        let mut world = World::default();
        world.happened(Happening::Seen);
        world.ms = 100;
        world.happened(happening.clone());
        world.ms = 200;
        let arrived = if late { 50 } else { 150 };
        let effects = world.take(asked(&origin("one"), 1, ask("ls"), arrived));
        let expected: &[&str] = if late { &["decline 1"] } else { &[] };
        assert_eq!(short(&effects), expected, "{happening:?}");
    };
    for happening in
        [tool_ended("ls"), turn_ended(), Happening::TurnFailed, Happening::SessionEnded]
    {
        check(happening.clone(), true);
        check(happening, false);
    }
    let others = |happening: Happening, origin: &Origin| {
        let mut world = World { ms: 100, ..World::default() };
        world.take(Input::Happened(origin.clone(), happening));
        world.ms = 200;
        assert_eq!(world.take(asked(&world::origin("one"), 1, ask("ls"), 50)), []);
    };
    others(tool_ended("pwd"), &origin("one"));
    others(tool_ended("ls"), &subagent("one", "Explore"));
    others(turn_ended(), &subagent("one", "Explore"));
    others(Happening::SessionEnded, &origin("two"));
    others(tool_started("ls"), &origin("one"));
}

#[test]
fn the_revision_counts_what_can_be_seen() {
    let mut world = World::with_cards(&["ls"]);
    let before = world.view();
    world.pass(10);
    world.draw();
    assert_eq!(world.view(), before);
    world.ask(2, "pwd");
    assert_eq!(world.view().revision, before.revision + 1);
    assert_eq!(world.view().queue[1].card, CardId(2));
}

#[test]
fn time_never_runs_backwards() {
    let mut world = World::with_cards(&["ls"]);
    world.pass(107_000);
    world.ms = 0;
    assert_eq!(world.act(Choice::Allow), []);
    world.ms = 107_399;
    check(&world.act(Choice::Allow), &["allow 1", "record Allowed"]);
}

#[test]
fn a_state_can_move_to_the_thread_of_its_loop() {
    fn is_send<T: Send>() {}
    is_send::<vults_core::State>();
}

#[test]
fn a_sub_agent_s_card_says_what_it_is_called() {
    let check = |name: Option<&str>, expected: &str| {
        let mut world = World::default();
        let origin = Origin {
            subagent_name: name.map(str::to_owned),
            ..subagent("one", "a9e859abd758e117b")
        };
        world.ask_as(&origin, 1, "ls");
        let front = world.view().front.unwrap();
        assert_eq!(front.subagent, Some(Text::of(expected)));
    };
    check(Some("general-purpose"), "general-purpose");
    check(None, "a9e859abd758e117b");
}
