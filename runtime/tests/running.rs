//! The whole runtime on a real socket, as the window starts and ends it.
#![allow(clippy::unwrap_used)]

mod windowless;

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use vults_core::{CLICK_GUARD, Choice, Outcome};
use vults_protocol::{Decision, Message, Reply};
use vults_runtime::{OpenError, open};
use windowless::{App, Seen, ordinary_event, waiting_event};

#[test]
fn quit_removes_the_socket_and_ends_the_program() {
    let app = App::start();
    let socket = app.places.socket.socket();
    assert!(matches!(open(&app.places), Err(OpenError::AlreadyRunning)));
    let mut hook = app.connect();
    let places = app.places.clone();
    let folder = app.quit();
    assert_eq!(windowless::until_closed(&mut hook), "");
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
    hook.write_all(&ordinary_event()).unwrap();
    let app = app.run();
    assert_eq!(windowless::until_closed(&mut hook), "");
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

#[test]
fn a_person_allows_on_the_real_clock() {
    let app = App::start();
    let mut hook = app.connect();
    hook.write_all(&waiting_event()).unwrap();
    let card = app.draw();
    let mut hook = BufReader::new(hook);
    let mut line = String::new();
    hook.read_line(&mut line).unwrap();
    assert_eq!(Reply::decode(line.as_bytes()).unwrap().reply, Reply::Waiting);
    let act = || {
        let now = Instant::now();
        app.handle().act(now, now, card.id, card.binding.clone(), Choice::Allow);
    };
    // Too soon to be meant for this card.
    act();
    std::thread::sleep(CLICK_GUARD);
    assert!(app.last_view().front.is_some());
    act();
    line.clear();
    hook.read_line(&mut line).unwrap();
    let allow = Reply::Decision(Decision::Allow);
    assert_eq!(Reply::decode(line.as_bytes()).unwrap().reply, allow);
    drop(hook);
    app.until(|view| view.outcome.as_ref().is_some_and(|o| o.outcome == Outcome::Allowed));
    let folder = app.quit();
    let record = fs::read_to_string(folder.path().join("data/decisions.jsonl")).unwrap();
    assert_eq!(record.lines().count(), 1);
    assert!(record.contains(r#""outcome":"allowed""#), "{record}");
}

/// A call shows the window, and is all that it is: the card that waits has no answer.
#[test]
fn a_call_reaches_the_window_and_answers_nothing() {
    let app = App::start();
    let mut hook = app.connect();
    hook.write_all(&waiting_event()).unwrap();
    app.draw();
    app.send_all(&[&Message::focus(), &Message::focus()]);
    assert_eq!(app.until_called(2), 2);
    // What is of another version, or only looks like it, calls nobody.
    app.send_all(&[b"{\"kind\":\"focus\",\"v\":9}\n", b"{\"kind\":\"focus\"}\n"]);
    app.send_all(&[&Message::focus()]);
    assert_eq!(app.until_called(3), 3);
    assert!(app.last_view().front.is_some());
    drop(app.quit());
    let said = windowless::until_closed(&mut hook);
    assert_eq!(said, "{\"kind\":\"waiting\",\"v\":8,\"id\":\"1f-a\"}\n");
}

#[test]
fn an_app_that_may_not_serve_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let open = folder.path().join("socket");
    fs::create_dir(&open).unwrap();
    fs::set_permissions(&open, Permissions::from_mode(0o755)).unwrap();
    let app = App::start_in(folder);
    let trouble = app.until(|view| view.trouble.is_some()).trouble.unwrap();
    assert_eq!(
        trouble,
        format!(
            "Agents cannot reach Vults: the folder {} is open to other users (mode 0755, not \
             0700).",
            open.display()
        )
    );
    assert!(!app.places.socket.socket().exists());
    drop(app.quit());
}

#[test]
fn a_pause_and_rules_that_cannot_be_told_are_told_to_the_window() {
    let app = App::open();
    fs::create_dir_all(&app.places.data).unwrap();
    fs::write(app.places.data.join("rules.json"), "{").unwrap();
    let app = app.run();
    app.until_approvals(|view| view.trouble.is_some() && !view.paused);
    app.handle().pause(true);
    app.until_approvals(|view| view.trouble.is_some() && view.paused);
    assert!(app.approvals().view().paused);
    app.handle().pause(false);
    app.until_approvals(|view| !view.paused);
    app.quit();
}
