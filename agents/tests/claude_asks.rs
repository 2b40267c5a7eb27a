//! What Claude Code asks beside permissions: whether a plan is good, and questions.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use vults_agents::{Report, adapter};
use vults_core::{Action, Ask, Happening, Offered, Question};
use vults_protocol::{Agent, Decision, Event, Terminal};

fn recorded(name: &str) -> Event {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/claude");
    let text = fs::read_to_string(folder.join(name).with_extension("json")).unwrap();
    let payload: Map<String, Value> = serde_json::from_str(&text).unwrap();
    Event {
        id: "1".to_owned(),
        agent: Agent::Claude,
        event: payload["hook_event_name"].as_str().unwrap().to_owned(),
        wants_reply: true,
        zeca: false,
        terminal: Terminal::default(),
        payload,
        input: None,
    }
}

/// What a waiting event asks; none where its terminal does.
fn asked(event: &Event) -> Option<Ask> {
    match adapter(&event.agent).report(event, true) {
        Some(Report::Asks(_, ask)) => {
            assert_eq!(Some(&ask.input), event.input.as_ref().or(event.payload.get("tool_input")));
            Some(*ask)
        }
        Some(Report::AsksElsewhere(_)) => None,
        other => panic!("{other:?}"),
    }
}

fn with_input(name: &str, input: Value) -> Option<Ask> {
    let mut event = recorded(name);
    event.payload["tool_input"] = input;
    asked(&event)
}

fn facts(facts: &[(&str, &str)]) -> Vec<(String, String)> {
    facts.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
}

const PLAN: &str = "# Plan\n\n1. Make the file.\n2. See [the docs](https://example.com/x).\n";

