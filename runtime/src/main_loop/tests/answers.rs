//! Plans and questions, what a person says to them, and words with a deny.

use vults_core::Picked;

use super::*;

/// A hook's question, as its entry with `--ask` sends it.
fn question() -> Value {
    let mut event = request("s", "x");
    event["event"] = json!("PreToolUse");
    event["payload"]["hook_event_name"] = json!("PreToolUse");
    event["payload"]["tool_name"] = json!("AskUserQuestion");
    event["payload"]["tool_input"] = json!({
        "questions": [
            { "question": "Which?", "options": [{ "label": "Red" }, { "label": "Blue" }] },
        ],
    });
    event
}

#[tokio::test(start_paused = true)]
async fn an_answer_reaches_the_hook() {
    let mut app = App::start();
    let mut hook = app.send(&question()).await;
    let card = app.card().await;
    app.draw_and_wait(&mut hook).await;
    // What is no answer to it changes nothing.
    app.click(&card, Choice::Allow);
    app.click(&card, DENIED);
    app.click(&card, Choice::Answer(Vec::new()));
    let answer = |option| Choice::Answer(vec![Picked { options: vec![option], own: None }]);
    app.click(&card, answer(2));
    app.click(&card, answer(1));
    app.click(&card, answer(0));
    let reply = "{\"kind\":\"answer\",\"v\":8,\"id\":\"1f-a\",\"answers\":[\"Blue\"]}\n";
    assert_eq!(hear(&mut hook).await, reply);
    drop(hook);
    app.until(|view| view.outcome.is_some() && view.front.is_none()).await;
    assert_eq!(app.outcomes().await, ["answered"]);
}

#[tokio::test(start_paused = true)]
async fn words_reach_the_hook_with_their_deny() {
    let mut app = App::start();
    let (mut hook, card) = app.ask("cargo test").await;
    app.draw_and_wait(&mut hook).await;
    app.click(&card, Choice::Deny { words: Some(" Use make.\n".to_owned()) });
    let reply = DENY.replace("\"deny\"", "\"deny\",\"reason\":\"Use make.\"");
    assert_eq!(hear(&mut hook).await, reply);
    drop(hook);
    let view = app.until(|view| view.outcome.is_some()).await;
    assert!(view.outcome.unwrap().words.is_some());
    assert_eq!(app.outcomes().await, ["denied"]);
}

#[tokio::test(start_paused = true)]
async fn a_question_that_is_sent_back_frees_its_terminal() {
    let mut app = App::start();
    let mut hook = app.send(&question()).await;
    let card = app.card().await;
    app.draw_and_wait(&mut hook).await;
    app.click(&card, Choice::ReplyInTerminal);
    assert_eq!(until_closed(&mut hook).await, "");
    assert_eq!(app.outcomes().await, ["released"]);
}

#[tokio::test(start_paused = true)]
async fn what_no_card_can_show_is_asked_in_the_terminal() {
    let app = App::start();
    // A plan of which only the file is named.
    let mut plan = request("s", "x");
    plan["payload"]["tool_name"] = json!("ExitPlanMode");
    plan["payload"]["tool_input"] = json!({ "planFilePath": "/home/me/.claude/plans/a.md" });
    let mut no_session = request("s", "x");
    no_session["payload"].as_object_mut().unwrap().remove("session_id");
    let mut unclear = question();
    unclear["payload"]["tool_input"]["questions"][0]["options"][1]["label"] = json!("Red");
    let mut twin = question();
    twin["event"] = json!("PermissionRequest");
    twin["payload"]["hook_event_name"] = json!("PermissionRequest");
    for event in [plan, no_session, unclear, twin] {
        let mut hook = app.send(&event).await;
        assert_eq!(until_closed(&mut hook).await, "", "{event}");
    }
    assert_eq!(app.outcomes().await, [""; 0]);
}
