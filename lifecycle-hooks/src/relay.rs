//! Which handlers are our own relay's entries, that some agents keep in the same files (LH-19).

use std::path::Path;

use crate::Program;
use crate::words::{Word, words};

/// The words with which an entry keeps the relay silent, or goes without it where it is missing. They do
/// nothing by themselves, so a command of them and calls of the relay is an entry of ours.
const AROUND: [&str; 20] = [
    "{",
    "}",
    "[",
    "]",
    "-x",
    "-f",
    "-e",
    "test",
    ":",
    "true",
    "if",
    "then",
    "fi",
    "exec",
    "command",
    "exit",
    "0",
    "1",
    "2",
    "/dev/null",
];

/// Whether a program is nothing but a call of the relay of this file name for an agent. A command that
/// does more is the person's own and runs.
pub(crate) fn is_relay(program: &Program, relay: &str) -> bool {
    match program {
        Program::Argv(argv) => argv.first().is_some_and(|program| is_named(program, relay)),
        // Most lines do not even hold the name.
        Program::Shell(line) => line.contains(relay) && is_call(&words(line), relay),
    }
}

fn is_call(words: &[Word], relay: &str) -> bool {
    let mut called = false;
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let Some(text) = word.text() else { continue };
        if is_named(text, relay) {
            // Its arguments reach to the next sign of the shell's.
            let arguments = rest.clone().map_while(Word::text);
            if arguments.clone().any(|argument| argument.starts_with("--")) {
                called = true;
                rest.by_ref().take(arguments.count()).for_each(drop);
            }
        } else if !AROUND.contains(&text) {
            return false;
        }
    }
    called
}

fn is_named(program: &str, relay: &str) -> bool {
    let path = Path::new(program);
    let name = if cfg!(windows) { path.file_stem() } else { path.file_name() };
    name.is_some_and(|name| name == relay)
}

#[cfg(test)]
mod tests {
    use super::is_relay;
    use crate::Program;

    #[test]
    fn a_command_that_only_calls_the_relay_is_ours() {
        let check = |line: &str, expected: bool| {
            let program = Program::Shell(line.to_owned());
            assert_eq!(is_relay(&program, "vults-hook"), expected, "{line}");
        };
        check(
            "{ [ -x '/a b/vults-hook' ] && '/a b/vults-hook' --agent levelcode Stop; } 2>/dev/null || :",
            true,
        );
        check("vults-hook --agent levelcode Stop", true);
        check("/r/vults-hook --agent=levelcode Stop >/dev/null 2>&1", true);
        check("if [ -x /r/vults-hook ]; then exec /r/vults-hook --agent x Stop; fi", true);
        check("logger stop; /r/vults-hook --agent levelcode Stop", false);
        check("/r/vults-hook --agent levelcode Stop | tee /tmp/log", false);
        check("/r/vults-hook --agent levelcode Stop && ./guard.sh", false);
        check("pkill vults-hook", false);
        check("test -x /r/vults-hook", false);
        check("/r/my-vults-hook --agent levelcode Stop", false);
        check("/r/vults-hook.sh --agent levelcode Stop", false);
        check("", false);
    }

    #[test]
    fn an_argv_whose_program_is_the_relay_is_ours() {
        let check = |argv: &[&str], expected: bool| {
            let argv = argv.iter().map(|&argument| argument.to_owned()).collect();
            assert_eq!(is_relay(&Program::Argv(argv), "vults-hook"), expected);
        };
        check(&["/r/vults-hook", "--agent", "levelcode", "Stop"], true);
        check(&["vults-hook"], true);
        check(&["sh", "vults-hook"], false);
        check(&["vults-hooks"], false);
    }
}
