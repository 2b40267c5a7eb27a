//! Whether the screen is lit, and since when.

use std::time::Instant;

use vults_core::CLICK_GUARD;
use x11rb::connection::RequestConnection;
use x11rb::protocol::Event;
use x11rb::protocol::dpms::{self, ConnectionExt as _, DPMSMode};
use x11rb::protocol::screensaver::{self, ConnectionExt as _};
use x11rb::protocol::xproto::Window;
use x11rb::rust_connection::RustConnection;

use crate::clock;

/// What hides the picture: the screen saver, and the monitor's power saving. Each has the moment
/// since when it does not, or none while it does.
///
/// The server wakes the screen at the very press that a person makes in the dark, so to ask
/// whether it is lit is not enough.
#[derive(Debug)]
pub(super) struct Light {
    saver: Option<Instant>,
    monitor: Option<Instant>,
}

impl Light {
    /// The state of now; the server tells of every change.
    ///
    /// # Errors
    ///
    /// Whatever the server answers.
    pub(super) fn watch(connection: &RustConnection, root: Window) -> anyhow::Result<Light> {
        if connection.extension_information(screensaver::X11_EXTENSION_NAME)?.is_some() {
            let events = screensaver::Event::NOTIFY_MASK;
            connection.screensaver_select_input(root, events)?.check()?;
        }
        if connection.extension_information(dpms::X11_EXTENSION_NAME)?.is_some() {
            let version = connection.dpms_get_version(1, 2)?.reply()?;
            // Servers before 2021 do not tell; there only the screen saver counts.
            if (version.server_major_version, version.server_minor_version) >= (1, 2) {
                connection.dpms_select_input(dpms::EventMask::INFO_NOTIFY)?.check()?;
            }
        }
        let now = Instant::now();
        let saver = (!saver_on(connection, root)).then_some(now);
        let monitor = (!monitor_off(connection)).then_some(now);
        Ok(Light { saver, monitor })
    }

    /// Takes note of a change, and says when the light came on if this was it.
    pub(super) fn hear(&mut self, event: &Event) -> Option<Instant> {
        match event {
            Event::ScreensaverNotify(saver) => {
                // It goes on to another picture (`CYCLE`) in the dark.
                let off = [screensaver::State::OFF, screensaver::State::DISABLED];
                self.saver = off.contains(&saver.state).then(|| clock::instant_of(saver.time));
                self.saver
            }
            Event::DpmsInfoNotify(monitor) => {
                let lit = !monitor.state || monitor.power_level == DPMSMode::ON;
                self.monitor = lit.then(|| clock::instant_of(monitor.timestamp));
                self.monitor
            }
            _ => None,
        }
    }

    /// Whether a person had the time to see what was on the screen before this moment.
    pub(super) fn shone(&self, at: Instant) -> bool {
        let long = |since: Instant| at >= since + CLICK_GUARD;
        self.saver.is_some_and(long) && self.monitor.is_some_and(long)
    }
}

/// Whether the picture is hidden now. A server without these extensions never hides it.
pub(super) fn dark(connection: &RustConnection, root: Window) -> bool {
    saver_on(connection, root) || monitor_off(connection)
}

fn saver_on(connection: &RustConnection, root: Window) -> bool {
    let saver = connection.screensaver_query_info(root).ok().and_then(|it| it.reply().ok());
    saver.is_some_and(|saver| saver.state == u8::from(screensaver::State::ON))
}

fn monitor_off(connection: &RustConnection) -> bool {
    let power = connection.dpms_info().ok().and_then(|cookie| cookie.reply().ok());
    power.is_some_and(|power| power.state && power.power_level != DPMSMode::ON)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use x11rb::protocol::dpms::InfoNotifyEvent;
    use x11rb::protocol::screensaver::{NotifyEvent, State};

    use super::*;

    fn saver(state: State) -> Event {
        Event::ScreensaverNotify(NotifyEvent {
            response_type: 0,
            state,
            sequence: 0,
            time: 0,
            root: 0,
            window: 0,
            kind: screensaver::Kind::BLANKED,
            forced: false,
        })
    }

    fn monitor(power_level: DPMSMode) -> Event {
        Event::DpmsInfoNotify(InfoNotifyEvent {
            response_type: 0,
            extension: 0,
            sequence: 0,
            length: 0,
            event_type: 0,
            timestamp: 0,
            power_level,
            state: true,
        })
    }

    #[test]
    fn the_screen_is_lit_while_neither_the_saver_nor_the_monitor_hides_it() {
        #[track_caller]
        fn check(events: &[Event], expected: bool) {
            let start = Instant::now();
            let mut light = Light { saver: Some(start), monitor: Some(start) };
            for event in events {
                light.hear(event);
            }
            assert_eq!(light.shone(start + Duration::from_secs(10)), expected, "{events:?}");
        }
        check(&[], true);
        check(&[saver(State::ON)], false);
        check(&[saver(State::ON), saver(State::CYCLE)], false);
        check(&[saver(State::ON), saver(State::OFF)], true);
        check(&[saver(State::ON), saver(State::DISABLED)], true);
        check(&[monitor(DPMSMode::OFF)], false);
        check(&[monitor(DPMSMode::STANDBY), monitor(DPMSMode::ON)], true);
        // One of them does not light what the other hides.
        check(&[saver(State::ON), monitor(DPMSMode::ON)], false);
        check(&[monitor(DPMSMode::OFF), saver(State::OFF)], false);
    }

    #[test]
    fn what_was_lit_a_moment_ago_was_not_seen() {
        let start = Instant::now();
        let light = Light { saver: Some(start), monitor: Some(start + Duration::from_millis(100)) };
        assert!(!light.shone(start + Duration::from_millis(499)));
        assert!(light.shone(start + Duration::from_millis(500)));
    }
}
