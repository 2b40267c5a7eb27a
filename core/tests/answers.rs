//! What a person says on a card beside yes and no: words with a deny, a plan, answers to questions.

mod world;

use std::time::Duration;

use serde_json::json;
use vults_core::{
    Action, ActionView, Ask, Call, Choice, Content, Effect, Happening, Input, Outcome, Question,
    Record, Segment, Status, Step, Text,
};
use vults_protocol::Decision;
use world::{
    DENY, World, asked, drawn, origin, picked, plan, question_call, questions, short, tool_ended,
    turn_ended,
};

/// Effects in short, as `world::short` writes them.
#[track_caller]
fn check(effects: &[Effect], expected: &[&str]) {
    assert_eq!(short(effects), expected);
}

/// The state with the card of this request, drawn whole, with the click guard passed.
fn with(ask: Ask) -> World {
    let mut world = World::default();
    world.ask_for(&origin("one"), 1, ask);
    world.settle();
    world
}

fn words(words: &str) -> Choice {
    Choice::Deny { words: Some(words.to_owned()) }
}

fn plain(text: &str) -> Text {
    Text(vec![Segment::Plain(text.to_owned())])
}

fn record(effects: &[Effect]) -> Record {
    match effects.last() {
        Some(Effect::Record(record)) => record.clone(),
        other => panic!("{other:?}"),
    }
}

fn red_and_s() -> Choice {
    Choice::Answer(vec![picked(&[0], None), picked(&[0], None)])
}

#[test]
fn a_deny_goes_with_words() {
    let mut world = World::with_cards(&["cp a b"]);
    let effects = world.act(words(" Use git mv.\nNo PASSWORD=abc \u{202e} "));
    let reason = Some("Use git mv.\nNo PASSWORD=abc \u{202e}".to_owned());
    assert!(
        matches!(&effects[0], Effect::Reply(_, Decision::Deny { reason: said }) if *said == reason),
        "{effects:?}"
    );
    assert_eq!(record(&effects).said, ["Use git mv.\nNo PASSWORD=[hidden] \u{202e}"]);
    assert_eq!(world.view().outcome, None, "its hook has not taken it yet");
    world.end(1, true);
    let outcome = world.view().outcome.expect("an outcome");
    assert_eq!(outcome.outcome, Outcome::Denied);
    let hidden = |label: &str| Segment::Hidden(label.to_owned());
    let Text(shown) = plain("Use git mv.");
    let rest = [hidden("1 line break"), Segment::Plain("No PASSWORD=abc ".to_owned())];
    let expected = shown.into_iter().chain(rest).chain([hidden("U+202E")]).collect();
    assert_eq!(outcome.words, Some(Text(expected)));
}

#[test]
fn long_words_are_cut_where_they_are_kept() {
    let mut world = World::with_cards(&["ls"]);
    let effects = world.act(words(&"é".repeat(3_000)));
    let Effect::Reply(_, Decision::Deny { reason: Some(reason) }) = &effects[0] else {
        panic!("{effects:?}")
    };
    assert_eq!(reason.len(), 2_000);
    world.end(1, true);
    let shown = world.view().outcome.and_then(|outcome| outcome.words);
    assert_eq!(shown, Some(plain(&format!("{}…", "é".repeat(120)))));
}

#[test]
fn words_are_shown_with_a_deny_that_was_taken_alone() {
    for (choice, read_all) in [(DENY, true), (words(" \n"), true), (words("Not now."), false)] {
        let mut world = World::with_cards(&["ls"]);
        world.act(choice);
        world.end(1, read_all);
        let outcome = world.view().outcome.expect("an outcome");
        assert_eq!(outcome.words, None, "{:?}", outcome.outcome);
    }
}

#[test]
fn a_plan_is_shown_whole_and_approved_or_sent_back() {
    let text = "\n# Plan\n\n1. Make [it](https://a.example)\u{200b}\n";
    let mut world = with(plan(text));
    insta::assert_json_snapshot!("plan", world.view().queue);
    let front = world.view().front.expect("a card");
    insta::assert_json_snapshot!("plan_content", &*front.content);
    let effects = world.act(Choice::Allow);
    check(&effects, &["allow 1", "record Allowed"]);
    assert_eq!(record(&effects).what, text);
    check(&with(plan(text)).act(words("Tests first.")), &["deny 1 with words", "record Denied"]);
    check(&with(plan(text)).act(red_and_s()), &[]);

    let mut world = World::default();
    world.ask_for(&origin("one"), 1, plan(text));
    let view = world.view();
    world.take(Input::Drawn(drawn(&view, false)));
    world.ms += 400;
    check(&world.act(Choice::Allow), &[]);
    check(&world.act(words("Too long.")), &["deny 1 with words", "record Denied"]);
}

