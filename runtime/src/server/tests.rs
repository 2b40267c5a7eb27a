//! The server on a real socket, with time held still.

use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use interprocess::os::unix::uds_local_socket::tokio::Listener;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::sync::mpsc::{Sender, UnboundedReceiver};
use tokio::time::advance;
use vults_core::{ConnectionId, Happening};
use vults_protocol::endpoint::SocketPath;
use vults_protocol::limits::{CONNECTIONS, MESSAGE_BYTES, READ_MESSAGE};
use vults_protocol::{Decision, Reply};

use crate::claim::Claim;
use crate::connection::{Delivery, Ended, Hook};
use crate::handle::{Msg, mailbox};
use crate::heard::Heard;
use crate::testing::{MILLISECOND, ears, hold_time, is_open, is_root, settle, soon, until_closed};

/// A server on a socket of its own, without the loop: the test is the loop.
struct Server {
    inbox: UnboundedReceiver<Msg>,
    path: std::path::PathBuf,
    _claim: Claim,
    folder: tempfile::TempDir,
    _still: std::sync::mpsc::Sender<()>,
}

impl Server {
    fn start() -> Server {
        let folder = tempfile::tempdir().unwrap();
        let socket = SocketPath { folder: folder.path().join("socket"), made_by_app: true };
        let (claim, listener) = Claim::take(&socket, || {}).unwrap();
        let (sender, inbox) = mailbox();
        tokio::spawn(super::serve(Listener::try_from(listener).unwrap(), ears(), sender));
        Server { inbox, path: socket.socket(), _claim: claim, folder, _still: hold_time() }
    }

    async fn connect(&self) -> UnixStream {
        UnixStream::connect(&self.path).await.unwrap()
    }

    async fn send(&self, bytes: &[u8]) -> UnixStream {
        let mut hook = self.connect().await;
        // A server that closes a connection unread cuts the sender short.
        _ = hook.write_all(bytes).await;
        hook
    }

    /// A waiting hook, and what the loop gets to answer it with.
    async fn ask(&mut self) -> (UnixStream, ConnectionId, Sender<Reply>) {
        let hook = self.send(&line(&event(true))).await;
        match self.delivered().await.hook {
            Hook::Waits(connection, replies) => (hook, connection, replies),
            Hook::Gone { .. } => panic!("the hook does not wait"),
        }
    }

    async fn delivered(&mut self) -> Delivery {
        match soon(self.inbox.recv()).await {
            Some(Msg::Delivered(delivery)) => *delivery,
            other => panic!("{other:?}"),
        }
    }

    async fn ended(&mut self) -> Ended {
        match soon(self.inbox.recv()).await {
            Some(Msg::Ended(ended)) => ended,
            other => panic!("{other:?}"),
        }
    }

    fn heard_nothing(&mut self) {
        assert!(self.inbox.try_recv().is_err());
    }
}

fn event(wants_reply: bool) -> Value {
    json!({
        "kind": "event", "v": 8, "id": "1f-a", "agent": "claude", "event": "PermissionRequest",
        "wants_reply": wants_reply, "terminal": {},
        "payload": { "session_id": "s", "tool_name": "Bash", "tool_input": { "command": "ls" } },
    })
}

fn with(mut event: Value, name: &str, value: Value) -> Value {
    event[name] = value;
    event
}

fn line(event: &Value) -> Vec<u8> {
    format!("{event}\n").into_bytes()
}

#[tokio::test(start_paused = true)]
async fn delivers_an_event_and_closes() {
    let mut server = Server::start();
    let sent = line(&with(event(false), "event", json!("PostToolUse")));
    let mut hook = server.send(&sent).await;
    let delivery = server.delivered().await;
    let Heard::Happened(origin, Happening::ToolEnded(_)) = delivery.heard else {
        panic!("{delivery:?}")
    };
    assert_eq!(origin.key.session, "s");
    assert!(matches!(delivery.hook, Hook::Gone { .. }));
    assert_eq!(until_closed(&mut hook).await, "");
}

