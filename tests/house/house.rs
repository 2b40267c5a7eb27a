//! The rules of the house: who may know whom, and how a file may look. ARCHITECTURE.md says why.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Every crate, and the crates of ours that it may use. Arrows point down only.
const MAY_USE: [(&str, &[&str]); 11] = [
    ("vults-protocol", &[]),
    ("vults-core", &["vults-protocol"]),
    ("vults-agents", &["vults-protocol", "vults-core"]),
    ("vults-disk", &[]),
    ("vults-lifecycle-hooks", &[]),
    (
        "vults-runtime",
        &["vults-protocol", "vults-core", "vults-agents", "vults-disk", "vults-lifecycle-hooks"],
    ),
    ("vults-hook", &["vults-protocol", "vults-core", "vults-agents", "vults-lifecycle-hooks"]),
    ("vults", &["vults-runtime", "vults-core"]),
    (
        "vults-fuzz",
        &[
            "vults-protocol",
            "vults-core",
            "vults-agents",
            "vults-disk",
            "vults-hook",
            "vults-lifecycle-hooks",
            "vults-runtime",
        ],
    ),
    ("vults-house", &[]),
    ("vults-bench", &["vults-core", "vults-protocol"]),
];

/// Libraries that belong to one floor of the house, and the crates that stand on it.
const ONLY_IN: [(&str, &[&str]); 5] = [
    ("tauri", &["vults"]),
    ("tokio", &["vults-runtime"]),
    ("interprocess", &["vults-runtime"]),
    (
        "rustix",
        &[
            "vults",
            "vults-disk",
            "vults-lifecycle-hooks",
            "vults-runtime",
            "vults-hook",
            "vults-bench",
        ],
    ),
    ("anyhow", &["vults", "vults-runtime", "vults-hook", "vults-bench"]),
];

/// Crates whose code may touch nothing outside: no files, no network, no clock, no threads.
const PURE: [&str; 3] = ["protocol/src", "core/src", "agents/src"];

const IMPURE: [&str; 12] = [
    "std::env::var",
    "std::fs",
    "std::net",
    "std::os",
    "std::process",
    "std::thread",
    "tokio::",
    "async fn",
    "Instant",
    "SystemTime",
    "println!",
    "unsafe ",
];

const LONGEST: usize = 500;

/// Names that say nothing about what is inside.
const EMPTY_NAMES: [&str; 9] =
    ["manager", "helper", "helpers", "util", "utils", "service", "services", "common", "misc"];

/// Endings of a type's name that say as little.
const EMPTY_ENDINGS: [&str; 5] = ["Manager", "Helper", "Util", "Utils", "Service"];

/// Folders that hold no source of ours.
const NOT_OURS: [&str; 9] = [
    ".git",
    "target",
    "node_modules",
    "dist",
    "gen",
    "fixtures",
    "artifacts",
    "corpus",
    "__pycache__",
];

const SOURCE: [&str; 8] = ["rs", "ts", "js", "mjs", "svelte", "css", "py", "sh"];

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The packages of the workspace, by name.
fn packages() -> BTreeMap<String, Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(top())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap().iter();
    packages
        .map(|package| (package["name"].as_str().unwrap().to_owned(), package.clone()))
        .collect()
}

/// What a package depends on when it is built; what its tests need besides is its own matter.
fn dependencies(package: &Value) -> BTreeSet<&str> {
    let all = package["dependencies"].as_array().unwrap().iter();
    all.filter(|dependency| dependency["kind"].is_null())
        .map(|dependency| dependency["name"].as_str().unwrap())
        .collect()
}

/// Every source file of ours below a folder, by its path from the top.
fn sources(folder: &str) -> Vec<(String, PathBuf)> {
    let top = top();
    let mut folders = vec![top.join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let entry = entry.unwrap();
            let path = entry.path();
            let name = entry.file_name().into_string().unwrap();
            let source =
                path.extension().is_some_and(|ext| SOURCE.iter().any(|known| ext == *known));
            if entry.file_type().unwrap().is_dir() {
                if !NOT_OURS.contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if source {
                files.push((path.strip_prefix(&top).unwrap().display().to_string(), path));
            }
        }
    }
    files.sort();
    files
}

/// Asks each line of each source file below a folder, and names those that break a rule.
fn offenders(folder: &str, breaks: impl Fn(&str, &str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for (name, path) in sources(folder) {
        let text = fs::read_to_string(&path).unwrap();
        let lines = text.lines().enumerate().filter(|(_, line)| breaks(&name, line));
        found.extend(lines.map(|(at, line)| format!("{name}:{}: {}", at + 1, line.trim())));
    }
    found
}

#[test]
fn arrows_point_down() {
    let packages = packages();
    let table: BTreeSet<&str> = MAY_USE.iter().map(|(name, _)| *name).collect();
    let ours: BTreeSet<&str> = packages.keys().map(String::as_str).collect();
    assert_eq!(ours, table, "every crate has its row");
    for (name, may_use) in MAY_USE {
        for dependency in dependencies(&packages[name]).intersection(&ours) {
            assert!(may_use.contains(dependency), "{name} may not use {dependency}");
        }
    }
}

#[test]
fn libraries_stay_on_their_floor() {
    for (name, package) in packages() {
        let dependencies = dependencies(&package);
        for (library, floor) in ONLY_IN {
            let allowed = floor.contains(&name.as_str());
            assert!(allowed || !dependencies.contains(library), "{name} may not use {library}");
        }
    }
}

#[test]
fn every_crate_has_the_workspace_s_lints() {
    for (name, package) in packages() {
        let manifest = fs::read_to_string(package["manifest_path"].as_str().unwrap()).unwrap();
        assert!(manifest.contains("[lints]\nworkspace = true\n"), "{name} sets its own lints");
    }
}

#[test]
fn pure_crates_touch_nothing_outside() {
    for folder in PURE {
        let impure = offenders(folder, |_, line| {
            !line.trim_start().starts_with("//") && IMPURE.iter().any(|word| line.contains(word))
        });
        assert!(impure.is_empty(), "{impure:#?}");
    }
}

#[test]
fn files_stay_small() {
    for (name, path) in sources(".") {
        let lines = fs::read_to_string(path).unwrap().lines().count();
        assert!(lines <= LONGEST, "{name} has {lines} lines: make it a folder");
    }
}

#[test]
fn names_say_what_is_inside() {
    for (name, _) in sources(".") {
        let mut parts = name.split(['/', '.', '-', '_']);
        assert!(!parts.any(|part| EMPTY_NAMES.contains(&part)), "{name} says nothing");
    }
    let declares = |line: &str| {
        let words: Vec<&str> = line
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .filter(|w| !w.is_empty())
            .collect();
        words.windows(2).any(|pair| {
            let keyword =
                ["struct", "enum", "trait", "type", "class", "interface"].contains(&pair[0]);
            let empty = EMPTY_ENDINGS.iter().any(|ending| pair[1].ends_with(ending))
                || EMPTY_NAMES.contains(&pair[1]);
            (keyword || pair[0] == "mod") && empty
        })
    };
    let found = offenders(".", |_, line| !line.trim_start().starts_with("//") && declares(line));
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn one_file_of_the_page_knows_tauri() {
    let found = offenders("ui", |name, line| {
        let imports = ["import", "from", "require"].iter().any(|word| line.contains(word));
        name != "ui/src/bridge.ts" && imports && line.contains("@tauri-apps")
    });
    assert!(found.is_empty(), "{found:#?}");
}
