//! Whatever a tool is asked to do, its card shows all of it, or there is no card. Whatever hooks a project
//! has, their card shows all of them, or offers no trust.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};
use vults_core::{HookCommand, HookEvent, HookFile, HookProgram, ProjectHooks, Unread};
use vults_fuzz::{asked, trust};

const TOOLS: [&str; 13] = [
    "Bash",
    "Write",
    "Edit",
    "MultiEdit",
    "NotebookEdit",
    "WebFetch",
    "Agent",
    "ExitPlanMode",
    "AskUserQuestion",
    "Read",
    "Skill",
    "mcp__notes__save",
    "NotYetInvented",
];

/// Fields that mean something to one of the tools, and others.
const FIELDS: [&str; 27] = [
    "command",
    "description",
    "timeout",
    "run_in_background",
    "file_path",
    "content",
    "old_string",
    "new_string",
    "replace_all",
    "edits",
    "notebook_path",
    "new_source",
    "edit_mode",
    "cell_id",
    "url",
    "prompt",
    "subagent_type",
    "plan",
    "questions",
    "question",
    "header",
    "multiSelect",
    "label",
    "preview",
    "new field",
    "\u{202e}",
    "",
];

/// Texts that mean something to one of the tools, or that are hard to show.
const WORDS: [&str; 16] = [
    "",
    "a",
    "a\nb",
    "a\nb\n",
    "\n\n",
    "/w/a",
    "insert",
    "delete",
    "https://x.example/",
    "http://a@b:1/",
    "\u{202e}\u{0}",
    "  ",
    "no line break",
    "1 space",
    "[hidden]",
    "true",
];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => select(WORDS.as_slice()).prop_map(str::to_owned),
        1 => ".{0,12}",
        1 => (select("a \t\n\r\u{301}\u{200b}".chars().collect::<Vec<_>>()), 0..60usize)
            .prop_map(|(c, count)| std::iter::repeat_n(c, count).collect()),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        6 => text().prop_map(Value::String),
        1 => any::<bool>().prop_map(Value::Bool),
        1 => any::<i64>().prop_map(|number| json!(number)),
        1 => any::<f64>().prop_map(|number| json!(number)),
        1 => Just(Value::Null),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
            object(inner).prop_map(Value::Object),
        ]
    })
}

fn object(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Map<String, Value>> {
    let field = prop_oneof![select(FIELDS.as_slice()).prop_map(str::to_owned), text()];
    prop::collection::vec((field, value), 0..6).prop_map(|fields| fields.into_iter().collect())
}

/// An input that has the shape of its tool, with other fields among it.
fn call() -> impl Strategy<Value = (&'static str, Value)> {
    let shaped = |tool: &'static str, texts: &'static [&'static str]| {
        let texts = texts.iter().map(|name| (Just((*name).to_owned()), text())).collect::<Vec<_>>();
        (texts, object(value()), any::<bool>()).prop_map(move |(texts, others, first)| {
            let texts = texts.into_iter().map(|(name, text)| (name, json!(text)));
            let mut input = Map::new();
            if first {
                input.extend(others.clone());
            }
            input.extend(texts.clone());
            for (name, value) in others {
                input.entry(name).or_insert(value);
            }
            (tool, Value::Object(input))
        })
    };
    let edits = prop::collection::vec((text(), text(), object(value())), 0..5).prop_map(|edits| {
        let edit = |(old, new, mut others): (String, String, Map<String, Value>)| {
            others.extend([("old_string".into(), json!(old)), ("new_string".into(), json!(new))]);
            Value::Object(others)
        };
        let edits: Vec<Value> = edits.into_iter().map(edit).collect();
        ("MultiEdit", json!({ "file_path": "/w/a", "edits": edits }))
    });
    let named = |names: &'static [&'static str], text: String, mut others: Map<String, Value>| {
        others.extend(names.iter().map(|name| ((*name).to_owned(), json!(text))));
        others
    };
    let option = (any::<u16>(), text(), object(value())).prop_map(move |(number, text, others)| {
        Value::Object(named(&["label"], format!("{number}{text}"), others))
    });
    let options = prop::collection::vec(option, 1..4);
    let question = (any::<u16>(), text(), options, any::<bool>(), object(value())).prop_map(
        move |(number, text, options, several, others)| {
            let mut question = named(&["question", "header"], format!("{number}{text}"), others);
            question.insert("options".into(), json!(options));
            question.insert("multiSelect".into(), json!(several));
            Value::Object(question)
        },
    );
    let questions = (prop::collection::vec(question, 1..4), object(value())).prop_map(
        |(questions, mut others)| {
            others.insert("questions".into(), json!(questions));
            ("AskUserQuestion", Value::Object(others))
        },
    );
    prop_oneof![
        questions,
        shaped("ExitPlanMode", &["plan"]),
        shaped("Bash", &["command"]),
        shaped("Write", &["file_path", "content"]),
        shaped("Edit", &["file_path", "old_string", "new_string"]),
        shaped("NotebookEdit", &["notebook_path", "new_source"]),
        shaped("WebFetch", &["url"]),
        shaped("Agent", &["prompt"]),
        edits,
        (select(TOOLS.as_slice()), object(value()))
            .prop_map(|(tool, input)| (tool, Value::Object(input))),
    ]
}

