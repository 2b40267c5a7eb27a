//! The running app, its socket, and the relay that agents call.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType};

use super::{Section, row};
use crate::install::{Surroundings, relay};

pub(super) fn section(around: &Surroundings, short: &dyn Fn(&Path) -> String) -> Section {
    let socket = &around.places.socket;
    let path = socket.socket();
    let running = match listener(&path) {
        Some(pid) => match fs::read_link(around.proc.join(format!("{pid}/exe"))) {
            Ok(program) => format!("yes: {}", short(&program)),
            Err(_) => "yes, as a program that cannot be told".to_owned(),
        },
        None => "no: nothing listens on its socket".to_owned(),
    };
    let rows = vec![
        row("running", running),
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
    match app.and_then(|app| relay::is_current(app, &around.places.data)) {
        Some(true) => "the one that came with this app",
        Some(false) => "another one than came with this app",
        None => "not there, or none came with this app",
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

/// The process that listens on a socket. It is asked nothing: the connection is closed at once.
fn listener(path: &Path) -> Option<i32> {
    let address = SocketAddrUnix::new(path).ok()?;
    // A program that is frozen must not hold us up.
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    let socket =
        rustix::net::socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None).ok()?;
    rustix::net::connect(&socket, &address).ok()?;
    let peer = rustix::net::sockopt::socket_peercred(&socket).ok()?;
    Some(peer.pid.as_raw_nonzero().get())
}
