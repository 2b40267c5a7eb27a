//! What the settings window's page of rules and decisions asks for. Nothing here answers a card: rules
//! are made on cards, and only removed here.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tauri::ipc::Response;
use tauri::{AppHandle, Emitter, Manager, State, async_runtime};
use vults_core::HistoryPage;

use crate::mark::mark;
use crate::settings::LABEL;

/// A rule that allows many requests changes the view as often; so often the page hears of it.
const TOGETHER: Duration = Duration::from_millis(100);

/// The way to the rules and decisions, as Tauri keeps it for the commands.
#[derive(Debug)]
pub(crate) struct Approvals {
    approvals: vults_runtime::Approvals,
    /// Whether a view is on its way to the page.
    due: Arc<AtomicBool>,
}

impl Approvals {
    pub(crate) fn new(approvals: vults_runtime::Approvals) -> Approvals {
        Approvals { approvals, due: Arc::default() }
    }
}

/// The view has changed: it goes to the page, where there is one. Never blocks; the view of ten
/// thousand rules is written as JSON beside the loop and the window.
pub(crate) fn show(app: &AppHandle) {
    let Some(state) = app.try_state::<Approvals>() else { return };
    if app.get_webview_window(LABEL).is_none() || state.due.swap(true, Ordering::AcqRel) {
        return;
    }
    let (app, approvals, due) = (app.clone(), state.approvals.clone(), Arc::clone(&state.due));
    async_runtime::spawn_blocking(move || {
        std::thread::sleep(TOGETHER);
        // Whatever changes from here on is due anew.
        due.store(false, Ordering::Release);
        if let Err(error) = app.emit_to(LABEL, "approvals", &*approvals.view()) {
            tracing::warn!(%error, "the settings window did not get the rules");
        }
    });
}

/// The page is there: what it shall show. Every later view comes as the event `approvals`.
///
/// # Errors
///
/// Only where the view cannot be written as JSON.
#[tauri::command(async)]
pub(crate) fn approvals_attach(state: State<'_, Approvals>) -> Result<Response, &'static str> {
    mark!("approvals_attached");
    let json = serde_json::to_string(&*state.approvals.view());
    json.map(Response::new).map_err(|_| "The rules cannot be written as JSON.")
}

/// A person removes a rule. It allows nothing from now on.
///
/// # Errors
///
/// A sentence for the page.
#[tauri::command]
pub(crate) async fn rule_remove(
    state: State<'_, Approvals>,
    id: String,
) -> Result<(), &'static str> {
    let removed = state.approvals.remove_rule(id).await;
    if removed { Ok(()) } else { Err("Nothing was removed: Vults is ending.") }
}

/// A person trusts a project's hooks no longer, by the settings file that they are in.
///
/// # Errors
///
/// A sentence for the page.
#[tauri::command]
pub(crate) async fn distrust(state: State<'_, Approvals>, file: String) -> Result<(), String> {
    state.approvals.distrust(file).await.map_err(sentence)
}

/// Fifty decisions that fit the search, after so many of them.
///
/// # Errors
///
/// A sentence for the page.
#[tauri::command]
pub(crate) async fn history(
    state: State<'_, Approvals>,
    search: String,
    skip: u32,
) -> Result<HistoryPage, String> {
    state.approvals.history(search, skip).await.map_err(sentence)
}

/// Writes all decisions into a file of their own: its path.
///
/// # Errors
///
/// A sentence for the page.
#[tauri::command]
pub(crate) async fn history_export(state: State<'_, Approvals>) -> Result<String, String> {
    let exported = state.approvals.export().await.map_err(sentence)?;
    Ok(exported.to_string_lossy().into_owned())
}

/// Deletes all decisions.
///
/// # Errors
///
/// A sentence for the page.
#[tauri::command]
pub(crate) async fn history_clear(state: State<'_, Approvals>) -> Result<(), String> {
    state.approvals.clear().await.map_err(sentence)
}

/// An error's words as a sentence.
pub(crate) fn sentence(error: impl std::fmt::Display) -> String {
    let words = error.to_string();
    let mut rest = words.chars();
    let first = rest.next().map(char::to_uppercase);
    let sentence: String = first.into_iter().flatten().chain(rest).collect();
    if sentence.ends_with('.') { sentence } else { sentence + "." }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_said_in_a_sentence() {
        #[track_caller]
        fn check(words: &str, expected: &str) {
            assert_eq!(sentence(words), expected);
        }
        check("the disk is full", "The disk is full.");
        check("ça va", "Ça va.");
        check("It ends.", "It ends.");
        check("", ".");
    }
}
