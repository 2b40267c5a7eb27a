use std::collections::BTreeSet;
use std::os::unix::fs::{MetadataExt, symlink};
use std::time::Duration;

use tempfile::TempDir;
use vults_core::{
    Ancestry, Happening, Input, Now, Origin, Process, SessionKey, State, Usage, UsedWindow,
};

use super::*;
use crate::handle::mailbox;

const FUTURE_MS: u64 = 4_000_000_000_000;

/// This very process.
fn own() -> Process {
    processes::of(std::process::id()).unwrap()
}

/// What is kept of sessions in these processes, and of a plan.
fn kept(processes: &[Process]) -> Kept {
    let mut state = State::default();
    let now = Now { elapsed: Duration::ZERO, unix_ms: 1_800_000_000_000 };
    for process in processes {
        let origin = Origin {
            key: SessionKey { agent: "claude".to_owned(), session: format!("{process:?}") },
            agent_name: "Claude Code".to_owned(),
            cwd: Some("/home/me/one".to_owned()),
            subagent: None,
            subagent_name: None,
            mode: None,
            ancestry: Ancestry::of(*process),
        };
        state.reduce(Input::Happened(origin.clone(), Happening::Prompted), now);
        let window = UsedWindow { minutes: 300, used_percent: 42, resets_unix_ms: Some(FUTURE_MS) };
        let used = Usage { cost_micro_usd: Some(4_200), windows: vec![window] };
        state.reduce(Input::Happened(origin, Happening::Used(used)), now);
    }
    state.kept(now)
}

/// The sessions and the plans that a start makes of the file in a folder.
fn start(data: &Path) -> (SessionStore, BTreeSet<Process>, usize) {
    let (sender, mut inbox) = mailbox();
    let store = SessionStore::start(data.to_owned(), sender);
    // It has read when it no longer can say anything.
    let found = match inbox.blocking_recv() {
        None => Kept::default(),
        Some(Msg::SessionsRead(kept)) => *kept,
        Some(other) => panic!("{other:?}"),
    };
    let processes = found.sessions.iter().map(vults_core::KeptSession::process).collect();
    (store, processes, found.plans.len())
}

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("data").join(NAME);
    (folder, file)
}

fn keep(data: &Path, kept: Kept) {
    let (store, ..) = start(data);
    store.keep(kept);
    store.finish();
}

#[test]
fn sessions_whose_processes_still_run_come_back() {
    let (_folder, file) = folder();
    let data = file.parent().unwrap();
    let gone = Process { began: own().began + 1, ..own() };
    keep(data, kept(&[own(), gone, Process { pid: u32::MAX, began: 1 }]));
    let metadata = fs::metadata(&file).unwrap();
    assert_eq!(metadata.mode() & 0o777, 0o600);
    let (store, processes, plans) = start(data);
    assert_eq!((processes, plans), ([own()].into(), 1));
    store.finish();
    assert_eq!(fs::metadata(&file).unwrap().ino(), metadata.ino(), "nothing new, nothing written");
}

#[test]
fn after_another_start_of_the_machine_only_plans_come_back() {
    let (_folder, file) = folder();
    let data = file.parent().unwrap();
    keep(data, kept(&[own()]));
    let text = fs::read_to_string(&file).unwrap();
    let boot = fs::read_to_string(BOOT_ID).unwrap();
    fs::write(&file, text.replace(boot.trim(), "another")).unwrap();
    let (store, processes, plans) = start(data);
    assert_eq!((processes, plans), (BTreeSet::new(), 1));
    store.finish();
}

#[test]
fn nothing_is_written_before_there_is_something() {
    let (_folder, file) = folder();
    let (store, ..) = start(file.parent().unwrap());
    store.finish();
    assert!(!file.exists());
}

#[test]
fn only_the_newest_word_counts() {
    let (_folder, file) = folder();
    let data = file.parent().unwrap();
    let (store, ..) = start(data);
    for _ in 0..1_000 {
        store.keep(Kept::default());
    }
    store.keep(kept(&[own()]));
    store.finish();
    let (store, processes, _) = start(data);
    assert_eq!(processes, [own()].into());
    store.finish();
}

