//! Every other tool: known by its name alone, and never answered.

use serde_json::{Map, Value};
use vults_core::{ConnectionId, Input};
use vults_protocol::{AgentName, Answer, Decision, Event};

use crate::Adapter;

/// A tool that the wire has no kind for.
pub(crate) struct Named {
    word: &'static str,
    name: &'static str,
}

/// Those that we know by more than the word on the wire.
static KNOWN: [Named; 4] = [
    Named { word: "antigravity", name: "Antigravity" },
    Named { word: "cursor", name: "Cursor" },
    Named { word: "droid", name: "Factory Droid" },
    Named { word: "kimi", name: "Kimi Code" },
];

static UNKNOWN: Named = Named { word: "", name: "Another tool" };

/// The tool of this name.
pub(crate) fn named(name: &AgentName) -> &'static Named {
    KNOWN.iter().find(|known| known.word == name.as_str()).unwrap_or(&UNKNOWN)
}

impl Adapter for Named {
    fn name(&self) -> &str {
        self.name
    }

    /// Nothing yet, so nothing of it is shown and its own terminal asks.
    fn inputs(&self, _event: &Event, _connection: Option<ConnectionId>) -> Vec<Input> {
        Vec::new()
    }

    fn decision(&self, _decision: &Decision) -> Option<String> {
        None
    }

    fn answers(&self, _payload: &Map<String, Value>, _answers: &[Answer]) -> Option<String> {
        None
    }
}
