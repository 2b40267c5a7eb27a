//! Late, split, broken and very large input.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use vults_protocol::Event;
use vults_protocol::limits::MESSAGE_BYTES;

use crate::{Home, STOP};

/// What arrives of a call that is fed by hand.
fn fed(line: &str, feed: impl FnOnce(&mut dyn Write)) -> Event {
    fed_to(|home| home.start(line), feed)
}

/// The same, of a relay that is started in this way.
fn fed_to(start: impl FnOnce(&Home) -> Child, feed: impl FnOnce(&mut dyn Write)) -> Event {
    let home = Home::fresh();
    let server = home.serve(1, |event, _| event);
    let mut child = start(&home);
    let mut stdin = child.stdin.take().unwrap();
    feed(&mut stdin);
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len(), output.stderr.len()), (Some(0), 0, 0));
    assert_eq!(home.log(), "");
    server.join().unwrap().remove(0)
}

fn pause(milliseconds: u64) {
    thread::sleep(Duration::from_millis(milliseconds));
}

#[test]
fn a_late_first_byte_is_waited_for() {
    let event = fed("", |stdin| {
        pause(600);
        stdin.write_all(STOP.as_bytes()).unwrap();
    });
    assert_eq!(event.payload["session_id"], "s-1");
}

#[test]
fn single_bytes_are_put_together() {
    let event = fed("", |stdin| {
        for byte in STOP.as_bytes() {
            stdin.write_all(&[*byte]).unwrap();
            pause(1);
        }
    });
    assert_eq!(event.payload["session_id"], "s-1");
}

#[test]
fn two_halves_of_a_mebibyte_are_put_together() {
    let payload = STOP.replace("\"/p\"", &format!("\"/p\",\"text\":\"{}\"", "x".repeat(1 << 20)));
    let event = fed("", |stdin| {
        let (first, second) = payload.as_bytes().split_at(payload.len() / 2);
        stdin.write_all(first).unwrap();
        pause(300);
        stdin.write_all(second).unwrap();
    });
    assert_eq!(event.payload["session_id"], "s-1");
    assert_eq!(event.payload["text"].as_str().map(str::len), Some(2_000));
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let event = fed("", |stdin| write!(stdin, "\u{feff}{STOP}").unwrap());
    assert_eq!(event.event, "Stop");
}

#[test]
fn a_missing_session_is_not_made_up() {
    let event = fed("Stop", |stdin| stdin.write_all(b"{\"cwd\":\"/p\"}").unwrap());
    assert_eq!(event.payload.keys().collect::<Vec<_>>(), ["cwd"]);
}

#[test]
fn unreadable_input_sends_nothing_and_leaves_its_size() {
    let home = Home::fresh();
    let listener = home.listen();
    listener.set_nonblocking(true).unwrap();
    let inputs: [&[u8]; 6] = [
        b"",
        b"null",
        b"[{}]",
        b"{\"a\":\"\xff\"}",
        b"{\"session_id\":\"s\"",
        b"{} trailing secret",
    ];
    for input in inputs {
        home.run("Stop", input).silent();
        let log = home.log();
        let line = log.lines().last().unwrap();
        let expected = format!(" Stop stdin is no JSON object, {} bytes", input.len());
        assert!(line.ends_with(&expected), "{line}");
    }
    assert_eq!(home.log().lines().count(), inputs.len());
    assert!(!home.log().contains("secret"));
    assert_eq!(listener.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
}

#[test]
fn an_input_that_never_ends_is_left_before_the_entrys_limit() {
    let home = Home::fresh();
    let _listener = home.listen();
    let mut child = home.start("Stop");
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"{").unwrap();
    let start = std::time::Instant::now();
    assert!(child.wait().unwrap().success());
    // The shortest time limit of an installed entry is 5 s.
    assert!((3.5..4.8).contains(&start.elapsed().as_secs_f64()), "{:?}", start.elapsed());
    assert!(home.log().contains("stdin did not end in time, 1 bytes"));
}

