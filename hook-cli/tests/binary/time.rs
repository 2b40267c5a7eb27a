//! How long an app may hold an agent (specs C1), each limit once.

use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use vults_hook::failure::Failure;
use vults_hook::process::Watch;
use vults_hook::relay::{Connection, Deadlines};
use vults_protocol::{Decision, Reply, limits};

use crate::{Home, PERMISSION, STOP, send};

const ALLOWED: Reply = Reply::Decision(Decision::Allow);

#[test]
fn the_relays_limits_are_the_protocols() {
    let expected = Deadlines {
        connect: limits::CONNECT,
        no_reply: limits::NO_REPLY_TOTAL,
        hear_waiting: limits::HEAR_WAITING,
        decision: limits::HOOK_DECISION,
    };
    assert_eq!(Deadlines::default(), expected);
}

#[test]
fn an_app_that_does_not_answer_is_left_after_two_seconds() {
    let home = Home::fresh();
    // Accepted by the kernel alone.
    let _listener = home.listen();
    let done = home.run("", PERMISSION);
    done.silent();
    done.took(1.9, 3.0);
    assert!(home.log().contains("PermissionRequest the app did not answer in time"));
}

#[test]
fn half_a_reply_counts_as_none() {
    let home = Home::fresh();
    let server = home.serve(1, |_, stream| {
        io::Write::write_all(stream, b"{\"kind\":\"waiting\"").unwrap();
        crate::ends_well(stream)
    });
    let done = home.run("", PERMISSION);
    done.silent();
    done.took(1.9, 3.0);
    server.join().unwrap();
}

#[test]
fn an_event_that_nobody_answers_does_not_wait() {
    let home = Home::fresh();
    let _listener = home.listen();
    let done = home.run("", STOP);
    done.silent();
    done.took(0.0, 1.0);
}

#[test]
fn an_app_that_does_not_read_is_left_after_two_seconds() {
    let home = Home::fresh();
    let _listener = home.listen();
    let large = STOP.replace("\"/p\"", &format!("\"/p\",\"list\":[{}0]", "1,".repeat(450_000)));
    let done = home.run("", large);
    done.silent();
    done.took(1.9, 3.0);
    assert!(home.log().contains("sending took too long"));
}

#[test]
fn a_full_backlog_holds_an_agent_for_300_ms() {
    let home = Home::fresh();
    let listener = home.listen();
    rustix::net::listen(&listener, 0).unwrap();
    let _first = UnixStream::connect(home.path("run/vults.sock")).unwrap();
    let done = home.run("", PERMISSION);
    done.silent();
    done.took(0.25, 1.0);
    assert!(home.log().contains("connecting took too long"));
}

#[test]
fn a_backlog_that_clears_is_used() {
    let home = Home::fresh();
    let listener = home.listen();
    rustix::net::listen(&listener, 0).unwrap();
    let first = UnixStream::connect(home.path("run/vults.sock")).unwrap();
    let server = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        drop((listener.accept().unwrap(), first));
        crate::read_event(&listener.accept().unwrap().0).event
    });
    home.run("", STOP).silent();
    assert_eq!(server.join().unwrap(), "Stop");
}

#[test]
fn a_stopped_app_holds_an_agent_for_two_seconds() {
    let home = Home::fresh();
    let script = "import socket,sys\ns=socket.socket(socket.AF_UNIX)\ns.bind(sys.argv[1])\n\
                  s.listen(8)\nprint('ready',flush=True)\ns.accept()\n";
    let mut app = Command::new("python3")
        .args(["-c", script])
        .arg(home.path("run/vults.sock"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    io::Read::read_exact(&mut app.stdout.take().unwrap(), &mut [0; 6]).unwrap();
    let pid = Pid::from_child(&app);
    kill_process(pid, Signal::STOP).unwrap();
    let ordinary = home.run("", STOP);
    let waiting = home.run("", PERMISSION);
    kill_process(pid, Signal::KILL).unwrap();
    app.wait().unwrap();
    ordinary.silent();
    ordinary.took(0.0, 1.0);
    waiting.silent();
    waiting.took(1.9, 3.0);
}

/// Asks with short limits; `server` is the app's side of it, and `before` comes between sending
/// and looking for a reply.
fn ask(
    mut server: impl FnMut(&mut UnixStream, &str) + Send + 'static,
    before: impl FnOnce(),
    hear: Duration,
    decide: Duration,
) -> (Result<Reply, Failure>, Duration) {
    let home = Home::fresh();
    let server = home.serve(1, move |event, stream| {
        server(stream, &event.id);
        // Until the relay leaves.
        let _ = io::Read::read(stream, &mut [0; 1]);
    });
    let start = Instant::now();
    let socket = home.path("run/vults.sock");
    let mut connection = Connection::open(&socket, start + Duration::from_secs(1)).unwrap();
    let mut event = vults_protocol::Event::decode(
        br#"{"kind":"event","v":8,"id":"1","agent":"claude","event":"PermissionRequest",
            "wants_reply":true,"terminal":{},"payload":{}}"#,
    )
    .unwrap();
    event.id = "7".to_owned();
    connection.send(&event.encode().unwrap(), start + Duration::from_secs(1)).unwrap();
    before();
    let stdout = io::stdout();
    let watch = Watch::new(stdout.as_fd(), [], || true).unwrap();
    let end = connection.reply("7", start + hear, start + decide, &watch);
    let took = start.elapsed();
    drop(connection);
    server.join().unwrap();
    (end, took)
}

/// An app that says `waiting` after this time, and nothing more.
fn says_waiting(after: Duration) -> impl FnMut(&mut UnixStream, &str) + Send + 'static {
    move |stream, id| {
        thread::sleep(after);
        let _ = io::Write::write_all(stream, &Reply::Waiting.encode(id));
    }
}

#[test]
fn after_waiting_the_decision_has_its_own_limit() {
    let [now, short, long] = [0, 300, 900].map(Duration::from_millis);
    let (end, took) = ask(says_waiting(now), || (), short, long);
    assert_eq!(end, Err(Failure::NotDecided));
    assert!(took >= long && took < long + Duration::from_millis(600), "{took:?}");
    let (end, took) = ask(says_waiting(long), || (), short, Duration::from_secs(5));
    assert_eq!(end, Err(Failure::NotHeard));
    assert!(took >= short && took < short + Duration::from_millis(500), "{took:?}");
}

#[test]
fn a_decision_that_is_looked_at_too_late_does_not_count() {
    let [now, short, long] = [0, 300, 900].map(Duration::from_millis);
    let check = |pause: Duration, expected: Result<Reply, Failure>| {
        let allow = |stream: &mut UnixStream, id: &str| send(stream, &ALLOWED, id);
        // It is there long before; the relay did not run.
        let (end, _) = ask(allow, || thread::sleep(pause), short, long);
        assert_eq!(end, expected);
    };
    check(now, Ok(ALLOWED));
    check(short, Err(Failure::NotHeard));
    check(long, Err(Failure::NotHeard));
}

#[test]
fn a_stopped_app_after_waiting_is_still_waited_for() {
    let home = Home::fresh();
    let server = home.serve(1, |event, stream| {
        send(stream, &Reply::Waiting, &event.id);
        // Longer than an unheard app has.
        thread::sleep(Duration::from_millis(2_500));
        send(stream, &ALLOWED, &event.id);
        crate::ends_well(stream)
    });
    let done = home.run("", PERMISSION);
    done.printed(crate::ALLOW);
    done.took(2.4, 4.0);
    assert!(server.join().unwrap()[0]);
}
