use std::cell::{Cell, OnceCell};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::config::LONGEST_FILE;
use crate::engine::met;
use crate::file::{self, Identity, Stamp};
use crate::levels::{self, Place, real};
use crate::trust::MOST_BYTES;
use crate::{
    Config, Event, Fault, Fingerprint, Group, Hooks, Level, Occasion, Places, Project, ProjectFile,
    Source, Warning,
};

/// The time that all handlers of one event have together (D4): an agent gives our entry 60 s.
pub const BUDGET: Duration = Duration::from_secs(55);
/// So many settings files of one project are read: whoever wrote it must not hold an agent up.
const MOST_PROJECT_FILES: usize = 16;

/// What loading depends on besides the files.
pub struct Terms<'a> {
    /// What is about to happen, where hooks are loaded for that alone. Of other events no matcher is
    /// checked then; a project's file of which nothing runs on it is left out, and nobody is asked
    /// whether it is trusted.
    pub occasion: Option<&'a Occasion>,
    /// The file name of our relay, whose entries are left out (LH-19).
    pub relay: &'a str,
    /// The time that all handlers of one event have together (D4).
    pub budget: Duration,
    /// Whether the person trusts a project's settings file (D8). Asked once for each that would run
    /// something.
    pub trusts: &'a dyn Fn(&ProjectFile<'_>) -> bool,
}

/// Every occasion, the relay's usual name, the usual budget, and trust in every project.
impl Default for Terms<'_> {
    fn default() -> Self {
        Terms { occasion: None, relay: "vults-hook", budget: BUDGET, trusts: &|_| true }
    }
}

impl fmt::Debug for Terms<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = to.debug_struct("Terms");
        fields.field("occasion", &self.occasion).field("relay", &self.relay);
        fields.field("budget", &self.budget).finish_non_exhaustive()
    }
}

/// All that is configured for a project (LH-17).
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// What runs; on one occasion alone, where hooks were loaded for it.
    pub hooks: Hooks,
    /// What is wrong, in the order of the files. None stops a run.
    pub warnings: Vec<Warning>,
    /// The settings files that contributed, in order.
    pub files: Vec<PathBuf>,
    /// The project's settings files that would run something and are not trusted.
    pub untrusted: Vec<Untrusted>,
    /// Every place that was looked at, and what was there.
    seen: Vec<(Source, Option<Stamp>)>,
}

impl Loaded {
    /// Whether the settings files are still those that were loaded (LH-18). It does not ask about trust
    /// anew, nor whether the project has got another root.
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.seen.iter().all(|(source, stamp)| Stamp::at(&source.file) == *stamp)
    }

    /// Every settings file that was looked for, in order, and whether something was there. The same
    /// file may come twice; it was read once (LH-06).
    pub fn looked_for(&self) -> impl Iterator<Item = (&Source, bool)> {
        self.seen.iter().map(|(source, stamp)| (source, stamp.is_some()))
    }
}

/// A project's settings file that is skipped until the person trusts it (D8).
#[derive(Clone, Debug)]
pub struct Untrusted {
    /// The settings file, without links in its path.
    pub path: PathBuf,
    /// What it says now; none where it cannot be trusted at all.
    pub fingerprint: Option<Fingerprint>,
    /// What of it would run.
    pub groups: Vec<Group>,
    /// The files of the project that its commands name.
    pub named_files: Vec<PathBuf>,
}

