//! An agent's hook, as the app sees it: one line on the socket, and what comes back.

use std::cell::Cell;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::app::{App, Mark, PATIENCE, SILENCE, own_folders, relay};

/// How often a request is made anew.
const MOST_RETRIES: u32 = 2;

/// A tool call that an agent asks about.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    event: &'static str,
    tool: &'static str,
    input: Value,
    folder: String,
    mode: &'static str,
    session: Option<&'static str>,
}

impl Call {
    /// A call that needs a permission.
    pub(crate) fn new(tool: &'static str, input: Value) -> Call {
        let folder = "/home/ada/weather".to_owned();
        Call { event: "PermissionRequest", tool, input, folder, mode: "default", session: None }
    }

    pub(crate) fn bash(command: &str) -> Call {
        Call::new("Bash", json!({"command": command, "description": "Does what the test asks for"}))
    }

    /// A command that an agent is about to run, whether or not it asks.
    pub(crate) fn before(command: &str) -> Call {
        Call { event: "PreToolUse", ..Call::bash(command) }
    }

    pub(crate) fn plan(plan: &str) -> Call {
        let input = json!({"plan": plan, "planFilePath": "/home/ada/.claude/plans/one.md"});
        Call { mode: "plan", ..Call::new("ExitPlanMode", input) }
    }

    /// Questions, each with its options, and whether several of them may be chosen.
    pub(crate) fn questions(questions: &[(&str, &[&str], bool)]) -> Call {
        let option = |label: &&str| json!({"label": label, "description": "What it means"});
        let question = |(text, labels, several): &(&str, &[&str], bool)| {
            let options: Vec<Value> = labels.iter().map(option).collect();
            json!({"question": text, "header": "Choice", "options": options, "multiSelect": several})
        };
        let questions: Vec<Value> = questions.iter().map(question).collect();
        let call = Call::new("AskUserQuestion", json!({"questions": questions}));
        Call { event: "PreToolUse", ..call }
    }

    /// The same from an agent that works in this folder.
    pub(crate) fn inside(self, folder: &Path) -> Call {
        Call { folder: folder.to_str().unwrap().to_owned(), ..self }
    }

    /// What the agent writes to its hook.
    pub(crate) fn payload(&self, session: &str) -> Value {
        let Call { event, tool, input, folder, mode, .. } = self;
        json!({
            "session_id": session, "cwd": folder, "hook_event_name": event,
            "permission_mode": mode, "tool_name": tool, "tool_input": input,
        })
    }

    /// The same from this session; else each request is one of its own.
    pub(crate) fn of_session(self, session: &'static str) -> Call {
        Call { session: Some(session), ..self }
    }
}

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
        Asking::begin_call(app, id, &Call::bash(command))
    }

    /// The same for any call.
    #[track_caller]
    pub(crate) fn begin_call(app: &App, id: &str, call: &Call) -> Asking {
        Asking::begin_at(&app.socket(), &app.requests, id, call)
    }

    /// The same at the socket of an app that has had so many requests. On a busy machine a card
    /// may not be drawn in time; then the app lets the hook go, as it should, and the agent asks
    /// anew. That is said, and more than twice it is a fault.
    #[track_caller]
    pub(crate) fn begin_at(socket: &Path, requests: &Cell<u64>, id: &str, call: &Call) -> Asking {
        for again in 0..=MOST_RETRIES {
            requests.set(requests.get() + 1);
            let mut asking = Asking::send(socket, requests.get(), id, call);
            if let Some(waiting) = asking.line() {
                assert_eq!(waiting, json!({"kind": "waiting", "v": 8, "id": id}));
                return asking;
            }
            eprintln!("retry {again}: the card of {id} was not drawn in time");
            std::thread::sleep(SILENCE);
        }
        panic!("the app does not ask a person");
    }

    /// Sends a request for which nobody is asked, so that it gets no card.
    #[track_caller]
    pub(crate) fn unasked(app: &App, id: &str, call: &Call) -> Asking {
        Asking::send(&app.socket(), 0, id, call)
    }

    /// Only sends the request.
    fn send(socket: &Path, card: u64, id: &str, call: &Call) -> Asking {
        let Call { event, folder, session, .. } = call;
        let session = session.map_or_else(|| format!("session-{id}"), str::to_owned);
        let event = json!({
            "kind": "event", "v": 8, "id": id, "agent": "claude", "event": event,
            "wants_reply": true,
            "terminal": {"cwd": folder},
            "payload": call.payload(&session),
        });
        let mut stream = UnixStream::connect(socket).expect("the app listens");
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(format!("{event}\n").as_bytes()).unwrap();
        Asking { id: id.to_owned(), card, lines: BufReader::new(stream) }
    }

    /// What the app answers, or none when it lets the hook go.
    #[track_caller]
    pub(crate) fn reply(mut self) -> Option<Value> {
        let reply = self.line()?;
        assert_eq!(reply["id"], self.id.as_str());
        Some(reply)
    }

    /// What the person decided: `allow` or `deny`, or none when the app let the hook go.
    #[track_caller]
    pub(crate) fn decision(self) -> Option<String> {
        let reply = self.reply()?;
        assert_eq!(reply["kind"], "decision");
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

/// Tells the app of something that happened in a session, as a hook does that wants no reply.
#[track_caller]
pub(crate) fn tell(app: &App, session: &str, event: &str) {
    let event = json!({
        "kind": "event", "v": 8, "id": format!("{session}-{event}"), "agent": "claude",
        "event": event, "wants_reply": false, "terminal": {"cwd": "/home/ada/weather"},
        "payload": {
            "session_id": session, "cwd": "/home/ada/weather", "hook_event_name": event,
            "prompt": "go on", "last_assistant_message": "It is done.",
        },
    });
    let mut stream = UnixStream::connect(app.socket()).expect("the app listens");
    stream.write_all(format!("{event}\n").as_bytes()).unwrap();
}

/// A call that the real relay brings to the app: it says from which process it comes, and how a long
/// input gets there whole.
#[derive(Debug)]
pub(crate) struct Relayed(Child);

impl Relayed {
    /// Asks, and waits for nothing.
    pub(crate) fn begin(app: &App, call: &Call) -> Relayed {
        let mut relay = own_folders(&mut Command::new(relay()), app.runtime_dir())
            .args(["--agent", "claude", call.event])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the relay starts");
        let payload = call.payload("relayed").to_string();
        relay.stdin.take().unwrap().write_all(payload.as_bytes()).unwrap();
        Relayed(relay)
    }

    /// The agent ends it, as it does when its terminal has the answer.
    pub(crate) fn end(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// What the relay prints for the agent; nothing where the terminal asks.
    pub(crate) fn printed(self) -> String {
        String::from_utf8(self.0.wait_with_output().unwrap().stdout).unwrap()
    }
}

/// This request's card in front with an active Allow, long enough on screen for a click to count.
#[track_caller]
pub(crate) fn ready(app: &App, asking: &Asking) -> Mark {
    ready_with(app, asking, "allow")
}

/// The same for another button.
#[track_caller]
pub(crate) fn ready_with(app: &App, asking: &Asking, button: &str) -> Mark {
    let drawn = |mark: &Mark| mark.is_about(asking) && mark.button(button).is_some();
    let card = app.wait_for("card_drawn", drawn);
    guard();
    card
}

/// Lets the time pass in which a click counts for nothing.
pub(crate) fn guard() {
    std::thread::sleep(std::time::Duration::from_millis(550));
}
