//! What the tests of several modules begin with.

use vults_core::{Mode, SessionView, Status, Text};

/// A session of Claude Code, by the name "s".
pub(crate) fn session(status: Status) -> SessionView {
    SessionView {
        key: "s".to_owned(),
        agent: "claude".to_owned(),
        agent_name: "Claude Code".to_owned(),
        project: Text::of("weather"),
        species: 0,
        branch: None,
        status,
        since_unix_ms: 0,
        mode: Mode::Default,
        handed_back: false,
        step: None,
        subagents: 0,
        background: 0,
        cost_micro_usd: None,
        reply: None,
        hooks: None,
    }
}
