//! LevelCode, which runs lifecycle hooks itself: ours must not run them a second time.

use serde_json::{Map, Value};
use vults_protocol::Decision;

use crate::{Adapter, Moment};

/// The name that its events have.
pub(crate) const NAME: &str = "levelcode";

/// LevelCode.
pub(crate) struct LevelCode;

impl Adapter for LevelCode {
    fn decision(&self, _payload: &Map<String, Value>, _decision: &Decision) -> Option<String> {
        None
    }

    fn moment(&self, _event: &str, _payload: &Map<String, Value>) -> Option<Moment> {
        None
    }

    fn blocked(&self, _payload: &Map<String, Value>, _reason: &str) -> Option<String> {
        None
    }
}
