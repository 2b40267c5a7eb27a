use std::cell::{Cell, RefCell};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;

use super::{Loaded, Terms, load};
use crate::levels::real;
use crate::{Call, Event, Fault, Level, Native, Occasion, Places, Program, Project, ProjectFile};

/// A home with a project `p` in it.
struct Home {
    _guard: TempDir,
    path: PathBuf,
    places: Places,
}

impl Home {
    fn new() -> Home {
        let guard = tempfile::tempdir().unwrap();
        let path = real(guard.path());
        fs::create_dir_all(path.join("p/.git")).unwrap();
        let places = Places { home: Some(path.clone()), ..Places::default() };
        Home { _guard: guard, path, places }
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// A settings file with one handler for `PreToolUse`.
    fn put(&self, folder: &str, command: &str) {
        self.write(&format!("{folder}/settings.json"), &one(command));
    }

    fn project(&self) -> Project {
        Project::around(&self.path.join("p"), &self.places)
    }

    fn load(&self) -> Loaded {
        load(&self.places, &self.project(), &Terms::default())
    }
}

fn one(command: &str) -> String {
    json!({ "hooks": { "PreToolUse": [{ "hooks": [{ "command": command }] }] } }).to_string()
}

/// The commands in the order in which they run.
fn commands(loaded: &Loaded) -> Vec<&str> {
    let handlers = loaded.hooks.groups.iter().flat_map(|group| &group.handlers);
    let command = handlers.map(|handler| match &handler.program {
        Program::Shell(line) => line.as_str(),
        Program::Argv(argv) => argv[0].as_str(),
    });
    command.collect()
}

fn faults(loaded: &Loaded) -> Vec<&Fault> {
    loaded.warnings.iter().map(|warning| &warning.fault).collect()
}

#[test]
fn all_files_count_outermost_first() {
    let home = Home::new();
    for (folder, command) in [
        ("p/a/.vults", "8"),
        ("p/a/.levelcode", "7"),
        ("p/.vults", "6"),
        ("p/.levelcode", "5"),
        (".vults", "4"),
        (".levelcode", "3"),
        (".config/vults", "2"),
        (".config/levelcode", "1"),
    ] {
        home.put(folder, command);
    }
    fs::create_dir_all(home.path.join("p/a/b")).unwrap();
    let project = Project::around(&home.path.join("p/a/b"), &home.places);
    let loaded = load(&home.places, &project, &Terms::default());
    assert_eq!(commands(&loaded), ["1", "2", "3", "4", "5", "6", "7", "8"]);
    assert_eq!(loaded.files.len(), 8);
    assert_eq!(loaded.files[0], home.path.join(".config/levelcode/settings.json"));
    // Eight times ten seconds is more than the budget.
    assert_eq!(loaded.warnings.len(), 1);
    let folders: Vec<&Path> =
        loaded.hooks.groups.iter().map(|group| group.source.folder.as_path()).collect();
    let (root, inner) = (home.path.join("p"), home.path.join("p/a"));
    assert_eq!(folders, [[&*root; 6].as_slice(), &[&*inner; 2]].concat());
}

#[test]
fn a_missing_file_is_skipped_in_silence() {
    let home = Home::new();
    home.write(".vults", "a file where a folder could be");
    let loaded = home.load();
    assert!(loaded.hooks.groups.is_empty() && loaded.warnings.is_empty());
    assert!(loaded.files.is_empty() && loaded.untrusted.is_empty());
}

#[test]
fn a_file_that_does_not_count_takes_no_other_along() {
    let home = Home::new();
    home.write(".config/vults/settings.json", "{");
    home.write(".levelcode/settings.json", &" ".repeat(10 << 20));
    fs::create_dir_all(home.path.join(".vults/settings.json")).unwrap();
    home.put("p/.vults", "a");
    let loaded = home.load();
    assert_eq!(commands(&loaded), ["a"]);
    assert!(matches!(faults(&loaded)[..], [Fault::NotJson(_), Fault::TooLong, Fault::NotAFile]));
    assert_eq!(loaded.warnings[1].file, home.path.join(".levelcode/settings.json"));
    assert_eq!(loaded.files, [home.path.join("p/.vults/settings.json")]);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_holds_nobody_up() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    let home = Home::new();
    for folder in [".config/vults", ".levelcode", ".vults", "p/.vults"] {
        fs::create_dir_all(home.path.join(folder)).unwrap();
    }
    let at = |folder: &str| home.path.join(folder).join("settings.json");
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    let pipe = rustix::fs::FileType::Fifo;
    rustix::fs::mknodat(rustix::fs::CWD, at(".config/vults"), pipe, mode, 0).unwrap();
    symlink("/dev/zero", at(".levelcode")).unwrap();
    let _socket = UnixListener::bind(at(".vults")).unwrap();
    symlink("settings.json", at("p/.vults")).unwrap();
    let loaded = home.load();
    let [Fault::NotAFile, Fault::NotAFile, Fault::NotAFile, Fault::Unreadable(why)] =
        faults(&loaded)[..]
    else {
        panic!("{:?}", loaded.warnings);
    };
    assert!(why.contains("symbolic links"), "{why}");
}

#[cfg(unix)]
#[test]
fn a_file_counts_once_and_as_the_person_s_own() {
    use std::os::unix::fs::symlink;

    let home = Home::new();
    home.put(".vults", "a");
    symlink(home.path.join(".vults"), home.path.join("p/.vults")).unwrap();
    fs::create_dir(home.path.join("p/.levelcode")).unwrap();
    let linked = home.path.join("p/.levelcode/settings.json");
    fs::hard_link(home.path.join(".vults/settings.json"), linked).unwrap();
    let loaded = home.load();
    assert_eq!(commands(&loaded), ["a"]);
    assert_eq!(loaded.hooks.groups[0].source.level, Level::User);
    // Nor is it the project's while a variable names another folder.
    let places = Places { brands: [None, Some(home.path.join("d"))], ..home.places.clone() };
    let loaded = load(&places, &home.project(), &Terms::default());
    assert_eq!(commands(&loaded), [""; 0]);
}

#[test]
fn the_person_s_own_files_are_never_the_project_s() {
    let home = Home::new();
    fs::create_dir(home.path.join(".git")).unwrap();
    home.put(".vults", "a");
    home.put(".config/vults", "b");
    for cwd in ["", ".vults", ".config", ".config/vults"] {
        let project = Project::around(&home.path.join(cwd), &home.places);
        let loaded =
            load(&home.places, &project, &Terms { trusts: &|_| false, ..Terms::default() });
        assert_eq!(commands(&loaded), ["b", "a"], "{cwd}");
        assert!(loaded.untrusted.is_empty());
    }
    // Not even while a variable names another folder.
    let places = Places { brands: [None, Some(home.path.join("d"))], ..home.places.clone() };
    let loaded = load(&places, &Project::around(&home.path, &places), &Terms::default());
    assert_eq!(commands(&loaded), ["b"]);
}

#[test]
fn a_folder_of_the_project_that_a_variable_names_needs_trust() {
    let home = Home::new();
    home.put("p/.vults", "a");
    let brands = [None, Some(home.path.join("p/.vults"))];
    let places = Places { brands, ..home.places.clone() };
    let terms = Terms { trusts: &|_| false, ..Terms::default() };
    let loaded = load(&places, &home.project(), &terms);
    assert_eq!(commands(&loaded), [""; 0]);
    assert_eq!(loaded.untrusted.len(), 1);
    assert_eq!(commands(&load(&places, &home.project(), &Terms::default())), ["a"]);
}

/// What runs is another thing where it runs in another folder.
#[cfg(unix)]
#[test]
fn trust_does_not_follow_a_link_into_another_project() {
    use std::os::unix::fs::symlink;

    let home = Home::new();
    home.put("p/.vults", "./build.sh");
    fs::create_dir_all(home.path.join("q/.git")).unwrap();
    symlink("../p/.vults", home.path.join("q/.vults")).unwrap();
    fs::create_dir_all(home.path.join("p/inner")).unwrap();
    symlink("../.vults", home.path.join("p/inner/.vults")).unwrap();
    let trust = |trusted: &RefCell<Vec<(PathBuf, String)>>, folder: &str, all: bool| {
        let trusts = |file: &ProjectFile<'_>| {
            let one = (file.path.to_owned(), file.fingerprint().unwrap().to_string());
            let known = trusted.borrow().contains(&one);
            trusted.borrow_mut().push(one);
            all || known
        };
        let project = Project::around(&home.path.join(folder), &home.places);
        let terms = Terms { trusts: &trusts, ..Terms::default() };
        load(&home.places, &project, &terms).untrusted.len()
    };
    let trusted = RefCell::new(Vec::new());
    assert_eq!(trust(&trusted, "p", true), 0);
    assert_eq!(trust(&trusted, "p", false), 0);
    assert_eq!(trust(&trusted, "q", false), 1, "another root");
    let files = trusted.into_inner();
    assert_eq!(files[0].0, files[2].0, "it is the same file");
    // The root is the same one from within; what stands there once is read once.
    let trusted = RefCell::new(files[..1].to_vec());
    assert_eq!(trust(&trusted, "p/inner", false), 0);
}

