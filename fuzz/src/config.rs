//! A settings file of someone else's, whatever is in it, and an edit of it.

use serde_json::{Value, json};
use vults_disk::{ConfigError, Edit, Format, Step, edit_text};

/// Names that an edit's way is made of.
const NAMES: [&str; 8] = ["hooks", "Stop", "a", "b", "env", "x y", "é", "PreToolUse"];

/// Four bytes choose the format, the edit and its place; the rest is the file. What was appended
/// goes away without a trace, what goes takes nothing along, and JSON that is read can be edited.
pub fn config(data: &[u8]) {
    let Some(([format, kind, way, value], text)) = data.split_first_chunk() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let format = if format % 2 == 0 { Format::Json } else { Format::Toml };
    let edit = |text: &str, edit: Edit| {
        let edited = edit_text(text, format, &[edit]);
        let refused = matches!(edited, Err(ConfigError::Unsafe)) && format == Format::Json;
        assert!(!refused, "JSON that is read is not edited");
        edited.ok()
    };
    match edit_text(text, format, &[]) {
        Ok(same) => assert_eq!(same, text),
        Err(_) => return,
    }
    let steps = steps(*way);
    let value = match value % 4 {
        0 => json!({"matcher": "", "hooks": [{"command": "a 'b' \"c\"\n", "timeout": 5}]}),
        1 => json!("\u{1}\u{7f} // é"),
        2 => json!([1.5, true, {}]),
        _ => json!({}),
    };
    match kind % 3 {
        0 => {
            let appended = Edit::Append { to: steps.clone(), value };
            let Some(after) = edit(text, appended) else { return };
            assert!(is_within(text, &after));
            if let Some(back) = take_back(text, &after, &steps, &edit) {
                assert_eq!(back, text);
            }
        }
        1 => {
            let set = |value: &Value| Edit::Set { at: steps.clone(), value: value.clone() };
            let Some(after) = edit(text, set(&value)) else { return };
            assert_eq!(edit(&after, set(&value)), Some(after));
        }
        _ => {
            if let Some(after) = edit(text, Edit::Remove { at: steps }) {
                assert!(is_within(&after, text));
            }
        }
    }
}

/// One to three steps.
fn steps(way: u8) -> Vec<Step> {
    let way = usize::from(way);
    let key = |at: usize| Step::Key(NAMES[at % NAMES.len()].to_owned());
    match way / 64 {
        0 => vec![key(way)],
        1 => vec![key(0), key(way)],
        2 => vec![key(way), Step::Index(way / 8 % 3)],
        _ => vec![key(0), key(way), Step::Index(way / 8 % 3)],
    }
}

/// The text without what was just appended, and without what had to be made for it.
fn take_back(
    text: &str,
    after: &str,
    to: &[Step],
    edit: &impl Fn(&str, Edit) -> Option<String>,
) -> Option<String> {
    let remove = |text: &str, at: &[Step]| edit(text, Edit::Remove { at: at.to_vec() });
    let new = vec![Step::Key("new".to_owned())];
    let with = edit(text, Edit::Set { at: new.clone(), value: json!(1) });
    if let Some(without) = with.and_then(|with| remove(&with, &new))
        && without != text
    {
        // A JSON text without a value gets an object, which stays.
        let made = without.trim_end().strip_suffix("{}");
        assert_eq!(made.map(str::trim_end), Some(text.trim_end()));
        return None;
    }
    // What cannot be taken out of the text is not in it, or not removable by itself.
    if let Some(made) = (1..=to.len()).find(|len| remove(text, &to[..*len]).is_none()) {
        return remove(after, &to[..made]);
    }
    let element = |index: usize| [to, &[Step::Index(index)]].concat();
    let count = (0..64).find(|index| remove(after, &element(*index)).is_none())?;
    remove(after, &element(count.checked_sub(1)?))
}

/// Whether one text is the other with pieces put in.
fn is_within(old: &str, new: &str) -> bool {
    let mut new = new.chars();
    old.chars().all(|wanted| new.any(|c| c == wanted))
}