/// Reads every settings file that counts for a project, the person's own first and the project's from
/// the outside in (LH-01 to LH-19). It never fails: what does not count has a warning.
///
/// ```
/// use vults_lifecycle_hooks::{Event, Places, Project, Terms, load};
///
/// # let home = tempfile::tempdir()?;
/// # let home = home.path().to_owned();
/// # std::fs::create_dir_all(home.join("project/.vults"))?;
/// let settings = r#"{ "hooks": { "PreToolUse": [
///     { "matcher": "write_file|edit_file", "hooks": [{ "command": "./guard.sh" }] },
///     { "matcher": "run_command", "hooks": [{ "comand": "typing error" }] }
/// ] } }"#;
/// std::fs::write(home.join("project/.vults/settings.json"), settings)?;
///
/// let places = Places { home: Some(home.clone()), ..Places::default() };
/// let project = Project::around(&home.join("project"), &places);
/// let loaded = load(&places, &project, &Terms::default());
///
/// let [group] = &loaded.hooks.groups[..] else { panic!("the good one counts") };
/// assert_eq!(group.event, Event::PreToolUse);
/// assert!(group.matcher.matches("edit_file"));
/// let [warning] = &loaded.warnings[..] else { panic!("the bad one is named") };
/// assert_eq!(warning.field.as_deref(), Some("hooks.PreToolUse[1].hooks[0]"));
///
/// // Whoever wrote the project wrote these commands; without trust none of them counts.
/// let loaded = load(&places, &project, &Terms { trusts: &|_| false, ..Terms::default() });
/// assert!(loaded.hooks.groups.is_empty());
/// assert_eq!(loaded.untrusted.len(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn load(places: &Places, project: &Project, terms: &Terms<'_>) -> Loaded {
    let mut loading = Loading {
        places,
        project,
        terms,
        known: Vec::new(),
        of_project: 0,
        left: Cell::new(MOST_BYTES),
        out: Loaded::default(),
    };
    for place in levels::places(places, project) {
        match place {
            Place::Settings(source) => loading.file(&source),
            Place::NotAProjects(path) => {
                loading.known.extend(Stamp::at(&path).map(|stamp| stamp.identity));
            }
        }
    }
    if let Some(now) = terms.occasion {
        // Nothing else of it runs, and its matchers need not be tried again.
        loading.out.hooks.groups.retain(|group| may_run_on(group, now));
    }
    loading.check_budget();
    loading.out
}

struct Loading<'a> {
    places: &'a Places,
    project: &'a Project,
    terms: &'a Terms<'a>,
    /// The files that do not count once more (LH-06).
    known: Vec<Identity>,
    /// How many of the project's were there.
    of_project: usize,
    /// How many bytes of files that commands name may still be read.
    left: Cell<u64>,
    out: Loaded,
}

