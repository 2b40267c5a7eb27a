//! Agents whose questions stay in their terminals.

use vults_core::{ConnectionId, Input};
use vults_protocol::Event;

use crate::origin;

/// Nothing is reported of them, and a request that waits goes straight back to its terminal.
pub(crate) fn inputs(
    agent_name: &str,
    event: &Event,
    connection: Option<ConnectionId>,
) -> Vec<Input> {
    let origin = connection.filter(|_| !event.zeca).and_then(|_| origin::of(event, agent_name));
    match (origin, connection) {
        (Some(origin), Some(connection)) => vec![Input::AskedElsewhere(origin, connection)],
        _ => Vec::new(),
    }
}
