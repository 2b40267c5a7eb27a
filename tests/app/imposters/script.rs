//! A script in a page itself, put there by a library loaded into the app.

use serde_json::json;

use crate::agent::{Asking, ready};
use crate::desktop::inside;
use crate::imposters::only_a_person_answers;
use crate::page::{ISLAND, Pages, SETTINGS, start_with_pages};
use crate::settings;

#[test]
fn a_script_in_the_page_gets_no_answer() {
    inside(|| {
        let (app, pages) = start_with_pages();
        let asking = Asking::begin(&app, "one", "true");
        let card = ready(&app, &asking);
        // The page's own way to say that a person decided, for every binding it could hold, and a
        // click that the page makes itself.
        let number = card.field("card");
        pages.run(
            ISLAND,
            &format!(
                "for (const button of document.querySelectorAll('button')) button.click();
                for (const choice of ['allow', 'always', 'deny', 'answer', 'reply_in_terminal']) {{
                    const view = await window.__TAURI_INTERNALS__.invoke('attach');
                    const answers = choice === 'answer' ? [{{ options: [0], own: null }}] : null;
                    await window.__TAURI_INTERNALS__.invoke('decide',
                        {{ card: {number}, binding: view.front.binding, choice, answers }});
                }}"
            ),
        );
        // It did reach the gate, as often as it tried: there is no Answer on this card.
        for _ in 0..3 {
            app.wait_for("refused", |mark| mark.field("why") == "no_person");
        }
        only_a_person_answers(&app, asking, card.button("deny").unwrap().centre());
    });
}

/// Which of these commands a page may call, by the app's own word.
#[track_caller]
fn may_call(pages: &Pages, window: &str, commands: &str) -> serde_json::Value {
    // No argument is right for all; what is refused is refused before it is looked at.
    pages.run(
        window,
        &format!(
            "const may = [];
            for (const command of {commands}) {{
                try {{
                    await window.__TAURI_INTERNALS__.invoke(command, {{}});
                    may.push(command);
                }} catch (error) {{
                    if (!/not allowed/.test(String(error))) may.push(command);
                }}
            }}
            return may;"
        ),
    )
}

/// What belongs to the island's page, and what to the settings window's.
const OF_ISLAND: [&str; 11] = [
    "attach",
    "bring",
    "content",
    "decide",
    "drawn",
    "hand_back",
    "open_link",
    "open_settings",
    "region",
    "review_hooks",
    "typing",
];
const OF_SETTINGS: [&str; 8] = [
    "approvals_attach",
    "distrust",
    "history",
    "history_clear",
    "history_export",
    "rule_remove",
    "setup_act",
    "setup_attach",
];
const OF_BOTH: [&str; 2] = ["pause", "plugin:event|listen"];
const OF_NONE: [&str; 5] = [
    "plugin:app|version",
    "plugin:event|emit",
    "plugin:event|emit_to",
    "plugin:webview|create_webview_window",
    "plugin:window|close",
];

#[test]
fn each_page_may_call_its_own_commands_alone() {
    inside(|| {
        let (app, pages) = start_with_pages();
        settings::open(&app, &pages);
        let all = [&OF_ISLAND[..], &OF_SETTINGS, &OF_BOTH, &OF_NONE].concat();
        let all = json!(all).to_string();
        let settings = [&OF_SETTINGS[..], &OF_BOTH].concat();
        assert_eq!(may_call(&pages, SETTINGS, &all), json!(settings));
        let island = [&OF_ISLAND[..], &OF_BOTH].concat();
        assert_eq!(may_call(&pages, ISLAND, &all), json!(island));
    });
}

#[test]
fn a_script_in_the_settings_window_answers_no_card() {
    inside(|| {
        let (app, pages) = start_with_pages();
        settings::open(&app, &pages);
        let asking = Asking::begin(&app, "one", "true");
        let card = ready(&app, &asking);
        let number = card.field("card");
        // It knows all that the island's page knows, and asks in its name.
        let view = pages.run(ISLAND, "return window.__TAURI_INTERNALS__.invoke('attach')");
        let binding = &view["front"]["binding"];
        let refused = pages.run(
            SETTINGS,
            &format!(
                "let refused = 0;
                const invoke = (command, values) =>
                    window.__TAURI_INTERNALS__.invoke(command, values).catch(() => refused++);
                const rect = {{ x: 0, y: 0, width: 300, height: 60 }};
                await invoke('region', {{ rects: [] }});
                await invoke('drawn', {{ revision: 99, queued: [], front: {{ card: {number},
                    binding: {binding}, whole: true,
                    buttons: {{ allow: rect, deny: null, terminal: null }} }} }});
                for (const choice of ['allow', 'always', 'deny', 'reply_in_terminal'])
                    await invoke('decide', {{ card: {number}, binding: {binding}, choice }});
                return refused;"
            ),
        );
        assert_eq!(refused, 6);
        // None of it reached the gate, and the card can be clicked where it was.
        let gate = app.look_for(crate::app::SILENCE, |mark| mark.name == "refused");
        assert!(gate.is_none(), "{gate:?}");
        only_a_person_answers(&app, asking, card.button("deny").unwrap().centre());
    });
}
