use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use super::*;
use crate::install::testing::claude;

#[test]
fn a_program_is_known_by_its_words() {
    let check = |words: &[&str], expected: bool| {
        let line: Vec<u8> = words.iter().flat_map(|word| word.bytes().chain([0])).collect();
        assert_eq!(runs(&line, "claude"), expected, "{words:?}");
    };
    check(&["claude"], true);
    check(&["/usr/local/bin/claude", "--resume"], true);
    check(&["node", "/usr/bin/claude"], true);
    check(&["/opt/bun", "claude.exe"], true);
    check(&["vim", "claude"], false);
    check(&["claude-code-router"], false);
    check(&["node", "server.js", "claude"], false);
    check(&[""], false);
    check(&[], false);
}

#[test]
fn the_start_of_a_process_comes_from_its_ticks() {
    let stat = b"42 (a) b) c) S 1 42 42 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 12345 9 9";
    let a_second = rustix::param::clock_ticks_per_second();
    assert_eq!(started_ms(stat, 1_000), Some(1_000_000 + 12_345_000 / a_second));
    assert_eq!(started_ms(b"42 (a) S", 1_000), None);
}

/// A process that really runs, by the name of an agent's program.
struct Running(std::process::Child);

impl Running {
    fn start(folder: &Path, home: &Path) -> Running {
        let program = folder.join("claude");
        symlink("/bin/sleep", &program).unwrap();
        let mut command = Command::new(&program);
        command.arg("60").env("HOME", home).env("CLAUDE_CONFIG_DIR", folder.join("work folder"));
        Running(command.current_dir(folder).stdin(Stdio::null()).spawn().unwrap())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

#[test]
fn a_session_is_found_with_its_settings_folder() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    let running = Running::start(folder.path(), &home);
    let sessions = super::running(Path::new("/proc"), claude(), Some(&home));
    let [found] = &sessions[..] else { panic!("{sessions:?}") };
    assert_eq!(found.pid, running.0.id());
    assert_eq!(found.folder, Some(folder.path().join("work folder")));
    assert_eq!(found.cwd.as_deref(), Some(folder.path().canonicalize().unwrap().as_path()));
    let now = crate::install::installer::now_ms();
    assert!(found.started_ms <= now + 1000 && found.started_ms + 60_000 > now, "{found:?}");
}

#[test]
fn a_session_of_another_home_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path(), &folder.path().join("theirs"));
    for home in [Some(folder.path().join("mine")), None] {
        assert_eq!(super::running(Path::new("/proc"), claude(), home.as_deref()), []);
    }
    drop(running);
}
