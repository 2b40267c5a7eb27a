//! The signals that end the app (VP-02).

use std::{fs, io};

use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::handle::{Mailbox, Msg};

/// From here on SIGTERM, SIGINT and SIGHUP (the terminal that started the app has gone) ask the
/// loop to quit.
pub(crate) fn watch(mailbox: Mailbox) -> io::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut hang_up = hang_up()?;
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
            Some(()) = async { hang_up.as_mut()?.recv().await } => {}
        }
        _ = mailbox.send(Msg::Quit);
    });
    Ok(())
}

/// None where SIGHUP is ignored: whoever starts the app with `nohup` wants it to outlive its
/// terminal, and to listen to a signal is to ignore it no more.
fn hang_up() -> io::Result<Option<Signal>> {
    let kind = SignalKind::hangup();
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    if is_ignored(&status, kind) { Ok(None) } else { signal(kind).map(Some) }
}

/// Whether a process of this status ignores a signal.
fn is_ignored(status: &str, kind: SignalKind) -> bool {
    let mask = || {
        let digits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(digits.trim(), 16).ok()
    };
    mask().is_some_and(|mask| mask & 1 << (kind.as_raw_value() - 1) != 0)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn nohup_is_heeded() {
        let check = |program: &str, arguments: &[&str], expected: bool| {
            let status = Command::new(program).args(arguments).output().unwrap().stdout;
            let status = String::from_utf8(status).unwrap();
            assert_eq!(is_ignored(&status, SignalKind::hangup()), expected, "{status}");
            assert!(!is_ignored(&status, SignalKind::terminate()));
        };
        check("env", &["--default-signal=HUP", "cat", "/proc/self/status"], false);
        check("nohup", &["cat", "/proc/self/status"], true);
    }
}
