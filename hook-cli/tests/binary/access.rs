//! Who the relay talks to (VP-04, VP-05, VP-07).

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use vults_protocol::{Decision, Reply};

use crate::{ALLOW, Home, PERMISSION, STOP, ends_well, finish, send};

/// Nothing arrives, nothing is printed.
#[track_caller]
fn check_refused(home: &Home, listener: &std::os::unix::net::UnixListener) {
    listener.set_nonblocking(true).unwrap();
    for input in [PERMISSION, STOP] {
        home.run("", input).silent();
    }
    assert_eq!(listener.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
}

#[test]
fn a_folder_that_others_reach_is_refused() {
    let home = Home::fresh();
    let listener = home.listen();
    for mode in [0o755, 0o710, 0o701, 0o720, 0o777] {
        home.set_mode(mode);
        check_refused(&home, &listener);
    }
    assert!(home.log().lines().all(|line| line.contains("the socket's folder is not private")));
    assert_eq!(home.log().lines().count(), 10);
    home.set_mode(0o700);
    home.run("", STOP).silent();
    assert!(listener.accept().is_ok());
}

#[test]
fn a_link_to_a_folder_is_refused() {
    let home = Home::fresh();
    let listener = home.listen();
    fs::rename(home.path("run"), home.path("elsewhere")).unwrap();
    symlink(home.path("elsewhere"), home.path("run")).unwrap();
    check_refused(&home, &listener);
}

#[test]
fn a_foreign_folder_is_refused() {
    if !rustix::process::geteuid().is_root() {
        eprintln!("skipped: giving a folder to another user needs root");
        return;
    }
    let home = Home::fresh();
    let listener = home.listen();
    std::os::unix::fs::chown(home.path("run"), Some(65_534), None).unwrap();
    check_refused(&home, &listener);
}

#[test]
fn a_foreign_app_is_refused() {
    if !rustix::process::geteuid().is_root() {
        eprintln!("skipped: running a server as another user needs root");
        return;
    }
    let home = Home::fresh();
    let socket = home.path("run/vults.sock");
    // The other user listens in a folder of its own first; then folder and socket become ours.
    let script = "import os,socket,sys\n\
                  s=socket.socket(socket.AF_UNIX)\ns.bind(sys.argv[1])\n\
                  os.setgid(65534)\nos.setuid(65534)\ns.listen(8)\nprint('ready',flush=True)\n\
                  s.settimeout(5)\nc=s.accept()[0]\nc.settimeout(5)\nprint(len(c.recv(9)),flush=True)\n";
    let mut server = Command::new("python3")
        .args(["-c", script])
        .arg(&socket)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(server.stdout.take().unwrap()));
    assert_eq!(lines.next().unwrap().unwrap(), "ready");
    home.run("", PERMISSION).silent();
    assert_eq!(lines.next().unwrap().unwrap(), "0", "it was told something");
    assert!(home.log().contains("another user"));
    server.wait().unwrap();
}

/// Whether the relay obeys this test's own process with this record beside it.
fn obeys(record: Option<&str>) -> bool {
    let home = Home::with_own_relay();
    if let Some(record) = record {
        fs::write(home.path("bin/vults-hook.app"), record).unwrap();
    }
    let listener = home.listen();
    let server = std::thread::spawn(move || {
        let mut stream = listener.accept().unwrap().0;
        let mut line = Vec::new();
        std::io::BufRead::read_until(&mut std::io::BufReader::new(&stream), b'\n', &mut line)
            .unwrap();
        if let Ok(event) = vults_protocol::Event::decode(&line) {
            send(&mut stream, &Reply::Decision(Decision::Allow), &event.id);
            assert!(ends_well(&mut stream));
        }
    });
    let done = home.run("", PERMISSION);
    server.join().unwrap();
    let obeyed = !done.output.stdout.is_empty();
    done.printed(if obeyed { ALLOW } else { "" });
    obeyed
}

#[test]
fn with_a_record_only_the_app_is_obeyed() {
    let own = std::env::current_exe().unwrap().display().to_string();
    assert!(obeys(None));
    assert!(obeys(Some(&own)));
    assert!(obeys(Some(&format!("{own}\n"))));
    assert!(!obeys(Some("/usr/bin/vults\n")));
    assert!(!obeys(Some("")));
    assert!(!obeys(Some("vults")));
}

#[test]
fn a_record_may_name_a_link_to_the_app() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("vults");
    symlink(std::env::current_exe().unwrap(), &link).unwrap();
    assert!(obeys(Some(link.to_str().unwrap())));
}

#[test]
fn the_record_lies_beside_the_relay_itself() {
    let home = Home::with_own_relay();
    fs::write(home.path("bin/vults-hook.app"), "/usr/bin/vults").unwrap();
    // Called through a link, beside which there is no record.
    let link = home.path("vults-hook");
    symlink(home.relay(), &link).unwrap();
    let listener = home.listen();
    let mut command = Command::new(&link);
    command.env_clear().env("XDG_RUNTIME_DIR", home.path("run"));
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    command.stderr(std::process::Stdio::piped());
    finish(command.spawn().unwrap(), PERMISSION.as_bytes()).silent();
    let mut told = Vec::new();
    std::io::Read::read_to_end(&mut listener.accept().unwrap().0, &mut told).unwrap();
    assert_eq!(told, b"");
}

#[test]
fn an_event_that_waits_for_nothing_needs_no_record() {
    let home = Home::with_own_relay();
    fs::write(home.path("bin/vults-hook.app"), "/usr/bin/vults").unwrap();
    let server = home.serve(1, |event, _| event.event);
    home.run("", STOP).silent();
    assert_eq!(server.join().unwrap(), ["Stop"]);
}