#[test]
fn every_leaf_of_an_input_is_on_its_card() {
    let (cards, plans, questions) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let config = Config { cases: 1_500, failure_persistence: None, ..Config::default() };
    let result = TestRunner::new(config).run(&call(), |(tool, input)| {
        let of_this = match tool {
            "ExitPlanMode" => &plans,
            "AskUserQuestion" => &questions,
            _ => &cards,
        };
        of_this.set(of_this.get() + u32::from(asked(tool, &input)));
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    // Most of them do have one.
    let counts = [cards.get(), plans.get(), questions.get()];
    assert!(counts[0] > 800 && counts[1] > 50 && counts[2] > 50, "{counts:?}");
}

/// What is too much for one card has none: nothing hides behind a limit.
#[test]
fn what_does_not_fit_has_no_card() {
    let check = |tool: &str, input: Value, has_card: bool| {
        assert_eq!(asked(tool, &input), has_card, "{tool}");
    };
    let lines = |count: usize| "x\n".repeat(count);
    check("Write", json!({"file_path": "/w/a", "content": lines(4_999)}), true);
    check("Write", json!({"file_path": "/w/a", "content": lines(5_000)}), false);
    check("Agent", json!({"prompt": lines(5_000)}), true);
    check("Agent", json!({"prompt": lines(5_001)}), false);
    check("WebFetch", json!({"url": "https://a.example", "prompt": lines(6_000)}), false);
    check("Skill", json!({"args": vec![0; 4_000]}), true);
    check("Skill", json!({"args": vec![0; 5_000]}), false);
    check("Skill", json!({"args": "\u{200b}a".repeat(2_000)}), true);
    check("Skill", json!({"args": "\u{200b}a".repeat(2_001)}), false);
    check("ExitPlanMode", json!({"plan": lines(5_000)}), true);
    check("ExitPlanMode", json!({"plan": lines(5_001)}), false);
    let question = |preview: &str| {
        let option = json!({"label": "A", "preview": preview});
        json!({"questions": [{"question": "Which?", "options": [option]}]})
    };
    check("AskUserQuestion", question(&lines(4_998)), true);
    check("AskUserQuestion", question(&lines(4_999)), false);
    let edit = json!({"old_string": "a", "new_string": "b", "replace_all": true});
    check("MultiEdit", json!({"file_path": "/w/a", "edits": vec![edit.clone(); 64]}), true);
    check("MultiEdit", json!({"file_path": "/w/a", "edits": vec![edit; 65]}), false);
}

fn command() -> impl Strategy<Value = HookCommand> {
    use HookEvent::{PostToolUse, PreToolUse, SessionStart, Stop};

    let event = select(vec![SessionStart, PreToolUse, PostToolUse, Stop]);
    let program = prop_oneof![
        text().prop_map(HookProgram::Shell),
        prop::collection::vec(text(), 0..4).prop_map(HookProgram::Argv),
    ];
    (event, prop::option::of(text()), program, 1..600u32).prop_map(
        |(event, matcher, program, timeout_s)| HookCommand { event, matcher, program, timeout_s },
    )
}

#[test]
fn a_card_about_hooks_shows_all_that_it_offers_to_trust() {
    let (offered, kept_back) = (Cell::new(0), Cell::new(0));
    let content = prop_oneof![9 => text().prop_map(Ok), 1 => Just(Err(Unread::NotText))];
    let file = (text(), content).prop_map(|(path, text)| HookFile { path, text });
    let commands = prop::collection::vec(command(), 1..5);
    let all = (commands, prop::collection::vec(file, 0..4), text());
    let config = Config { cases: 2_000, failure_persistence: None, ..Config::default() };
    let result = TestRunner::new(config).run(&all, |(commands, files, folder)| {
        let file = format!("{folder}/.vults/settings.json");
        let fingerprint = Some("0".repeat(64));
        let count = match trust(ProjectHooks { file, folder, fingerprint, commands, files }) {
            true => &offered,
            false => &kept_back,
        };
        count.set(count.get() + 1);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    assert!(offered.get() > 500 && kept_back.get() > 10, "{offered:?} {kept_back:?}");
}
