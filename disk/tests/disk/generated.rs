//! Generated settings files: nothing foreign is lost, and what was added goes away without a trace.

use proptest::prelude::*;
use serde_json::{Value, json};
use vults_disk::{Edit, Format, Step, edit_text};

use crate::jsonc;

/// Choices that proptest draws and shrinks; after the last one it is always the first that is
/// offered, which is the simplest.
struct Choices(std::vec::IntoIter<u8>);

impl Choices {
    fn below(&mut self, end: usize) -> usize {
        usize::from(self.0.next().unwrap_or(0)) % end
    }

    fn of<'a>(&mut self, offered: &[&'a str]) -> &'a str {
        offered[self.below(offered.len())]
    }
}

/// A document of someone else's; `~` stands for a line end.
struct Writer {
    choices: Choices,
    text: String,
}

impl Writer {
    /// Blanks and comments, which may stand between any two tokens.
    fn gap(&mut self) {
        for _ in 0..self.choices.below(3) {
            self.text += self.choices.of(&[
                "",
                " ",
                "~",
                "~  ",
                "~\t",
                "~~    ",
                "   ~",
                "/* c */",
                "/* a,~ ] */",
                " // \"hooks\": [~",
                "//~",
                "/**/ ",
            ]);
        }
    }

    /// Items between brackets, perhaps with a comma at the end.
    fn list(
        &mut self,
        brackets: [char; 2],
        count: usize,
        mut item: impl FnMut(&mut Writer, usize),
    ) {
        // Most people's lines, or anything.
        let style = self.choices.of(&["~", "", " ", "any"]);
        let between = |writer: &mut Writer| match style {
            "any" => writer.gap(),
            "~" => writer.text += "~    ",
            blank => writer.text += blank,
        };
        self.text.push(brackets[0]);
        between(self);
        for index in 0..count {
            item(self, index);
            if style == "any" {
                self.gap();
            }
            if index + 1 < count || self.choices.below(4) == 1 {
                self.text.push(',');
                if self.choices.below(5) == 1 {
                    self.text += " // after~";
                }
            }
            between(self);
        }
        self.text.push(brackets[1]);
    }

    fn member(&mut self, name: &str) {
        self.text += name;
        if self.choices.below(8) == 1 {
            self.gap();
        }
        self.text += self.choices.of(&[": ", ":", " : "]);
        if self.choices.below(8) == 1 {
            self.gap();
        }
    }

    fn scalar(&mut self) {
        self.text += self.choices.of(&[
            "1e5",
            "1.0",
            "-0.0",
            "123456789012345678901234567890",
            "\"https://x//y\"",
            "\"a,]\"",
            "\"\\u00e9\\/\\\"}\"",
            "\"/* é */\"",
            "null",
            "true",
            "{}",
            "[]",
            "{ }",
            "[ ]",
            "[~]",
            "{ // none~ }",
        ]);
    }

    /// A foreign hook entry, or something that is none.
    fn entry(&mut self) {
        match self.choices.below(4) {
            3 => self.scalar(),
            fields => self.list(['{', '}'], fields, |writer, field| {
                if field == 0 {
                    writer.member("\"matcher\"");
                    return writer.scalar();
                }
                writer.member("\"hooks\"");
                let hooks = writer.choices.below(3);
                writer.list(['[', ']'], hooks, |writer, _| {
                    writer.text += writer.choices.of(&[
                        "{\"type\": \"command\", \"command\": \"a // b\", \"timeout\": 5.0}",
                        "{~\t\"type\": \"command\",~\t\"command\": \"é ✓\" // c~}",
                        "{}",
                    ]);
                });
            }),
        }
    }

    fn hooks(&mut self) {
        let names = ["\"PreToolUse\"", "\"St\\u006fp\"", "\"Other\""];
        let count = self.choices.below(4);
        self.list(['{', '}'], count, |writer, event| {
            writer.member(names[event]);
            let entries = writer.choices.below(3);
            writer.list(['[', ']'], entries, |writer, _| writer.entry());
        });
    }

    fn settings(&mut self) {
        self.gap();
        let (count, hooks) = (self.choices.below(5), self.choices.below(5));
        self.list(['{', '}'], count, |writer, index| {
            if index == hooks {
                writer.member("\"hooks\"");
                writer.hooks();
            } else {
                writer.member(&format!("\"x-future {index}\""));
                writer.scalar();
            }
        });
        self.gap();
    }
}

fn settings() -> impl Strategy<Value = String> {
    prop::collection::vec(any::<u8>(), 0..200).prop_map(|choices| {
        let mut writer = Writer { choices: Choices(choices.into_iter()), text: String::new() };
        writer.settings();
        let ends = match writer.choices.below(4) {
            0 => ["\n", "\n"],
            1 => ["\r\n", "\r\n"],
            2 => ["\n", "\r\n"],
            _ => ["\r", "\r"],
        };
        let mut text = writer.choices.of(&["", "\u{feff}"]).to_owned();
        for (index, line) in writer.text.split('~').enumerate() {
            if index > 0 {
                text += ends[index % 2];
            }
            text += line;
        }
        text
    })
}

fn key(name: &str) -> Step {
    Step::Key(name.to_owned())
}

fn ours() -> Value {
    json!({"matcher": "", "hooks": [{"type": "command", "command": "{ [ -x P ]; }", "timeout": 5}]})
}

fn edited(text: &str, edit: Edit) -> String {
    crate::edited(text, Format::Json, &edit)
}

