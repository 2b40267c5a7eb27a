//! The command line as a program: a real terminal, real processes above it, one thread. This file is the
//! program and its test, so it has its own main.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod guide;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::{Value, json};
use tempfile::TempDir;
use vults_agents::agent_of_process;
use vults_runtime::{Places, cli};

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    if words.first().is_some_and(|word| word == "hooks") {
        let places = Places::from_environment().unwrap();
        let about = cli::About { version: "vults 0", libraries: &[], variable: |_| None };
        let code = cli::run(&words, &mut io::stdout(), &mut io::stderr(), &places, &about);
        return ExitCode::from(code.unwrap());
    }
    let tests: [Test; 15] = [
        ("a_person_trusts_on_a_terminal", a_person_trusts_on_a_terminal),
        (
            "what_was_typed_before_the_question_is_no_answer",
            what_was_typed_before_the_question_is_no_answer,
        ),
        ("what_nobody_sees_is_not_asked_about", what_nobody_sees_is_not_asked_about),
        ("without_a_terminal_nobody_is_asked", without_a_terminal_nobody_is_asked),
        ("below_an_agent_nobody_is_asked", below_an_agent_nobody_is_asked),
        ("handlers_run_while_there_is_one_thread", handlers_run_while_there_is_one_thread),
        ("a_handler_runs_no_handlers", a_handler_runs_no_handlers),
        ("every_example_is_tried", guide::every_example_is_tried),
        ("generated_files_are_protected", guide::generated_files_are_protected),
        ("edits_are_formatted", guide::edits_are_formatted),
        ("rm_is_kept_in_the_project", guide::rm_is_kept_in_the_project),
        ("a_stop_is_said", guide::a_stop_is_said),
        ("calls_are_written_down", guide::calls_are_written_down),
        ("scripts_of_levelcode_work_as_they_are", guide::scripts_of_levelcode_work_as_they_are),
        ("the_guide_says_what_it_cannot_do", guide::the_guide_says_what_it_cannot_do),
    ];
    for (name, test) in tests {
        test(&Stage::new());
        println!("test {name} ... ok");
    }
    ExitCode::SUCCESS
}

type Test = (&'static str, fn(&Stage));

/// A home, a project, and this program under its real name.
struct Stage {
    folder: TempDir,
    vults: PathBuf,
}

impl Stage {
    fn new() -> Stage {
        let folder = tempfile::tempdir().unwrap();
        let vults = folder.path().join("vults");
        fs::copy(std::env::current_exe().unwrap(), &vults).unwrap();
        let stage = Stage { folder, vults };
        fs::create_dir_all(stage.project().join(".vults")).unwrap();
        stage
    }

    fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    fn project(&self) -> PathBuf {
        self.home().join("project")
    }

    /// Where commands are looked for first.
    fn programs(&self) -> PathBuf {
        self.folder.path().join("programs")
    }

    fn guard(&self, command: &str) {
        let hooks = json!({ "hooks": { "PreToolUse": [{ "hooks": [{ "command": command }] }] } });
        fs::write(self.project().join(".vults/settings.json"), hooks.to_string()).unwrap();
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        let path = std::env::var("PATH").unwrap();
        let path = format!("{}:{path}", self.programs().display());
        command.env_clear().env("HOME", self.home()).env("PATH", path);
        command
    }

    /// `hooks run` of an event: what it says, and its exit code.
    fn run_on(&self, event: &str, payload: &Value, more: &[&str]) -> (Value, Option<i32>) {
        let mut command = self.command(&self.vults);
        command.args(["hooks", "run", event, "--json"]).args(more);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        write!(child.stdin.take().unwrap(), "{payload}").unwrap();
        let output = child.wait_with_output().unwrap();
        (serde_json::from_slice(&output.stdout).unwrap(), output.status.code())
    }

    /// The same of a call of a tool in the project.
    fn run(&self, more: &[&str]) -> (Value, Option<i32>) {
        let payload = json!({ "cwd": self.project(), "tool_name": "x", "tool_input": {} });
        self.run_on("PreToolUse", &payload, more)
    }

    /// `hooks check` of the project.
    fn check(&self) -> (String, Option<i32>) {
        let mut command = self.command(&self.vults);
        let output = command.args(["hooks", "check"]).arg(self.project()).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), output.status.code())
    }

    fn trusted(&self) -> String {
        let file = ".local/share/vults/trusted-hooks.json";
        fs::read_to_string(self.home().join(file)).unwrap_or_default()
    }
}

