//! What the app may say, and what is printed for it (VP-30 to VP-44).

use std::io::Write;
use std::os::unix::net::UnixStream;
use std::thread;
use std::time::Duration;

use vults_protocol::{Answer, Decision, Event, Reply};

use crate::{ALLOW, Done, Home, PERMISSION, PLAN, QUESTION, ends_well, send};

const DENY: Reply = Reply::Decision(Decision::Deny { reason: None });
const ALLOWED: Reply = Reply::Decision(Decision::Allow);

/// Runs the relay against a server that does this once; whether the connection ended well.
fn conversation(
    line: &str,
    input: &str,
    serve: impl FnOnce(&Event, &mut UnixStream) + Send + 'static,
) -> (Done, bool) {
    let home = Home::fresh();
    let mut serve = Some(serve);
    let server = home.serve(1, move |event, stream| {
        serve.take().unwrap()(&event, stream);
        ends_well(stream)
    });
    let done = home.run(line, input);
    (done, server.join().unwrap()[0])
}

/// The relay prints this and takes the reply.
#[track_caller]
fn check_taken(line: &str, input: &str, replies: &[Reply], expected: &str) {
    let replies = replies.to_vec();
    let (done, well) = conversation(line, input, move |event, stream| {
        for reply in &replies {
            send(stream, reply, &event.id);
        }
    });
    done.printed(expected);
    assert!(well, "the app was not told that the agent took it");
}

/// The relay prints nothing at once, and the app sees that its word was not taken.
#[track_caller]
fn check_refused(
    line: &str,
    input: &str,
    serve: impl FnOnce(&Event, &mut UnixStream) + Send + 'static,
) {
    let (done, well) = conversation(line, input, serve);
    done.silent();
    done.took(0.0, 1.5);
    assert!(!well, "the app was told that the agent took it");
}

#[test]
fn a_decision_is_printed_in_the_agents_words() {
    let deny = "{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\",\"decision\":\
                {\"behavior\":\"deny\",\"message\":\"Denied from Vults\"}}}\n";
    for agent in ["claude", "codex", "qwen"] {
        let line = format!("--agent {agent} PermissionRequest");
        check_taken(&line, PERMISSION, &[Reply::Waiting, ALLOWED], ALLOW);
        check_taken(&line, PERMISSION, &[Reply::Waiting, DENY], deny);
    }
    let copilot = r#"{"hookName":"permissionRequest","sessionId":"s","toolName":"bash"}"#;
    let line = "--agent copilot PermissionRequest";
    check_taken(line, copilot, &[Reply::Waiting, ALLOWED], "{\"behavior\":\"allow\"}\n");
    let deny = "{\"behavior\":\"deny\",\"message\":\"Denied from Vults\"}\n";
    check_taken(line, copilot, &[Reply::Waiting, DENY], deny);
    let line = "--agent opencode PermissionRequest";
    check_taken(line, PERMISSION, &[ALLOWED], "{\"reply\":\"once\"}\n");
    check_taken(line, PERMISSION, &[DENY], "{\"reply\":\"reject\"}\n");
}

#[test]
fn the_persons_words_go_with_a_deny() {
    let reason = Reply::Decision(Decision::Deny { reason: Some("use \"make\"\n".to_owned()) });
    let expected = "{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\",\"decision\":\
                    {\"behavior\":\"deny\",\"message\":\"use \\\"make\\\"\\n\"}}}\n";
    check_taken("", PERMISSION, &[Reply::Waiting, reason], expected);
}

#[test]
fn a_plan_is_approved_as_it_came() {
    let expected = "{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\",\"decision\":\
                    {\"behavior\":\"allow\",\"updatedInput\":{\"plan\":\"1. Go.\",\"planFilePath\":\
                    \"/p/a.md\"}}}}\n";
    check_taken("", PLAN, &[Reply::Waiting, ALLOWED], expected);
    // Also where the app was shown a part and the whole beside it.
    let long = PLAN.replace("1. Go.", &"A line.\\n".repeat(1_000));
    let (done, well) = conversation("", &long, |event, stream| {
        assert!(event.input.is_some());
        send(stream, &ALLOWED, &event.id);
    });
    assert!(well);
    let printed: serde_json::Value = serde_json::from_slice(&done.output.stdout).unwrap();
    let plan = &printed["hookSpecificOutput"]["decision"]["updatedInput"]["plan"];
    assert_eq!(*plan, "A line.\n".repeat(1_000));
    let absent = PLAN.replace("\"plan\":\"1. Go.\",", "");
    check_refused("", &absent, |event, stream| send(stream, &ALLOWED, &event.id));
}

