//! The socket server: who may connect, and how many at a time (VP-04, VP-06).

use std::sync::Arc;
use std::time::Duration;

use interprocess::local_socket::traits::StreamCommon;
use interprocess::local_socket::traits::tokio::Listener as _;
use interprocess::os::unix::uds_local_socket::tokio::{Listener, Stream};
use tokio::sync::Semaphore;
use vults_core::ConnectionId;
use vults_protocol::limits::CONNECTIONS;

use crate::connection;
use crate::handle::Mailbox;
use crate::heard::Ears;
use crate::processes;

/// How long to wait after a connection could not be accepted, as when files have run out.
const ACCEPT_AGAIN: Duration = Duration::from_millis(100);

/// Accepts connections for as long as it is polled.
pub(crate) async fn serve(listener: Listener, ears: Ears, mailbox: Mailbox) {
    let user = rustix::process::geteuid().as_raw();
    let slots = Arc::new(Semaphore::new(CONNECTIONS));
    let mut last = 0;
    // Said once, not for each: a flood must not become one of the log.
    let mut full = false;
    loop {
        let stream = match listener.accept().await {
            Ok(stream) => stream,
            Err(error) => {
                tracing::warn!(%error, "no connection accepted");
                tokio::time::sleep(ACCEPT_AGAIN).await;
                continue;
            }
        };
        let Some(peer) = peer_of(&stream, user) else {
            tracing::warn!("a process of another user was refused");
            continue;
        };
        let Ok(slot) = Arc::clone(&slots).try_acquire_owned() else {
            if !std::mem::replace(&mut full, true) {
                tracing::warn!("too many connections: new ones are closed");
            }
            continue;
        };
        full = false;
        last += 1;
        // Right away: a hook that does not wait is gone in a moment.
        let chain = processes::above(peer);
        let (ears, mailbox) = (ears.clone(), mailbox.clone());
        tokio::spawn(connection::serve(stream, chain, ConnectionId(last), slot, ears, mailbox));
    }
}

/// The process at the other end, if it is this user's; zero where the system does not say which.
fn peer_of(stream: &Stream, user: u32) -> Option<u32> {
    let peer = stream.peer_creds().ok()?;
    let pid = peer.pid().and_then(|pid| pid.try_into().ok()).unwrap_or_default();
    (peer.euid() == Some(user)).then_some(pid)
}

#[cfg(test)]
mod tests;
