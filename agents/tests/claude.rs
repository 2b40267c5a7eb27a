//! What Claude Code's events mean to the core, from payloads as the real program sends them.
#![allow(clippy::unwrap_used)]

mod sent;

use sent::{event, recorded, told};
use serde_json::{Map, Value, json};
use vults_agents::{Report, adapter};
use vults_core::{
    Action, Ancestry, Ask, Background, Call, Happening, Mode, Origin, SessionKey, Step, TurnEnd,
    Usage, UsedWindow,
};
use vults_protocol::Event;

/// What an event says whose hook waits, if it says anything.
fn waiting(event: &Event) -> Option<Report> {
    adapter(&event.agent).report(event, true)
}

/// What a recorded payload says that nobody waits for.
fn happening(payload: Map<String, Value>) -> Option<Happening> {
    match told(&event(payload)) {
        None => None,
        Some(Report::Happened(_, happening)) => Some(happening),
        other => panic!("{other:?}"),
    }
}

fn touch() -> Value {
    json!({ "command": "touch proof.txt && echo made-it" })
}

fn bash(input: Value) -> Call {
    Call::new("Bash", &input)
}

#[test]
fn recorded_events() {
    let check = |name: &str, expected: Option<Happening>| {
        assert_eq!(happening(recorded(name)), expected, "{name}");
    };
    let command = |text: &str| Step::Command(text.to_owned());
    let started = |call: Call, step: Step| Some(Happening::ToolStarted(call, step));

    check("SessionStart-startup", Some(Happening::SessionStarted));
    check("SessionStart-clear", Some(Happening::SessionStarted));
    check("SessionEnd-clear", Some(Happening::SessionEnded));
    check("SessionEnd-prompt_input_exit", Some(Happening::SessionEnded));
    check("UserPromptSubmit", Some(Happening::Prompted));
    let ended = Some("a9e859abd758e117b".to_owned());
    check("UserPromptSubmit-task-notification", Some(Happening::GoesOn(ended)));
    check("PreToolUse-Bash", started(bash(touch()), command("touch proof.txt && echo made-it")));
    let file = json!({ "file_path": "/home/me/project/notes.txt" });
    let read = Step::Read("/home/me/project/notes.txt".to_owned());
    check("PreToolUse-Read", started(Call::new("Read", &file), read));
    check("PostToolUse-Bash", Some(Happening::ToolEnded(bash(touch()))));
    check("PostToolUse-Bash-subagent", Some(Happening::ToolEnded(bash(touch()))));
    check(
        "PostToolUseFailure-Bash",
        Some(Happening::ToolEnded(bash(json!({ "command": "echo oops >&2; exit 3" })))),
    );
    check("PermissionRequest-Bash", Some(Happening::AsksInTerminal));
    check("Notification-permission_prompt", Some(Happening::AsksInTerminal));
    let end =
        TurnEnd { reply: Some("All done.".to_owned()), background: Some(Background::default()) };
    check("Stop", Some(Happening::TurnEnded(end)));
    check("SubagentStop", Some(Happening::TurnEnded(TurnEnd::default())));
    check("SubagentStart", Some(Happening::SubagentStarted));
    check("StopFailure", Some(Happening::TurnFailed));
    check("PostToolBatch-subagent", Some(Happening::Seen));
    check("PreCompact-manual", Some(Happening::CompactionStarted));
    check("MessageDisplay", None);
    let window = |minutes, used_percent, seconds: u64| UsedWindow {
        minutes,
        used_percent,
        resets_unix_ms: Some(seconds * 1_000),
    };
    let used = |cost, windows: &[UsedWindow]| {
        Some(Happening::Used(Usage { cost_micro_usd: Some(cost), windows: windows.to_vec() }))
    };
    check("StatusLine", None);
    check("StatusLine-3", used(4_200, &[]));
    let limits = [window(300, 42, 1_795_993_969), window(10_080, 17, 1_796_286_769)];
    check("StatusLine-rate_limits", used(4_200, &limits));
}

