//! A project's own lifecycle hooks, which run once the person trusts them (specs D8): what is asked
//! about, drawn for its card.

use std::sync::Arc;

use serde::Serialize;

use crate::canon::Canon;
use crate::card::project;
use crate::content::{Content, Unread, Untold, count, draw_hooks, draw_start_of_hooks};
use crate::ledger::Binding;
use crate::request::{FOLDER_BYTES, RECORD_CHARS, recorded};
use crate::view::Text;
use crate::visible;

/// On which event of an agent a command runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum HookEvent {
    /// A session starts.
    SessionStart,
    /// A tool is about to run.
    PreToolUse,
    /// A tool has run.
    PostToolUse,
    /// A run ends.
    Stop,
}

/// A project's settings file as it is now, which the person does not trust. The runtime reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectHooks {
    /// The settings file: absolute, without links. One half of what trust is keyed by.
    pub file: String,
    /// The folder in which its commands run.
    pub folder: String,
    /// The other half: another one after any change that counts. None where there is too much of
    /// it for anybody to trust.
    pub fingerprint: Option<String>,
    /// What would run, in its order.
    pub commands: Vec<HookCommand>,
    /// The files of the project that the commands name, each as it was when the fingerprint was
    /// taken of it.
    pub files: Vec<HookFile>,
}

/// One command of a project's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookCommand {
    /// On which event it runs.
    pub event: HookEvent,
    /// For which tools, as it is written; none for all.
    pub matcher: Option<String>,
    /// What it runs.
    pub program: HookProgram,
    /// How long it may take, in seconds.
    pub timeout_s: u32,
}

/// What a command runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HookProgram {
    /// A line for the shell.
    Shell(String),
    /// A program with its arguments.
    Argv(Vec<String>),
}

/// A file that a command names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookFile {
    /// Its path: absolute, without links.
    pub path: String,
    /// All of it, or why it cannot be shown.
    pub text: Result<String, Unread>,
}

/// Hooks that wait to be trusted, drawn for their card. Made by [`UntrustedHooks::prepare`] alone, so
/// that no card offers more than it shows.
#[derive(Clone, Debug, PartialEq)]
pub struct UntrustedHooks {
    pub(crate) file: String,
    pub(crate) folder: String,
    /// None where the card offers no trust.
    pub(crate) offered: Option<String>,
    pub(crate) binding: Binding,
    pub(crate) project: Text,
    pub(crate) shown_folder: Text,
    pub(crate) shown_file: Text,
    pub(crate) commands: u32,
    pub(crate) content: Arc<Content>,
    /// What it is about, for the record.
    pub(crate) what: String,
}

impl UntrustedHooks {
    /// Draws them. It takes time in proportion to the files, so it does not belong on the loop. Where
    /// a card cannot show all of them, it shows what it can and offers no trust.
    pub fn prepare(hooks: ProjectHooks) -> UntrustedHooks {
        let (parts, why) = match (draw_hooks(&hooks), &hooks.fingerprint) {
            (Ok(parts), Some(_)) => (parts, None),
            (Ok(parts), None) => (parts, Some(Untold::TooMuch)),
            (Err(why), _) => (draw_start_of_hooks(&hooks), Some(why)),
        };
        let (commands, files) = parts;
        let lines: Vec<String> = hooks.commands.iter().map(HookCommand::line).collect();
        UntrustedHooks {
            binding: binding(&hooks),
            project: project(Some(&hooks.folder)),
            shown_folder: visible::one_line(&hooks.folder, FOLDER_BYTES),
            shown_file: visible::one_line(&hooks.file, FOLDER_BYTES),
            commands: count(hooks.commands.len()),
            content: Arc::new(Content::Hooks { commands, files, why }),
            what: recorded(&lines.join("\n"), RECORD_CHARS),
            file: hooks.file,
            folder: hooks.folder,
            offered: hooks.fingerprint.filter(|_| why.is_none()),
        }
    }

    /// The settings file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// What its card shows.
    pub fn content(&self) -> &Content {
        &self.content
    }
}

/// The digest of what is asked about. The fingerprint covers what the settings file says and the files
/// that its commands name; without one, what there is to see stands for it.
fn binding(hooks: &ProjectHooks) -> Binding {
    let mut canon = Canon::default();
    canon.text("a project's hooks, 1");
    canon.text(&hooks.file);
    canon.text(&hooks.folder);
    canon.optional(hooks.fingerprint.as_deref());
    if hooks.fingerprint.is_none() {
        hooks.commands.iter().for_each(|command| canon.text(&command.line()));
    }
    Binding::of_digest(canon)
}

impl HookCommand {
    /// What it runs, on a line of its own, for the record.
    fn line(&self) -> String {
        match &self.program {
            HookProgram::Shell(line) => line.clone(),
            HookProgram::Argv(words) => words.join(" "),
        }
    }
}
