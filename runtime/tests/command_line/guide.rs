//! Every example of `docs/guide/lifecycle-hooks.md`, taken out of it and tried.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::{Value, json};

use crate::Stage;

const GUIDE: &str = include_str!("../../../docs/guide/lifecycle-hooks.md");
const BUN: &str = include_str!("bun.mjs");
/// The examples that are tried here.
const EXAMPLES: [&str; 6] = [
    "The first one",
    "Format after edits",
    "Block `rm -rf` outside the project",
    "Say that an agent has stopped",
    "Write down what was done",
    "LevelCode's own examples",
];

/// The files of each section: a path on a line of its own, and the text below it.
fn examples() -> BTreeMap<&'static str, Vec<(&'static str, &'static str)>> {
    let sections = GUIDE.split("\n## ").skip(1);
    let examples = sections.map(|section| {
        let (title, text) = section.split_once('\n').unwrap();
        let files = text.match_indices("`:\n\n```").map(|(at, fence)| {
            let path = text[..at].rsplit_once("\n`").unwrap().1;
            let content = text[at + fence.len()..].split_once('\n').unwrap().1;
            (path, content.split_once("```\n").unwrap().0)
        });
        (title, files.collect::<Vec<_>>())
    });
    examples.filter(|(_, files)| !files.is_empty()).collect()
}

/// A home in which an example is set up.
fn example(title: &str) -> Stage {
    let stage = Stage::new();
    for (path, content) in &examples()[title] {
        let path = match path.strip_prefix("~/") {
            Some(path) => stage.home().join(path),
            None => stage.project().join(path),
        };
        write(&path, content);
    }
    fs::create_dir_all(stage.project().join(".git")).unwrap();
    fs::create_dir_all(stage.project().join("src/generated")).unwrap();
    stage
}

