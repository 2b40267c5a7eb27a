//! What the tests of the server and of the loop share: real sockets, and time that stands still.

use std::io::{ErrorKind, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::net::UnixStream;
use tokio::sync::watch;
use tokio::task::spawn_blocking;

use crate::connect::{Listener, connect};
use crate::heard::Ears;
use crate::projects::Projects;

pub(crate) const MILLISECOND: Duration = Duration::from_millis(1);

/// Ears of no loop: nothing is paused, and of sessions they know what the test tells them.
pub(crate) fn ears() -> Ears {
    Ears::new(Projects::default(), watch::Sender::new(false).subscribe())
}

/// Keeps paused time from moving by itself, as long as it is held. Paused time jumps ahead
/// whenever all tasks wait, even for a socket, but not while a blocking task runs.
pub(crate) fn hold_time() -> Sender<()> {
    let (held, until_dropped) = channel();
    spawn_blocking(move || until_dropped.recv());
    held
}

/// Fills a listener's queue of connections, as where its program is frozen: until what is given back
/// goes.
pub(crate) fn full(listener: &UnixListener, path: &Path) -> Vec<OwnedFd> {
    rustix::net::listen(listener, 0).unwrap();
    let connected = std::iter::from_fn(|| match connect(path) {
        Ok(Listener::There(connection)) => Some(connection),
        _ => None,
    });
    connected.collect()
}

/// Whether the test can act for another user; says so where it cannot, past what the test runner
/// captures, so that nobody takes a skipped test for a passed one.
pub(crate) fn is_root() -> bool {
    let root = rustix::process::geteuid().is_root();
    if !root {
        let test = std::thread::current().name().unwrap_or_default().to_owned();
        _ = writeln!(std::io::stderr(), "skipped: {test} needs root");
    }
    root
}

/// Lets everything that can happen without time passing happen.
pub(crate) async fn settle() {
    spawn_blocking(|| std::thread::sleep(Duration::from_millis(10))).await.unwrap();
}

/// What happens without time passing; a test that would wait for ever fails instead.
pub(crate) async fn soon<T>(happens: impl Future<Output = T>) -> T {
    let patience = async {
        for _ in 0..1_000 {
            settle().await;
        }
    };
    tokio::select! {
        biased;
        happened = happens => happened,
        () = patience => panic!("it did not happen"),
    }
}

/// Everything that the app still says until it closes.
pub(crate) async fn until_closed(hook: &mut UnixStream) -> String {
    let mut said = Vec::new();
    // An app that closes over unread bytes resets the connection.
    _ = soon(hook.read_to_end(&mut said)).await;
    String::from_utf8(said).unwrap()
}

/// Whether the app has neither closed nor said anything more.
pub(crate) async fn is_open(hook: &mut UnixStream) -> bool {
    settle().await;
    matches!(hook.try_read(&mut [0; 1]), Err(error) if error.kind() == ErrorKind::WouldBlock)
}
