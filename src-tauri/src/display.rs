//! The X server, on a connection of our own.

use x11rb::connection::Connection;
use x11rb::errors::ConnectError;
use x11rb::protocol::xproto::Window;
use x11rb::rust_connection::RustConnection;

/// A connection to the X server.
#[derive(Debug)]
pub(crate) struct Display {
    pub(crate) connection: RustConnection,
    screen: usize,
}

impl Display {
    /// Connects to the server that `DISPLAY` names.
    ///
    /// # Errors
    ///
    /// When it does not answer.
    pub(crate) fn connect() -> Result<Display, ConnectError> {
        let (connection, screen) = RustConnection::connect(None)?;
        Ok(Display { connection, screen })
    }

    /// The window behind all others; none on a display without a screen.
    pub(crate) fn root(&self) -> Option<Window> {
        self.connection.setup().roots.get(self.screen).map(|screen| screen.root)
    }
}
