//! Every figure of the protocol, once (seed 002, table "Limits"; specs C1).

use std::time::Duration;

/// One message: a line of JSON, its newline included.
pub const MESSAGE_BYTES: usize = 1 << 20;

/// Hook: an agent's input. More is read to its end and not kept.
pub const INPUT_BYTES: usize = 16 << 20;
/// Hook: values in an agent's input at any depth, beside what never travels (VP-21, VP-22). A
/// message holds no more, since each takes two bytes at least; in memory each may take a few
/// hundred.
pub const INPUT_VALUES: usize = MESSAGE_BYTES / 2;

/// Hook: how long connecting may take.
pub const CONNECT: Duration = Duration::from_millis(300);
/// Hook: an event that wants no reply, from start to exit, reading stdin excluded.
pub const NO_REPLY_TOTAL: Duration = Duration::from_secs(2);
/// Hook: how long until `waiting` or the reply is heard, from the moment it connects.
pub const HEAR_WAITING: Duration = Duration::from_secs(2);
/// Hook: how long it waits for a decision, from its start.
pub const HOOK_DECISION: Duration = Duration::from_secs(110);

/// App: how long a card may take until it is drawn.
pub const CARD_DRAWN: Duration = Duration::from_millis(800);
/// App: how long a person has to decide, from the event's arrival; under [`HOOK_DECISION`], so that
/// the card is gone before its hook (VP-35). A hook whose input came slowly may leave earlier all
/// the same. What protects then is that an answer counts only when the hook has closed the
/// connection in good order.
pub const APP_DECISION: Duration = Duration::from_secs(108);
/// App: how long reading one message may take.
pub const READ_MESSAGE: Duration = Duration::from_secs(5);
/// App: connections at the same time; the next one is closed at once (VP-06).
pub const CONNECTIONS: usize = 32;
/// App: connections that may wait for a person at the same time (specs C8).
pub const WAITING_CONNECTIONS: usize = 24;
/// App: requests of one session that may wait at the same time (specs C8).
pub const WAITING_PER_SESSION: usize = 4;

/// A string of the payload, in bytes, the ellipsis of a cut one included (VP-23).
pub const STRING_BYTES: usize = 2_000;
/// Lines of a `structuredPatch`, over all its hunks (VP-22).
pub const PATCH_LINES: usize = 400;
/// The patch of Codex's `apply_patch` in a `PostToolUse`, in bytes (VP-24).
pub const CODEX_PATCH_BYTES: usize = 64 << 10;
/// A string of an event that was reduced to the fields that say what happened (VP-25).
pub const LAST_RESORT_STRING_BYTES: usize = 200;
/// A person's words that go with a deny, in bytes (specs C9).
pub const REASON_BYTES: usize = 2_000;
/// The name of another tool, in characters (VP-11).
pub const AGENT_NAME_CHARS: usize = 24;
