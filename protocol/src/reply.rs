//! What the app answers to a hook that waits.

use serde::{Deserialize, Serialize};
use serde_json::Value;

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

#[derive(Serialize)]
struct Encoded<'a> {
    kind: &'static str,
    v: u32,
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answers: Option<&'a [Answer]>,
}

impl Reply {
    /// The reply to the event of this id as one line, its newline included.
    pub fn encode(&self, id: &str) -> Vec<u8> {
        let mut encoded = Encoded {
            kind: "waiting",
            v: VERSION,
            id,
            decision: None,
            reason: None,
            answers: None,
        };
        match self {
            Reply::Waiting => {}
            Reply::Decision(decision) => {
                encoded.kind = "decision";
                match decision {
                    Decision::Allow => encoded.decision = Some("allow"),
                    Decision::Deny { reason } => {
                        encoded.decision = Some("deny");
                        encoded.reason = reason.as_deref();
                    }
                }
            }
            Reply::Answer(answers) => {
                encoded.kind = "answer";
                encoded.answers = Some(answers);
            }
            Reply::Unsupported => encoded.kind = "unsupported",
        }
        lines::encode(&encoded)
    }

    /// Reads a reply of our version from one line; none for anything else (VP-34). A reason that
    /// is no string, or that goes with an allow, is ignored.
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
                "deny" => Decision::Deny { reason: text("reason").map(str::to_owned) },
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
