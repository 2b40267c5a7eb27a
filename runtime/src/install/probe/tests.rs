use serde_json::json;

use super::*;
use crate::install::ours;
use crate::install::testing::put_program;

/// What comes out of a hook whose relay is this script.
fn check(script: &str, trouble: Option<&str>, printed: bool) {
    let folder = tempfile::tempdir().unwrap();
    let relay = folder.path().join("vults-hook");
    put_program(&relay, &format!("#!/bin/sh\n{script}\n"));
    let entry = vults_agents::Entry { event: "Stop", matcher: None, ask: false, timeout_s: 60 };
    let command = super::super::command::hook(relay.to_str().unwrap(), "claude", &entry);
    let hook = json!({ "type": "command", "command": command });
    let root = json!({ "hooks": { "Stop": [{ "hooks": [hook] }] } });
    let tested = test(&ours::find(root.as_object().unwrap(), "claude"));
    let [hook] = &tested.hooks[..] else { panic!("{tested:?}") };
    assert_eq!(hook.event, "Stop");
    match (&hook.trouble, trouble) {
        (None, None) => {}
        (Some(said), Some(part)) => assert!(said.contains(part), "{said}"),
        other => panic!("{script}: {other:?}"),
    }
    assert_eq!(hook.printed.is_some(), printed, "{script}");
}

#[test]
fn what_a_hook_does_is_told() {
    check("cat >/dev/null", None, false);
    // The event names itself and has no session.
    check("[ \"$(cat)\" = '{\"hook_event_name\":\"Stop\"}' ]", None, false);
    check("cat; exit 0", Some("printed"), true);
    check("exit 3", Some("exit code 3"), false);
    check("kill -SEGV $$", Some("signal 11"), false);
}

#[test]
fn a_relay_that_is_not_there_is_told() {
    let hook = json!({
        "type": "command",
        "command": "{ [ -x '/nowhere/vults-hook' ] && '/nowhere/vults-hook' --agent claude Stop; } || :",
    });
    let root = json!({ "hooks": { "Stop": [{ "hooks": [hook] }] } });
    let tested = test(&ours::find(root.as_object().unwrap(), "claude"));
    let said = tested.hooks[0].trouble.clone().unwrap();
    assert_eq!(said, "There is no program /nowhere/vults-hook.");
}

#[test]
fn a_hook_that_does_not_end_is_ended_with_all_that_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let note = folder.path().join("pid");
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(format!("sleep 600 & echo $! >'{}'; wait", note.display()));
    let ran = run_for(&mut command, "Stop", Duration::from_millis(300));
    assert!(matches!(ran.end, End::TooLong));
    let pid = std::fs::read_to_string(note).unwrap();
    let stat = format!("/proc/{}/stat", pid.trim());
    // It may still be there for a moment, or as a zombie that nobody has collected yet.
    let is_gone = || std::fs::read_to_string(&stat).map_or(true, |stat| stat.contains(") Z "));
    let until = Instant::now() + Duration::from_secs(10);
    while !is_gone() {
        assert!(Instant::now() < until, "{pid} goes on");
        thread::sleep(Duration::from_millis(10));
    }
}
