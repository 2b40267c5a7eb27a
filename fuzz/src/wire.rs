//! The socket's two readers.

use vults_protocol::limits::MESSAGE_BYTES;
use vults_protocol::{Event, Reply};

/// Any line from a hook: what is read as an event says the same when it is written again.
pub fn event(line: &[u8]) {
    let Ok(event) = Event::decode(line) else { return };
    let Ok(written) = event.encode() else {
        assert!(line.len() > MESSAGE_BYTES / 8, "a short event does not fit");
        return;
    };
    assert!(written.len() <= MESSAGE_BYTES);
    assert_one_line(&written);
    let Ok(again) = Event::decode(&written) else { panic!("an event of ours is not read") };
    // All but numbers, whose last digit may change.
    assert_eq!(again.id, event.id);
    assert_eq!(again.agent, event.agent);
    assert_eq!(again.event, event.event);
    assert_eq!(again.terminal, event.terminal);
    assert_eq!(again.may_wait(), event.may_wait());
    assert!(again.payload.keys().eq(event.payload.keys()));
    assert_eq!(again.input.is_some(), event.input.is_some());
}

/// Any line from an app: what is read as a reply says the same when it is written again.
pub fn reply(line: &[u8]) {
    let Some(addressed) = Reply::decode(line) else { return };
    let written = addressed.reply.encode(&addressed.id);
    assert_one_line(&written);
    assert_eq!(Reply::decode(&written), Some(addressed));
}

/// A line has one line break, at its end.
pub(crate) fn assert_one_line(line: &[u8]) {
    assert_eq!(line.iter().position(|&byte| byte == b'\n'), Some(line.len() - 1));
}
