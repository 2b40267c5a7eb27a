use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::{fs, iter};

use super::*;
use crate::install::testing::put_program;

const STOP: Entry = Entry { event: "Stop", matcher: None, ask: false, timeout_s: 60 };
const QUESTION: Entry =
    Entry { event: "PreToolUse", matcher: Some("AskUserQuestion"), ask: true, timeout_s: 120 };

#[test]
fn the_words_are_those_that_agents_have_been_given_before() {
    assert_eq!(
        hook("/opt/it's/vults-hook", "claude", &STOP),
        r"{ [ -x '/opt/it'\''s/vults-hook' ] && '/opt/it'\''s/vults-hook' --agent claude Stop; } 2>/dev/null || :"
    );
    assert_eq!(
        hook("/r/vults-hook", "claude", &QUESTION),
        "{ [ -x '/r/vults-hook' ] && '/r/vults-hook' --agent claude --ask PreToolUse; } 2>/dev/null || :"
    );
    assert_eq!(
        status_line("/r/vults-hook", "claude"),
        "{ [ -x '/r/vults-hook' ] && '/r/vults-hook' --agent claude --statusline; } 2>/dev/null || :"
    );
}

/// Folders whose names a shell would like to read otherwise.
const NASTY: [&str; 14] = [
    "plain",
    "with space",
    "it's",
    "\"double\"",
    "$HOME",
    "`id`",
    "$(id)",
    "back\\slash",
    "line\nbreak",
    "ünïcode 日本",
    "semi;colon & and | or",
    "star*?[a]",
    "-dash",
    "~",
];

#[test]
fn a_real_shell_runs_the_relay_at_any_path() {
    let home = tempfile::tempdir().unwrap();
    for name in NASTY {
        let folder = home.path().join(name);
        fs::create_dir_all(&folder).unwrap();
        let relay = folder.join(RELAY);
        put_program(&relay, "#!/bin/sh\nprintf '%s|' \"$@\"\n");
        let command = hook(relay.to_str().unwrap(), "claude", &QUESTION);
        let ran = Command::new("/bin/sh").arg("-c").arg(&command).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&ran.stdout), "--agent|claude|--ask|PreToolUse|");
        assert!(ran.status.success() && ran.stderr.is_empty(), "{name:?}");
        let read = call(&command).unwrap();
        assert_eq!(read.relay, relay, "{name:?}");
        assert!(read.ask && !read.status_line && !read.wrapped, "{name:?}");
    }
}

#[test]
fn whatever_becomes_of_the_relay_nothing_is_said() {
    let home = tempfile::tempdir().unwrap();
    let relay = home.path().join(RELAY);
    let command = hook(relay.to_str().unwrap(), "claude", &STOP);
    let silent = |what: &str| {
        let ran = Command::new("/bin/sh").arg("-c").arg(&command).output().unwrap();
        assert!(ran.status.success(), "{what}: {}", ran.status);
        assert!(ran.stdout.is_empty() && ran.stderr.is_empty(), "{what}: {ran:?}");
    };
    silent("missing");
    let put = |bytes: &[u8], mode: u32| {
        fs::write(&relay, bytes).unwrap();
        fs::set_permissions(&relay, fs::Permissions::from_mode(mode)).unwrap();
    };
    put(b"", 0o755);
    silent("empty");
    put(b"#!/bin/sh\nexit 0\n", 0o644);
    silent("not executable");
    put(b"\x7fELF\x02\x01\x01", 0o755);
    silent("cut off");
    put(b"#!/bin/sh\necho broken >&2\nkill -SEGV $$\n", 0o755);
    silent("crashing");
    put(b"#!/nowhere/interpreter\n", 0o755);
    silent("without its interpreter");
    fs::remove_file(&relay).unwrap();
    fs::create_dir(&relay).unwrap();
    silent("a folder");
}

#[test]
fn a_call_of_the_relay_is_known_however_it_is_written() {
    let bare = Call {
        relay: PathBuf::from("/r/vults-hook"),
        agent: "claude".to_owned(),
        ask: false,
        status_line: false,
        wrapped: false,
    };
    let ours =
        |command: &str, expected: Call| assert_eq!(call(command), Some(expected), "{command}");
    for command in [
        "/r/vults-hook --agent claude Stop",
        "'/r/vults-hook' --agent=claude Stop",
        "\"/r/vults-hook\" --agent claude",
        "/r/vults-hook --agent claude Stop || true",
        "/r/vults-hook --agent claude Stop 2>/dev/null",
        "/r/vults-hook --agent claude Stop >/dev/null 2>&1",
        "if [ -x /r/vults-hook ]; then /r/vults-hook --agent claude Stop; fi",
        "test -x /r/vults-hook && exec /r/vults-hook --agent claude Stop",
        "/r/vults-hook --agent claude --some-new-flag Stop",
        "  /r/vults-hook   --agent\tclaude Stop\n",
    ] {
        ours(command, bare.clone());
    }
    ours("/r/vults-hook --agent codex Stop", Call { agent: "codex".to_owned(), ..bare.clone() });
    ours("/r/vults-hook --agent claude --statusline", Call { status_line: true, ..bare.clone() });
    let relative = Call { relay: PathBuf::from("vults-hook"), ..bare.clone() };
    ours("vults-hook --agent claude Stop", relative);
    for command in [
        "/r/vults-hook --agent claude Stop; notify-send done",
        "logger stop && /r/vults-hook --agent claude Stop",
        "/r/vults-hook --agent claude Stop | tee /tmp/log",
        "FOO=1 /r/vults-hook --agent claude Stop",
        "/r/vults-hook --agent claude Stop > /tmp/log",
    ] {
        ours(command, Call { wrapped: true, ..bare.clone() });
    }
    for command in [
        "",
        "/r/vults-hook Stop",
        "pkill vults-hook",
        "echo vults-hook-like",
        "/r/my-vults-hook --agent claude Stop",
        "/r/vults-hook.sh Stop",
        "/r/vults-hook/other Stop",
        "notify-send 'vults hook'",
    ] {
        assert_eq!(call(command), None, "{command}");
    }
}

#[test]
fn no_text_breaks_the_reading() {
    let hostile =
        ["'", "\"", "\\", "'vults-hook", "\"vults-hook\\", "vults-hook --agent", ";;&&||>&"];
    for text in hostile.into_iter().chain(iter::once("\u{202e}vults-hook\0")) {
        _ = call(text);
    }
}
