//! The real relay against the real app without its window: one request from the agent's JSON to
//! the agent's words.

mod hands_off;
mod large;
mod lives;
mod whose;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use vults_core::{CLICK_GUARD, CardView, Choice, Drawn, DrawnCard, Outcome, Picked, Status, View};
use vults_protocol::Agent;
use vults_protocol::endpoint::SocketPath;
use vults_runtime::{Places, Running, Shell, open};

use crate::{ALLOW, Home, PERMISSION, PLAN, QUESTION, STOP, finish};

const DENIED: Choice = Choice::Deny { words: None };
const SOON: Duration = Duration::from_secs(10);

/// A window that hands on what it is to show.
struct Window(Sender<View>);

impl Shell for Window {
    fn show(&mut self, view: View) {
        // A test that has ended looks no more.
        let _ = self.0.send(view);
    }

    fn quit(&mut self) {}
}

pub(crate) struct App {
    pub(crate) running: Running,
    views: Receiver<View>,
}

impl App {
    pub(crate) fn start(home: &Home) -> App {
        App::start_at(&home.path("run"), &home.path("data"))
    }

    fn start_at(socket: &std::path::Path, data: &std::path::Path) -> App {
        let socket = SocketPath { folder: socket.to_owned(), made_by_app: false };
        let (shown, views) = channel();
        let places = Places { socket, data: data.to_owned(), config: data.join("config") };
        App { running: open(&places).unwrap().run(Window(shown)), views }
    }

    /// The first view from now on of which this holds.
    pub(crate) fn until(&self, holds: impl Fn(&View) -> bool) -> View {
        loop {
            let view = self.views.recv_timeout(SOON).unwrap();
            if holds(&view) {
                return view;
            }
        }
    }

    /// Draws the card that comes, whole and in front.
    pub(crate) fn draw(&self) -> CardView {
        let view = self.until(|view| view.front.is_some());
        let card = view.front.unwrap();
        let front = DrawnCard { card: card.id, binding: card.binding.clone(), whole: true };
        let queued = vec![card.id];
        self.running.handle().drawn(Drawn { revision: view.revision, queued, front: Some(front) });
        card
    }

    /// A person chooses, after they had the time to see the card.
    pub(crate) fn choose(&self, card: &CardView, choice: Choice) {
        std::thread::sleep(CLICK_GUARD + Duration::from_millis(100));
        let now = Instant::now();
        self.running.handle().act(now, now, card.id, card.binding.clone(), choice);
    }

    fn outcome(&self) -> Outcome {
        self.until(|view| view.outcome.is_some()).outcome.unwrap().outcome
    }

    pub(crate) fn quit(self) {
        self.running.handle().quit();
        self.running.join();
    }
}

/// A call that waits for its card.
fn ask(home: &Home) -> Child {
    ask_for(home, "--agent claude PermissionRequest", PERMISSION)
}

/// The same with this command line and this input.
fn ask_for(home: &Home, line: &str, input: &str) -> Child {
    let mut relay = home.start(line);
    relay.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    relay
}

pub(crate) fn printed(relay: Child) -> String {
    let output = relay.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    String::from_utf8(output.stdout).unwrap()
}

fn check(choice: Choice, expected: &str, outcome: Outcome) {
    check_asked("--agent claude PermissionRequest", PERMISSION, choice, expected, outcome);
}

fn check_asked(line: &str, input: &str, choice: Choice, expected: &str, outcome: Outcome) {
    let home = Home::fresh();
    let app = App::start(&home);
    let relay = ask_for(&home, line, input);
    let card = app.draw();
    app.choose(&card, choice);
    assert_eq!(printed(relay), expected);
    assert_eq!(app.outcome(), outcome);
    app.quit();
    assert_eq!(home.log(), "");
}

#[test]
fn an_allow_reaches_the_agent() {
    check(Choice::Allow, ALLOW, Outcome::Allowed);
}