/// Runs a command on a terminal of its own, where somebody types this once they are asked. What stands
/// on the terminal at the end, and the exit code.
fn on_a_terminal(command: Command, typed: &str) -> (String, Option<i32>) {
    typed_on_a_terminal(command, "", typed)
}

/// The same, where they have typed something already before it starts.
fn typed_on_a_terminal(mut command: Command, before: &str, typed: &str) -> (String, Option<i32>) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let slave = File::options().read(true).write(true).open(name.to_str().unwrap()).unwrap();
    let mut master = File::from(master);
    let (mut screen, mut bytes, mut asked) = (String::new(), [0; 4096], false);
    master.write_all(before.as_bytes()).unwrap();
    // The terminal shows what it has taken.
    while screen.replace('\r', "") != before {
        let count = master.read(&mut bytes).unwrap();
        screen += &String::from_utf8_lossy(&bytes[..count]);
    }
    let streams = || Stdio::from(slave.try_clone().unwrap());
    let mut child = command.stdin(streams()).stdout(streams()).stderr(streams()).spawn().unwrap();
    drop((command, slave));
    // Where nobody holds the terminal any more, reading fails.
    while let Ok(count @ 1..) = master.read(&mut bytes) {
        screen += &String::from_utf8_lossy(&bytes[..count]);
        if screen.ends_with("[y/N] ") && !asked {
            master.write_all(typed.as_bytes()).unwrap();
            asked = true;
        }
    }
    (screen.replace('\r', ""), child.wait().unwrap().code())
}

fn trust(stage: &Stage) -> Command {
    let mut command = stage.command(&stage.vults);
    command.args(["hooks", "trust"]).arg(stage.project());
    command
}

/// Whether whoever runs the tests is below an agent, which may trust nothing.
fn is_below_an_agent() -> bool {
    let mut pid = std::process::id().to_string();
    loop {
        let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
        let parent = stat.rsplit_once(')').unwrap().1.split_ascii_whitespace().nth(1).unwrap();
        pid = parent.to_owned();
        let line = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let file = fs::read_link(format!("/proc/{pid}/exe")).unwrap_or_default();
        let words: Vec<&str> = line.split_terminator('\0').collect();
        if agent_of_process(file.to_str(), &words).is_some() {
            return true;
        }
    }
}

fn a_person_trusts_on_a_terminal(stage: &Stage) {
    if is_below_an_agent() {
        return println!("skipped: an agent runs the tests, and an agent trusts nothing");
    }
    stage.guard("exit 2");
    let (screen, code) = on_a_terminal(trust(stage), "n\n");
    assert!(screen.contains("Nothing was trusted.") && code == Some(0), "{screen}");
    assert_eq!(stage.run(&[]).1, Some(0));

    let (screen, code) = on_a_terminal(trust(stage), "y\n");
    assert!(screen.contains("\n  runs in ~/project\n"), "{screen}");
    assert!(screen.contains("up to 10 s  exit 2\n"), "{screen}");
    assert!(screen.contains("Trust these hooks? [y/N] y\nTrusted: "), "{screen}");
    assert_eq!(code, Some(0));
    assert_eq!(stage.run(&[]).1, Some(2));

    // From the end of the input no yes can be read.
    stage.guard("exit 2; true");
    let (screen, _) = on_a_terminal(trust(stage), "\u{4}");
    assert!(screen.contains("Nothing was trusted."), "{screen}");
    assert_eq!(stage.run(&[]).1, Some(0));
}

fn what_was_typed_before_the_question_is_no_answer(stage: &Stage) {
    if is_below_an_agent() {
        return println!("skipped: an agent runs the tests, and an agent trusts nothing");
    }
    stage.guard("exit 2");
    let (screen, code) = typed_on_a_terminal(trust(stage), "y\ny\n", "n\n");
    assert!(screen.ends_with("[y/N] n\nNothing was trusted.\n"), "{screen}");
    assert_eq!((code, stage.trusted().as_str()), (Some(0), ""));
}

