//! What the person's own lifecycle hooks did, as it is shown with a session.

use serde::Serialize;

use super::{StepView, Text};
use crate::handlers::HookPoint;

/// What hooks did in a session, as far as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HooksView {
    /// What they said about what the session does now.
    pub word: Option<HookWord>,
    /// The worst of what is wrong with them by now: a hook that failed and has done well since is
    /// not counted.
    pub trouble: Option<HookTrouble>,
    /// On which calls and events they ran, the newest first. Of many, those that a person would
    /// look for are kept longer.
    pub reports: Vec<HookReport>,
    /// What is wrong with their settings, a sentence each.
    pub warnings: Vec<Text>,
}

/// What hooks said about a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum HookWord {
    /// It was blocked, for this reason; an empty one is none.
    Blocked(Text),
    /// Something for the person to know.
    Says(Text),
}

/// What can be wrong with hooks, the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum HookTrouble {
    /// One takes long.
    Slow,
    /// Their settings have a fault.
    Settings,
    /// One's time ran out.
    TimedOut,
    /// One failed, or did not start.
    Failed,
}

/// What hooks did on one call or event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HookReport {
    /// A key for the page's list, unique in its session.
    pub key: u32,
    /// When they ran.
    pub point: HookPoint,
    /// The call.
    pub step: Option<StepView>,
    /// Why it was blocked, in the hooks' words, which may be none; `None` of one that was not.
    pub blocked: Option<Text>,
    /// What they had to add for the person.
    pub context: Option<Text>,
    /// Which ones ran, in order.
    pub runs: Vec<HookRun>,
    /// How many more ran that are not listed.
    pub more: u32,
}

/// One run of one hook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HookRun {
    /// Its command, on one line.
    pub label: Text,
    /// How long it ran, in milliseconds.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub duration_ms: u64,
    /// Whether that is long.
    pub slow: bool,
    /// How it ended.
    pub end: HookEnd,
}

/// How a hook's run ended. Whatever is neither of the first two let the tool run all the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum HookEnd {
    /// Well.
    Proceeded,
    /// It blocked the call.
    Blocked,
    /// With this exit code.
    Failed(i32),
    /// By a signal.
    Signalled,
    /// By its time limit.
    TimedOut,
    /// It never started, for this reason.
    NotStarted(Text),
}
