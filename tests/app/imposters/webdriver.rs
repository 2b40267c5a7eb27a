//! Programs that drive or inspect the page from outside.

use std::cell::Cell;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::agent::{Asking, Call};
use crate::app::{App, PATIENCE, is_release, new_home, own_folders, program};
use crate::desktop::inside;

/// A WebKitWebDriver, ended when dropped.
struct Driver {
    child: Child,
    port: u16,
    home: TempDir,
}

impl Driver {
    fn start() -> Driver {
        let (port, home) = (free_port(), new_home());
        // It hands its environment on to the app.
        let child = own_folders(&mut Command::new("WebKitWebDriver"), home.path())
            .args(["--host=127.0.0.1", &format!("--port={port}")])
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("WebKitWebDriver");
        let driver = Driver { child, port, home };
        wait_until("the driver listens", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        driver
    }

    /// Starts the app under the driver; none when there is no session to be had.
    fn session(&self, patience: Duration) -> Option<String> {
        let wanted = json!({"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": {
            "binary": program(), "args": [],
        }}}});
        let reply = self.post("/session", &wanted, patience)?;
        Some(reply["value"]["sessionId"].as_str()?.to_owned())
    }

    fn post(&self, path: &str, body: &Value, patience: Duration) -> Option<Value> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(patience)).unwrap();
        let body = body.to_string();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            self.port,
            body.len()
        );
        stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        let mut reply = Vec::new();
        let mut chunk = [0; 4096];
        // The driver may keep the connection, so the reply ends where its JSON does.
        loop {
            match stream.read(&mut chunk) {
                Ok(0) | Err(_) => return None,
                Ok(length) => reply.extend_from_slice(&chunk[..length]),
            }
            let text = String::from_utf8_lossy(&reply);
            let value =
                text.split_once("\r\n\r\n").and_then(|(_, json)| serde_json::from_str(json).ok());
            if value.is_some() {
                return value;
            }
        }
    }

    /// The app that the driver started listens here.
    fn socket(&self) -> std::path::PathBuf {
        self.home.path().join("vults.sock")
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

#[track_caller]
fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn free_port() -> u16 {
    TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port()
}

/// A debug build can be driven, which shows that the driver works, and gets no answer all the
/// same. A release build starts under the driver and cannot be driven.
#[test]
fn a_driver_gets_no_answer() {
    inside(|| {
        let driver = Driver::start();
        if is_release() {
            let session = std::thread::scope(|scope| {
                let session = scope.spawn(|| driver.session(Duration::from_secs(15)));
                wait_until("the app runs", || UnixStream::connect(driver.socket()).is_ok());
                session.join().unwrap()
            });
            assert_eq!(session, None);
        } else {
            drive(&driver);
        }
    });
}

#[track_caller]
fn drive(driver: &Driver) {
    let session = driver.session(PATIENCE).expect("a debug build can be driven");
    let requests = Cell::new(0);
    let mut asking = Asking::begin_at(&driver.socket(), &requests, "one", &Call::bash("true"));
    std::thread::sleep(Duration::from_millis(1000));
    let run = |script: &str| {
        let body = json!({"script": script, "args": []});
        driver.post(&format!("/session/{session}/execute/sync"), &body, PATIENCE)
    };
    run("for (const button of document.querySelectorAll('button')) button.click()").unwrap();
    let found = driver
        .post(
            &format!("/session/{session}/elements"),
            &json!({"using": "css selector", "value": "button"}),
            PATIENCE,
        )
        .unwrap();
    let buttons = found["value"].as_array().unwrap();
    assert!(buttons.len() >= 3, "{found}");
    for button in buttons {
        let id = button.as_object().unwrap().values().next().unwrap().as_str().unwrap();
        driver.post(&format!("/session/{session}/element/{id}/click"), &json!({}), PATIENCE);
    }
    asking.assert_waits();
}

/// A debug build opens the inspector that the variables ask for, which shows that they would; a
/// release build does not.
#[test]
fn only_a_debug_build_opens_an_inspector() {
    inside(|| {
        let (inspector, web) = (free_port(), free_port());
        let app = App::start_with(|command| {
            command
                .env("WEBKIT_INSPECTOR_SERVER", format!("127.0.0.1:{inspector}"))
                .env("WEBKIT_INSPECTOR_HTTP_SERVER", format!("127.0.0.1:{web}"));
        });
        let open =
            || [inspector, web].iter().any(|port| TcpStream::connect(("127.0.0.1", *port)).is_ok());
        if is_release() {
            assert!(!open());
        } else {
            wait_until("the inspector listens", open);
        }
        drop(app);
    });
}
