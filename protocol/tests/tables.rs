//! The protocol's tables: names, who waits, endpoints, limits.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Map, json};
use vults_protocol::cut::{cut, is_whole_or_cut, may_be_cut};
use vults_protocol::endpoint::{Sid, SocketPath, hook_log, trusted_hooks};
use vults_protocol::event::may_wait;
use vults_protocol::{Agent, AgentKind, AgentName, Event, Terminal, limits};

#[test]
fn kinds_have_their_words() {
    let words: Vec<&str> = AgentKind::ALL.iter().map(|kind| kind.as_str()).collect();
    assert_eq!(words, ["claude", "codex", "opencode", "qwen", "copilot", "other"]);
    for kind in AgentKind::ALL {
        assert_eq!(json!(kind), json!(kind.as_str()));
        let agent = kind.as_str().parse::<Agent>();
        match kind {
            // A kind that needs a name cannot be asked for by its word (VP-11).
            AgentKind::Other => assert!(agent.is_err()),
            _ => assert_eq!(agent.unwrap().kind(), kind),
        }
    }
}

#[test]
fn other_names() {
    for name in ["a", "0", "-", "antigravity", "cursor", "droid", "kimi", "levelcode", "a-b-1"] {
        assert_eq!(name.parse::<Agent>().unwrap(), Agent::Other(name.parse().unwrap()));
    }
    assert!("x".repeat(24).parse::<Agent>().is_ok());
    for name in [
        "",
        "gemini",
        "other",
        "Kimi",
        "kimi code",
        "kimi_code",
        "kimi.code",
        "kimi\n",
        " kimi",
        "--agent=x/",
        "é",
        "kími",
        "ｋｉｍｉ",
        "кіmі",
        "kimi\0",
        "٣",
        "🦅",
    ] {
        assert!(name.parse::<Agent>().is_err(), "{name:?}");
    }
    assert!("x".repeat(25).parse::<Agent>().is_err());
    for name in ["claude", "codex", "copilot", "opencode", "qwen", "other", "gemini"] {
        assert!(name.parse::<AgentName>().is_err(), "{name}");
    }
}

/// Every cell of specs C5, for an entry with `--ask`; without it the hook asks nothing of a
/// `PreToolUse` in the first place.
#[test]
fn who_waits() {
    use AgentKind::{Claude, Codex, Copilot, Opencode, Other, Qwen};
    let check = |event: &str, tool: Option<&str>, waiting: &[AgentKind]| {
        for kind in AgentKind::ALL {
            let expected = waiting.contains(&kind);
            assert_eq!(may_wait(kind, event, tool), expected, "{kind:?} {event} {tool:?}");
        }
    };
    let all = [Claude, Codex, Opencode, Qwen, Copilot];
    for tool in [None, Some("Bash"), Some("AskUserQuestion")] {
        check("PermissionRequest", tool, &all);
        for event in [
            "PostToolUse",
            "Stop",
            "StatusLine",
            "LifecycleHooks",
            "Notification",
            "SessionStart",
            "permissionRequest",
            "PermissionDenied",
            "Elicitation",
            "",
        ] {
            check(event, tool, &[]);
        }
    }
    check("PreToolUse", Some("AskUserQuestion"), &[Claude, Opencode]);
    for tool in [None, Some("Bash"), Some("ask_user_question"), Some("")] {
        check("PreToolUse", tool, &[]);
    }
    assert!(![Other].iter().any(|&kind| may_wait(kind, "PermissionRequest", Some("Bash"))));
}

#[test]
fn the_chat_s_own_agent_never_waits() {
    let event = |zeca: bool, tool: &str, name: &str| Event {
        id: "1".to_owned(),
        agent: Agent::Claude,
        event: name.to_owned(),
        wants_reply: true,
        zeca,
        terminal: Terminal::default(),
        payload: Map::from_iter([("tool_name".to_owned(), json!(tool))]),
        input: None,
    };
    assert!(event(false, "Bash", "PermissionRequest").may_wait());
    assert!(event(false, "AskUserQuestion", "PreToolUse").may_wait());
    assert!(!event(false, "Bash", "PreToolUse").may_wait());
    assert!(!event(true, "Bash", "PermissionRequest").may_wait());
    assert!(!event(true, "AskUserQuestion", "PreToolUse").may_wait());
}

#[test]
fn sockets() {
    let check = |runtime_dir: Option<&str>, socket: &str, made_by_app: bool| {
        let path = SocketPath::new(runtime_dir.map(Path::new), 1000);
        assert_eq!(path.socket(), PathBuf::from(socket), "{runtime_dir:?}");
        assert_eq!(path.made_by_app, made_by_app, "{runtime_dir:?}");
    };
    check(Some("/run/user/1000"), "/run/user/1000/vults.sock", false);
    check(Some("/run/user/1000/"), "/run/user/1000/vults.sock", false);
    for unset in [None, Some(""), Some("run/user/1000"), Some(".")] {
        check(unset, "/tmp/vults-1000/vults.sock", true);
    }
}

