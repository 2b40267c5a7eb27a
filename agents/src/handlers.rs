//! What the person's own lifecycle hooks did: our relay says so, in the same words for every agent.

use std::time::Duration;

use vults_core::{
    Ancestry, FOLDER_BYTES, HandlerEnd, HandlerRun, HandlersRan, Happening, HookPoint, Origin,
    SessionKey,
};
use vults_protocol::{AgentKind, Event, LifecycleHooks, Run};

use crate::{Report, is_short};

/// What it says of the session; none of an agent whose sessions are never shown.
pub(crate) fn report(event: &Event) -> Option<Report> {
    let hooks = LifecycleHooks::from_payload(&event.payload)?;
    let happening = happening(&hooks)?;
    Some(Report::Happened(origin(event, hooks)?, happening))
}

fn origin(event: &Event, hooks: LifecycleHooks) -> Option<Origin> {
    let agent = event.agent.kind();
    let shown = agent != AgentKind::Other && !event.zeca;
    let session = Some(hooks.session_id).filter(|id| shown && !id.is_empty() && is_short(id))?;
    Some(Origin {
        key: SessionKey { agent: agent.as_str().to_owned(), session },
        agent_name: agent.as_str().to_owned(),
        cwd: Some(hooks.cwd).filter(|cwd| cwd.len() <= FOLDER_BYTES),
        subagent: None,
        subagent_name: None,
        mode: None,
        ancestry: Ancestry::default(),
    })
}

fn happening(hooks: &LifecycleHooks) -> Option<Happening> {
    let point = match hooks.lifecycle_event.as_str() {
        "SessionStart" => HookPoint::SessionStart,
        "PreToolUse" => HookPoint::BeforeTool,
        "PostToolUse" => HookPoint::AfterTool,
        "Stop" => HookPoint::Stop,
        _ => return None,
    };
    let short = |text: &Option<String>| text.clone().filter(|text| is_short(text));
    Some(Happening::HandlersRan(Box::new(HandlersRan {
        point,
        call: short(&hooks.tool_use_id),
        tool: short(&hooks.tool_name),
        // Nothing else can be blocked, whatever is said.
        blocked: (hooks.blocked && point == HookPoint::BeforeTool)
            .then(|| hooks.reason.clone().unwrap_or_default()),
        context: hooks.context.clone(),
        warnings: hooks.warnings.clone(),
        runs: hooks.runs.iter().map(run).collect(),
    })))
}

fn run(run: &Run) -> HandlerRun {
    let end = match (&run.error, run.exit_code) {
        _ if run.blocked => HandlerEnd::Blocked,
        _ if run.timed_out => HandlerEnd::TimedOut,
        (Some(why), _) => HandlerEnd::NotStarted(why.clone()),
        (None, Some(0)) => HandlerEnd::Proceeded,
        (None, Some(code)) => HandlerEnd::Failed(code),
        (None, None) => HandlerEnd::Signalled,
    };
    HandlerRun { label: run.label.clone(), duration: Duration::from_millis(run.duration_ms), end }
}