#[test]
fn a_deny_reaches_the_agent() {
    let deny = "{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\",\"decision\":\
                {\"behavior\":\"deny\",\"message\":\"Denied from Vults\"}}}\n";
    check(DENIED, deny, Outcome::Denied);
}

#[test]
fn a_deny_with_words_reaches_the_agent() {
    let deny = "{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\",\"decision\":\
                {\"behavior\":\"deny\",\"message\":\"Use \\\"make\\\".\\nTwice.\"}}}\n";
    let words = || Choice::Deny { words: Some(" Use \"make\".\nTwice.\n".to_owned()) };
    check(words(), deny, Outcome::Denied);
    let line = "--agent claude PermissionRequest";
    check_asked(line, PLAN, words(), deny, Outcome::Denied);
}

#[test]
fn a_plan_that_is_approved_reaches_the_agent() {
    let allow = "{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\",\"decision\":\
                 {\"behavior\":\"allow\",\"updatedInput\":{\"plan\":\"1. Go.\",\"planFilePath\":\
                 \"/p/a.md\"}}}}\n";
    let line = "--agent claude PermissionRequest";
    check_asked(line, PLAN, Choice::Allow, allow, Outcome::Allowed);
}

const ASK: &str = "--agent claude --ask PreToolUse";

#[test]
fn an_answer_reaches_the_agent() {
    let answered = |answer: &str| {
        format!(
            "{{\"hookSpecificOutput\":{{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\
             \"allow\",\"updatedInput\":{{\"questions\":[{{\"question\":\"Which?\",\"options\":\
             [{{\"label\":\"A\"}}]}}],\"answers\":{{\"Which?\":{answer}}}}}}}}}\n"
        )
    };
    let option = Choice::Answer(vec![Picked { options: vec![0], own: None }]);
    check_asked(ASK, QUESTION, option, &answered("\"A\""), Outcome::Answered);
    let own = Picked { options: Vec::new(), own: Some("neither, \"please\"".to_owned()) };
    let expected = answered("\"neither, \\\"please\\\"\"");
    check_asked(ASK, QUESTION, Choice::Answer(vec![own]), &expected, Outcome::Answered);
    let several = QUESTION.replace("\"options\"", "\"multiSelect\":true,\"options\"");
    let both = Picked { options: vec![0], own: Some("B, or C".to_owned()) };
    let expected =
        answered("[\"A\",\"B, or C\"]").replace("\"options\"", "\"multiSelect\":true,\"options\"");
    check_asked(ASK, &several, Choice::Answer(vec![both]), &expected, Outcome::Answered);
}

#[test]
fn a_question_that_is_sent_back_is_not_asked_again() {
    check_asked(ASK, QUESTION, Choice::ReplyInTerminal, "", Outcome::Released);
    let home = Home::fresh();
    let app = App::start(&home);
    let twin = QUESTION.replace("PreToolUse", "PermissionRequest");
    let start = Instant::now();
    home.run("--agent claude PermissionRequest", &twin).silent();
    // The entry for every tool tells of the question, and does not wait.
    home.run("--agent claude PreToolUse", QUESTION).silent();
    assert!(start.elapsed() < Duration::from_secs(5));
    let view = app.until(|view| {
        assert!(view.front.is_none(), "{view:?}");
        !view.sessions.is_empty()
    });
    assert_eq!(view.sessions.len(), 1);
    app.quit();
    assert_eq!(home.log(), "");
}

#[test]
fn a_release_leaves_it_to_the_terminal() {
    check(Choice::ReplyInTerminal, "", Outcome::Released);
}

#[test]
fn an_allow_for_an_agent_that_is_gone_is_none() {
    for signal in [Signal::TERM, Signal::KILL] {
        let home = Home::fresh();
        let app = App::start(&home);
        let mut relay = ask(&home);
        let card = app.draw();
        kill_process(Pid::from_child(&relay), signal).unwrap();
        relay.wait().unwrap();
        assert_eq!(app.outcome(), Outcome::Withdrawn);
        app.choose(&card, Choice::Allow);
        app.until(|view| {
            assert!(view.front.is_none() && view.queue.is_empty());
            view.outcome.as_ref().is_some_and(|shown| shown.outcome == Outcome::TooLate)
        });
        app.quit();
        let record = std::fs::read_to_string(home.path("data/decisions.jsonl")).unwrap();
        assert!(!record.contains("allowed"), "{record}");
    }
}

