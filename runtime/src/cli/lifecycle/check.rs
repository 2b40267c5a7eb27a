//! `check`: what is configured for a folder, and what keeps it from running.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use vults_lifecycle_hooks::{BUDGET, Event, Group, Level, Loaded, Program, Source, Warning};

use super::{Lifecycle, Report, existing, said, trusts};
use crate::trusted_hooks::TrustError;

/// All that is configured for a project.
struct Picture<'a> {
    lifecycle: &'a Lifecycle,
    /// As it would be if all of it were trusted.
    all: Loaded,
    /// The project's settings files that are not, without links in their paths.
    untrusted: Vec<PathBuf>,
    warnings: Vec<Warning>,
}

/// How a settings file stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Absent,
    /// It was read before, by another path or at another level.
    Again,
    /// Nothing in it runs.
    Empty,
    Runs,
    Untrusted,
}

impl State {
    fn word(self) -> &'static str {
        match self {
            State::Absent => "absent",
            State::Again => "again",
            State::Empty => "no_hooks",
            State::Runs => "runs",
            State::Untrusted => "untrusted",
        }
    }

    fn said(self, level: Level) -> &'static str {
        match (self, level) {
            (State::Absent, _) => "not there",
            (State::Again, _) => "the same file as above",
            (State::Empty, _) => "nothing that runs",
            (State::Runs, Level::User) => "runs",
            (State::Runs, Level::Project) => "trusted, runs",
            (State::Untrusted, _) => "needs trust: skipped",
        }
    }
}

impl Lifecycle {
    /// `check`. Trouble is what has a warning, not what waits for trust.
    pub(super) fn check(&self, folder: &Path) -> Report {
        let mut report = Report::new();
        let folder = match existing(folder) {
            Ok(folder) => folder,
            Err(sentence) => {
                report.trouble(&sentence);
                report.json = json!({ "error": sentence });
                return report;
            }
        };
        let project = self.project(&folder);
        let (trusted, unknown) = self.trusted();
        let now = self.load(&project, &|file| trusts(&trusted, file));
        let all = self.load(&project, &|_| true);
        // A file that cannot be trusted is one of `now` alone, a matcher that nobody trusts of `all`.
        let mut warnings = all.warnings.clone();
        warnings.extend(now.warnings.iter().filter(|it| !all.warnings.contains(it)).cloned());
        let untrusted = now.untrusted.into_iter().map(|file| file.path).collect();
        let picture = Picture { lifecycle: self, all, untrusted, warnings };

        report.line(&format!("Lifecycle hooks for {}", self.short(&folder)));
        report.line(&format!("The project: {}", self.short(project.root())));
        picture.files(&mut report);
        Event::ALL.into_iter().for_each(|event| picture.event(&mut report, event));
        picture.wrong(&mut report, unknown.as_ref());
        report.json = json!({
            "folder": folder.to_string_lossy(),
            "project": project.root().to_string_lossy(),
            "files": picture.json_files(),
            "groups": picture.all.hooks.groups.iter().map(|it| picture.json(it)).collect::<Vec<_>>(),
            "events": Event::ALL.map(|event| picture.json_event(event)),
            "warnings": picture.warnings.iter().map(|warning| json!({
                "file": warning.file.to_string_lossy(),
                "field": warning.field,
                "sentence": warning.fault.to_string(),
            })).collect::<Vec<_>>(),
            "trust": unknown.map(|unknown| format!("{unknown}.")),
            "good": report.good,
        });
        report
    }
}

