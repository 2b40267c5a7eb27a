use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Map, Value};

use crate::engine::run_each;
use crate::payload::cut;
use crate::{Call, Event, Hooks, Native, Occasion, Outcome};

/// A payload in the words of [`payload`](crate::payload), which handlers get as it is: to try hooks out
/// without an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    occasion: Occasion,
    payload: Vec<u8>,
}

impl Given {
    /// A payload for an event. Its `event` becomes that one; a `cwd` that is missing becomes `folder`,
    /// from which a relative one is told. What the event cannot have is left out, and a `tool_result` is
    /// cut (LH-32). All else stays, whatever it is; a field of another type than it should have says
    /// nothing about what runs.
    #[must_use]
    pub fn new(event: Event, mut payload: Map<String, Value>, folder: &Path) -> Given {
        payload.insert("event".to_owned(), event.name().into());
        let has_tool = matches!(event, Event::PreToolUse | Event::PostToolUse);
        let result = payload.shift_remove("tool_result").filter(|_| event == Event::PostToolUse);
        if let Some(result) = result {
            let text = result.as_str().map_or_else(|| result.to_string(), str::to_owned);
            payload.insert("tool_result".to_owned(), cut(&text).into());
        }
        if !has_tool {
            for key in ["tool_name", "tool_input", "native"] {
                payload.shift_remove(key);
            }
        }
        let cwd = payload.entry("cwd").or_insert_with(|| folder.to_string_lossy().into());
        let cwd = cwd.as_str().map_or_else(|| folder.to_owned(), |cwd| folder.join(cwd));
        let occasion = occasion(event, &payload, cwd, has_tool);
        Given { occasion, payload: Value::Object(payload).to_string().into_bytes() }
    }

    /// The occasion that it tells of.
    #[must_use]
    pub fn occasion(&self) -> &Occasion {
        &self.occasion
    }

    /// Runs the handlers that are configured for it, as [`run`](crate::run) does.
    #[must_use]
    pub fn run(&self, hooks: &Hooks, budget: Duration) -> Outcome {
        run_each(hooks, &self.occasion, budget, &|_, _, _| self.payload.clone())
    }
}

fn occasion(event: Event, payload: &Map<String, Value>, cwd: PathBuf, has_tool: bool) -> Occasion {
    let text = |fields: &Map<String, Value>, key: &str| {
        fields.get(key).and_then(Value::as_str).map(str::to_owned)
    };
    let native = payload.get("native").and_then(Value::as_object).and_then(|native| {
        let tool_input = native.get("tool_input").cloned().unwrap_or_default();
        Some(Native { tool_name: text(native, "tool_name")?, tool_input })
    });
    let call = has_tool.then(|| Call {
        names: text(payload, "tool_name").into_iter().collect(),
        input: payload.get("tool_input").cloned().unwrap_or_default(),
        result: text(payload, "tool_result"),
        native,
    });
    Occasion {
        event,
        cwd,
        session_id: text(payload, "session_id"),
        agent: text(payload, "agent"),
        calls: call.into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(event: Event, payload: Value, handed: Value, names: &[&str]) {
        let Value::Object(fields) = payload else { panic!("an object") };
        let given = Given::new(event, fields, Path::new("/here"));
        assert_eq!(serde_json::from_slice::<Value>(&given.payload).unwrap(), handed);
        let call = given.occasion.calls.first();
        let own = call.into_iter().flat_map(|call| &call.names);
        assert_eq!(own.collect::<Vec<_>>(), names);
        assert_eq!(given.occasion.event, event);
    }

    #[test]
    fn a_payload_is_handed_over_as_it_is() {
        let whole = json!({
            "event": "PreToolUse", "cwd": "/p", "session_id": "s", "agent": "claude", "own": [1.0],
            "tool_name": "write_file", "tool_input": { "file_path": "/p/src/a.ts", "content": null },
        });
        check(Event::PreToolUse, whole.clone(), whole, &["write_file"]);
        check(
            Event::PreToolUse,
            json!({ "event": "Stop", "cwd": 7, "tool_name": ["x"] }),
            json!({ "event": "PreToolUse", "cwd": 7, "tool_name": ["x"] }),
            &[],
        );
        let empty = json!({ "event": "SessionStart", "cwd": "/here" });
        check(Event::SessionStart, json!({}), empty, &[]);
    }

    #[test]
    fn an_event_has_only_what_it_can_have() {
        let all = json!({ "cwd": "/p", "tool_name": "x", "tool_input": {}, "tool_result": "done" });
        check(
            Event::PreToolUse,
            all.clone(),
            json!({ "event": "PreToolUse", "cwd": "/p", "tool_name": "x", "tool_input": {} }),
            &["x"],
        );
        check(Event::Stop, all.clone(), json!({ "event": "Stop", "cwd": "/p" }), &[]);
        let mut after = all;
        after["event"] = "PostToolUse".into();
        check(Event::PostToolUse, after.clone(), after.clone(), &["x"]);
        after["tool_result"] = json!({ "ok": [true] });
        let mut text = after.clone();
        text["tool_result"] = r#"{"ok":[true]}"#.into();
        check(Event::PostToolUse, after.clone(), text, &["x"]);
        after["tool_result"] = "é".repeat(2_001).into();
        let mut cut = after.clone();
        cut["tool_result"] = format!("{}\n[1 more characters]", "é".repeat(2_000)).into();
        check(Event::PostToolUse, after, cut, &["x"]);
    }

    #[test]
    fn a_folder_is_told_from_here() {
        let cwd = |payload: Value| {
            let fields = payload.as_object().unwrap().clone();
            Given::new(Event::Stop, fields, Path::new("/here")).occasion.cwd
        };
        assert_eq!(cwd(json!({ "cwd": "/p" })), Path::new("/p"));
        assert_eq!(cwd(json!({ "cwd": "p" })), Path::new("/here/p"));
        assert_eq!(cwd(json!({ "cwd": null })), Path::new("/here"));
        assert_eq!(cwd(json!({})), Path::new("/here"));
    }
}
