//! What the person sets, between the runtime, which keeps it, and the windows, which show it.

use tauri::{AppHandle, Emitter, Manager, State};
use vults_core::{Prefer, PreferencesView};
use vults_runtime::Preferences;

use crate::approvals::sentence;
use crate::island::Island;
use crate::mark::mark;
use crate::sounds::{Silent, Sound, Sounds};
use crate::words::Tongue;
use crate::{rest, screen, settings, tray, window};

/// What was set before there was a window.
pub(crate) fn begin(app: &AppHandle) {
    let preferences = app.state::<Preferences>();
    preferences.screens(screen::views(app));
    screen::choose(app, preferences.view().screen);
}

/// A new view: to both pages, and to whatever native code draws or says itself. Never blocks.
pub(crate) fn show(app: &AppHandle, view: &PreferencesView) {
    mark!("preferences", revision = view.revision, trouble = view.trouble.is_some());
    for label in [window::LABEL, settings::LABEL] {
        if let Err(error) = app.emit_to(label, "preferences", view) {
            tracing::warn!(%error, "a page did not get the settings");
        }
    }
    screen::choose(app, view.screen.clone());
    // A page that rests did not hear of it, and its picture is in another language by now.
    rest::stir(app);
    tray::speak(app, view);
    settings::retitle(app, Tongue::of(view));
}

/// The page is there: what it shall show. Every later view comes as the event `preferences`. Whoever
/// looks sees the screens of now.
#[tauri::command]
pub(crate) fn preferences_attach(
    app: AppHandle,
    preferences: State<'_, Preferences>,
) -> PreferencesView {
    preferences.look();
    preferences.screens(screen::views(&app));
    preferences.view()
}

/// A person sets something. It counts at once; the newest view shows it.
///
/// # Errors
///
/// A sentence for the page: why it is as it was.
#[tauri::command]
pub(crate) async fn prefer(
    preferences: State<'_, Preferences>,
    change: Prefer,
) -> Result<(), String> {
    mark!("prefer");
    preferences.prefer(change).await.map_err(sentence)
}

/// A person wants to hear a sound, whatever is set. Ends when it was heard.
///
/// # Errors
///
/// A sentence for the page: why nothing was heard.
#[tauri::command]
pub(crate) async fn hear(
    preferences: State<'_, Preferences>,
    sounds: State<'_, Sounds>,
    sound: Sound,
) -> Result<(), &'static str> {
    let sounds = sounds.inner().clone();
    let heard = tauri::async_runtime::spawn_blocking(move || sounds.hear(sound)).await;
    let words = Tongue::of(&preferences.view()).words();
    match heard {
        Ok(Ok(())) => Ok(()),
        Ok(Err(Silent::NoPlayer)) => Err(words.no_player),
        Ok(Err(Silent::NoServer)) | Err(_) => Err(words.no_sound_server),
    }
}

/// A person wants the app to end, as in the tray's menu, which not every desktop has.
#[tauri::command]
pub(crate) fn quit(island: State<'_, Island>) {
    mark!("quit");
    island.runtime.quit();
}