#[test]
fn changed_events() {
    let check = |name: &str, field: &str, value: Value, expected: Option<Happening>| {
        let mut payload = recorded(name);
        payload.insert(field.to_owned(), value);
        assert_eq!(happening(payload), expected, "{name} with another {field}");
    };
    check("SessionStart-startup", "source", json!("resume"), Some(Happening::SessionStarted));
    let compacted = Some(Happening::CompactionEnded);
    check("SessionStart-startup", "source", json!("compact"), compacted.clone());
    check("PreCompact-manual", "hook_event_name", json!("PostCompact"), compacted);
    check("SessionStart-startup", "source", json!(3), Some(Happening::SessionStarted));
    check(
        "Notification-permission_prompt",
        "notification_type",
        json!("idle_prompt"),
        Some(Happening::Idle),
    );
    check(
        "Notification-permission_prompt",
        "notification_type",
        json!("agent_completed"),
        Some(Happening::Seen),
    );
    check(
        "UserPromptSubmit",
        "prompt",
        json!(" <task-notification>\n<status>completed</status>"),
        Some(Happening::GoesOn(None)),
    );
    check(
        "UserPromptSubmit",
        "prompt",
        json!("what is a <task-notification>?"),
        Some(Happening::Prompted),
    );
    check("UserPromptSubmit", "prompt", Value::Null, Some(Happening::Prompted));
    check("PreToolUse-Bash", "tool_name", json!(["Bash"]), Some(Happening::Seen));
    check("PostToolUse-Bash", "tool_name", Value::Null, Some(Happening::Seen));
    check("PermissionRequest-Bash", "permission_mode", json!("dontAsk"), Some(Happening::Seen));
    check("Stop", "hook_event_name", json!("NotYetInvented"), Some(Happening::Seen));
    check("Stop", "hook_event_name", json!("LifecycleHooks"), None);
}

/// Its own id is how the person's hooks name it.
#[test]
fn a_call_has_its_id() {
    let id = |name: &str| match happening(recorded(name)) {
        Some(Happening::ToolStarted(call, _)) => call.id().map(str::to_owned),
        other => panic!("{other:?}"),
    };
    assert_eq!(id("PreToolUse-Bash").as_deref(), Some("toolu_012_1_0"));
}

#[test]
fn a_command_is_asked_whole() {
    let event = event(recorded("PermissionRequest-Bash"));
    let origin = Origin {
        key: SessionKey {
            agent: "claude".to_owned(),
            session: "2fab0649-b79c-46a1-9104-73969f53155e".to_owned(),
        },
        agent_name: "Claude Code".to_owned(),
        cwd: Some("/home/me/project".to_owned()),
        subagent: None,
        subagent_name: None,
        mode: Some(Mode::Default),
        ancestry: Ancestry::default(),
    };
    let ask = Ask {
        call: bash(touch()),
        input: event.payload["tool_input"].clone(),
        comments: Some(&["description"]),
        action: Action::Command {
            command: "touch proof.txt && echo made-it".to_owned(),
            description: Some("Run a command".to_owned()),
            facts: Vec::new(),
        },
    };
    assert_eq!(waiting(&event), Some(Report::Asks(origin, Box::new(ask))));
}

#[test]
fn a_sub_agent_asks_under_its_own_id() {
    let event = event(recorded("PermissionRequest-Bash-subagent"));
    let report = waiting(&event);
    let Some(Report::Asks(origin, _)) = &report else { panic!("{report:?}") };
    assert_eq!(origin.subagent.as_deref(), Some("a9e859abd758e117b"));
    assert_eq!(origin.subagent_name.as_deref(), Some("general-purpose"));
}

