//! Our own settings file, which the person and their hooks write too.

use serde_json::{Map, Value, json};
use vults_disk::{Edit, Format, Step, edit_text};
use vults_runtime::Known;

/// A file that is read says one thing to whoever reads it; what means nothing has its default, or takes
/// no place; and a change of one key changes what that key says.
pub fn settings(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(known) = Known::read(text) else { return };
    let plain = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !plain.trim().is_empty() {
        let strict = serde_json::from_str::<Map<String, Value>>(plain);
        assert!(strict.is_ok(), "it counts here and nowhere else");
    }
    let defaults = Known::default();
    for unfit in &known.unfit {
        match unfit.key {
            "language" => assert_eq!(known.language, defaults.language),
            "marks" => assert_eq!(known.marks, defaults.marks),
            "screen" => assert_eq!(known.screen, defaults.screen),
            "sounds" => assert_eq!(known.sounds, defaults.sounds),
            "notifications" => assert_eq!(known.notifications, defaults.notifications),
            "cost_and_limits" => assert!(!known.cost_and_limits),
            key => assert_eq!((key, known.newer), ("version", None)),
        }
    }
    let set = Edit::Set { at: vec![Step::Key("sounds".to_owned())], value: json!(!known.sounds) };
    let Ok(edited) = edit_text(text, Format::Json, &[set]) else {
        panic!("what is read can be changed")
    };
    let mut expected = Known { sounds: !known.sounds, ..known };
    expected.unfit.retain(|unfit| unfit.key != "sounds");
    assert_eq!(Known::read(&edited).ok(), Some(expected));
}
