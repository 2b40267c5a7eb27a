//! Which agent an event comes from.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::limits::AGENT_NAME_CHARS;

/// The agents the wire has a kind for (seed 002, "agent").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AgentKind {
    /// Claude Code.
    Claude,
    /// Codex CLI.
    Codex,
    /// OpenCode, through our plugin.
    Opencode,
    /// Qwen Code.
    Qwen,
    /// GitHub Copilot CLI.
    Copilot,
    /// Any other tool; it carries a name and never gets a card.
    Other,
}

impl AgentKind {
    /// Every kind, in the order of the seed.
    pub const ALL: [AgentKind; 6] = [
        AgentKind::Claude,
        AgentKind::Codex,
        AgentKind::Opencode,
        AgentKind::Qwen,
        AgentKind::Copilot,
        AgentKind::Other,
    ];

    /// The kind's word on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            AgentKind::Claude => "claude",
            AgentKind::Codex => "codex",
            AgentKind::Opencode => "opencode",
            AgentKind::Qwen => "qwen",
            AgentKind::Copilot => "copilot",
            AgentKind::Other => "other",
        }
    }
}

/// The name of a tool that has no kind of its own: 1 to 24 of `a-z`, `0-9` and `-` (VP-11).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AgentName(String);

impl AgentName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A name that no agent may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an agent name is 1 to 24 of a-z, 0-9 and -, and not a reserved word")]
pub struct BadAgentName;

impl FromStr for AgentName {
    type Err = BadAgentName;

    fn from_str(name: &str) -> Result<Self, BadAgentName> {
        let allowed = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        // `gemini` has had no kind since version 7, but old hooks may still send it.
        let reserved = name == "gemini" || AgentKind::ALL.iter().any(|kind| kind.as_str() == name);
        let fits = (1..=AGENT_NAME_CHARS).contains(&name.len()) && name.bytes().all(allowed);
        if fits && !reserved { Ok(AgentName(name.to_owned())) } else { Err(BadAgentName) }
    }
}

impl TryFrom<String> for AgentName {
    type Error = BadAgentName;

    fn try_from(name: String) -> Result<Self, BadAgentName> {
        name.parse()
    }
}

impl From<AgentName> for String {
    fn from(name: AgentName) -> String {
        name.0
    }
}

/// Who sent an event: a kind, or another tool by its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Agent {
    /// Claude Code.
    Claude,
    /// Codex CLI.
    Codex,
    /// OpenCode.
    Opencode,
    /// Qwen Code.
    Qwen,
    /// GitHub Copilot CLI.
    Copilot,
    /// Another tool.
    Other(AgentName),
}

impl Agent {
    /// The agent's kind on the wire.
    pub fn kind(&self) -> AgentKind {
        match self {
            Agent::Claude => AgentKind::Claude,
            Agent::Codex => AgentKind::Codex,
            Agent::Opencode => AgentKind::Opencode,
            Agent::Qwen => AgentKind::Qwen,
            Agent::Copilot => AgentKind::Copilot,
            Agent::Other(_) => AgentKind::Other,
        }
    }

    /// The name behind `other`, else none.
    pub fn name(&self) -> Option<&AgentName> {
        match self {
            Agent::Other(name) => Some(name),
            _ => None,
        }
    }

    /// The agent of a kind and a name as they stand on the wire; none where they do not fit
    /// together.
    pub fn from_wire(kind: AgentKind, name: Option<AgentName>) -> Option<Agent> {
        match (kind, name) {
            (AgentKind::Claude, None) => Some(Agent::Claude),
            (AgentKind::Codex, None) => Some(Agent::Codex),
            (AgentKind::Opencode, None) => Some(Agent::Opencode),
            (AgentKind::Qwen, None) => Some(Agent::Qwen),
            (AgentKind::Copilot, None) => Some(Agent::Copilot),
            (AgentKind::Other, Some(name)) => Some(Agent::Other(name)),
            _ => None,
        }
    }
}

impl FromStr for Agent {
    type Err = BadAgentName;

    /// Reads a `--agent` value: a kind's word, or another tool's name (VP-10).
    fn from_str(word: &str) -> Result<Self, BadAgentName> {
        match word {
            "claude" => Ok(Agent::Claude),
            "codex" => Ok(Agent::Codex),
            "opencode" => Ok(Agent::Opencode),
            "qwen" => Ok(Agent::Qwen),
            "copilot" => Ok(Agent::Copilot),
            other => other.parse().map(Agent::Other),
        }
    }
}
