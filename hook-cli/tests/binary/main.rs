//! The real relay against servers of every kind, on sockets of its own.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stderr, clippy::print_stdout)]

mod access;
mod app;
mod gone;
mod guard;
mod log;
mod replies;
mod rules;
mod silence;
mod status_line;
mod stdin;
mod time;

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use vults_protocol::{Event, Reply};

/// A permission as Claude Code sends it.
pub const PERMISSION: &str = r#"{"session_id":"s-1","cwd":"/p","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"ls"}}"#;
/// An event that nobody waits for.
pub const STOP: &str = r#"{"session_id":"s-1","cwd":"/p","hook_event_name":"Stop"}"#;
/// A question.
pub const QUESTION: &str = r#"{"session_id":"s-1","hook_event_name":"PreToolUse","tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Which?","options":[{"label":"A"}]}]}}"#;
/// A plan.
pub const PLAN: &str = r#"{"session_id":"s-1","cwd":"/p","hook_event_name":"PermissionRequest","tool_name":"ExitPlanMode","tool_input":{"plan":"1. Go.","planFilePath":"/p/a.md"}}"#;
/// What Claude Code reads for an allow.
pub const ALLOW: &str = "{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\",\
                         \"decision\":{\"behavior\":\"allow\"}}}\n";

/// A user's folders, of one test alone.
#[derive(Debug)]
pub struct Home {
    folder: TempDir,
    relay: PathBuf,
}

/// What a call of the relay did.
#[derive(Debug)]
pub struct Done {
    /// What it printed, and its exit status.
    pub output: Output,
    /// How long it took from the first byte of its input.
    pub took: Duration,
}

impl Home {
    /// A home where no app runs.
    pub fn fresh() -> Home {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("run")).unwrap();
        let home = Home { folder, relay: env!("CARGO_BIN_EXE_vults-hook").into() };
        home.set_mode(0o700);
        home
    }

    /// A home whose relay is installed there, so that records can lie beside it.
    pub fn with_own_relay() -> Home {
        let mut home = Home::fresh();
        let relay = home.path("bin/vults-hook");
        fs::create_dir(home.path("bin")).unwrap();
        // By a process of its own: were this one to write the file, a relay that another test
        // starts meanwhile would hold it open, and no busy file can be run.
        assert!(Command::new("cp").arg(&home.relay).arg(&relay).status().unwrap().success());
        home.relay = relay;
        home
    }

    /// A path in the test's folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Gives the socket's folder a mode.
    pub fn set_mode(&self, mode: u32) {
        fs::set_permissions(self.path("run"), Permissions::from_mode(mode)).unwrap();
    }

    /// Listens where the app does.
    pub fn listen(&self) -> UnixListener {
        UnixListener::bind(self.path("run/vults.sock")).unwrap()
    }

    /// Serves one connection after another with `serve`, each after its event was read.
    pub fn serve<T: Send + 'static>(
        &self,
        connections: usize,
        mut serve: impl FnMut(Event, &mut UnixStream) -> T + Send + 'static,
    ) -> JoinHandle<Vec<T>> {
        let listener = self.listen();
        thread::spawn(move || {
            (0..connections)
                .map(|_| {
                    let mut stream = listener.accept().unwrap().0;
                    let event = read_event(&stream);
                    serve(event, &mut stream)
                })
                .collect()
        })
    }

    /// A call of the relay in this home.
    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(&self.relay);
        command
            .args(line.split_whitespace())
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", self.path("home"))
            .env("XDG_RUNTIME_DIR", self.path("run"))
            .current_dir(self.folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Starts the relay; its input is still to come.
    pub fn start(&self, line: &str) -> Child {
        self.command(line).spawn().unwrap()
    }

    /// Runs the relay with this input.
    pub fn run(&self, line: &str, input: impl AsRef<[u8]>) -> Done {
        finish(self.start(line), input.as_ref())
    }

    /// What the log holds.
    pub fn log(&self) -> String {
        fs::read_to_string(self.path("home/.local/state/vults/hook.log")).unwrap_or_default()
    }

    /// The relay's program.
    pub fn relay(&self) -> &Path {
        &self.relay
    }
}

/// Feeds a relay and waits for its end.
pub fn finish(mut child: Child, input: &[u8]) -> Done {
    let start = Instant::now();
    let mut stdin = child.stdin.take().unwrap();
    // A relay that does not want it may be gone.
    let _ = stdin.write_all(input);
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    Done { output, took: start.elapsed() }
}

impl Done {
    /// It printed exactly this, and ended as it always does.
    #[track_caller]
    pub fn printed(&self, expected: &str) {
        assert_eq!(String::from_utf8_lossy(&self.output.stderr), "");
        assert_eq!(String::from_utf8_lossy(&self.output.stdout), expected);
        assert_eq!(self.output.status.code(), Some(0));
    }

    /// It printed nothing.
    #[track_caller]
    pub fn silent(&self) {
        self.printed("");
    }

    /// The deadline counts, with slack for a busy machine.
    #[track_caller]
    pub fn took(&self, least: f64, most: f64) {
        let took = self.took.as_secs_f64();
        assert!((least..most).contains(&took), "{took} s");
    }
}

/// Reads the one line that a relay sends.
pub fn read_event(stream: &UnixStream) -> Event {
    let mut line = Vec::new();
    BufReader::new(stream).read_until(b'\n', &mut line).unwrap();
    Event::decode(&line).unwrap()
}

/// Says something to the relay.
pub fn send(stream: &mut UnixStream, reply: &Reply, id: &str) {
    stream.write_all(&reply.encode(id)).unwrap();
}

/// How the relay left a connection: with an ordinary end, or a reset because it left something
/// unread.
pub fn ends_well(stream: &mut UnixStream) -> bool {
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    match stream.read(&mut [0; 16]) {
        Ok(0) => true,
        Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => false,
        other => panic!("{other:?}"),
    }
}
