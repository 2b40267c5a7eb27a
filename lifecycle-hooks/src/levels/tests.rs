use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{Place, Places, Project, places, real};
use crate::Level;

/// A home with folders in it.
fn home(folders: &[&str]) -> (TempDir, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    for folder in folders {
        fs::create_dir_all(home.path().join(folder)).unwrap();
    }
    let path = real(home.path());
    (home, path)
}

fn places_of(home: &Path) -> Places {
    Places { home: Some(home.to_owned()), ..Places::default() }
}

/// The settings files in order: whose they are, where, and where their handlers run.
fn lines(own: &Places, project: &Project, home: &Path) -> Vec<String> {
    let text = |path: &Path| path.display().to_string().replace(&home.display().to_string(), "~");
    let settings = places(own, project).into_iter().filter_map(|place| match place {
        Place::Settings(source) => Some(source),
        Place::NotAProjects(_) => None,
    });
    let line = |source: crate::Source| {
        let level = if source.level == Level::User { "user" } else { "project" };
        let file = text(&source.file).replace("/settings.json", "");
        format!("{level} {file} in {}", text(&source.folder))
    };
    settings.map(line).collect()
}

#[test]
fn the_levels_are_read_in_order() {
    let (_guard, home) = home(&["p"]);
    let expected = [
        "user ~/.config/levelcode in ~/p",
        "user ~/.config/vults in ~/p",
        "user ~/.levelcode in ~/p",
        "user ~/.vults in ~/p",
        "project ~/p/.levelcode in ~/p",
        "project ~/p/.vults in ~/p",
    ];
    assert_eq!(lines(&places_of(&home), &Project::at(&home.join("p")), &home), expected);
}

#[test]
fn a_variable_replaces_its_own_place_alone() {
    let (_guard, home) = home(&["p"]);
    let project = Project::at(&home.join("p"));
    let check = |name: &str, value: &str, expected: [&str; 4]| {
        let own = Places::from_variables(&|asked| match asked {
            "HOME" => Some(home.clone().into_os_string()),
            _ => (asked == name).then(|| OsString::from(value)),
        });
        let lines = lines(&own, &project, &home);
        let files: Vec<&str> =
            lines[..4].iter().map(|line| line.split(' ').nth(1).unwrap()).collect();
        assert_eq!(files, expected, "{name}={value}");
    };
    let usual = ["~/.config/levelcode", "~/.config/vults", "~/.levelcode", "~/.vults"];
    let [config_levelcode, config_vults, levelcode, vults] = usual;
    check("VULTS_DIR", "/d", [config_levelcode, config_vults, levelcode, "/d"]);
    check("LEVELCODE_DIR", "/d", [config_levelcode, config_vults, "/d", vults]);
    check("XDG_CONFIG_HOME", "/c", ["/c/levelcode", "/c/vults", levelcode, vults]);
    for name in ["VULTS_DIR", "LEVELCODE_DIR", "XDG_CONFIG_HOME"] {
        check(name, "", usual);
        check(name, "relative/folder", usual);
    }
}

#[test]
fn without_a_home_there_is_what_variables_name() {
    let own = Places { config: Some("/c".into()), ..Places::default() };
    let project = Project::at(Path::new("/p"));
    let expected = [
        "user /c/levelcode in /p",
        "user /c/vults in /p",
        "project /p/.levelcode in /p",
        "project /p/.vults in /p",
    ];
    assert_eq!(lines(&own, &project, Path::new("/nowhere")), expected);
    let own = Places::from_variables(&|_| None);
    assert_eq!(own, Places::default());
}

