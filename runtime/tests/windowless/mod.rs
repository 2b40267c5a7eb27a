//! An app without a window, on a socket of its own.
#![allow(clippy::unwrap_used, dead_code)]

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

use serde_json::json;
use tempfile::TempDir;
use vults_core::{ApprovalsView, CardView, Drawn, DrawnCard, View};
use vults_protocol::endpoint::SocketPath;
use vults_runtime::{Opened, Places, Running, Shell, open};

/// What a window was told.
#[derive(Clone, Debug)]
pub(crate) enum Seen {
    Shown(Box<View>),
    Approvals(Arc<ApprovalsView>),
    Called,
    Quit,
}

/// A window that only remembers.
struct Recorder {
    seen: Arc<Mutex<Vec<Seen>>>,
    changed: std::sync::mpsc::Sender<i32>,
}

impl Recorder {
    fn see(&mut self, seen: Seen) {
        self.seen.lock().unwrap().push(seen);
        _ = self.changed.send(rustix::thread::gettid().as_raw_nonzero().get());
    }
}

impl Shell for Recorder {
    fn show(&mut self, view: View) {
        self.see(Seen::Shown(Box::new(view)));
    }

    fn approvals(&mut self, view: Arc<ApprovalsView>) {
        self.see(Seen::Approvals(view));
    }

    fn focus(&mut self) {
        self.see(Seen::Called);
    }

    fn quit(&mut self) {
        self.see(Seen::Quit);
    }
}

/// A running app (or, before [`App::run`], one that has only opened its socket).
pub(crate) struct App<R = Running> {
    pub(crate) places: Places,
    pub(crate) seen: Arc<Mutex<Vec<Seen>>>,
    running: R,
    changed: Option<Receiver<i32>>,
    folder: TempDir,
}

impl App<Opened> {
    pub(crate) fn open() -> App<Opened> {
        App::open_in(tempfile::tempdir().unwrap())
    }

    pub(crate) fn open_in(folder: TempDir) -> App<Opened> {
        let socket = SocketPath { folder: folder.path().join("socket"), made_by_app: true };
        let places = Places {
            socket,
            data: folder.path().join("data"),
            config: folder.path().join("config"),
        };
        let running = open(&places).unwrap();
        App { places, seen: Arc::default(), running, changed: None, folder }
    }

    pub(crate) fn run(self) -> App {
        let (sender, changed) = channel();
        let shell = Recorder { seen: Arc::clone(&self.seen), changed: sender };
        App {
            places: self.places,
            seen: self.seen,
            running: self.running.run(shell),
            changed: Some(changed),
            folder: self.folder,
        }
    }

    pub(crate) fn into_parts(self) -> (Opened, TempDir) {
        (self.running, self.folder)
    }
}

impl App {
    pub(crate) fn start() -> App {
        App::open().run()
    }

    /// Draws the card in front as soon as there is one.
    pub(crate) fn draw(&self) -> CardView {
        let view = self.until(|view| view.front.is_some());
        let card = view.front.unwrap();
        let front = DrawnCard { card: card.id, binding: card.binding.clone(), whole: true };
        let queued = vec![card.id];
        self.handle().drawn(Drawn { revision: view.revision, queued, front: Some(front) });
        card
    }

    pub(crate) fn start_in(folder: TempDir) -> App {
        App::open_in(folder).run()
    }

    pub(crate) fn handle(&self) -> vults_runtime::Handle {
        self.running.handle()
    }

    pub(crate) fn approvals(&self) -> vults_runtime::Approvals {
        self.running.approvals()
    }

    /// Waits until the window has been told of rules of which this holds.
    pub(crate) fn until_approvals(&self, holds: impl Fn(&ApprovalsView) -> bool) {
        let told = |seen: &Seen| matches!(seen, Seen::Approvals(view) if holds(view));
        while !self.seen.lock().unwrap().iter().any(told) {
            self.changed.as_ref().unwrap().recv().unwrap();
        }
    }

    /// The loop's thread, once it has shown something.
    pub(crate) fn thread(&self) -> i32 {
        self.changed.as_ref().unwrap().recv().unwrap()
    }

    /// The first view of which this holds, from what was shown last on.
    pub(crate) fn until(&self, holds: impl Fn(&View) -> bool) -> View {
        loop {
            let view = self.last_view();
            if holds(&view) {
                return view;
            }
            self.changed.as_ref().unwrap().recv().unwrap();
        }
    }

    /// How often the window was called, once it was as often as this.
    pub(crate) fn until_called(&self, times: usize) -> usize {
        let called =
            || self.seen.lock().unwrap().iter().filter(|it| matches!(it, Seen::Called)).count();
        while called() < times {
            self.changed.as_ref().unwrap().recv().unwrap();
        }
        called()
    }

    /// What was shown last.
    pub(crate) fn last_view(&self) -> View {
        let seen = self.seen.lock().unwrap();
        let view = |seen: &Seen| match seen {
            Seen::Shown(view) => Some(View::clone(view)),
            Seen::Approvals(_) | Seen::Called | Seen::Quit => None,
        };
        seen.iter().rev().find_map(view).unwrap_or_default()
    }

    /// Sends one event and waits until the app has closed its connection.
    pub(crate) fn send(&self, line: &[u8]) {
        self.send_all(&[line]);
    }

    /// Sends events at the same time and waits until the app has closed all their connections.
    pub(crate) fn send_all(&self, lines: &[&[u8]]) {
        let send = |line: &&[u8]| {
            let mut hook = self.connect();
            hook.write_all(line).unwrap();
            hook
        };
        let hooks: Vec<UnixStream> = lines.iter().map(send).collect();
        for mut hook in hooks {
            assert_eq!(until_closed(&mut hook), "");
        }
    }

    /// Ends the app and gives its folder back.
    pub(crate) fn quit(self) -> TempDir {
        self.running.handle().quit();
        self.join()
    }

    /// Waits for the end of the app and gives its folder back.
    pub(crate) fn join(self) -> TempDir {
        self.running.join();
        self.folder
    }
}

impl<R> App<R> {
    pub(crate) fn connect(&self) -> UnixStream {
        UnixStream::connect(self.places.socket.socket()).unwrap()
    }
}

/// Everything that the app still says, once it has closed.
pub(crate) fn until_closed(hook: &mut UnixStream) -> String {
    let mut said = Vec::new();
    // Closed over unread bytes it is a reset.
    _ = hook.read_to_end(&mut said);
    String::from_utf8(said).unwrap()
}

pub(crate) fn ordinary_event() -> Vec<u8> {
    event("PostToolUse", false)
}

pub(crate) fn waiting_event() -> Vec<u8> {
    event("PermissionRequest", true)
}

fn event(name: &str, wants_reply: bool) -> Vec<u8> {
    let event = json!({
        "kind": "event", "v": 8, "id": "1f-a", "agent": "claude", "event": name,
        "wants_reply": wants_reply, "terminal": { "cwd": "/home/me/project" },
        "payload": {
            "hook_event_name": name, "session_id": "s", "cwd": "/home/me/project",
            "tool_name": "Bash", "tool_input": { "command": "ls" },
        },
    });
    format!("{event}\n").into_bytes()
}
