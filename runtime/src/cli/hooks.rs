//! What `vults hooks` does: each command gives a report.

mod test;

use std::path::Path;

use serde_json::{Value, json};
use vults_agents::{Installation, installations};
use vults_core::{Dead, DiffView, FolderState};

use super::table::table;
use super::words::Reader;
use super::{json as reading, words};
use crate::install::{
    InstallError, Installer, Keeper, Picture, Surroundings, Wish, diff, is_program, problem,
};
use crate::preferences::asks_cost_and_limits;
use crate::reports::Reports;

/// What a command came to.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// For a person.
    pub(super) text: String,
    /// What went wrong, for a person.
    pub(super) troubles: String,
    /// For a program.
    pub(super) json: Value,
    /// Whether all is as it should be.
    pub(super) good: bool,
}

impl Report {
    pub(super) fn new() -> Report {
        Report { good: true, ..Report::default() }
    }

    pub(super) fn line(&mut self, line: &str) {
        self.text += &words::safe(line);
        self.text.push('\n');
    }

    /// Rows below each other, with lines below each of them. The blanks between columns are ours: only
    /// what is in a cell is made safe.
    pub(super) fn rows(&mut self, indent: &str, rows: &[Vec<String>], below: &[Vec<String>]) {
        let safe = |row: &Vec<String>| row.iter().map(|cell| words::safe(cell)).collect();
        let rows: Vec<Vec<String>> = rows.iter().map(safe).collect();
        for (row, line) in table(&rows).lines().enumerate() {
            self.text += &format!("{indent}{line}\n");
            for line in below.get(row).into_iter().flatten() {
                self.line(&format!("{indent}  {line}"));
            }
        }
    }

    pub(super) fn trouble(&mut self, sentence: &str) {
        self.troubles += &format!("vults: {}\n", words::safe(sentence));
        self.good = false;
    }
}

/// The settings files that a command is about.
#[derive(Debug)]
pub(super) struct Hooks {
    keeper: Keeper,
    only: Option<&'static Installation>,
}

impl Hooks {
    pub(super) fn new(around: Surroundings, only: Option<&'static Installation>) -> Hooks {
        let line_alone = asks_cost_and_limits(&around.places);
        let mut installer = Installer::new(around);
        installer.take_line_alone(line_alone);
        let mut keeper = Keeper::new(installer, Reports::default());
        keeper.look();
        Hooks { keeper, only }
    }

    fn installer(&self) -> &Installer {
        self.keeper.installer()
    }

    fn short(&self, path: &Path) -> String {
        words::short(path, self.installer().around().home.as_deref())
    }

    fn pictures(&self) -> Vec<Picture> {
        let mut pictures = self.keeper.pictures(&self.installer().record());
        pictures.retain(|picture| {
            self.only.is_none_or(|only| only.agent == picture.installation.agent)
        });
        for picture in &mut pictures {
            // Only the app knows who has reported.
            picture.view.dead.retain(|dead| !matches!(dead, Dead::OlderSessions { .. }));
        }
        pictures
    }

    /// Says which agents are not here; it is trouble where nothing at all is.
    fn absent(&self, report: &mut Report, pictures: &[Picture]) {
        if !pictures.is_empty() {
            return;
        }
        let wanted = self.only.map_or_else(|| installations().collect(), |only| vec![only]);
        for installation in wanted {
            let folder = self.installer().around().folder(installation);
            let folder =
                folder.map_or_else(|| installation.folder.to_owned(), |folder| self.short(&folder));
            report.trouble(&format!(
                "{} is not here: there is no folder {folder} and no program {}.",
                installation.name, installation.program
            ));
        }
    }

    /// `status`.
    pub(super) fn status(&self, reader: Reader<'_>) -> Report {
        let mut report = Report::new();
        let pictures = self.pictures();
        self.absent(&mut report, &pictures);
        let relay = self.installer().relay();
        let is_there = is_program(&relay);
        let stands = if is_there { "is there" } else { "is not there" };
        let mut rows: Vec<Vec<String>> = Vec::new();
        for Picture { folder, view, .. } in &pictures {
            rows.push(vec![view.agent_name.clone(), self.short(&folder.file), words::state(view)]);
            let wanted = matches!(view.state, FolderState::Installed | FolderState::Removed);
            report.good &= wanted && view.dead.is_empty() && view.problem.is_none();
        }
        rows.push(vec!["vults-hook".to_owned(), self.short(&relay), stands.to_owned()]);
        let remarks = pictures.iter().map(|picture| words::remarks(&picture.view, reader));
        report.rows("", &rows, &remarks.collect::<Vec<_>>());
        let in_use = pictures.iter().any(|picture| picture.view.removal.is_some());
        report.good &= is_there || !in_use;
        let files = pictures.iter().map(|picture| reading::folder(&picture.folder, &picture.view));
        report.json = json!({
            "relay": { "file": relay.to_string_lossy(), "present": is_there },
            "files": files.collect::<Vec<_>>(),
        });
        report
    }

    /// `install --dry-run`.
    pub(super) fn would_install(&self) -> Report {
        self.would(|picture| &picture.view.offer)
    }

    /// `remove --dry-run`.
    pub(super) fn would_remove(&self) -> Report {
        self.would(|picture| &picture.view.removal)
    }