/// The request of the recorded command with another input.
fn request(change: impl FnOnce(&mut Event)) -> Option<Ask> {
    let mut event = event(recorded("PermissionRequest-Bash"));
    change(&mut event);
    match waiting(&event) {
        Some(Report::Asks(_, ask)) => Some(*ask),
        Some(Report::AsksElsewhere(_)) => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_field_that_changes_what_runs_is_a_fact() {
    let check = |input: Value, description: Option<&str>, facts: &[(&str, &str)]| {
        let request = request(|event| event.payload["tool_input"] = input.clone()).unwrap();
        let facts = facts.iter().map(|&(n, v)| (n.to_owned(), v.to_owned())).collect();
        let command = "ls".to_owned();
        let description = description.map(str::to_owned);
        assert_eq!(request.action, Action::Command { command, description, facts });
        assert_eq!(request.input, input);
    };
    check(json!({ "command": "ls" }), None, &[]);
    check(json!({ "description": "", "command": "ls" }), Some(""), &[]);
    check(
        json!({
            "command": "ls",
            "description": "List",
            "run_in_background": true,
            "timeout": 600_000,
            "dangerouslyDisableSandbox": false,
            "not_yet_invented": { "a": ["b", null] },
        }),
        Some("List"),
        &[
            ("run_in_background", "true"),
            ("timeout", "600000"),
            ("dangerouslyDisableSandbox", "false"),
            ("not_yet_invented", r#"{"a":["b",null]}"#),
        ],
    );
    // A comment that is no text is not known to be one.
    check(
        json!({ "command": "ls", "description": { "run": "rm" } }),
        None,
        &[("description", r#"{"run":"rm"}"#)],
    );
}

#[test]
fn what_no_card_can_show_goes_to_the_terminal() {
    let check = |what: &str, change: fn(&mut Event)| assert_eq!(request(change), None, "{what}");
    check("no tool", |e| e.payload["tool_name"] = Value::Null);
    check("no command", |e| e.payload["tool_input"] = json!({ "description": "List" }));
    check("an empty one", |e| e.payload["tool_input"]["command"] = json!(""));
    check("a blank one", |e| e.payload["tool_input"]["command"] = json!(" \n"));
    check("a list", |e| e.payload["tool_input"]["command"] = json!(["ls"]));
    check("input that is no object", |e| e.payload["tool_input"] = json!("ls"));
    check("no input", |e| drop(e.payload.shift_remove("tool_input")));
    check("input beside nothing", |e| {
        e.input = e.payload.shift_remove("tool_input");
    });
    check("no wish to wait", |e| e.wants_reply = false);
    check("an event that may not wait", |e| e.event = "Stop".to_owned());
    check("a tool that may not wait", |e| e.event = "PreToolUse".to_owned());
}

#[test]
fn modes_that_never_ask() {
    for mode in ["bypassPermissions", "dontAsk"] {
        let mut event = event(recorded("PermissionRequest-Bash"));
        event.payload["permission_mode"] = json!(mode);
        let report = waiting(&event);
        assert!(matches!(report, Some(Report::Happened(_, Happening::Seen))), "{report:?}");
    }
}

#[test]
fn an_event_says_its_mode() {
    let mode = |mode: Value| {
        let mut event = event(recorded("PreToolUse-Bash"));
        event.payload["permission_mode"] = mode;
        match told(&event) {
            Some(Report::Happened(origin, _)) => origin.mode,
            other => panic!("{other:?}"),
        }
    };
    for (word, expected) in [
        ("default", Mode::Default),
        ("acceptEdits", Mode::AcceptEdits),
        ("plan", Mode::Plan),
        ("auto", Mode::Auto),
        ("dontAsk", Mode::DontAsk),
        ("bypassPermissions", Mode::BypassPermissions),
        ("notYetInvented", Mode::Default),
    ] {
        assert_eq!(mode(json!(word)), Some(expected), "{word}");
    }
    // Nothing is said, and nothing changes.
    for word in [json!(null), json!(1), json!("")] {
        assert_eq!(mode(word), None);
    }
}

#[test]
fn modes_that_ask() {
    for mode in
        [json!("auto"), json!("acceptEdits"), json!("plan"), json!("notYetInvented"), json!(1)]
    {
        assert!(request(|e| e.payload["permission_mode"] = mode.clone()).is_some(), "{mode}");
    }
    assert!(request(|e| drop(e.payload.shift_remove("permission_mode"))).is_some());
}

/// A command of 2,000 bytes and more, and what a payload keeps of it (VP-23).
fn long_and_cut(filler: char) -> (String, String) {
    let whole: String = std::iter::repeat_n(filler, 3_000).collect();
    let mut end = 2_000 - '…'.len_utf8();
    while !whole.is_char_boundary(end) {
        end -= 1;
    }
    let cut = format!("{}…", &whole[..end]);
    (whole, cut)
}

#[test]
fn a_cut_command_is_shown_whole_or_not_at_all() {
    for filler in ['x', 'é', '…', '🦅'] {
        let (whole, cut) = long_and_cut(filler);
        let cut_payload = |event: &mut Event| {
            event.payload["tool_input"]["command"] = json!(cut);
            event.payload["tool_input"]["timeout"] = json!(5);
        };
        let input = json!({ "timeout": 5, "description": "Run a command", "command": whole });
        let asked = request(|event| {
            cut_payload(event);
            event.input = Some(input.clone());
        })
        .unwrap();
        assert_eq!(asked.input, input);
        assert_eq!(asked.call, bash(json!({ "command": cut, "timeout": 5 })));
        let Action::Command { command, facts, .. } = asked.action else { panic!("a command") };
        assert_eq!((command, facts), (whole.clone(), vec![("timeout".to_owned(), "5".to_owned())]));

        assert_eq!(request(cut_payload), None, "cut, and no input");
        let check = |what: &str, input: Value| {
            let asked = request(|event| {
                cut_payload(event);
                event.input = Some(input);
            });
            assert_eq!(asked, None, "{what}");
        };
        let with = |field: &str, value: Value| {
            let mut other = input.clone();
            other[field] = value;
            other
        };
        check("another command", with("command", json!("y".repeat(3_000))));
        check("the cut one again", with("command", json!(cut)));
        check("another field's value", with("timeout", json!(6)));
        check("a field more", with("run_in_background", json!(true)));
        check("a field less", json!({ "command": whole, "timeout": 5 }));
        check("no object", json!(whole));
    }
}

#[test]
fn a_cut_anywhere_counts() {
    let (_, cut) = long_and_cut('x');
    for place in [json!([cut]), json!({ "a": [0, { "b": cut }] }), json!(cut)] {
        assert_eq!(request(|e| e.payload["tool_input"]["env"] = place.clone()), None, "{place}");
    }
    assert_eq!(request(|e| e.payload["tool_input"]["description"] = json!(cut)), None);
}

#[test]
fn a_short_command_that_ends_in_the_mark_is_whole() {
    let ends = |command: String| request(|e| e.payload["tool_input"]["command"] = json!(command));
    assert!(ends("echo …".to_owned()).is_some());
    assert!(ends(format!("echo {}…", "x".repeat(1_988))).is_some(), "1,996 bytes");
    assert!(ends(format!("echo {}", "x".repeat(1_995))).is_some(), "2,000 bytes and no mark");
    assert_eq!(ends(format!("echo {}…", "x".repeat(1_989))), None, "1,997 bytes");
    assert_eq!(ends(format!("echo {}…", "x".repeat(1_992))), None, "2,000 bytes");
}

#[test]
fn no_session_is_invented() {
    for session in [Value::Null, json!(""), json!(1), json!(["s"])] {
        for name in ["SessionStart-startup", "PermissionRequest-Bash"] {
            let mut event = event(recorded(name));
            event.payload["session_id"] = session.clone();
            assert_eq!(told(&event), None);
            assert_eq!(waiting(&event), None);
        }
    }
}

#[test]
fn an_id_or_a_folder_without_end_is_none() {
    let check = |field: &str, bytes: usize, expected: bool| {
        for name in ["PreToolUse-Bash", "PermissionRequest-Bash-subagent"] {
            let mut event = event(recorded(name));
            let long = "i".repeat(bytes);
            match field {
                "id" => event.id = long,
                "folder" => event.terminal.cwd = Some(long),
                _ => drop(event.payload.insert(field.to_owned(), json!(long))),
            }
            assert_eq!(told(&event).is_some(), expected, "{field} of {name}");
            assert_eq!(waiting(&event).is_some(), expected, "{field} of {name}");
        }
    };
    for field in ["id", "session_id", "agent_id"] {
        check(field, 200, true);
        check(field, 201, false);
    }
    check("folder", 4_096, true);
    check("folder", 4_097, false);
    // A tool's name is kept as well; without it the session is alive, and asks in its terminal.
    let mut event = event(recorded("PreToolUse-Bash"));
    event.payload["tool_name"] = json!("t".repeat(201));
    assert_eq!(happening(event.payload), Some(Happening::Seen));
    assert_eq!(request(|event| event.payload["tool_name"] = json!("t".repeat(201))), None);
}

#[test]
fn the_chat_s_own_agent_is_never_shown() {
    for name in ["SessionStart-startup", "PermissionRequest-Bash", "Stop"] {
        let mut event = event(recorded(name));
        event.zeca = true;
        assert_eq!(told(&event), None);
        assert_eq!(waiting(&event), None);
    }
}

#[test]
fn a_request_and_the_end_of_its_call_match() {
    let ended = |name: &str| match happening(recorded(name)) {
        Some(Happening::ToolEnded(call)) => call,
        other => panic!("{other:?}"),
    };
    let asked = request(|_| {}).unwrap().call;
    assert_eq!(asked, ended("PostToolUse-Bash"));
    for number in ["", "-2"] {
        let named = |event: &str| format!("{event}-AskUserQuestion{number}");
        let Some(Happening::ToolStarted(question, _)) = happening(recorded(&named("PreToolUse")))
        else {
            panic!("started");
        };
        assert_eq!(question, ended(&named("PostToolUse")), "without the answers");
    }
    assert_ne!(asked, ended("PostToolUseFailure-Bash"));
}

#[test]
fn nothing_of_other_agents_is_shown_yet() {
    for word in ["opencode", "qwen", "copilot", "kimi", "some-tool"] {
        for name in ["PermissionRequest-Bash", "SessionStart-startup"] {
            let mut event = event(recorded(name));
            event.agent = word.parse().unwrap();
            assert_eq!(waiting(&event), None, "{word}");
            assert_eq!(told(&event), None, "{word}");
        }
    }
}
