//! Every other tool: known by its name alone, never shown and never answered.

use serde_json::{Map, Value};
use vults_protocol::Decision;

use crate::Adapter;

/// A tool that the wire has no kind for.
pub(crate) struct Named;

impl Adapter for Named {
    fn decision(&self, _payload: &Map<String, Value>, _decision: &Decision) -> Option<String> {
        None
    }
}
