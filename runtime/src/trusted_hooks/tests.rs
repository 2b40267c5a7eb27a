use std::os::unix::fs::PermissionsExt;
use std::thread;

use tempfile::TempDir;
use vults_protocol::endpoint::trusted_hooks;

use super::*;
use crate::testing::is_root;

const FILE: &str = "/home/me/project/.vults/settings.json";

/// A data folder with a store in it.
fn store() -> (TempDir, TrustStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = TrustStore::new(&folder.path().join("vults"));
    (folder, store)
}

/// A store whose file has these bytes.
fn store_of(bytes: &[u8]) -> (TempDir, TrustStore) {
    let (folder, store) = store();
    fs::create_dir(&store.data).unwrap();
    fs::write(store.file(), bytes).unwrap();
    (folder, store)
}

#[test]
fn the_relay_reads_the_same_file() {
    let (folder, store) = store();
    assert_eq!(trusted_hooks(Some(folder.path().to_owned()), None), Some(store.file()));
}

#[test]
fn trust_is_kept_for_this_user_alone() {
    let (_folder, store) = store();
    assert_eq!(store.read().unwrap(), TrustedHooks::default());
    assert!(!store.distrust(FILE).unwrap());
    assert!(!store.file().exists());

    store.trust(FILE, "aa").unwrap();
    store.trust("/other", "bb").unwrap();
    store.trust(FILE, "cc").unwrap();
    let trusted = store.read().unwrap();
    assert!(trusted.trusts(FILE, "cc") && !trusted.trusts(FILE, "aa"));
    assert!(trusted.trusts("/other", "bb"));
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&store.file()), 0o600);
    assert_eq!(mode(&store.data), 0o700);

    assert!(store.distrust(FILE).unwrap());
    assert!(!store.distrust(FILE).unwrap());
    assert_eq!(store.read().unwrap().files().collect::<Vec<_>>(), ["/other"]);
}

#[test]
fn trusting_the_same_again_writes_nothing() {
    let (_folder, store) = store();
    store.trust(FILE, "aa").unwrap();
    let written = store.file().metadata().unwrap().modified().unwrap();
    store.trust(FILE, "aa").unwrap();
    assert_eq!(store.file().metadata().unwrap().modified().unwrap(), written);
}

#[test]
fn a_damaged_file_trusts_nothing_and_is_put_aside() {
    let long = vec![b' '; usize::try_from(TrustedHooks::LONGEST_FILE).unwrap() + 1];
    let damaged: [&[u8]; 7] = [
        b"",
        b"{",
        b"[]",
        br#"{"version":1}"#,
        br#"{"version":0,"trusted":{}}"#,
        br#"{"version":1,"trusted":{"/a":1}}"#,
        &long,
    ];
    for bytes in damaged {
        let (_folder, store) = store_of(bytes);
        assert!(matches!(store.read(), Err(TrustError::Damaged { .. })));
        assert!(!store.distrust(FILE).unwrap());
        assert_eq!(fs::read(store.file()).unwrap(), bytes);
        store.trust(FILE, "aa").unwrap();
        assert!(store.read().unwrap().trusts(FILE, "aa"));
        assert_eq!(fs::read(store.data.join(DAMAGED)).unwrap(), bytes);
    }
}

#[test]
fn a_newer_file_trusts_nothing_and_stays() {
    for bytes in [&br#"{"version":2,"trusted":{}}"#[..], br#"{"version":7,"projects":[]}"#] {
        let (_folder, store) = store_of(bytes);
        assert!(matches!(store.read(), Err(TrustError::Newer { .. })));
        assert!(matches!(store.trust(FILE, "aa"), Err(TrustError::Newer { .. })));
        assert!(matches!(store.distrust(FILE), Err(TrustError::Newer { .. })));
        assert_eq!(fs::read(store.file()).unwrap(), bytes);
    }
}

#[test]
fn what_is_no_file_trusts_nothing() {
    let (_folder, store) = store();
    fs::create_dir_all(store.file()).unwrap();
    assert!(matches!(store.read(), Err(TrustError::Unreadable { .. })));
    assert!(matches!(store.trust(FILE, "aa"), Err(TrustError::Unreadable { .. })));
    assert!(store.file().is_dir());
}

#[test]
fn a_file_that_its_readers_would_not_read_is_not_written() {
    let (_folder, store) = store();
    store.trust(FILE, "aa").unwrap();
    let long = "x".repeat(usize::try_from(TrustedHooks::LONGEST_FILE).unwrap());
    assert!(matches!(store.trust(&long, "bb"), Err(TrustError::Full { .. })));
    assert!(store.read().unwrap().trusts(FILE, "aa"));
}

#[test]
fn two_writers_lose_nothing() {
    let (_folder, store) = store();
    let writer = |name: &'static str| {
        let store = store.clone();
        thread::spawn(move || {
            (0..20).for_each(|count| store.trust(&format!("/{name}/{count}"), "aa").unwrap());
        })
    };
    let (app, command_line) = (writer("app"), writer("command line"));
    app.join().unwrap();
    command_line.join().unwrap();
    assert_eq!(store.read().unwrap().files().count(), 40);
}

#[test]
fn nothing_is_made_in_another_users_folder() {
    if !is_root() {
        return;
    }
    let (folder, store) = store();
    std::os::unix::fs::chown(folder.path(), Some(1), None).unwrap();
    assert!(matches!(store.trust(FILE, "aa"), Err(TrustError::Foreign(_))));
    assert!(!store.data.exists());
}
