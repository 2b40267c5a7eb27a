//! `run`: tries hooks out, without an agent.

use std::env;
use std::io::Read;

use serde_json::{Map, Value, json};
use vults_lifecycle_hooks::{
    BUDGET, Event, Given, Outcome, RUNNERS, Run, Terms, inside_handler, load,
};

use super::{Done, Lifecycle, Report, trusts};
use crate::cli::{TROUBLE, words};

/// The exit code of a call that is blocked.
const BLOCKED: u8 = 2;
/// No payload is longer, in bytes.
const LONGEST: u64 = 64 << 20;
/// How much of what a handler prints is shown to a person, in characters.
const MOST_SHOWN: usize = 2_000;

impl Lifecycle {
    /// `run`. With `all` the project's hooks run untrusted, this once.
    pub(super) fn run(&self, event: Event, all: bool, as_json: bool, input: &mut dyn Read) -> Done {
        let given = match read(input) {
            Ok(payload) => {
                let folder = env::current_dir().unwrap_or_default();
                Given::new(event, payload, &folder)
            }
            Err(sentence) => {
                let mut report = Report::new();
                report.trouble(&sentence);
                // There is no outcome that a program could read.
                return Done { report, json: false, code: TROUBLE };
            }
        };
        let outcome = self.outcome(&given, all);
        let mut report = Report::new();
        report.json = as_value(event, &outcome);
        self.tell(&mut report, event, &given, &outcome);
        let code = if outcome.blocked { BLOCKED } else { super::super::GOOD };
        Done { report, json: as_json, code }
    }

    fn outcome(&self, given: &Given, all: bool) -> Outcome {
        if inside_handler(&RUNNERS) {
            let warning = "A handler has started this, and handlers run no handlers.";
            return Outcome { warnings: vec![warning.to_owned()], ..Outcome::default() };
        }
        let (trusted, unknown) = self.trusted();
        let terms = Terms {
            occasion: Some(given.occasion()),
            trusts: &|file| all || trusts(&trusted, file),
            ..Terms::default()
        };
        let project = self.project(&given.occasion().cwd);
        let loaded = load(&self.around.lifecycle, &project, &terms);
        let skipped = loaded.untrusted.iter().map(|file| {
            format!("{}: It is not trusted, so none of its hooks run.", file.path.display())
        });
        let unknown = unknown.filter(|_| !all).map(|unknown| format!("{unknown}."));
        let mut warnings: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
        warnings.extend(skipped.chain(unknown));
        let mut outcome = given.run(&loaded.hooks, BUDGET);
        warnings.append(&mut outcome.warnings);
        Outcome { warnings, ..outcome }
    }

    fn tell(&self, report: &mut Report, event: Event, given: &Given, outcome: &Outcome) {
        let tool = given.occasion().calls.first().and_then(|call| call.names.first());
        let of = tool.map(|tool| format!(" of {tool}")).unwrap_or_default();
        let verdict = match (outcome.blocked, outcome.runs.len()) {
            (true, _) => "blocked",
            (false, 0) => "no handler ran",
            (false, _) => "not blocked",
        };
        report.line(&format!("{}{of}: {verdict}", event.name()));
        text(report, "Reason", outcome.reason.as_deref());
        text(report, "Context", outcome.context.as_deref());
        for run in &outcome.runs {
            report.line("");
            report.line(&run.label);
            report.line(&format!("  in {}", self.short(&run.source)));
            report.line(&format!("  {} after {} ms", ended(run), run.duration.as_millis()));
            text(report, "  Printed", Some(&run.stdout));
            text(report, "  Errors", Some(&run.stderr));
        }
        for warning in &outcome.warnings {
            // What is wrong does not say whether the call is blocked.
            report.troubles += &format!("vults: {}\n", words::safe(warning));
        }
    }
}

/// Some lines below a word, indented; nothing where there are none.
fn text(report: &mut Report, name: &str, text: Option<&str>) {
    let text = text.map(str::trim_end).filter(|text| !text.is_empty());
    let Some(text) = text else { return };
    let indent = name.len() - name.trim_start().len() + 2;
    report.line(&format!("{name}:"));
    let mut characters = text.chars();
    let shown: String = characters.by_ref().take(MOST_SHOWN).collect();
    for line in shown.lines() {
        report.line(&format!("{:indent$}{line}", ""));
    }
    if characters.next().is_some() {
        report.line(&format!("{:indent$}…", ""));
    }
}

/// How a handler ended.
fn ended(run: &Run) -> String {
    let how = match (&run.error, run.exit_code) {
        (Some(error), _) => format!("no exit code ({error})"),
        (None, _) if run.timed_out => "its time ran out".to_owned(),
        (None, Some(code)) => format!("exit code {code}"),
        (None, None) => "ended by a signal".to_owned(),
    };
    if run.failed() { format!("failed, and so stops nothing: {how}") } else { how }
}

/// The payload: a JSON object.
fn read(input: &mut dyn Read) -> Result<Map<String, Value>, String> {
    let mut bytes = Vec::new();
    let read = input.take(LONGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| format!("the payload cannot be read ({}).", vults_disk::said(&error)))?;
    if bytes.len() as u64 > LONGEST {
        return Err("the payload is longer than 64 MiB.".to_owned());
    }
    match serde_json::from_slice(&bytes) {
        Ok(Value::Object(payload)) => Ok(payload),
        Ok(_) => Err("the payload on the standard input is no JSON object.".to_owned()),
        Err(error) => Err(format!("the payload on the standard input is no JSON ({error}).")),
    }
}

/// The outcome for a program. Every member is always there.
fn as_value(event: Event, outcome: &Outcome) -> Value {
    let runs = outcome.runs.iter().map(|run| {
        json!({
            "label": run.label,
            "source": run.source.to_string_lossy(),
            "exit_code": run.exit_code,
            "timed_out": run.timed_out,
            "error": run.error,
            "duration_ms": u64::try_from(run.duration.as_millis()).unwrap_or(u64::MAX),
            "stdout": run.stdout,
            "stderr": run.stderr,
        })
    });
    json!({
        "event": event.name(),
        "blocked": outcome.blocked,
        "reason": outcome.reason,
        "context": outcome.context,
        "warnings": outcome.warnings,
        "runs": runs.collect::<Vec<_>>(),
    })
}