#[tokio::test(start_paused = true)]
async fn tells_a_waiting_hook_its_replies_in_order() {
    let mut server = Server::start();
    let (mut hook, _, replies) = server.ask().await;
    assert!(is_open(&mut hook).await);
    replies.try_send(Reply::Waiting).unwrap();
    let deny = Decision::Deny { reason: Some("not today".to_owned()) };
    replies.try_send(Reply::Decision(deny)).unwrap();
    drop(replies);
    assert_eq!(
        until_closed(&mut hook).await,
        "{\"kind\":\"waiting\",\"v\":8,\"id\":\"1f-a\"}\n\
         {\"kind\":\"decision\",\"v\":8,\"id\":\"1f-a\",\"decision\":\"deny\",\
         \"reason\":\"not today\"}\n"
    );
    settle().await;
    server.heard_nothing();
}

#[tokio::test(start_paused = true)]
async fn lets_a_hook_go_without_a_word() {
    let mut server = Server::start();
    let (mut hook, _, replies) = server.ask().await;
    drop(replies);
    assert_eq!(until_closed(&mut hook).await, "");
}

#[tokio::test(start_paused = true)]
async fn a_hook_that_may_not_wait_is_an_ordinary_event() {
    for (field, value) in [
        ("event", json!("PreToolUse")),
        ("event", json!("StatusLine")),
        ("agent", json!("other")),
        ("zeca", json!(true)),
    ] {
        let mut server = Server::start();
        let mut asks = with(event(true), field, value);
        if asks["agent"] == "other" {
            asks["agent_name"] = json!("cursor");
        }
        let mut hook = server.send(&line(&asks)).await;
        assert!(matches!(server.delivered().await.hook, Hook::Gone { .. }), "{asks}");
        assert_eq!(until_closed(&mut hook).await, "");
    }
}

#[tokio::test(start_paused = true)]
async fn answers_another_version_and_is_silent_to_everything_else() {
    let unsupported = |id: &str| format!("{}\n", json!({"kind":"unsupported","v":8,"id":id}));
    let without = |name: &str| {
        let mut fields = event(true);
        fields.as_object_mut().unwrap().remove(name);
        fields
    };
    let check = async |sent: &[u8], expected: &str| {
        let mut server = Server::start();
        let mut hook = server.send(sent).await;
        assert_eq!(until_closed(&mut hook).await, expected, "{}", String::from_utf8_lossy(sent));
        server.heard_nothing();
    };
    check(&line(&with(event(true), "v", json!(7))), &unsupported("1f-a")).await;
    check(&line(&with(event(true), "v", json!("8"))), &unsupported("1f-a")).await;
    check(&line(&json!({"v": 9, "id": "x"})), &unsupported("x")).await;
    check(&line(&without("v")), &unsupported("1f-a")).await;
    check(&line(&with(event(true), "kind", json!("decision"))), "").await;
    check(&line(&with(with(event(true), "v", json!(7)), "id", json!(1))), "").await;
    for name in ["kind", "id", "agent", "event", "wants_reply", "terminal", "payload"] {
        check(&line(&without(name)), "").await;
    }
    check(&line(&with(event(true), "agent", json!("gemini"))), "").await;
    for garbage in
        ["\n", "null\n", "[]\n", "{}\n", "{\"v\":8}\n", "GET / HTTP/1.1\r\n\r\n", "{{{\n"]
    {
        check(garbage.as_bytes(), "").await;
    }
    check(b"\xff\xfe\x00\n", "").await;
    let deep = [vec![b'['; 500_000], b"\n".to_vec()].concat();
    check(&deep, "").await;
}

