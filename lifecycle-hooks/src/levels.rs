use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::{Level, Source};

/// The brands whose folders are read at each level, in this order.
pub const BRANDS: [&str; 2] = ["levelcode", "vults"];
/// The settings file in each of them.
const FILE: &str = "settings.json";

/// Where the person's own settings files lie (LH-01, LH-03, LH-04).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The home folder.
    pub home: Option<PathBuf>,
    /// What stands instead of `~/.config`.
    pub config: Option<PathBuf>,
    /// What stands instead of `~/.<brand>`, in the order of [`BRANDS`].
    pub brands: [Option<PathBuf>; 2],
}

impl Places {
    /// As this process's environment says.
    #[must_use]
    pub fn from_env() -> Places {
        Places::from_variables(&|name| std::env::var_os(name))
    }

    /// As an environment says. A variable that is empty, or no absolute path, counts as unset: it would
    /// mean another folder in each project (LH-03, LH-04).
    #[must_use]
    pub fn from_variables(variable: &dyn Fn(&str) -> Option<OsString>) -> Places {
        let folder =
            |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let (home, config) =
            if cfg!(windows) { ("USERPROFILE", "APPDATA") } else { ("HOME", "XDG_CONFIG_HOME") };
        Places {
            home: folder(home),
            config: folder(config),
            brands: BRANDS.map(|brand| folder(&format!("{}_DIR", brand.to_uppercase()))),
        }
    }

    /// The folders that are the person's own without any variable that moves them, which no project can
    /// claim (LH-06).
    fn defaults(&self) -> Vec<PathBuf> {
        let home = self.home.as_deref();
        // There the variable is how the system says it.
        let config = self.config.clone().filter(|_| cfg!(windows));
        let config = config.or_else(|| Some(home?.join(".config")));
        let config = config.iter().flat_map(|config| BRANDS.map(|brand| config.join(brand)));
        let data = home.iter().flat_map(|home| BRANDS.map(|brand| home.join(format!(".{brand}"))));
        config.chain(data).collect()
    }

    /// The person's own folders, in the order in which they are read.
    fn folders(&self) -> Vec<PathBuf> {
        let config = self.config.clone().or_else(|| Some(self.home.as_ref()?.join(".config")));
        let config = config.iter().flat_map(|config| BRANDS.map(|brand| config.join(brand)));
        let data = BRANDS.iter().zip(&self.brands).filter_map(|(brand, folder)| {
            folder.clone().or_else(|| Some(self.home.as_ref()?.join(format!(".{brand}"))))
        });
        config.chain(data).collect()
    }
}

/// The project that an event is about: the folders that may have settings of their own (LH-05).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    root: PathBuf,
    /// From the root down.
    folders: Vec<PathBuf>,
}

impl Project {
    /// The project of our own agent, whose root is given; only the root has settings.
    #[must_use]
    pub fn at(root: &Path) -> Project {
        Project { root: root.to_owned(), folders: vec![root.to_owned()] }
    }

    /// The project around another agent's working folder: from the outermost folder with a `.git` down
    /// to it, or it alone. Of a folder in home only what lies below home counts. Links in its path are
    /// followed where it exists.
    #[must_use]
    pub fn around(cwd: &Path, places: &Places) -> Project {
        let cwd = real(cwd);
        let home = places.home.as_deref().map(real).filter(|home| cwd.starts_with(home));
        let outer = cwd.ancestors().take_while(|folder| home.as_deref() != Some(*folder));
        let root = outer.filter(|folder| folder.join(".git").exists()).last().unwrap_or(&cwd);
        let inside = cwd.ancestors().take_while(|folder| folder.starts_with(root));
        let mut folders: Vec<PathBuf> = inside.map(Path::to_owned).collect();
        folders.reverse();
        Project { root: root.to_owned(), folders }
    }

    /// Its outermost folder, where the person's own handlers run (LH-35).
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether a folder lies in it, by its path or by what is really there.
    fn holds(&self, folder: &Path) -> bool {
        folder.starts_with(&self.root) || real(folder).starts_with(real(&self.root))
    }
}

/// Where a settings file may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A settings file that is read, if it is there.
    Settings(Source),
    /// The person's own, which is not read as long as a variable names another: no project's either.
    NotAProjects(PathBuf),
}

/// All places in the order in which they are read. What is reached a second time does not count.
pub(crate) fn places(places: &Places, project: &Project) -> Vec<Place> {
    let defaults = places.defaults();
    let own = places.folders().into_iter().map(|folder| {
        let is_default = |folder: &Path| defaults.iter().any(|own| real(own) == real(folder));
        // Nobody follows links as long as no variable names anything.
        let named = !defaults.contains(&folder) && project.holds(&folder) && !is_default(&folder);
        let level = if named { Level::Project } else { Level::User };
        let around = folder.parent().unwrap_or(&folder).to_owned();
        let works_in = if named { around } else { project.root.clone() };
        Place::Settings(Source { file: folder.join(FILE), level, folder: works_in })
    });
    let set_aside = defaults.iter().map(|folder| Place::NotAProjects(folder.join(FILE)));
    let of_project = project.folders.iter().flat_map(|folder| {
        BRANDS.map(|brand| {
            let file = folder.join(format!(".{brand}")).join(FILE);
            Place::Settings(Source { file, level: Level::Project, folder: folder.clone() })
        })
    });
    own.chain(set_aside).chain(of_project).collect()
}

/// A path without links, where it leads anywhere.
pub(crate) fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests;
