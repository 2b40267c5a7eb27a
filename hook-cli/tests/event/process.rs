use vults_hook::process::{Process, agent_above, has_command, look, parse_stat};

#[test]
fn the_agent_is_the_nearest_that_is_no_wrapping_shell() {
    let tree = [(9, 8, true), (8, 7, true), (7, 5, false), (5, 1, false)];
    let look = |pid: u32| {
        let (_, parent, runs_command) = *tree.iter().find(|(at, ..)| *at == pid)?;
        Some(Process { parent, runs_command })
    };
    assert_eq!(agent_above(9, look), Some(7));
    assert_eq!(agent_above(7, look), Some(7));
    assert_eq!(agent_above(1, look), None);
    assert_eq!(agent_above(0, look), None);
    assert_eq!(agent_above(3, look), None);
    // A ring, which /proc may show when numbers are taken again, ends.
    assert_eq!(agent_above(9, |_| Some(Process { parent: 9, runs_command: true })), None);
}

#[test]
fn a_stat_line_may_hold_any_name() {
    let check = |line: &str, expected: Option<(u32, bool)>| {
        let process = parse_stat(line.as_bytes());
        let process = process.map(|process| (process.parent, process.runs_command));
        assert_eq!(process, expected, "{line}");
    };
    check("12 (sh) S 7 12 12 0", Some((7, true)));
    check("12 (claude) S 7 12", Some((7, false)));
    check("12 (a) R 9 (b) S 7 12", Some((7, false)));
    check("12 (sh", None);
    check("12 (sh) S", None);
    check("", None);
}

#[test]
fn a_shell_that_runs_a_command_has_the_letter() {
    let check = |words: &[&str], expected: bool| {
        assert_eq!(has_command(words.join("\0").as_bytes()), expected, "{words:?}");
    };
    check(&["/bin/sh", "-c", "vults-hook"], true);
    check(&["bash", "-lc", "vults-hook"], true);
    check(&["zsh", "-o", "x", "-c"], false);
    check(&["busybox", "sh", "-c", "x"], true);
    check(&["bash"], false);
    check(&["-bash"], false);
    check(&["bash", "script", "-c"], false);
}

#[test]
fn a_real_process_is_read() {
    let own = look(std::process::id()).unwrap();
    assert_eq!(own.parent, std::os::unix::process::parent_id());
    assert!(!own.runs_command);
}
