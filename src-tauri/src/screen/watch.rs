//! The thread that follows the desktop.

use std::collections::HashSet;
use std::os::fd::AsFd;
use std::thread;

use anyhow::Context;
use rustix::event::{PollFd, PollFlags, poll};
use tauri::AppHandle;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::errors::ReplyError;
use x11rb::protocol::Event;
use x11rb::protocol::randr::{self, ConnectionExt as _, NotifyMask};
use x11rb::protocol::xproto::{ChangeWindowAttributesAux, ConnectionExt as _, EventMask, Window};

use super::stack::{self, Words};
use super::{Screens, layout};
use crate::area::Area;
use crate::display::Display;

/// Starts the thread. Without it the island stays where it is.
pub(super) fn start(screens: Screens, app: AppHandle) {
    let spawned = thread::Builder::new().name("vults-screen".into()).spawn(move || {
        let display = Display::connect().map_err(anyhow::Error::from);
        let watch = display.and_then(|display| Watch::new(screens, app, display));
        let ended = watch.and_then(Watch::run);
        if let Err(error) = ended {
            tracing::warn!(%error, "the screens are not followed");
        }
    });
    if let Err(error) = spawned {
        tracing::warn!(%error, "the screens are not followed");
    }
}

struct Watch {
    screens: Screens,
    app: AppHandle,
    display: Display,
    root: Window,
    words: Words,
    /// The windows whose changes are told: those that a person looks at.
    watched: HashSet<Window>,
}

/// What there is to look at again.
#[derive(Clone, Copy, Debug, Default)]
struct Due {
    layout: bool,
    stack: bool,
}

impl Watch {
    fn new(screens: Screens, app: AppHandle, display: Display) -> anyhow::Result<Watch> {
        let root = display.root().context("the display has no screen")?;
        let connection = &display.connection;
        let words = Words::new(connection)?.reply()?;
        let told = EventMask::PROPERTY_CHANGE | EventMask::STRUCTURE_NOTIFY;
        let told = ChangeWindowAttributesAux::new().event_mask(told);
        connection.change_window_attributes(root, &told)?.check()?;
        if connection.extension_information(randr::X11_EXTENSION_NAME)?.is_some() {
            let changes =
                NotifyMask::SCREEN_CHANGE | NotifyMask::CRTC_CHANGE | NotifyMask::OUTPUT_CHANGE;
            connection.randr_select_input(root, changes)?.check()?;
        }
        Ok(Watch { screens, app, display, root, words, watched: HashSet::new() })
    }

    fn run(mut self) -> anyhow::Result<()> {
        // What has changed before it was told.
        let mut due = Due { layout: true, stack: true };
        loop {
            while let Some(event) = self.display.connection.poll_for_event()? {
                self.hear(&event, &mut due);
            }
            if due.layout || due.stack {
                self.look(std::mem::take(&mut due))?;
                // Looking waits for answers, and events may have come with them.
                continue;
            }
            self.display.connection.flush()?;
            let mut sources = [
                PollFd::new(self.display.connection.stream(), PollFlags::IN),
                PollFd::from_borrowed_fd(self.screens.wake.as_fd(), PollFlags::IN),
            ];
            match poll(&mut sources, None) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            // The person has chosen another screen.
            if rustix::io::read(&*self.screens.wake, &mut [0_u8; 8]).is_ok() {
                self.screens.tell(&self.app, true);
            }
        }
    }

    fn hear(&self, event: &Event, due: &mut Due) {
        let words = &self.words;
        match event {
            Event::PropertyNotify(told) if told.window == self.root => {
                due.layout |= [words._NET_CLIENT_LIST, words._NET_WORKAREA].contains(&told.atom);
                due.stack |= [
                    words._NET_ACTIVE_WINDOW,
                    words._NET_CLIENT_LIST_STACKING,
                    words._NET_CURRENT_DESKTOP,
                ]
                .contains(&told.atom);
            }
            Event::PropertyNotify(told) => due.stack |= told.atom == words._NET_WM_STATE,
            Event::ConfigureNotify(told) if told.window == self.root => due.layout = true,
            Event::ConfigureNotify(_) | Event::MapNotify(_) | Event::UnmapNotify(_) => {
                due.stack = true;
            }
            Event::RandrScreenChangeNotify(_) | Event::RandrNotify(_) => due.layout = true,
            _ => {}
        }
    }

    fn look(&mut self, due: Due) -> Result<(), ReplyError> {
        let found = || self.screens.found.lock().clone();
        let mut now = if due.layout { layout::read(&self.display)? } else { found() };
        let areas: Vec<Area> = now.iter().map(|screen| screen.area).collect();
        let (connection, root) = (&self.display.connection, self.root);
        let seen = stack::look(connection, root, &self.words, &areas)?;
        let active = stack::active(connection, root, &self.words)?;
        self.watch(seen.iter().flatten().map(|(window, _)| *window).chain(active).collect())?;
        for (screen, seen) in now.iter_mut().zip(&seen) {
            screen.filled = seen.is_some_and(|(_, fills)| fills);
        }
        self.screens.take(&self.app, now);
        Ok(())
    }

    /// Has the server tell of these windows, and of no others. What is not there any more is no matter.
    fn watch(&mut self, windows: HashSet<Window>) -> Result<(), ReplyError> {
        let connection = &self.display.connection;
        let told = EventMask::PROPERTY_CHANGE | EventMask::STRUCTURE_NOTIFY;
        let new = windows.difference(&self.watched).map(|window| (*window, told));
        let old = self.watched.difference(&windows).map(|window| (*window, EventMask::NO_EVENT));
        for (window, told) in new.chain(old) {
            let told = ChangeWindowAttributesAux::new().event_mask(told);
            connection.change_window_attributes(window, &told)?.ignore_error();
        }
        self.watched = windows;
        Ok(())
    }
}
