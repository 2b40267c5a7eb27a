//! LevelCode, which runs lifecycle hooks itself: ours must not run them a second time.

use serde_json::{Map, Value};
use vults_protocol::{Answer, Decision, Event};

use crate::{Adapter, Installation, Moment, Report};

/// LevelCode.
pub(crate) struct LevelCode;

impl Adapter for LevelCode {
    fn report(&self, _event: &Event, _waits: bool) -> Option<Report> {
        None
    }

    fn installation(&self) -> Option<&'static Installation> {
        None
    }

    fn decision(&self, _payload: &Map<String, Value>, _decision: &Decision) -> Option<String> {
        None
    }

    fn answers(&self, _payload: &Map<String, Value>, _answers: &[Answer]) -> Option<String> {
        None
    }

    fn moment(&self, _event: &str, _payload: &Map<String, Value>) -> Option<Moment> {
        None
    }

    fn blocked(&self, _payload: &Map<String, Value>, _reason: &str) -> Option<String> {
        None
    }
}
