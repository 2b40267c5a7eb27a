//! The questions of an `AskUserQuestion` call, in Claude Code's words.

use serde_json::{Map, Value};
use vults_protocol::Answer;
use vults_protocol::event::{ASK_USER_QUESTION, PRE_TOOL_USE};

/// Each question's text with its answer, in order. None where the payload asks nothing (VP-44),
/// a question has no text, or the numbers differ (VP-42).
pub(crate) fn answered<'a>(
    payload: &'a Map<String, Value>,
    answers: &'a [Answer],
) -> Option<Vec<(&'a str, &'a Answer)>> {
    let asks = payload.get("tool_name").and_then(Value::as_str) == Some(ASK_USER_QUESTION);
    // The name may stand on the command line alone (VP-12), but it must not be another event's.
    let event_fits = payload.get("hook_event_name").is_none_or(|name| name == PRE_TOOL_USE);
    let questions = payload.get("tool_input")?.get("questions")?.as_array()?;
    if !asks || !event_fits || questions.is_empty() || questions.len() != answers.len() {
        return None;
    }
    let text = |question: &'a Value| {
        question.get("question").and_then(Value::as_str).filter(|text| !text.trim().is_empty())
    };
    questions
        .iter()
        .zip(answers)
        .map(|(question, answer)| Some((text(question)?, answer)))
        .collect()
}
