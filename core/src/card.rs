//! Cards: what waits for a person.

use serde::Serialize;

/// One card, unique in a run of the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CardId(#[cfg_attr(feature = "ts", ts(type = "number"))] pub u64);