impl Picture<'_> {
    /// Each settings file that was looked for, once for each place.
    fn sources(&self) -> Vec<(&Source, State)> {
        let mut known: Vec<PathBuf> = Vec::new();
        let state = |(source, there): (&'_ Source, bool), known: &mut Vec<PathBuf>| {
            let Ok(real) = source.file.canonicalize() else {
                return if there { State::Empty } else { State::Absent };
            };
            if known.contains(&real) {
                return State::Again;
            }
            known.push(real.clone());
            if source.level == Level::Project && self.untrusted.contains(&real) {
                State::Untrusted
            } else if self.all.files.contains(&source.file) {
                State::Runs
            } else {
                State::Empty
            }
        };
        self.all
            .looked_for()
            .map(|(source, there)| (source, state((source, there), &mut known)))
            .collect()
    }

    fn files(&self, report: &mut Report) {
        report.line("");
        report.line("Settings files, in the order in which they are read");
        let rows = self.sources().into_iter().map(|(source, state)| {
            let file = self.lifecycle.short(&source.file);
            vec![file, said::level(source.level).to_owned(), state.said(source.level).to_owned()]
        });
        report.rows("  ", &rows.collect::<Vec<_>>(), &[]);
    }

    fn json_files(&self) -> Vec<Value> {
        let file = |(source, state): (&Source, State)| {
            json!({
                "file": source.file.to_string_lossy(),
                "level": level(source.level),
                "there": state != State::Absent,
                "state": state.word(),
            })
        };
        self.sources().into_iter().map(file).collect()
    }

    fn groups(&self, event: Event) -> impl Iterator<Item = &Group> {
        self.all.hooks.groups.iter().filter(move |group| group.event == event)
    }

    fn is_untrusted(&self, group: &Group) -> bool {
        let real = || group.source.file.canonicalize();
        group.source.level == Level::Project
            && real().is_ok_and(|real| self.untrusted.contains(&real))
    }

    /// What the limits of an event's handlers come to, if all of them run.
    fn needed(&self, event: Event) -> Duration {
        self.groups(event).flat_map(|group| &group.handlers).map(|handler| handler.timeout).sum()
    }

    fn event(&self, report: &mut Report, event: Event) {
        report.line("");
        if self.groups(event).next().is_none() {
            return report.line(&format!("{}: nothing", event.name()));
        }
        let needed = self.needed(event).as_secs();
        let budget = BUDGET.as_secs();
        report.line(&format!(
            "{}: up to {needed} s if all of it runs, of {budget} s that an event has",
            event.name()
        ));
        for group in self.groups(event) {
            report.line(&format!("  {}", said::matcher(group)));
            let skipped = if self.is_untrusted(group) { ", needs trust: skipped" } else { "" };
            report.line(&format!(
                "    in {}, {}{skipped}; runs in {}",
                self.lifecycle.short(&group.source.file),
                said::level(group.source.level),
                self.lifecycle.short(&group.source.folder),
            ));
            for handler in &group.handlers {
                report.line(&format!(
                    "    {:>11}  {}",
                    said::limit(handler),
                    said::program(handler)
                ));
            }
        }
    }

    fn wrong(&self, report: &mut Report, unknown: Option<&TrustError>) {
        let warning = |warning: &Warning| {
            let field = warning.field.as_ref().map(|field| format!(", {field}"));
            let file = self.lifecycle.short(&warning.file);
            format!("{file}{}: {}", field.unwrap_or_default(), warning.fault)
        };
        let unknown = unknown.map(|unknown| format!("{unknown}."));
        for (number, line) in self.warnings.iter().map(warning).chain(unknown).enumerate() {
            if number == 0 {
                report.line("");
                report.line("What is wrong");
            }
            report.line(&format!("  {line}"));
            report.good = false;
        }
    }

    fn json(&self, group: &Group) -> Value {
        let handlers = group.handlers.iter().map(|handler| match &handler.program {
            Program::Shell(line) => {
                json!({ "command": line, "argv": null, "timeout_s": handler.timeout.as_secs() })
            }
            Program::Argv(argv) => {
                json!({ "command": null, "argv": argv, "timeout_s": handler.timeout.as_secs() })
            }
        });
        json!({
            "event": group.event.name(),
            "matcher": group.matcher.to_string(),
            "meets": said::matcher(group),
            "file": group.source.file.to_string_lossy(),
            "level": level(group.source.level),
            "folder": group.source.folder.to_string_lossy(),
            "runs": !self.is_untrusted(group),
            "handlers": handlers.collect::<Vec<_>>(),
        })
    }

    fn json_event(&self, event: Event) -> Value {
        json!({
            "event": event.name(),
            "limits_s": self.needed(event).as_secs(),
            "budget_s": BUDGET.as_secs(),
        })
    }
}

fn level(level: Level) -> &'static str {
    match level {
        Level::User => "user",
        Level::Project => "project",
    }
}
