//! Inputs that reach far, made of recorded events.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use vults_hook::args::Args;
use vults_hook::event::{Surroundings, outgoing};
use vults_protocol::{Answer, Decision, Reply};

/// Every recorded payload with its agent's word, in a fixed order.
fn recorded() -> Vec<(String, Map<String, Value>)> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let mut paths: Vec<PathBuf> = fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .collect();
        paths.sort();
        paths
    };
    let mut all = Vec::new();
    for folder in entries(&fixtures) {
        let agent = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for file in entries(&folder) {
            let text = fs::read(file).unwrap_or_default();
            if let Ok(payload) = serde_json::from_slice(&text) {
                all.push((agent.clone(), payload));
            }
        }
    }
    all
}

/// One event a seed.
pub fn events() -> Vec<Vec<u8>> {
    let line = |(agent, payload): (String, Map<String, Value>)| {
        let around = Surroundings {
            id: "1".to_owned(),
            cwd: Some("/home/me".to_owned()),
            pid: Some(1),
            variable: &|_| None,
        };
        let args = Args {
            agent: agent.parse().ok()?,
            ask: true,
            status_line: !payload.contains_key("hook_event_name") && agent == "claude",
            event: Some("PermissionRequest".to_owned()),
        };
        Some(outgoing(&args, payload, around).ok()??.line)
    };
    recorded().into_iter().filter_map(line).collect()
}

/// The events of all agents in one stream, and each agent's own.
pub fn sessions() -> Vec<Vec<u8>> {
    let events = events();
    let mut streams: Vec<Vec<u8>> = events.chunks(12).map(<[Vec<u8>]>::concat).collect();
    streams.push(events.into_iter().rev().collect::<Vec<_>>().concat());
    streams
}

/// A tool, and its input below it.
pub fn tools() -> Vec<Vec<u8>> {
    let mut tools: Vec<Vec<u8>> = recorded()
        .into_iter()
        .filter_map(|(_, payload)| {
            let tool = payload.get("tool_name")?.as_str()?;
            Some(format!("{tool}\n{}", payload.get("tool_input")?).into_bytes())
        })
        .collect();
    tools.sort();
    tools.dedup();
    let more = [
        r#"{"file_path":"/w/a","edits":[{"old_string":"a\nb","new_string":"\u202e","x":1.5}]}"#,
        r#"{"file_path":"/w/a","edits":[{"old_string":"","new_string":"","replace_all":true}]}"#,
    ];
    tools.extend(more.map(|input| format!("MultiEdit\n{input}").into_bytes()));
    let addresses = ["http://me:pw@0x7f.1:8080/?q#f", "https://аpple.com", "data:,x", "//x"];
    tools.extend(addresses.map(|url| format!("WebFetch\n{{\"url\":\"{url}\"}}").into_bytes()));
    tools
}

/// Every kind of reply.
pub fn replies() -> Vec<Vec<u8>> {
    let words = Some("Use \"mv\".".to_owned());
    let answers = vec![Answer::One("Blue".to_owned()), Answer::Many(vec!["S".to_owned()])];
    [
        Reply::Waiting,
        Reply::Unsupported,
        Reply::Decision(Decision::Allow),
        Reply::Decision(Decision::Deny { reason: None }),
        Reply::Decision(Decision::Deny { reason: words }),
        Reply::Answer(answers),
    ]
    .iter()
    .map(|reply| reply.encode("1"))
    .collect()
}

/// A command line, and a payload below it.
pub fn calls() -> Vec<Vec<u8>> {
    let mut calls: Vec<Vec<u8>> = recorded()
        .into_iter()
        .map(|(agent, payload)| {
            format!("--agent {agent} --ask PermissionRequest\n{}", Value::Object(payload))
                .into_bytes()
        })
        .collect();
    let long = "touch 'proof é.txt' && ".repeat(200);
    for (agent, payload) in recorded() {
        if agent == "claude" && payload.get("tool_name").is_some_and(|tool| tool == "Bash") {
            let mut payload = payload;
            payload["tool_input"]["command"] = Value::from(long.as_str());
            calls.push(format!("\n{}", Value::Object(payload)).into_bytes());
        }
    }
    calls
}

