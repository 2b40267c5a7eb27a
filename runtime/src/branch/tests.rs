use tempfile::TempDir;

use super::*;
use crate::handle::mailbox;
use crate::testing::{settle, soon};

/// A folder with these files in it.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// What is found from a folder below one with these files.
#[track_caller]
fn check(files: &[(&str, &str)], from: &str, root: Option<&str>, expected: Option<&str>) {
    let folder = folder(files);
    let root = root
        .map(|root| folder.path().join(root).to_str().unwrap().trim_end_matches('/').to_owned());
    let found = find(&folder.path().join(from));
    assert_eq!(found, Found { root, branch: expected.map(str::to_owned) }, "{files:?}");
}

const HASH: &str = "4cb0c1b9a4f9b8f0ee1d3e2b7f6a5c4d3e2f1a0b\n";

#[test]
fn the_branch_of_the_nearest_repository() {
    let main = (".git/HEAD", "ref: refs/heads/main\n");
    check(&[main], "", Some(""), Some("main"));
    check(&[main], "src/deep/down", Some(""), Some("main"));
    check(
        &[main, ("inner/.git/HEAD", "ref: refs/heads/feat/x\n")],
        "inner/src",
        Some("inner"),
        Some("feat/x"),
    );
    check(&[(".git/HEAD", HASH)], "", Some(""), Some("4cb0c1b"));
    check(&[(".git/HEAD", "ref: refs/remotes/o/x")], "", Some(""), Some("refs/remotes/o/x"));
    // One of two work trees.
    let elsewhere = ("data/worktrees/one/HEAD", "ref: refs/heads/one\n");
    check(
        &[("one/.git", "gitdir: ../data/worktrees/one\n"), elsewhere],
        "one",
        Some("one"),
        Some("one"),
    );
}

#[test]
fn what_is_no_repository_has_no_branch() {
    check(&[("a", "")], "", None, None);
    check(&[(".git/config", "")], "", None, None);
    check(&[(".git", "gitdir: nowhere\n")], "", None, None);
    check(&[(".git", "gitdir:\n")], "", None, None);
    check(&[(".git", "not git")], "", None, None);
    for head in ["", "ref:", "ref: ", "ref: refs/heads/.invalid", "main", "1234567"] {
        check(&[(".git/HEAD", head)], "", Some(""), None);
    }
    check(&[(".git/HEAD", &"x".repeat(5_000))], "", None, None);
    assert_eq!(find(Path::new("relative")), Found::default());
    assert_eq!(find(Path::new("")), Found::default());
}

#[test]
fn nothing_but_files_is_opened_for_reading() {
    let held = folder(&[("a", "")]);
    fs::create_dir(held.path().join(".git")).unwrap();
    let head = held.path().join(".git/HEAD");
    let made = std::process::Command::new("mkfifo").arg(&head).status().unwrap();
    assert!(made.success());
    assert_eq!(find(held.path()), Found::default());
    fs::remove_file(&head).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &head).unwrap();
    assert_eq!(find(held.path()), Found::default());
}

#[tokio::test]
async fn a_session_is_looked_at_once_at_a_time() {
    let (sender, mut inbox) = mailbox();
    let mut branches = Branches::new(&sender);
    let key = SessionKey { agent: "claude".to_owned(), session: "s".to_owned() };
    let project = folder(&[(".git/HEAD", "ref: refs/heads/main\n")]);
    let path = project.path().to_str().unwrap().to_owned();
    for _ in 0..5 {
        branches.look(key.clone(), path.clone());
    }
    for _ in 0..2 {
        let Some(Msg::ProjectRead(read)) = soon(inbox.recv()).await else { panic!("no message") };
        assert_eq!(read.found.branch.as_deref(), Some("main"));
        branches.looked(&read.session);
    }
    settle().await;
    assert!(inbox.try_recv().is_err());
}

#[tokio::test]
async fn every_session_of_many_is_looked_at() {
    let (sender, mut inbox) = mailbox();
    let mut branches = Branches::new(&sender);
    let project = folder(&[(".git/HEAD", "ref: refs/heads/main\n")]);
    let path = project.path().to_str().unwrap().to_owned();
    let mut left: std::collections::BTreeSet<String> = (0..64).map(|n| n.to_string()).collect();
    for session in &left {
        let key = SessionKey { agent: "claude".to_owned(), session: session.clone() };
        branches.look(key, path.clone());
    }
    while !left.is_empty() {
        let Some(Msg::ProjectRead(read)) = soon(inbox.recv()).await else { panic!("no message") };
        assert!(left.remove(&read.session.session));
        branches.looked(&read.session);
    }
}
