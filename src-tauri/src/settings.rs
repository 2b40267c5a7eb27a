//! The settings window: an ordinary one, made when a person asks for it and gone when it is closed,
//! since a web view costs memory.
//!
//! No card is answered here. The gate hears the island's web view alone, and this page may call the
//! commands below and those of `approvals`, and nothing else (`capabilities/settings.json`).

use std::cell::RefCell;
use std::time::Instant;

use gtk::glib;
use serde::Deserialize;
use tauri::{AppHandle, Emitter, Manager, State, WebviewUrl, WebviewWindow, WebviewWindowBuilder};
use vults_core::SetupView;
use vults_runtime::{Preferences, Setup, SetupAct};
use webkit2gtk::WebViewExt;

use crate::island::{Island, Shared};
use crate::mark::mark;
use crate::page::{self, Crashes};
use crate::surface::layer;
use crate::words::Tongue;

/// The window's label in Tauri, and in the capability.
pub(crate) const LABEL: &str = "settings";

/// Width and height, in the toolkit's pixels.
const SIZE: (f64, f64) = (760.0, 680.0);
const SMALLEST: (f64, f64) = (560.0, 420.0);

/// What the window shows and changes, as Tauri keeps it for the commands.
#[derive(Debug)]
pub(crate) struct Settings {
    setup: Setup,
    /// Whether the window has opened by itself, which it does once.
    welcomed: Shared<bool>,
}

impl Settings {
    pub(crate) fn new(setup: Setup) -> Settings {
        Settings { setup, welcomed: Shared::default() }
    }

    /// The app ends, and nothing is left half written.
    pub(crate) fn quit(&self) {
        self.setup.quit();
    }

    /// The person has closed the window, and with it the page of the first run.
    pub(crate) fn closed(&self) {
        if self.setup.view().first_run {
            drop(self.setup.act(SetupAct::Seen));
        }
    }
}

/// A new view: to the page, where there is one. The hooks are seen to before there is a window.
pub(crate) fn show(app: Option<&AppHandle>, view: &SetupView) {
    mark!("hooks", revision = view.revision, first_run = view.first_run, states = states(view));
    let Some(app) = app else { return };
    if app.get_webview_window(LABEL).is_some()
        && let Err(error) = app.emit_to(LABEL, "setup", view)
    {
        tracing::warn!(%error, "the settings window did not get the view");
    }
    welcome(app);
}

/// How each agent's hooks stand, in words of ours.
fn states(view: &SetupView) -> String {
    let words: Vec<String> =
        view.folders.iter().map(|folder| format!("{}:{:?}", folder.agent, folder.state)).collect();
    words.join(",")
}

/// Opens the window by itself at the first run, once the island is on screen: a person should see
/// what was written.
pub(crate) fn welcome(app: &AppHandle) {
    let (Some(island), Some(settings)) = (app.try_state::<Island>(), app.try_state::<Settings>())
    else {
        return;
    };
    if island.painted.lock().is_some()
        && settings.setup.view().first_run
        && !std::mem::replace(&mut *settings.welcomed.lock(), true)
    {
        open(app);
    }
}

/// Opens the window, or raises it where it is open.
pub(crate) fn open(app: &AppHandle) {
    let app = app.clone();
    // In a turn of the loop of its own: whoever asks may be inside a web view's callback.
    glib::idle_add_once(move || {
        if let Err(error) = raise_or_make(&app) {
            tracing::error!(%error, "the settings window cannot be shown");
        }
    });
}

fn raise_or_make(app: &AppHandle) -> tauri::Result<()> {
    if let Some(window) = app.get_webview_window(LABEL) {
        window.unminimize()?;
        if layer::is(&window) && !window.is_focused()? {
            // Compositors raise no window at its own wish; a new one they bring to the front.
            window.hide()?;
            return window.show();
        }
        return window.set_focus();
    }
    let window = WebviewWindowBuilder::new(app, LABEL, WebviewUrl::App("settings.html".into()))
        .title(Tongue::of(&app.state::<Preferences>().view()).words().settings_title)
        .inner_size(SIZE.0, SIZE.1)
        .min_inner_size(SMALLEST.0, SMALLEST.1)
        .center()
        .devtools(cfg!(debug_assertions))
        .disable_drag_drop_handler()
        .on_navigation(page::is_ours)
        .build()?;
    watch_page(&window)
}

/// The window's title, in another language.
pub(crate) fn retitle(app: &AppHandle, tongue: Tongue) {
    if let Some(window) = app.get_webview_window(LABEL)
        && let Err(error) = window.set_title(tongue.words().settings_title)
    {
        tracing::warn!(%error, "the settings window keeps its title");
    }
}

/// A page that breaks comes back; one that keeps breaking goes, and the app stays.
fn watch_page(window: &WebviewWindow) -> tauri::Result<()> {
    let settings = window.clone();
    window.with_webview(move |platform| {
        let view = platform.inner();
        view.connect_context_menu(|_, _, _, _| true);
        let crashes = RefCell::new(Crashes::default());
        view.connect_web_process_terminated(move |view, reason| {
            tracing::error!(?reason, "the settings page's process ended");
            if !crashes.borrow_mut().too_many(Instant::now()) {
                view.reload();
            } else if let Err(error) = settings.destroy() {
                tracing::error!(%error, "the settings window stays, without its page");
            }
        });
    })
}

/// The page is there: what it shall show. Every later view comes as the event `setup`.
#[tauri::command]
pub(crate) fn setup_attach(settings: State<'_, Settings>) -> SetupView {
    mark!("settings_attached");
    settings.setup.view()
}

/// What a person asks for, as the page spells it.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Asked {
    Install,
    Remove,
    Test,
    Look,
    Seen,
}

impl Asked {
    /// For the settings file with this id; none where one is missing.
    fn of(self, id: Option<String>) -> Option<SetupAct> {
        match self {
            Asked::Install => id.map(SetupAct::Install),
            Asked::Remove => id.map(SetupAct::Remove),
            Asked::Test => id.map(SetupAct::Test),
            Asked::Look => Some(SetupAct::Look),
            Asked::Seen => Some(SetupAct::Seen),
        }
    }
}

/// A person asks for something. Ends when it is done; the newest view shows what came of it.
///
/// # Errors
///
/// A sentence for the page, where it does not say which file it means; none where nobody does what
/// it asks for any more, for which the page has its own words.
#[tauri::command]
pub(crate) async fn setup_act(
    settings: State<'_, Settings>,
    act: Asked,
    id: Option<String>,
) -> Result<(), Option<&'static str>> {
    mark!("asked", act = ?act);
    let act = act.of(id).ok_or(Some("Nothing was done: no settings file was named."))?;
    let done = settings.setup.act(act).await;
    mark!("setup_done", done = done);
    if done { Ok(()) } else { Err(None) }
}
