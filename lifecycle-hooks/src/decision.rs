//! What a handler has said (LH-45 to LH-53).

use serde_json::{Map, Value};

use crate::Event;

/// A decision is at most so long (LH-49); anything longer is an ordinary log.
pub const DECISION_BYTES: usize = 16 << 10;

/// One handler's word on the tool. There is no word that allows one (LH-52).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// No opinion: the call goes on to whatever else may stop it.
    #[default]
    Proceed,
    /// The tool must not run.
    Block {
        /// Why, for the agent; never blank.
        reason: Option<String>,
    },
}

/// All that one handler has said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// About the tool.
    pub verdict: Verdict,
    /// What it had to add (LH-54); never blank.
    pub context: Option<String>,
}

/// Reads a handler's end. `exit` is none where it has no exit code: it never started, its time ran out,
/// or a signal ended it; such a one has said nothing (LH-44, LH-47).
///
/// Only [`Event::PreToolUse`] can be blocked (LH-51, LH-53). Whatever means nothing is an ordinary log,
/// never an error (LH-49, LH-55).
#[must_use]
pub fn decide(event: Event, exit: Option<i32>, stdout: &str, stderr: &str) -> Decision {
    let blocks = event == Event::PreToolUse;
    match exit {
        Some(0) => {
            let said = said(stdout).unwrap_or_default();
            let verdict = if blocks && said.get("decision").is_some_and(|word| word == "block") {
                Verdict::Block { reason: text(&said, "reason").map(|text| text.trim().to_owned()) }
            } else {
                Verdict::Proceed
            };
            Decision { verdict, context: text(&said, "additionalContext").map(str::to_owned) }
        }
        Some(2) if blocks => {
            let stderr = Some(stderr.trim()).filter(|text| !text.is_empty()).map(str::to_owned);
            let printed = || text(&said(stdout)?, "reason").map(|text| text.trim().to_owned());
            let verdict = Verdict::Block { reason: stderr.or_else(printed) };
            Decision { verdict, context: None }
        }
        _ => Decision::default(),
    }
}

/// The object that was printed, if that is what it is (LH-49).
fn said(stdout: &str) -> Option<Map<String, Value>> {
    let text = stdout.trim();
    if !text.starts_with('{') || text.len() > DECISION_BYTES {
        return None;
    }
    serde_json::from_str(text).ok()
}

/// A key's text, unless it is blank; a value of another type counts as absent (LH-50).
fn text<'a>(said: &'a Map<String, Value>, key: &str) -> Option<&'a str> {
    said.get(key)?.as_str().filter(|text| !text.trim().is_empty())
}
