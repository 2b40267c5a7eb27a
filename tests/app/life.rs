//! How the app starts, ends and gets up again.

use std::os::unix::fs::FileTypeExt;
use std::os::unix::net::UnixStream;
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::agent::{Asking, ready};
use crate::app::{App, PATIENCE, SILENCE, command, new_home, wait};
use crate::desktop::{inside, tool};
use crate::screen::{click, close, island};

#[test]
fn sigterm_lets_every_hook_go_and_removes_the_socket() {
    inside(|| {
        let app = App::start();
        let asking = Asking::begin(&app, "one", "true");
        let (status, home) = app.end(Signal::TERM);
        assert!(status.success(), "{status}");
        assert_eq!(asking.decision(), None);
        assert!(!home.path().join("vults.sock").exists());
    });
}

#[test]
fn a_second_instance_says_so_and_ends_well() {
    inside(|| {
        let app = App::start();
        let second = command(app.runtime_dir()).output().unwrap();
        assert!(second.status.success());
        let said = String::from_utf8(second.stderr).unwrap();
        assert!(said.contains("already running"), "{said}");
        // The first one is as it was.
        let asking = Asking::begin(&app, "one", "true");
        click(ready(&app, &asking).button("deny").unwrap().centre());
        assert_eq!(asking.decision().as_deref(), Some("deny"));
    });
}

#[test]
fn the_socket_of_a_killed_app_is_replaced() {
    inside(|| {
        let (_, home) = App::start().end(Signal::KILL);
        let socket = home.path().join("vults.sock");
        assert!(std::fs::symlink_metadata(&socket).unwrap().file_type().is_socket());
        assert!(UnixStream::connect(&socket).is_err(), "nobody should listen");
        let app = App::launch(home, |_| {});
        app.wait_for("painted", |_| true);
        Asking::begin(&app, "one", "true");
    });
}

#[test]
fn a_page_that_breaks_comes_back() {
    inside(|| {
        let app = App::start();
        let mut asking = Asking::begin(&app, "one", "true");
        app.wait_for("keys", |mark| mark.field("bound") == "true");
        kill_page(&app);
        app.wait_for("keys", |mark| mark.field("bound") == "false");
        let card = ready(&app, &asking);
        asking.assert_waits();
        click(card.button("allow").unwrap().centre());
        assert_eq!(asking.decision().as_deref(), Some("allow"));
    });
}

#[test]
fn an_island_that_someone_closes_stays() {
    inside(|| {
        let app = App::start();
        let asking = Asking::begin(&app, "one", "true");
        let card = ready(&app, &asking);
        close(&island());
        std::thread::sleep(SILENCE);
        click(card.button("allow").unwrap().centre());
        assert_eq!(asking.decision().as_deref(), Some("allow"));
    });
}

#[test]
fn a_page_that_keeps_breaking_ends_the_app_which_says_so() {
    inside(|| {
        let app = App::start();
        let asking = Asking::begin(&app, "one", "true");
        for _ in 0..6 {
            // Once the card is back. WebKit takes the whole app down with a process that dies
            // before it has said its number.
            app.wait_for("keys", |mark| mark.field("bound") == "true");
            kill_page(&app);
            app.wait_for("keys", |mark| mark.field("bound") == "false");
        }
        assert_eq!(asking.decision(), None);
        assert_eq!(app.ended().code(), Some(1));
        assert_notified("keeps breaking");
    });
}

/// Ends the web process of the app's only page, once there is one.
#[track_caller]
fn kill_page(app: &App) {
    let end = Instant::now() + PATIENCE;
    loop {
        if let [page] = &web_processes(app)[..] {
            return kill(page);
        }
        assert!(Instant::now() < end, "the app has not one web process");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The processes of the app's pages.
pub(crate) fn web_processes(app: &App) -> Vec<String> {
    let found = Command::new("pgrep")
        .args(["-P", &app.pid().to_string(), "-f", "WebKitWebProcess"])
        .output()
        .expect("pgrep");
    let found = String::from_utf8(found.stdout).unwrap();
    found.lines().filter(|process| is_running(process)).map(str::to_owned).collect()
}

/// Ends a process of the app's and waits until it has gone.
#[track_caller]
pub(crate) fn kill(process: &str) {
    assert!(Command::new("kill").args(["-KILL", process]).status().unwrap().success());
    while is_running(process) {
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Whether a process is there, and no zombie.
fn is_running(process: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    status.contains("State:") && !status.contains("State:\tZ")
}

#[test]
fn without_a_display_it_says_so() {
    for (name, value) in [("DISPLAY", ""), ("DISPLAY", ":31999")] {
        let home = new_home();
        let mut child = command(home.path())
            .env_remove("WAYLAND_DISPLAY")
            .env(name, value)
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let status = wait(&mut child);
        let mut said = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
        assert_eq!(status.code(), Some(1), "{said}");
        assert!(said.contains("display"), "{said}");
        assert!(!said.contains("panicked"), "{said}");
        assert!(!home.path().join("vults.sock").exists());
    }
}

#[test]
fn its_version_and_help_need_no_display() {
    #[track_caller]
    fn check(option: &str, code: i32, expected: &str) {
        let home = new_home();
        let output = command(home.path()).arg(option).env_remove("DISPLAY").output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains(expected), "{said}");
    }
    check("--version", 0, env!("CARGO_PKG_VERSION"));
    check("--help", 0, "Usage: vults");
    check("--allow", 2, "Usage: vults");
}

#[test]
fn a_folder_that_is_open_to_others_is_said_on_the_island_and_beside_it() {
    inside(|| {
        use std::os::unix::fs::PermissionsExt;
        let home = new_home();
        let open = std::fs::Permissions::from_mode(0o777);
        std::fs::set_permissions(home.path(), open).unwrap();
        let app = App::launch(home, |_| {});
        app.wait_for("painted", |_| true);
        assert!(!app.socket().exists());
        crate::desktop::shot("trouble");
        assert_notified("open to other users");
    });
}

/// A notification with these words came, the only one.
#[track_caller]
fn assert_notified(words: &str) {
    let end = Instant::now() + PATIENCE;
    while !tool("dunstctl", &["history"]).contains(words)
        && tool("dunstctl", &["count", "displayed"]).trim() == "0"
    {
        assert!(Instant::now() < end, "no notification");
        std::thread::sleep(Duration::from_millis(50));
    }
}
