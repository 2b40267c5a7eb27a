//! Lines that change: the types cross to the page as JSON and are exported to TypeScript.

mod lines;

use serde::Serialize;

pub(crate) use self::lines::{between, patched, replaced};
use crate::view::Text;

/// Lines that change, with a few around them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DiffView {
    /// How many lines come in.
    pub added: u32,
    /// How many go.
    pub removed: u32,
    /// The places, from the top.
    pub hunks: Vec<HunkView>,
}

/// One place of a diff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HunkView {
    /// The number of its first line before the change, from 1; 0 where it is not known.
    pub before: u32,
    /// The number of its first line after it, from 1; 0 where it is not known.
    pub after: u32,
    /// Its lines.
    pub lines: Vec<LineView>,
}

/// One line of a diff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LineView {
    /// What becomes of it.
    pub change: LineChange,
    /// The line, without its end.
    pub text: Text,
}

/// What becomes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LineChange {
    /// It stays.
    Same,
    /// It comes in.
    Added,
    /// It goes.
    Removed,
}
