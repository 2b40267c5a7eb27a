//! One connection of one hook: one line in, at most two short replies out (specs C6). Or of a person's
//! command that calls the island: one line in, and nothing out.

use std::io;
use std::time::Duration;

use interprocess::os::unix::uds_local_socket::tokio::Stream;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Instant, timeout};
use vults_core::{ConnectionId, Origin};
use vults_protocol::limits::{MESSAGE_BYTES, READ_MESSAGE};
use vults_protocol::{DecodeError, Reply};

use crate::handle::{Mailbox, Msg};
use crate::heard::{Ears, Heard, Said};
use crate::processes::Chain;

/// A hook hears `waiting` and one decision.
const REPLIES: usize = 2;
/// How long one reply may take to write. A hook's empty socket takes it at once.
const WRITE_REPLY: Duration = Duration::from_secs(1);
/// What is read at a time. Most events fit.
const READ_BUFFER: usize = 8 << 10;

/// What a hook sent.
#[derive(Debug)]
pub(crate) struct Delivery {
    pub(crate) heard: Heard,
    /// Who has met hooks of a project that nobody has trusted.
    pub(crate) met: Option<Box<Origin>>,
    /// The agent's process, as its hook says.
    pub(crate) pid: Option<u32>,
    /// When its line had arrived.
    pub(crate) arrived: Instant,
    pub(crate) hook: Hook,
}

/// Whether the hook that sent an event waits.
#[derive(Debug)]
pub(crate) enum Hook {
    /// It does not. Its slot is free again once the loop has seen the event, which bounds what
    /// can queue up.
    Gone { _slot: OwnedSemaphorePermit },
    /// It waits for replies; dropping their sender closes the connection.
    Waits(ConnectionId, Sender<Reply>),
}

/// The end of a waiting connection that the app did not close itself.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) connection: ConnectionId,
    /// How many replies were written whole.
    pub(crate) written: usize,
    /// Whether the hook had read all that was written when it closed.
    pub(crate) clean: bool,
}

/// Serves one connection whose peer is known to be this user.
pub(crate) async fn serve(
    stream: Stream,
    chain: Chain,
    connection: ConnectionId,
    slot: OwnedSemaphorePermit,
    ears: Ears,
    mailbox: Mailbox,
) {
    let mut stream = BufReader::with_capacity(READ_BUFFER, stream);
    let line = match timeout(READ_MESSAGE, read_line(&mut stream)).await {
        Ok(Ok(Some(line))) => line,
        Ok(Ok(None) | Err(_)) => return tracing::debug!("no whole line"),
        Err(_) => return tracing::debug!("no whole line in time"),
    };
    let arrived = Instant::now();
    let mut line = match ears.read(line, chain).await {
        Ok(Said::Event(line)) => *line,
        Ok(Said::Focus) => {
            tracing::debug!("the island is called");
            _ = mailbox.send(Msg::Called { _slot: slot });
            return;
        }
        Err(DecodeError::Version { id: Some(id) }) => {
            tracing::debug!("another version");
            // Whether it is heard changes nothing: the hook stays silent either way.
            _ = write(&mut stream, &Reply::Unsupported.encode(&id)).await;
            return;
        }
        Err(DecodeError::Version { id: None } | DecodeError::Malformed) => {
            return tracing::debug!("not a message");
        }
    };
    let (id, waits, pid) = (line.id.clone(), line.waits, line.pid);
    tracing::debug!(agent = line.agent.as_str(), name = ?line.name, waits, "event");
    let met = line.met.take();
    let heard = ears.prepare(line).await;
    let deliver = |hook| {
        _ = mailbox.send(Msg::Delivered(Box::new(Delivery { heard, met, pid, arrived, hook })));
    };
    if !waits {
        return deliver(Hook::Gone { _slot: slot });
    }
    let (sender, replies) = channel(REPLIES);
    deliver(Hook::Waits(connection, sender));
    if let Some((written, clean)) = converse(&mut stream, &id, replies).await {
        tracing::debug!(written, clean, "hook left");
        _ = mailbox.send(Msg::Ended(Ended { connection, written, clean }));
    }
}

/// The first line with its newline; none when the stream ends, or the limit is reached, before
/// one. Never holds more than a message and one buffer.
async fn read_line(stream: &mut BufReader<Stream>) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    stream.take(MESSAGE_BYTES as u64).read_until(b'\n', &mut line).await?;
    Ok(line.ends_with(b"\n").then_some(line))
}

/// Passes replies on until the app lets the hook go (none), or the hook leaves: how many replies
/// it was sent, and whether it had read them. How long a hook may stay once it has its decision is
/// the core's to say.
async fn converse(
    stream: &mut BufReader<Stream>,
    id: &str,
    mut replies: Receiver<Reply>,
) -> Option<(usize, bool)> {
    let mut written = 0;
    loop {
        tokio::select! {
            reply = replies.recv() => {
                let reply = reply?;
                if let Err(error) = write(stream, &reply.encode(id)).await {
                    tracing::debug!(%error, "reply not written");
                    return Some((written, false));
                }
                written += 1;
            }
            end = watch_end(stream) => return Some((written, end.is_ok())),
        }
    }
}

async fn write(stream: &mut BufReader<Stream>, line: &[u8]) -> io::Result<()> {
    timeout(WRITE_REPLY, stream.get_mut().write_all(line)).await?
}

/// Waits until the peer closes. `Ok` when it had read all that was written to it: a Unix socket
/// that is closed over unread bytes resets its peer instead.
///
/// What comes after the first line is ignored (VP-38), within bounds.
async fn watch_end(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<()> {
    let mut ignored = [0; 512];
    let mut budget = MESSAGE_BYTES;
    loop {
        match stream.read(&mut ignored).await? {
            0 => return Ok(()),
            read => budget = budget.saturating_sub(read),
        }
        if budget == 0 {
            return Err(io::Error::from(io::ErrorKind::InvalidData));
        }
    }
}
