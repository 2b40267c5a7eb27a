//! What a handler is told (LH-26, LH-32, LH-33).

use std::path::Path;

use serde_json::{Value, json};
use vults_lifecycle_hooks::{Call, Event, Native, Occasion, RESULT_CHARS, payload};

use crate::{call, hooks, occasion, shell};

/// The payload as JSON, of the first call.
fn told(occasion: &Occasion, name: &str, folder: &str) -> Value {
    let bytes = payload(occasion, occasion.calls.first(), name, Path::new(folder));
    serde_json::from_slice(&bytes).unwrap()
}

fn of(event: Event, call: Call) -> Occasion {
    Occasion { calls: vec![call], ..occasion(event, Path::new("/p")) }
}

fn patch() -> Call {
    let native =
        Native { tool_name: "apply_patch".to_owned(), tool_input: json!({ "patch": "…" }) };
    let input = json!({ "patch": "…", "file_path": "/p/src/a.ts" });
    let names = vec!["edit_file".to_owned(), "str_replace".to_owned()];
    Call { names, input, result: Some("done".to_owned()), native: Some(native) }
}

#[test]
fn a_handler_reads_one_object_and_then_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut occasion = occasion(Event::PreToolUse, Path::new("/your/project"));
    occasion.calls[0].input = json!({ "file_path": "src/a.ts", "content": "é\n" });
    let outcome =
        vults_lifecycle_hooks::run(&hooks(&[shell("cat")], folder.path()), &occasion, crate::LONG);
    let expected = r#"{"event":"PreToolUse","cwd":"/your/project","tool_name":"write_file","tool_input":{"file_path":"src/a.ts","content":"é\n"}}"#;
    assert_eq!(outcome.runs[0].stdout, expected);
}

#[test]
fn what_is_absent_is_left_out() {
    let bare = Occasion { calls: Vec::new(), ..occasion(Event::Stop, Path::new("/p")) };
    assert_eq!(told(&bare, "", "/p"), json!({ "event": "Stop", "cwd": "/p" }));
    let mut named = bare;
    named.session_id = Some("s".to_owned());
    named.agent = Some("codex".to_owned());
    let expected = json!({ "event": "Stop", "cwd": "/p", "session_id": "s", "agent": "codex" });
    assert_eq!(told(&named, "", "/p"), expected);
}

#[test]
fn another_agent_s_call_has_a_portable_name_and_its_own_words() {
    let native = json!({ "tool_name": "apply_patch", "tool_input": { "patch": "…" } });
    let told_of = |call: Call, met: &str| told(&of(Event::PreToolUse, call), met, "/p");
    let met_by_first = told_of(patch(), "edit_file");
    assert_eq!(met_by_first["tool_name"], "edit_file");
    assert_eq!(met_by_first["tool_input"], json!({ "patch": "…", "file_path": "src/a.ts" }));
    assert_eq!(met_by_first["native"], native);
    assert_eq!(told_of(patch(), "str_replace")["tool_name"], "str_replace");
    assert_eq!(told_of(patch(), "apply_patch")["tool_name"], "edit_file");
    let nameless = Call { names: Vec::new(), ..patch() };
    assert_eq!(told_of(nameless, "apply_patch")["tool_name"], "apply_patch");
}

#[test]
fn a_result_is_told_after_the_tool_and_cut() {
    let before = told(&of(Event::PreToolUse, patch()), "edit_file", "/p");
    assert_eq!(before.get("tool_result"), None);
    let result = |text: String| {
        let call = Call { result: Some(text), ..patch() };
        told(&of(Event::PostToolUse, call), "edit_file", "/p")["tool_result"].clone()
    };
    assert_eq!(result("é".repeat(RESULT_CHARS)), "é".repeat(RESULT_CHARS));
    let cut = format!("{}\n[3 more characters]", "é".repeat(RESULT_CHARS));
    assert_eq!(result("é".repeat(RESULT_CHARS + 3)), cut);
}

#[test]
fn a_file_is_named_as_from_the_handler_s_folder() {
    let check = |path: &str, folder: &str, expected: &str| {
        let call = call("write_file", json!({ "file_path": path }));
        let told = told(&of(Event::PreToolUse, call), "write_file", folder);
        assert_eq!(told["tool_input"]["file_path"], expected, "{path} from {folder}");
    };
    check("/p/src/a.ts", "/p", "src/a.ts");
    check("/p/src/a.ts", "/p/src", "a.ts");
    check("/p/src/a.ts", "/q", "/p/src/a.ts");
    check("/private/a.ts", "/p", "/private/a.ts");
    check("/p", "/p", "/p");
    check("src/a.ts", "/p", "src/a.ts");
    // No way round hides which file it is.
    check("/p/./docs/../src//a.ts", "/p", "src/a.ts");
    check("/q/../p/a.ts", "/p", "a.ts");
    check("/p/../q/a.ts", "/p", "/p/../q/a.ts");
}

#[test]
fn an_input_of_any_shape_is_passed_on() {
    for input in [json!(null), json!("text"), json!([1]), json!({ "file_path": 7 })] {
        let told = told(&of(Event::PreToolUse, call("tool", input.clone())), "tool", "/p");
        assert_eq!(told["tool_input"], input);
    }
}