/// A reply, and the payload that it answers below it.
pub fn answered() -> Vec<Vec<u8>> {
    let asked = recorded().into_iter().filter(|(_, payload)| {
        let tool = payload.get("tool_name");
        tool.is_some_and(|tool| tool == "AskUserQuestion" || tool == "ExitPlanMode")
    });
    let asked: Vec<String> = asked.map(|(_, payload)| Value::Object(payload).to_string()).collect();
    replies()
        .iter()
        .flat_map(|reply| asked.iter().map(|asked| [reply, asked.as_bytes()].concat()))
        .collect()
}

/// Text that is not what it seems.
pub fn texts() -> Vec<Vec<u8>> {
    [
        "cargo test --workspace",
        "curl -H 'Authorization: Bearer abcdefghijklmnop' https://example.org/?token=abc123",
        "export AWS_SECRET_ACCESS_KEY=abcdefgh0123456789; psql postgres://me:pass@localhost/db",
        "echo safe \u{202e}fdp.exe\u{2066} \u{200b}\u{feff}\u{ad}",
        "printf '\u{1b}[2J\u{1b}[8m' \r\n\u{0}\u{7f}\u{85}\u{9b}\u{2028}\u{e0041}",
        "ls                                                                              ; rm -rf ~",
        "a\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\nrm -rf ~",
        "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301} 👩‍👩‍👧‍👦 ｒｍ",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}

/// Commands with secrets in them, and texts that could hold a search for secrets up: each is one
/// beginning of a secret over and over, without its end.
pub fn commands() -> Vec<Vec<u8>> {
    const LENGTH: usize = 4 << 10;
    let endless = [
        "TOKEN=",
        "TOKEN=$",
        "TOKEN='",
        "TOKEN=\"",
        "TOKEN=\\\"",
        "TOKEN=\"`",
        "token:",
        "token:{",
        "token: bearer ",
        "\":",
        "--token --",
        "-u a:",
        "-u 'a:",
        "mysql -p",
        " -p",
        "://a:",
        "sk-1",
        "PRIVATE KEY-----",
        "-",
        "\\",
    ];
    let endless = endless.map(|beginning| beginning.repeat(LENGTH / beginning.len()).into_bytes());
    texts().into_iter().chain(endless).collect()
}

/// Settings files, each with a few edits.
pub fn configs() -> Vec<Vec<u8>> {
    let json = [
        "{}",
        "",
        "// note\n",
        "{\"a\":1,\"hooks\":{\"Stop\":[]}}",
        "\u{feff}{\r\n  \"hooks\": {\r\n    \"Stop\": [\r\n      {\"a\": \"x // y\"}, // mine\r\n    ]\r\n  }\r\n}",
        "{ // c\n\t\"hooks\": { \"Stop\": [ 1e5, /* [ */ 1.0 ], \"b\": {} },\n\t\"x y\": [],\n}\n",
        "{\n  \"env\": { \"\\u00e9\": [\n  ] }, \"a\": [[1], [{}]]\n}",
    ];
    let toml = [
        "",
        "# top\n\na = 1\n",
        "a = [1, # one\n 2]\r\n[hooks]\r\nb.c = { a = 1 }\r\n",
        "[[hooks]]\nb = 1 # x\n  [hooks.Stop]\n\n# two\n[[hooks]]\n",
        "[hooks]\n[[hooks.Stop]]\na = '''\n[b]'''\n[env]\n",
    ];
    let all = json.iter().map(|text| (0, text)).chain(toml.iter().map(|text| (1, text)));
    let edits =
        [[0, 0, 0], [0, 64, 0], [0, 65, 0], [1, 65, 1], [2, 65, 0], [2, 192, 0], [2, 193, 0]];
    all.flat_map(|(format, text)| {
        edits.map(|[kind, way, value]| [&[format, kind, way, value], text.as_bytes()].concat())
    })
    .collect()
}

/// Our own settings file.
pub fn settings() -> Vec<Vec<u8>> {
    [
        "",
        "{}",
        "\u{feff}{\r\n  \"version\": 1,\r\n  \"sounds\": false\r\n}\r\n",
        "{\"version\":2,\"language\":\"pt-BR\",\"marks\":\"plain\",\"perch\":[1.0]}",
        "{\"language\":\"fr\",\"marks\":1,\"screen\":\"\",\"sounds\":\"loud\",\"version\":\"1\"}",
        "{\n\t\"hooks\": {\"Stop\": [{\"hooks\": []}]},\n\t\"screen\": \"DP-1\"\n}\n",
        "{ \"screen\": null, \"notifications\": true, \"cost_and_limits\": false }",
        "{ // mine\n \"sounds\": true, }",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}

/// Settings files with lifecycle hooks.
pub fn hooks() -> Vec<Vec<u8>> {
    [
        "",
        "{}",
        "\u{feff}{\"hooks\":{\"Stop\":[{\"hooks\":[{\"command\":\"./notify.sh\"}]}]}}",
        "{\"hooks\":{\"PreToolUse\":[{\"matcher\":\"write_file|edit_file\",\"hooks\":\
         [{\"command\":\"sh guard.sh\",\"timeout\":5},{\"argv\":[\"audit\",\"-v\"]}]}]}}",
        "{\"hooks\":{\"PostToolUse\":[{\"matcher\":\"(?!mcp__)\\\\w+\",\"hooks\":\
         [{\"type\":\"command\",\"command\":\"a\",\"enabled\":true,\"timeout\":600}]}]}}",
        "{\"hooks\":{\"SessionStart\":[{\"enabled\":false,\"hooks\":[{\"command\":\"a\"}]}]}}",
        "{\"hooks\":{\"Stop\":[{\"hooks\":[{\"command\":\
         \"{ [ -x '/r/vults-hook' ] && '/r/vults-hook' --agent levelcode Stop; } || :\"}]}]}}",
        "{\"hooks\":{\"Other\":[],\"Stop\":[{},{\"hooks\":[]},{\"hooks\":[{\"timeout\":0}]}]}}",
        "{\"hooks\":[],\"language\":\"en\"}",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}

/// A matcher, and a tool's name below it.
pub fn matchers() -> Vec<Vec<u8>> {
    [
        "*\nBash",
        "write_file|edit_file\noverwrite_file",
        "^(Edit|Write)$\nMultiEdit",
        "mcp__.*\nmcp__memory__read",
        "^(?!mcp__)\\w+$\nBash",
        "(?<=a|bc)d|(a)\\1\nbcd",
        "^(a|aa)+\\1$\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
        "(a{0,100}){0,100}\\b\naaaa",
        "[\nBash",
        "(?<!a*)\\u0041(?i)é\nA",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}

/// How a handler of a person's ended, what it printed, and below a zero byte its errors.
pub fn decisions() -> Vec<Vec<u8>> {
    let printed = [
        "",
        "formatted 3 files",
        "[]",
        r#"{"decision":"block"}"#,
        "  {\"decision\":\"block\",\"reason\":\" why\\n\"}\n\0stderr",
        r#"{"decision":"allow","reason":"why","additionalContext":"more"}"#,
        r#"{"decision":7,"reason":{},"additionalContext":[]}"#,
        "\0 why\n",
    ];
    let ends = [[0, 1], [2, 1], [2, 3], [0, 2], [1, 1], [255, 1]];
    let seeds = printed.iter().flat_map(|text| ends.map(|end| [&end, text.as_bytes()].concat()));
    seeds.collect()
}
