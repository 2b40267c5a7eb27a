//! What is written down of a request.

mod world;

use serde_json::json;
use vults_core::{Action, Ask, Change, Effect, FileEdit};
use world::{DENY, World, ask_with, call, origin, subagent};

#[test]
fn a_record_holds_what_was_answered() {
    let mut world = World::default();
    let env = format!(r#"{{"DB_PASSWORD":"abc","LONG":"{}"}}"#, "x".repeat(300));
    let facts = [("timeout", "5000"), ("api_key", r#""abc""#), ("env", &env)];
    world.ask_for(&subagent("one", "Explore"), 1, ask_with("TOKEN=abc make deploy", &facts));
    world.settle();
    let effects = world.act(DENY);
    let Some(Effect::Record(record)) = effects.last() else { panic!("no record") };
    insta::assert_json_snapshot!("record", record);
}

#[test]
fn a_record_names_what_each_tool_was_asked() {
    let facts = vec![("cell_id".into(), "\"c1\"".into())];
    let edit = |path: &str, content: &str| FileEdit {
        path: path.into(),
        change: Change::Write(content.into()),
    };
    let actions = [
        Action::Files {
            edits: vec![edit("/w/a.txt", "TOKEN=abc\n"), edit("/w/b.txt", "x\ny\n")],
            facts,
        },
        Action::Open {
            url: "https://me:secret@a.example/?token=abc".into(),
            prompt: Some(format!("PASSWORD=abc {}", "x".repeat(300))),
            facts: Vec::new(),
        },
        Action::Subagent {
            name: Some("Explore".into()),
            description: Some("Look".into()),
            prompt: "Use API_KEY=abc".into(),
            facts: vec![("model".into(), "\"haiku\"".into())],
        },
        Action::Tool {
            server: Some("notes".into()),
            tool: "save".into(),
            arguments: json!({"api_key": "abc"}).as_object().expect("an object").clone(),
            paths: &[],
        },
    ];
    let record = |action: Action| {
        let mut world = World::default();
        let input = json!({"api_key": "abc", "text": "x".repeat(3_000)});
        let ask = Ask { call: call("x"), input, comments: None, action };
        world.ask_for(&origin("one"), 1, ask);
        world.settle();
        match world.act(DENY).pop() {
            Some(Effect::Record(record)) => {
                assert!(record.what.chars().count() <= 2_001);
                let start: String = record.what.chars().take(80).collect();
                json!({ "what": start, "facts": record.facts })
            }
            other => panic!("{other:?}"),
        }
    };
    let records: Vec<_> = actions.into_iter().map(record).collect();
    insta::assert_json_snapshot!("records", records);
}