#[test]
fn an_input_that_flows_for_ever_is_left_too() {
    let home = Home::fresh();
    let _listener = home.listen();
    for line in ["Stop", "--agent gemini Stop"] {
        let mut child = home.start(line);
        let mut stdin = child.stdin.take().unwrap();
        let start = std::time::Instant::now();
        while stdin.write_all(&[b' '; 4096]).is_ok() {
            assert!(start.elapsed() < Duration::from_secs(10), "{line} is still read");
        }
        assert!(child.wait().unwrap().success());
    }
    // How much had flowed by then is the machine's matter.
    assert!(home.log().contains(" Stop stdin "), "{}", home.log());
    assert_eq!(home.log().lines().count(), 1);
}

#[test]
fn five_mebibytes_of_content_are_left_to_the_terminal() {
    let content = "line\\n".repeat(1 << 20);
    let payload = format!(
        r#"{{"session_id":"s","hook_event_name":"PermissionRequest","tool_name":"Write","tool_input":{{"file_path":"/p/a","content":"{content}"}}}}"#
    );
    let event = fed("", |stdin| stdin.write_all(payload.as_bytes()).unwrap());
    assert!(!event.wants_reply);
    assert_eq!(event.payload["tool_input"]["file_path"], "/p/a");
}

#[test]
fn ten_megabytes_of_response_are_no_burden() {
    let payload = format!(
        r#"{{"session_id":"s","hook_event_name":"PostToolUse","tool_name":"Bash","tool_response":{{"stdout":"{}"}}}}"#,
        "x".repeat(10_000_000)
    );
    let event = fed("", |stdin| stdin.write_all(payload.as_bytes()).unwrap());
    assert!(!event.payload.contains_key("tool_response"));
    assert!(event.encode().unwrap().len() < MESSAGE_BYTES);
}

/// A relay that may use 256 MiB of memory.
fn with_little_memory(home: &Home, line: &str) -> Child {
    let command = home.command(line);
    let mut small = Command::new("/bin/sh");
    small
        .args(["-c", "ulimit -v 262144 && exec \"$0\" \"$@\""])
        .arg(command.get_program())
        .args(command.get_args())
        .env_clear()
        .envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    small.spawn().unwrap()
}

/// A list of this many bytes.
fn zeros(bytes: usize) -> String {
    format!("[{}0]", "0,".repeat(bytes / 2 - 2))
}

#[test]
fn what_never_travels_takes_no_memory() {
    let list = zeros(5 << 20);
    let payload = format!(
        r#"{{"session_id":"s","tool_name":"Bash","tool_result":{list},"tool_response":{{"stdout":{list},"error":"no"}},"transcript_path":{list}}}"#
    );
    let start = |home: &Home| with_little_memory(home, "PostToolUse");
    let event = fed_to(start, |stdin| stdin.write_all(payload.as_bytes()).unwrap());
    assert_eq!(event.payload["tool_response"], serde_json::json!({"error": "no"}));
    assert_eq!(event.payload.len(), 3);
}

#[test]
fn what_is_too_large_is_read_and_not_sent() {
    let home = Home::fresh();
    let listener = home.listen();
    listener.set_nonblocking(true).unwrap();
    let check = |payload: &str, why: &str| {
        let mut child = with_little_memory(&home, "PermissionRequest");
        // Whoever writes it sees no broken pipe.
        child.stdin.take().unwrap().write_all(payload.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (output.status.code(), output.stdout.len(), output.stderr.len()),
            (Some(0), 0, 0)
        );
        let log = home.log();
        let expected = format!("PermissionRequest {why}, {} bytes", payload.len());
        assert!(log.lines().last().unwrap().ends_with(&expected), "{log}");
    };
    let input = |list: &str| format!(r#"{{"tool_name":"Bash","tool_input":{{"a":{list}}}}}"#);
    check(&input(&zeros(17 << 20)), "stdin is too large");
    check(&input(&zeros(15 << 20)), "stdin holds too many values");
    // What costs the most beside its length.
    let costly = format!("[{}0]", r#"{"":0},"#.repeat(2 << 20));
    check(&input(&costly), "stdin holds too many values");
    assert_eq!(home.log().lines().count(), 3);
    assert_eq!(listener.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
}

#[test]
fn half_a_character_does_not_lose_the_event() {
    let payload = r#"{"session_id":"s-1","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"echo \ud83d"}}"#;
    let event = fed("", |stdin| stdin.write_all(payload.as_bytes()).unwrap());
    assert_eq!(event.payload["tool_input"]["command"], "echo \u{fffd}");
    // No card may show something else than what runs.
    assert!(!event.wants_reply);
}
