//! What a person is told once: by a sound, and by a notification while they cannot see the island.

use tauri::{AppHandle, Manager};
use vults_core::{News, View};
use vults_runtime::Preferences;

use crate::mark::mark;
use crate::notices::Notices;
use crate::sounds::{Sound, Sounds};
use crate::words::Tongue;

/// Tells them, as they want to be told. Never blocks.
pub(crate) fn tell(app: &AppHandle, news: &News) {
    let Some(preferences) = app.try_state::<Preferences>() else { return };
    if preferences.is_quiet() {
        mark!("news", told = ?news.what, quiet = true);
        return;
    }
    mark!("news", told = ?news.what, quiet = false);
    let view = preferences.view();
    if view.sounds {
        app.state::<Sounds>().play(Sound::of(news.what));
    }
    if view.notifications {
        app.state::<Notices>().tell(app, news, Tongue::of(&view));
    }
}

/// Takes back what has passed.
pub(crate) fn follow(app: &AppHandle, view: &View) {
    if let Some(notices) = app.try_state::<Notices>() {
        notices.follow(view);
    }
}
