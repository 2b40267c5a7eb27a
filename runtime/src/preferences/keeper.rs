//! The settings of one run: what the file says, and how a person's change gets into it.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Value, json};
use vults_core::{Prefer, PreferencesView, ScreenView, Text};
use vults_disk::{Backups, ConfigError, ConfigFile, Edit, Format, Step};

use super::autostart::Autostart;
use super::known::{COST_AND_LIMITS, Known, VERSION, is_screen};
use super::quiet::{self, Quiet};
use crate::error::PreferError;
use crate::install::own_program;
use crate::places::Places;
use crate::watch;

/// The file in the app's folder for settings.
const FILE: &str = "vults/settings.json";
/// How often a change is tried while other programs write the file too.
const TRIES: usize = 5;

/// Where everything is that a person sets.
#[derive(Clone, Debug)]
pub(super) struct Around {
    pub(super) file: PathBuf,
    pub(super) autostart: Autostart,
    pub(super) quiet: PathBuf,
    pub(super) backups: PathBuf,
    /// The desktop's language, as the environment has it.
    pub(super) system_language: String,
}

impl Around {
    /// What this process's environment names.
    pub(super) fn of_process(places: &Places) -> Around {
        Around {
            file: places.config.join(FILE),
            autostart: Autostart::new(&places.config, own_program()),
            quiet: places.data.join(quiet::NAME),
            backups: places.data.join("backups"),
            system_language: system_language(|name| std::env::var(name).ok()),
        }
    }
}

/// The language of messages, as the C library finds it.
fn system_language(variable: impl Fn(&str) -> Option<String>) -> String {
    let named = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable);
    named.into_iter().find(|value| !value.is_empty()).unwrap_or_default()
}

/// What is known of the settings.
#[derive(Debug)]
pub(super) struct Keeper {
    around: Around,
    known: Known,
    /// Why the file does not count.
    broken: Option<ConfigError>,
    /// What the file last said of cost and limits; none where it has not been understood yet.
    cost_and_limits: Option<bool>,
    quiet: Quiet,
    starts: bool,
    screens: Vec<ScreenView>,
}

impl Keeper {
    pub(super) fn new(around: Around) -> Keeper {
        let quiet = Quiet::read(around.quiet.clone());
        let mut keeper = Keeper {
            around,
            known: Known::default(),
            broken: None,
            cost_and_limits: None,
            quiet,
            starts: false,
            screens: Vec::new(),
        };
        keeper.look();
        keeper
    }

    /// Looks at everything anew.
    pub(super) fn look(&mut self) {
        (self.known, self.broken) = match read(&self.around.file) {
            Ok((_, known)) => {
                self.cost_and_limits = Some(known.cost_and_limits);
                (known, None)
            }
            // What is not understood takes no place in anybody's terminal, and gives none back.
            Err(error) => (Known::default(), Some(error)),
        };
        self.starts = self.around.autostart.is_on();
        self.quiet.look(quiet::now());
    }

    /// These screens are there.
    pub(super) fn screens(&mut self, screens: Vec<ScreenView>) {
        self.screens = screens;
    }

    /// Until when nothing is told.
    pub(super) fn quiet_until(&self) -> Option<u64> {
        self.quiet.until()
    }

    /// Whether agents are asked for cost and limits, as the file last said; none where it has not
    /// been understood since the start.
    pub(super) fn cost_and_limits(&self) -> Option<bool> {
        self.cost_and_limits
    }

    /// Changes what a person wants changed.
    pub(super) fn prefer(&mut self, change: Prefer) -> Result<(), PreferError> {
        match change {
            Prefer::Language(language) => self.write("language", language),
            Prefer::Marks(marks) => self.write("marks", marks),
            Prefer::Screen(Some(name)) if !is_screen(&name) => Err(PreferError::NoScreen),
            Prefer::Screen(name) => self.write("screen", name),
            Prefer::Sounds(on) => self.write("sounds", on),
            Prefer::Notifications(on) => self.write("notifications", on),
            Prefer::CostAndLimits(on) => self.write(COST_AND_LIMITS, on),
            Prefer::QuietMinutes(minutes) => {
                self.quiet.set(minutes, quiet::now()).map_err(PreferError::Quiet)
            }
            Prefer::StartWithDesktop(on) => {
                let done = self.around.autostart.set(on);
                self.starts = self.around.autostart.is_on();
                done
            }
        }
    }