impl Loading<'_> {
    fn warn(&mut self, file: PathBuf, field: Option<String>, fault: Fault) {
        self.out.warnings.push(Warning { file, field, fault });
    }

    fn file(&mut self, source: &Source) {
        let contents = match file::read(&source.file, LONGEST_FILE) {
            Ok(contents) => contents,
            Err(fault) => {
                let stamp = Stamp::at(&source.file);
                let known = stamp.as_ref().is_some_and(|stamp| self.is_known(stamp));
                self.out.seen.push((source.clone(), stamp));
                if !known && !self.is_one_too_many(source) {
                    self.warn(source.file.clone(), None, fault);
                }
                return;
            }
        };
        let stamp = contents.as_ref().map(|contents| contents.stamp.clone());
        self.out.seen.push((source.clone(), stamp));
        let Some(contents) = contents else { return };
        if self.is_known(&contents.stamp) || self.is_one_too_many(source) {
            return;
        }
        let config = Config::read_groups(&contents.bytes, source, self.terms.relay);
        self.out.warnings.extend(config.warnings);
        if config.groups.is_empty() {
            return;
        }
        if source.level == Level::Project {
            let runs = |group: &Group| self.terms.occasion.is_none_or(|now| runs_on(group, now));
            if !config.groups.iter().any(runs) {
                return self.check_matchers(&config.groups, &config.places);
            }
            let path = real(&source.file);
            let read = || Config::read(&contents.bytes, source, self.terms.relay).hooks;
            let Some(hooks) = config.hooks.or_else(read) else { return };
            let file = ProjectFile {
                path: &path,
                hooks: &hooks,
                groups: &config.groups,
                root: self.project.root(),
                home: self.places.home.as_deref(),
                left: &self.left,
                looked_at: OnceCell::new(),
            };
            if !(self.terms.trusts)(&file) {
                let fingerprint = file.fingerprint().cloned();
                let named_files = file.named_files().to_vec();
                if fingerprint.is_none() {
                    self.warn(source.file.clone(), None, Fault::TooMuchToTrust);
                }
                let groups = config.groups;
                self.out.untrusted.push(Untrusted { path, fingerprint, groups, named_files });
                return;
            }
        }
        self.out.files.push(source.file.clone());
        self.check_matchers(&config.groups, &config.places);
        self.out.hooks.groups.extend(config.groups);
    }

    /// Whether a file that is there is more than are read of a project; the first such has a warning.
    fn is_one_too_many(&mut self, source: &Source) -> bool {
        self.of_project += usize::from(source.level == Level::Project);
        let too_many = self.of_project > MOST_PROJECT_FILES;
        if too_many && self.of_project == MOST_PROJECT_FILES + 1 {
            self.warn(source.file.clone(), None, Fault::TooManyFiles);
        }
        too_many
    }

    fn check_matchers(&mut self, groups: &[Group], places: &[usize]) {
        for (group, place) in groups.iter().zip(places) {
            self.check_matcher(group, *place);
        }
    }

    /// Whether a file was here before; from now on it was.
    fn is_known(&mut self, stamp: &Stamp) -> bool {
        let known = self.known.contains(&stamp.identity);
        self.known.push(stamp.identity.clone());
        known
    }

    /// Whether a group's matcher keeps it from running (LH-22, LH-25).
    fn check_matcher(&mut self, group: &Group, place: usize) {
        if self.terms.occasion.is_some_and(|occasion| occasion.event != group.event) {
            return;
        }
        let has_tool = matches!(group.event, Event::PreToolUse | Event::PostToolUse);
        let fault = match group.matcher.try_match("") {
            Err(fault) => fault,
            Ok(false) if !has_tool => Fault::NoToolToMatch(group.event),
            Ok(_) => return,
        };
        let field = format!("hooks.{}[{place}].matcher", group.event.name());
        self.warn(group.source.file.clone(), Some(field), fault);
    }

    /// The events whose handlers may need more time than they have (D4); on an occasion those count that
    /// run on it.
    fn check_budget(&mut self) {
        let budget = self.terms.budget;
        let now = self.terms.occasion.map(|occasion| occasion.event);
        for event in Event::ALL.into_iter().filter(|event| now.is_none_or(|now| now == *event)) {
            let groups = self.out.hooks.groups.iter().filter(|group| group.event == event);
            let Some(last) = groups.clone().next_back() else { continue };
            let limits = groups.flat_map(|group| &group.handlers).map(|handler| handler.timeout);
            let needed: Duration = limits.sum();
            if needed > budget {
                let file = last.source.file.clone();
                let fault = Fault::OverBudget { event, needed, budget };
                self.warn(file, Some(format!("hooks.{}", event.name())), fault);
            }
        }
    }
}

/// Whether a group has a part in an occasion: its handlers would run, or there is something to say of it.
fn may_run_on(group: &Group, occasion: &Occasion) -> bool {
    let mut warnings = Vec::new();
    let mut meets = |call| met(group, call, &mut warnings).is_some();
    group.event == occasion.event && (occasion.each_call().any(&mut meets) || !warnings.is_empty())
}

/// Whether a group's handlers would run on an occasion.
fn runs_on(group: &Group, occasion: &Occasion) -> bool {
    // What is wrong with its matcher is said when it is checked, or when it runs.
    let meets = |call| met(group, call, &mut Vec::new()).is_some();
    group.event == occasion.event && occasion.each_call().any(meets)
}

#[cfg(test)]
mod tests;
