//! One request from its line to its end: a real socket, the real core, time held still.

mod answers;
mod hooks;
mod views;

use std::fs;
use std::time::Duration;

use interprocess::os::unix::uds_local_socket::tokio::Listener;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::{Instant, advance};
use vults_core::{CLICK_GUARD, CardView, Choice, Content, Drawn, DrawnCard, View};
use vults_protocol::endpoint::SocketPath;
use vults_protocol::limits::{APP_DECISION, CARD_DRAWN};

use super::*;
use crate::claim::Claim;
use crate::frames::FRAME;
use crate::handle::{Handle, Mailbox, mailbox};
use crate::processes::Chain;
use crate::server;
use crate::testing::{MILLISECOND, ears, hold_time, is_open, settle, soon, until_closed};
use crate::trust_list::TrustList;
use crate::trusted_hooks::TrustStore;

const WAITING: &str = "{\"kind\":\"waiting\",\"v\":8,\"id\":\"1f-a\"}\n";
const ALLOW: &str = "{\"kind\":\"decision\",\"v\":8,\"id\":\"1f-a\",\"decision\":\"allow\"}\n";
const DENY: &str = "{\"kind\":\"decision\",\"v\":8,\"id\":\"1f-a\",\"decision\":\"deny\"}\n";

const DENIED: Choice = Choice::Deny { words: None };

/// A window that draws nothing by itself: the test draws.
struct Window(UnboundedSender<View>);

impl Shell for Window {
    fn show(&mut self, view: View) {
        _ = self.0.send(view);
    }

    fn quit(&mut self) {}
}

struct App {
    handle: Handle,
    mailbox: Mailbox,
    shown: UnboundedReceiver<View>,
    view: View,
    socket: std::path::PathBuf,
    folder: TempDir,
    _claim: Claim,
    done: JoinHandle<()>,
    _still: std::sync::mpsc::Sender<()>,
}

impl App {
    fn start() -> App {
        let folder = tempfile::tempdir().unwrap();
        let socket = SocketPath { folder: folder.path().join("socket"), made_by_app: true };
        let (claim, listener) = Claim::take(&socket, || {}).unwrap();
        let (sender, inbox) = mailbox();
        let handle = Handle::new(sender.clone(), Reports::default());
        let (window, shown) = unbounded_channel();
        let data = folder.path().join("data");
        let trusted = data.clone();
        let (to_loop, mailbox) = (sender.clone(), sender.clone());
        let done = tokio::spawn(async move {
            let mut window = Window(window);
            let shown = Shown::default();
            let mut stores = Stores {
                record: DecisionRecord::start(data.clone()),
                rules: RuleStore::start(data.clone(), shown.clone(), to_loop.clone()),
                sessions: SessionStore::start(data, to_loop),
            };
            let reports = Reports::default();
            let store = TrustStore::new(&trusted);
            let list = TrustList::start(store.clone(), shown.clone(), &mailbox);
            let settings = vults_lifecycle_hooks::Places::default();
            let hooks = HookLooks::new(&mailbox, store, list, settings);
            let main_loop =
                MainLoop::new(&mut stores, shown, &mut window, reports, hooks, &mailbox);
            let listener = Listener::try_from(listener).unwrap();
            tokio::spawn(server::serve(listener, main_loop.ears(), mailbox));
            main_loop.run(Ok(()), inbox).await;
            stores.finish();
        });
        App {
            handle,
            mailbox: sender,
            shown,
            view: View::default(),
            socket: socket.socket(),
            folder,
            _claim: claim,
            done,
            _still: hold_time(),
        }
    }

    async fn send(&self, event: &Value) -> UnixStream {
        let mut hook = UnixStream::connect(&self.socket).await.unwrap();
        hook.write_all(format!("{event}\n").as_bytes()).await.unwrap();
        hook
    }

    /// A hook that asks, and its card.
    async fn ask(&mut self, command: &str) -> (UnixStream, CardView) {
        let hook = self.send(&request("s", command)).await;
        (hook, self.card().await)
    }

    /// The card in front, once there is one.
    async fn card(&mut self) -> CardView {
        self.until(|view| view.front.is_some()).await.front.unwrap()
    }

    /// The first view from now on of which this holds.
    async fn until(&mut self, holds: impl Fn(&View) -> bool) -> View {
        for _ in 0..1_000 {
            if holds(&self.view) {
                return self.view.clone();
            }
            self.pass_frame().await;
        }
        panic!("it was not shown");
    }

