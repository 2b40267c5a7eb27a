//! OpenCode, through our plugin. Nothing of it is shown yet, so its own terminal asks.

use serde_json::{Map, Value, json};
use vults_protocol::{Answer, Decision, Event};

use crate::lifecycle::{Keys, Moment, Point};
use crate::{Adapter, Installation, Report, question, words};

/// What OpenCode hands to our plugin, which adds the `parentID` of a sub-agent's session where OpenCode
/// does not say it.
const KEYS: Keys = Keys {
    session: &["event/properties/sessionID", "input/sessionID"],
    subagent: &["parentID", "event/properties/info/parentID"],
    tool: &["input/tool"],
    input: &["output/args", "input/args"],
    id: &["input/callID"],
    result: &["output/output", "output/content", "output"],
};

/// OpenCode.
pub(crate) struct Opencode;

impl Adapter for Opencode {
    fn report(&self, _event: &Event, _waits: bool) -> Option<Report> {
        None
    }

    fn installation(&self) -> Option<&'static Installation> {
        None
    }

    /// What the plugin hands to OpenCode's permission endpoint. Never `always`: from now on is
    /// for a person to say, in our own rules. Without words OpenCode ends the turn, so the fixed
    /// sentence is left out and a person's own words are not.
    fn decision(&self, _payload: &Map<String, Value>, decision: &Decision) -> Option<String> {
        let reply = match decision {
            Decision::Allow => json!({ "reply": "once" }),
            Decision::Deny { reason } => match words::own(reason) {
                Some(words) => json!({ "reply": "reject", "message": words }),
                None => json!({ "reply": "reject" }),
            },
        };
        Some(reply.to_string())
    }

    /// One list for each question, in order.
    fn answers(&self, payload: &Map<String, Value>, answers: &[Answer]) -> Option<String> {
        let lists: Vec<&[String]> = question::answered(payload, answers)?
            .into_iter()
            .map(|(_, answer)| match answer {
                Answer::One(choice) => std::slice::from_ref(choice),
                Answer::Many(choices) => choices,
            })
            .collect();
        Some(json!({ "answers": lists }).to_string())
    }

    fn moment(&self, event: &str, payload: &Map<String, Value>) -> Option<Moment> {
        let point = match event {
            "session.created" => Point::SessionStart,
            "tool.execute.before" => Point::PreToolUse,
            "tool.execute.after" => Point::PostToolUse,
            "session.idle" | "session.error" => Point::Stop,
            _ => return None,
        };
        KEYS.moment(point, payload)
    }

    /// What our plugin throws.
    fn blocked(&self, _payload: &Map<String, Value>, reason: &str) -> Option<String> {
        Some(json!({ "deny": reason }).to_string())
    }
}
