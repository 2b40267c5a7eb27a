//! The whole runtime on a real socket, as the window starts and ends it.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::time::Duration;

use common::{App, Seen, ordinary_event};
use vults_runtime::{OpenError, open};

#[test]
fn quit_removes_the_socket_and_ends_the_program() {
    let app = App::start();
    let socket = app.places.socket.socket();
    assert!(matches!(open(&app.places), Err(OpenError::AlreadyRunning)));
    let mut hook = app.connect();
    let places = app.places.clone();
    let folder = app.quit();
    assert_eq!(common::until_closed(&mut hook), "");
    assert!(!socket.exists());
    // A new instance finds everything in order.
    let again = open(&places).unwrap();
    assert!(socket.exists());
    drop(again);
    drop(folder);
}

#[test]
fn an_app_that_was_killed_is_in_nobodys_way() {
    let app = App::open();
    // Dropped without a loop, it leaves its socket behind as a killed one does.
    let places = app.places.clone();
    let (opened, folder) = app.into_parts();
    drop(opened);
    assert!(places.socket.socket().exists());
    let app = App::start_in(folder);
    app.send(&ordinary_event());
    drop(app.quit());
}

#[test]
fn hooks_that_came_before_the_loop_are_heard() {
    let app = App::open();
    let mut hook = app.connect();
    std::io::Write::write_all(&mut hook, &ordinary_event()).unwrap();
    let app = app.run();
    assert_eq!(common::until_closed(&mut hook), "");
    drop(app.quit());
}

#[test]
fn an_idle_app_sleeps() {
    let app = App::start();
    app.send(&ordinary_event());
    let thread = app.thread();
    let switches = || {
        let status = fs::read_to_string(format!("/proc/self/task/{thread}/status")).unwrap();
        let line = status.lines().find(|line| line.starts_with("voluntary_ctxt_switches"));
        line.unwrap().to_owned()
    };
    // The last frame of that event may still come.
    std::thread::sleep(Duration::from_millis(100));
    let before = switches();
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(switches(), before);
    drop(app.quit());
}

#[test]
fn the_shell_is_told_to_quit_last_and_once() {
    let app = App::start();
    let seen = app.seen.clone();
    drop(app.quit());
    let seen: Vec<Seen> = seen.lock().unwrap().clone();
    assert!(matches!(seen.last(), Some(Seen::Quit)));
    assert_eq!(seen.iter().filter(|seen| matches!(seen, Seen::Quit)).count(), 1);
}
