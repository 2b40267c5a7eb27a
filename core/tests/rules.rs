//! Always rules: what they cover, who makes them, and how they go.

#![allow(clippy::expect_used, reason = "a test may fail")]

mod case;
mod world;

use case::{Case, command, tool, write};
use serde_json::{Value, json};
use vults_core::{
    Action, Ancestry, Ask, Call, Choice, Effect, Ground, Input, Origin, Outcome, Place, Rule, Seal,
    SessionKey, Text, Unread,
};
use world::{DENY, World, ask_with, origin, plan, questions, short, subagent, tool_ended};

fn take(world: &mut World, case: &Case, connection: u64) -> Vec<Effect> {
    let input = case.input(connection, world.ms);
    world.take(input)
}

/// A world in which the person has chosen Always for this, and what was done then.
fn always(case: &Case) -> (World, Vec<Effect>) {
    let mut world = World::default();
    take(&mut world, case, 1);
    world.settle();
    let effects = world.act(Choice::AllowAlways);
    world.end(1, true);
    world.pass(2_000);
    (world, effects)
}

const PASSED: [&str; 3] = ["allow 2", "record AllowedByRule", "rule used"];

/// Whether a rule for the one lets the other pass.
#[track_caller]
fn check(rule: &Case, other: &Case, passes: bool) {
    let (mut world, effects) = always(rule);
    assert_eq!(short(&effects), ["allow 1", "keep rule", "record Allowed"]);
    let effects = take(&mut world, other, 2);
    let expected: &[&str] = if passes { &PASSED } else { &[] };
    assert_eq!(short(&effects), expected);
    assert_eq!(world.view().front.is_some(), !passes);
    assert_eq!(world.queue().len(), usize::from(!passes));
}

/// Whether a person can make a rule of it.
#[track_caller]
fn check_offered(case: &Case, offered: bool) {
    let mut world = World::default();
    take(&mut world, case, 1);
    assert_eq!(world.view().front.expect("a card").always.is_some(), offered);
    world.settle();
    let effects = short(&world.act(Choice::AllowAlways));
    assert_eq!(effects.contains(&"allow 1".to_owned()), offered, "{effects:?}");
    assert_eq!(effects.contains(&"keep rule".to_owned()), offered, "{effects:?}");
}

#[test]
fn only_the_very_same_request_passes() {
    let status = || command("git status");
    let passes = |other: &Case| check(&status(), other, true);
    let asks = |other: &Case| check(&status(), other, false);
    passes(&status());
    asks(&command("git status; rm -rf x"));
    asks(&command("git  status"));
    asks(&command("git statu"));
    asks(&command("git status -s"));
    asks(&command("GIT STATUS"));
    // Other folders, and the same one by another path.
    let (here, sub) = ("/home/me/one", "/home/me/one/sub");
    asks(&status().in_folder("/home/me/two", "/home/me/two", "/home/me/two"));
    asks(&status().in_folder(sub, here, sub));
    asks(&status().in_folder(here, sub, here));
    passes(&status().in_folder("/link", here, here));
    // Links that lead elsewhere by now.
    asks(&status().in_folder(here, here, "/elsewhere"));
    // Others who ask.
    let codex = SessionKey { agent: "codex".into(), session: "one".into() };
    asks(&status().by(Origin { key: codex, ..origin("one") }));
    passes(&status().by(subagent("one", "Explore")));
    let other_session = SessionKey { agent: "claude".into(), session: "other".into() };
    passes(&status().by(Origin { key: other_session, ..origin("one") }));
    // Other words about it, and other fields.
    let mut described = status();
    described.ask.input["description"] = json!("Something else");
    passes(&described);
    described.ask.input["description"] = json!(["Something else"]);
    asks(&described);
    let input = described.ask.input.as_object_mut().expect("an object");
    input.remove("description");
    passes(&described);
    asks(&Case::new(ask_with("git status", &[("run_in_background", "true")])));
    asks(&Case::new(ask_with("git status", &[("timeout", "5000")])));
    let mut other_tool = status();
    other_tool.ask.call = Call::new("Shell", &json!({ "command": "git status" }));
    asks(&other_tool);
    let background = || Case::new(ask_with("git status", &[("run_in_background", "true")]));
    check(&background(), &background(), true);
    check(&background(), &status(), false);
}

