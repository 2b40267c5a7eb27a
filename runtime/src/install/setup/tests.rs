use std::fs;
use std::os::unix::fs::symlink;
use std::sync::mpsc::{Receiver, channel};

use vults_core::{Dead, FolderState, FolderView, Shrunk, StatusLine};

use super::*;
use crate::handle::{Msg, mailbox};
use crate::install::testing::Home;
use crate::reports::Reports;

/// How long a view may take; noticing a change takes a second by design.
const SOON: Duration = Duration::from_secs(30);

/// Longer than the thread takes to watch anew after it has shown what it saw.
const SETTLED: Duration = Duration::from_secs(2);

/// A thread that keeps hooks, with what it shows and tells.
struct Kept {
    home: Home,
    setup: Setup,
    views: Receiver<SetupView>,
    inbox: tokio::sync::mpsc::UnboundedReceiver<Msg>,
    drift: Vec<Drift>,
}

impl Kept {
    fn start(home: Home) -> Kept {
        Kept::noticing(home, Notice::default())
    }

    fn noticing(home: Home, notice: Notice) -> Kept {
        let (sender, inbox) = mailbox();
        let (shown, views) = channel();
        let runtime = Handle::new(sender, Reports::default());
        let show = move |view| _ = shown.send(view);
        let setup = Setup::start_in(home.installer(), notice, runtime, show);
        Kept { home, setup, views, inbox, drift: Vec::new() }
    }

    /// The first view of which this holds for its first file.
    fn until(&self, holds: impl Fn(&FolderView) -> bool) -> SetupView {
        self.until_view(|view| view.folders.first().is_some_and(&holds))
    }

    /// The first view of which this holds.
    fn until_view(&self, holds: impl Fn(&SetupView) -> bool) -> SetupView {
        let until = Instant::now() + SOON;
        let mut last = self.setup.view();
        loop {
            if holds(&last) {
                return last;
            }
            let left = until.saturating_duration_since(Instant::now());
            last = self.views.recv_timeout(left).unwrap_or_else(|_| panic!("never: {last:#?}"));
        }
    }

    fn is(&self, state: FolderState) -> SetupView {
        self.until(|folder| folder.state == state)
    }

    /// What the island was told last.
    fn drift(&mut self) -> &[Drift] {
        while let Ok(msg) = self.inbox.try_recv() {
            if let Msg::Drifted(drift) = msg {
                self.drift = drift;
            }
        }
        &self.drift
    }

    fn id(&self) -> String {
        self.setup.view().folders[0].id.clone()
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.setup.quit();
    }
}

#[test]
fn the_first_run_installs_and_says_what_it_wrote() {
    let home = Home::new();
    home.write("{\n  \"model\": \"x\"\n}\n");
    let kept = Kept::start(home);
    let view = kept.is(FolderState::Installed);
    assert!(view.first_run && view.relay_trouble.is_none() && view.revision > 0);
    let folder = &view.folders[0];
    let written = folder.written.as_ref().unwrap();
    assert!(written.undo && written.diff.added > 11);
    assert!(folder.offer.is_none() && folder.removal.is_some() && folder.backup.is_some());
    assert!(folder.entries.iter().all(|entry| entry.present));
    assert_eq!((folder.status_line, folder.dead.as_slice()), (StatusLine::Ours, &[][..]));
    drop(kept.setup.act(SetupAct::Seen));
    let until = Instant::now() + SOON;
    while kept.setup.view().first_run {
        kept.views.recv_timeout(until - Instant::now()).unwrap();
    }
    drop(kept.setup.act(SetupAct::Remove(kept.id())));
    let view = kept.is(FolderState::Removed);
    assert_eq!(kept.home.read(), "{\n  \"model\": \"x\"\n}\n");
    assert!(!view.folders[0].written.as_ref().unwrap().undo && view.folders[0].offer.is_some());
    drop(kept.setup.act(SetupAct::Install(kept.id())));
    kept.is(FolderState::Installed);
    drop(kept.setup.act(SetupAct::Test(kept.id())));
    let view = kept.until(|folder| folder.test.is_some());
    let test = view.folders[0].test.as_ref().unwrap();
    assert_eq!(test.hooks.len(), 15);
    assert!(
        test.hooks.iter().all(|hook| hook.trouble.is_none() && hook.printed.is_none()),
        "{test:?}"
    );
}