#[test]
fn a_project_runs_nothing_that_is_not_trusted() {
    let home = Home::new();
    home.put(".vults", "mine");
    home.put("p/.levelcode", "theirs");
    home.put("p/.vults", "sh ./guard.sh");
    home.write("p/guard.sh", "exit 2\n");
    home.write("p/.git/HEAD", "");
    let asked = RefCell::new(Vec::new());
    let trusts = |file: &ProjectFile<'_>| {
        asked.borrow_mut().push(file.path.to_owned());
        file.path.starts_with(home.path.join("p/.levelcode"))
    };
    let terms = Terms { trusts: &trusts, ..Terms::default() };
    let loaded = load(&home.places, &home.project(), &terms);
    assert_eq!(commands(&loaded), ["mine", "theirs"]);
    assert_eq!(asked.borrow().len(), 2, "the person's own file needs no trust");
    let [untrusted] = &loaded.untrusted[..] else { panic!("{:?}", loaded.untrusted) };
    assert_eq!(untrusted.path, home.path.join("p/.vults/settings.json"));
    assert_eq!(untrusted.groups.len(), 1);
    assert_eq!(untrusted.named_files, [home.path.join("p/guard.sh")]);
    assert!(untrusted.fingerprint.is_some());
    assert!(loaded.warnings.is_empty() && loaded.files.len() == 2);
}

