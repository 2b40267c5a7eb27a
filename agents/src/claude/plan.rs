//! The plan with which Claude Code asks to leave its plan mode.

use serde_json::{Map, Value};
use vults_core::Action;

use crate::reading::Reading;

/// The tool that asks.
pub(super) const EXIT_PLAN_MODE: &str = "ExitPlanMode";

/// The plan with all that stands beside it; none where only its file is named, or not even that.
pub(super) fn action(input: &Map<String, Value>) -> Option<Action> {
    let mut fields = Reading::of(input);
    let plan = fields.text("plan").filter(|plan| !plan.trim().is_empty())?;
    Some(Action::Plan { plan, facts: fields.facts() })
}

/// The input with which an approval must come, where this payload asks for one. A bare approval
/// does nothing: the terminal goes on asking. Given back as it came, the plan is what the person
/// has read, whatever has become of its file by then.
pub(super) fn approved(payload: &Map<String, Value>) -> Option<&Map<String, Value>> {
    payload.get("tool_input")?.as_object().filter(|input| action(input).is_some())
}
