//! Whether a command was typed by a person, or run by an agent.

use std::fs;

use vults_agents::agent_of_process;

use crate::processes;

/// What is above a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Above {
    /// No agent.
    NoAgent,
    /// An agent, by its name for people.
    Agent(&'static str),
    /// It cannot be told: `/proc` does not show all of it.
    Unknown,
}

/// What is above a process, as far as it does not hide: an agent that starts a program of its own to
/// run a command for it is not seen.
pub(super) fn above(pid: u32) -> Above {
    let chain = processes::above(pid);
    match chain.parents().find_map(agent) {
        Some(agent) => Above::Agent(agent),
        None if chain.is_complete() => Above::NoAgent,
        None => Above::Unknown,
    }
}

fn agent(pid: u32) -> Option<&'static str> {
    // Of another user's process the first is not told.
    let file = fs::read_link(format!("/proc/{pid}/exe")).ok();
    let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let line = String::from_utf8_lossy(&line);
    let words: Vec<&str> = line.split_terminator('\0').collect();
    agent_of_process(file.as_deref().and_then(|file| file.to_str()), &words)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::process::CommandExt;
    use std::path::Path;
    use std::process::{Child, Command, Stdio};

    use super::*;

    /// What is above a child of a shell with this name and this file.
    fn below(file: &Path, name: &str) -> (Child, Above) {
        let mut shell = Command::new(file);
        shell.arg0(name).args(["-c", "sleep 60 & echo $!; wait"]);
        let mut shell = shell.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut out = std::io::BufReader::new(shell.stdout.as_mut().unwrap());
        std::io::BufRead::read_line(&mut out, &mut line).unwrap();
        let child: u32 = line.trim().parse().unwrap();
        let found = above(child);
        assert!(Command::new("kill").arg(child.to_string()).status().unwrap().success());
        (shell, found)
    }

    #[test]
    fn an_agent_above_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("codex");
        assert!(Command::new("cp").args(["/bin/bash"]).arg(&file).status().unwrap().success());
        let check = |file: &Path, name: &str, expected: Above| {
            let (mut shell, found) = below(file, name);
            shell.wait().unwrap();
            assert_eq!(found, expected, "{} {name}", file.display());
        };
        check(&file, "sh", Above::Agent("Codex"));
        check(Path::new("/bin/bash"), "/usr/bin/qwen", Above::Agent("Qwen Code"));
        // Whoever runs the tests may be below an agent as well.
        check(Path::new("/bin/bash"), "bash", above(std::process::id()));
    }

    #[test]
    fn of_what_cannot_be_looked_at_nothing_is_said() {
        let mut ended = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        ended.stdin.take().unwrap().flush().unwrap();
        ended.wait().unwrap();
        assert_eq!(above(ended.id()), Above::Unknown);
    }
}