#[test]
fn of_a_project_with_too_many_files_the_outer_ones_count() {
    let home = Home::new();
    let mut folder = "p".to_owned();
    for number in 0..20 {
        home.put(&format!("{folder}/.vults"), &number.to_string());
        folder.push_str("/a");
    }
    let project = Project::around(&home.path.join(folder).join(".."), &home.places);
    let loaded = load(&home.places, &project, &Terms::default());
    let expected: Vec<String> = (0..16).map(|number| number.to_string()).collect();
    assert_eq!(commands(&loaded), expected);
    // What cannot be read is one of them.
    home.write("p/.levelcode/settings.json", "");
    fs::remove_file(home.path.join("p/.vults/settings.json")).unwrap();
    fs::create_dir(home.path.join("p/.vults/settings.json")).unwrap();
    assert_eq!(commands(&load(&home.places, &project, &Terms::default())), expected[1..15]);
    let too_many = faults(&loaded).iter().filter(|fault| ***fault == Fault::TooManyFiles).count();
    assert_eq!(too_many, 1);
}

#[test]
fn what_commands_name_is_bounded_for_the_whole_project() {
    let home = Home::new();
    for (folder, script) in [("p", "one.sh"), ("p/a", "two.sh")] {
        home.put(&format!("{folder}/.vults"), &format!("sh ./{script}"));
        home.write(&format!("{folder}/{script}"), &"x".repeat(9 << 20));
    }
    let project = Project::around(&home.path.join("p/a"), &home.places);
    let terms = Terms { trusts: &|file| file.fingerprint().is_some(), ..Terms::default() };
    let loaded = load(&home.places, &project, &terms);
    assert_eq!(commands(&loaded), ["sh ./one.sh"], "the outer one is looked at first");
    assert!(loaded.untrusted[0].fingerprint.is_none());
    assert_eq!(faults(&loaded), [&Fault::TooMuchToTrust]);
}

