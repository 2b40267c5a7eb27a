//! The thread: what is changed by hand counts at once, and nobody is told of what is the same.

use std::fs;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};

use vults_core::Marks;

use super::*;

/// Generous: the machine may be busy with other things.
const SOON: Duration = Duration::from_secs(40);

struct Home {
    folder: tempfile::TempDir,
}

impl Home {
    fn new() -> Home {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("config")).unwrap();
        Home { folder }
    }

    fn start(&self) -> (Preferences, Receiver<PreferencesView>) {
        let config = self.folder.path().join("config");
        let around = Around {
            file: self.file(),
            autostart: autostart::Autostart::new(&config, std::env::current_exe().ok()),
            quiet: self.folder.path().join("quiet.json"),
            backups: self.folder.path().join("backups"),
            system_language: String::new(),
        };
        let (shown, views) = channel();
        let preferences = Preferences::start_in(around, move |view, _| _ = shown.send(view));
        (preferences, views)
    }

    fn file(&self) -> std::path::PathBuf {
        self.folder.path().join("config/vults/settings.json")
    }

    fn autostart(&self) -> std::path::PathBuf {
        self.folder.path().join("config/autostart/vults.desktop")
    }
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Does a thing until it is seen, since the watch may begin only after it was done once.
#[track_caller]
fn until(
    views: &Receiver<PreferencesView>,
    mut act: impl FnMut(),
    holds: impl Fn(&PreferencesView) -> bool,
) -> PreferencesView {
    let end = Instant::now() + SOON;
    while Instant::now() < end {
        act();
        while let Ok(view) = views.recv_timeout(Duration::from_secs(2)) {
            if holds(&view) {
                return view;
            }
        }
    }
    panic!("waited in vain for a view")
}

#[tokio::test]
async fn a_change_is_shown_once_and_then_answered() {
    let home = Home::new();
    let (preferences, views) = home.start();
    let before = preferences.view();
    preferences.prefer(Prefer::Marks(Marks::Plain)).await.unwrap();
    let view = preferences.view();
    assert_eq!(view.marks, Marks::Plain);
    assert!(view.revision > before.revision);
    assert_eq!(views.try_iter().last(), Some(view.clone()));
    preferences.prefer(Prefer::Marks(Marks::Plain)).await.unwrap();
    preferences.look();
    preferences.prefer(Prefer::QuietMinutes(0)).await.unwrap();
    assert_eq!(preferences.view(), view);
    assert_eq!(views.try_iter().count(), 0);
}

#[test]
fn what_is_changed_by_hand_counts_at_once() {
    let home = Home::new();
    let (_preferences, views) = home.start();
    // The folder comes first, as an editor or `mkdir` makes it.
    let view = until(
        &views,
        || write(&home.file(), r#"{"sounds": false, "hooks": {}}"#),
        |view| !view.sounds,
    );
    assert_eq!(view.trouble, None);
    let broken = until(&views, || write(&home.file(), "{"), |view| view.trouble.is_some());
    assert!(broken.sounds, "the default counts");
    // As an editor does that writes beside the file.
    let other = home.file().with_extension("new");
    until(
        &views,
        || {
            write(&other, r#"{"notifications": false}"#);
            fs::rename(&other, home.file()).unwrap();
        },
        |view| !view.notifications && view.trouble.is_none(),
    );
    until(&views, || _ = fs::remove_file(home.file()), |view| view.notifications);
}

#[test]
fn the_autostart_entry_is_followed() {
    let home = Home::new();
    let (preferences, views) = home.start();
    assert!(!preferences.view().start_with_desktop);
    let entry = "[Desktop Entry]\nType=Application\nName=Vults\nExec=vults\n";
    until(&views, || write(&home.autostart(), entry), |view| view.start_with_desktop);
    let off = format!("{entry}Hidden=true\n");
    until(&views, || write(&home.autostart(), &off), |view| !view.start_with_desktop);
}

#[tokio::test]
async fn quiet_ends_by_itself_and_is_shown() {
    let home = Home::new();
    let until_unix_ms = quiet::now() + 1_500;
    let text = format!("{{\"v\":1,\"until_unix_ms\":{until_unix_ms}}}");
    write(&home.folder.path().join("quiet.json"), &text);
    let (preferences, views) = home.start();
    assert_eq!(preferences.view().quiet_until_unix_ms, Some(until_unix_ms));
    assert!(preferences.is_quiet());
    until(&views, || {}, |view| view.quiet_until_unix_ms.is_none());
    assert!(!preferences.is_quiet());
    preferences.prefer(Prefer::QuietMinutes(30)).await.unwrap();
    assert!(preferences.is_quiet());
    preferences.prefer(Prefer::QuietMinutes(0)).await.unwrap();
    assert!(!preferences.is_quiet());
}

#[test]
fn screens_come_with_the_view() {
    let home = Home::new();
    let (preferences, views) = home.start();
    let model = vults_core::Text::of("A screen");
    let screen = ScreenView { name: "DP-1".to_owned(), model, primary: true };
    preferences.screens(vec![screen.clone()]);
    until(&views, || {}, |view| view.screens == [screen.clone()]);
}
