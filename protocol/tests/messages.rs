//! Every message, byte for byte, and what becomes of lines that are none.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use vults_protocol::limits::{MESSAGE_BYTES, REASON_BYTES};
use vults_protocol::{
    Addressed, Agent, Answer, Decision, DecodeError, Event, LifecycleHooks, Message, Reply, Run,
    Terminal, TooLong, TrustedHooks,
};

fn fields(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

fn event() -> Event {
    Event {
        id: "18f-1a2b".to_owned(),
        agent: Agent::Claude,
        event: "PermissionRequest".to_owned(),
        wants_reply: true,
        zeca: false,
        terminal: Terminal {
            cwd: Some("/home/me/project".to_owned()),
            pid: Some(4242),
            env: BTreeMap::from([("TERM_PROGRAM".to_owned(), "kitty".to_owned())]),
        },
        payload: fields(json!({
            "tool_name": "Bash",
            "tool_input": { "command": "cargo test" },
        })),
        input: None,
    }
}

/// The seed's own example, on one line.
const EVENT: &str = r#"{"kind":"event","v":8,"id":"18f-1a2b","agent":"claude","event":"PermissionRequest","wants_reply":true,"terminal":{"cwd":"/home/me/project","pid":4242,"env":{"TERM_PROGRAM":"kitty"}},"payload":{"tool_name":"Bash","tool_input":{"command":"cargo test"}}}"#;

#[test]
fn events() {
    let check = |event: Event, line: &str| {
        let encoded = event.encode().unwrap();
        assert_eq!(String::from_utf8(encoded.clone()).unwrap(), format!("{line}\n"));
        assert_eq!(Event::decode(&encoded).unwrap(), event, "with its newline");
        assert_eq!(Event::decode(line.as_bytes()).unwrap(), event, "without it");
    };
    check(event(), EVENT);
    check(
        Event { input: Some(json!({ "command": "cargo test" })), ..event() },
        &EVENT.replace(r#""cargo test"}}}"#, r#""cargo test"}},"input":{"command":"cargo test"}}"#),
    );
    for word in ["codex", "opencode", "qwen", "copilot"] {
        check(Event { agent: word.parse().unwrap(), ..event() }, &EVENT.replace("claude", word));
    }
    let bare = |agent: Agent, name: &str, payload: Value| Event {
        id: "1".to_owned(),
        agent,
        event: name.to_owned(),
        wants_reply: false,
        zeca: false,
        terminal: Terminal::default(),
        payload: fields(payload),
        input: None,
    };
    check(
        bare("kimi".parse().unwrap(), "Stop", json!({ "session_id": "s" })),
        r#"{"kind":"event","v":8,"id":"1","agent":"other","agent_name":"kimi","event":"Stop","wants_reply":false,"terminal":{},"payload":{"session_id":"s"}}"#,
    );
    check(
        Event { zeca: true, ..bare(Agent::Codex, "Stop", json!({})) },
        r#"{"kind":"event","v":8,"id":"1","agent":"codex","event":"Stop","wants_reply":false,"zeca":true,"terminal":{},"payload":{}}"#,
    );
    check(
        bare(
            Agent::Claude,
            "StatusLine",
            json!({
                "rate_limits": { "five_hour": { "used_percentage": 42, "resets_at": 1_795_993_969 } },
                "cost": { "total_cost_usd": 0.0042 },
                "session_id": "s",
            }),
        ),
        r#"{"kind":"event","v":8,"id":"1","agent":"claude","event":"StatusLine","wants_reply":false,"terminal":{},"payload":{"rate_limits":{"five_hour":{"used_percentage":42,"resets_at":1795993969}},"cost":{"total_cost_usd":0.0042},"session_id":"s"}}"#,
    );
    // Text of any kind stays on its line.
    check(
        bare(Agent::Claude, "Stop", json!({ "text": "a\n\"é\u{0}\u{2028}🦅" })),
        concat!(
            r#"{"kind":"event","v":8,"id":"1","agent":"claude","event":"Stop","wants_reply":false,"terminal":{},"payload":{"text":"a\n\"é\u0000"#,
            "\u{2028}🦅",
            r#""}}"#
        ),
    );
}

#[test]
fn trust_holds_for_a_file_as_it_was() {
    let mut trusted = TrustedHooks::default();
    trusted.trust("/p/.vults/settings.json", "aa");
    let read = TrustedHooks::parse(&trusted.to_bytes()).unwrap();
    assert_eq!(read, trusted);
    assert!(read.trusts("/p/.vults/settings.json", "aa"));
    assert!(!read.trusts("/p/.vults/settings.json", "ab"));
    assert!(!read.trusts("/q/.vults/settings.json", "aa"));
    trusted.trust("/p/.vults/settings.json", "ab");
    assert!(!trusted.trusts("/p/.vults/settings.json", "aa"));
    assert_eq!(trusted.files().collect::<Vec<_>>(), ["/p/.vults/settings.json"]);
    assert!(trusted.distrust("/p/.vults/settings.json"));
    assert!(!trusted.distrust("/p/.vults/settings.json"));
    for broken in ["", "[]", "{}", r#"{"version":2,"trusted":{}}"#, r#"{"version":1,"trusted":[]}"#]
    {
        assert_eq!(TrustedHooks::parse(broken.as_bytes()), None, "{broken}");
    }
}

#[test]
fn lifecycle_hooks() {
    let blocked = LifecycleHooks {
        session_id: "s".to_owned(),
        cwd: "/home/me/project".to_owned(),
        lifecycle_event: "PreToolUse".to_owned(),
        tool_name: Some("run_command".to_owned()),
        tool_use_id: Some("toolu_1".to_owned()),
        blocked: true,
        reason: Some("not on main".to_owned()),
        context: Some("see CONTRIBUTING".to_owned()),
        warnings: vec!["settings.json: hooks.Stopp is no event".to_owned()],
        runs: vec![
            Run {
                label: "./guard".to_owned(),
                exit_code: Some(2),
                duration_ms: 31,
                blocked: true,
                ..Run::default()
            },
            Run {
                label: "./slow".to_owned(),
                duration_ms: 10_000,
                timed_out: true,
                ..Run::default()
            },
            Run {
                label: "./gone".to_owned(),
                error: Some("no such file".to_owned()),
                ..Run::default()
            },
        ],
        untrusted: vec!["/home/me/project/.vults/settings.json".to_owned()],
    };
    let quiet = LifecycleHooks {
        session_id: "s".to_owned(),
        cwd: "/".to_owned(),
        lifecycle_event: "Stop".to_owned(),
        ..LifecycleHooks::default()
    };
    let check = |hooks: &LifecycleHooks, json: &str| {
        assert_eq!(Value::Object(hooks.payload()).to_string(), json);
        assert_eq!(LifecycleHooks::from_payload(&hooks.payload()).as_ref(), Some(hooks));
    };
    check(
        &blocked,
        r#"{"hook_event_name":"LifecycleHooks","session_id":"s","cwd":"/home/me/project","lifecycle_event":"PreToolUse","tool_name":"run_command","tool_use_id":"toolu_1","blocked":true,"reason":"not on main","context":"see CONTRIBUTING","warnings":["settings.json: hooks.Stopp is no event"],"runs":[{"label":"./guard","exit_code":2,"duration_ms":31,"timed_out":false,"blocked":true},{"label":"./slow","duration_ms":10000,"timed_out":true},{"label":"./gone","error":"no such file","duration_ms":0,"timed_out":false}],"untrusted":["/home/me/project/.vults/settings.json"]}"#,
    );
    check(
        &quiet,
        r#"{"hook_event_name":"LifecycleHooks","session_id":"s","cwd":"/","lifecycle_event":"Stop","blocked":false,"warnings":[],"runs":[]}"#,
    );
    let mut other = quiet.payload();
    other.insert("hook_event_name".to_owned(), json!("Stop"));
    assert_eq!(LifecycleHooks::from_payload(&other), None);
    let event = Event { event: "LifecycleHooks".to_owned(), payload: quiet.payload(), ..event() };
    assert!(!event.may_wait());
}

#[test]
fn replies() {
    let check = |reply: Reply, line: &str| {
        let encoded = reply.encode("18f-1a2b");
        assert_eq!(String::from_utf8(encoded.clone()).unwrap(), format!("{line}\n"));
        let addressed = Addressed { id: "18f-1a2b".to_owned(), reply };
        assert_eq!(Reply::decode(&encoded), Some(addressed));
    };
    let deny = |reason: Option<&str>| {
        Reply::Decision(Decision::Deny { reason: reason.map(str::to_owned) })
    };
    check(Reply::Waiting, r#"{"kind":"waiting","v":8,"id":"18f-1a2b"}"#);
    check(
        Reply::Decision(Decision::Allow),
        r#"{"kind":"decision","v":8,"id":"18f-1a2b","decision":"allow"}"#,
    );
    check(deny(None), r#"{"kind":"decision","v":8,"id":"18f-1a2b","decision":"deny"}"#);
    check(
        deny(Some("Use \"mv\".\nPlease.")),
        r#"{"kind":"decision","v":8,"id":"18f-1a2b","decision":"deny","reason":"Use \"mv\".\nPlease."}"#,
    );
    check(
        Reply::Answer(vec![
            Answer::One("Blue".to_owned()),
            Answer::Many(vec!["S".to_owned(), "M".to_owned()]),
        ]),
        r#"{"kind":"answer","v":8,"id":"18f-1a2b","answers":["Blue",["S","M"]]}"#,
    );
    check(Reply::Answer(Vec::new()), r#"{"kind":"answer","v":8,"id":"18f-1a2b","answers":[]}"#);
    check(Reply::Unsupported, r#"{"kind":"unsupported","v":8,"id":"18f-1a2b"}"#);
}

#[test]
fn a_line_ends_at_one_mebibyte() {
    let padded = |pad: usize| Event { id: "x".repeat(pad), ..event() };
    let room = MESSAGE_BYTES - padded(0).encode().unwrap().len();
    assert_eq!(padded(room).encode().unwrap().len(), MESSAGE_BYTES);
    assert_eq!(padded(room + 1).encode(), Err(TooLong));
    assert_eq!(padded(4 * MESSAGE_BYTES).encode(), Err(TooLong));
}

#[test]
fn other_versions() {
    let check = |v: &str, id: Option<&str>| {
        let line = EVENT.replace(r#""v":8"#, v);
        let line = match id {
            Some(_) => line,
            None => line.replace(r#""id":"18f-1a2b""#, r#""id":3"#),
        };
        let expected = DecodeError::Version { id: id.map(str::to_owned) };
        assert_eq!(Event::decode(line.as_bytes()), Err(expected), "{line}");
    };
    for v in [
        r#""v":7"#,
        r#""v":9"#,
        r#""v":0"#,
        r#""v":-8"#,
        r#""v":8.0"#,
        r#""v":8e0"#,
        r#""v":"8""#,
        r#""v":null"#,
        r#""v":[8]"#,
        r#""v":18446744073709551624"#,
        r#""w":8"#,
        r#""v":8,"v":7"#,
    ] {
        check(v, Some("18f-1a2b"));
        check(v, None);
    }
}

#[test]
fn lines_that_are_no_event() {
    let check = |line: &[u8]| {
        let text = String::from_utf8_lossy(&line[..line.len().min(200)]).into_owned();
        assert_eq!(Event::decode(line), Err(DecodeError::Malformed), "{text}");
    };
    for line in ["", "\n", "null", "[]", "8", "\"event\"", "{", "}", "nul", "\u{feff}{}"] {
        check(line.as_bytes());
    }
    check(&EVENT.as_bytes()[..EVENT.len() - 1]);
    check(format!("{EVENT}{EVENT}").as_bytes());
    check(&[b"{\"v\":8,\"id\":\"".as_slice(), &[0xff], b"\"}"].concat());
    check(EVENT.replace("cargo test", r"\ud800").as_bytes());
    let deep = "[".repeat(100_000);
    check(deep.as_bytes());
    check(
        EVENT
            .replace(r#""cargo test""#, &format!("{}1{}", "[".repeat(500), "]".repeat(500)))
            .as_bytes(),
    );

    // A required field that is missing, or of another kind.
    for (field, wrong) in [
        ("kind", json!("decision")),
        ("id", json!(1)),
        ("agent", json!("gemini")),
        ("event", json!(null)),
        ("wants_reply", json!("true")),
        ("terminal", json!([])),
        ("payload", json!("{}")),
    ] {
        let whole: Map<String, Value> = serde_json::from_str(EVENT).unwrap();
        let mut missing = whole.clone();
        missing.shift_remove(field).unwrap();
        check(Value::Object(missing).to_string().as_bytes());
        let mut changed = whole;
        changed.insert(field.to_owned(), wrong);
        check(Value::Object(changed).to_string().as_bytes());
    }
    // A part of the terminal of another kind.
    for terminal in [
        json!({ "cwd": 1 }),
        json!({ "pid": -1 }),
        json!({ "pid": 4_294_967_296_u64 }),
        json!({ "env": { "TERM": 1 } }),
        json!({ "env": [] }),
    ] {
        let mut changed: Map<String, Value> = serde_json::from_str(EVENT).unwrap();
        changed.insert("terminal".to_owned(), terminal);
        check(Value::Object(changed).to_string().as_bytes());
    }
    // A kind and a name that do not fit together.
    for agent in [
        r#""agent":"claude","agent_name":"kimi""#,
        r#""agent":"other""#,
        r#""agent":"other","agent_name":"""#,
        r#""agent":"other","agent_name":"claude""#,
        r#""agent":"other","agent_name":"gemini""#,
        r#""agent":"other","agent_name":"Kimi""#,
        r#""agent":"kimi""#,
        r#""agent":"Claude""#,
        r#""agent":null"#,
        r#""agent":{"claude":null}"#,
    ] {
        check(EVENT.replace(r#""agent":"claude""#, agent).as_bytes());
    }
}

#[test]
fn fields_that_we_do_not_know_are_ignored() {
    let longer = EVENT.replacen('{', r#"{"later":{"a":[1]},"#, 1).replacen(
        r#""terminal":{"#,
        r#""terminal":{"tty":"/dev/pts/1","#,
        1,
    );
    assert_eq!(Event::decode(longer.as_bytes()), Ok(event()));
    let nulls = EVENT.replacen('{', r#"{"agent_name":null,"input":null,"#, 1);
    assert_eq!(Event::decode(nulls.as_bytes()), Ok(event()));
    let twice = EVENT.replacen(r#""event":"#, r#""event":"Stop","event":"#, 1);
    assert_eq!(Event::decode(twice.as_bytes()), Ok(event()), "the last one counts");
    let waiting =
        Reply::decode(br#"{"later":1,"kind":"waiting","v":8,"id":"1","decision":"deny"}"#);
    assert_eq!(waiting, Some(Addressed { id: "1".to_owned(), reply: Reply::Waiting }));
}

#[test]
fn lines_that_are_no_reply() {
    for line in [
        "",
        "null",
        "[]",
        r#"{"kind":"waiting","v":8}"#,
        r#"{"kind":"waiting","v":8,"id":1}"#,
        r#"{"kind":"waiting","v":7,"id":"1"}"#,
        r#"{"kind":"waiting","v":9,"id":"1"}"#,
        r#"{"kind":"waiting","v":"8","id":"1"}"#,
        r#"{"kind":"waiting","id":"1"}"#,
        r#"{"v":8,"id":"1"}"#,
        r#"{"kind":"event","v":8,"id":"1"}"#,
        r#"{"kind":"Decision","v":8,"id":"1","decision":"allow"}"#,
        r#"{"kind":"decision","v":8,"id":"1"}"#,
        r#"{"kind":"decision","v":8,"id":"1","decision":"Allow"}"#,
        r#"{"kind":"decision","v":8,"id":"1","decision":"always"}"#,
        r#"{"kind":"decision","v":8,"id":"1","decision":true}"#,
        r#"{"kind":"decision","v":8,"id":"1","decision":["allow"]}"#,
        r#"{"kind":"answer","v":8,"id":"1"}"#,
        r#"{"kind":"answer","v":8,"id":"1","answers":"Blue"}"#,
        r#"{"kind":"answer","v":8,"id":"1","answers":[1]}"#,
        r#"{"kind":"answer","v":8,"id":"1","answers":[["S",1]]}"#,
        r#"{"kind":"decision","v":8,"id":"1","decision":"allow"}{"#,
        r#"{"kind":"decision","v":8,"id":"1","decision":"allow""#,
    ] {
        assert_eq!(Reply::decode(line.as_bytes()), None, "{line}");
    }
}

#[test]
fn a_reason_belongs_to_a_deny() {
    let check = |rest: &str, decision: Decision| {
        let line = format!(r#"{{"kind":"decision","v":8,"id":"1",{rest}}}"#);
        let reply = Reply::decode(line.as_bytes()).map(|addressed| addressed.reply);
        assert_eq!(reply, Some(Reply::Decision(decision)));
    };
    let deny = |reason: Option<&str>| Decision::Deny { reason: reason.map(str::to_owned) };
    check(r#""decision":"allow","reason":"go on""#, Decision::Allow);
    check(r#""decision":"deny","reason":null"#, deny(None));
    check(r#""decision":"deny","reason":["no"]"#, deny(None));
    let longest = "é".repeat(REASON_BYTES / 2);
    check(&format!(r#""decision":"deny","reason":"{longest}""#), deny(Some(&longest)));
    check(&format!(r#""decision":"deny","reason":"{longest}x""#), deny(None));
}

#[test]
fn a_call_of_the_island() {
    assert_eq!(Message::focus(), b"{\"kind\":\"focus\",\"v\":8}\n");
    let check = |line: &str, expected: Result<Message, DecodeError>| {
        assert_eq!(Message::decode(line.as_bytes()), expected, "{line}");
    };
    check(r#"{"kind":"focus","v":8}"#, Ok(Message::Focus));
    // What a later version may say with it changes nothing.
    check(r#"{"kind":"focus","v":8,"card":1,"decision":"allow"}"#, Ok(Message::Focus));
    check(r#"{"kind":"focus","v":9}"#, Err(DecodeError::Version { id: None }));
    check(r#"{"kind":"focus"}"#, Err(DecodeError::Version { id: None }));
    check(r#"{"kind":"Focus","v":8}"#, Err(DecodeError::Malformed));
    check(r#"{"kind":["focus"],"v":8}"#, Err(DecodeError::Malformed));
    check(EVENT, Ok(Message::Event(Box::new(event()))));
    // An app that knows events alone.
    assert_eq!(Event::decode(&Message::focus()), Err(DecodeError::Malformed));
}
