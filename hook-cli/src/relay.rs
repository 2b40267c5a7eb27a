//! One conversation with the app: connect, send, wait (specs C6).

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketAddrUnix, SocketFlags, SocketType, connect, recv,
    send, socket_with,
};
use rustix::process::Pid;
use vults_protocol::limits::{CONNECT, HEAR_WAITING, HOOK_DECISION, MESSAGE_BYTES, NO_REPLY_TOTAL};
use vults_protocol::{Addressed, Reply};

use crate::access;
use crate::failure::Failure;
use crate::process::Watch;
use crate::wait;

/// How often a full backlog is tried again.
const RETRY: Duration = Duration::from_millis(5);
const CHUNK_BYTES: usize = 16 << 10;

/// The relay's time limits (specs C1). The default is the protocol's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// For connecting.
    pub connect: Duration,
    /// For all of an event that wants no reply, from the end of stdin.
    pub no_reply: Duration,
    /// Until `waiting` or the reply, from the moment of connecting.
    pub hear_waiting: Duration,
    /// For a decision, from the relay's start.
    pub decision: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Deadlines {
            connect: CONNECT,
            no_reply: NO_REPLY_TOTAL,
            hear_waiting: HEAR_WAITING,
            decision: HOOK_DECISION,
        }
    }
}

/// A connection to an app of this user.
///
/// A decision stays in the socket, its last byte unread, until it is acknowledged. Closing a socket
/// that holds unread bytes resets the connection, so the app can tell the two ends apart: an
/// ordinary end of file means that the agent was told, a reset that it was not.
#[derive(Debug)]
pub struct Connection {
    socket: OwnedFd,
    peer: Pid,
    line: Vec<u8>,
}