#[test]
fn a_plan_is_asked_whole_with_all_that_stands_beside_it() {
    let check = |name: &str, others: &[(&str, &str)]| {
        let action = asked(&recorded(name)).map(|ask| ask.action);
        assert_eq!(action, Some(Action::Plan { plan: PLAN.to_owned(), facts: facts(others) }));
    };
    check(
        "PermissionRequest-ExitPlanMode",
        &[("planFilePath", "\"/home/me/.claude/plans/please-do-the-task-witty-sloth.md\"")],
    );
    check(
        "PermissionRequest-ExitPlanMode-2",
        &[
            ("allowedPrompts", r#"[{"tool":"Bash","prompt":"run tests"}]"#),
            ("planFilePath", "\"/home/me/.claude/plans/please-do-the-task-cryptic-volcano.md\""),
        ],
    );
}

#[test]
fn a_plan_that_is_not_there_is_for_the_terminal() {
    assert_eq!(asked(&recorded("PermissionRequest-ExitPlanMode-3")), None);
    for input in [
        json!({}),
        json!({ "planFilePath": "/home/me/.claude/plans/a.md" }),
        json!({ "plan": " \n" }),
        json!({ "plan": ["1. Go."] }),
        json!("1. Go."),
        json!({ "plan": format!("{}…", "x".repeat(1_997)) }),
    ] {
        assert_eq!(with_input("PermissionRequest-ExitPlanMode", input.clone()), None, "{input}");
    }
}

#[test]
fn a_cut_plan_is_asked_whole() {
    let mut event = recorded("PermissionRequest-ExitPlanMode");
    let whole = "A line of a plan.\n".repeat(700);
    event.payload["tool_input"] = json!({ "plan": format!("{}…", &whole[..1_997]) });
    event.input = Some(json!({ "plan": whole }));
    let action = asked(&event).map(|ask| ask.action);
    assert_eq!(action, Some(Action::Plan { plan: whole, facts: Vec::new() }));
}

#[test]
fn a_plan_and_the_end_of_its_call_match() {
    // The plan is gone from the input by then.
    let mut ended = recorded("PostToolUse-ExitPlanMode");
    assert_eq!(ended.payload["tool_input"], json!({}));
    let call = asked(&recorded("PermissionRequest-ExitPlanMode")).unwrap().call;
    for input in [json!({}), json!({ "plan": "Another one." })] {
        ended.payload["tool_input"] = input;
        let Some(Report::Happened(_, Happening::ToolEnded(over))) =
            adapter(&Agent::Claude).report(&ended, false)
        else {
            panic!("{ended:?}")
        };
        assert_eq!(over, call);
    }
}

#[test]
fn a_plan_is_approved_as_it_came() {
    let printed = |name: &str, decision: &Decision| {
        adapter(&Agent::Claude).decision(&recorded(name).payload, decision)
    };
    for name in ["PermissionRequest-ExitPlanMode", "PermissionRequest-ExitPlanMode-2"] {
        let line: Value = serde_json::from_str(&printed(name, &Decision::Allow).unwrap()).unwrap();
        let decision = &line["hookSpecificOutput"]["decision"];
        assert_eq!(decision["behavior"], "allow");
        assert_eq!(decision["updatedInput"], recorded(name).payload["tool_input"]);
    }
    // Nobody can have read it.
    assert_eq!(printed("PermissionRequest-ExitPlanMode-3", &Decision::Allow), None);
    let words = Decision::Deny { reason: Some("Tests first.".to_owned()) };
    assert_eq!(
        printed("PermissionRequest-ExitPlanMode", &words).as_deref(),
        Some(
            r#"{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"Tests first."}}}"#
        )
    );
}

fn offered(label: &str, description: &str) -> Offered {
    Offered { label: label.to_owned(), description: Some(description.to_owned()), preview: None }
}

#[test]
fn questions_are_asked_whole() {
    let ask = asked(&recorded("PreToolUse-AskUserQuestion")).unwrap();
    let questions = vec![
        Question {
            text: "Which color?".to_owned(),
            header: Some("Color".to_owned()),
            options: vec![offered("Red", "A warm color"), offered("Blue", "A cold color")],
            several: false,
        },
        Question {
            text: "Which sizes?".to_owned(),
            header: Some("Sizes".to_owned()),
            options: vec![offered("S", "Small"), offered("M", "Medium"), offered("L", "Large")],
            several: true,
        },
    ];
    assert_eq!(ask.action, Action::Questions { questions, facts: Vec::new() });
}

#[test]
fn a_preview_goes_with_its_option() {
    let ask = asked(&recorded("PreToolUse-AskUserQuestion-2")).unwrap();
    let Action::Questions { questions, facts } = ask.action else { panic!("questions") };
    let preview = |option: usize| questions[0].options[option].preview.as_deref();
    assert_eq!(preview(0), Some("+------+\n| a  b |\n+------+"));
    assert_eq!(preview(1), Some("+---+\n| a |\n| b |\n+---+"));
    assert!(facts.is_empty());
}

#[test]
fn the_twin_of_a_question_is_for_the_terminal() {
    assert_eq!(asked(&recorded("PermissionRequest-AskUserQuestion")), None);
}

#[test]
fn what_is_not_known_of_a_question_is_a_fact() {
    let input = json!({
        "questions": [
            { "question": "A?", "multiSelect": true, "options": [{ "label": "x", "icon": 1 }] },
            {
                "question": "B?", "header": 7, "max": 2,
                "options": [{ "label": "y", "description": null }, { "label": "z", "preview": [] }],
            },
        ],
        "metadata": { "source": "review" },
    });
    let Some(Ask { action: Action::Questions { questions, facts: found }, .. }) =
        with_input("PreToolUse-AskUserQuestion", input)
    else {
        panic!("questions")
    };
    assert_eq!(questions.iter().map(|one| one.several).collect::<Vec<_>>(), [true, false]);
    let expected = [
        ("metadata", r#"{"source":"review"}"#),
        ("question 1, option 1: icon", "1"),
        ("question 2: header", "7"),
        ("question 2: max", "2"),
        ("question 2, option 1: description", "null"),
        ("question 2, option 2: preview", "[]"),
    ];
    assert_eq!(found, facts(&expected));
}

#[test]
fn questions_of_another_shape_are_for_the_terminal() {
    let check = |what: &str, input: Value| {
        assert_eq!(with_input("PreToolUse-AskUserQuestion", input), None, "{what}");
    };
    let question = |question: Value| json!({ "questions": [question] });
    check("no questions", json!({}));
    check("no list", json!({ "questions": { "question": "A?" } }));
    check("no object", question(json!("A?")));
    check("no text", question(json!({ "options": [{ "label": "x" }] })));
    check("text of a kind", question(json!({ "question": 1, "options": [{ "label": "x" }] })));
    check("no options", question(json!({ "question": "A?" })));
    check("options of a kind", question(json!({ "question": "A?", "options": "x" })));
    check("an option of a kind", question(json!({ "question": "A?", "options": ["x"] })));
    check("no label", question(json!({ "question": "A?", "options": [{ "text": "x" }] })));
    let several = json!({ "question": "A?", "options": [{ "label": "x" }], "multiSelect": "yes" });
    check("a switch of a kind", question(several));
}

#[test]
fn a_cut_question_is_asked_whole_or_not_at_all() {
    let mut event = recorded("PreToolUse-AskUserQuestion");
    let whole = "why ".repeat(1_000);
    event.input = Some(event.payload["tool_input"].clone());
    event.input.as_mut().unwrap()["questions"][0]["question"] = json!(whole);
    event.payload["tool_input"]["questions"][0]["question"] =
        json!(format!("{}…", &whole[..1_997]));
    let Action::Questions { questions, .. } = asked(&event).unwrap().action else {
        panic!("questions")
    };
    assert_eq!(questions[0].text, whole);
    event.input = None;
    assert_eq!(asked(&event), None);
}

#[test]
fn what_only_a_person_can_answer_is_asked_wherever_anything_is() {
    for name in ["PreToolUse-AskUserQuestion", "PermissionRequest-ExitPlanMode"] {
        for mode in ["default", "plan", "acceptEdits", "auto", "bypassPermissions", "someNewMode"] {
            let mut event = recorded(name);
            event.payload["permission_mode"] = json!(mode);
            assert!(asked(&event).is_some(), "{name} {mode}");
        }
        let mut event = recorded(name);
        event.payload["permission_mode"] = json!("dontAsk");
        let report = adapter(&Agent::Claude).report(&event, true);
        assert!(matches!(report, Some(Report::Happened(_, Happening::Seen))), "{report:?}");
    }
}

#[test]
fn a_question_that_the_terminal_asks_waits_there_in_every_mode_but_one() {
    for (mode, expected) in [
        ("default", Happening::AsksInTerminal),
        ("bypassPermissions", Happening::AsksInTerminal),
        ("dontAsk", Happening::Seen),
    ] {
        let mut event = recorded("PermissionRequest-AskUserQuestion");
        event.payload["permission_mode"] = json!(mode);
        event.wants_reply = false;
        let report = adapter(&Agent::Claude).report(&event, false);
        let Some(Report::Happened(_, happening)) = report else { panic!("{report:?}") };
        assert_eq!(happening, expected, "{mode}");
    }
}
