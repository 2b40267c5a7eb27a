//! What Claude Code asks permission for.

use serde_json::Value;
use vults_core::{Ask, Happening, Origin};
use vults_protocol::Event;
use vults_protocol::event::{ASK_USER_QUESTION, PERMISSION_REQUEST};

use super::plan::EXIT_PLAN_MODE;
use super::{action, call, never_asks, plan, questions, server};
use crate::{Report, whole};

/// A waiting event: a request, or back to the terminal; where the person has told Claude Code not
/// to ask, the terminal does not either, and the session is merely alive.
pub(super) fn asked(origin: Origin, event: &Event) -> Report {
    if never_asks(event) {
        return Report::Happened(origin, Happening::Seen);
    }
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
    let action = match (event.event.as_str(), call.tool()) {
        // It has been asked before, as a question, and sent to the terminal.
        (PERMISSION_REQUEST, ASK_USER_QUESTION) => return None,
        (PERMISSION_REQUEST, EXIT_PLAN_MODE) => plan::action(input)?,
        (PERMISSION_REQUEST, tool) => action::action(tool, server(event), input)?,
        // Nothing else may wait.
        _ => questions::action(input)?,
    };
    let comments = action::comments(call.tool());
    Some(Ask { call, action, comments, input: Value::Object(input.clone()) })
}
