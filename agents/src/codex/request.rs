//! What Codex asks permission for.

use serde_json::Value;
use vults_core::{Ask, Origin};
use vults_protocol::Event;

use super::{action, call};
use crate::{Report, whole};

/// A waiting event: a request, or back to the terminal.
pub(super) fn asked(origin: Origin, event: &Event) -> Report {
    match ask(event) {
        Some(ask) => Report::Asks(origin, Box::new(ask)),
        None => Report::AsksElsewhere(origin),
    }
}

/// The request of a waiting event, where all of it is known.
fn ask(event: &Event) -> Option<Ask> {
    if !event.wants_reply || !event.may_wait() {
        return None;
    }
    let call = call(event)?;
    let input = whole::input(event)?;
    let action = action::action(call.tool(), input)?;
    let comments = action::comments(call.tool());
    Some(Ask { call, action, comments, input: Value::Object(input.clone()) })
}