#[test]
fn what_another_program_takes_away_is_noticed_and_told_once() {
    let home = Home::new();
    home.write("{ \"model\": \"x\" }");
    let mut kept = Kept::start(home);
    kept.is(FolderState::Installed);
    let installed = kept.home.read();
    assert_eq!(kept.drift(), []);

    // (a) Another program writes the file anew, without our hooks.
    kept.home.write("{ \"model\": \"yyyyyyyy\" }");
    let view = kept.is(FolderState::Missing);
    let folder = &view.folders[0];
    assert!(folder.since_unix_ms.is_some() && folder.offer.is_some() && folder.backup.is_some());
    let since = folder.since_unix_ms.unwrap();
    let gone = Drift { agent_name: "Claude Code".to_owned(), partial: false, since_unix_ms: since };
    assert_eq!(kept.drift(), [gone]);
    assert_eq!(kept.home.read(), "{ \"model\": \"yyyyyyyy\" }");

    // They come back, from wherever.
    fs::write(kept.home.settings(), &installed).unwrap();
    kept.is(FolderState::Installed);
    assert_eq!(kept.drift(), []);

    // (b) Only some of them.
    let mut some = kept.home.value();
    let hooks = some["hooks"].as_object_mut().unwrap();
    for event in ["Stop", "SessionEnd", "PermissionRequest"] {
        hooks.shift_remove(event);
    }
    // By rename, as most programs write.
    let beside = kept.home.home().join(".claude/new");
    fs::write(&beside, some.to_string()).unwrap();
    fs::rename(&beside, kept.home.settings()).unwrap();
    let view = kept.is(FolderState::Partial);
    let absent = view.folders[0].entries.iter().filter(|entry| !entry.present);
    assert_eq!(absent.count(), 3);
    assert!(kept.drift()[0].partial);

    // (c) Cut to a tenth.
    fs::write(kept.home.settings(), &installed[..installed.len() / 10]).unwrap();
    let view = kept.is(FolderState::NotEditable);
    let folder = &view.folders[0];
    let lengths = Shrunk { before: installed.len() as u64, now: (installed.len() / 10) as u64 };
    assert_eq!(folder.shrunk, Some(lengths));
    assert!(folder.problem.as_ref().unwrap().line.is_some() && folder.backup.is_some());
    assert_eq!(kept.home.read(), installed[..installed.len() / 10]);

    // The whole folder goes and comes, as when settings are restored.
    fs::remove_dir_all(kept.home.home().join(".claude")).unwrap();
    kept.home.write(&installed);
    kept.is(FolderState::Installed);
    kept.home.write("{}");
    kept.is(FolderState::Missing);
}

#[test]
fn a_folder_that_was_away_is_watched_when_it_is_back() {
    let home = Home::new();
    home.write("{}");
    let kept = Kept::start(home);
    kept.is(FolderState::Installed);
    let folder = kept.home.home().join(".claude");
    let away = kept.home.home().join("away");
    fs::rename(&folder, &away).unwrap();
    kept.until_view(|view| view.folders.is_empty());
    std::thread::sleep(SETTLED);
    fs::rename(&away, &folder).unwrap();
    kept.is(FolderState::Installed);
    kept.home.write("{}");
    kept.is(FolderState::Missing);
}

