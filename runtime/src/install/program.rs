//! An agent's program: where it is, and which version.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use vults_core::{AgentProgramView, Text};

use super::probe;
use super::view::shown;

/// How long it may take to say its version.
const LIMIT: Duration = Duration::from_secs(5);
/// How many characters of what it says are kept.
const MOST_CHARACTERS: usize = 80;

/// Where a program is, and what it says of its version.
pub(super) fn view(program: &Path) -> AgentProgramView {
    AgentProgramView { file: shown(program), version: version(program, LIMIT) }
}

fn version(program: &Path, limit: Duration) -> Option<Text> {
    let ran = probe::run_for(Command::new(program).arg("--version"), "", limit);
    let said = String::from_utf8_lossy(&ran.printed);
    let line = said.lines().map(str::trim).find(|line| !line.is_empty())?;
    Some(Text::of(&line.chars().take(MOST_CHARACTERS).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::install::testing::{Home, put_program};

    #[test]
    fn the_first_line_is_the_version_and_nobody_waits_for_long() {
        let home = Home::new();
        let program = home.folder.path().join("some-agent");
        let check = |script: &str, expected: Option<&str>| {
            put_program(&program, &format!("#!/bin/sh\n{script}\n"));
            let limit = Duration::from_millis(500);
            assert_eq!(version(&program, limit), expected.map(Text::of), "{script}");
        };
        check(
            "[ \"$*\" = --version ] && echo && echo ' some-agent 1.2.3 ' && echo more",
            Some("some-agent 1.2.3"),
        );
        check("exit 1", None);
        check("printf '%0300d' 0", Some(&"0".repeat(80)));
        let began = Instant::now();
        check("sleep 30", None);
        assert!(began.elapsed() < Duration::from_secs(10));
        assert_eq!(version(&home.folder.path().join("none"), LIMIT), None);
    }
}