#[test]
fn a_decision_may_beat_the_card() {
    check_taken("", PERMISSION, &[ALLOWED], ALLOW);
}

#[test]
fn a_second_waiting_changes_nothing() {
    check_taken("", PERMISSION, &[Reply::Waiting, Reply::Waiting, ALLOWED], ALLOW);
}

#[test]
fn answers_are_printed_with_the_questions() {
    let answers = Reply::Answer(vec![Answer::One("A".to_owned())]);
    let expected = "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\
                    \"permissionDecision\":\"allow\",\"updatedInput\":{\"questions\":[{\"question\":\
                    \"Which?\",\"options\":[{\"label\":\"A\"}]}],\"answers\":{\"Which?\":\"A\"}}}}\n";
    let replies = [Reply::Waiting, answers];
    check_taken("--ask", QUESTION, &replies, expected);
    check_taken("--agent opencode --ask", QUESTION, &replies, "{\"answers\":[[\"A\"]]}\n");
}

#[test]
fn answers_are_keyed_by_the_uncut_question() {
    let question = "long ".repeat(1_000);
    let input = QUESTION.replace("Which?", &question);
    let answers = Reply::Answer(vec![Answer::Many(vec!["A".to_owned(), "B".to_owned()])]);
    let (done, well) = conversation("--ask", &input, move |event, stream| {
        assert!(event.input.is_some());
        send(stream, &answers, &event.id);
    });
    assert!(well);
    let printed: serde_json::Value = serde_json::from_slice(&done.output.stdout).unwrap();
    let updated = &printed["hookSpecificOutput"]["updatedInput"];
    assert_eq!(updated["answers"][&question], serde_json::json!(["A", "B"]));
    assert_eq!(updated["questions"][0]["question"], question);
}

#[test]
fn a_reply_may_come_in_pieces() {
    let (done, well) = conversation("", PERMISSION, |event, stream| {
        let mut bytes = Reply::Waiting.encode(&event.id);
        bytes.extend(ALLOWED.encode(&event.id));
        for byte in bytes {
            stream.write_all(&[byte]).unwrap();
            thread::sleep(Duration::from_millis(1));
        }
    });
    done.printed(ALLOW);
    assert!(well);
}

#[test]
fn what_follows_a_decision_is_ignored() {
    let (done, well) = conversation("", PERMISSION, |event, stream| {
        let mut bytes = ALLOWED.encode(&event.id);
        bytes.extend(DENY.encode(&event.id));
        bytes.extend([b'x'; 60_000]);
        stream.write_all(&bytes).unwrap();
    });
    done.printed(ALLOW);
    assert!(well);
}

#[test]
fn a_reply_of_the_wrong_sort_prints_nothing() {
    let answer = |text: &str| Reply::Answer(vec![Answer::One(text.to_owned())]);
    let one = answer("A");
    let (other, plan) = (one.clone(), one.clone());
    check_refused("", PERMISSION, move |event, stream| send(stream, &one, &event.id));
    check_refused("", PLAN, move |event, stream| send(stream, &plan, &event.id));
    // A question's own twin is no question any more.
    let twin = QUESTION.replace("PreToolUse", "PermissionRequest");
    check_refused("--ask", &twin, move |event, stream| send(stream, &other, &event.id));
    check_refused("--ask", QUESTION, |event, stream| send(stream, &ALLOWED, &event.id));
    check_refused("--ask", QUESTION, |event, stream| send(stream, &DENY, &event.id));
    check_refused("--ask", QUESTION, |event, stream| {
        send(stream, &Reply::Answer(Vec::new()), &event.id);
    });
}

