//! The moments of an agent's loop at which people's own lifecycle hooks run (specs A7).

use serde_json::{Map, Value};

/// A moment of an agent's loop, in the agent's own words.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Which one.
    pub point: Point,
    /// The agent's own id of the session, where it says one. A sub-agent's is that of the session it
    /// works for, where the agent says that.
    pub session_id: Option<String>,
    /// The call that it is about; there for [`Point::PreToolUse`] and [`Point::PostToolUse`], and for
    /// them alone.
    pub call: Option<OwnCall>,
}

/// A point of an agent's loop: one of the format's events (LH-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Point {
    /// A session begins.
    SessionStart,
    /// A tool is about to run.
    PreToolUse,
    /// A tool has run, or has failed.
    PostToolUse,
    /// A turn of the session's main agent is over.
    Stop,
}

/// A call of a tool in the agent's own words; [`portable_calls`](crate::portable_calls) has it in
/// portable ones.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnCall {
    /// The agent's id of the call, where it has one.
    pub id: Option<String>,
    /// The agent's name of the tool.
    pub tool: String,
    /// What it is called with.
    pub input: Map<String, Value>,
    /// What came of it, once it is over: text as it is, anything else as compact JSON, uncut.
    pub result: Option<String>,
}

/// Where in its hook JSON an agent says what lifecycle hooks are told. Each is a list of ways from the
/// top, `a/b` for `b` in `a`, of which the first that leads anywhere counts.
pub(crate) struct Keys {
    pub(crate) session: &'static [&'static str],
    /// There for a sub-agent alone.
    pub(crate) subagent: &'static [&'static str],
    pub(crate) tool: &'static [&'static str],
    pub(crate) input: &'static [&'static str],
    pub(crate) id: &'static [&'static str],
    pub(crate) result: &'static [&'static str],
}

/// The keys that Claude Code, Codex and Qwen Code share.
pub(crate) const SHARED: Keys = Keys {
    session: &["session_id"],
    subagent: &["agent_id"],
    tool: &["tool_name"],
    input: &["tool_input"],
    id: &["tool_use_id"],
    result: &["tool_response", "error"],
};

impl Keys {
    /// The moment at this point. None where a sub-agent's loop begins or ends, where a session that
    /// began long ago only goes on after a compaction, and where the tool has no name.
    pub(crate) fn moment(&self, point: Point, payload: &Map<String, Value>) -> Option<Moment> {
        let call = match point {
            Point::SessionStart | Point::Stop if first(payload, self.subagent).is_some() => {
                return None;
            }
            Point::SessionStart if payload.get("source").is_some_and(|why| why == "compact") => {
                return None;
            }
            Point::SessionStart | Point::Stop => None,
            Point::PreToolUse | Point::PostToolUse => {
                let tool = first(payload, self.tool)?.as_str().filter(|tool| !tool.is_empty())?;
                let input = first(payload, self.input).map(fields).unwrap_or_default();
                Some(self.call(point, payload, tool, input))
            }
        };
        Some(self.of(point, payload, call))
    }

    /// The moment of a call whose tool and input the payload says in a way of its own.
    pub(crate) fn moment_of(
        &self,
        point: Point,
        payload: &Map<String, Value>,
        tool: &str,
        input: Map<String, Value>,
    ) -> Moment {
        let call = self.call(point, payload, tool, input);
        self.of(point, payload, Some(call))
    }

    fn of(&self, point: Point, payload: &Map<String, Value>, call: Option<OwnCall>) -> Moment {
        let session_id = first(payload, self.session).and_then(Value::as_str).map(str::to_owned);
        Moment { point, session_id, call }
    }

    fn call(
        &self,
        point: Point,
        payload: &Map<String, Value>,
        tool: &str,
        input: Map<String, Value>,
    ) -> OwnCall {
        let result = (point == Point::PostToolUse).then(|| first(payload, self.result)).flatten();
        OwnCall {
            id: first(payload, self.id).and_then(Value::as_str).map(str::to_owned),
            tool: tool.to_owned(),
            input,
            result: result.map(|result| match result {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            }),
        }
    }
}

/// The first value that one of the ways leads to, null not being one.
fn first<'a>(payload: &'a Map<String, Value>, ways: &[&str]) -> Option<&'a Value> {
    ways.iter().find_map(|way| {
        let mut keys = way.split('/');
        let top = payload.get(keys.next()?)?;
        keys.try_fold(top, |value, key| value.get(key)).filter(|value| !value.is_null())
    })
}

/// The fields of a tool's input, which some agents hand over as a text of JSON.
fn fields(input: &Value) -> Map<String, Value> {
    let read = |text: &String| serde_json::from_str(text).ok();
    match input {
        Value::Object(fields) => fields.clone(),
        Value::String(text) => read(text).unwrap_or_default(),
        _ => Map::new(),
    }
}
