//! What Claude Code asks permission for.

use serde_json::Value;
use vults_core::{Ask, Happening, Origin};
use vults_protocol::Event;
use vults_protocol::event::{ASK_USER_QUESTION, PERMISSION_REQUEST};

use super::{action, call, never_asks, server};
use crate::{Report, whole};

/// Tools whose question is not whether they may run: no card with Allow would answer it.
const NOT_A_PERMISSION: [&str; 2] = [ASK_USER_QUESTION, "ExitPlanMode"];

/// A waiting event: a request, or back to the terminal; where the person has told Claude Code not
/// to ask, the terminal does not either, and the session is merely alive.
pub(super) fn asked(origin: Origin, event: &Event) -> Report {
    if event.event == PERMISSION_REQUEST && never_asks(event) {
        return Report::Happened(origin, Happening::Seen);
    }
    match ask(event) {
        Some(ask) => Report::Asks(origin, Box::new(ask)),
        None => Report::AsksElsewhere(origin),
    }
}

/// The request of a waiting event, where all of it is known.
fn ask(event: &Event) -> Option<Ask> {
    let asks = event.wants_reply && event.may_wait() && event.event == PERMISSION_REQUEST;
    if !asks {
        return None;
    }
    let call = call(event).filter(|call| !NOT_A_PERMISSION.contains(&call.tool()))?;
    let input = whole::input(event)?;
    let action = action::action(call.tool(), server(event), input)?;
    Some(Ask { call, action, input: Value::Object(input.clone()) })
}
