//! Requests that a person does not want to see: in some modes, while the app is paused.

use vults_core::Mode;

use super::*;

fn in_mode(input: &str, mode: &str) -> String {
    input.replace("{\"session_id\"", &format!("{{\"permission_mode\":\"{mode}\",\"session_id\""))
}

#[test]
fn a_paused_app_sends_every_request_back_at_once() {
    let home = Home::fresh();
    let app = App::start(&home);
    let relay = ask(&home);
    app.draw();
    app.running.handle().pause(true);
    assert_eq!(printed(relay), "");
    let view = app.until(|view| view.paused && view.front.is_none());
    assert_eq!(view.sessions[0].status, Status::WaitsInTerminal);
    for input in [PERMISSION, PLAN] {
        let done = home.run("--agent claude PermissionRequest", input);
        done.silent();
        // 50 ms, and what a busy machine adds; an undrawn card would take 800 ms.
        done.took(0.0, 0.5);
    }
    home.run(ASK, QUESTION).silent();
    app.running.handle().pause(false);
    let view = app.until(|view| {
        assert!(view.front.is_none(), "{view:?}");
        !view.paused
    });
    assert_eq!(view.sessions[0].status, Status::WaitsInTerminal);
    let relay = ask(&home);
    let card = app.draw();
    app.choose(&card, Choice::Allow);
    assert_eq!(printed(relay), ALLOW);
    app.quit();
    let record = std::fs::read_to_string(home.path("data/decisions.jsonl")).unwrap();
    assert_eq!(record.matches("\"outcome\":\"paused\"").count(), 4, "{record}");
    assert_eq!(home.log(), "");
}

#[test]
fn modes_that_never_ask_have_no_card() {
    let home = Home::fresh();
    let app = App::start(&home);
    for (word, mode) in [("bypassPermissions", Mode::BypassPermissions), ("dontAsk", Mode::DontAsk)]
    {
        for _ in 0..5 {
            for event in ["PreToolUse", "PermissionRequest", "PostToolUse"] {
                let input = PERMISSION.replace("PermissionRequest", event);
                home.run("--agent claude", in_mode(&input, word)).silent();
            }
        }
        let view = app.until(|view| {
            assert!(view.queue.is_empty(), "{view:?}");
            view.sessions.iter().any(|one| one.mode == mode && one.status == Status::Working)
        });
        assert_eq!(view.sessions.len(), 1);
    }
    app.quit();
    assert_eq!(home.log(), "");
}

#[test]
fn modes_that_ask_have_a_card() {
    let plan = in_mode(PLAN, "plan");
    let question = in_mode(QUESTION, "bypassPermissions");
    let permission = |mode| ("--agent claude", in_mode(PERMISSION, mode));
    for (line, input) in [
        permission("default"),
        permission("acceptEdits"),
        permission("auto"),
        permission("someNewMode"),
        ("--agent claude", plan),
        (ASK, question),
    ] {
        let home = Home::fresh();
        let app = App::start(&home);
        let relay = ask_for(&home, line, &input);
        let card = app.draw();
        app.choose(&card, Choice::ReplyInTerminal);
        assert_eq!(printed(relay), "");
        assert_eq!(app.outcome(), Outcome::Released, "{input}");
        app.quit();
        assert_eq!(home.log(), "");
    }
}

#[test]
fn what_a_model_decides_in_auto_mode_is_never_shown() {
    let home = Home::fresh();
    let app = App::start(&home);
    let mut relay = ask_for(&home, "--agent claude", &in_mode(PERMISSION, "auto"));
    let view = app.until(|view| !view.sessions.is_empty());
    assert_eq!((view.sessions[0].mode, view.queue.len()), (Mode::Auto, 0));
    // The model was quicker than half a second, and the agent ended its hook.
    relay.kill().unwrap();
    relay.wait().unwrap();
    home.run("--agent claude", in_mode(STOP, "auto")).silent();
    app.until(|view| {
        assert!(view.queue.is_empty() && view.outcome.is_none(), "{view:?}");
        view.sessions[0].status == Status::Done
    });
    app.quit();
}
