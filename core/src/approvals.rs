//! What the settings window shows of the person's rules and decisions. It crosses to the page as
//! JSON and is exported to TypeScript.

use serde::Serialize;

use crate::card::project;
use crate::effect::{Outcome, Record};
use crate::view::Text;

/// The rules, and whether the app is paused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ApprovalsView {
    /// Counts up with every change.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub revision: u64,
    /// Whether every request goes back to its terminal.
    pub paused: bool,
    /// Every rule, the one used or made last first.
    pub rules: Vec<RuleView>,
    /// Why the rules cannot be read or kept, in a sentence.
    pub trouble: Option<String>,
    /// The projects' settings files whose hooks are trusted, in order.
    pub trusted: Vec<TrustedView>,
    /// Why it cannot be told which are, in a sentence.
    pub trust_trouble: Option<String>,
}

/// A project's settings file whose hooks run, as it was when the person said so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TrustedView {
    /// Names it in what the page asks for.
    pub id: String,
    /// The project's name.
    pub project: Text,
    /// The settings file.
    pub file: Text,
}

impl TrustedView {
    /// A settings file, by its path: it lies in a folder of the project's own.
    pub fn of(file: &str) -> TrustedView {
        let folder = file.rsplitn(3, '/').nth(2);
        TrustedView { id: file.to_owned(), project: project(folder), file: Text::of(file) }
    }
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RuleView {
    /// Names it in what the page asks for.
    pub id: String,
    /// The agent's word on the wire.
    pub agent: String,
    /// The agent's name.
    pub agent_name: String,
    /// The project's name.
    pub project: Text,
    /// The agent's name for the tool.
    pub tool: Text,
    /// The command, whole, where there is no more to it; else the tool's whole input as JSON.
    pub what: Text,
    /// The folder in which it holds.
    pub folder: Text,
    /// Whether it covers whatever the project's own code does by then.
    pub runs_project_code: bool,
    /// When the person made it, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub made_unix_ms: u64,
    /// How often it has allowed something.
    pub uses: u32,
    /// When it last did.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub used_unix_ms: Option<u64>,
    /// Whether it counts. One that was not made on a card, but added to the file by a program, does
    /// not.
    pub active: bool,
}

/// A part of the decision history, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HistoryPage {
    /// Those that fit the search.
    pub decisions: Vec<DecisionView>,
    /// How many fit the search in all.
    pub found: u32,
}

/// One decision of the history. Secrets were taken out before it was written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DecisionView {
    /// When it was, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub unix_ms: u64,
    /// The agent's word on the wire, or its name.
    pub agent: String,
    /// The project's name.
    pub project: Text,
    /// The agent's working folder.
    pub folder: Text,
    /// The agent's name for the tool.
    pub tool: Text,
    /// What it was about.
    pub what: Text,
    /// Each other field that changes what runs.
    pub facts: Vec<Text>,
    /// What the person said.
    pub said: Vec<Text>,
    /// What became of it.
    pub outcome: Outcome,
}

impl DecisionView {
    /// A line of the record, as it is shown.
    pub fn of(record: &Record) -> DecisionView {
        let texts = |texts: &[String]| texts.iter().map(|text| Text::of(text)).collect();
        DecisionView {
            unix_ms: record.unix_ms,
            agent: record.agent.clone(),
            project: project(record.cwd.as_deref()),
            folder: Text::of(record.cwd.as_deref().unwrap_or_default()),
            tool: Text::of(&record.tool),
            what: Text::of(&record.what),
            facts: texts(&record.facts),
            said: texts(&record.said),
            outcome: record.outcome,
        }
    }
}

impl Record {
    /// Whether a person finds it by this text, whatever the case: in its folder (and so in the
    /// project's name), its agent, its tool, what it was about, and what the person said.
    pub fn tells_of(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        let holds = |told: &str| told.to_lowercase().contains(&text);
        holds(&self.agent)
            || self.cwd.as_deref().is_some_and(holds)
            || holds(&self.tool)
            || holds(&self.what)
            || self.facts.iter().chain(&self.said).any(|told| holds(told))
    }
}
