//! The signals that end the app (VP-02).

use std::io;

use tokio::signal::unix::{SignalKind, signal};

use crate::handle::{Mailbox, Msg};

/// From here on SIGTERM and SIGINT ask the loop to quit.
pub(crate) fn watch(mailbox: Mailbox) -> io::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        _ = mailbox.send(Msg::Quit);
    });
    Ok(())
}
