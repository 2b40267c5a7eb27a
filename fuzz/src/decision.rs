//! What a person's own handler prints.

use serde_json::Value;
use vults_lifecycle_hooks::{DECISION_BYTES, Event, Verdict, decide};

/// An exit code (255 for none), an event and any bytes on both streams: a block comes of exit 2 or of
/// a short object that says so, before a tool runs, and of nothing else.
pub fn decision(data: &[u8]) {
    let [exit, event, streams @ ..] = data else { return };
    let exit = Some(i32::from(*exit)).filter(|exit| *exit != 255);
    let event = Event::ALL[usize::from(*event) % Event::ALL.len()];
    let (stdout, stderr) =
        streams.split_at(streams.iter().position(|&b| b == 0).unwrap_or(streams.len()));
    let stdout = String::from_utf8_lossy(stdout);
    let stderr = String::from_utf8_lossy(stderr);
    let said = decide(event, exit, &stdout, &stderr);
    let short = Some(stdout.trim()).filter(|text| text.len() <= DECISION_BYTES);
    let object = short.and_then(|text| serde_json::from_str::<Value>(text).ok());
    let says = |key: &str| object.as_ref().and_then(|object| object.get(key)?.as_str());
    if let Verdict::Block { reason } = &said.verdict {
        assert_eq!(event, Event::PreToolUse);
        assert!(exit == Some(2) || (exit == Some(0) && says("decision") == Some("block")));
        assert!(reason.as_ref().is_none_or(|reason| !reason.is_empty() && reason.trim() == reason));
    }
    if let Some(context) = said.context {
        assert!(exit == Some(0) && says("additionalContext") == Some(&*context));
    }
}
