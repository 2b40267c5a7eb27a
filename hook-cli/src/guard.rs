//! People's own lifecycle hooks on an agent's event (specs A7, D3 to D8).
//!
//! The app need not run. Whatever goes wrong here stops no tool: a handler that fails fails open, and
//! nothing is printed but a handler's own block.

mod reason;
mod report;
mod trust;

use std::cell::OnceCell;
use std::env;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use vults_agents::{Moment, OwnCall, Point, adapter, portable_calls};
use vults_lifecycle_hooks::{
    BUDGET, Call, Event, Loaded, Native, Occasion, Outcome, Places, Project, ProjectFile, RUNNERS,
    Terms, inside_handler, load, run,
};
use vults_protocol::event::PERMISSION_REQUEST;
use vults_protocol::{Agent, LifecycleHooks};

use self::trust::Trusted;
use crate::args::Args;
use crate::event::payload_cwd;
use crate::output;

pub(crate) use self::report::faults;

/// Our own file name, by which our entries are known (LH-19).
const RELAY: &str = "vults-hook";
/// How long the agent has to take the line that blocks its tool.
const PRINTING: Duration = Duration::from_secs(1);

/// Whether an entry may run handlers: not one that waits for a person, beside which there is another
/// for the same event (D5), and not the status line.
pub(crate) fn may_run(args: &Args) -> bool {
    !args.ask && !args.status_line && args.event.as_deref() != Some(PERMISSION_REQUEST)
}

/// Whether there is anything to run at all for an agent that works where this process does.
pub(crate) fn is_configured() -> bool {
    let places = Places::from_env();
    let project = Project::around(&env::current_dir().unwrap_or_default(), &places);
    let loaded = load(&places, &project, &Terms { trusts: &|_| false, ..Terms::default() });
    !loaded.files.is_empty() || !loaded.untrusted.is_empty()
}

/// An event of an agent at which handlers run.
pub(crate) struct Guarded<'a> {
    agent: &'a Agent,
    /// The event's own name.
    event: &'a str,
    moment: Moment,
    /// The agent's working folder.
    folder: PathBuf,
    whole: &'a dyn Fn() -> Map<String, Value>,
}

impl<'a> Guarded<'a> {
    /// An event of `agent`, with what is kept of its hook JSON; none where no handler runs at it.
    /// `whole` reads the JSON with nothing left out, and is asked only where it is needed.
    pub(crate) fn of(
        agent: &'a Agent,
        event: &'a str,
        payload: &Map<String, Value>,
        whole: &'a dyn Fn() -> Map<String, Value>,
    ) -> Option<Guarded<'a>> {
        let moment = adapter(agent).moment(event, payload)?;
        let folder = payload_cwd(payload).map(PathBuf::from).or_else(|| env::current_dir().ok());
        Some(Guarded { agent, event, moment, folder: folder.unwrap_or_default(), whole })
    }

    /// Runs what is configured, and prints the agent's own words where a tool is blocked. What came of
    /// it; none where there was nothing to run and there is nothing to say.
    ///
    /// Handlers have until [`BUDGET`] after `start` (D4). This process must have one thread and no
    /// child: then nothing that a handler leaves behind outlives its time.
    pub(crate) fn run(&self, start: Instant) -> Option<LifecycleHooks> {
        if inside_handler(&RUNNERS) {
            return None;
        }
        let places = Places::from_env();
        let project = Project::around(&self.folder, &places);
        let mut occasion = self.occasion();
        let trusted = OnceCell::new();
        let trusts = |file: &ProjectFile<'_>| trusted.get_or_init(Trusted::read).trusts(file);
        let terms =
            Terms { occasion: Some(&occasion), relay: RELAY, budget: BUDGET, trusts: &trusts };
        let loaded = load(&places, &project, &terms);
        let outcome = self.outcome(&loaded, &mut occasion, start);
        if outcome.blocked {
            self.block(outcome.reason.as_deref().unwrap_or_default());
        }
        report::of(self, &occasion, &loaded, &outcome)
    }

    fn outcome(&self, loaded: &Loaded, occasion: &mut Occasion, start: Instant) -> Outcome {
        if !loaded.hooks.groups.iter().any(|group| group.event == occasion.event) {
            return Outcome::default();
        }
        if self.moment.point == Point::PostToolUse {
            let whole = adapter(self.agent).moment(self.event, &(self.whole)());
            let result = whole.and_then(|moment| moment.call).and_then(|call| call.result);
            occasion.calls.iter_mut().for_each(|call| call.result.clone_from(&result));
        }
        run(&loaded.hooks, occasion, (start + BUDGET).saturating_duration_since(Instant::now()))
    }

    /// Has the agent block its tool, where it can be told.
    fn block(&self, reason: &str) {
        let reason = reason::clean(reason);
        let Some(mut line) = adapter(self.agent).blocked(&(self.whole)(), &reason) else { return };
        line.push('\n');
        // An agent that does not read has left its tool.
        let _ = output::print(io::stdout(), line.as_bytes(), Instant::now() + PRINTING, || Ok(()));
    }

    fn occasion(&self) -> Occasion {
        let Moment { point, session_id, call } = &self.moment;
        let event = match point {
            Point::SessionStart => Event::SessionStart,
            Point::PreToolUse => Event::PreToolUse,
            Point::PostToolUse => Event::PostToolUse,
            Point::Stop => Event::Stop,
        };
        let kind = self.agent.kind().as_str();
        let agent = self.agent.name().map_or(kind, |name| name.as_str());
        Occasion {
            event,
            cwd: self.folder.clone(),
            session_id: session_id.clone(),
            agent: Some(agent.to_owned()),
            calls: call.iter().flat_map(|call| self.calls(call)).collect(),
        }
    }

    /// A call of the agent's in portable words (LH-26).
    fn calls(&self, call: &OwnCall) -> Vec<Call> {
        let native =
            Native { tool_name: call.tool.clone(), tool_input: Value::Object(call.input.clone()) };
        portable_calls(self.agent, &call.tool, &call.input, &self.folder)
            .into_iter()
            .map(|portable| Call {
                names: portable.names,
                input: Value::Object(portable.input),
                result: None,
                native: Some(native.clone()),
            })
            .collect()
    }
}
