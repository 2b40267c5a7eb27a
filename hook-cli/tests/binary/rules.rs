//! Always, from the real relay to the real app without its window and back: what a rule lets pass,
//! and what asks all the same.

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::pin::pin;
use std::process::Child;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use vults_core::{ApprovalsView, Choice, Outcome, OutcomeView};

use crate::app::{App, printed};
use crate::{ALLOW, Home};

/// An app in whose project an agent asks.
struct Project {
    home: Home,
    app: App,
}

impl Project {
    fn new() -> Project {
        let home = Home::fresh();
        for folder in ["project/sub", "other"] {
            fs::create_dir_all(home.path(folder)).unwrap();
        }
        symlink(home.path("project"), home.path("link")).unwrap();
        let app = App::start(&home);
        Project { home, app }
    }

    /// A request for `git status` in the project.
    fn request(&self) -> Value {
        json!({
            "session_id": "s-1", "cwd": self.home.path("project"),
            "hook_event_name": "PermissionRequest", "tool_name": "Bash",
            "tool_input": { "command": "git status", "description": "Look" },
        })
    }

    /// The same with other fields of the tool's input.
    fn with_input(&self, fields: Value) -> Value {
        let mut request = self.request();
        let input = request["tool_input"].as_object_mut().unwrap();
        input.extend(fields.as_object().unwrap().clone());
        request
    }

    fn of_tool(&self, tool: &str, input: Value) -> Value {
        let mut request = self.request();
        request["tool_name"] = json!(tool);
        request["tool_input"] = input;
        request
    }

    fn in_folder(&self, folder: &str) -> Value {
        let mut request = self.request();
        request["cwd"] = json!(self.home.path(folder));
        request
    }

    fn send(&self, request: &Value) -> Child {
        let mut relay = self.home.start("--agent claude PermissionRequest");
        relay.stdin.take().unwrap().write_all(request.to_string().as_bytes()).unwrap();
        relay
    }

    /// The person chooses Always on the request's card.
    fn always(&self, request: &Value) {
        let relay = self.send(request);
        let card = self.app.draw();
        assert!(card.always.is_some(), "{request}");
        self.app.choose(&card, Choice::AllowAlways);
        assert_eq!(printed(relay), ALLOW);
        let shown = |outcome: &OutcomeView| outcome.outcome == Outcome::Allowed;
        self.app.until(|view| view.outcome.as_ref().is_some_and(shown));
        self.app.until(|view| view.outcome.is_none());
    }

    /// A rule answers.
    fn passes(&self, request: &Value) {
        assert_eq!(printed(self.send(request)), ALLOW, "{request}");
    }

    /// A card asks; whether it offers Always.
    fn asks(&self, request: &Value) -> bool {
        let mut relay = self.send(request);
        let card = self.app.until(|view| view.front.is_some()).front.unwrap();
        relay.kill().unwrap();
        assert_eq!(relay.wait_with_output().unwrap().stdout, b"", "{request}");
        self.app.until(|view| view.front.is_none());
        card.always.is_some()
    }