impl Connection {
    /// Connects, and looks who listens before anything is written (VP-04).
    ///
    /// # Errors
    ///
    /// [`Failure::NoApp`], [`Failure::ConnectTimeout`], [`Failure::ForeignPeer`].
    pub fn open(path: &Path, until: Instant) -> Result<Connection, Failure> {
        let address = SocketAddrUnix::new(path).map_err(|_| Failure::NoApp)?;
        let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
        let socket = socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)
            .map_err(|_| Failure::Broken)?;
        loop {
            match connect(&socket, &address) {
                Ok(()) => break,
                Err(Errno::INTR) => {}
                // A full backlog: a local socket has no connection in progress to wait for.
                Err(Errno::AGAIN) if Instant::now() + RETRY < until => std::thread::sleep(RETRY),
                Err(Errno::AGAIN) => return Err(Failure::ConnectTimeout),
                // A stale socket, or the app left between the two looks.
                Err(_) => return Err(Failure::NoApp),
            }
        }
        let peer = access::peer(&socket)?;
        Ok(Connection { socket, peer, line: Vec::new() })
    }

    /// The process that listens.
    pub(crate) fn peer(&self) -> Pid {
        self.peer
    }

    /// Sends one line.
    ///
    /// # Errors
    ///
    /// [`Failure::SendTimeout`] where the app does not read, [`Failure::Declined`] where it closed.
    pub fn send(&self, line: &[u8], until: Instant) -> Result<(), Failure> {
        let mut rest = line;
        while !rest.is_empty() {
            match send(&self.socket, rest, SendFlags::NOSIGNAL) {
                Ok(count) => rest = rest.get(count..).unwrap_or_default(),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    let mut fds = [PollFd::new(&self.socket, PollFlags::OUT)];
                    if !wait::ready(&mut fds, until).map_err(|_| Failure::Broken)? {
                        return Err(Failure::SendTimeout);
                    }
                }
                // Closed at once: paused, or one connection too many (VP-06).
                Err(Errno::PIPE | Errno::CONNRESET) => return Err(Failure::Declined),
                Err(_) => return Err(Failure::Broken),
            }
        }
        Ok(())
    }

    /// Waits for the app's word on the event of this id: until `hear_by`, or until `decide_by`
    /// once it has said that a person is being asked (VP-33). Never [`Reply::Waiting`] or
    /// [`Reply::Unsupported`].
    ///
    /// # Errors
    ///
    /// Every other end, each of which means silence (VP-34).
    pub fn reply(
        &mut self,
        id: &str,
        hear_by: Instant,
        decide_by: Instant,
        watch: &Watch<'_>,
    ) -> Result<Reply, Failure> {
        let mut asked = false;
        loop {
            let (until, late) = if asked {
                (decide_by, Failure::NotDecided)
            } else {
                (hear_by.min(decide_by), Failure::NotHeard)
            };
            self.read_line(until, late, watch)?;
            let Addressed { id: whose, reply } =
                Reply::decode(&self.line).ok_or(Failure::BadReply)?;
            if whose != id {
                return Err(Failure::OtherId);
            }
            match reply {
                Reply::Waiting => {
                    asked = true;
                    self.line.clear();
                    self.consume(1)?;
                }
                Reply::Unsupported => return Err(Failure::Unsupported),
                reply => return Ok(reply),
            }
        }
    }

    /// Whether the app still stands by what it said: one that gives up on a decision hangs up, and
    /// then the decision is void although it can be read.
    ///
    /// # Errors
    ///
    /// [`Failure::Declined`] when the app closed its end, or its half of it.
    pub(crate) fn still_open(&self) -> Result<(), Failure> {
        let mut fds = [PollFd::new(&self.socket, PollFlags::RDHUP)];
        loop {
            match poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })) {
                Ok(0) => return Ok(()),
                // Ends and errors are reported without being asked for.
                Ok(_) => return Err(Failure::Declined),
                Err(Errno::INTR) => {}
                Err(_) => return Err(Failure::Broken),
            }
        }
    }

    /// Tells the app that its decision reached the agent: reads what is left and closes.
    pub(crate) fn acknowledge(self) {
        let mut chunk = [0; CHUNK_BYTES];
        // As much as a socket holds; an app that goes on writing is not listened to.
        for _ in 0..MESSAGE_BYTES / CHUNK_BYTES {
            match recv(&self.socket, &mut chunk, RecvFlags::DONTWAIT) {
                Ok((count, _)) if count > 0 => {}
                Err(Errno::INTR) => {}
                _ => return,
            }
        }
    }

    /// Collects one line into `self.line`, and leaves its newline in the socket.
    fn read_line(
        &mut self,
        until: Instant,
        late: Failure,
        watch: &Watch<'_>,
    ) -> Result<(), Failure> {
        let mut chunk = [0; CHUNK_BYTES];
        loop {
            self.wait_for_reply(until, late, watch)?;
            let seen = match recv(&self.socket, &mut chunk, RecvFlags::PEEK) {
                Ok((0, _)) => return Err(Failure::Declined),
                Ok((count, _)) => chunk.get(..count).unwrap_or_default(),
                Err(Errno::INTR | Errno::AGAIN) => continue,
                // The app died, or closed without reading the whole event.
                Err(Errno::CONNRESET) => return Err(Failure::Declined),
                Err(_) => return Err(Failure::Broken),
            };
            let end = seen.iter().position(|byte| *byte == b'\n');
            let part = seen.get(..end.unwrap_or(seen.len())).unwrap_or_default();
            if self.line.len() + part.len() >= MESSAGE_BYTES {
                return Err(Failure::ReplyTooLong);
            }
            self.line.extend_from_slice(part);
            let count = part.len();
            self.consume(count)?;
            if end.is_some() {
                return Ok(());
            }
        }
    }

    /// Takes bytes that were seen out of the socket.
    fn consume(&self, count: usize) -> Result<(), Failure> {
        let mut chunk = [0; CHUNK_BYTES];
        let mut left = count;
        while left > 0 {
            let room = chunk.get_mut(..left.min(CHUNK_BYTES)).unwrap_or_default();
            match recv(&self.socket, room, RecvFlags::empty()) {
                Ok((0, _)) => return Err(Failure::Broken),
                Ok((count, _)) => left = left.saturating_sub(count),
                Err(Errno::INTR) => {}
                Err(_) => return Err(Failure::Broken),
            }
        }
        Ok(())
    }

    /// Waits for the socket; the agent's end counts more than anything the app says.
    fn wait_for_reply(
        &self,
        until: Instant,
        late: Failure,
        watch: &Watch<'_>,
    ) -> Result<(), Failure> {
        let socket = PollFd::from_borrowed_fd(self.socket.as_fd(), PollFlags::IN);
        let mut fds: Vec<PollFd<'_>> = std::iter::once(socket).chain(watch.poll_fds()).collect();
        let broken = |_: io::Error| Failure::Broken;
        if !wait::ready(&mut fds, until).map_err(broken)? {
            return Err(late);
        }
        let agent_gone = fds.iter().skip(1).any(|fd| !fd.revents().is_empty());
        if agent_gone { Err(Failure::AgentGone) } else { Ok(()) }
    }
}