    fn would(&self, change: impl Fn(&Picture) -> &Option<DiffView>) -> Report {
        let mut report = Report::new();
        let pictures = self.pictures();
        self.absent(&mut report, &pictures);
        let mut files = Vec::new();
        for picture in &pictures {
            let Picture { folder, view, .. } = picture;
            let file = self.short(&folder.file);
            let change = change(picture);
            if let Some(problem) = &view.problem {
                report.trouble(&format!("{file} is left alone. {}", problem.sentence));
            } else if let Some(change) = change {
                report.line(&format!("{}  {file}  would change", view.agent_name));
                report.text += &words::diff(change);
            } else {
                report.line(&format!("{}  {file}  nothing to change", view.agent_name));
            }
            files.push(json!({
                "agent": folder.agent,
                "file": folder.file.to_string_lossy(),
                "would_change": change.as_ref().map(reading::diff),
                "trouble": view.problem.as_ref().map(|problem| &problem.sentence),
            }));
        }
        report.json = json!({ "files": files });
        report
    }

    /// `install`.
    pub(super) fn install(&mut self) -> Report {
        let mut report = Report::new();
        let relay = self.installer().put_relay();
        let pictures = self.pictures();
        self.absent(&mut report, &pictures);
        let mut files = Vec::new();
        if let Err(trouble) = &relay {
            report.trouble(trouble);
        }
        if self.installer().has_relay() {
            for picture in &pictures {
                files.push(self.carry_out(&mut report, Wish::Install, picture));
            }
        } else {
            report.trouble("No hook was written, since it would call nothing.");
        }
        report.json = json!({
            "relay": self.installer().relay().to_string_lossy(),
            "relay_trouble": relay.err(),
            "files": files,
        });
        report
    }

    /// `remove`; without an agent everything of ours.
    pub(super) fn remove(&mut self) -> Report {
        let mut report = Report::new();
        let pictures = self.pictures();
        if self.only.is_some() {
            self.absent(&mut report, &pictures);
        }
        let mut files = Vec::new();
        for picture in &pictures {
            files.push(self.carry_out(&mut report, Wish::Remove, picture));
            let wrapped = self.installer().wrapped(picture.installation, &picture.folder);
            if !wrapped.is_empty() {
                report.trouble(&format!(
                    "{}: a command of your own calls vults-hook ({}); it is yours to change.",
                    self.short(&picture.folder.file),
                    wrapped.join(", ")
                ));
            }
        }
        let mut gone = Vec::new();
        if self.only.is_none() && !report.good {
            report.trouble("vults-hook stays where it is, since something still calls it.");
        } else if self.only.is_none() {
            match self.installer().take_relay_away() {
                Ok(taken) => gone = taken,
                Err(InstallError::InUse(file)) => report.trouble(&format!(
                    "vults-hook stays where it is: hooks in {} may still call it.",
                    self.short(&file)
                )),
                Err(error) => report.trouble(&words_of(&error)),
            }
        }
        for path in &gone {
            report.line(&format!("Taken away: {}", self.short(path)));
        }
        if let Some(left) = self.installer().lines_left().filter(|_| self.only.is_none()) {
            report.line(&format!("Status lines of files that are not here: {}", self.short(&left)));
        }
        let backups = self.installer().backups_folder();
        if self.only.is_none() && backups.is_dir() {
            report.line(&format!("Copies of the settings as they were: {}", self.short(&backups)));
        }
        report.json = json!({
            "files": files,
            "taken_away": gone.iter().map(|path| path.to_string_lossy()).collect::<Vec<_>>(),
            "backups": backups.to_string_lossy(),
        });
        report
    }

    fn carry_out(&self, report: &mut Report, wish: Wish, picture: &Picture) -> Value {
        let Picture { installation, folder, .. } = picture;
        let file = self.short(&folder.file);
        let name = installation.name;
        let is = |changed: Value, backup: Value, trouble: Value| {
            json!({
                "agent": folder.agent,
                "file": folder.file.to_string_lossy(),
                "changed": changed,
                "backup": backup,
                "trouble": trouble,
            })
        };
        match self.installer().carry_out(wish, installation, folder) {
            Err(error) => {
                let sentence = words_of(&error);
                let changed = matches!(error, InstallError::Unrecorded(_));
                let outcome = if changed { "was changed" } else { "is left as it is" };
                report.trouble(&format!("{file} {outcome}. {sentence}"));
                is(Value::Null, Value::Null, json!(sentence))
            }
            Ok(done) if done.diff.hunks.is_empty() => {
                report.line(&format!("{name}  {file}  nothing to change"));
                is(Value::Null, Value::Null, Value::Null)
            }
            Ok(done) => {
                let change = diff::view(&done.diff);
                let did = if wish == Wish::Remove { "removed" } else { "installed" };
                report.line(&format!("{name}  {file}  {did} ({})", words::lines(&change)));
                if let Some(backup) = &done.backup {
                    report.line(&format!("  A copy of it as it was: {}", self.short(backup)));
                }
                let backup = done.backup.map(|backup| backup.to_string_lossy().into_owned());
                is(reading::diff(&change), json!(backup), Value::Null)
            }
        }
    }
}

fn words_of(error: &InstallError) -> String {
    let problem = problem(error);
    match (problem.line, problem.column) {
        (Some(line), Some(column)) => {
            format!("Line {line}, column {column}: {}", problem.sentence)
        }
        _ => problem.sentence,
    }
}