    /// The first view of the rules from now on of which this holds.
    fn shown(&self, holds: impl Fn(&ApprovalsView) -> bool) -> ApprovalsView {
        let end = Instant::now() + Duration::from_secs(10);
        loop {
            let view = self.app.running.approvals().view();
            if holds(&view) {
                return ApprovalsView::clone(&view);
            }
            assert!(Instant::now() < end, "{view:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn end(self) {
        self.app.quit();
        assert_eq!(self.home.log(), "");
    }
}

/// Waits for what the app does on a thread of its own.
fn wait<T>(done: impl Future<Output = T>) -> T {
    let mut done = pin!(done);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        match done.as_mut().poll(&mut context) {
            Poll::Ready(value) => return value,
            Poll::Pending => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}

#[test]
fn the_very_same_request_passes_and_no_other() {
    let project = Project::new();
    assert!(project.asks(&project.request()), "without a rule");
    project.always(&project.request());
    project.passes(&project.request());
    project.passes(&project.with_input(json!({ "description": "Another word" })));
    project.passes(&project.in_folder("link"));
    let mut request = project.request();
    request["agent_id"] = json!("a1");
    project.passes(&request);
    let mut request = project.request();
    request["session_id"] = json!("s-2");
    project.passes(&request);
    for command in ["git status; rm -rf x", "git  status", "git status -s", "git status\n"] {
        project.asks(&project.with_input(json!({ "command": command })));
    }
    project.asks(&project.with_input(json!({ "run_in_background": true })));
    project.asks(&project.with_input(json!({ "timeout": 5000 })));
    project.asks(&project.in_folder("other"));
    project.asks(&project.in_folder("project/sub"));
    // Another agent, of which no card is shown yet: its terminal asks.
    let relay = project.home.run("--agent codex PermissionRequest", project.request().to_string());
    relay.silent();
    project.passes(&project.request());
    // The link leads elsewhere by now.
    fs::remove_file(project.home.path("link")).unwrap();
    symlink(project.home.path("other"), project.home.path("link")).unwrap();
    project.asks(&project.in_folder("link"));
    project.end();
}

#[test]
fn a_server_s_tool_passes_with_the_same_arguments_alone() {
    let project = Project::new();
    let call = |input| project.of_tool("mcp__srv__tool", input);
    project.always(&call(json!({ "a": 1, "b": ["x"] })));
    project.passes(&call(json!({ "b": ["x"], "a": 1 })));
    project.asks(&call(json!({ "a": 1, "b": ["y"] })));
    project.asks(&call(json!({ "a": 1, "b": ["x"], "description": "" })));
    project.asks(&project.of_tool("mcp__srv__other", json!({ "a": 1, "b": ["x"] })));
    project.end();
}

#[test]
fn always_is_not_offered_for_what_must_be_read_each_time() {
    let project = Project::new();
    let file = project.home.path("project/a");
    for request in [
        project.with_input(json!({ "command": "git status\ngit diff\ngit log" })),
        project.with_input(json!({ "command": "git status " })),
        project.with_input(json!({ "command": "git status\n" })),
        project.with_input(json!({ "command": "x".repeat(301) })),
        project.with_input(json!({ "command": "git \u{202e}status" })),
        project.with_input(json!({ "command": "TOKEN=abc make" })),
        project.of_tool("Write", json!({ "file_path": file, "content": "x" })),
        // Of a shape that is shown as it is.
        project.of_tool("Write", json!({ "file_path": file })),
        project.of_tool("ExitPlanMode", json!({ "plan": "1. Go.", "planFilePath": file })),
        project.of_tool("Task", json!({ "prompt": "Look", "subagent_type": "Explore" })),
        project.in_folder("nowhere"),
    ] {
        assert!(!project.asks(&request), "{request}");
    }
    project.end();
}

#[test]
fn a_removed_rule_asks_again_and_what_it_did_is_told() {
    let project = Project::new();
    let approvals = project.app.running.approvals();
    project.always(&project.request());
    project.passes(&project.request());
    project.passes(&project.request());
    let view = project.shown(|view| view.rules.first().is_some_and(|rule| rule.uses == 2));
    assert!(view.rules[0].active && view.rules[0].used_unix_ms.is_some());
    let page = wait(approvals.history("GIT STATUS".to_owned(), 0)).unwrap();
    let outcomes: Vec<_> = page.decisions.iter().map(|decision| decision.outcome).collect();
    let used = Outcome::AllowedByRule;
    assert_eq!((outcomes.as_slice(), page.found), (&[used, used, Outcome::Allowed][..], 3));
    assert!(wait(approvals.remove_rule(view.rules[0].id.clone())));
    assert!(project.asks(&project.request()));
    project.shown(|view| view.rules.is_empty());
    wait(approvals.clear()).unwrap();
    assert_eq!(wait(approvals.history(String::new(), 0)).unwrap().found, 0);
    project.end();
}

#[test]
fn a_rule_outlasts_the_app_and_a_pause() {
    let Project { home, app } = Project::new();
    let project = Project { home, app };
    project.always(&project.request());
    project.app.running.handle().pause(true);
    project.shown(|view| view.paused);
    assert_eq!(printed(project.send(&project.request())), "");
    project.app.running.handle().pause(false);
    project.shown(|view| !view.paused);
    project.passes(&project.request());
    let Project { home, app } = project;
    app.quit();
    let app = App::start(&home);
    let project = Project { home, app };
    project.shown(|view| view.rules.iter().any(|rule| rule.active && rule.uses == 1));
    project.passes(&project.request());
    project.end();
}

#[test]
fn a_line_that_a_program_adds_is_no_rule() {
    let project = Project::new();
    project.always(&project.request());
    let Project { home, app } = project;
    app.quit();
    let file = home.path("data/rules.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("git status", "git push")).unwrap();
    let app = App::start(&home);
    let project = Project { home, app };
    let view = project.shown(|view| !view.rules.is_empty());
    assert!(!view.rules[0].active);
    project.asks(&project.with_input(json!({ "command": "git push" })));
    project.asks(&project.request());
    project.end();
}
