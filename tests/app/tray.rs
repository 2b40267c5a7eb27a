//! The icon in the tray, as a panel meets it on the session bus.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use crate::agent::{Asking, Call, ready};
use crate::app::{App, SILENCE};
use crate::desktop::{inside, root, tool};
use crate::page::SETTINGS;
use crate::screen::{click, find_window};
use crate::settings::until;

/// A tray, ended when dropped.
struct Panel {
    child: Child,
    owner: String,
}

impl Panel {
    /// Waits for the app's icon in it.
    #[track_caller]
    fn with_icon() -> (Panel, App) {
        let mut child = Command::new("/usr/bin/python3")
            .arg(root().join("tests/app/tray_watcher.py"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut icons = BufReader::new(child.stdout.take().unwrap());
        let app = App::start();
        let mut icon = String::new();
        icons.read_line(&mut icon).unwrap();
        let (owner, _) = icon.trim().split_once(' ').unwrap();
        let owner = owner.to_owned();
        (Panel { child, owner }, app)
    }

    /// The menu, as the bus prints it.
    #[track_caller]
    fn menu(&self) -> String {
        let layout = "com.canonical.dbusmenu.GetLayout";
        self.call(layout, &["0", "--", "-1", "[]"])
    }

    /// The number of the entry with these words.
    #[track_caller]
    fn entry(&self, label: &str) -> String {
        let menu = self.menu();
        let (before, _) = menu
            .split_once(&format!("'label': <'{label}'>"))
            .unwrap_or_else(|| panic!("no {label:?} in {menu}"));
        // Each entry is (id, properties, children).
        let start = before.rfind("<(").unwrap() + 2;
        before[start..].split(',').next().unwrap().trim().to_owned()
    }

    /// Presses the entry with these words.
    #[track_caller]
    fn press(&self, label: &str) {
        self.call("com.canonical.dbusmenu.Event", &[&self.entry(label), "clicked", "<0>", "0"]);
    }

    /// The same where the app may be gone before it has answered the bus.
    #[track_caller]
    fn press_last(&self, label: &str) {
        let press = ["com.canonical.dbusmenu.Event", &self.entry(label), "clicked", "<0>", "0"];
        _ = Command::new("gdbus")
            .args(["call", "--session", "-d", &self.owner, "-o", "/MenuBar", "-m"])
            .args(press)
            .output()
            .unwrap();
    }

    #[track_caller]
    fn call(&self, method: &str, arguments: &[&str]) -> String {
        let call = ["call", "--session", "-d", &self.owner, "-o", "/MenuBar", "-m", method];
        tool("gdbus", &[&call, arguments].concat())
    }
}

impl Drop for Panel {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

#[test]
fn the_tray_says_how_things_stand_and_pauses() {
    inside(|| {
        let (panel, app) = Panel::with_icon();
        until("nothing waits", || panel.menu().contains("No request waits"));
        let asking = Asking::begin(&app, "one", "true");
        until("a request waits", || panel.menu().contains("1 request waits"));
        panel.press("Pause");
        assert_eq!(asking.reply(), None);
        until("it is paused", || panel.menu().contains("Paused: "));
        let sent = Asking::unasked(&app, "two", &Call::bash("true"));
        assert_eq!(sent.reply(), None);
        panel.press("Resume");
        until("it goes on", || panel.menu().contains("'label': <'Pause'>"));
        let asking = Asking::begin(&app, "three", "true");
        click(ready(&app, &asking).button("allow").unwrap().centre());
        assert_eq!(asking.decision().as_deref(), Some("allow"));
    });
}

#[test]
fn the_tray_silences_the_app_for_a_time() {
    inside(|| {
        let (panel, app) = Panel::with_icon();
        let quiet = app.runtime_dir().join("data/vults/quiet.json");
        panel.press("For 30 minutes");
        until("it is remembered", || quiet.exists());
        until("it says until when", || panel.menu().contains("Do not disturb until "));
        panel.press("Turn off");
        until("it is over", || panel.menu().contains("<'Do not disturb'>"));
        assert!(!quiet.exists());
    });
}

#[test]
fn the_tray_brings_the_island_and_speaks_the_person_s_language() {
    inside(|| {
        let (panel, app) = Panel::with_icon();
        panel.press("Open");
        app.wait_for("call", |mark| mark.field("heard") == "true");
        let folder = app.runtime_dir().join("config/vults");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("settings.json"), r#"{"language": "pt-BR"}"#).unwrap();
        until("it speaks Portuguese", || panel.menu().contains("Nenhum pedido pendente"));
        panel.press("Abrir");
        app.wait_for("call", |_| true);
    });
}

#[test]
fn the_tray_opens_the_settings_and_quits() {
    inside(|| {
        let (panel, app) = Panel::with_icon();
        panel.press("Settings");
        until("the settings come", || find_window(SETTINGS).is_some());
        let asking = Asking::begin(&app, "one", "true");
        panel.press_last("Quit Vults");
        assert_eq!(asking.reply(), None);
        assert!(app.ended().success());
    });
}

/// Whatever a program on the bus presses there: no card is answered.
#[test]
fn nothing_in_the_tray_answers_a_card() {
    inside(|| {
        let (panel, app) = Panel::with_icon();
        let mut asking = Asking::begin(&app, "one", "true");
        ready(&app, &asking);
        // These two send it back to its terminal, which is no answer.
        let others = [panel.entry("Pause"), panel.entry("Quit Vults")];
        for id in (0..20).map(|id| id.to_string()).filter(|id| !others.contains(id)) {
            // One that is not there is an error.
            let press = ["com.canonical.dbusmenu.Event", &id, "clicked", "<0>", "0"];
            _ = Command::new("gdbus")
                .args(["call", "--session", "-d", &panel.owner, "-o", "/MenuBar", "-m"])
                .args(press)
                .output()
                .unwrap();
        }
        app.assert_nobody_acted();
        asking.assert_waits();
    });
}

#[test]
fn without_a_tray_the_app_is_as_it_was() {
    inside(|| {
        let app = App::start();
        std::thread::sleep(SILENCE);
        let asking = Asking::begin(&app, "one", "true");
        click(ready(&app, &asking).button("deny").unwrap().centre());
        assert_eq!(asking.decision().as_deref(), Some("deny"));
    });
}
