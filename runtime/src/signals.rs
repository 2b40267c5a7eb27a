//! The signals that end the app (VP-02).

use std::io;

use tokio::signal::unix::{SignalKind, signal};

use crate::handle::{Mailbox, Msg};

/// From here on SIGTERM, SIGINT and SIGHUP (the terminal that started the app has gone) ask the
/// loop to quit.
pub(crate) fn watch(mailbox: Mailbox) -> io::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
            _ = hang_up.recv() => {}
        }
        _ = mailbox.send(Msg::Quit);
    });
    Ok(())
}