fn what_nobody_sees_is_not_asked_about(stage: &Stage) {
    stage.guard("exit 2");
    let seen = stage.folder.path().join("seen");
    let mut command = stage.command(Path::new("/bin/sh"));
    // More than one command, so that the shell stays.
    command.args(["-c", "out=$1; shift; \"$@\" >\"$out\"; exit $?", "sh"]).arg(&seen);
    command.arg(&stage.vults).args(["hooks", "trust"]).arg(stage.project());
    let (screen, code) = typed_on_a_terminal(command, "y\n", "y\n");
    assert!(screen.contains("the standard output, where they would be shown, is no"), "{screen}");
    assert_eq!((code, fs::read_to_string(seen).unwrap().as_str()), (Some(1), ""));
    assert_eq!(stage.trusted(), "");
}

fn without_a_terminal_nobody_is_asked(stage: &Stage) {
    stage.guard("exit 2");
    let yes = stage.folder.path().join("yes");
    fs::write(&yes, "y\n").unwrap();
    for input in [Stdio::from(File::open(yes).unwrap()), Stdio::null()] {
        let output = trust(stage).stdin(input).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("the standard input is no terminal"), "{said}");
        assert_eq!((output.stdout, output.status.code()), (Vec::new(), Some(1)));
    }
    assert_eq!(stage.trusted(), "");
}

fn below_an_agent_nobody_is_asked(stage: &Stage) {
    stage.guard("exit 2");
    // By the name of its file, by the name that it gives itself, and by its script.
    let bash = stage.folder.path().join("claude");
    fs::copy("/bin/bash", &bash).unwrap();
    let script = stage.folder.path().join("qwen");
    let line = "const { spawnSync } = require('child_process');
        const [program, ...words] = process.argv.slice(2);
        process.exit(spawnSync(program, words, { stdio: 'inherit' }).status);";
    fs::write(&script, line).unwrap();
    let through = |mut command: Command, words: &[&str], agent: &str| {
        command.args(words).arg(&stage.vults).args(["hooks", "trust"]).arg(stage.project());
        let (screen, code) = on_a_terminal(command, "y\n");
        assert_eq!(code, Some(1), "{screen}");
        assert!(screen.contains(&format!("this runs below {agent}.")), "{screen}");
        assert_eq!(stage.trusted(), "");
    };
    // More than one command, so that the shell stays.
    let words = ["-c", "\"$@\"; exit $?", "sh"];
    if !is_below_an_agent() {
        through(stage.command(&bash), &words, "Claude Code");
        let mut named = stage.command(Path::new("/bin/bash"));
        named.arg0("codex");
        through(named, &words, "Codex");
        through(stage.command(Path::new("node")), &[script.to_str().unwrap()], "Qwen Code");
    }
}

fn handlers_run_while_there_is_one_thread(stage: &Stage) {
    stage.guard("grep Threads /proc/$PPID/status");
    let (said, code) = stage.run(&["--trust"]);
    assert_eq!((&said["runs"][0]["stdout"], code), (&json!("Threads:\t1\n"), Some(0)));
}

fn a_handler_runs_no_handlers(stage: &Stage) {
    let vults = stage.vults.display();
    // From a file of its own, since the payload was read by the first `cat`.
    stage.guard(&format!("cat >p; {vults} hooks run PreToolUse --trust --json <p"));
    let (said, code) = stage.run(&["--trust"]);
    assert_eq!(code, Some(0));
    let inner: Value = serde_json::from_str(said["runs"][0]["stdout"].as_str().unwrap()).unwrap();
    assert_eq!(inner["runs"], json!([]));
    assert_eq!(
        inner["warnings"],
        json!(["A handler has started this, and handlers run no handlers."])
    );
    // The marker alone, set by anybody, switches nothing off.
    stage.guard("exit 2");
    let mut command = stage.command(&stage.vults);
    command.env("VULTS_IN_HOOK", "1").args(["hooks", "run", "PreToolUse", "--trust"]);
    let payload = stage.folder.path().join("payload");
    fs::write(&payload, json!({ "cwd": stage.project(), "tool_name": "x" }).to_string()).unwrap();
    let output = command.stdin(File::open(payload).unwrap()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
