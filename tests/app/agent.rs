//! An agent's hook, as the app sees it: one line on the socket, and what comes back.

use std::cell::Cell;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;

use serde_json::{Value, json};

use crate::app::{App, Mark, PATIENCE, SILENCE};

/// How often a request is made anew.
const MOST_RETRIES: u32 = 2;

/// A permission request that waits.
#[derive(Debug)]
pub(crate) struct Asking {
    id: String,
    /// The number of its card: the app counts the requests.
    pub(crate) card: u64,
    lines: BufReader<UnixStream>,
}

impl Asking {
    /// Asks for a Bash command and waits until a person is asked.
    #[track_caller]
    pub(crate) fn begin(app: &App, id: &str, command: &str) -> Asking {
        Asking::begin_at(&app.socket(), &app.requests, id, command)
    }

    /// The same at the socket of an app that has had so many requests. On a busy machine a card
    /// may not be drawn in time; then the app lets the hook go, as it should, and the agent asks
    /// anew. That is said, and more than twice it is a fault.
    #[track_caller]
    pub(crate) fn begin_at(socket: &Path, requests: &Cell<u64>, id: &str, command: &str) -> Asking {
        for again in 0..=MOST_RETRIES {
            requests.set(requests.get() + 1);
            let mut asking = Asking::send(socket, requests.get(), id, command);
            if let Some(waiting) = asking.line() {
                assert_eq!(waiting, json!({"kind": "waiting", "v": 8, "id": id}));
                return asking;
            }
            eprintln!("retry {again}: the card of {id} was not drawn in time");
            std::thread::sleep(SILENCE);
        }
        panic!("the app does not ask a person");
    }

    /// Only sends the request.
    fn send(socket: &Path, card: u64, id: &str, command: &str) -> Asking {
        let event = json!({
            "kind": "event", "v": 8, "id": id, "agent": "claude", "event": "PermissionRequest",
            "wants_reply": true,
            "terminal": {"cwd": "/home/ada/weather"},
            "payload": {
                "session_id": format!("session-{id}"), "cwd": "/home/ada/weather",
                "hook_event_name": "PermissionRequest", "permission_mode": "default",
                "tool_name": "Bash",
                "tool_input": {"command": command, "description": "Does what the test asks for"},
            },
        });
        let mut stream = UnixStream::connect(socket).expect("the app listens");
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(format!("{event}\n").as_bytes()).unwrap();
        Asking { id: id.to_owned(), card, lines: BufReader::new(stream) }
    }

    /// What the person decided: `allow` or `deny`, or none when the app let the hook go.
    #[track_caller]
    pub(crate) fn decision(mut self) -> Option<String> {
        let reply = self.line()?;
        assert_eq!(reply["kind"], "decision");
        assert_eq!(reply["id"], self.id.as_str());
        Some(reply["decision"].as_str().unwrap().to_owned())
    }

    /// Nobody has decided, and the hook still waits.
    #[track_caller]
    pub(crate) fn assert_waits(&mut self) {
        self.lines.get_ref().set_read_timeout(Some(SILENCE)).unwrap();
        let mut line = String::new();
        match self.lines.read_line(&mut line) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            other => panic!("the hook got {other:?}: {line}"),
        }
        self.lines.get_ref().set_read_timeout(Some(PATIENCE)).unwrap();
    }

    fn line(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.lines.read_line(&mut line).expect("the app answers in time");
        (!line.is_empty()).then(|| serde_json::from_str(&line).unwrap())
    }
}

/// This request's card in front with an active Allow, long enough on screen for a click to count.
#[track_caller]
pub(crate) fn ready(app: &App, asking: &Asking) -> Mark {
    let drawn = |mark: &Mark| mark.is_about(asking) && mark.button("allow").is_some();
    let card = app.wait_for("card_drawn", drawn);
    guard();
    card
}

/// Lets the time pass in which a click counts for nothing.
pub(crate) fn guard() {
    std::thread::sleep(std::time::Duration::from_millis(550));
}