#[test]
fn a_project_reaches_from_its_outermost_git_to_the_working_folder() {
    let check = |folders: &[&str], cwd: &str, expected: &[&str]| {
        let (_guard, home) = home(folders);
        let project = Project::around(&home.join(cwd), &places_of(&home));
        let expected: Vec<PathBuf> = expected.iter().map(|path| home.join(path)).collect();
        assert_eq!(project.folders, expected, "{cwd}");
        assert_eq!(project.root(), project.folders[0]);
    };
    check(&["p/.git", "p/a/b"], "p/a/b", &["p", "p/a", "p/a/b"]);
    check(&["p/.git"], "p", &["p"]);
    check(&["p/a"], "p/a", &["p/a"]);
    // A `.git` that somebody puts further in hides nothing.
    check(&["p/.git", "p/a/.git", "p/a/b/.git"], "p/a/b", &["p", "p/a", "p/a/b"]);
    // Home itself is no project, whatever is in it.
    check(&[".git", "p/a"], "p/a", &["p/a"]);
    check(&[".git", "p/.git", "p/a"], "p/a", &["p", "p/a"]);
    check(&[".git"], "", &[""]);
}

#[test]
fn outside_home_every_outer_folder_counts() {
    let (_guard, outside) = home(&["srv/.git", "srv/p/.git", "srv/p/a"]);
    let project = Project::around(&outside.join("srv/p/a"), &places_of(Path::new("/home/nobody")));
    assert_eq!(project.root(), outside.join("srv"));
    let project = Project::around(&outside.join("srv/p/a"), &Places::default());
    assert_eq!(project.root(), outside.join("srv"));
}

#[test]
fn a_worktree_s_git_is_a_file() {
    let (_guard, home) = home(&["p/a"]);
    fs::write(home.join("p/.git"), "gitdir: elsewhere\n").unwrap();
    assert_eq!(Project::around(&home.join("p/a"), &places_of(&home)).root(), home.join("p"));
}

#[cfg(unix)]
#[test]
fn links_in_a_path_are_followed() {
    let (_guard, home) = home(&["real/p/.git", "real/p/a", "elsewhere"]);
    std::os::unix::fs::symlink(home.join("real"), home.join("link")).unwrap();
    let own = places_of(&home.join("link"));
    let project = Project::around(&home.join("link/p/a"), &own);
    assert_eq!(project.root(), home.join("real/p"));
    // The person's own folder stays theirs by whatever path a variable names it.
    fs::create_dir(home.join(".vults")).unwrap();
    std::os::unix::fs::symlink(home.join(".vults"), home.join("mine")).unwrap();
    let named = Places { brands: [None, Some(home.join("mine"))], ..places_of(&home) };
    let lines = lines(&named, &Project::around(&home, &named), &home);
    assert_eq!(lines[3], "user ~/mine in ~");
    let project = Project::around(&home.join("missing/p"), &own);
    assert_eq!(project.folders, [home.join("missing/p")]);
}

#[test]
fn only_a_folder_that_a_variable_names_in_the_project_is_the_project_s() {
    let (_guard, home) = home(&["p/.git", "p/x", "p/c", ".vults", ".config"]);
    let check = |config: Option<&str>, vults: Option<&str>, cwd: &str, expected: [&str; 2]| {
        let named = |name: Option<&str>| name.map(|name| home.join(name));
        let own =
            Places { config: named(config), brands: [None, named(vults)], ..places_of(&home) };
        let lines = lines(&own, &Project::around(&home.join(cwd), &own), &home);
        assert_eq!([&*lines[1], &*lines[3]], expected);
    };
    let config = "user ~/.config/vults in ~/p";
    check(None, Some("p/x"), "p", [config, "project ~/p/x in ~/p"]);
    check(None, Some("p/.vults"), "p", [config, "project ~/p/.vults in ~/p"]);
    check(None, Some("q"), "p", [config, "user ~/q in ~/p"]);
    check(Some("p/c"), None, "p", ["project ~/p/c/vults in ~/p/c", "user ~/.vults in ~/p"]);
    // In home everything of the person's lies in what counts as the project.
    let own = ["user ~/.config/vults in ~/", "user ~/.vults in ~/"];
    let trimmed = own.map(|line| line.trim_end_matches('/'));
    check(None, None, "", trimmed);
    check(Some(".config"), Some(".vults"), "", trimmed);
}
