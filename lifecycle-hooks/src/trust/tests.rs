use std::cell::{Cell, OnceCell};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{MOST_BYTES, ProjectFile};
use crate::levels::real;
use crate::{Config, Level, Source};

/// A project with files in it, in a home.
struct Folder {
    _guard: TempDir,
    home: PathBuf,
    root: PathBuf,
}

impl Folder {
    fn new(files: &[&str]) -> Folder {
        let guard = tempfile::tempdir().unwrap();
        let home = real(guard.path());
        let root = home.join("p");
        fs::create_dir(&root).unwrap();
        let folder = Folder { _guard: guard, home, root };
        files.iter().for_each(|name| folder.write(name, b"x"));
        folder
    }

    fn write(&self, name: &str, content: &[u8]) {
        let path = self.root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// The fingerprint of a settings file in `sub`, and the files that it names.
    fn look(&self, hooks: &Value) -> Option<(String, Vec<String>)> {
        let source = Source {
            file: self.root.join("sub/.vults/settings.json"),
            level: Level::Project,
            folder: self.root.join("sub"),
        };
        let config =
            Config::read(json!({ "hooks": hooks }).to_string().as_bytes(), &source, "vults-hook");
        assert!(config.warnings.is_empty(), "{:?}", config.warnings);
        let file = ProjectFile {
            path: &source.file,
            hooks,
            groups: &config.groups,
            root: &self.root,
            home: Some(&self.home),
            left: &Cell::new(MOST_BYTES),
            looked_at: OnceCell::new(),
        };
        let name = |path: &PathBuf| path.strip_prefix(&self.home).unwrap().display().to_string();
        let names = file.named_files().iter().map(name).collect();
        Some((file.fingerprint()?.to_string(), names))
    }

    fn fingerprint(&self, hooks: &Value) -> String {
        self.look(hooks).unwrap().0
    }
}

fn shell(command: &str) -> Value {
    json!({ "Stop": [{ "hooks": [{ "command": command }] }] })
}

#[test]
fn the_files_are_those_that_a_command_s_words_lead_to() {
    let folder = Folder::new(&["sub/g.sh", "g.sh", "hooks/g.sh", "sub/a b.sh"]);
    fs::write(folder.home.join("mine.sh"), "x").unwrap();
    let root = folder.root.display();
    let check = |command: &str, expected: &[&str]| {
        let argv = json!({ "Stop": [{ "hooks": [{ "argv": ["sh", "-c", command] }] }] });
        for hooks in [shell(command), argv] {
            let (_, names) = folder.look(&hooks).unwrap();
            assert_eq!(names, expected, "{hooks}");
        }
    };
    let both = ["p/g.sh", "p/sub/g.sh"];
    check("exit 2", &[]);
    check("./g.sh", &both);
    check("sh g.sh --strict", &both);
    check("../g.sh", &["p/g.sh"]);
    check("hooks/g.sh", &["p/hooks/g.sh"]);
    check(&format!("bash {root}/hooks/g.sh"), &["p/hooks/g.sh"]);
    check("bash \"$VULTS_PROJECT_DIR\"/hooks/g.sh", &["p/hooks/g.sh"]);
    check("bash ${LEVELCODE_PROJECT_DIR}/hooks/g.sh", &["p/hooks/g.sh"]);
    check("$(git rev-parse --show-toplevel)/hooks/g.sh", &["p/hooks/g.sh"]);
    check("~/p/hooks/g.sh", &["p/hooks/g.sh"]);
    check("node --require=../hooks/g.sh", &["p/hooks/g.sh"]);
    check("RULES=../g.sh guard", &["p/g.sh"]);
    check("guard<../g.sh>/dev/null", &["p/g.sh"]);
    check("true&&../g.sh;true", &["p/g.sh"]);
    check("sh -c 'sh \"../g.sh\"'", &["p/g.sh"]);
    check("sh 'a b.sh'", &["p/sub/a b.sh"]);
    check("cd ../hooks && sh ./g.sh", &["p/g.sh", "p/hooks/g.sh", "p/sub/g.sh"]);
    // The person's own are no files of the project, nor is the system.
    check("sh ~/mine.sh", &[]);
    check("sh ../../mine.sh", &[]);
    check("/bin/sh -c true", &[]);
}

#[test]
fn every_file_of_a_folder_of_the_hooks_that_a_command_names_counts() {
    let folder = Folder::new(&[
        "sub/.vults/settings.json",
        "sub/.vults/a.sh",
        "sub/.vults/hooks/b.sh",
        "sub/.vults/hooks/b.txt",
        "sub/.vults/hooks/deep/c.sh",
        "sub/.levelcode/hooks/d.ts",
        ".vults/hooks/e.sh",
        "sub/src/f.rs",
        "src/g.rs",
    ]);
    let check = |command: &str, expected: &[&str]| {
        assert_eq!(folder.look(&shell(command)).unwrap().1, expected, "{command}");
    };
    let hooks = ["p/.vults/hooks/e.sh", "p/sub/.vults/hooks/b.sh", "p/sub/.vults/hooks/b.txt"];
    check("run-parts .vults/hooks", &hooks);
    check("run-parts --regex=x ./.vults/hooks/", &hooks);
    check("guard --rules=.vults/hooks", &hooks);
    check("for f in .vults/hooks/*.sh; do sh \"$f\"; done", &hooks);
    check("cat .vults/hooks/?.sh | sh", &hooks);
    check("cat \"$VULTS_PROJECT_DIR\"/.vults/hooks/[ab].sh | sh", &hooks);
    check("cd .vults/hooks && sh ./*.sh", &hooks);
    check("cat .levelcode/hooks/*", &["p/sub/.levelcode/hooks/d.ts"]);
    // Of the settings file the hooks alone say something.
    check("cat .vults/*", &["p/sub/.vults/a.sh"]);
    check("guard .vults", &["p/sub/.vults/a.sh"]);
    // What is deeper, and what is elsewhere.
    check("cat .vults/hooks/deep/*", &["p/sub/.vults/hooks/deep/c.sh"]);
    check("cat .vults/hooks/d*/c.sh", &hooks);
    check("prettier --check src", &[]);
    check("prettier --check src/*.rs ./src/**/*.rs *", &[]);
    check("[ -d .vults/gone ] && cat .vults/gone/*", &[]);
}

#[test]
fn a_new_file_beside_those_that_a_pattern_meets_is_another_fingerprint() {
    let folder = Folder::new(&["sub/.vults/hooks/a.sh", "sub/src/a.rs"]);
    let hooks = shell("cat .vults/hooks/*.sh | sh; lint src");
    let first = folder.fingerprint(&hooks);
    folder.write("sub/src/a.rs", b"y");
    folder.write("sub/src/b.rs", b"y");
    assert_eq!(folder.fingerprint(&hooks), first);
    folder.write("sub/.vults/hooks/b.sh", b"x");
    assert_ne!(folder.fingerprint(&hooks), first);
    for number in 0..63 {
        folder.write(&format!("sub/.vults/hooks/{number}"), b"");
    }
    assert!(folder.look(&hooks).is_none(), "too many files");
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_into_and_out_of_the_project() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new(&["sub/x", "real.sh"]);
    fs::write(folder.home.join("out.sh"), "x").unwrap();
    symlink(folder.home.join("out.sh"), folder.root.join("sub/out.sh")).unwrap();
    symlink(folder.root.join("real.sh"), folder.home.join("in.sh")).unwrap();
    let names = |command: &str| folder.look(&shell(command)).unwrap().1;
    assert_eq!(names("./out.sh"), ["out.sh"]);
    assert_eq!(names("~/in.sh"), ["p/real.sh"]);
    // What lies behind a folder's link can be put elsewhere by whoever writes in the project.
    fs::create_dir(folder.home.join("far")).unwrap();
    fs::write(folder.home.join("far/g.sh"), "x").unwrap();
    symlink(folder.home.join("far"), folder.root.join("sub/far")).unwrap();
    assert_eq!(names("far/g.sh"), ["far/g.sh"]);
    assert_eq!(names("../sub/./far/g.sh"), ["far/g.sh"]);
}

#[test]
fn any_change_is_another_fingerprint() {
    let folder = Folder::new(&["sub/g.sh"]);
    let hooks = shell("./g.sh");
    let first = folder.fingerprint(&hooks);
    assert_eq!(first.len(), 64);
    assert_eq!(folder.fingerprint(&hooks), first);
    let other = |what: &str, hooks: &Value| {
        assert_ne!(folder.fingerprint(hooks), first, "{what}");
    };
    other("the command", &shell("./g.sh "));
    other("one more handler", &{
        let mut hooks = hooks.clone();
        hooks["PreToolUse"] = hooks["Stop"].clone();
        hooks
    });
    other("what does not run yet", &{
        let mut hooks = hooks.clone();
        hooks["Stop"][0]["hooks"][0]["timeout"] = json!(20);
        hooks
    });
    folder.write("sub/g.sh", b"y");
    other("the script", &hooks);
    folder.write("sub/g.sh", b"x");
    assert_eq!(folder.fingerprint(&hooks), first, "it is back");
    folder.write("g.sh", b"x");
    other("a second script", &hooks);
    fs::remove_file(folder.root.join("g.sh")).unwrap();
    folder.write("sub/other.sh", b"z");
    assert_eq!(folder.fingerprint(&hooks), first, "a file that no command names");
    fs::remove_file(folder.root.join("sub/g.sh")).unwrap();
    other("no script", &hooks);
}

#[test]
fn the_order_of_keys_says_nothing() {
    let folder = Folder::new(&[]);
    let read = |text: &str| folder.fingerprint(&serde_json::from_str(text).unwrap());
    let one = read(r#"{"Stop":[{"hooks":[{"command":"a","timeout":5}]}],"SessionStart":[]}"#);
    let two = read(r#"{"SessionStart":[],"Stop":[ {"hooks":[{"timeout":5,"command":"a"}]} ]}"#);
    assert_eq!(one, two);
    // That of a list does: it is the order in which handlers run.
    let first = r#"{"Stop":[{"hooks":[{"command":"a"},{"command":"b"}]}]}"#;
    let second = r#"{"Stop":[{"hooks":[{"command":"b"},{"command":"a"}]}]}"#;
    assert_ne!(read(first), read(second));
}

#[test]
fn what_cannot_be_looked_at_cannot_be_trusted() {
    let names: Vec<String> = (0..65).map(|number| format!("sub/{number}.sh")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let folder = Folder::new(&names);
    let command = |numbers: std::ops::Range<usize>| {
        shell(&numbers.map(|number| format!("./{number}.sh")).collect::<Vec<_>>().join(" "))
    };
    assert!(folder.look(&command(0..64)).is_some());
    assert!(folder.look(&command(0..65)).is_none(), "too many files");
    assert!(folder.look(&command(100..700)).is_none(), "too many words");
    let cd = shell(&(0..17).map(|number| format!("cd ./d{number}; ")).collect::<String>());
    assert!(folder.look(&cd).is_some());
    (0..17).for_each(|number| folder.write(&format!("sub/d{number}/x"), b""));
    assert!(folder.look(&cd).is_none(), "too many folders");
    folder.write("sub/0.sh", &vec![b'x'; 9 << 20]);
    assert!(folder.look(&command(0..2)).is_some());
    folder.write("sub/1.sh", &vec![b'x'; 9 << 20]);
    assert!(folder.look(&command(0..2)).is_none(), "too many bytes");
}

#[test]
fn what_is_no_file_is_not_read() {
    let folder = Folder::new(&["sub/folder/x"]);
    let (_, names) = folder.look(&shell("sh folder /dev/zero")).unwrap();
    assert_eq!(names, [""; 0]);
    assert!(Path::new("/dev/zero").exists());
}