/// A disk that hangs: nothing is read or written until it goes on.
#[test]
fn nothing_piles_up_while_the_disk_hangs() {
    let (held, file) = folder();
    let boot = held.path().join("boot");
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mknodat(rustix::fs::CWD, &boot, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    let (sender, mut inbox) = mailbox();
    let store = SessionStore::start_in(file.parent().unwrap().to_owned(), boot.clone(), sender);
    for _ in 0..100 {
        store.keep(Kept::default());
    }
    store.keep(kept(&[own()]));
    let held = store.newest.lock().unwrap().clone();
    assert_eq!(held, Some(kept(&[own()])), "the newest alone");
    let id = fs::read_to_string(BOOT_ID).unwrap();
    fs::write(&boot, id).unwrap();
    assert!(inbox.blocking_recv().is_none());
    store.finish();
    let (store, processes, _) = start(file.parent().unwrap());
    assert_eq!(processes, [own()].into());
    store.finish();
}

#[test]
fn the_most_that_is_kept_is_read_again() {
    let mut most = serde_json::to_value(kept(&[own()])).unwrap();
    let ids: Vec<String> = (0..64).map(|n| format!("{n:0200}")).collect();
    for list in ["subagents", "background"] {
        most["sessions"][0][list] = serde_json::json!(ids);
    }
    most["sessions"] = vec![most["sessions"][0].clone(); 64].into();
    let most: Kept = serde_json::from_value(most).unwrap();
    let (_folder, file) = folder();
    let data = file.parent().unwrap();
    keep(data, most.clone());
    let (sender, mut inbox) = mailbox();
    let store = SessionStore::start(data.to_owned(), sender);
    let Some(Msg::SessionsRead(found)) = inbox.blocking_recv() else { panic!("nothing is read") };
    assert_eq!(*found, most);
    store.finish();
}

#[test]
fn what_could_not_be_read_again_is_not_written() {
    let mut more = serde_json::to_value(kept(&[own()])).unwrap();
    more["sessions"][0]["folder"] = "x".repeat(usize::try_from(LONGEST).unwrap()).into();
    let (_folder, file) = folder();
    keep(file.parent().unwrap(), serde_json::from_value(more).unwrap());
    assert!(!file.exists());
}

/// What becomes of a file that stands there at a start: its bytes, and those of what was put aside.
fn check(bytes: &[u8], stays: bool) {
    let (_folder, file) = folder();
    let data = file.parent().unwrap();
    fs::create_dir_all(data).unwrap();
    fs::write(&file, bytes).unwrap();
    let (store, processes, plans) = start(data);
    let text = String::from_utf8_lossy(bytes).chars().take(40).collect::<String>();
    assert_eq!((processes.len(), plans), (0, 0), "{text}");
    store.finish();
    assert_eq!(fs::read(&file).unwrap(), bytes, "{text}");
    keep(data, kept(&[own()]));
    assert_eq!(fs::read(&file).unwrap() == bytes, stays, "{text}");
    let aside = fs::read(data.join(DAMAGED)).ok();
    assert_eq!(aside.as_deref(), (!stays).then_some(bytes), "{text}");
}

#[test]
fn what_is_not_ours_to_read_is_not_written_over() {
    check(br#"{"v": 2, "boot": 7, "sessions": {}}"#, true);
    check(br#"{"v": 99}"#, true);
    check(b"", false);
    check(b"{\"v\": 1, \"boot\": \"x\", \"sess", false);
    check(br#"{"v": 1, "boot": "x", "sessions": [{"agent": 1}]}"#, false);
    check(b"[1]", false);
    check(&b" ".repeat(usize::try_from(LONGEST).unwrap() + 1), false);
}

#[test]
fn only_a_file_is_read() {
    let (held, file) = folder();
    let data = file.parent().unwrap();
    fs::create_dir_all(data).unwrap();
    let elsewhere = held.path().join("elsewhere");
    fs::write(&elsewhere, "{}").unwrap();
    symlink(&elsewhere, &file).unwrap();
    keep(data, kept(&[own()]));
    assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "{}");
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    keep(data, kept(&[own()]));
    assert!(file.is_dir());
}

#[test]
fn a_folder_that_cannot_be_written_breaks_nothing() {
    let (held, file) = folder();
    fs::write(held.path().join("data"), "a file").unwrap();
    keep(file.parent().unwrap(), kept(&[own()]));
    assert_eq!(fs::read_to_string(held.path().join("data")).unwrap(), "a file");
}
