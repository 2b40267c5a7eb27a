//! Every other tool: known by its name alone, never shown and never answered.

use vults_protocol::Decision;

use crate::Adapter;

/// A tool that the wire has no kind for.
pub(crate) struct Named;

impl Adapter for Named {
    fn decision(&self, _decision: &Decision) -> Option<String> {
        None
    }
}
