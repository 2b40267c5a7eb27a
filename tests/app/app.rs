//! The program under test, its marks and its end.

use std::cell::Cell;
use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::agent::Asking;

/// Generous: the machine may be busy with other things.
pub(crate) const PATIENCE: Duration = Duration::from_secs(40);

/// How long nothing must happen to count as "nothing happened".
pub(crate) const SILENCE: Duration = Duration::from_millis(700);

/// The binary under test. Started by [`command`], else with [`own_folders`].
pub(crate) fn program() -> PathBuf {
    std::env::var_os("VULTS_APP").map_or_else(|| env!("CARGO_BIN_EXE_vults").into(), PathBuf::from)
}

/// Whether it is a release build, by its own word.
pub(crate) fn is_release() -> bool {
    let output = Command::new(program()).arg("--version").output().unwrap();
    !String::from_utf8(output.stdout).unwrap().contains("debug")
}

/// A rectangle on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) width: i32,
    pub(crate) height: i32,
}

impl Place {
    pub(crate) fn centre(self) -> (i32, i32) {
        (self.x + self.width / 2, self.y + self.height / 2)
    }
}

/// One moment of the app.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    pub(crate) name: String,
    fields: HashMap<String, String>,
}

impl Mark {
    fn parse(line: &str) -> Option<Mark> {
        let (_, rest) = line.split_once("vults::mark: ")?;
        let field = |word: &str| {
            let (name, value) = word.split_once('=')?;
            Some((name.to_owned(), value.trim_matches('"').to_owned()))
        };
        let mut fields: HashMap<_, _> = rest.split_whitespace().filter_map(field).collect();
        Some(Mark { name: fields.remove("mark")?, fields })
    }

    pub(crate) fn field(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", String::as_str)
    }

    /// Whether it is about this request's card.
    pub(crate) fn is_about(&self, asking: &Asking) -> bool {
        self.field("card") == asking.card.to_string()
    }

    /// Where a button is; none where it is absent or inactive.
    pub(crate) fn button(&self, name: &str) -> Option<Place> {
        let numbers: Option<Vec<i32>> =
            self.field(name).split(',').map(|number| number.parse().ok()).collect();
        match numbers?[..] {
            [x, y, width, height] => Some(Place { x, y, width, height }),
            _ => None,
        }
    }
}

/// The running app, alone with its own folders; ended when dropped.
#[derive(Debug)]
pub(crate) struct App {
    child: Child,
    marks: Receiver<Mark>,
    home: TempDir,
    /// How many permission requests it has had.
    pub(crate) requests: Cell<u64>,
}

impl App {
    /// Starts the app and waits until it has painted.
    pub(crate) fn start() -> App {
        App::start_with(|_| {})
    }

    /// The same with more in its environment.
    pub(crate) fn start_with(change: impl FnOnce(&mut Command)) -> App {
        let app = App::launch(new_home(), change);
        app.wait_for("painted", |_| true);
        app
    }

    /// Starts the app with these folders, and waits for nothing.
    pub(crate) fn launch(home: TempDir, change: impl FnOnce(&mut Command)) -> App {
        let mut command = command(home.path());
        change(&mut command);
        App::spawn(home, command)
    }

    /// Starts this command, which becomes the app, and waits for nothing.
    pub(crate) fn spawn(home: TempDir, mut command: Command) -> App {
        command.stderr(Stdio::piped()).stdin(Stdio::null());
        let mut child = command.spawn().expect("the app starts");
        let log = BufReader::new(child.stderr.take().unwrap());
        let (sender, marks) = channel();
        std::thread::spawn(move || {
            for line in log.lines().map_while(Result::ok) {
                // Seen only when the test fails, or with --nocapture.
                eprintln!("app: {line}");
                if let Some(mark) = Mark::parse(&line) {
                    _ = sender.send(mark);
                }
            }
        });
        App { child, marks, home, requests: Cell::new(0) }
    }

    /// The next mark of this name that fits; others before it are passed over.
    #[track_caller]
    pub(crate) fn wait_for(&self, name: &str, fits: impl Fn(&Mark) -> bool) -> Mark {
        self.look_for(PATIENCE, |mark| mark.name == name && fits(mark))
            .unwrap_or_else(|| panic!("waited in vain for the mark {name}"))
    }

    /// The same, whatever its name.
    #[track_caller]
    pub(crate) fn wait_for_any(&self, fits: impl Fn(&Mark) -> bool) -> Mark {
        self.look_for(PATIENCE, fits).expect("waited in vain for a mark")
    }