#[test]
fn a_reply_that_is_not_for_this_event_prints_nothing() {
    check_refused("", PERMISSION, |event, stream| {
        send(stream, &ALLOWED, &format!("{}0", event.id));
    });
    check_refused("", PERMISSION, |event, stream| {
        send(stream, &Reply::Waiting, "");
        let _ = stream.write_all(&ALLOWED.encode(&event.id));
    });
    check_refused("", PERMISSION, |event, stream| send(stream, &Reply::Unsupported, &event.id));
    for version in ["7", "9", "\"8\"", "null", "8.0"] {
        check_refused("", PERMISSION, move |event, stream| {
            let reply = String::from_utf8(ALLOWED.encode(&event.id)).unwrap();
            let other = reply.replace("\"v\":8", &format!("\"v\":{version}"));
            assert_ne!(other, reply);
            stream.write_all(other.as_bytes()).unwrap();
        });
    }
}

#[test]
fn garbage_prints_nothing() {
    for garbage in
        ["\n", "null\n", "[]\n", "allow\n", "{}\n", "\u{0}\n", "{\"behavior\":\"allow\"}\n"]
    {
        check_refused("", PERMISSION, move |_, stream| {
            stream.write_all(garbage.as_bytes()).unwrap();
        });
    }
}

#[test]
fn a_reply_of_two_mebibytes_prints_nothing() {
    let home = Home::fresh();
    let server = home.serve(1, |event, stream| {
        let reason = Some("x".repeat(2 << 20));
        let reply = Reply::Decision(Decision::Deny { reason });
        // The relay leaves in the middle of it, and the app cannot write the rest.
        stream.write_all(&reply.encode(&event.id)).is_err()
    });
    let done = home.run("", PERMISSION);
    done.silent();
    done.took(0.0, 1.5);
    assert!(server.join().unwrap()[0]);
    assert!(home.log().contains("the reply is too long"));
}

#[test]
fn half_a_line_and_the_end_print_nothing() {
    let home = Home::fresh();
    let server = home.serve(2, |event, stream| {
        let line = ALLOWED.encode(&event.id);
        // Without its newline even a whole reply is half a line.
        stream.write_all(&line[..line.len() - 1]).unwrap();
    });
    home.run("", PERMISSION).silent();
    home.run("", PERMISSION).silent();
    server.join().unwrap();
}

#[test]
fn an_app_that_leaves_prints_nothing() {
    let home = Home::fresh();
    let server = home.serve(2, |event, stream| {
        if event.event == "PermissionRequest" {
            send(stream, &Reply::Waiting, &event.id);
        }
    });
    let done = home.run("", PERMISSION);
    done.silent();
    done.took(0.0, 1.5);
    let done = home.run("--ask", QUESTION);
    done.silent();
    done.took(0.0, 1.5);
    server.join().unwrap();
    assert_eq!(home.log(), "", "leaving it to the terminal is no failure");
}

#[test]
fn an_app_that_closes_unread_prints_nothing() {
    let home = Home::fresh();
    let listener = home.listen();
    let server = thread::spawn(move || {
        for _ in 0..2 {
            drop(listener.accept().unwrap());
        }
    });
    home.run("", PERMISSION).silent();
    let large = PERMISSION.replace("\"ls\"", &format!("\"{}\"", "x".repeat(900_000)));
    home.run("", large).silent();
    server.join().unwrap();
}

#[test]
fn a_large_answer_is_printed_whole() {
    let question = "q".repeat(400_000);
    let input = QUESTION.replace("Which?", &question);
    let home = Home::fresh();
    let server = home.serve(1, |event, stream| {
        send(stream, &Reply::Answer(vec![Answer::One("A".to_owned())]), &event.id);
        ends_well(stream)
    });
    let mut child = home.start("--ask");
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).unwrap();
    // A reader that takes its time: the pipe is full long before.
    thread::sleep(Duration::from_millis(300));
    let output = child.wait_with_output().unwrap();
    let printed: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(printed["hookSpecificOutput"]["updatedInput"]["answers"][&question], "A");
    assert!(server.join().unwrap()[0]);
}
