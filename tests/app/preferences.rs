//! What a person sets in the settings window, from a click there to the file and back.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::agent::Asking;
use crate::app::App;
use crate::desktop::{inside, shot};
use crate::page::{ISLAND, Pages, SETTINGS, start_with_pages};
use crate::screen::find_window;
use crate::settings::{open, until};

fn file(app: &App) -> PathBuf {
    app.runtime_dir().join("config/vults/settings.json")
}

fn said(path: &Path) -> Value {
    std::fs::read_to_string(path)
        .ok()
        .map_or(Value::Null, |text| serde_json::from_str(&text).unwrap())
}

/// Presses a switch, which has no words in it but a name.
#[track_caller]
fn open_general(app: &App, pages: &Pages) {
    open(app, pages);
    pages.press(SETTINGS, "General");
}

#[test]
fn a_switch_writes_its_key_and_an_edit_by_hand_is_shown() {
    inside(|| {
        let (app, pages) = start_with_pages();
        open_general(&app, &pages);
        assert_eq!(said(&file(&app)), Value::Null, "nothing is written unasked");
        pages.press(SETTINGS, "Sounds");
        until("it is written", || said(&file(&app)) == json!({"version": 1, "sounds": false}));
        shot("general");
        let hand = r#"{"version": 1, "hooks": {}, "sounds": false, "language": "pt-BR"}"#;
        std::fs::write(file(&app), hand).unwrap();
        let lang = "return document.documentElement.lang === 'pt-BR' ? true : null";
        pages.until(ISLAND, "the other language", lang);
        let title = "Configurações do Vults";
        until("the title too", || find_window(title).is_some());
        let says = "return document.body.innerText.includes('Geral') ? true : null";
        pages.until(title, "the other language", says);
    });
}

#[test]
fn a_newer_file_is_said_and_left_alone() {
    inside(|| {
        let (app, pages) = start_with_pages();
        let newer = r#"{"version": 7, "perch": "oak", "sounds": false}"#;
        std::fs::create_dir_all(file(&app).parent().unwrap()).unwrap();
        std::fs::write(file(&app), newer).unwrap();
        open_general(&app, &pages);
        let says = "return document.body.innerText.includes('A newer Vults') ? true : null";
        pages.until(SETTINGS, "the trouble", says);
        pages.press(SETTINGS, "Notifications");
        let says = "return [...document.querySelectorAll('.failure [role=alert]')]
            .map(alert => alert.innerText)[0] ?? null";
        let why = pages.until(SETTINGS, "why it was not done", says);
        assert!(why.as_str().unwrap().contains("so nothing in it is changed."), "{why}");
        assert_eq!(std::fs::read_to_string(file(&app)).unwrap(), newer);
    });
}

#[test]
fn it_starts_with_the_desktop_from_its_own_entry() {
    inside(|| {
        let (app, pages) = start_with_pages();
        let entry = app.runtime_dir().join("config/autostart/vults.desktop");
        open_general(&app, &pages);
        pages.press(SETTINGS, "Start with the desktop");
        until("the entry comes", || entry.exists());
        let text = std::fs::read_to_string(&entry).unwrap();
        assert!(text.contains(&format!("\nExec=\"{}\"\n", app.file().display())), "{text}");
        // A tool of the desktop switches it off.
        std::fs::write(&entry, format!("{text}X-GNOME-Autostart-enabled=false\n")).unwrap();
        let off =
            "return document.querySelector('[role=switch][aria-label=\"Start with the desktop\"]')
            ?.getAttribute('aria-checked') === 'false' ? true : null";
        pages.until(SETTINGS, "it is off", off);
    });
}

/// Where the desktop has no tray there is another way to end it.
#[test]
fn it_ends_from_the_settings() {
    inside(|| {
        let (app, pages) = start_with_pages();
        open_general(&app, &pages);
        let asking = Asking::begin(&app, "one", "true");
        pages.press(SETTINGS, "Quit Vults");
        assert_eq!(asking.reply(), None);
        assert!(app.ended().success());
    });
}

/// Only the settings window changes what is set.
#[test]
fn the_island_s_page_sets_nothing() {
    inside(|| {
        let (app, pages) = start_with_pages();
        for (command, values) in [
            ("prefer", "{ change: { sounds: false } }"),
            ("hear", "{ sound: 'asks' }"),
            ("quit", "{}"),
        ] {
            let call = format!(
                "try {{ await window.__TAURI_INTERNALS__.invoke('{command}', {values}); return 'done' }}
                 catch (why) {{ return String(why) }}"
            );
            let why = pages.run(ISLAND, &call);
            assert!(why.as_str().unwrap().contains("not allowed"), "{why}");
        }
        assert_eq!(said(&file(&app)), Value::Null);
    });
}
