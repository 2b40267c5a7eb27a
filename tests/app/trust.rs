//! A repository's own hooks: the real relay meets them, the island asks, and a person's press alone
//! lets them run.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::agent::{Asking, Call, Relayed, guard, ready};
use crate::app::{App, Mark, SILENCE};
use crate::desktop::{inside, shot, tool};
use crate::page::{ISLAND, Pages, SETTINGS, start_with_pages};
use crate::screen::{click, point};
use crate::settings::open;

/// A project with a guard of its own, which says in a file that it ran.
struct Project {
    root: PathBuf,
    store: PathBuf,
}

impl Project {
    fn new(app: &App) -> Project {
        let root = app.runtime_dir().join("project");
        fs::create_dir_all(root.join(".vults")).unwrap();
        let hook = json!({ "matcher": "run_command", "hooks": [{ "command": "./guard.sh" }] });
        let settings = json!({ "hooks": { "PreToolUse": [hook] } });
        fs::write(root.join(".vults/settings.json"), settings.to_string()).unwrap();
        let store = app.runtime_dir().join("data/vults/trusted-hooks.json");
        let project = Project { root, store };
        project.script("not today");
        project
    }

    fn script(&self, reason: &str) {
        let path = self.root.join("guard.sh");
        fs::write(&path, format!("#!/bin/sh\necho ran >> ran\necho '{reason}' >&2\nexit 2\n"))
            .unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// An agent is about to run a command there: what its hook prints.
    #[track_caller]
    fn call(&self, app: &App) -> String {
        Relayed::begin(app, &Call::before("true").inside(&self.root)).printed()
    }

    fn runs(&self) -> usize {
        let text = fs::read_to_string(self.root.join("ran")).unwrap_or_default();
        text.lines().count()
    }

    fn trusted(&self) -> Value {
        let text = fs::read_to_string(&self.store).unwrap_or_else(|_| "{}".to_owned());
        serde_json::from_str::<Value>(&text).unwrap()["trusted"].clone()
    }

    /// Nothing came of it: neither is anything trusted, nor does anything run.
    #[track_caller]
    fn assert_untrusted(&self, app: &App) {
        assert_eq!(self.trusted().as_object().map_or(0, serde_json::Map::len), 0);
        assert_eq!((self.call(app), self.runs()), (String::new(), 0));
    }
}

/// The card about hooks, long enough on screen for a click to count.
#[track_caller]
fn trust_card(app: &App) -> Mark {
    let card = app.wait_for("card_drawn", |mark| mark.button("trust").is_some());
    guard();
    card
}

#[test]
fn a_click_on_trust_lets_the_hooks_run_until_they_change() {
    inside(|| {
        let app = App::start();
        let project = Project::new(&app);
        assert_eq!((project.call(&app), project.runs()), (String::new(), 0));
        let card = trust_card(&app);
        shot("trust");
        click(card.button("trust").unwrap().centre());
        app.wait_for("outcome", |mark| mark.field("outcome") == "HooksTrusted");
        let printed = project.call(&app);
        assert!(printed.contains("deny") && printed.contains("not today"), "{printed}");
        assert_eq!(project.runs(), 1);

        // A guard that was rewritten does not run, and is asked about anew.
        project.script("never");
        assert_eq!((project.call(&app), project.runs()), (String::new(), 1));
        let next = app.wait_for("card_drawn", |mark| {
            mark.button("trust").is_some() && mark.field("card") != card.field("card")
        });
        guard();
        click(next.button("not_now").unwrap().centre());
        app.wait_for("outcome", |mark| mark.field("outcome") == "HooksPutOff");
        assert_eq!((project.call(&app), project.runs()), (String::new(), 1));
    });
}

#[test]
fn not_now_is_asked_once() {
    inside(|| {
        let app = App::start();
        let project = Project::new(&app);
        project.call(&app);
        let card = trust_card(&app);
        click(card.button("not_now").unwrap().centre());
        app.wait_for("outcome", |mark| mark.field("outcome") == "HooksPutOff");
        project.assert_untrusted(&app);
        // What was still on its way of the card that has left is no other card.
        let again = app.look_for(4 * SILENCE, |mark| {
            mark.name == "card_drawn" && mark.field("card") != card.field("card")
        });
        assert!(again.is_none(), "{again:?}");
    });
}

#[test]
fn only_a_persons_press_trusts() {
    inside(|| {
        let (app, pages) = start_with_pages();
        let project = Project::new(&app);
        project.call(&app);
        let card = trust_card(&app);
        let trust = card.button("trust").unwrap().centre();
        point((trust.0, trust.1 + 300));
        // What the page does by itself, and what it says.
        pages.run(
            ISLAND,
            &format!(
                "for (const button of document.querySelectorAll('button')) button.click();
                const view = await window.__TAURI_INTERNALS__.invoke('attach');
                for (const choice of ['trust', 'allow', 'always', 'not_now'])
                    await window.__TAURI_INTERNALS__.invoke('decide',
                        {{ card: {}, binding: view.trust.binding, choice }});",
                card.field("card")
            ),
        );
        for _ in 0..2 {
            app.wait_for("refused", |mark| mark.field("why") == "no_person");
        }
        // The shortcuts are no one's: no card of an agent is in front.
        tool("xdotool", &["key", "ctrl+alt+y"]);
        app.assert_nobody_acted();
        project.assert_untrusted(&app);
        click(trust);
        app.wait_for("outcome", |mark| mark.field("outcome") == "HooksTrusted");
        assert_eq!(project.trusted().as_object().unwrap().len(), 1);
    });
}

#[test]
fn an_agent_that_asks_comes_before() {
    inside(|| {
        let app = App::start();
        let project = Project::new(&app);
        project.call(&app);
        let trust = trust_card(&app).button("trust").unwrap();
        // The app counts it like a request.
        app.requests.set(app.requests.get() + 1);
        let asking = Asking::begin(&app, "one", "true");
        let card = ready(&app, &asking);
        assert_eq!(card.button("trust"), None);
        // It is where Trust may have been, and answers the agent alone.
        click(card.button("allow").unwrap().centre());
        assert_eq!(asking.decision().as_deref(), Some("allow"));
        let again = app.wait_for("card_drawn", |mark| mark.button("trust").is_some());
        assert_eq!(again.button("trust"), Some(trust));
        project.assert_untrusted(&app);
    });
}

#[test]
fn the_settings_take_trust_back_at_once() {
    inside(|| {
        let (app, pages) = start_with_pages();
        let project = Project::new(&app);
        project.call(&app);
        click(trust_card(&app).button("trust").unwrap().centre());
        app.wait_for("outcome", |mark| mark.field("outcome") == "HooksTrusted");
        assert!(project.call(&app).contains("deny"));
        open(&app, &pages);
        let trusted = listed(&pages, 1);
        let file = trusted[0]["id"].as_str().unwrap();
        assert!(file.ends_with("/project/.vults/settings.json"), "{file}");
        pages.run(
            SETTINGS,
            &format!("await window.__TAURI_INTERNALS__.invoke('distrust', {{ file: {file:?} }})"),
        );
        assert_eq!(project.trusted(), json!({}));
        assert_eq!((project.call(&app), project.runs()), (String::new(), 1));
        listed(&pages, 0);
    });
}

/// The list of trusted projects, once it has so many.
#[track_caller]
fn listed(pages: &Pages, count: usize) -> Value {
    let script = format!(
        "const view = await window.__TAURI_INTERNALS__.invoke('approvals_attach');
        return view.trusted.length === {count} ? view.trusted : null"
    );
    pages.until(SETTINGS, "the trusted projects", &script)
}
