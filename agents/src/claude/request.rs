//! What Claude Code asks permission for.

use serde_json::{Map, Value};
use vults_core::{Action, ConnectionId, Happening, Input, Origin, Request};
use vults_protocol::Event;
use vults_protocol::event::PERMISSION_REQUEST;

use super::{call, never_asks};
use crate::whole;

/// The tool that runs a command.
pub(super) const BASH: &str = "Bash";

/// A waiting event: a card, or back to the terminal; where the person has told Claude Code not to
/// ask, the terminal does not either, and the session is merely alive.
pub(super) fn asked(origin: Origin, connection: ConnectionId, event: &Event) -> Input {
    if event.event == PERMISSION_REQUEST && never_asks(event) {
        return Input::Happened(origin, Happening::Seen);
    }
    match request(event) {
        Some(request) => Input::Asked(origin, connection, request),
        None => Input::AskedElsewhere(origin, connection),
    }
}

/// The request of a waiting event, where a card can show all of it.
fn request(event: &Event) -> Option<Request> {
    let asks = event.wants_reply && event.may_wait() && event.event == PERMISSION_REQUEST;
    if !asks {
        return None;
    }
    let call = call(event).filter(|call| call.tool() == BASH)?;
    let input = whole::input(event)?;
    Some(Request { call, action: command(input)?, input: Value::Object(input.clone()) })
}

/// A command with every field that changes what runs. Fields that we do not know may, so all of
/// them are facts.
fn command(input: &Map<String, Value>) -> Option<Action> {
    let command = input.get("command")?.as_str().filter(|command| !command.trim().is_empty())?;
    let description = input.get("description").and_then(Value::as_str);
    let facts = input
        .iter()
        .filter(|(name, _)| match name.as_str() {
            "command" => false,
            "description" => description.is_none(),
            _ => true,
        })
        .map(|(name, value)| (name.clone(), value.to_string()))
        .collect();
    Some(Action::Command {
        command: command.to_owned(),
        description: description.map(str::to_owned),
        facts,
    })
}