    /// Writes one key, and nothing else, into the file of now.
    fn write(&mut self, key: &'static str, value: impl Serialize) -> Result<(), PreferError> {
        let value = json!(value);
        let backups = Backups::new(self.around.backups.clone());
        let mut tries = TRIES;
        let done = loop {
            let (file, known) = read(&self.around.file).map_err(PreferError::Unread)?;
            may_write(&known, key)?;
            if !file.exists() {
                make_folder(&file)?;
            }
            let preview = file.edit(&edits(&file, key, &value)).map_err(PreferError::Unwritten)?;
            tries -= 1;
            match preview.apply(&backups) {
                // Somebody else was quicker: what they wrote is what gets changed.
                Err(ConfigError::Changed) if tries > 0 => {}
                done => break done,
            }
        };
        self.look();
        done.map(drop).map_err(PreferError::Unwritten)
    }

    /// The files whose changes matter.
    pub(super) fn watched(&self) -> Vec<PathBuf> {
        let files = [self.around.file.as_path(), self.around.autostart.path()];
        // A folder that is not there yet comes into one that may not be there either.
        let folders = files.into_iter().filter_map(Path::parent);
        files.into_iter().chain(folders).flat_map(watch::names_of).collect()
    }

    /// All of it, but for the revision.
    pub(super) fn view(&self) -> PreferencesView {
        let Known { language, marks, screen, sounds, notifications, .. } = self.known.clone();
        PreferencesView {
            revision: 0,
            language,
            system_language: self.around.system_language.clone(),
            marks,
            screen,
            screens: self.screens.clone(),
            sounds,
            notifications,
            quiet_until_unix_ms: self.quiet.until(),
            start_with_desktop: self.starts,
            cost_and_limits: self.cost_and_limits.unwrap_or(false),
            file: Text::of(&self.around.file.to_string_lossy()),
            trouble: self.trouble(),
        }
    }

    /// What is wrong with the file, in sentences.
    fn trouble(&self) -> Option<String> {
        let mut sentences = Vec::new();
        if let Some(error) = &self.broken {
            sentences.push(format!(
                "The settings file cannot be read ({error}). Until that is put right the defaults \
                 count, cost and limits stay as they were, and nothing in it is changed."
            ));
        }
        if let Some(version) = self.known.newer {
            sentences.push(format!(
                "A newer Vults has written the settings file (version {version}). What this one \
                 knows of it counts, and nothing in it is changed."
            ));
        }
        for unfit in &self.known.unfit {
            let counts = match unfit.key {
                COST_AND_LIMITS => "it counts as false",
                _ => "its default counts",
            };
            sentences.push(format!("In the settings file, {unfit}, so {counts}."));
        }
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }
}

/// The file, once it has come to rest, and what it says: one that is just being written would seem to
/// say nothing.
fn read(path: &Path) -> Result<(ConfigFile, Known), ConfigError> {
    let file = ConfigFile::read_settled(path, Format::Json)?;
    let known = Known::read(file.text().unwrap_or_default())?;
    Ok((file, known))
}

/// Whether agents are asked for cost and limits, as the person has set it; none where nobody can say.
pub(crate) fn asks_cost_and_limits(places: &Places) -> Option<bool> {
    let (_, known) = read(&places.config.join(FILE)).ok()?;
    Some(known.cost_and_limits)
}

/// Whether this key may be written: not over what this app does not understand.
fn may_write(known: &Known, key: &str) -> Result<(), PreferError> {
    if let Some(version) = known.newer {
        return Err(PreferError::Newer(version));
    }
    // Without its version nobody can say what the rest means.
    match known.unfit.iter().find(|unfit| unfit.key == key || unfit.key == "version") {
        Some(unfit) => Err(PreferError::Unfit(unfit.clone())),
        None => Ok(()),
    }
}

fn edits(file: &ConfigFile, key: &str, value: &Value) -> Vec<Edit> {
    let set = |key: &str, value: Value| Edit::Set { at: vec![Step::Key(key.to_owned())], value };
    let version = (!file.root().contains_key("version")).then(|| set("version", json!(VERSION)));
    version.into_iter().chain([set(key, value.clone())]).collect()
}

fn make_folder(file: &ConfigFile) -> Result<(), PreferError> {
    let folder = file.target().parent().unwrap_or(Path::new("/"));
    vults_disk::make_folder(folder).map_err(|cause| {
        let failed = "its folder could not be made";
        PreferError::Unwritten(ConfigError::Io { failed, cause })
    })
}

#[cfg(test)]
mod tests;
