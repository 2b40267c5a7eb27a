//! A hook does not outlive its agent, and the app learns of it (VP-37).

use std::io::{BufRead, BufReader, Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use vults_protocol::{Decision, Reply};

use crate::{Home, PERMISSION, ends_well, send};

const AT_ONCE: Duration = Duration::from_secs(2);

/// A server that says `waiting` and reports when the relay is there and when it has left.
fn watched(home: &Home) -> mpsc::Receiver<&'static str> {
    let (tell, told) = mpsc::channel();
    home.serve(1, move |event, stream| {
        send(stream, &Reply::Waiting, &event.id);
        tell.send("there").unwrap();
        let _ = stream.read(&mut [0; 1]);
        tell.send("left").unwrap();
    });
    told
}

#[track_caller]
fn expect(told: &mpsc::Receiver<&'static str>, what: &str) {
    assert_eq!(told.recv_timeout(AT_ONCE).as_deref(), Ok(what));
}

#[test]
fn it_leaves_when_the_reader_of_its_output_is_gone() {
    let home = Home::fresh();
    let told = watched(&home);
    let mut child = home.start("");
    child.stdin.take().unwrap().write_all(PERMISSION.as_bytes()).unwrap();
    expect(&told, "there");
    drop(child.stdout.take());
    expect(&told, "left");
    assert!(child.wait().unwrap().success());
}

#[test]
fn it_asks_nobody_when_nobody_can_hear_the_answer() {
    let home = Home::fresh();
    let told = watched(&home);
    let mut child = home.command("").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(PERMISSION.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(told.try_recv().is_err(), "the app was asked");
}

/// Starts the relay below a python that stands for an agent, through `start`, an expression that
/// starts it with its input; the agent ends by a signal and its output stays open elsewhere.
fn check_agent_dies(start: &str) {
    let home = Home::fresh();
    let told = watched(&home);
    let script = format!(
        "import subprocess,sys,time\np=subprocess.Popen({start},stdin=subprocess.PIPE)\n\
         p.stdin.write(sys.argv[2].encode())\np.stdin.close()\ntime.sleep(60)\n"
    );
    let mut agent = Command::new("python3")
        .args(["-c", &script])
        .arg(home.relay())
        .arg(PERMISSION)
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("HOME", home.path("home"))
        .env("XDG_RUNTIME_DIR", home.path("run"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    expect(&told, "there");
    kill_process(Pid::from_child(&agent), Signal::KILL).unwrap();
    agent.wait().unwrap();
    expect(&told, "left");
    // Nothing was printed, and nobody holds the output any more.
    let mut printed = String::new();
    BufReader::new(agent.stdout.take().unwrap()).read_line(&mut printed).unwrap();
    assert_eq!(printed, "");
}

#[test]
fn it_leaves_when_its_parent_dies() {
    check_agent_dies("[sys.argv[1]]");
}

#[test]
fn it_leaves_when_the_agent_above_its_shell_dies() {
    // As an installed entry is written: the shell stays between the two.
    check_agent_dies(
        "['/bin/sh','-c','{ [ -x \"$0\" ] && \"$0\"; } 2>/dev/null || :',sys.argv[1]]",
    );
}

#[test]
fn a_decision_that_cannot_be_printed_was_not_taken() {
    let home = Home::fresh();
    let (go, may_go) = mpsc::channel::<()>();
    let server = home.serve(1, move |event, stream| {
        may_go.recv().unwrap();
        send(stream, &Reply::Decision(Decision::Allow), &event.id);
        ends_well(stream)
    });
    let mut child = home.command("").stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(PERMISSION.as_bytes()).unwrap();
    // Stopped, so that reader and reply are both there when it looks again.
    let pid = Pid::from_child(&child);
    std::thread::sleep(Duration::from_millis(200));
    kill_process(pid, Signal::STOP).unwrap();
    go.send(()).unwrap();
    drop(child.stdout.take());
    std::thread::sleep(Duration::from_millis(100));
    kill_process(pid, Signal::CONT).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(!server.join().unwrap()[0], "the app was told that the agent took it");
}

/// What a relay prints that is stopped right before its app says allow and does `then`.
fn printed_after_a_stop(
    then: impl FnOnce(&mut UnixStream) -> bool + Send + 'static,
) -> (String, bool) {
    let home = Home::fresh();
    let (tell, told) = mpsc::channel();
    let (go, may_go) = mpsc::channel::<()>();
    let mut then = Some(then);
    let server = home.serve(1, move |event, stream| {
        send(stream, &Reply::Waiting, &event.id);
        tell.send("there").unwrap();
        may_go.recv().unwrap();
        send(stream, &Reply::Decision(Decision::Allow), &event.id);
        tell.send("said").unwrap();
        then.take().unwrap()(stream)
    });
    let mut child = home.start("");
    child.stdin.take().unwrap().write_all(PERMISSION.as_bytes()).unwrap();
    expect(&told, "there");
    let pid = Pid::from_child(&child);
    kill_process(pid, Signal::STOP).unwrap();
    go.send(()).unwrap();
    expect(&told, "said");
    std::thread::sleep(Duration::from_millis(100));
    kill_process(pid, Signal::CONT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    assert_eq!(home.log(), "");
    (String::from_utf8(output.stdout).unwrap(), server.join().unwrap()[0])
}

#[test]
fn a_decision_that_its_app_gave_up_is_void() {
    let hung_up = |stream: &mut UnixStream| stream.shutdown(Shutdown::Both).is_ok();
    assert_eq!(printed_after_a_stop(hung_up), (String::new(), true));
    // To write no more is to hang up, too.
    let half = |stream: &mut UnixStream| {
        stream.shutdown(Shutdown::Write).unwrap();
        ends_well(stream)
    };
    assert_eq!(printed_after_a_stop(half), (String::new(), false));
}

#[test]
fn a_decision_that_its_app_stands_by_is_printed() {
    assert_eq!(printed_after_a_stop(ends_well), (crate::ALLOW.to_owned(), true));
}

#[test]
fn an_agent_that_never_reads_is_not_waited_for_by_the_app() {
    let home = Home::fresh();
    let server = home.serve(1, |event, stream| {
        send(stream, &Reply::Decision(Decision::Allow), &event.id);
        ends_well(stream)
    });
    // A pipe holds the short line, so the relay ends whether or not it is read.
    let mut child = home.start("");
    child.stdin.take().unwrap().write_all(PERMISSION.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(server.join().unwrap()[0]);
    let mut printed = String::new();
    child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
    assert_eq!(printed, crate::ALLOW);
}
