use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use super::*;
use crate::install::testing::claude;

#[test]
fn a_program_is_known_by_its_words() {
    let check = |words: &[&str], expected: Option<bool>| {
        let line: Vec<u8> = words.iter().flat_map(|word| word.bytes().chain([0])).collect();
        assert_eq!(script(&line, "claude"), expected, "{words:?}");
    };
    check(&["claude"], Some(false));
    check(&["/usr/local/bin/claude", "--resume"], Some(false));
    check(&["node", "/usr/bin/claude"], Some(true));
    check(&["/opt/bun", "claude.exe"], Some(true));
    check(&["vim", "claude"], None);
    check(&["claude-code-router"], None);
    check(&["node", "server.js", "claude"], None);
    check(&[""], None);
    check(&[], None);
}

#[test]
fn the_start_of_a_process_comes_from_its_ticks() {
    let stat = b"42 (a) b) c) S 1 42 42 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 12345 9 9";
    let a_second = rustix::param::clock_ticks_per_second();
    assert_eq!(started_ms(stat, 1_000), Some(1_000_000 + 12_345_000 / a_second));
    assert_eq!(started_ms(b"42 (a) S", 1_000), None);
    assert_eq!(field(stat, 4), Some(1));
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

#[test]
fn a_script_that_waits_for_the_program_is_no_session_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let (proc, home) = (folder.path().join("proc"), folder.path().join("home"));
    let world = fs::read_link("/proc/self/ns/mnt").unwrap();
    let put = |name: &str, words: &str, parent: u32| {
        let process = proc.join(name);
        fs::create_dir_all(process.join("ns")).unwrap();
        symlink(&world, process.join("ns/mnt")).unwrap();
        fs::write(process.join("cmdline"), words).unwrap();
        fs::write(process.join("environ"), format!("HOME={}\0", home.display())).unwrap();
        let stat = format!("{name} (x) S {parent} 1 1 0 -1 4 1 2 3 4 5 6 7 8 20 0 1 0 9 9 9");
        fs::write(process.join("stat"), stat).unwrap();
    };
    put("self", "test\0", 1);
    fs::write(proc.join("stat"), "btime 1000\n").unwrap();
    put("10", "node\0/usr/bin/claude\0", 1);
    put("11", "/opt/claude\0", 10);
    put("20", "node\0/usr/bin/claude\0", 1);
    put("30", "claude\0", 1);
    put("31", "claude\0-p\0", 30);
    let mut found = running(&proc, claude(), Some(&home));
    found.sort_by_key(|session| session.pid);
    let pids: Vec<u32> = found.iter().map(|session| session.pid).collect();
    assert_eq!(pids, [11, 20, 30, 31]);
}