    /// Lets the next view come: views come a frame apart.
    async fn pass_frame(&mut self) {
        advance(FRAME).await;
        settle().await;
        while let Ok(view) = self.shown.try_recv() {
            self.view = view;
        }
    }

    /// The window has drawn what it was shown, all of the card in front included.
    fn draw(&self) {
        let front = self.view.front.as_ref().map(|card| DrawnCard {
            card: card.id,
            binding: card.binding.clone(),
            whole: true,
        });
        let queued = self.view.queue.iter().map(|entry| entry.card).collect();
        self.handle.drawn(Drawn { revision: self.view.revision, queued, front });
    }

    /// Draws and lets the guard pass.
    async fn draw_and_wait(&self, hook: &mut UnixStream) {
        self.draw();
        assert_eq!(hear(hook).await, WAITING);
        advance(CLICK_GUARD).await;
        settle().await;
    }

    fn click(&self, card: &CardView, choice: Choice) {
        let now = Instant::now().into_std();
        self.handle.act(now, now, card.id, card.binding.clone(), choice);
    }

    /// Ends the loop: the outcomes that were recorded.
    async fn outcomes(self) -> Vec<String> {
        self.handle.quit();
        self.done.await.unwrap();
        let text = fs::read_to_string(self.folder.path().join("data/decisions.jsonl"));
        let outcome = |line: &str| {
            let line: Value = serde_json::from_str(line).unwrap();
            line["outcome"].as_str().unwrap().to_owned()
        };
        text.unwrap_or_default().lines().map(outcome).collect()
    }
}

fn request(session: &str, command: &str) -> Value {
    json!({
        "kind": "event", "v": 8, "id": "1f-a", "agent": "claude", "event": "PermissionRequest",
        "wants_reply": true, "terminal": { "cwd": "/home/me/project" },
        "payload": {
            "hook_event_name": "PermissionRequest", "session_id": session,
            "cwd": "/home/me/project", "tool_name": "Bash", "tool_input": { "command": command },
        },
    })
}

fn ended(session: &str, command: &str) -> Value {
    let mut event = request(session, command);
    event["event"] = json!("PostToolUse");
    event["payload"]["hook_event_name"] = json!("PostToolUse");
    event["wants_reply"] = json!(false);
    event
}

