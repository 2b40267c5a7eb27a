//! The Wayland compositor, on a connection of our own: what it can do, asked in a bounded time.

use std::io;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType, connect, socket_with};
use wayland_client::protocol::wl_callback::{self, WlCallback};
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::{Connection, Dispatch, QueueHandle};

/// How long the app's start waits for the compositor's word. It takes a millisecond where the
/// compositor is well.
const PATIENCE: Duration = Duration::from_secs(2);

/// The protocol of surfaces that lie above or below all windows.
const LAYER_SHELL: &str = "zwlr_layer_shell_v1";

/// What a compositor can do for an island.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compositor {
    /// It places surfaces above all windows.
    LayerShell,
    /// It does not.
    Plain,
    /// It does not answer.
    Silent,
}

/// Asks the compositor that `WAYLAND_DISPLAY` names.
pub(super) fn ask() -> Compositor {
    match globals(PATIENCE) {
        Ok(globals) if globals.iter().any(|name| name == LAYER_SHELL) => Compositor::LayerShell,
        Ok(_) => Compositor::Plain,
        Err(error) => {
            tracing::info!(%error, "no word from the Wayland display");
            Compositor::Silent
        }
    }
}

/// Connects to the compositor, without ever waiting for it.
///
/// # Errors
///
/// Where there is none, or it takes no more connections.
pub(super) fn open() -> io::Result<Connection> {
    let missing = || io::Error::from(io::ErrorKind::NotFound);
    let name = PathBuf::from(std::env::var_os("WAYLAND_DISPLAY").ok_or_else(missing)?);
    let folder = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    // A name with a slash in front stays as it is.
    let path = folder.unwrap_or_default().join(name);
    if !path.is_absolute() {
        return Err(missing());
    }
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    let socket = socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)?;
    connect(&socket, &SocketAddrUnix::new(path)?)?;
    Connection::from_socket(UnixStream::from(socket)).map_err(io::Error::other)
}

/// The names of all that the compositor offers.
fn globals(patience: Duration) -> io::Result<Vec<String>> {
    let end = Instant::now() + patience;
    let connection = open()?;
    let mut queue = connection.new_event_queue();
    let handle = queue.handle();
    let display = connection.display();
    display.get_registry(&handle, ());
    display.sync(&handle, ());
    let mut heard = Heard::default();
    loop {
        queue.dispatch_pending(&mut heard).map_err(io::Error::other)?;
        if heard.all {
            return Ok(heard.globals);
        }
        queue.flush().map_err(io::Error::other)?;
        let Some(guard) = queue.prepare_read() else { continue };
        let rest = end.saturating_duration_since(Instant::now());
        let rest = Timespec::try_from(rest).map_err(io::Error::other)?;
        let mut source = [PollFd::from_borrowed_fd(guard.connection_fd(), PollFlags::IN)];
        match poll(&mut source, Some(&rest)) {
            Ok(0) => return Err(io::ErrorKind::TimedOut.into()),
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => continue,
            Err(error) => return Err(error.into()),
        }
        guard.read().map_err(io::Error::other)?;
    }
}

/// What came in answer.
#[derive(Debug, Default)]
struct Heard {
    globals: Vec<String>,
    all: bool,
}

impl Dispatch<WlRegistry, ()> for Heard {
    fn event(
        heard: &mut Heard,
        _: &WlRegistry,
        event: wl_registry::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Heard>,
    ) {
        if let wl_registry::Event::Global { interface, .. } = event {
            heard.globals.push(interface);
        }
    }
}

impl Dispatch<WlCallback, ()> for Heard {
    fn event(
        heard: &mut Heard,
        _: &WlCallback,
        event: wl_callback::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Heard>,
    ) {
        heard.all |= matches!(event, wl_callback::Event::Done { .. });
    }
}
