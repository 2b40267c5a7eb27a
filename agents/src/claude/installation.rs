//! How our hooks stand in Claude Code's settings.

use vults_protocol::AgentKind;
use vults_protocol::event::{ASK_USER_QUESTION, PERMISSION_REQUEST, POST_TOOL_USE, PRE_TOOL_USE};

use super::trust;
use crate::{Entry, Installation, Reads, Switches, Trust};

/// A person decides meanwhile.
const PERSON_S: u32 = 120;
/// The person's own handlers may run there.
const HANDLERS_S: u32 = 60;
/// Nobody is waited for.
const TOLD_S: u32 = 5;

/// Only events that the app uses, and none whose silence changes what Claude Code does
/// (specs C8).
pub(super) static INSTALLATION: Installation = Installation {
    agent: AgentKind::Claude,
    name: super::NAME,
    program: "claude",
    folder_variable: "CLAUDE_CONFIG_DIR",
    folder: ".claude",
    file: "settings.json",
    entries: &[
        entry("SessionStart", HANDLERS_S),
        entry("UserPromptSubmit", TOLD_S),
        entry(PRE_TOOL_USE, HANDLERS_S),
        // A person answers meanwhile. The entry before it is for every tool, so for this one too.
        Entry {
            event: PRE_TOOL_USE,
            matcher: Some(ASK_USER_QUESTION),
            ask: true,
            timeout_s: PERSON_S,
        },
        entry(PERMISSION_REQUEST, PERSON_S),
        entry(POST_TOOL_USE, HANDLERS_S),
        entry("PostToolUseFailure", HANDLERS_S),
        entry("Notification", TOLD_S),
        entry("SubagentStart", TOLD_S),
        entry("SubagentStop", TOLD_S),
        entry("Stop", HANDLERS_S),
        entry("StopFailure", HANDLERS_S),
        entry("PreCompact", TOLD_S),
        entry("PostCompact", TOLD_S),
        entry("SessionEnd", TOLD_S),
    ],
    status_line: true,
    reads: Reads::Json,
    switches: Some(Switches {
        all_off: "disableAllHooks",
        project_files: &[".claude/settings.json", ".claude/settings.local.json"],
        managed_folder: "/etc/claude-code",
        managed_file: "managed-settings.json",
        managed_more: "managed-settings.d",
        managed_only: "allowManagedHooksOnly",
    }),
    trust: Some(Trust { memory: ".claude.json", trusts: trust::trusts, sessions: "sessions" }),
    review: None,
};

const fn entry(event: &'static str, timeout_s: u32) -> Entry {
    Entry { event, matcher: None, ask: false, timeout_s }
}