#[test]
fn a_server_s_tool_passes_with_the_same_arguments_alone() {
    let call = |input: Value| tool(Some("srv"), "tool", &input);
    let rule = call(json!({ "a": 1, "b": { "description": "x" } }));
    check(&rule, &rule, true);
    check(&rule, &call(json!({ "b": { "description": "x" }, "a": 1 })), true);
    check(&rule, &call(json!({ "a": 2, "b": { "description": "x" } })), false);
    check(&rule, &call(json!({ "a": 1.0, "b": { "description": "x" } })), false);
    check(&rule, &call(json!({ "a": "1", "b": { "description": "x" } })), false);
    check(&rule, &call(json!({ "a": 1, "b": { "description": "y" } })), false);
    check(&rule, &call(json!({ "a": 1 })), false);
    check(&rule, &call(json!({ "a": 1, "b": { "description": "x" }, "c": null })), false);
    let same = json!({ "a": 1, "b": { "description": "x" } });
    check(&rule, &tool(Some("other"), "tool", &same), false);
    check(&rule, &tool(None, "tool", &same), false);
    // A field of this name is an argument like any other, unless the agent's adapter says more.
    let described = |text: &str| call(json!({ "description": text }));
    check(&described("x"), &described("y"), false);
}

#[test]
fn always_is_offered_for_what_a_person_can_read_at_a_glance() {
    let offered = |case: &Case| check_offered(case, true);
    let not = |case: &Case| check_offered(case, false);
    offered(&command("git status"));
    offered(&command(&"x".repeat(300)));
    not(&command(&"x".repeat(301)));
    offered(&command(&"é".repeat(300)));
    not(&command("git status\ngit diff\ngit log"));
    not(&command("git status\n"));
    not(&command("git status "));
    not(&command(" git status"));
    not(&command("git status\t"));
    not(&command("git status\r"));
    not(&command("git \u{202e}status"));
    not(&command("git\u{200b} status"));
    not(&command("git\u{a0}status"));
    not(&command(&format!("git{}status", " ".repeat(30))));
    // Secrets do not belong in a file of rules.
    not(&command("TOKEN=abc make deploy"));
    not(&command("curl -u me:secret https://example.com"));
    not(&Case::new(ask_with("ls", &[("api_key", "abc")])));
    not(&Case::new(ask_with("ls", &[("env", "DB_PASSWORD=abc")])));
    not(&Case::new(ask_with("ls", &[("cwd", "a\u{202e}b")])));
    // What changes files, starts others, or is for a person to read.
    not(&write("x"));
    not(&Case::new(plan("# Go")));
    not(&Case::new(questions()));
    let input = json!({ "prompt": "Look" });
    not(&Case::new(Ask {
        call: Call::new("Agent", &input),
        input,
        comments: Some(&[]),
        action: Action::Subagent {
            name: None,
            description: None,
            prompt: "Look".into(),
            facts: Vec::new(),
        },
    }));
    // An agent whose adapter says that no rule may hold.
    let mut never = command("git status");
    never.ask.comments = None;
    not(&never);
    // Whose folder or process nobody could tell.
    let mut unknown = command("git status");
    unknown.present.ground = None;
    not(&unknown);
    not(&command("git status").by(Origin { ancestry: Ancestry::default(), ..origin("one") }));
    let mut hidden = command("git status");
    let (project, folder) = ("/home/me/one".to_owned(), "/home/me/\u{202e}one".to_owned());
    hidden.present.ground = Some(Ground { project, folder });
    not(&hidden);
    offered(&tool(Some("srv"), "tool", &json!({ "text": "a line", "n": [1, { "a": true }] })));
    offered(&tool(Some("srv"), "tool", &json!({ "text": "x".repeat(300), "n": u64::MAX })));
    not(&tool(Some("srv"), "tool", &json!({ "text": "two\nlines" })));
    not(&tool(None, "Monitor", &json!({ "command": "tail -f log\nmake" })));
    not(&tool(Some("srv"), "tool", &json!({ "text": "x".repeat(301) })));
    not(&tool(Some("srv"), "tool", &json!({ "id": 18_446_744_073_709_551_616.0_f64 })));
    let texts = vec!["x".repeat(300); 7];
    not(&tool(Some("srv"), "tool", &json!({ "texts": texts })));
    not(&tool(Some("srv"), "tool", &json!({ "text": "a\u{202e}b" })));
    not(&tool(Some("srv"), "tool", &json!({ "a\u{200b}": 1 })));
    // Two long numbers are the same to whoever keeps fewer digits of them.
    let number = |text: &str| serde_json::from_str::<Value>(text).expect("a number");
    offered(&tool(Some("srv"), "tool", &json!({ "n": number("18446744073709551615") })));
    not(&tool(Some("srv"), "tool", &json!({ "n": number("18446744073709551616") })));
    not(&tool(Some("srv"), "tool", &json!({ "n": [number("0.10000000000000000001")] })));
    not(&tool(Some("srv"), "tool", &json!({ "password": "abc" })));
    not(&tool(Some("srv"), "tool", &json!({ "nested": [{ "api_key": 12345 }] })));
    let input = json!({ "url": "https://example.com/a" });
    offered(&Case::new(Ask {
        call: Call::new("WebFetch", &input),
        input,
        comments: Some(&[]),
        action: Action::Open {
            url: "https://example.com/a".into(),
            prompt: None,
            facts: Vec::new(),
        },
    }));
}