#[tokio::test(start_paused = true)]
async fn a_process_of_another_user_is_not_heard() {
    if !is_root() {
        return;
    }
    let mut server = Server::start();
    // Even where the files let everyone in.
    let open = |path: &std::path::Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    open(server.folder.path(), 0o755);
    open(server.path.parent().unwrap(), 0o755);
    open(&server.path, 0o666);
    let path = server.path.clone();
    // The kernel's own call changes the user of this thread alone.
    let stranger = std::thread::spawn(move || {
        let nobody = rustix::process::Uid::from_raw(65534);
        rustix::thread::set_thread_res_uid(nobody, nobody, nobody).unwrap();
        std::os::unix::net::UnixStream::connect(path).unwrap()
    });
    let stranger = stranger.join().unwrap();
    stranger.set_nonblocking(true).unwrap();
    let mut stranger = UnixStream::from_std(stranger).unwrap();
    _ = stranger.write_all(&line(&event(true))).await;
    assert_eq!(until_closed(&mut stranger).await, "");
    server.heard_nothing();
    server.ask().await;
}

#[tokio::test(start_paused = true)]
async fn half_a_line_is_dropped_after_its_time() {
    let mut server = Server::start();
    let whole = line(&event(true));
    let mut hook = server.send(&whole[..20]).await;
    settle().await;
    advance(READ_MESSAGE - 2 * MILLISECOND).await;
    // A byte now and then buys no more time.
    hook.write_all(&whole[20..21]).await.unwrap();
    assert!(is_open(&mut hook).await);
    advance(3 * MILLISECOND).await;
    assert_eq!(until_closed(&mut hook).await, "");
    server.heard_nothing();
}

#[tokio::test(start_paused = true)]
async fn a_line_in_pieces_is_whole() {
    let mut server = Server::start();
    let mut hook = server.connect().await;
    for byte in line(&event(true)) {
        hook.write_all(&[byte]).await.unwrap();
        tokio::task::yield_now().await;
    }
    assert!(matches!(server.delivered().await.hook, Hook::Waits(..)));
}

#[tokio::test(start_paused = true)]
async fn half_a_line_and_the_end_is_no_event() {
    let mut server = Server::start();
    let mut sent = line(&event(true));
    sent.pop();
    let mut hook = server.send(&sent).await;
    hook.shutdown().await.unwrap();
    assert_eq!(until_closed(&mut hook).await, "");
    server.heard_nothing();
}

/// A line of exactly this many bytes, its newline included.
fn line_of(bytes: usize) -> Vec<u8> {
    let short = line(&with(event(false), "pad", json!("")));
    line(&with(event(false), "pad", json!("x".repeat(bytes - short.len()))))
}

#[tokio::test(start_paused = true)]
async fn a_message_is_at_most_one_mebibyte() {
    let mut server = Server::start();
    let longest = line_of(MESSAGE_BYTES);
    assert_eq!(longest.len(), MESSAGE_BYTES);
    server.send(&longest).await;
    server.delivered().await;
    for too_long in [line_of(MESSAGE_BYTES + 1), vec![b'x'; 3 * MESSAGE_BYTES]] {
        let mut hook = server.send(&too_long).await;
        assert_eq!(until_closed(&mut hook).await, "");
        server.heard_nothing();
    }
}

#[tokio::test(start_paused = true)]
async fn what_follows_the_first_line_is_ignored() {
    let mut server = Server::start();
    let mut hook = server.send(&[line(&event(true)), line(&event(true))].concat()).await;
    let Hook::Waits(_, replies) = server.delivered().await.hook else { panic!() };
    hook.write_all(b"more\nand more").await.unwrap();
    assert!(is_open(&mut hook).await);
    server.heard_nothing();
    replies.try_send(Reply::Decision(Decision::Allow)).unwrap();
    drop(replies);
    let said = until_closed(&mut hook).await;
    assert_eq!(Reply::decode(said.as_bytes()).unwrap().reply, Reply::Decision(Decision::Allow));
    // Without end it is not ignored for ever.
    let (mut hook, connection, _replies) = server.ask().await;
    for _ in 0..3 {
        _ = hook.write_all(&vec![b'x'; MESSAGE_BYTES]).await;
    }
    assert_eq!(server.ended().await.connection, connection);
}