fn write(path: &Path, content: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

/// Puts a program where commands are looked for first.
fn put_program(path: &Path, content: &str) {
    write(path, content);
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// What comes of a call of a tool in a folder of the project. No handler failed.
fn outcome(stage: &Stage, event: &str, folder: &str, tool: &str, input: Value) -> Value {
    let cwd = stage.project().join(folder);
    let payload = json!({
        "cwd": cwd, "tool_name": tool, "tool_input": input, "tool_result": "done",
    });
    let (said, code) = stage.run_on(event, &payload, &["--trust"]);
    assert_eq!(said["warnings"], json!([]));
    assert_eq!(code, Some(if said["blocked"] == true { 2 } else { 0 }));
    for run in said["runs"].as_array().unwrap() {
        assert!(run["exit_code"] == 0 || run["exit_code"] == 2, "{run}");
    }
    said
}

pub(crate) fn every_example_is_tried(_: &Stage) {
    let found = examples();
    assert_eq!(found.len(), EXAMPLES.len(), "{:?}", found.keys());
    for title in EXAMPLES {
        assert!(found.contains_key(title), "{title}");
        let stage = example(title);
        let (out, code) = stage.check();
        assert_eq!(code, Some(0), "{title}: {out}");
    }
}

pub(crate) fn generated_files_are_protected(_: &Stage) {
    let stage = example("The first one");
    let check = |tool: &str, folder: &str, path: &str, blocked: bool| {
        let said = outcome(&stage, "PreToolUse", folder, tool, json!({ "file_path": path }));
        assert_eq!(said["blocked"], blocked, "{tool} {path}");
        let reason = "src/generated/ is made by a generator: change that instead.";
        assert_eq!(said["reason"], if blocked { json!(reason) } else { Value::Null });
    };
    let absolute = stage.project().join("src/generated/a.ts");
    check("write_file", "", "src/generated/a.ts", true);
    check("edit_file", "src", "src/generated/deep/er/a.ts", true);
    check("edit_file", "", absolute.to_str().unwrap(), true);
    check("write_file", "", "src/../src/./generated/a.ts", true);
    std::os::unix::fs::symlink("src/generated", stage.project().join("link")).unwrap();
    check("write_file", "", "link/a.ts", true);
    check("write_file", "", "src/a.ts", false);
    check("write_file", "", "src/generated.ts", false);
    check("write_file", "", "src/generated/../a.ts", false);
    check("read_file", "", "src/generated/a.ts", false);
    // What the guide says that it does not catch.
    let said = outcome(
        &stage,
        "PreToolUse",
        "",
        "run_command",
        json!({ "command": "echo >src/generated/a.ts" }),
    );
    assert_eq!(said["blocked"], false);
    // A call without a file is none of its business.
    assert_eq!(outcome(&stage, "PreToolUse", "", "write_file", json!({}))["blocked"], false);
}

pub(crate) fn edits_are_formatted(_: &Stage) {
    let stage = example("Format after edits");
    // A stand-in for the formatter.
    let prettier = stage.project().join("node_modules/.bin/prettier");
    put_program(&prettier, "#!/bin/sh\n[ \"$1\" = --write ] && echo formatted >>\"$2\"\n");
    write(&stage.project().join("src/a.ts"), "");
    write(&stage.project().join("src/a.rs"), "");
    let after = |path: &str| {
        let said = outcome(&stage, "PostToolUse", "src", "edit_file", json!({ "file_path": path }));
        assert_eq!(said["runs"].as_array().unwrap().len(), 1);
        (
            said["context"].clone(),
            fs::read_to_string(stage.project().join(path)).unwrap_or_default(),
        )
    };
    let formatted = (json!("src/a.ts is formatted"), "formatted\n".to_owned());
    assert_eq!(after("src/a.ts"), formatted);
    assert_eq!(after("src/a.rs"), (Value::Null, String::new()));
    assert_eq!(after("src/gone.ts"), (Value::Null, String::new()));
    // One that fails is seen to fail, and stops nothing.
    put_program(&prettier, "#!/bin/sh\necho broken >&2; exit 3\n");
    let payload = json!({ "cwd": stage.project(), "tool_name": "write_file", "tool_input": { "file_path": "src/a.ts" } });
    let (said, code) = stage.run_on("PostToolUse", &payload, &["--trust"]);
    assert_eq!((said["runs"][0]["exit_code"].clone(), code), (json!(1), Some(0)));
    assert_eq!(said["runs"][0]["stderr"], "broken\n\n");
}

pub(crate) fn rm_is_kept_in_the_project(_: &Stage) {
    let stage = example("Block `rm -rf` outside the project");
    fs::create_dir_all(stage.project().join("my-dir/build")).unwrap();
    std::os::unix::fs::symlink("/etc", stage.project().join("etc")).unwrap();
    let check = |folder: &str, command: &str, blocked: bool| {
        let input = json!({ "command": command });
        let said = outcome(&stage, "PreToolUse", folder, "run_command", input);
        assert_eq!(said["blocked"], blocked, "{folder} {command}: {said}");
    };
    for blocked in [
        "rm -rf ~",
        "rm -r -f ..",
        "rm -fr -- /etc",
        "cd / && rm -rf etc",
        "sudo rm --recursive /opt",
        "bash -c \"rm -rf /\"",
        "find / | xargs rm -rf",
        "rm -rf .",
        "rm -Rf /",
        "rm / -rf",
        "rm -vrf build /var",
        "/bin/rm -rf src/../../other",
        "\\rm -rf \"$HOME\"",
        "rm -rf ${X:-/}",
        "rm -rf /*",
        "rm -rf ../*",
        "true;rm -rf /tmp",
        "x=$(rm -rf /tmp)",
        "echo `rm -rf /tmp`",
        "echo \"$(rm -rf '/tmp')\"",
        "ls\nrm -rf /tmp",
        "rm \\\n  -rf /tmp",
        "if true; then rm -rf /tmp; fi",
        "X=1 rm -rf /tmp",
        "cd .. ; rm -rf project",
        "cd && rm -rf x",
        "cd - && rm -rf x",
        "cd $X && rm -rf x",
        "(cd src/generated); rm -rf ..",
        "rm -rf etc/passwd",
        "rm -rf {a,/etc}",
        "echo 'it; rm -rf /",
        "sh -c 'sh -c \"rm -rf /tmp\"'",
        "echo rm -rf /",
    ] {
        check("", blocked, true);
    }
    for passes in [
        "rm -rf build",
        "rm -r -f src/generated build",
        "rm -rf ./src/../build/*",
        "cd my-dir && rm -rf build",
        "rm -f /tmp/x",
        "rm /tmp/x",
        "docker run --rm -r /x",
        "git commit -m \"don't format\"",
        "git commit -m \"it's rm\" -- rm -rf",
        "ls -r /etc",
        "rm -rf build >/dev/null 2>&1",
        "",
    ] {
        // A word that cannot be read and holds an `rm` is blocked, whatever it is.
        check("", passes, passes.contains("it's rm"));
    }
    check("src", "rm -rf ../build", false);
    check("src", "rm -rf ../..", true);
    // What the guide says that it does not catch.
    for missed in ["find / -delete", "git clean -fdx", "X=rm; $X -rf /", "rm -rf build ';' /"] {
        check("", missed, false);
    }
    // Of other tools it is not asked.
    let said =
        outcome(&stage, "PreToolUse", "", "run_command_later", json!({ "command": "rm -rf /" }));
    assert_eq!(said["runs"], json!([]));
}

pub(crate) fn a_stop_is_said(_: &Stage) {
    let stage = example("Say that an agent has stopped");
    let notify =
        format!("#!/bin/sh\nprintf '%s|' \"$@\" >{}\n", stage.home().join("said").display());
    put_program(&stage.programs().join("notify-send"), &notify);
    let payload = json!({ "cwd": stage.project().join("src") });
    let (said, code) = stage.run_on("Stop", &payload, &[]);
    assert_eq!(
        (said["runs"][0]["exit_code"].clone(), code),
        (json!(0), Some(0)),
        "no trust is needed"
    );
    assert_eq!(
        fs::read_to_string(stage.home().join("said")).unwrap(),
        "An agent has stopped|project|"
    );
}

pub(crate) fn calls_are_written_down(_: &Stage) {
    let stage = example("Write down what was done");
    for command in ["one", "two\n\"quoted\" %s"] {
        outcome(&stage, "PostToolUse", "", "run_command", json!({ "command": command }));
    }
    let log = stage.home().join("agents.log");
    let text = fs::read_to_string(&log).unwrap();
    let lines: Vec<(&str, &str)> = text.lines().map(|line| line.split_once(' ').unwrap()).collect();
    assert_eq!(lines.len(), 2);
    let payload: Value = serde_json::from_str(lines[1].1).unwrap();
    assert_eq!(payload["tool_input"]["command"], "two\n\"quoted\" %s");
    assert!(lines[0].0.ends_with('Z') && lines[0].0.len() == 20, "{text}");
    assert_eq!(fs::metadata(&log).unwrap().permissions().mode() & 0o777, 0o600);
}

pub(crate) fn scripts_of_levelcode_work_as_they_are(_: &Stage) {
    let stage = example("LevelCode's own examples");
    // Stand-ins for their runtime and for the formatter.
    put_program(&stage.programs().join("bun"), BUN);
    let prettier = "#!/bin/sh\n[ \"$1\" = --write ] && echo formatted >>\"$2\"\n";
    put_program(&stage.programs().join("prettier"), prettier);
    for folder in ["", "src/generated"] {
        let call =
            |event, tool, path| outcome(&stage, event, folder, tool, json!({ "file_path": path }));
        let said = call("PreToolUse", "write_file", "src/generated/a.ts");
        let reason = "src/generated/ is produced by codegen — edit the generators instead";
        assert_eq!((&said["blocked"], &said["reason"]), (&json!(true), &json!(reason)));
        assert_eq!(call("PreToolUse", "edit_file", "src/a.ts")["blocked"], false);
        write(&stage.project().join("src/a.ts"), "");
        assert_eq!(call("PostToolUse", "write_file", "src/a.ts")["context"], "file formatted");
        assert_eq!(fs::read_to_string(stage.project().join("src/a.ts")).unwrap(), "formatted\n");
        assert_eq!(call("PostToolUse", "edit_file", "src/a.ts")["runs"], json!([]));
    }
}

/// The words for "not caught" and "harmless" are tried as well, so the guide must still have them.
pub(crate) fn the_guide_says_what_it_cannot_do(_: &Stage) {
    for words in [
        "fail open and are no security boundary",
        "It does **not** catch",
        "What this does not catch",
    ] {
        assert!(GUIDE.contains(words), "{words}");
    }
}
