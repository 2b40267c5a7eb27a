//! What comes to the app: an event of an agent, or the wish to see the island.

use serde_json::Value;

use crate::event::{DecodeError, Event};
use crate::{VERSION, lines};

/// One message to the app.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// Something happened to an agent.
    Event(Box<Event>),
    /// A person wants the island, with the keyboard (`vults focus`). It is answered with nothing, and
    /// answers nothing.
    Focus,
}

impl Message {
    /// Reads a message from one line; the newline may be there or not.
    ///
    /// # Errors
    ///
    /// [`DecodeError::Version`] for an object of another version, [`DecodeError::Malformed`] for
    /// everything else that is no message.
    pub fn decode(line: &[u8]) -> Result<Message, DecodeError> {
        let fields = lines::decode_object(line).ok_or(DecodeError::Malformed)?;
        if fields.get("v").and_then(Value::as_u64) != Some(VERSION.into()) {
            let id = fields.get("id").and_then(Value::as_str).map(str::to_owned);
            return Err(DecodeError::Version { id });
        }
        match fields.get("kind").and_then(Value::as_str) {
            Some("event") => {
                Event::from_fields(fields).map(|event| Message::Event(Box::new(event)))
            }
            Some("focus") => Ok(Message::Focus),
            _ => Err(DecodeError::Malformed),
        }
    }

    /// The wish to see the island as one line, its newline included. An app that does not know it
    /// closes the connection.
    pub fn focus() -> Vec<u8> {
        format!("{{\"kind\":\"focus\",\"v\":{VERSION}}}\n").into_bytes()
    }
}
