//! What may be asked of a document.

use std::fmt::Write as _;

use serde_json::Value;

/// How a settings file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON; comments and trailing commas are understood and kept.
    Json,
    /// TOML.
    Toml,
}

/// A step into a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The member of an object.
    Key(String),
    /// The element of an array, from 0.
    Index(usize),
}

/// One change of a document. Those of a list happen in order; each sees what the ones before left.
///
/// In TOML a new object becomes a table with a header of its own, and one that is appended to an array
/// of tables, or to an array that is not there, a `[[table]]`. A table that is there is changed key by
/// key. With its last table an array of tables goes by itself; taking it away then is no error.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Adds a value at the end of an array. The array, and the objects around it, are made where
    /// they are missing.
    Append {
        /// Where the array is.
        to: Vec<Step>,
        /// What is added.
        value: Value,
    },
    /// Gives a member or an element a value. Where it has one already, only that value changes;
    /// where it has this very value, nothing does. The objects around it are made where they are
    /// missing.
    Set {
        /// Where.
        at: Vec<Step>,
        /// The value.
        value: Value,
    },
    /// Takes a member or an element away, which must be there.
    Remove {
        /// Where.
        at: Vec<Step>,
    },
}

/// A path as a person would say it: `hooks.PreToolUse[0]`.
pub(crate) fn place(steps: &[Step]) -> String {
    let mut said = String::new();
    for step in steps {
        match step {
            Step::Index(index) => {
                let _ = write!(said, "[{index}]");
            }
            Step::Key(key) => {
                if !said.is_empty() {
                    said.push('.');
                }
                let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
                if !key.is_empty() && key.chars().all(plain) {
                    said.push_str(key);
                } else {
                    let _ = write!(said, "{key:?}");
                }
            }
        }
    }
    if said.is_empty() { "the top level".to_owned() } else { said }
}

/// The value that must be made at a place of which only the first part is there: `rest` leads from
/// what is there to `value`. None where it would have to be an element of an array with a gap.
pub(crate) fn nested(rest: &[Step], value: Value) -> Option<Value> {
    rest.iter().rev().try_fold(value, |inner, step| match step {
        Step::Key(key) => Some(Value::Object([(key.clone(), inner)].into_iter().collect())),
        Step::Index(0) => Some(Value::Array(vec![inner])),
        Step::Index(_) => None,
    })
}
