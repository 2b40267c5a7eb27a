//! What a hook tells the app.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::agent::{Agent, AgentKind, AgentName};
use crate::message::Message;
use crate::{VERSION, lines};

/// The event that asks for a permission, under the name every agent's entry gives it.
pub const PERMISSION_REQUEST: &str = "PermissionRequest";
/// The event before a tool runs.
pub const PRE_TOOL_USE: &str = "PreToolUse";
/// The event after a tool ran.
pub const POST_TOOL_USE: &str = "PostToolUse";
/// Claude Code's status line (VP-27).
pub const STATUS_LINE: &str = "StatusLine";
/// What the user's own lifecycle hooks did (specs D7); fire and forget.
pub const LIFECYCLE_HOOKS: &str = "LifecycleHooks";
/// The tool with which an agent asks the person a question.
pub const ASK_USER_QUESTION: &str = "AskUserQuestion";

/// One event of one agent (specs C4).
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Unique for each message, opaque.
    pub id: String,
    /// Who sends it.
    pub agent: Agent,
    /// The agent's own name for it.
    pub event: String,
    /// Whether the hook waits for a reply.
    pub wants_reply: bool,
    /// Whether it comes from the chat's own agent, which the island never shows.
    pub zeca: bool,
    /// Where the agent runs.
    pub terminal: Terminal,
    /// The agent's hook JSON, reduced (VP-20 to VP-27).
    pub payload: Map<String, Value>,
    /// The tool's whole input, on a waiting event whose `payload` lost a part of it (VP-28).
    pub input: Option<Value>,
}

/// Where an agent runs. All of it is a claim of the sender.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terminal {
    /// The agent's working folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// The agent's process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
    /// The variables that identify the terminal, as far as they are set.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
}

impl Event {
    /// Whether this event may wait for a reply at all (specs C5). The app declines every event
    /// that waits against this rule, and so does a hook before it asks.
    pub fn may_wait(&self) -> bool {
        let tool = self.payload.get("tool_name").and_then(Value::as_str);
        !self.zeca && may_wait(self.agent.kind(), &self.event, tool)
    }
}

/// The table of specs C5 for an entry installed with `--ask`: may an event of this kind, name and
/// tool wait?
pub fn may_wait(kind: AgentKind, event: &str, tool: Option<&str>) -> bool {
    match event {
        PERMISSION_REQUEST => kind != AgentKind::Other,
        PRE_TOOL_USE => {
            matches!(kind, AgentKind::Claude | AgentKind::Opencode)
                && tool == Some(ASK_USER_QUESTION)
        }
        _ => false,
    }
}

/// The wire form: fields in the order they are written.
#[derive(Serialize)]
struct Encoded<'a> {
    kind: &'static str,
    v: u32,
    id: &'a str,
    agent: AgentKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent_name: Option<&'a AgentName>,
    event: &'a str,
    wants_reply: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    zeca: bool,
    terminal: &'a Terminal,
    payload: &'a Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<&'a Value>,
}

#[derive(Deserialize)]
struct Decoded {
    id: String,
    agent: AgentKind,
    #[serde(default)]
    agent_name: Option<AgentName>,
    event: String,
    wants_reply: bool,
    #[serde(default)]
    zeca: bool,
    terminal: Terminal,
    payload: Map<String, Value>,
    #[serde(default)]
    input: Option<Value>,
}

/// Why a line was not an event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// An object of another version (VP-30).
    #[error("a message of another version")]
    Version {
        /// The message's id, to answer `unsupported` with; none when it had no usable one.
        id: Option<String>,
    },
    /// Anything else; such a connection is closed without a word.
    #[error("not a message of this protocol")]
    Malformed,
}

/// A message that would pass [`crate::limits::MESSAGE_BYTES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the message is longer than one mebibyte")]
pub struct TooLong;

impl Event {
    /// The event as one line, its newline included.
    ///
    /// # Errors
    ///
    /// [`TooLong`] when the line would pass [`crate::limits::MESSAGE_BYTES`].
    pub fn encode(&self) -> Result<Vec<u8>, TooLong> {
        lines::encode(&Encoded {
            kind: "event",
            v: VERSION,
            id: &self.id,
            agent: self.agent.kind(),
            agent_name: self.agent.name(),
            event: &self.event,
            wants_reply: self.wants_reply,
            zeca: self.zeca,
            terminal: &self.terminal,
            payload: &self.payload,
            input: self.input.as_ref(),
        })
    }

    /// Reads an event from one line; the newline may be there or not.
    ///
    /// Unknown fields are ignored, a missing required one is malformed (VP-39). Required is all
    /// but `agent_name`, `zeca`, `input` and the parts of `terminal`.
    ///
    /// # Errors
    ///
    /// [`DecodeError::Version`] for an object of another version, [`DecodeError::Malformed`] for
    /// everything else that is no event.
    pub fn decode(line: &[u8]) -> Result<Event, DecodeError> {
        match Message::decode(line)? {
            Message::Event(event) => Ok(*event),
            Message::Focus => Err(DecodeError::Malformed),
        }
    }

    /// Reads an event from the fields of a message of that kind.
    pub(crate) fn from_fields(fields: Map<String, Value>) -> Result<Event, DecodeError> {
        // A derived reader would take a list for an object, and an object for an enum's word.
        let shaped = fields.get("agent").is_some_and(Value::is_string)
            && fields.get("terminal").is_some_and(Value::is_object);
        if !shaped {
            return Err(DecodeError::Malformed);
        }
        let raw: Decoded =
            serde_json::from_value(Value::Object(fields)).map_err(|_| DecodeError::Malformed)?;
        let agent = Agent::from_wire(raw.agent, raw.agent_name).ok_or(DecodeError::Malformed)?;
        Ok(Event {
            id: raw.id,
            agent,
            event: raw.event,
            wants_reply: raw.wants_reply,
            zeca: raw.zeca,
            terminal: raw.terminal,
            payload: raw.payload,
            input: raw.input,
        })
    }
}
