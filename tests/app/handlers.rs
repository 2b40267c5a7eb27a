//! What the person's own hooks did, in the list of the sessions.

use std::io::Write;
use std::os::unix::net::UnixStream;

use serde_json::{Value, json};
use vults_protocol::{LifecycleHooks, Run};

use crate::agent::{Asking, Call};
use crate::app::App;
use crate::desktop::{inside, shot};
use crate::page::{ISLAND, Pages, start_with_pages};
use crate::screen::click;

const FOLDER: &str = "/home/ada/weather";

/// The middle of the pill.
const PILL: (i32, i32) = (640, 18);

/// An event of the session, as its relay sends it.
#[track_caller]
fn send(app: &App, session: &str, name: &str, more: &Value) {
    let mut payload = json!({"session_id": session, "cwd": FOLDER, "hook_event_name": name});
    payload.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let event = json!({
        "kind": "event", "v": 8, "id": format!("{session} {name}"), "agent": "claude",
        "event": name, "wants_reply": false, "terminal": {"cwd": FOLDER}, "payload": payload,
    });
    let mut stream = UnixStream::connect(app.socket()).expect("the app listens");
    stream.write_all(format!("{event}\n").as_bytes()).unwrap();
}

/// The agent begins a command.
#[track_caller]
fn begins(app: &App, session: &str, id: &str, command: &str) {
    let input = json!({"command": command});
    let call = json!({"tool_name": "Bash", "tool_input": input, "tool_use_id": id});
    send(app, session, "PreToolUse", &call);
}

/// Hooks ran on a call of that id.
#[track_caller]
fn ran(app: &App, session: &str, id: &str, hooks: LifecycleHooks) {
    let hooks = LifecycleHooks {
        session_id: session.to_owned(),
        cwd: FOLDER.to_owned(),
        lifecycle_event: "PreToolUse".to_owned(),
        tool_name: Some("run_command".to_owned()),
        tool_use_id: Some(id.to_owned()),
        ..hooks
    };
    send(app, session, "LifecycleHooks", &Value::Object(hooks.payload()));
}

fn run(label: &str, exit_code: Option<i32>, duration_ms: u64) -> Run {
    Run { label: label.to_owned(), exit_code, duration_ms, ..Run::default() }
}

fn blocked(reason: &str) -> LifecycleHooks {
    let guard = Run { blocked: true, ..run("bun .levelcode/hooks/guard.ts", Some(2), 31) };
    let runs = vec![guard, run("~/audit.sh", Some(0), 4)];
    LifecycleHooks { blocked: true, reason: Some(reason.to_owned()), runs, ..Default::default() }
}

/// Opens the list, once there is one to open.
#[track_caller]
fn open(pages: &Pages) {
    let opens = "return document.querySelector('.pill [aria-expanded]') && 1";
    pages.until(ISLAND, "a list to open", opens);
    click(PILL);
}

/// Waits until the row of the only session says all of this.
#[track_caller]
fn says(pages: &Pages, words: &[&str]) -> String {
    let body = format!(
        "const said = document.querySelector('[data-row]')?.innerText.replaceAll(/\\s+/g, ' ');
        return {words:?}.every(words => said?.includes(words)) ? said : null;"
    );
    pages.until(ISLAND, &words.join(", "), &body).as_str().unwrap().to_owned()
}

#[test]
fn a_call_that_a_hook_blocks_is_over_and_says_why() {
    inside(|| {
        let (app, pages) = start_with_pages();
        begins(&app, "s", "toolu_1", "git push origin main");
        open(&pages);
        says(&pages, &["Running git push origin main"]);
        ran(&app, "s", "toolu_1", blocked("main is protected: open a pull request"));
        says(&pages, &["Blocked by a hook", "main is protected: open a pull request"]);
        shot("hooks-blocked");
        pages.press(ISLAND, "What hooks did in weather");
        says(&pages, &["bun .levelcode/hooks/guard.ts blocked 31 ms", "~/audit.sh 4 ms"]);
        shot("hooks-opened");
        begins(&app, "s", "toolu_2", "git push origin fix");
        let said = says(&pages, &["Running git push origin fix"]);
        assert!(!said.contains("Blocked"), "{said}");
        // Word of the first call that comes late changes nothing about the second.
        ran(&app, "s", "toolu_1", blocked("again"));
        let said = says(&pages, &["Running git push origin fix", "again"]);
        assert!(!said.contains("Blocked"), "{said}");
        app.assert_nobody_acted();
    });
}

#[test]
fn hooks_that_fail_and_what_they_say_are_in_the_row() {
    inside(|| {
        let (app, pages) = start_with_pages();
        begins(&app, "s", "toolu_1", "cargo test");
        open(&pages);
        let failed = LifecycleHooks {
            context: Some("the staging database is down".to_owned()),
            warnings: vec!["~/.config/vults/settings.json: hooks.Stopp: no such event".to_owned()],
            runs: vec![
                run("./ci/guard.sh", Some(127), 12),
                Run { error: Some("Permission denied".to_owned()), ..run("./ci/policy", None, 0) },
                Run { timed_out: true, ..run("python3 ci/cost.py", None, 10_000) },
                run("./ci/drift", Some(0), 2_310),
            ],
            ..LifecycleHooks::default()
        };
        ran(&app, "s", "toolu_1", failed);
        says(
            &pages,
            &["Running cargo test", "Hook: the staging database is down", "A hook failed"],
        );
        shot("hooks-failed");
        pages.press(ISLAND, "What hooks did in weather");
        says(
            &pages,
            &[
                "./ci/guard.sh failed with code 127 12 ms",
                "./ci/policy did not start Permission denied",
                "python3 ci/cost.py timed out 10 s",
                "./ci/drift slow 2.3 s",
                "hooks.Stopp: no such event",
            ],
        );
        shot("hooks-failed-opened");
    });
}

/// The hooks of a question's call run beside the one that waits for its card.
#[test]
fn a_question_that_a_hook_blocks_leaves() {
    inside(|| {
        let (app, pages) = start_with_pages();
        let call = Call::questions(&[("Which one?", &["This", "That"], false)]).of_session("s");
        let asking = Asking::begin_call(&app, "one", &call);
        let mut begun = call.payload("s");
        begun["tool_use_id"] = json!("toolu_1");
        send(&app, "s", "PreToolUse", &begun);
        ran(&app, "s", "toolu_1", blocked("no questions at night"));
        assert_eq!(asking.reply(), None, "the agent knows without an answer");
        let gone = "return document.querySelector('[data-card]') ? null : 1";
        pages.until(ISLAND, "no card", gone);
        shot("hooks-question-blocked");
    });
}
