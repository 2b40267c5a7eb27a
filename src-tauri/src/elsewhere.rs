//! Whether a person is typing in another window. Keys are listened to for a moment and only when
//! it is asked for; which they are is not looked at, but whether they write.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::Event;
use x11rb::protocol::xinput::{self, ConnectionExt as _, XIEventMask};
use x11rb::protocol::xproto::{ConnectionExt as _, KeyButMask, Window};

use crate::display::Display;

/// With one of them held a key is a command, as a key binding is that has called the island.
const COMMANDS: [KeyButMask; 3] = [KeyButMask::CONTROL, KeyButMask::MOD1, KeyButMask::MOD4];

/// Whether a key that writes is pressed within this time. It takes as long, or less.
///
/// A server that cannot tell of keys at all (without XInput) has nobody type; one that fails to has
/// somebody: the keyboard then stays with them.
pub(crate) fn types_within(time: Duration) -> bool {
    let typed = Display::connect().map_err(anyhow::Error::from).and_then(|it| listen(&it, time));
    typed.unwrap_or_else(|error| {
        tracing::warn!(%error, "no keys are heard");
        true
    })
}

fn listen(display: &Display, time: Duration) -> anyhow::Result<bool> {
    let connection = &display.connection;
    let root = display.root().context("there is no screen")?;
    if connection.extension_information(xinput::X11_EXTENSION_NAME)?.is_none() {
        return Ok(false);
    }
    connection.xinput_xi_query_version(2, 2)?.reply()?;
    let told = xinput::EventMask {
        deviceid: u16::from(xinput::Device::ALL_MASTER),
        mask: vec![XIEventMask::RAW_KEY_PRESS],
    };
    connection.xinput_xi_select_events(root, &[told])?.check()?;
    let modifiers: HashSet<u8> =
        connection.get_modifier_mapping()?.reply()?.keycodes.into_iter().collect();
    let end = Instant::now() + time;
    loop {
        while let Some(event) = connection.poll_for_event()? {
            let Event::XinputRawKeyPress(key) = event else { continue };
            let modifier = u8::try_from(key.detail).is_ok_and(|code| modifiers.contains(&code));
            if !modifier && !is_command(connection, root)? {
                return Ok(true);
            }
        }
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(false);
        }
        let left = Timespec::try_from(left)?;
        let mut source = [PollFd::new(connection.stream(), PollFlags::IN)];
        match poll(&mut source, Some(&left)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

fn is_command(connection: &impl Connection, root: Window) -> anyhow::Result<bool> {
    let held = connection.query_pointer(root)?.reply()?.mask;
    Ok(COMMANDS.into_iter().any(|key| held.contains(key)))
}