#[test]
fn a_plan_that_nobody_can_read_has_no_card() {
    let mut world = World::default();
    check(&world.ask_for(&origin("one"), 1, plan(&"x\n".repeat(5_001))), &["decline 1"]);
    assert_eq!(world.status(), Status::WaitsInTerminal);
    // One of some size has.
    with(plan(&"A line of a plan.\n".repeat(700)));
}

#[test]
fn a_second_plan_is_another_card() {
    let mut world = with(plan("one"));
    let first = world.view().front.expect("a card").binding;
    world.act(words("More."));
    world.end(1, true);
    world.ask_for(&origin("one"), 2, plan("two"));
    world.settle();
    let front = world.view().front.expect("a card");
    assert_ne!(front.binding, first);
    let Content::Plan { plan, .. } = &*front.content else { panic!("a plan") };
    assert_eq!(plan.text, plain("two"));
    // The denied one was obeyed: what has run is the second.
    world.act(Choice::Allow);
    world.end(2, true);
    world.take(Input::Happened(
        origin("one"),
        Happening::ToolEnded(Call::new("ExitPlanMode", &json!(null))),
    ));
    assert_eq!(world.outcome(), Some(Outcome::Allowed));
}

#[test]
fn questions_are_shown_whole() {
    let world = with(questions());
    insta::assert_json_snapshot!("questions", world.view().queue);
    let front = world.view().front.expect("a card");
    insta::assert_json_snapshot!("questions_content", &*front.content);
}

