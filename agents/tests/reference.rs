//! What the reference says that agents read is what is printed for them.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use vults_agents::adapter;
use vults_protocol::{Agent, Answer, Decision};

#[test]
fn every_printed_line_is_in_the_reference_and_no_other() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference/protocol.md");
    let text = fs::read_to_string(path).unwrap();
    let blocks = text.split("```json printed\n").skip(1);
    let shown: BTreeSet<&str> =
        blocks.flat_map(|block| block.split("\n```").next().unwrap().lines()).collect();

    let payload = json!({
        "tool_name": "AskUserQuestion",
        "tool_input": {
            "questions": [{ "question": "Which color?" }, { "question": "Which sizes?" }],
        },
    });
    let permission = json!({ "tool_name": "Bash", "tool_input": { "command": "ls" } });
    let plan = json!({ "tool_name": "ExitPlanMode", "tool_input": { "plan": "1. Go." } });
    let answers =
        [Answer::One("Blue".to_owned()), Answer::Many(vec!["S".to_owned(), "M".to_owned()])];
    let decisions = [
        Decision::Allow,
        Decision::Deny { reason: None },
        Decision::Deny { reason: Some("Use git mv.".to_owned()) },
    ];
    let mut printed = BTreeSet::new();
    for word in ["claude", "codex", "opencode", "qwen", "copilot", "kimi", "some-tool"] {
        let adapter = adapter(&word.parse::<Agent>().unwrap());
        let decided =
            |payload: &Value, decision| adapter.decision(payload.as_object().unwrap(), decision);
        printed.extend(decisions.iter().filter_map(|decision| decided(&permission, decision)));
        printed.extend(decided(&plan, &Decision::Allow));
        printed.extend(adapter.answers(payload.as_object().unwrap(), &answers));
        printed.extend(adapter.blocked(&Map::new(), "not on main"));
    }
    assert_eq!(shown, printed.iter().map(String::as_str).collect());
}
