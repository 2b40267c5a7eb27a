//! One private desktop for each test.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Set inside a desktop that a test made for itself.
const MARK: &str = "VULTS_TEST_DESKTOP";

/// Each desktop has its own screen, pointer and bus, but the processor is shared: two tests at a time, of
/// which one mostly waits.
static TURNS: [Mutex<()>; 2] = [const { Mutex::new(()) }; 2];

/// The repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs a test's body in a desktop of its own: the test starts itself anew in one.
#[track_caller]
pub(crate) fn inside(body: impl FnOnce()) {
    inside_with(&[], body);
}

/// The same with options of `desktop-session`.
#[track_caller]
pub(crate) fn inside_with(options: &[&str], body: impl FnOnce()) {
    inside_session("desktop-session", options, body);
}

/// The same in a Wayland desktop, with options of `wayland-session`.
#[track_caller]
pub(crate) fn inside_wayland(options: &[&str], body: impl FnOnce()) {
    inside_session("wayland-session", options, body);
}

#[track_caller]
fn inside_session(session: &str, options: &[&str], body: impl FnOnce()) {
    if std::env::var_os(MARK).is_some() {
        assert_own_home();
        return body();
    }
    let _turn = turn();
    let name = std::thread::current().name().expect("a test's thread has its name").to_owned();
    let session = root().join("tests/desktop").join(session);
    let outcome = Command::new(&session)
        .args(options)
        .arg("--")
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", &name, "--nocapture", "--test-threads=1"])
        .env(MARK, "1")
        .output()
        .unwrap_or_else(|error| panic!("{} does not start: {error}", session.display()));
    let text = [outcome.stdout, outcome.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    // Whoever counts results must not count this one twice.
    let quoted: String = text.lines().map(|line| format!("  | {line}\n")).collect();
    assert!(outcome.status.success(), "in its desktop, {name} ended with this:\n{quoted}");
    // A name that fits no test would pass without having run.
    assert!(text.contains("1 passed"), "{name} did not run:\n{quoted}");
}

/// A turn, as soon as one is free.
fn turn() -> MutexGuard<'static, ()> {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let taken = TURNS.iter().find_map(|turn| turn.try_lock().ok());
    taken.unwrap_or_else(|| {
        let next = NEXT.fetch_add(1, Ordering::Relaxed) % TURNS.len();
        TURNS[next].lock().unwrap_or_else(PoisonError::into_inner)
    })
}

/// The desktop has a home of its own: what is started in it without one reaches nobody's.
#[track_caller]
fn assert_own_home() {
    let [home, desktop] = ["HOME", "VULTS_PRIVATE_DESKTOP"]
        .map(|name| PathBuf::from(std::env::var_os(name).unwrap()));
    assert!(home.starts_with(&desktop), "the desktop's home is {}", home.display());
}

/// Runs a tool of the desktop and gives back what it printed.
#[track_caller]
pub(crate) fn tool(command: &str, arguments: &[&str]) -> String {
    let output = Command::new(command)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("{command} does not start: {error}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{command} {arguments:?}: {text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

/// Keeps a picture of the desktop when `VULTS_TEST_SHOTS` names a folder.
pub(crate) fn shot(name: &str) {
    if let Some(folder) = std::env::var_os("VULTS_TEST_SHOTS") {
        let file = PathBuf::from(folder).join(format!("{name}.png"));
        let shot = root().join("tests/desktop/shot");
        tool(shot.to_str().unwrap(), &[file.to_str().unwrap()]);
    }
}