/// Whether one text is the other with pieces put in.
fn is_within(old: &str, new: &str) -> bool {
    let mut new = new.chars();
    old.chars().all(|wanted| new.any(|c| c == wanted))
}

/// Takes what is ours away, and the lists and objects that are then empty and were not there.
fn take_away(mut text: String, original: &Value) -> String {
    for event in ["Stop", "PreToolUse", "New"] {
        let mut seen = false;
        loop {
            let now = jsonc(&text);
            let entries = now["hooks"][event].as_array().cloned().unwrap_or_default();
            let Some(index) = entries.iter().position(|entry| *entry == ours()) else { break };
            seen = true;
            let at = vec![key("hooks"), key(event), Step::Index(index)];
            text = edited(&text, Edit::Remove { at });
        }
        if seen && original["hooks"].get(event).is_none() {
            text = edited(&text, Edit::Remove { at: vec![key("hooks"), key(event)] });
        }
    }
    if original.get("hooks").is_none() && jsonc(&text).get("hooks").is_some() {
        text = edited(&text, Edit::Remove { at: vec![key("hooks")] });
    }
    text
}

/// Every place of a document, the deepest first, and what is there.
fn places(value: &Value, at: &[Step], all: &mut Vec<(Vec<Step>, Value)>) {
    let below: Vec<(Step, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(name, v)| (key(name), v)).collect(),
        Value::Array(elements) => {
            elements.iter().enumerate().map(|(index, v)| (Step::Index(index), v)).collect()
        }
        _ => Vec::new(),
    };
    for (step, value) in below {
        let at = [at, &[step]].concat();
        places(value, &at, all);
        all.push((at, value.clone()));
    }
}

/// Takes a place out of a value.
fn without(value: &mut Value, at: &[Step]) {
    match (value, at) {
        (Value::Object(members), [Step::Key(name)]) => drop(members.shift_remove(name)),
        (Value::Array(elements), [Step::Index(index)]) => drop(elements.remove(*index)),
        (Value::Object(members), [Step::Key(name), rest @ ..]) => without(&mut members[name], rest),
        (Value::Array(elements), [Step::Index(index), rest @ ..]) => {
            without(&mut elements[*index], rest);
        }
        _ => panic!("nothing is at {at:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn what_was_added_goes_away_without_a_trace(
        text in settings(),
        events in prop::collection::vec(prop::sample::select(vec!["Stop", "PreToolUse", "New"]), 1..4),
    ) {
        let original = jsonc(&text);
        let mut after = text.clone();
        for event in events {
            let to = vec![key("hooks"), key(event)];
            let next = edited(&after, Edit::Append { to, value: ours() });
            prop_assert!(is_within(&after, &next), "{after:?} {next:?}");
            after = next;
        }
        let mut foreign = jsonc(&after);
        let mut all = Vec::new();
        places(&foreign.clone(), &[], &mut all);
        for (at, _) in all.iter().rev().filter(|(_, value)| *value == ours()) {
            without(&mut foreign, at);
        }
        prop_assert_eq!(take_away(after, &original), text);
        // The same, but for what had to be made around ours.
        for (at, value) in [(vec!["hooks", "New"], json!([])), (vec!["hooks", "Stop"], json!([])), (vec!["hooks", "PreToolUse"], json!([])), (vec!["hooks"], json!({}))] {
            let at: Vec<Step> = at.into_iter().map(key).collect();
            let at_all = |root: &Value| { let mut all = Vec::new(); places(root, &[], &mut all); all };
            let is = at_all(&foreign).contains(&(at.clone(), value));
            let was = at_all(&original).iter().any(|(place, _)| *place == at);
            if is && !was {
                without(&mut foreign, &at);
            }
        }
        prop_assert_eq!(foreign.to_string(), original.to_string());
    }

    #[test]
    fn whatever_is_taken_away_takes_nothing_along(text in settings(), which in any::<prop::sample::Index>()) {
        let mut value = jsonc(&text);
        let mut all = Vec::new();
        places(&value, &[], &mut all);
        prop_assume!(!all.is_empty());
        let (at, _) = which.get(&all);
        let after = edited(&text, Edit::Remove { at: at.clone() });
        without(&mut value, at);
        prop_assert_eq!(jsonc(&after).to_string(), value.to_string());
        prop_assert!(is_within(&after, &text));
        // Comments around an element stay. Those of a member may stand between key and value.
        if let Some(Step::Index(_)) = at.last() {
            let set = edited(&text, Edit::Set { at: at.clone(), value: json!("taken") });
            let comments = |text: &str| text.matches("*/").count() + text.matches("// ").count();
            prop_assert_eq!(comments(&after), comments(&set));
        }
    }

    #[test]
    fn only_the_value_that_is_set_changes(text in settings(), which in any::<prop::sample::Index>()) {
        let mut all = Vec::new();
        places(&jsonc(&text), &[], &mut all);
        prop_assume!(!all.is_empty());
        let (at, old) = which.get(&all);
        let after = edited(&text, Edit::Set { at: at.clone(), value: json!("\u{1}set") });
        let (before, behind) = after.split_once("\"\\u0001set\"").unwrap();
        prop_assert!(text.starts_with(before) && text.ends_with(behind), "{after:?}");
        let taken = &text[before.len()..text.len() - behind.len()];
        prop_assert_eq!(&jsonc(taken), old);
        let same = edit_text(&text, Format::Json, &[Edit::Set { at: at.clone(), value: old.clone() }]);
        prop_assert_eq!(same.unwrap(), text);
    }
}
