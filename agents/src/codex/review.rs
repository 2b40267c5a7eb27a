//! Which hooks a person has reviewed, as Codex's own `app-server` says it.

use serde_json::Value;

use crate::{Review, Reviewed};

/// Which of its answers is the one.
const ID: u64 = 1;

pub(super) const REVIEW: Review = Review {
    arguments: &["app-server"],
    asked: &[
        r#"{"id":0,"method":"initialize","params":{"clientInfo":{"name":"vults","version":"1"}}}"#,
        r#"{"method":"initialized"}"#,
        r#"{"id":1,"method":"hooks/list","params":{"cwds":["/"]}}"#,
    ],
    answer,
};

fn answer(line: &str) -> Option<Vec<Reviewed>> {
    let line: Value = serde_json::from_str(line).ok()?;
    if line.get("id").and_then(Value::as_u64) != Some(ID) {
        return None;
    }
    let folders = line.get("result")?.get("data")?.as_array()?;
    let hooks = folders.iter().filter_map(|folder| folder.get("hooks")?.as_array()).flatten();
    Some(hooks.filter_map(reviewed).collect())
}

fn reviewed(hook: &Value) -> Option<Reviewed> {
    let text = |field: &str| hook.get(field).and_then(Value::as_str);
    let is_good = matches!(text("trustStatus"), Some("trusted" | "managed"));
    Some(Reviewed {
        file: text("sourcePath")?.to_owned(),
        command: text("command")?.to_owned(),
        runs: is_good && hook.get("enabled") == Some(&Value::Bool(true)),
    })
}
