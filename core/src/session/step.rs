//! The step that a session is at: the tool calls of it that run.

use crate::content::host;
use crate::input::{Call, Step};
use crate::request::NAME_CHARS;
use crate::view::StepView;
use crate::visible;

/// Calls of one session that run at the same time, as far as we follow.
const RUNNING: usize = 16;
/// The command of a step, in characters.
const STEP_CHARS: usize = 80;

/// A call that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Running {
    /// Whose it is: the main agent's (`None`), or that sub-agent's.
    subagent: Option<String>,
    call: Call,
    step: StepView,
    /// Whether it may well take long without a word.
    long: bool,
}

/// The calls of one session that run, the newest last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Steps(Vec<Running>);

impl Steps {
    pub(super) fn started(&mut self, subagent: &Option<String>, call: &Call, step: &Step) {
        if self.0.len() == RUNNING {
            self.0.remove(0);
        }
        let long = !matches!(step, Step::Edit(_) | Step::Read(_));
        let (subagent, call, step) = (subagent.clone(), call.clone(), view(step));
        self.0.push(Running { subagent, call, step, long });
    }

    /// Takes a call that is over; whether it was a command's, which may have changed anything.
    pub(super) fn ended(&mut self, subagent: &Option<String>, call: &Call) -> bool {
        let fits = |running: &Running| running.subagent == *subagent && running.call == *call;
        let Some(index) = self.0.iter().rposition(fits) else { return false };
        matches!(self.0.remove(index).step, StepView::Command(_))
    }

    /// The main agent's turn (`None`) or that sub-agent's is over: its calls are.
    pub(super) fn turn_ended(&mut self, subagent: &Option<String>) {
        self.0.retain(|running| running.subagent != *subagent);
    }

    /// Keeps the calls of those for whom this holds.
    pub(super) fn keep(&mut self, holds: impl Fn(&Option<String>) -> bool) {
        self.0.retain(|running| holds(&running.subagent));
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether one of them may well take long without a word.
    pub(super) fn may_take_long(&self) -> bool {
        self.0.iter().any(|running| running.long)
    }

    /// The step that is shown: the main agent's newest, else the newest of all.
    pub(super) fn view(&self) -> Option<&StepView> {
        let main = self.0.iter().rev().find(|running| running.subagent.is_none());
        main.or(self.0.last()).map(|running| &running.step)
    }
}

fn view(step: &Step) -> StepView {
    let name = |name: &str| visible::one_line(name, NAME_CHARS);
    // A path that ends in a slash has no name of its own.
    let file = |path: &str| match path.rsplit('/').next() {
        Some(last) if !last.is_empty() => name(last),
        _ => name(path),
    };
    match step {
        Step::Command(command) => StepView::Command(visible::one_line(command, STEP_CHARS)),
        Step::Edit(path) => StepView::Edit(file(path)),
        Step::Read(path) => StepView::Read(file(path)),
        Step::Open(url) => {
            let host = host(url);
            StepView::Open(visible::one_line(host.as_deref().unwrap_or(url), STEP_CHARS))
        }
        Step::Subagent(which) => StepView::Subagent(name(which)),
        Step::ServerTool { server, tool } => {
            StepView::ServerTool { server: name(server), tool: name(tool) }
        }
        Step::Tool(tool) => StepView::Tool(name(tool)),
    }
}