#[test]
fn questions_are_answered() {
    let mut world = with(questions());
    let effects = world.act(Choice::Answer(vec![
        picked(&[], Some("Green, API_KEY=abc")),
        picked(&[1, 0], Some("XL")),
    ]));
    check(
        &effects,
        &[r#"answer 1 ["Green, API_KEY=abc",["S","M, \"L\"","XL"]]"#, "record Answered"],
    );
    let record = record(&effects);
    assert_eq!(record.what, "Which color?\nWhich sizes?");
    assert_eq!(record.said, ["Green, API_KEY=[hidden]", "S, M, \"L\", XL"]);
    assert_eq!(record.facts, ["metadata: 1"]);
    assert_eq!(world.status(), Status::Working);
    world.end(1, true);
    assert_eq!(world.outcome(), Some(Outcome::Answered));
}

#[test]
fn an_answer_that_is_not_taken_is_too_late() {
    let mut world = with(questions());
    world.act(red_and_s());
    check(&world.end(1, false), &["record TooLate"]);
    let mut world = with(questions());
    world.act(red_and_s());
    check(&world.pass(1_000), &["decline 1", "record TooLate"]);
}

#[test]
fn questions_are_answered_whole_or_not_at_all() {
    let mut world = with(questions());
    let one = |options: &[usize]| Choice::Answer(vec![picked(options, None)]);
    for choice in [Choice::Allow, DENY, words("No."), one(&[0]), Choice::Answer(Vec::new())] {
        check(&world.act(choice), &[]);
    }
    // The card waits for the next act.
    check(&world.act(red_and_s()), &[r#"answer 1 ["Red",["S"]]"#, "record Answered"]);
    check(&World::with_cards(&["ls"]).act(one(&[0])), &[]);
}

#[test]
fn an_answer_needs_the_whole_card() {
    let mut world = World::default();
    world.ask_for(&origin("one"), 1, questions());
    let view = world.view();
    world.take(Input::Drawn(drawn(&view, false)));
    world.ms += 400;
    check(&world.act(red_and_s()), &[]);
    check(&world.act(Choice::ReplyInTerminal), &["decline 1", "record Released"]);
    assert_eq!(world.status(), Status::WaitsInTerminal);
}

#[test]
fn the_two_events_of_a_question_are_one_step_and_one_card() {
    let step = Step::Tool("AskUserQuestion".to_owned());
    let started =
        || Input::Happened(origin("one"), Happening::ToolStarted(question_call(), step.clone()));
    for told_first in [true, false] {
        let mut world = World::default();
        if told_first {
            world.take(started());
        }
        world.take(asked(&origin("one"), 1, questions(), 0));
        if !told_first {
            world.take(started());
        }
        world.settle();
        assert_eq!(world.queue().len(), 1);
        assert_eq!(world.status(), Status::WaitsHere);
        world.act(red_and_s());
        assert_eq!(world.status(), Status::Working);
        world.end(1, true);
        world.take(Input::Happened(origin("one"), Happening::ToolEnded(question_call())));
        assert_eq!(world.view().sessions[0].step, None);
        assert_eq!(world.outcome(), Some(Outcome::Answered));
    }
}

#[test]
fn questions_leave_as_permissions_do() {
    let leaves = |what: fn(&mut World) -> Vec<Effect>, expected: &[&str]| {
        let mut world = with(questions());
        check(&what(&mut world), expected);
        assert!(world.queue().is_empty());
        check(&world.take(Input::Clock), &[]);
    };
    let answered = ["decline 1", "record AnsweredInTerminal"];
    leaves(|world| world.happened(Happening::ToolEnded(question_call())), &answered);
    let withdrawn = ["decline 1", "record Withdrawn"];
    leaves(|world| world.happened(Happening::SessionEnded), &withdrawn);
    leaves(|world| world.happened(turn_ended()), &withdrawn);
    leaves(|world| world.end(1, false), &["record Withdrawn"]);
    leaves(|world| world.pass(108_000 - 400), &["decline 1", "record Expired"]);

    let mut world = with(questions());
    check(&world.happened(tool_ended("ls")), &[]);
    assert_eq!(world.queue().len(), 1);
}

#[test]
fn a_click_after_the_end_is_told_that_it_came_too_late() {
    let mut world = with(questions());
    let front = world.view().front.expect("a card");
    let at = Duration::from_millis(world.ms);
    world.end(1, false);
    let (card, binding) = (front.id, front.binding);
    let act = vults_core::Act { began: at, ended: at, card, binding, choice: red_and_s() };
    check(&world.take(Input::Person(act)), &[]);
    assert_eq!(world.outcome(), Some(Outcome::TooLate));
}

#[test]
fn questions_that_cannot_be_answered_clearly_go_to_the_terminal() {
    let check_declined = |change: fn(&mut Vec<Question>)| {
        let mut ask = questions();
        let Action::Questions { questions, .. } = &mut ask.action else { panic!("questions") };
        change(questions);
        check(&World::default().ask_for(&origin("one"), 1, ask), &["decline 1"]);
    };
    check_declined(|all| all[1].text = all[0].text.clone());
    check_declined(|all| all[0].options[1].label = "Red".to_owned());
    check_declined(|all| all[0].options.clear());
    check_declined(|all| all.clear());
    check_declined(|all| {
        for number in 0..3 {
            let mut one = all[0].clone();
            one.text = number.to_string();
            all.push(one);
        }
    });
    check_declined(|all| all[0].text = "x\n".repeat(5_001));
}

#[test]
fn four_questions_of_any_length_have_a_card() {
    let mut ask = questions();
    let Action::Questions { questions, .. } = &mut ask.action else { panic!("questions") };
    let one = questions[0].clone();
    *questions = (0..4)
        .map(|number| {
            let mut one = one.clone();
            one.text = format!("{number} {}", "why ".repeat(100));
            one.options = (0..4)
                .map(|option| {
                    let mut offered = one.options[0].clone();
                    offered.label = format!("{option} {}", "l".repeat(198));
                    offered.description = Some("d ".repeat(300));
                    offered
                })
                .collect();
            one
        })
        .collect();
    let mut world = with(ask);
    let front = world.view().front.expect("a card");
    assert!(matches!(front.action, ActionView::Questions { questions: 4, .. }));
    let last = Choice::Answer((0..4).map(|_| picked(&[3], None)).collect());
    let label = format!("3 {}", "l".repeat(198));
    let answers = json!([label, label, label, label]);
    check(&world.act(last), &[&format!("answer 1 {answers}"), "record Answered"]);
}
