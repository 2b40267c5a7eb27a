//! What the app answers to a hook that waits.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::limits::REASON_BYTES;
use crate::{VERSION, lines};

/// One message of the app to one hook (specs C6). Only a hook whose event had `wants_reply` gets
/// any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A person is being asked; sent once, when the card is on screen (VP-33).
    Waiting,
    /// A person decided, or a rule that a person made.
    Decision(Decision),
    /// A person answered the questions: one entry for each, in order.
    Answer(Vec<Answer>),
    /// The event was of another version than the app's (VP-30).
    Unsupported,
}

/// A person's decision on a permission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The tool may run.
    Allow,
    /// The tool may not run.
    Deny {
        /// The person's own words for the model, at most [`crate::limits::REASON_BYTES`]
        /// (specs C9).
        reason: Option<String>,
    },
}

/// The answer to one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// A choice's label, or the person's own words.
    One(String),
    /// What was chosen where several choices are possible.
    Many(Vec<String>),
}

/// A reply as it came: for whom, and what. A hook acts only on its own id (VP-34).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addressed {
    /// The id of the event it answers.
    pub id: String,
    /// What it says.
    pub reply: Reply,
}

impl Reply {
    /// The reply to the event of this id as one line, its newline included.
    pub fn encode(&self, id: &str) -> Vec<u8> {
        let mut fields = Map::new();
        let mut set = |name: &str, value: Value| drop(fields.insert(name.to_owned(), value));
        set("kind", json!(self.kind()));
        set("v", json!(VERSION));
        set("id", json!(id));
        match self {
            Reply::Waiting | Reply::Unsupported => {}
            Reply::Decision(Decision::Allow) => set("decision", json!("allow")),
            Reply::Decision(Decision::Deny { reason }) => {
                set("decision", json!("deny"));
                if let Some(reason) = reason {
                    set("reason", json!(reason));
                }
            }
            Reply::Answer(answers) => set("answers", json!(answers)),
        }
        let mut line = Value::Object(fields).to_string().into_bytes();
        line.push(b'\n');
        line
    }

    /// The word for it on the wire.
    fn kind(&self) -> &'static str {
        match self {
            Reply::Waiting => "waiting",
            Reply::Decision(_) => "decision",
            Reply::Answer(_) => "answer",
            Reply::Unsupported => "unsupported",
        }
    }

    /// Reads a reply of our version from one line; none for anything else (VP-34). A reason that
    /// is no string, is too long, or goes with an allow is ignored: the decision stands.
    pub fn decode(line: &[u8]) -> Option<Addressed> {
        let fields = lines::decode_object(line)?;
        if fields.get("v").and_then(Value::as_u64) != Some(VERSION.into()) {
            return None;
        }
        let text = |name: &str| fields.get(name).and_then(Value::as_str);
        let id = text("id")?.to_owned();
        let reply = match text("kind")? {
            "waiting" => Reply::Waiting,
            "unsupported" => Reply::Unsupported,
            "decision" => Reply::Decision(match text("decision")? {
                "allow" => Decision::Allow,
                "deny" => {
                    let reason = text("reason").filter(|words| words.len() <= REASON_BYTES);
                    Decision::Deny { reason: reason.map(str::to_owned) }
                }
                _ => return None,
            }),
            "answer" => {
                let answers = fields.get("answers")?.clone();
                Reply::Answer(serde_json::from_value(answers).ok()?)
            }
            _ => return None,
        };
        Some(Addressed { id, reply })
    }
}