/// A tool that is given a path, with what there is at it.
fn reads(place: Place) -> Case {
    let input = json!({ "file_path": "/home/me/one/notes" });
    let mut case = tool(None, "Read", &input);
    let Action::Tool { paths, .. } = &mut case.ask.action else { panic!("a tool") };
    *paths = &["file_path"];
    case.present.places = vec![place];
    case
}

#[test]
fn a_path_that_leads_elsewhere_is_another_file_any_time() {
    let text = Err(Unread::Unreadable);
    let here = Place { leads_to: None, is_link: false, outside: false, text: text.clone() };
    let linked = Place { leads_to: Some("/etc/shadow".into()), is_link: true, outside: true, text };
    let unclear = Place { text: Err(Unread::UnclearPath), ..Place::default() };
    check_offered(&reads(here.clone()), true);
    check_offered(&reads(linked.clone()), false);
    check_offered(&reads(unclear.clone()), false);
    check(&reads(here.clone()), &reads(here.clone()), true);
    // The same words, and by now another file.
    check(&reads(here.clone()), &reads(linked), false);
    check(&reads(here), &reads(unclear), false);
}

#[test]
fn a_rule_is_listed_with_all_that_it_covers() {
    let listed = |case: &Case| {
        let (_, effects) = always(case);
        let kept = Seal::new([7; Seal::BYTES]).close(&rule_of(&effects));
        kept.view("id".to_owned(), 0, None, true).what
    };
    assert_eq!(listed(&command("ls")), Text::of("ls"));
    assert_eq!(
        listed(&Case::new(ask_with("ls", &[("sandbox", "off")]))),
        Text::of(r#"{"command":"ls","sandbox":"off"}"#)
    );
    assert_eq!(listed(&tool(Some("srv"), "tool", &json!({ "a": 1 }))), Text::of(r#"{"a":1}"#));
}

#[test]
fn the_button_says_what_it_covers() {
    let said = |case: &Case| {
        let mut world = World::default();
        take(&mut world, case, 1);
        let always = world.view().front.expect("a card").always.expect("Always");
        json!(always)
    };
    let plain = |text: &str| json!([{ "plain": text }]);
    assert_eq!(
        said(&command("make test").in_folder("/link", "/home/me", "/home/me/one")),
        json!({
            "what": plain("make test"), "command": true, "folder": plain("/home/me/one"),
            "runs_project_code": true,
        })
    );
    assert_eq!(said(&command("git status"))["runs_project_code"], json!(false));
    let call = said(&tool(Some("srv"), "tool", &json!({ "a": 1 })));
    assert_eq!((&call["what"], &call["command"]), (&plain("srv: tool"), &json!(false)));
}

#[test]
fn any_other_choice_makes_no_rule() {
    for choice in [Choice::Allow, DENY, Choice::ReplyInTerminal] {
        let mut world = World::default();
        take(&mut world, &command("ls"), 1);
        world.settle();
        world.act(choice);
        take(&mut world, &command("ls"), 2);
        assert_eq!(world.queue().len(), 1);
    }
}

#[test]
fn always_needs_the_whole_card_and_a_press_that_counts() {
    let mut world = World::default();
    take(&mut world, &command("ls"), 1);
    let drawn = world::drawn(&world.view(), false);
    world.take(Input::Drawn(drawn));
    world.ms += 500;
    assert_eq!(short(&world.act(Choice::AllowAlways)), [""; 0]);
    world.draw();
    world.ms += 500;
    world.take(Input::Undrawn);
    assert_eq!(short(&world.act(Choice::AllowAlways)), [""; 0]);
    take(&mut world, &command("ls"), 2);
    assert_eq!(world.queue().len(), 2, "no rule was made");
}

#[test]
fn a_card_that_waits_is_still_for_the_person() {
    let mut world = World::with_cards(&["ls", "ls"]);
    world.act(Choice::AllowAlways);
    assert_eq!(world.queue(), [2]);
    assert_eq!(short(&world.ask(3, "ls")), ["allow 3", "record AllowedByRule", "rule used"]);
    assert_eq!(world.queue(), [2]);
}

#[test]
fn the_end_of_what_a_rule_allowed_answers_no_card() {
    let mut world = World::with_cards(&["ls", "ls"]);
    world.act(Choice::AllowAlways);
    world.ask(3, "ls");
    // Both that were allowed have run; the second card's call has not.
    world.happened(tool_ended("ls"));
    world.happened(tool_ended("ls"));
    assert_eq!(world.queue(), [2]);
    world.happened(tool_ended("ls"));
    assert_eq!(world.queue(), [0; 0]);
}

fn rule_of(effects: &[Effect]) -> Rule {
    let rule = effects.iter().find_map(|effect| match effect {
        Effect::KeepRule(rule) => Some(rule.clone()),
        _ => None,
    });
    rule.expect("a rule")
}

#[test]
fn a_removed_rule_allows_nothing_more() {
    let (mut world, effects) = always(&command("ls"));
    let id = rule_of(&effects).key().to_string();
    // It is being prepared while the rule goes.
    let prepared = command("ls").input(2, world.ms);
    assert_eq!(short(&world.take(Input::RemoveRule("another".into()))), ["forget rule"]);
    assert_eq!(world.take(Input::RemoveRule(id.clone())), [Effect::ForgetRule(id)]);
    assert_eq!(short(&world.take(prepared)), [""; 0]);
    assert_eq!(world.queue().len(), 1);
}

#[test]
fn a_rule_outlasts_the_run() {
    let (_, effects) = always(&command("ls"));
    let rule = rule_of(&effects);
    let mut world = World::default();
    world.take(Input::RulesRead(vec![rule.clone()]));
    assert_eq!(short(&take(&mut world, &command("ls"), 2)), PASSED);
    world.take(Input::RulesLost);
    assert_eq!(short(&take(&mut world, &command("ls"), 3)), [""; 0]);
    // None that could not be kept is made.
    assert_eq!(world.view().front.expect("a card").always, None);
    world.settle();
    assert_eq!(short(&world.act(Choice::AllowAlways)), [""; 0]);
}

#[test]
fn a_rule_is_a_rule_by_its_tag() {
    let (_, effects) = always(&command("make test"));
    let (rule, seal) = (rule_of(&effects), Seal::new([7; Seal::BYTES]));
    let kept = seal.close(&rule);
    let written = json!(kept);
    let read = |value: &Value| seal.open(&serde_json::from_value(value.clone()).expect("a rule"));
    assert_eq!(read(&written), Some(rule));
    assert_eq!(Seal::new([8; Seal::BYTES]).open(&kept), None);
    let fields = written.as_object().expect("an object");
    assert_eq!(fields.len(), 10);
    for (field, value) in fields {
        let other = match value {
            Value::String(text) => json!(format!("{text}0")),
            Value::Number(number) => json!(number.as_u64().expect("a number") + 1),
            Value::Bool(truth) => json!(!truth),
            Value::Object(_) => json!({ "command": "make" }),
            other => panic!("{other}"),
        };
        let mut changed = written.clone();
        changed[field] = other;
        assert_eq!(read(&changed), None, "{field}");
    }
    for tag in ["", "0", "zz", "00", &"0".repeat(64), &"é".repeat(32)] {
        let mut changed = written.clone();
        changed["tag"] = json!(tag);
        assert_eq!(read(&changed), None, "{tag}");
    }
}

#[test]
fn a_tag_stays_what_it_was() {
    let (_, effects) = always(&command("ls"));
    let kept = json!(Seal::new([7; Seal::BYTES]).close(&rule_of(&effects)));
    // Files of earlier versions must stay valid.
    assert_eq!(
        kept["tag"],
        json!("992ba566b07e34de60f9885fd43a389d9626b247ce6383ad232b0a7586ca75fe")
    );
}

#[test]
fn a_paused_app_and_a_session_in_its_terminal_use_no_rule() {
    let (mut world, _) = always(&command("ls"));
    world.take(Input::Paused(true));
    assert_eq!(short(&take(&mut world, &command("ls"), 2)), ["decline 2", "record Paused"]);
    world.take(Input::Paused(false));
    let session = world.view().sessions[0].key.clone();
    world.take(Input::HandBack { session: session.clone(), handed_back: true });
    assert_eq!(short(&take(&mut world, &command("ls"), 3)), ["decline 3", "record HandedBack"]);
    world.take(Input::HandBack { session, handed_back: false });
    assert_eq!(short(&take(&mut world, &command("ls"), 4))[0], "allow 4");
}

#[test]
fn what_a_rule_allows_shows_no_card_and_is_written_down() {
    let (mut world, effects) = always(&command("ls"));
    let id = rule_of(&effects).key().to_string();
    let made = effects.iter().find_map(|effect| match effect {
        Effect::Record(record) => record.rule.clone(),
        _ => None,
    });
    assert_eq!(made.as_ref(), Some(&id));
    let effects = take(&mut world, &command("ls"), 2);
    let Effect::Record(record) = &effects[1] else { panic!("{effects:?}") };
    assert_eq!((record.what.as_str(), record.outcome), ("ls", Outcome::AllowedByRule));
    assert_eq!(record.rule, Some(id));
    assert!(matches!(effects[2], Effect::RuleUsed { unix_ms, .. } if unix_ms == record.unix_ms));
    world.end(2, true);
    assert_eq!(world.outcome(), None, "nothing moves on the island");
    // One that its hook did not take.
    take(&mut world, &command("ls"), 3);
    assert_eq!(short(&world.end(3, false)), ["record TooLate"]);
    take(&mut world, &command("ls"), 4);
    assert_eq!(short(&world.pass(1_000)), ["decline 4", "record TooLate"]);
    assert_eq!(world.outcome(), None);
}

#[test]
fn a_rule_answers_as_many_as_ask() {
    let (mut world, _) = always(&command("ls"));
    for connection in 2..50 {
        let effects = short(&take(&mut world, &command("ls"), connection));
        assert_eq!(effects[0], format!("allow {connection}"));
    }
    assert!(world.queue().is_empty());
}
