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
                for (const choice of ['allow', 'deny', 'reply_in_terminal']) {{
                    const view = await window.__TAURI_INTERNALS__.invoke('attach');
                    await window.__TAURI_INTERNALS__.invoke('decide',
                        {{ card: {number}, binding: view.front.binding, choice }});
                }}"
            ),
        );
        // It did reach the gate, as often as it tried.
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

const COMMANDS: &str = "['attach', 'decide', 'drawn', 'open_settings', 'region', 'setup_act',
    'setup_attach', 'plugin:event|listen', 'plugin:event|emit', 'plugin:event|emit_to',
    'plugin:window|close', 'plugin:webview|create_webview_window', 'plugin:app|version']";

#[test]
fn each_page_may_call_its_own_commands_alone() {
    inside(|| {
        let (app, pages) = start_with_pages();
        settings::open(&app, &pages);
        assert_eq!(
            may_call(&pages, SETTINGS, COMMANDS),
            json!(["setup_act", "setup_attach", "plugin:event|listen"])
        );
        assert_eq!(
            may_call(&pages, ISLAND, COMMANDS),
            json!(["attach", "decide", "drawn", "open_settings", "region", "plugin:event|listen"])
        );
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
                for (const choice of ['allow', 'deny', 'reply_in_terminal'])
                    await invoke('decide', {{ card: {number}, binding: {binding}, choice }});
                return refused;"
            ),
        );
        assert_eq!(refused, 5);
        // None of it reached the gate, and the card can be clicked where it was.
        let gate = app.look_for(crate::app::SILENCE, |mark| mark.name == "refused");
        assert!(gate.is_none(), "{gate:?}");
        only_a_person_answers(&app, asking, card.button("deny").unwrap().centre());
    });
}
