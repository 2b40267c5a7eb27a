//! What the relay prints for the agent.

use serde_json::Value;
use vults_agents::adapter;
use vults_hook::event::read_payload;
use vults_protocol::{Agent, Decision, Reply};

/// Any reply (up to the first line break) to any payload: one line of JSON that says what the
/// person said, or nothing.
pub fn printing(answered: &[u8]) {
    let (reply, payload) =
        answered.split_at(answered.iter().position(|&b| b == b'\n').unwrap_or(answered.len()));
    let Some(addressed) = Reply::decode(reply) else { return };
    let payload = read_payload(payload).unwrap_or_default();
    for word in ["claude", "codex", "opencode", "qwen", "copilot", "kimi", "some-tool"] {
        let Ok(agent) = word.parse::<Agent>() else { panic!("{word} is a name") };
        match &addressed.reply {
            Reply::Decision(decision) => {
                let Some(printed) = adapter(&agent).decision(&payload, decision) else { continue };
                let said = object(&printed);
                let allows = [
                    said.pointer("/hookSpecificOutput/decision/behavior"),
                    said.pointer("/behavior"),
                    said.pointer("/reply"),
                ]
                .into_iter()
                .flatten()
                .any(|word| word == "allow" || word == "once");
                assert_eq!(allows, *decision == Decision::Allow, "{word}: {printed}");
                // What is approved is what was asked.
                let input = said.pointer("/hookSpecificOutput/decision/updatedInput");
                assert!(input.is_none_or(|input| Some(input) == payload.get("tool_input")));
            }
            Reply::Answer(answers) => {
                let Some(printed) = adapter(&agent).answers(&payload, answers) else { continue };
                object(&printed);
                let asked = payload["tool_input"]["questions"].as_array().map(Vec::len);
                assert_eq!(asked, Some(answers.len()));
            }
            Reply::Waiting | Reply::Unsupported => {}
        }
    }
}

fn object(printed: &str) -> Value {
    assert!(!printed.contains(['\n', '\r']));
    match serde_json::from_str(printed) {
        Ok(value @ Value::Object(_)) => value,
        other => panic!("{printed} is no object: {other:?}"),
    }
}
