//! The running app, its socket, and the relay that agents call.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use vults_disk::said;

use super::{Section, row};
use crate::connect::{Listener, connect};
use crate::install::{Surroundings, relay};

pub(super) fn section(around: &Surroundings, short: &dyn Fn(&Path) -> String) -> Section {
    let socket = &around.places.socket;
    let path = socket.socket();
    let rows = vec![
        row("running", running(&around.proc, &path, short)),
        row("socket", format!("{}, {}", short(&path), whose(&path))),
        row("its folder", whose(&socket.folder)),
        row(
            "vults-hook",
            format!("{}, {}", short(&relay::place(&around.places.data)), stands(around)),
        ),
    ];
    Section { title: "App", rows }
}

fn stands(around: &Surroundings) -> &'static str {
    let app = around.app.as_deref();
    let data = &around.places.data;
    match app.and_then(|app| relay::is_current(app, data)) {
        Some(true) => "the one that came with this app",
        Some(false) => "another one than came with this app",
        None => match (relay::is_there(data), app.is_some_and(relay::is_beside)) {
            (false, true) => "not there: the next start of Vults puts it there",
            (false, false) => "not there, and none lies beside this app",
            (true, true) => "there, but it cannot be read",
            (true, false) => "there, but none lies beside this app",
        },
    }
}

/// Whose file or folder it is, and who may use it.
pub(super) fn whose(path: &Path) -> String {
    let Ok(found) = fs::symlink_metadata(path) else { return "not there".to_owned() };
    let own = found.uid() == rustix::process::geteuid().as_raw();
    let whose = if own { "yours" } else { "of another user" };
    let link = if found.is_symlink() { ", a link" } else { "" };
    format!("{whose}, mode {:04o}{link}", found.permissions().mode() & 0o7777)
}

/// Whether an app runs. It is asked nothing: the connection is closed at once.
fn running(proc: &Path, socket: &Path, short: &dyn Fn(&Path) -> String) -> String {
    let connection = match connect(socket) {
        Ok(Listener::There(connection)) => connection,
        Ok(Listener::Busy) => {
            return "yes, but it takes no connections: it may be frozen".to_owned();
        }
        Ok(Listener::Nobody) => return "no: nothing listens on its socket".to_owned(),
        Err(errno) => return format!("not known: {}", said(&errno.into())),
    };
    let peer = rustix::net::sockopt::socket_peercred(&connection);
    let program = peer.ok().and_then(|peer| {
        let pid = peer.pid.as_raw_nonzero();
        fs::read_link(proc.join(format!("{pid}/exe"))).ok()
    });
    match program {
        Some(program) => format!("yes: {}", short(&program)),
        None => "yes, as a program that cannot be told".to_owned(),
    }
}
