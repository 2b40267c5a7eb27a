//! One form for all that means the same, to be digested.

use serde_json::Value;
use sha2::{Digest, Sha256};

/// Feeds a digest so that no two different requests give the same bytes: every part has a tag for
/// its kind, and its length before it.
#[derive(Default)]
pub(crate) struct Canon(Sha256);

impl Canon {
    pub(crate) fn digest(self) -> [u8; 32] {
        self.0.finalize().into()
    }

    fn part(&mut self, tag: u8, length: usize) {
        self.0.update([tag]);
        self.0.update((length as u64).to_le_bytes());
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.part(b's', text.len());
        self.0.update(text);
    }

    pub(crate) fn optional(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.text(text),
            None => self.part(b'-', 0),
        }
    }

    pub(crate) fn value(&mut self, value: &Value) {
        match value {
            Value::Null => self.part(b'0', 0),
            Value::Bool(truth) => self.part(b'b', usize::from(*truth)),
            Value::Number(number) => {
                let digits = number.to_string();
                self.part(b'n', digits.len());
                self.0.update(digits);
            }
            Value::String(text) => self.text(text),
            Value::Array(items) => {
                self.part(b'a', items.len());
                items.iter().for_each(|item| self.value(item));
            }
            Value::Object(fields) => {
                self.part(b'o', fields.len());
                let mut fields: Vec<_> = fields.iter().collect();
                fields.sort_unstable_by_key(|(name, _)| *name);
                for (name, value) in fields {
                    self.text(name);
                    self.value(value);
                }
            }
        }
    }
}