#[test]
fn a_relay_that_wakes_too_late_does_not_obey() {
    let home = Home::fresh();
    let app = App::start(&home);
    let relay = ask(&home);
    let card = app.draw();
    // The relay has heard that the card is up.
    std::thread::sleep(Duration::from_millis(200));
    let pid = Pid::from_child(&relay);
    kill_process(pid, Signal::STOP).unwrap();
    app.choose(&card, Choice::Allow);
    assert_eq!(app.outcome(), Outcome::TooLate);
    // The connection is closed beside the words on the island, by another thread.
    std::thread::sleep(Duration::from_millis(200));
    kill_process(pid, Signal::CONT).unwrap();
    assert_eq!(printed(relay), "", "the person was told that nothing ran");
    app.quit();
    assert_eq!(home.log(), "");
}

#[test]
fn an_app_that_quits_lets_its_agents_go() {
    let home = Home::fresh();
    let app = App::start(&home);
    let relay = ask(&home);
    app.draw();
    app.quit();
    assert_eq!(printed(relay), "");
    home.run("", PERMISSION).silent();
}

#[test]
fn a_card_that_is_never_drawn_holds_an_agent_shortly() {
    let home = Home::fresh();
    let app = App::start(&home);
    let done = finish(home.start(""), PERMISSION.as_bytes());
    done.silent();
    done.took(0.5, 2.5);
    app.quit();
}

#[test]
fn an_ordinary_event_only_tells() {
    let home = Home::fresh();
    let app = App::start(&home);
    let done = home.run("", STOP);
    done.silent();
    app.until(|view| !view.sessions.is_empty());
    app.quit();
}

#[test]
fn an_event_without_a_session_shows_nothing_and_waits_for_nobody() {
    let home = Home::fresh();
    let app = App::start(&home);
    let installation = vults_agents::adapter(&Agent::Claude).installation().unwrap();
    for entry in installation.entries {
        let payload = format!(r#"{{"hook_event_name":"{}"}}"#, entry.event);
        home.run(&format!("--agent claude {}", entry.event), payload).silent();
    }
    home.run("", STOP).silent();
    let view = app.until(|view| {
        assert!(view.front.is_none() && view.queue.is_empty(), "{view:?}");
        !view.sessions.is_empty()
    });
    assert_eq!(view.sessions.len(), 1);
    app.quit();
    assert_eq!(home.log(), "");
}

/// The app's own process in the test below, which it is for.
#[test]
#[ignore = "the process that a_killed_app_lets_its_agents_go kills"]
fn app_process() {
    let folder = |name: &str| std::path::PathBuf::from(std::env::var_os(name).unwrap());
    let app = App::start_at(&folder("APP_SOCKET"), &folder("APP_DATA"));
    println!("\nready");
    app.draw();
    println!("\ndrawn");
    std::thread::sleep(SOON);
}

#[test]
fn a_killed_app_lets_its_agents_go() {
    let home = Home::fresh();
    let mut app = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "app::app_process", "--nocapture"])
        .env("APP_SOCKET", home.path("run"))
        .env("APP_DATA", home.path("data"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(app.stdout.take().unwrap()).lines();
    let mut until = |word: &str| while lines.next().unwrap().unwrap() != word {};
    until("ready");
    let relay = ask(&home);
    until("drawn");
    // The card is up, and the relay has heard so, or hears so now.
    std::thread::sleep(Duration::from_millis(200));
    let start = Instant::now();
    app.kill().unwrap();
    app.wait().unwrap();
    assert_eq!(printed(relay), "");
    assert!(start.elapsed() < Duration::from_secs(2));
    // Its socket file is still there.
    home.run("", PERMISSION).silent();
    assert_eq!(home.log(), "");
}
