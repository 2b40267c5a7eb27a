//! The engine in a process that starts nothing else, as a relay with its one thread is: a timeout leaves nothing
//! behind, whatever a handler did to get away; and a handler knows that it is one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[cfg(target_os = "linux")]
fn main() {
    linux::main();
}

#[cfg(not(target_os = "linux"))]
fn main() {}

#[cfg(target_os = "linux")]
mod linux {
    use std::path::{Path, PathBuf};
    use std::process::Command;
    use std::time::{Duration, Instant};

    use rustix::process::child_subreaper;
    use vults_lifecycle_hooks::{
        Event, Group, Handler, Hooks, Level, MARKER, Matcher, Occasion, Outcome, Program, Source,
        inside_handler, run, starts_nothing_else,
    };

    const LONG: Duration = Duration::from_secs(60);
    const SLACK: Duration = Duration::from_secs(10);

    /// As its own handler it is called with this word.
    const ASK: &str = "--inside";

    pub(super) fn main() {
        let this = std::env::current_exe().unwrap();
        let name = this.file_name().unwrap().to_str().unwrap();
        let words: Vec<String> = std::env::args().skip(1).collect();
        if words == [ASK] {
            let asked = (inside_handler(&[&[name]]), inside_handler(&[&[name, "x"], &["other"]]));
            println!("{asked:?}");
            return;
        }
        // Runners list tests, and leave out those that do not have a name.
        if words.iter().any(|word| word == "--list") {
            return;
        }
        a_process_without_parent_group_and_environment_is_ended();
        one_that_forks_for_ever_is_ended();
        a_background_child_lives_on_and_is_not_the_next_one_s();
        a_handler_knows_that_it_is_one(&this);
        with_another_thread();
    }

    /// A thread that starts nothing, of which the program says so.
    fn with_another_thread() {
        // The child that the test before has left.
        rustix::process::wait(rustix::process::WaitOptions::empty()).unwrap();
        let (_until_dropped, wait) = std::sync::mpsc::channel::<()>();
        std::thread::spawn(move || wait.recv());
        starts_nothing_else();
        a_process_without_parent_group_and_environment_is_ended();
    }

    /// What comes of a handler that has so much time, and that all is as it was before.
    fn outcome(program: Program, timeout: Duration) -> Outcome {
        let handlers = vec![Handler { program, timeout }];
        let file = PathBuf::from("/settings.json");
        let source = Source { file, level: Level::User, folder: PathBuf::from("/") };
        let group =
            Group { event: Event::Stop, matcher: Matcher::All, handlers, source: source.into() };
        let cwd = PathBuf::from("/");
        let occasion =
            Occasion { event: Event::Stop, cwd, session_id: None, agent: None, calls: Vec::new() };
        let began = Instant::now();
        let outcome = run(&Hooks { groups: vec![group] }, &occasion, LONG);
        assert!(began.elapsed() < timeout + SLACK);
        assert_eq!(outcome.warnings, [""; 0]);
        assert_eq!(child_subreaper().unwrap(), None);
        outcome
    }

    fn python(script: &str) -> Program {
        Program::Argv(["python3", "-c", script].map(str::to_owned).to_vec())
    }

    fn shell(line: &str) -> Program {
        Program::Shell(line.to_owned())
    }

    /// Whether there is such a process, if only to be waited for.
    fn exists(pid: &str) -> bool {
        Path::new("/proc").join(pid.trim()).exists()
    }

    fn a_process_without_parent_group_and_environment_is_ended() {
        let line = "(env -i setsid sh -c 'echo $$; exec sleep 60 >/dev/null 2>&1' &); sleep 60";
        let outcome = outcome(shell(line), Duration::from_secs(2));
        let run = &outcome.runs[0];
        assert!(run.timed_out && !run.stdout.is_empty());
        assert!(!exists(&run.stdout), "it is ended, and out of the list");
    }

    fn one_that_forks_for_ever_is_ended() {
        // Each is the last one's child and outlives it; the number ends it if nothing else does.
        let script = "import os, time
if os.fork() == 0:
    os.setsid()
    os.execve('/usr/bin/env', ['env', '-i', 'python3', '-c', '''
import os, time
os.write(1, b\"%d\\\\n\" % os.getsid(0))
for _ in range(20000):
    time.sleep(0.001)
    if os.fork() > 0:
        os._exit(0)
'''], {'PATH': os.environ['PATH']})
time.sleep(60)";
        let outcome = outcome(python(script), Duration::from_secs(5));
        let run = &outcome.runs[0];
        assert!(run.timed_out);
        let session: i32 = run.stdout.trim().parse().unwrap();
        assert!(!in_session(session), "one still hops");
    }

    /// Whether any process is of a session.
    fn in_session(session: i32) -> bool {
        let all = std::fs::read_dir("/proc").unwrap().flatten();
        all.filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok()).any(
            |stat| {
                let fields = stat.rsplit_once(')').unwrap().1;
                fields.split_ascii_whitespace().nth(3).unwrap().parse() == Ok(session)
            },
        )
    }

    fn a_background_child_lives_on_and_is_not_the_next_one_s() {
        let first = outcome(shell("setsid sleep 60 >/dev/null 2>&1 & echo $!"), LONG);
        let child = first.runs[0].stdout.trim().to_owned();
        assert!(exists(&child));
        let second = outcome(shell("sleep 60"), Duration::from_millis(300));
        assert!(second.runs[0].timed_out);
        assert!(exists(&child), "it was there before");
        assert!(Command::new("kill").args(["-9", &child]).status().unwrap().success());
    }

    fn a_handler_knows_that_it_is_one(this: &Path) {
        let handler = Program::Argv(vec![this.display().to_string(), ASK.to_owned()]);
        assert_eq!(outcome(handler, LONG).runs[0].stdout, "(true, false)\n");
        // Below this process as well, but without the marker.
        let plain = Command::new(this).arg(ASK).env_remove(MARKER).output().unwrap();
        assert_eq!(plain.stdout, b"(false, false)\n");
    }
}