#[test]
fn a_link_on_the_way_to_the_file_is_watched() {
    let home = Home::new();
    home.write("{}");
    let place = |name: &str| home.home().join(name);
    fs::create_dir_all(place("dots/one")).unwrap();
    fs::create_dir_all(place("dots/two")).unwrap();
    fs::rename(home.settings(), place("dots/one/settings.json")).unwrap();
    fs::write(place("dots/two/settings.json"), "{}").unwrap();
    symlink("one", place("dots/current")).unwrap();
    symlink("../dots/current/settings.json", home.settings()).unwrap();
    let dots = place("dots");
    let kept = Kept::start(home);
    kept.is(FolderState::Installed);
    std::thread::sleep(SETTLED);
    symlink("two", dots.join("new")).unwrap();
    fs::rename(dots.join("new"), dots.join("current")).unwrap();
    kept.is(FolderState::Missing);
}

#[test]
fn what_the_system_does_not_tell_is_looked_for() {
    let check = |watch: fn(Vec<PathBuf>, Sender<Told>) -> notify::Result<Watch>| {
        let home = Home::new();
        home.write("{}");
        let unwatched = Duration::from_millis(200);
        let mut kept = Kept::noticing(home, Notice { watch, unwatched });
        kept.is(FolderState::Installed);
        kept.home.write("{}");
        kept.is(FolderState::Missing);
        // What is shown may be a look ahead of what is told.
        let until = Instant::now() + SOON;
        while kept.drift().is_empty() {
            assert!(Instant::now() < until, "the drift is never told");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    check(|_, _| Err(notify::Error::new(notify::ErrorKind::MaxFilesWatch)));
    // Only a folder that the system refuses.
    check(|_, _| Watch::new([PathBuf::from(format!("/{}/x/x", "x".repeat(300)))], || {}));
}

#[test]
fn who_quits_waits_for_what_is_being_done_and_nothing_is_done_after_it() {
    let home = Home::new();
    home.write("{}");
    let kept = Kept::start(home);
    kept.is(FolderState::Installed);
    let removed = kept.setup.act(SetupAct::Remove(kept.id()));
    kept.setup.quit();
    assert_eq!(kept.home.read(), "{}");
    let waited = |act| tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(act);
    assert!(waited(removed), "it was done before the end");
    assert!(!waited(kept.setup.act(SetupAct::Install(kept.id()))), "nobody does it any more");
    assert_eq!(kept.home.read(), "{}");
}

#[test]
fn the_command_lines_changes_are_noticed() {
    let home = Home::new();
    home.write("{}");
    let kept = Kept::start(home);
    kept.is(FolderState::Installed);
    kept.home.wish(crate::install::installer::Wish::Remove).unwrap();
    kept.is(FolderState::Removed);
}

#[test]
fn what_keeps_hooks_from_running_is_said() {
    let home = Home::new();
    home.write("{ \"disableAllHooks\": true, // for now\n }");
    let managed = home.around.root.join("etc/claude-code");
    fs::create_dir_all(&managed).unwrap();
    fs::write(managed.join("managed-settings.json"), "{ \"allowManagedHooksOnly\": true }")
        .unwrap();
    let kept = Kept::start(home);
    let view = kept.is(FolderState::Installed);
    let dead = &view.folders[0].dead;
    assert!(matches!(dead[0], Dead::NotLoaded { line: 1, column: 28 }), "{dead:?}");
    assert!(matches!(dead[1..], [Dead::Managed { .. }, Dead::Disabled { .. }]), "{dead:?}");
}

#[test]
fn an_app_without_its_relay_says_so() {
    let home = Home::new();
    home.write("{}");
    fs::remove_file(home.folder.path().join("app/vults-hook")).unwrap();
    let kept = Kept::start(home);
    let view = kept.is(FolderState::NotInstalled);
    assert!(view.relay_trouble.is_some());
    let folder = &view.folders[0];
    assert!(folder.problem.as_ref().unwrap().sentence.starts_with("There is no "));
    assert!(folder.offer.is_some());
    assert_eq!(kept.home.read(), "{}");
}
