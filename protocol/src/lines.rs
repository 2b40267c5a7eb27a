//! One JSON object a line.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Map, Value};

use crate::event::TooLong;
use crate::limits::MESSAGE_BYTES;

/// The value as compact JSON with a newline. Our wire types hold only strings, numbers and
/// string-keyed maps, which always have a JSON form: what can fail is the room alone.
pub(crate) fn encode(value: &impl Serialize) -> Result<Vec<u8>, TooLong> {
    let mut line = Line(Vec::new());
    serde_json::to_writer(&mut line, value).map_err(|_| TooLong)?;
    line.write_all(b"\n").map_err(|_| TooLong)?;
    Ok(line.0)
}

/// The object of one line, or none where it is something else. Of a key that comes twice the last
/// one counts; what is nested too deep is no object.
pub(crate) fn decode_object(line: &[u8]) -> Option<Map<String, Value>> {
    match serde_json::from_slice(line).ok()? {
        Value::Object(fields) => Some(fields),
        _ => None,
    }
}

/// A line that grows up to [`MESSAGE_BYTES`] and no further.
struct Line(Vec<u8>);

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MESSAGE_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
