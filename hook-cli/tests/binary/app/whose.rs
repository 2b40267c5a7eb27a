//! Whose event it is, by real processes: an agent with its hooks, and another program that speaks
//! of the same session.

use super::*;

/// A shell that stands for an agent: its hooks are its children, and say so.
pub(super) struct Agent {
    shell: Child,
    relay: std::path::PathBuf,
}

impl Agent {
    pub(super) fn start(home: &Home) -> Agent {
        let shell = Command::new("/bin/sh")
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", home.path("home"))
            .env("XDG_RUNTIME_DIR", home.path("run"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Agent { shell, relay: home.relay().to_owned() }
    }

    /// Runs a hook as an installed entry does, beside whatever else runs.
    pub(super) fn hook(&mut self, input: &str) {
        self.call("", input);
    }

    /// Runs its status line.
    pub(super) fn status_line(&mut self, input: &str) {
        self.call("--statusline", input);
    }

    fn call(&mut self, options: &str, input: &str) {
        let line = format!(
            "( export CLAUDE_PID=$$; {{ [ -x {relay} ] && {relay} --agent claude {options} <<'END'\n\
             {input}\nEND\n}} 2>/dev/null || : ) &\n",
            relay = self.relay.display()
        );
        self.shell.stdin.as_mut().unwrap().write_all(line.as_bytes()).unwrap();
    }

    /// Waits for its hooks, ends, and says what they printed.
    fn end(mut self) -> String {
        self.shell.stdin.as_mut().unwrap().write_all(b"wait\n").unwrap();
        printed_by(self.shell)
    }

    pub(super) fn kill(mut self) {
        self.shell.kill().unwrap();
        self.shell.wait().unwrap();
    }
}

fn printed_by(mut shell: Child) -> String {
    drop(shell.stdin.take());
    let output = shell.wait_with_output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn ran() -> String {
    PERMISSION.replace("PermissionRequest", "PostToolUse")
}

/// Another program of the user's tells of the session, and is heard to the end.
fn stranger_says(app: &App, home: &Home, input: &str, number: u32) -> View {
    home.run("--agent claude", input).silent();
    // What comes after it is on screen, so it has been heard.
    let session = format!("claude/after-{number}");
    let after = STOP.replace("s-1", &format!("after-{number}"));
    home.run("--agent claude", after).silent();
    app.until(|view| view.sessions.iter().any(|one| one.key == session))
}

#[test]
fn another_program_does_not_speak_for_a_session() {
    let home = Home::fresh();
    let app = App::start(&home);
    let mut agent = Agent::start(&home);
    agent.hook(PERMISSION);
    let card = app.draw();
    let lies = [
        ran(),
        STOP.to_owned(),
        STOP.replace("Stop", "SessionEnd"),
        STOP.replace("Stop", "UserPromptSubmit"),
        // It asks, and is left to its own terminal at once: no card is drawn here.
        PERMISSION.to_owned(),
    ];
    for (number, lie) in (0..).zip(&lies) {
        let view = stranger_says(&app, &home, lie, number);
        let waiting: Vec<_> = view.queue.iter().map(|entry| entry.card).collect();
        assert_eq!(waiting, [card.id], "{lie}");
        let session = view.sessions.iter().find(|one| one.key == "claude/s-1").unwrap();
        assert_eq!(session.status, Status::WaitsHere, "{lie}");
    }
    app.choose(&card, Choice::Allow);
    assert_eq!(app.outcome(), Outcome::Allowed);
    assert_eq!(agent.end(), ALLOW);
    app.quit();
    assert_eq!(home.log(), "");
}

#[test]
fn a_call_that_the_terminal_allowed_has_no_card() {
    let home = Home::fresh();
    let app = App::start(&home);
    let mut agent = Agent::start(&home);
    // Its relay is not told of an answer in the terminal.
    agent.hook(PERMISSION);
    let card = app.draw();
    agent.hook(&ran());
    assert_eq!(app.outcome(), Outcome::AnsweredInTerminal);
    app.choose(&card, Choice::Allow);
    app.until(|view| view.outcome.as_ref().is_some_and(|one| one.outcome == Outcome::TooLate));
    assert_eq!(agent.end(), "");
    app.quit();
    assert_eq!(home.log(), "");
}

#[test]
fn a_session_whose_agent_has_ended_may_go_on_elsewhere() {
    let home = Home::fresh();
    let app = App::start(&home);
    let mut agent = Agent::start(&home);
    agent.hook(PERMISSION);
    app.draw();
    agent.kill();
    // The relay leaves with its agent.
    app.until(|view| view.front.is_none());
    let mut other = Agent::start(&home);
    other.hook(PERMISSION);
    let card = app.draw();
    app.choose(&card, DENIED);
    assert!(other.end().contains("\"deny\""));
    app.quit();
}