    /// The same, or none when it does not come in time.
    pub(crate) fn look_for(
        &self,
        patience: Duration,
        fits: impl Fn(&Mark) -> bool,
    ) -> Option<Mark> {
        let end = Instant::now() + patience;
        loop {
            match self.marks.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(mark) if fits(&mark) => return Some(mark),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => panic!("the app has ended"),
            }
        }
    }

    /// No act reached the core up to now, and none does in the next moment.
    #[track_caller]
    pub(crate) fn assert_nobody_acted(&self) {
        let acted = self.look_for(SILENCE, |mark| mark.name == "acted");
        assert!(acted.is_none(), "acted: {acted:?}");
    }

    pub(crate) fn socket(&self) -> PathBuf {
        self.home.path().join("vults.sock")
    }

    /// The folder of this run's own, in which all others are.
    pub(crate) fn runtime_dir(&self) -> &Path {
        self.home.path()
    }

    /// The file that runs.
    pub(crate) fn file(&self) -> PathBuf {
        std::fs::read_link(format!("/proc/{}/exe", self.pid())).unwrap()
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends the app a signal and waits for its end.
    pub(crate) fn end(mut self, signal: Signal) -> (ExitStatus, TempDir) {
        self.signal(signal);
        let status = wait(&mut self.child);
        (status, std::mem::replace(&mut self.home, new_home()))
    }

    /// Stops the app for as long as something takes. Gives the moment at which it stopped, in nanoseconds of
    /// the clock that the marks have.
    pub(crate) fn stopped_during(&self, act: impl FnOnce()) -> u64 {
        self.signal(Signal::STOP);
        let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
        act();
        self.signal(Signal::CONT);
        now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
    }

    /// Waits for its end.
    #[track_caller]
    pub(crate) fn ended(mut self) -> ExitStatus {
        wait(&mut self.child)
    }

    fn signal(&self, signal: Signal) {
        if let Some(pid) = Pid::from_raw(self.child.id() as i32) {
            _ = kill_process(pid, signal);
        }
    }
}

impl Drop for App {
    fn drop(&mut self) {
        // A child that was waited for keeps no number, so nobody else can be hit.
        if matches!(self.child.try_wait(), Ok(None)) {
            self.signal(Signal::TERM);
            let end = Instant::now() + Duration::from_secs(10);
            while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < end {
                std::thread::sleep(Duration::from_millis(20));
            }
            _ = self.child.kill();
            _ = self.child.wait();
        }
    }
}

/// The app's command, with folders of its own.
pub(crate) fn command(home: &Path) -> Command {
    let mut command = Command::new(program());
    own_folders(&mut command, home).env("VULTS_LOG", "vults=debug");
    command
}

/// Gives whatever starts the app folders of its own. The app writes into the settings of the agents
/// that it finds in its home, so no test may start it without this.
pub(crate) fn own_folders<'a>(command: &'a mut Command, home: &Path) -> &'a mut Command {
    for (name, folder) in FOLDERS {
        command.env(name, home.join(folder));
    }
    command.env_remove("CLAUDE_CONFIG_DIR")
}

/// Every variable that names a folder in which the app reads or writes, and the folder in a run's
/// own. The first is the run's own itself, which is private.
pub(crate) const FOLDERS: [(&str, &str); 6] = [
    ("XDG_RUNTIME_DIR", ""),
    ("HOME", "home"),
    ("XDG_CACHE_HOME", "cache"),
    ("XDG_CONFIG_HOME", "config"),
    ("XDG_DATA_HOME", "data"),
    ("XDG_STATE_HOME", "state"),
];

/// A private folder for one run, with a home in it. The app has run there before, so that no window
/// opens by itself.
pub(crate) fn new_home() -> TempDir {
    let home = fresh_home();
    let data = home.path().join("data/vults");
    std::fs::create_dir_all(&data).unwrap();
    std::fs::write(data.join("installed.json"), r#"{"v": 1, "seen": true}"#).unwrap();
    home
}

/// The same, where the app has never run.
pub(crate) fn fresh_home() -> TempDir {
    let home = tempfile::Builder::new().prefix("vults-test.").tempdir().unwrap();
    std::fs::set_permissions(home.path(), std::fs::Permissions::from_mode(0o700)).unwrap();
    std::fs::create_dir(home.path().join("home")).unwrap();
    home
}

/// The relay that the app puts to its place: the one beside it.
#[track_caller]
pub(crate) fn relay() -> PathBuf {
    let relay = program().with_file_name("vults-hook");
    assert!(
        relay.is_file(),
        "{} is missing: build it first (cargo build -p vults-hook; make test does)",
        relay.display()
    );
    relay
}

/// Waits for a program that should end by itself.
#[track_caller]
pub(crate) fn wait(child: &mut Child) -> ExitStatus {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if Instant::now() > end {
            _ = child.kill();
            panic!("the program did not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}
