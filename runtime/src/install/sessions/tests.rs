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

#[test]
fn a_process_that_really_runs_is_found_with_its_settings_folder() {
    let home = tempfile::tempdir().unwrap();
    let program = home.path().join("claude");
    symlink("/bin/sleep", &program).unwrap();
    let mut child = Command::new(&program)
        .arg("60")
        .env("HOME", home.path())
        .env("CLAUDE_CONFIG_DIR", home.path().join("work folder"))
        .current_dir(home.path())
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    let sessions = running(Path::new("/proc"), Some(home.path()), claude());
    let elsewhere = running(Path::new("/proc"), Some(Path::new("/home/somebody")), claude());
    _ = child.kill();
    _ = child.wait();
    let found = sessions.iter().find(|session| session.pid == child.id()).unwrap();
    assert!(elsewhere.is_empty(), "its home is another one: {elsewhere:?}");
    assert_eq!(found.folder, Some(home.path().join("work folder")));
    assert_eq!(found.cwd.as_deref(), Some(home.path().canonicalize().unwrap().as_path()));
    let now = crate::install::installer::now_ms();
    assert!(found.started_ms <= now + 1000 && found.started_ms + 60_000 > now, "{found:?}");
}