#[test]
fn nobody_is_asked_about_a_file_that_runs_nothing() {
    let home = Home::new();
    let handlers = json!([
        { "command": "a", "enabled": false },
        { "command": "vults-hook --agent levelcode Stop" },
    ]);
    let text = json!({ "language": "en", "hooks": { "Stop": [{ "hooks": handlers }] } });
    home.write("p/.vults/settings.json", &text.to_string());
    home.write("p/.levelcode/settings.json", "{}");
    let terms = Terms { trusts: &|file| panic!("asked about {file:?}"), ..Terms::default() };
    let loaded = load(&home.places, &home.project(), &terms);
    assert!(loaded.hooks.groups.is_empty() && loaded.untrusted.is_empty());
}

#[test]
fn a_matcher_that_keeps_a_group_off_is_warned_about() {
    let check = |event: &str, matcher: &str, expected: Option<&str>| {
        let home = Home::new();
        let groups = json!([
            { "hooks": [] },
            { "matcher": matcher, "hooks": [{ "command": "a" }] },
        ]);
        let text = json!({ "hooks": { event: groups } }).to_string();
        home.write(".vults/settings.json", &text);
        let loaded = home.load();
        let said = loaded.warnings.get(1).map(ToString::to_string);
        let begin = format!("{}/.vults/settings.json: ", home.path.display());
        let said = said.map(|said| said.strip_prefix(&begin).unwrap().to_owned());
        let matches = match (&said, expected) {
            (Some(said), Some(expected)) => said.starts_with(expected),
            (said, expected) => said.is_none() && expected.is_none(),
        };
        assert!(matches, "{said:?} instead of {expected:?}");
        // The group stays: `check` shows it.
        assert_eq!(commands(&loaded), ["a"]);
    };
    let invalid = "hooks.PreToolUse[1].matcher: It is not a valid regular expression";
    check("PreToolUse", "(", Some(invalid));
    check("PreToolUse", "Bash", None);
    let stop = "hooks.Stop[1].matcher: Stop is about no tool";
    check("Stop", "Bash", Some(stop));
    check("Stop", r"\w", Some(stop));
    check("Stop", "(", Some("hooks.Stop[1].matcher: It is not a valid"));
    check("Stop", "*", None);
    check("Stop", ".*", None);
    check("Stop", "^$", None);
    check("SessionStart", "startup", Some("hooks.SessionStart[1].matcher: SessionStart is"));
}

/// An event about a call of a tool of these names, portable and the agent's own; or about none.
fn occasion(event: Event, names: Option<(&str, &str)>) -> Occasion {
    let call = |(portable, own): (&str, &str)| Call {
        names: vec![portable.to_owned()],
        input: json!({}),
        result: None,
        native: Some(Native { tool_name: own.to_owned(), tool_input: json!({}) }),
    };
    let calls = names.map(call).into_iter().collect();
    Occasion { event, cwd: "/p".into(), session_id: None, agent: None, calls }
}

#[test]
fn for_one_occasion_other_events_are_not_checked() {
    let home = Home::new();
    let long = json!([{ "command": "a", "timeout": 60 }]);
    let group = json!([{ "matcher": "(", "hooks": long }, { "matcher": "x*b$", "hooks": long }]);
    let text = json!({ "hooks": { "PreToolUse": group, "PostToolUse": group } }).to_string();
    home.write(".vults/settings.json", &text);
    let found = |occasion: Option<Occasion>| {
        let terms = Terms { occasion: occasion.as_ref(), ..Terms::default() };
        let loaded = load(&home.places, &home.project(), &terms);
        (commands(&loaded).len(), loaded.warnings.len())
    };
    // A matcher and a budget of each event.
    assert_eq!(found(None), (4, 4));
    // What does not run on it takes none of its time.
    assert_eq!(found(Some(occasion(Event::PreToolUse, Some(("a", "b"))))), (1, 2));
    assert_eq!(found(Some(occasion(Event::PreToolUse, Some(("a", "c"))))), (0, 1));
    assert_eq!(found(Some(occasion(Event::Stop, None))), (0, 0));
}

