//! The agent's hook JSON, read without building what never travels: some agents send megabytes of
//! what a tool returned.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use vults_protocol::limits::INPUT_VALUES;

use crate::failure::Failure;
use crate::reduce::{DROPPED, OF_RESPONSE};

/// The object on stdin, after a byte order mark (VP-14), without what never travels (VP-21, VP-22).
///
/// # Errors
///
/// [`Failure::NotAnObject`] for anything else, and for a kept text that is not UTF-8;
/// [`Failure::TooManyValues`] beyond [`INPUT_VALUES`].
pub fn read_payload(bytes: &[u8]) -> Result<Map<String, Value>, Failure> {
    read(bytes, Place::Top)
}

/// The object on stdin with all that it holds, for the person's own handlers.
///
/// # Errors
///
/// As [`read_payload`].
pub fn read_whole(bytes: &[u8]) -> Result<Map<String, Value>, Failure> {
    read(bytes, Place::Kept)
}

fn read(bytes: &[u8], place: Place) -> Result<Map<String, Value>, Failure> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let count = Cell::new(0);
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let payload = Part { place, count: &count }.deserialize(&mut json);
    match payload.and_then(|payload| json.end().map(|()| payload)) {
        Ok(Value::Object(fields)) => Ok(fields),
        Err(_) if count.get() > INPUT_VALUES => Err(Failure::TooManyValues),
        _ => Err(Failure::NotAnObject),
    }
}

/// Which part of a payload is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// All of it.
    Top,
    /// `tool_response`.
    Response,
    /// What is kept as it is.
    Kept,
}

impl Place {
    /// What lies under this key; none where it is dropped.
    fn under(self, key: &str) -> Option<Place> {
        match self {
            Place::Top if DROPPED.contains(&key) => None,
            Place::Top if key == "tool_response" => Some(Place::Response),
            Place::Response => OF_RESPONSE.contains(&key).then_some(Place::Kept),
            Place::Top | Place::Kept => Some(Place::Kept),
        }
    }
}

/// Reads one value, and counts it.
#[derive(Clone, Copy)]
struct Part<'a> {
    place: Place,
    count: &'a Cell<usize>,
}

impl<'de> DeserializeSeed<'de> for Part<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Value, D::Error> {
        self.count.set(self.count.get() + 1);
        if self.count.get() > INPUT_VALUES {
            return Err(D::Error::custom("too many values"));
        }
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Part<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        // A response that is all text is dropped.
        Ok(if self.place == Place::Kept { text.into() } else { Value::Null })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        if self.place != Place::Kept {
            while items.next_element::<IgnoredAny>()?.is_some() {}
            return Ok(Value::Null);
        }
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            let Some(place) = self.place.under(&key) else {
                fields.next_value::<IgnoredAny>()?;
                continue;
            };
            // Of a key that comes twice the last one counts.
            map.insert(key, fields.next_value_seed(Part { place, count: self.count })?);
        }
        Ok(Value::Object(map))
    }
}