/// The next thing that the app says, read as a hook reads it.
async fn hear(hook: &mut UnixStream) -> String {
    let mut line = Vec::new();
    loop {
        line.push(soon(hook.read_u8()).await.unwrap());
        if line.ends_with(b"\n") {
            return String::from_utf8(line).unwrap();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn allow_and_deny_reach_the_hook() {
    for (choice, reply, outcome) in [(Choice::Allow, ALLOW, "allowed"), (DENIED, DENY, "denied")] {
        let mut app = App::start();
        let (mut hook, card) = app.ask("cargo test").await;
        app.draw_and_wait(&mut hook).await;
        app.click(&card, choice);
        assert_eq!(hear(&mut hook).await, reply);
        drop(hook);
        app.until(|view| view.outcome.is_some() && view.front.is_none()).await;
        assert_eq!(app.outcomes().await, [outcome]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_click_counts_once() {
    let mut app = App::start();
    let (mut hook, card) = app.ask("cargo test").await;
    app.draw_and_wait(&mut hook).await;
    app.click(&card, DENIED);
    app.click(&card, Choice::Allow);
    app.click(&card, DENIED);
    assert_eq!(hear(&mut hook).await, DENY);
    assert!(is_open(&mut hook).await);
    drop(hook);
    settle().await;
    assert_eq!(app.outcomes().await, ["denied"]);
}

#[tokio::test(start_paused = true)]
async fn reply_in_the_terminal_closes_without_a_decision() {
    let mut app = App::start();
    let (mut hook, card) = app.ask("cargo test").await;
    app.draw_and_wait(&mut hook).await;
    app.click(&card, Choice::ReplyInTerminal);
    assert_eq!(until_closed(&mut hook).await, "");
    assert_eq!(app.outcomes().await, ["released"]);
}

#[tokio::test(start_paused = true)]
async fn a_card_that_is_not_drawn_in_time_goes_back() {
    let mut app = App::start();
    let mut hook = app.send(&request("s", "cargo test")).await;
    settle().await;
    advance(CARD_DRAWN - MILLISECOND).await;
    assert!(is_open(&mut hook).await);
    advance(2 * MILLISECOND).await;
    assert_eq!(until_closed(&mut hook).await, "");
    app.until(|view| view.front.is_none() && view.queue.is_empty()).await;
    assert_eq!(app.outcomes().await, ["not_drawn"]);
}

#[tokio::test(start_paused = true)]
async fn a_card_that_nobody_answers_goes_back() {
    let mut app = App::start();
    let (mut hook, card) = app.ask("cargo test").await;
    app.draw();
    assert_eq!(hear(&mut hook).await, WAITING);
    // Showing it has taken a few frames.
    advance(APP_DECISION - Duration::from_secs(1)).await;
    assert!(is_open(&mut hook).await);
    advance(Duration::from_secs(1)).await;
    assert_eq!(until_closed(&mut hook).await, "");
    app.click(&card, Choice::Allow);
    settle().await;
    assert_eq!(app.outcomes().await, ["expired"]);
}

#[tokio::test(start_paused = true)]
async fn a_card_leaves_with_its_hook() {
    let mut app = App::start();
    let (mut hook, card) = app.ask("cargo test").await;
    app.draw_and_wait(&mut hook).await;
    drop(hook);
    settle().await;
    app.click(&card, Choice::Allow);
    app.until(|view| view.front.is_none()).await;
    assert_eq!(app.outcomes().await, ["withdrawn"]);
}

#[tokio::test(start_paused = true)]
async fn a_click_as_the_hook_leaves_never_counts_as_allowed() {
    let mut app = App::start();
    let (mut hook, card) = app.ask("cargo test").await;
    app.draw_and_wait(&mut hook).await;
    // The loop hears of the click first, the hook is already gone.
    app.click(&card, Choice::Allow);
    drop(hook);
    app.until(|view| view.front.is_none()).await;
    assert_eq!(app.outcomes().await, ["allowed", "too_late"]);
}

#[tokio::test(start_paused = true)]
async fn a_clean_end_before_the_decision_is_too_late() {
    let mut app = App::start();
    let connection = ConnectionId(1_000);
    let (sender, mut replies) = tokio::sync::mpsc::channel(2);
    let ears = ears();
    let line = ears
        .read(request("s", "cargo test").to_string().into_bytes(), Chain::default())
        .await
        .unwrap()
        .event();
    let (heard, arrived) = (ears.prepare(line).await, Instant::now());
    let hook = Hook::Waits(connection, sender);
    app.mailbox
        .send(Msg::Delivered(Box::new(Delivery { heard, pid: None, met: None, arrived, hook })))
        .unwrap();
    let card = app.card().await;
    app.draw();
    assert_eq!(soon(replies.recv()).await, Some(Reply::Waiting));
    advance(CLICK_GUARD).await;
    // The connection has seen the hook leave, in good order; the click overtakes its message.
    drop(replies);
    app.click(&card, Choice::Allow);
    app.mailbox.send(Msg::Ended(Ended { connection, written: 1, clean: true })).unwrap();
    settle().await;
    assert_eq!(app.outcomes().await, ["allowed", "too_late"]);
}

#[tokio::test(start_paused = true)]
async fn a_decision_that_the_hook_did_not_read_is_too_late() {
    let mut app = App::start();
    let (mut hook, card) = app.ask("cargo test").await;
    app.draw_and_wait(&mut hook).await;
    app.click(&card, Choice::Allow);
    // All but the last byte: the hook died before it had told its agent.
    soon(hook.read_exact(&mut vec![0; ALLOW.len() - 1])).await.unwrap();
    drop(hook);
    settle().await;
    assert_eq!(app.outcomes().await.last().unwrap(), "too_late");
}

#[tokio::test(start_paused = true)]
async fn a_frozen_hook_is_too_late_after_a_second() {
    let mut app = App::start();
    let (mut hook, card) = app.ask("cargo test").await;
    app.draw_and_wait(&mut hook).await;
    app.click(&card, DENIED);
    settle().await;
    advance(Duration::from_secs(1) + MILLISECOND).await;
    settle().await;
    // What it says it was told it must not obey: the connection is closed.
    assert_eq!(until_closed(&mut hook).await, DENY);
    assert_eq!(app.outcomes().await.last().unwrap(), "too_late");
}

#[tokio::test(start_paused = true)]
async fn answered_in_the_terminal_the_card_leaves() {
    let mut app = App::start();
    let (mut hook, _) = app.ask("cargo test").await;
    app.draw_and_wait(&mut hook).await;
    app.send(&ended("s", "cargo test")).await;
    assert_eq!(until_closed(&mut hook).await, "");
    app.until(|view| view.front.is_none()).await;
    assert_eq!(app.outcomes().await, ["answered_in_terminal"]);
}

#[tokio::test(start_paused = true)]
async fn a_large_card_travels_apart_from_its_view() {
    let mut app = App::start();
    let mut event = request("s", "x");
    event["payload"]["tool_name"] = json!("Write");
    let content = format!("{}\n", "x".repeat(899)).repeat(1_000);
    let whole = json!({ "file_path": "/nowhere/a.txt", "content": content });
    let cut =
        json!({ "file_path": "/nowhere/a.txt", "content": format!("{}…", &content[..1_997]) });
    event["payload"]["tool_input"] = cut;
    event["input"] = whole;
    // However long it takes to prepare, no time passes: the next view is due already.
    for _ in 0..2 {
        app.pass_frame().await;
    }
    let mut hook = app.send(&event).await;
    app.view = soon(app.shown.recv()).await.unwrap();
    let card = app.card().await;
    assert!(serde_json::to_string(&app.view).unwrap().len() < 2_000);
    let Content::Files { added, .. } = &*card.content else { panic!("files") };
    assert_eq!(*added, 1_000);
    app.draw_and_wait(&mut hook).await;
    app.click(&card, Choice::Allow);
    assert_eq!(hear(&mut hook).await, ALLOW);
}

#[tokio::test(start_paused = true)]
async fn each_hook_gets_the_answer_to_its_own_card() {
    let mut app = App::start();
    let (mut first, first_card) = app.ask("first").await;
    let mut second = app.send(&request("t", "second")).await;
    app.until(|view| view.queue.len() == 2).await;
    app.draw();
    assert_eq!(hear(&mut second).await, WAITING);
    app.draw_and_wait(&mut first).await;
    app.click(&first_card, DENIED);
    assert_eq!(hear(&mut first).await, DENY);
    drop(first);
    let second_card =
        app.until(|view| view.front.as_ref().is_some_and(|c| c.id != first_card.id)).await.front;
    let second_card = second_card.unwrap();
    app.draw();
    settle().await;
    advance(CLICK_GUARD).await;
    app.click(&second_card, Choice::Allow);
    assert_eq!(hear(&mut second).await, ALLOW);
    drop(second);
    settle().await;
    assert_eq!(app.outcomes().await, ["denied", "allowed"]);
}

#[tokio::test(start_paused = true)]
async fn no_bytes_are_ever_answered() {
    let mut app = App::start();
    let whole = format!("{}\n", request("s", "rm -rf x"));
    // A plain generator: the same bytes in every run.
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut waited = 0;
    for round in 0..50 {
        let mut hooks = Vec::new();
        for changes in 1..=8 {
            let mut bytes = whole.clone().into_bytes();
            for _ in 0..changes / 2 {
                let at = next() as usize % bytes.len();
                match next() % 3 {
                    0 => bytes[at] = next() as u8,
                    1 => drop(bytes.drain(at..(at + next() as usize % 40).min(bytes.len()))),
                    _ => bytes.insert(at, next() as u8),
                }
                bytes.push(b'\n');
            }
            let mut hook = UnixStream::connect(&app.socket).await.unwrap();
            _ = hook.write_all(&bytes).await;
            hooks.push((hook, bytes));
        }
        // Each card is drawn whole for long enough to be answered, and nobody does.
        app.until(|view| !view.queue.is_empty()).await;
        app.pass_frame().await;
        app.draw();
        settle().await;
        advance(2 * CLICK_GUARD).await;
        for (mut hook, bytes) in hooks {
            _ = hook.shutdown().await;
            let said = until_closed(&mut hook).await;
            waited += usize::from(said == WAITING);
            assert!(
                said.is_empty()
                    || said.starts_with(r#"{"kind":"waiting""#) && said.lines().count() == 1
                    || said.starts_with(r#"{"kind":"unsupported""#),
                "{said}: {}",
                String::from_utf8_lossy(&bytes)
            );
        }
        app.until(|view| view.queue.is_empty()).await;
        assert!(waited > round, "no card came of a whole request");
    }
    let answers = ["allowed", "denied", "released"];
    assert!(!app.outcomes().await.iter().any(|outcome| answers.contains(&outcome.as_str())));
}

#[tokio::test(start_paused = true)]
async fn quit_lets_every_hook_go() {
    let mut app = App::start();
    let (mut hook, _) = app.ask("cargo test").await;
    app.draw();
    assert_eq!(hear(&mut hook).await, WAITING);
    app.handle.quit();
    assert_eq!(until_closed(&mut hook).await, "");
}
