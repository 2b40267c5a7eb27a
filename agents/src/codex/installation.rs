//! How our hooks stand in Codex's `hooks.json`.
//!
//! Codex runs a hook once its person has reviewed it, and asks again after any change of its
//! command, its timeout or its place. So nothing here changes from one release to the next without
//! need: each change costs every person a review.

use vults_protocol::AgentKind;
use vults_protocol::event::{PERMISSION_REQUEST, POST_TOOL_USE, PRE_TOOL_USE};

use super::review;
use crate::{Entry, Installation, Reads};

/// A person decides meanwhile.
const PERSON_S: u32 = 120;
/// The person's own handlers may run there.
const HANDLERS_S: u32 = 60;
/// Nobody is waited for.
const TOLD_S: u32 = 5;
/// The most that Codex grants where a turn or a session is cut short. It warns of more.
const CUT_SHORT_S: u32 = 3;

/// Only events that the app uses (specs C8).
pub(super) static INSTALLATION: Installation = Installation {
    agent: AgentKind::Codex,
    name: super::NAME,
    program: "codex",
    folder_variable: "CODEX_HOME",
    folder: ".codex",
    file: "hooks.json",
    entries: &[
        entry("SessionStart", HANDLERS_S),
        entry("UserPromptSubmit", TOLD_S),
        entry(PRE_TOOL_USE, HANDLERS_S),
        entry(PERMISSION_REQUEST, PERSON_S),
        entry(POST_TOOL_USE, HANDLERS_S),
        entry("SubagentStart", TOLD_S),
        entry("SubagentStop", TOLD_S),
        entry("Stop", HANDLERS_S),
        entry("Interrupt", CUT_SHORT_S),
        entry("PreCompact", TOLD_S),
        entry("PostCompact", TOLD_S),
        entry("SessionEnd", CUT_SHORT_S),
    ],
    status_line: false,
    reads: Reads::JsonAlone,
    switches: None,
    trust: None,
    review: Some(review::REVIEW),
};

const fn entry(event: &'static str, timeout_s: u32) -> Entry {
    Entry { event, matcher: None, ask: false, timeout_s }
}
