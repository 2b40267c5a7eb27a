//! What a person sets, as the windows show it and change it. Types alone: they cross to the pages as
//! JSON and are exported to TypeScript.

use serde::{Deserialize, Serialize};

use crate::view::Text;

/// The whole picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PreferencesView {
    /// Counts up with every change.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub revision: u64,
    /// The language of the windows.
    pub language: Language,
    /// The desktop's own language, as `LANG` has it: what [`Language::System`] stands for.
    pub system_language: String,
    /// How a session is drawn.
    pub marks: Marks,
    /// The screen that the island is on, by its connector ("DP-1"); none for the primary one. It may
    /// be unplugged just now.
    pub screen: Option<String>,
    /// The screens that are there.
    pub screens: Vec<ScreenView>,
    /// Whether the island makes a soft sound when it has something to tell.
    pub sounds: bool,
    /// Whether the desktop tells what happens while the island is out of sight.
    pub notifications: bool,
    /// Until when nothing is told by sound or notification, in milliseconds since 1970; none where
    /// it is told.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub quiet_until_unix_ms: Option<u64>,
    /// Whether the app starts with the desktop.
    pub start_with_desktop: bool,
    /// Whether agents are asked for cost and limits, where that takes a place in their terminal.
    pub cost_and_limits: bool,
    /// The file that holds all of this.
    pub file: Text,
    /// Why the file does not count, or is not written, in a sentence.
    pub trouble: Option<String>,
}

/// A language of the windows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Language {
    /// The desktop's, where there is a catalogue of it, else English.
    #[default]
    #[serde(rename = "system")]
    System,
    /// English.
    #[serde(rename = "en")]
    English,
    /// Brazilian Portuguese.
    #[serde(rename = "pt-BR")]
    BrazilianPortuguese,
}

/// How a session is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Marks {
    /// As a bird.
    #[default]
    Birds,
    /// As a plain mark.
    Plain,
}

/// A screen that is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ScreenView {
    /// Its connector ("DP-1").
    pub name: String,
    /// What people call it: its maker and model.
    pub model: Text,
    /// Whether it is the primary one.
    pub primary: bool,
}

/// One thing that a person sets.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Prefer {
    /// The language.
    Language(Language),
    /// How a session is drawn.
    Marks(Marks),
    /// The screen, by its connector; none for the primary one.
    Screen(Option<String>),
    /// Whether there are sounds.
    Sounds(bool),
    /// Whether there are notifications.
    Notifications(bool),
    /// For how many minutes nothing is told from now on; 0 ends it.
    QuietMinutes(u32),
    /// Whether the app starts with the desktop.
    StartWithDesktop(bool),
    /// Whether agents are asked for cost and limits.
    CostAndLimits(bool),
}
