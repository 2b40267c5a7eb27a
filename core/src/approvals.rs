//! What the settings window shows of the person's rules and decisions. Types alone: they cross to
//! the page as JSON and are exported to TypeScript.

use serde::Serialize;

use crate::effect::Outcome;
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
    /// The command, whole; of another tool, its whole input as JSON.
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