#[test]
fn pipes() {
    let sid = Sid::parse("S-1-5-21-1004336348-1177238915-682003330-512").unwrap();
    assert_eq!(sid.pipe_name(), r"\\.\pipe\vults-S-1-5-21-1004336348-1177238915-682003330-512");
    assert!(sid.same_user(&Sid::parse("S-1-5-21-1004336348-1177238915-682003330-512").unwrap()));
    assert!(!sid.same_user(&Sid::parse("S-1-5-21-1004336348-1177238915-682003330-513").unwrap()));

    let parts = |count: usize| format!("S-1-5{}", "-1".repeat(count));
    assert!(Sid::parse("S-1-5-18").is_some());
    assert!(Sid::parse(&parts(15)).is_some());
    assert!(Sid::parse("S-1-281474976710655-4294967295").is_some());
    for text in [
        "",
        "S-1-",
        "S-1-5",
        "S-1-5-",
        "S-1--5",
        "s-1-5-18",
        "S-2-5-18",
        "S-1-5-18 ",
        "S-1-5-018",
        "S-1-5-+18",
        "S-1-5--18",
        "S-1-5-18\\..\\x",
        "S-1-5-4294967296",
        "S-1-281474976710656-1",
        "S-1-0x5-18",
        "S-1-5-١٨",
        "S-1-5-99999999999999999999",
        &parts(16),
    ] {
        assert_eq!(Sid::parse(text), None, "{text:?}");
    }
}

#[test]
fn figures() {
    let ms = Duration::from_millis;
    assert_eq!(limits::MESSAGE_BYTES, 1_048_576);
    assert_eq!(limits::CONNECT, ms(300));
    assert_eq!(limits::NO_REPLY_TOTAL, ms(2_000));
    assert_eq!(limits::HEAR_WAITING, ms(2_000));
    assert_eq!(limits::HOOK_DECISION, ms(110_000));
    assert_eq!(limits::CARD_DRAWN, ms(800));
    assert_eq!(limits::APP_DECISION, ms(108_000));
    assert_eq!(limits::READ_MESSAGE, ms(5_000));
    assert_eq!(limits::CONNECTIONS, 32);
    assert_eq!(limits::WAITING_CONNECTIONS, 24);
    assert_eq!(limits::WAITING_PER_SESSION, 4);
    assert_eq!(limits::STRING_BYTES, 2_000);
    assert_eq!(limits::PATCH_LINES, 400);
    assert_eq!(limits::CODEX_PATCH_BYTES, 65_536);
    assert_eq!(limits::LAST_RESORT_STRING_BYTES, 200);
    assert_eq!(limits::REASON_BYTES, 2_000);
    assert_eq!(limits::AGENT_NAME_CHARS, 24);
}

#[test]
fn cutting_strings() {
    let check = |text: &str, limit: usize, expected: &str| {
        let mut after = text.to_owned();
        assert_eq!(cut(&mut after, limit), after != text, "{text} {limit}");
        assert_eq!(after, expected);
    };
    check("abcdef", 6, "abcdef");
    check("abcdef", 5, "ab…");
    check("abcdef", 3, "…");
    check("abcdef", 1, "…");
    check("", 0, "");
    // Never through a character.
    check("a🦅🦅", 8, "a🦅…");
    check("a🦅🦅", 7, "a…");
    for before in 0..4 {
        let mut text = format!("{}{}", "x".repeat(before), "🦅".repeat(600));
        let whole = text.clone();
        assert!(cut(&mut text, limits::STRING_BYTES));
        assert!(may_be_cut(&text) && is_whole_or_cut(&text, &whole));
    }
}

#[test]
fn cut_strings() {
    let ends = |bytes: usize| format!("{}…", "x".repeat(bytes - '…'.len_utf8()));
    for (bytes, cut) in [(3, false), (1_996, false), (1_997, true), (2_000, true), (2_001, false)] {
        assert_eq!(may_be_cut(&ends(bytes)), cut, "{bytes}");
        assert!(!may_be_cut(&"x".repeat(bytes)));
    }
    let whole = "x".repeat(2_001);
    assert!(is_whole_or_cut(&ends(2_000), &whole));
    assert!(is_whole_or_cut(&whole, &whole));
    assert!(!is_whole_or_cut(&ends(2_000), &whole[..2_000]), "there was nothing to cut");
    assert!(!is_whole_or_cut(&ends(1_000), &whole), "cut too early");
    assert!(!is_whole_or_cut(&ends(2_000), &"y".repeat(2_001)));
    assert!(!is_whole_or_cut(&whole[..2_000], &whole), "no mark");
}

#[test]
fn the_log_lies_in_the_state_folder() {
    let of = |state: Option<&str>, home: Option<&str>| {
        hook_log(state.map(Into::into), home.map(Into::into)).map(|path| path.display().to_string())
    };
    assert_eq!(of(Some("/s"), Some("/h")).as_deref(), Some("/s/vults/hook.log"));
    assert_eq!(of(None, Some("/h")).as_deref(), Some("/h/.local/state/vults/hook.log"));
    assert_eq!(of(Some(""), Some("/h")).as_deref(), Some("/h/.local/state/vults/hook.log"));
    assert_eq!(of(Some("s"), None), None);
    assert_eq!(of(None, Some("h")), None);
}

#[test]
fn what_is_trusted_lies_in_the_data_folder() {
    let of = |data: Option<&str>, home: Option<&str>| {
        let file = trusted_hooks(data.map(Into::into), home.map(Into::into));
        file.map(|path| path.display().to_string())
    };
    assert_eq!(of(Some("/d"), Some("/h")).as_deref(), Some("/d/vults/trusted-hooks.json"));
    assert_eq!(of(None, Some("/h")).as_deref(), Some("/h/.local/share/vults/trusted-hooks.json"));
    assert_eq!(of(Some("d"), None), None);
    assert_eq!(of(None, Some("h")), None);
}
