//! Every other tool: known by its name alone, never shown and never answered.

use serde_json::{Map, Value};
use vults_protocol::{Answer, Decision, Event};

use crate::{Adapter, Installation, Report};

/// A tool that the wire has no kind for.
pub(crate) struct Named;

impl Adapter for Named {
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
}
