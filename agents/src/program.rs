//! By which processes agents are known.

use std::path::Path;

/// An agent's program, and its name for people.
const PROGRAMS: [(&str, &str); 9] = [
    ("claude", "Claude Code"),
    ("codex", "Codex"),
    ("opencode", "OpenCode"),
    ("qwen", "Qwen Code"),
    ("copilot", "Copilot CLI"),
    ("gemini", "Gemini CLI"),
    ("kimi", "Kimi Code"),
    ("droid", "Factory Droid"),
    ("levelcode", "LevelCode"),
];
/// Where an agent's script lies when a package manager has installed it, whatever its own name is.
const PACKAGES: [(&str, &str); 6] = [
    ("node_modules/@anthropic-ai/claude-code/", "Claude Code"),
    ("node_modules/@openai/codex/", "Codex"),
    ("node_modules/opencode-ai/", "OpenCode"),
    ("node_modules/@qwen-code/qwen-code/", "Qwen Code"),
    ("node_modules/@github/copilot/", "Copilot CLI"),
    ("node_modules/@google/gemini-cli/", "Gemini CLI"),
];
/// The programs that run an agent's script.
const RUNNERS: [&str; 4] = ["node", "nodejs", "bun", "deno"];
/// Their words before a script.
const COMMANDS: [&str; 3] = ["run", "x", "exec"];
/// Their options that take the next word.
const WITH_A_WORD: [&str; 5] = ["-r", "--require", "--import", "--loader", "--experimental-loader"];

/// The name for people of the agent whose program a process is; none for any other program. `file` is
/// the file that it runs, where that is known, and `words` is its command line, its own name first: a
/// runner with an agent's script counts as well.
#[must_use]
pub fn agent_of_process(file: Option<&str>, words: &[&str]) -> Option<&'static str> {
    let first = words.first().copied();
    let own = file.and_then(named).or_else(|| first.and_then(named));
    let runs_scripts = |path: &str| RUNNERS.contains(&file_name(path));
    let script = || {
        let runner = file.is_some_and(runs_scripts) || first.is_some_and(runs_scripts);
        script(words.get(1..)?).filter(|_| runner)
    };
    own.or_else(|| script().and_then(named))
}

/// The first word that is neither an option nor a command of the runner's.
fn script<'a>(words: &[&'a str]) -> Option<&'a str> {
    let mut words = words.iter();
    loop {
        let word = words.next()?;
        if WITH_A_WORD.contains(word) {
            words.next();
        } else if !word.starts_with('-') && !COMMANDS.contains(word) {
            return Some(word);
        }
    }
}

fn named(path: &str) -> Option<&'static str> {
    let program = PROGRAMS.iter().find(|(program, _)| file_name(path) == *program);
    let package = || PACKAGES.iter().find(|(folder, _)| path.contains(folder));
    program.or_else(package).map(|(_, name)| *name)
}

/// A file's name without what it is shipped with.
fn file_name(path: &str) -> &str {
    let path = path.strip_suffix(" (deleted)").unwrap_or(path);
    let name = Path::new(path).file_name().and_then(|name| name.to_str()).unwrap_or_default();
    [".exe", ".js", ".mjs", ".cjs"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::installations;

    fn check(file: &str, line: &str, agent: Option<&str>) {
        let words: Vec<&str> = line.split(' ').collect();
        let file = (!file.is_empty()).then_some(file);
        assert_eq!(agent_of_process(file, &words), agent, "{file:?} {line}");
    }

    #[test]
    fn an_agent_is_known_by_its_program() {
        check("", "claude", Some("Claude Code"));
        check("/home/me/.local/share/claude/versions/2.1.332", "claude -c", Some("Claude Code"));
        check("/usr/lib/x/codex", "sh", Some("Codex"));
        check("/usr/bin/opencode.exe", "opencode", Some("OpenCode"));
        check("/opt/copilot (deleted)", "-copilot", Some("Copilot CLI"));
        check("/usr/bin/bash", "bash -c claude", None);
        check("/usr/bin/vim", "vim claude", None);
        check("/home/claude/bin/term", "/home/claude/bin/term", None);
        check("/usr/bin/claude-notes", "claude-notes", None);
        check("", "", None);
    }

    #[test]
    fn an_agent_is_known_by_its_script() {
        check("/usr/bin/node", "node /usr/local/bin/qwen", Some("Qwen Code"));
        check("/usr/bin/node", "node --expose-gc --max-old-space-size=8192 /a/qwen -p x", {
            Some("Qwen Code")
        });
        check("/usr/bin/node", "node -r ./x.js /opt/copilot/copilot.js", Some("Copilot CLI"));
        let npm = "/usr/lib/node_modules";
        check("/usr/bin/node", &format!("node {npm}/@qwen-code/qwen-code/dist/cli.js"), {
            Some("Qwen Code")
        });
        check("", &format!("node {npm}/@anthropic-ai/claude-code/cli.js"), Some("Claude Code"));
        check("/usr/bin/bun", "bun run /a/node_modules/opencode-ai/bin/x", Some("OpenCode"));
        check("/usr/bin/bun", "bun x gemini", Some("Gemini CLI"));
        check("/usr/bin/node", "node server.js claude", None);
        check("/usr/bin/node", "node", None);
        check("/usr/bin/node", "node -r", None);
    }

    #[test]
    fn every_agent_that_the_app_serves_is_known() {
        for installation in installations() {
            let agent = agent_of_process(None, &[installation.program]);
            assert_eq!(agent, Some(installation.name));
        }
    }
}