#[test]
fn for_one_occasion_only_a_project_that_would_run_something_is_asked_about() {
    let home = Home::new();
    let group = |matcher: &str| json!([{ "matcher": matcher, "hooks": [{ "command": "a" }] }]);
    let hooks = json!({ "PreToolUse": group("^run_command$|Write"), "Stop": group("") });
    home.write("p/.vults/settings.json", &json!({ "hooks": hooks }).to_string());
    let check = |occasion: Occasion, expected: bool| {
        let asked = Cell::new(false);
        let trusts = |_: &ProjectFile<'_>| {
            asked.set(true);
            true
        };
        let terms = Terms { occasion: Some(&occasion), trusts: &trusts, ..Terms::default() };
        let loaded = load(&home.places, &home.project(), &terms);
        assert_eq!(asked.get(), expected, "{occasion:?}");
        assert_eq!(loaded.hooks.groups.is_empty(), !expected);
        assert!(loaded.untrusted.is_empty());
    };
    check(occasion(Event::PreToolUse, Some(("run_command", "Bash"))), true);
    check(occasion(Event::PreToolUse, Some(("edit_file", "NotebookWrite"))), true);
    check(occasion(Event::PreToolUse, Some(("read_file", "Read"))), false);
    check(occasion(Event::PostToolUse, Some(("run_command", "Bash"))), false);
    check(occasion(Event::PreToolUse, None), false);
    check(occasion(Event::Stop, None), true);
    check(occasion(Event::SessionStart, None), false);
}

#[test]
fn a_matcher_that_is_off_is_warned_about_though_its_file_would_run_nothing() {
    let home = Home::new();
    let group = json!([{ "matcher": "(", "hooks": [{ "command": "a" }] }]);
    home.write("p/.vults/settings.json", &json!({ "hooks": { "PreToolUse": group } }).to_string());
    let now = occasion(Event::PreToolUse, Some(("run_command", "Bash")));
    let terms = Terms { occasion: Some(&now), ..Terms::default() };
    let loaded = load(&home.places, &home.project(), &terms);
    assert!(matches!(faults(&loaded)[..], [Fault::InvalidMatcher(_)]), "{:?}", loaded.warnings);
}

#[test]
fn limits_that_could_pass_the_budget_are_warned_about() {
    let check = |timeouts: &[u64], expected: Option<u64>| {
        let home = Home::new();
        let handler = |seconds: &u64| json!({ "command": "a", "timeout": seconds });
        let handlers: Vec<_> = timeouts.iter().map(handler).collect();
        let (first, rest) = handlers.split_at(1);
        let of = |handlers: &[_]| {
            json!({ "hooks": { "PreToolUse": [{ "hooks": handlers }] } }).to_string()
        };
        home.write(".vults/settings.json", &of(first));
        home.write("p/.vults/settings.json", &of(rest));
        let loaded = home.load();
        let needed = faults(&loaded).into_iter().find_map(|fault| match fault {
            Fault::OverBudget { event: Event::PreToolUse, needed, .. } => Some(*needed),
            _ => None,
        });
        assert_eq!(needed, expected.map(Duration::from_secs));
    };
    check(&[10, 45], None);
    check(&[10, 46], Some(56));
    check(&[20, 20, 20], Some(60));
    check(&[600, 600, 600], Some(1_800));
}

#[test]
fn what_was_loaded_is_current_until_a_file_changes() {
    let home = Home::new();
    home.put(".vults", "a");
    let loaded = home.load();
    assert!(loaded.is_current());
    home.put(".vults", "abc");
    assert!(!loaded.is_current(), "changed");
    let loaded = home.load();
    home.put("p/.levelcode", "new");
    assert!(!loaded.is_current(), "appeared");
    let loaded = home.load();
    fs::remove_file(home.path.join(".vults/settings.json")).unwrap();
    assert!(!loaded.is_current(), "went");
    assert_eq!(commands(&home.load()), ["new"]);
}
