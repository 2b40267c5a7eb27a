//! The step that a session is at: the tool calls of it that run.

use std::collections::VecDeque;

use crate::content::host;
use crate::handlers::HookPoint;
use crate::input::{Call, Step};
use crate::request::NAME_CHARS;
use crate::view::StepView;
use crate::visible;

/// Calls of one session that run at the same time, as far as we follow.
const RUNNING: usize = 16;
/// Calls of one session that are over, as far as something may still be said of them.
const PAST: usize = 8;
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

/// A call that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Past {
    subagent: Option<String>,
    id: Option<String>,
    step: StepView,
    /// What the session had come to by then.
    turns: u64,
}

/// A call of which something is said.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct At {
    /// Whose it is.
    pub(super) subagent: Option<String>,
    pub(super) step: StepView,
    /// Whether the session is at it: it runs, or nothing else has begun since.
    pub(super) is_now: bool,
}

/// The calls of one session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Steps {
    /// Those that run, the newest last.
    running: Vec<Running>,
    /// Those that ran last, the newest last.
    past: VecDeque<Past>,
    /// How many calls have begun, and turns ended.
    turns: u64,
}

impl Steps {
    pub(super) fn started(&mut self, subagent: &Option<String>, call: &Call, step: &Step) {
        if self.running.len() == RUNNING {
            self.running.remove(0);
        }
        self.turns += 1;
        let long = !matches!(step, Step::Edit(_) | Step::Read(_));
        let (subagent, call, step) = (subagent.clone(), call.clone(), view(step));
        self.running.push(Running { subagent, call, step, long });
    }

    /// Takes a call that is over; whether it was a command's, which may have changed anything.
    pub(super) fn ended(&mut self, subagent: &Option<String>, call: &Call) -> bool {
        let fits = |running: &Running| running.subagent == *subagent && running.call == *call;
        let Some(index) = self.running.iter().rposition(fits) else { return false };
        let ended = self.take(index);
        matches!(ended.step, StepView::Command(_))
    }

    /// Takes a call that a hook has blocked; whose it was, and which.
    pub(super) fn blocked(&mut self, id: Option<&str>) -> Option<(Option<String>, Call)> {
        let ended = self.take(self.index(id)?);
        Some((ended.subagent, ended.call))
    }

    /// A call began of which is known by then that it was blocked.
    pub(super) fn never_ran(&mut self, subagent: &Option<String>, call: &Call, step: &Step) {
        self.started(subagent, call, step);
        self.take(self.running.len() - 1);
    }

    fn take(&mut self, index: usize) -> Running {
        let ended = self.running.remove(index);
        if self.past.len() == PAST {
            self.past.pop_front();
        }
        self.past.push_back(Past {
            subagent: ended.subagent.clone(),
            id: ended.call.id().map(str::to_owned),
            step: ended.step.clone(),
            turns: self.turns,
        });
        ended
    }

    /// The running call of that id. Where an agent gives its calls none, the only one that runs.
    fn index(&self, id: Option<&str>) -> Option<usize> {
        match id {
            Some(_) => self.running.iter().rposition(|running| running.call.id() == id),
            None => (self.running.len() == 1).then_some(0),
        }
    }

    /// The call of that id, on which hooks ran then.
    pub(super) fn find(&self, point: HookPoint, id: Option<&str>) -> Option<At> {
        let running = || {
            let Running { subagent, step, .. } = self.running.get(self.index(id)?)?;
            Some(At { subagent: subagent.clone(), step: step.clone(), is_now: true })
        };
        let past = || {
            let mut past = self.past.iter().rev();
            let Past { subagent, step, turns, .. } = match id {
                Some(_) => past.find(|past| past.id.as_deref() == id)?,
                None => past.next()?,
            };
            let is_now = point == HookPoint::AfterTool && *turns == self.turns;
            Some(At { subagent: subagent.clone(), step: step.clone(), is_now })
        };
        match point {
            HookPoint::BeforeTool => running().or_else(past),
            HookPoint::AfterTool => past().or_else(running),
            HookPoint::SessionStart | HookPoint::Stop => None,
        }
    }

    /// The main agent's turn (`None`) or that sub-agent's is over: its calls are.
    pub(super) fn turn_ended(&mut self, subagent: &Option<String>) {
        self.turns += 1;
        self.running.retain(|running| running.subagent != *subagent);
    }

    /// Keeps the calls of those for whom this holds.
    pub(super) fn keep(&mut self, holds: impl Fn(&Option<String>) -> bool) {
        self.running.retain(|running| holds(&running.subagent));
    }

    /// Whether one of them may well take long without a word.
    pub(super) fn may_take_long(&self) -> bool {
        self.running.iter().any(|running| running.long)
    }

    /// The step that is shown: the main agent's newest, else the newest of all.
    pub(super) fn view(&self) -> Option<&StepView> {
        let main = self.running.iter().rev().find(|running| running.subagent.is_none());
        main.or(self.running.last()).map(|running| &running.step)
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
