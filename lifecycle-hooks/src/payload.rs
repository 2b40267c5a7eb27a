//! What a handler is told of an occasion (LH-26, LH-32, LH-33).

use std::path::{Component, Path, PathBuf};

use serde_json::{Map, Value};

use crate::{Call, Event, Occasion};

/// So many characters of a tool's result are handed over (LH-32).
pub const RESULT_CHARS: usize = 2_000;

/// The JSON object on a handler's standard input, without a line break at its end.
///
/// `call` is the call that the handler runs for, none for an event without a tool. `name` is what its
/// group's matcher met: it becomes `tool_name` where it is one of the call's portable names; otherwise
/// the first of these does, and the agent's own name where there are none (LH-26). `folder` is where the
/// handler runs. A field that has no value is left out (LH-32).
#[must_use]
pub fn payload(occasion: &Occasion, call: Option<&Call>, name: &str, folder: &Path) -> Vec<u8> {
    let mut fields = Map::new();
    let mut set = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            fields.insert(key.to_owned(), value);
        }
    };
    set("event", Some(occasion.event.name().into()));
    set("cwd", Some(occasion.cwd.to_string_lossy().into()));
    set("session_id", occasion.session_id.as_deref().map(Value::from));
    set("agent", occasion.agent.as_deref().map(Value::from));
    if let Some(call) = call {
        set("tool_name", tool_name(call, name).map(Value::from));
        set("tool_input", Some(input(&call.input, folder)));
        if occasion.event == Event::PostToolUse {
            set("tool_result", call.result.as_deref().map(|result| cut(result).into()));
        }
        set(
            "native",
            call.native.as_ref().map(|native| {
                let mut fields = Map::new();
                fields.insert("tool_name".to_owned(), native.tool_name.as_str().into());
                fields.insert("tool_input".to_owned(), native.tool_input.clone());
                fields.into()
            }),
        );
    }
    Value::Object(fields).to_string().into_bytes()
}

fn tool_name<'a>(call: &'a Call, met: &str) -> Option<&'a str> {
    let portable = call.names.iter().find(|name| *name == met).or(call.names.first());
    portable.or(call.native.as_ref().map(|native| &native.tool_name)).map(String::as_str)
}

/// The input, its file named as from the handler's folder.
fn input(input: &Value, folder: &Path) -> Value {
    let mut input = input.clone();
    if let Some(path) = input.get_mut("file_path")
        && let Some(beneath) = path.as_str().and_then(|path| beneath(Path::new(path), folder))
    {
        *path = beneath.to_string_lossy().into();
    }
    input
}

/// An absolute path as from a folder that it lies beneath. `..` is resolved first, so that no way out
/// of the folder and back hides which file it is.
fn beneath(path: &Path, folder: &Path) -> Option<PathBuf> {
    if !path.is_absolute() {
        return None;
    }
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    let beneath = plain.strip_prefix(folder).ok()?;
    (!beneath.as_os_str().is_empty()).then(|| beneath.to_owned())
}

/// The first [`RESULT_CHARS`] characters, with a mark where there are more.
pub(crate) fn cut(text: &str) -> String {
    match text.char_indices().nth(RESULT_CHARS) {
        None => text.to_owned(),
        Some((end, _)) => {
            let (kept, rest) = text.split_at(end);
            format!("{kept}\n[{} more characters]", rest.chars().count())
        }
    }
}