#[tokio::test(start_paused = true)]
async fn connection_33_is_closed_at_once() {
    let mut server = Server::start();
    let mut hooks = Vec::new();
    for _ in 0..CONNECTIONS {
        hooks.push(server.connect().await);
    }
    settle().await;
    let mut one_more = server.connect().await;
    assert_eq!(until_closed(&mut one_more).await, "");
    for hook in &mut hooks {
        assert!(hook.try_read(&mut [0; 1]).is_err(), "an earlier connection was closed");
    }
    // A slot is free again as soon as its hook has left.
    hooks.pop();
    settle().await;
    server.ask().await;
}

#[tokio::test(start_paused = true)]
async fn events_that_nobody_took_yet_keep_their_slots() {
    let mut server = Server::start();
    for _ in 0..CONNECTIONS {
        server.send(&line(&event(false))).await;
    }
    settle().await;
    let mut one_more = server.send(&line(&event(false))).await;
    assert_eq!(until_closed(&mut one_more).await, "");
    assert_eq!(server.inbox.len(), CONNECTIONS);
    drop(server.delivered().await);
    server.send(&line(&event(false))).await;
    settle().await;
    assert_eq!(server.inbox.len(), CONNECTIONS);
}

#[tokio::test(start_paused = true)]
async fn a_hook_that_is_killed_ends() {
    let mut server = Server::start();
    let (hook, connection, _replies) = server.ask().await;
    drop(hook);
    let ended = server.ended().await;
    assert_eq!((ended.connection, ended.written), (connection, 0));
}

#[tokio::test(start_paused = true)]
async fn a_hook_that_read_its_reply_ends_clean() {
    let mut server = Server::start();
    let (mut hook, _, replies) = server.ask().await;
    replies.try_send(Reply::Decision(Decision::Allow)).unwrap();
    let mut reply = vec![0; Reply::Decision(Decision::Allow).encode("1f-a").len()];
    soon(hook.read_exact(&mut reply)).await.unwrap();
    drop(hook);
    let ended = server.ended().await;
    assert!(ended.clean);
    assert_eq!(ended.written, 1);
}

#[tokio::test(start_paused = true)]
async fn a_hook_that_left_its_reply_unread_does_not() {
    let mut server = Server::start();
    let (mut hook, _, replies) = server.ask().await;
    replies.try_send(Reply::Decision(Decision::Allow)).unwrap();
    soon(hook.read_exact(&mut [0; 10])).await.unwrap();
    drop(hook);
    let ended = server.ended().await;
    assert!(!ended.clean);
    assert_eq!(ended.written, 1);
}

#[tokio::test(start_paused = true)]
async fn a_reply_that_comes_after_the_hook_left_counts_as_not_written() {
    let mut server = Server::start();
    let (hook, _, replies) = server.ask().await;
    drop(hook);
    _ = replies.try_send(Reply::Decision(Decision::Allow));
    let ended = server.ended().await;
    assert_eq!(ended.written, 0);
}

#[tokio::test(start_paused = true)]
async fn a_hook_that_never_reads_holds_nothing_up() {
    let mut server = Server::start();
    // Its id comes back with every reply, and so many bytes no socket takes unread.
    let id = "i".repeat(MESSAGE_BYTES - 1000);
    let _stuck = server.send(&line(&with(event(true), "id", json!(id)))).await;
    let Hook::Waits(stuck, replies) = server.delivered().await.hook else { panic!() };
    replies.try_send(Reply::Waiting).unwrap();
    settle().await;
    let (_hook, _, _replies) = server.ask().await;
    advance(Duration::from_secs(1) + MILLISECOND).await;
    let ended = server.ended().await;
    assert_eq!((ended.connection, ended.written, ended.clean), (stuck, 0, false));
}

#[tokio::test(start_paused = true)]
async fn a_hook_that_stays_after_its_decision_is_let_go_by_the_loop() {
    let mut server = Server::start();
    let (mut hook, _, replies) = server.ask().await;
    replies.try_send(Reply::Waiting).unwrap();
    replies.try_send(Reply::Decision(Decision::Allow)).unwrap();
    advance(Duration::from_secs(60)).await;
    settle().await;
    server.heard_nothing();
    drop(replies);
    assert_eq!(until_closed(&mut hook).await.lines().count(), 2);
    server.heard_nothing();
}
