//! What is around the app, as far as its hooks need it.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use vults_agents::{Installation, installations};

use crate::places::Places;

/// The environment of one run.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    /// Where we keep what we write.
    pub(crate) places: Places,
    /// The user's home folder.
    pub(crate) home: Option<PathBuf>,
    /// The variables that name agents' settings folders, where they are set.
    pub(crate) variables: BTreeMap<&'static str, OsString>,
    /// Where programs are looked for.
    pub(crate) path: Option<OsString>,
    /// Where the person's own lifecycle hooks are.
    pub(crate) lifecycle: vults_lifecycle_hooks::Places,
    /// The running app's own file.
    pub(crate) app: Option<PathBuf>,
    /// Where the system's settings lie below.
    pub(crate) root: PathBuf,
    /// Where processes are told of.
    pub(crate) proc: PathBuf,
}

impl Surroundings {
    /// Those of this process.
    pub(crate) fn of_process(places: &Places) -> Surroundings {
        let variables = installations().filter_map(|installation| {
            let name = installation.folder_variable;
            Some((name, env::var_os(name)?))
        });
        Surroundings {
            places: places.clone(),
            home: env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from),
            variables: variables.collect(),
            path: env::var_os("PATH"),
            lifecycle: vults_lifecycle_hooks::Places::from_env(),
            app: own_program(),
            root: PathBuf::from("/"),
            proc: PathBuf::from("/proc"),
        }
    }

    /// The settings folder that an agent reads when it is started from here.
    pub(crate) fn folder(&self, installation: &Installation) -> Option<PathBuf> {
        let variable = self.variables.get(installation.folder_variable);
        settings_folder(installation, variable.cloned(), self.home.clone())
    }

    /// The program that is started by a name.
    pub(crate) fn program(&self, name: &str) -> Option<PathBuf> {
        let folders = self.path.iter().flat_map(env::split_paths);
        let programs =
            folders.filter(|folder| folder.is_absolute()).map(|folder| folder.join(name));
        programs.into_iter().find(|program| is_program(program))
    }
}

/// The folder that an agent's environment names: an unset or empty variable means the one in the
/// home folder. One that is relative means something else in each session.
pub(crate) fn settings_folder(
    installation: &Installation,
    variable: Option<OsString>,
    home: Option<PathBuf>,
) -> Option<PathBuf> {
    let folder = match variable.filter(|variable| !variable.is_empty()) {
        Some(variable) => PathBuf::from(variable),
        None => home?.join(installation.folder),
    };
    folder.is_absolute().then_some(folder)
}

/// Whether a file is there and may be run.
pub(crate) fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

/// The running program's own file.
pub(crate) fn own_program() -> Option<PathBuf> {
    env::current_exe().ok().map(without_deleted)
}

/// The path of a program that an update may have replaced while it runs.
fn without_deleted(path: PathBuf) -> PathBuf {
    match path.as_os_str().as_bytes().strip_suffix(b" (deleted)") {
        Some(bytes) => PathBuf::from(OsString::from_vec(bytes.to_owned())),
        None => path,
    }
}
