//! What the person's own lifecycle hooks did in a session, kept within bounds.

use std::collections::VecDeque;
use std::time::Duration;

use crate::content::count;
use crate::handlers::{HandlerEnd, HandlerRun, HandlersRan};
use crate::request::NAME_CHARS;
use crate::view::{HookEnd, HookReport, HookRun, HookTrouble, HookWord, HooksView, StepView, Text};
use crate::visible;

/// A run that takes this long is slow: on each call the agent does nothing meanwhile, and a person
/// begins to wonder why.
const SLOW: Duration = Duration::from_secs(2);
/// Reports that are kept of one session.
const REPORTS: usize = 8;
/// How many of them at least tell of hooks that simply ran well, so that others do not fill it up.
const ORDINARY: usize = 3;
/// Runs of one report that are listed.
const RUNS: usize = 6;
/// Warnings that are kept of one session.
const WARNINGS: usize = 4;
/// A hook's command, in characters.
const LABEL_CHARS: usize = 120;
/// A reason, a context, a warning or a reason not to start, in characters.
const WORDS_CHARS: usize = 300;

/// What hooks did in one session.
#[derive(Debug, Default)]
pub(super) struct Hooks {
    /// The newest last.
    reports: VecDeque<HookReport>,
    /// The key of the newest report.
    newest: u32,
    warnings: Vec<Text>,
    word: Option<Word>,
    /// The last call that was blocked before anything was heard of its beginning, and why.
    early: Option<(String, Text)>,
}

/// What was said about what the session does now.
#[derive(Debug)]
struct Word {
    /// Whose call it was about: the main agent's (`None`), or that sub-agent's.
    subagent: Option<String>,
    said: HookWord,
}

impl Hooks {
    /// Keeps what hooks did, on this step. What is wrong with the settings is kept once.
    pub(super) fn ran(&mut self, ran: &HandlersRan, step: Option<StepView>) {
        for warning in ran.warnings.iter().map(|warning| words(warning)) {
            if self.warnings.len() < WARNINGS && !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
        if ran.runs.is_empty() && ran.blocked.is_none() && ran.context.is_none() {
            return;
        }
        if self.reports.len() == REPORTS {
            self.reports.remove(self.least());
        }
        self.newest = self.newest.wrapping_add(1);
        let tool = || Some(StepView::Tool(visible::one_line(ran.tool.as_deref()?, NAME_CHARS)));
        self.reports.push_back(HookReport {
            key: self.newest,
            point: ran.point,
            step: step.or_else(tool),
            blocked: ran.blocked.as_deref().map(words),
            context: ran.context.as_deref().map(words),
            runs: ran.runs.iter().take(RUNS).map(run).collect(),
            more: count(ran.runs.len().saturating_sub(RUNS)),
        });
    }

    /// The report that makes room: the oldest ordinary one while there are enough of those.
    fn least(&self) -> usize {
        let ordinary = || self.reports.iter().enumerate().filter(|(_, report)| is_ordinary(report));
        let oldest = ordinary().next().map_or(0, |(index, _)| index);
        if ordinary().count() >= ORDINARY { oldest } else { 0 }
    }

    /// What they said about what the session does now. It holds until that is something else.
    pub(super) fn say(&mut self, subagent: &Option<String>, ran: &HandlersRan) {
        let said = match (&ran.blocked, &ran.context) {
            (Some(reason), _) => HookWord::Blocked(words(reason)),
            (None, Some(context)) => HookWord::Says(words(context)),
            (None, None) => return,
        };
        self.word = Some(Word { subagent: subagent.clone(), said });
    }

    /// A call was blocked that does not run, as far as anybody knows: word of its beginning may
    /// still be on its way.
    pub(super) fn blocked_early(&mut self, ran: &HandlersRan) {
        if let (Some(call), Some(reason)) = (&ran.call, &ran.blocked) {
            self.early = Some((call.clone(), words(reason)));
        }
    }

    /// A call begins. Whether it was blocked before that was heard.
    pub(super) fn call_begins(&mut self, subagent: &Option<String>, call: Option<&str>) -> bool {
        self.word = None;
        let Some((_, reason)) = self.early.take_if(|(early, _)| Some(early.as_str()) == call)
        else {
            return false;
        };
        self.word = Some(Word { subagent: subagent.clone(), said: HookWord::Blocked(reason) });
        true
    }

    /// The turn of the main agent (`None`) or of that sub-agent begins or is over.
    pub(super) fn turn_changes(&mut self, subagent: &Option<String>) {
        self.word.take_if(|word| word.subagent == *subagent);
    }

    /// Whether the newest call was blocked, so that the session is at none.
    pub(super) fn has_blocked(&self) -> bool {
        self.word.as_ref().is_some_and(|word| matches!(word.said, HookWord::Blocked(_)))
    }

    /// What is shown; none where there is nothing. `working`: whether the session is at a step.
    pub(super) fn view(&self, working: bool) -> Option<HooksView> {
        let anything = !self.reports.is_empty() || !self.warnings.is_empty();
        anything.then(|| HooksView {
            word: self.word.as_ref().filter(|_| working).map(|word| word.said.clone()),
            trouble: self.trouble(),
            reports: self.reports.iter().rev().cloned().collect(),
            warnings: self.warnings.clone(),
        })
    }

    /// Of each hook its last run counts.
    fn trouble(&self) -> Option<HookTrouble> {
        let runs = self.reports.iter().rev().flat_map(|report| {
            report.runs.iter().rev().map(move |run| ((report.point, &run.label), run))
        });
        let mut judged = Vec::new();
        let mut worst = (!self.warnings.is_empty()).then_some(HookTrouble::Settings);
        for (hook, run) in runs {
            if !judged.contains(&hook) {
                judged.push(hook);
                worst = worst.max(trouble(run));
            }
        }
        worst
    }
}

/// Whether nothing happened that a person would look for.
fn is_ordinary(report: &HookReport) -> bool {
    let well = |run: &HookRun| run.end == HookEnd::Proceeded && !run.slow;
    report.blocked.is_none() && report.runs.iter().all(well)
}

fn trouble(run: &HookRun) -> Option<HookTrouble> {
    match run.end {
        HookEnd::Failed(_) | HookEnd::Signalled | HookEnd::NotStarted(_) => {
            Some(HookTrouble::Failed)
        }
        HookEnd::TimedOut => Some(HookTrouble::TimedOut),
        HookEnd::Proceeded | HookEnd::Blocked => run.slow.then_some(HookTrouble::Slow),
    }
}

fn run(run: &HandlerRun) -> HookRun {
    HookRun {
        label: visible::one_line(&run.label, LABEL_CHARS),
        duration_ms: u64::try_from(run.duration.as_millis()).unwrap_or(u64::MAX),
        slow: run.duration >= SLOW,
        end: match &run.end {
            HandlerEnd::Proceeded => HookEnd::Proceeded,
            HandlerEnd::Blocked => HookEnd::Blocked,
            HandlerEnd::Failed(code) => HookEnd::Failed(*code),
            HandlerEnd::Signalled => HookEnd::Signalled,
            HandlerEnd::TimedOut => HookEnd::TimedOut,
            HandlerEnd::NotStarted(why) => HookEnd::NotStarted(words(why)),
        },
    }
}

fn words(text: &str) -> Text {
    visible::joined_lines(text, WORDS_CHARS)
}
