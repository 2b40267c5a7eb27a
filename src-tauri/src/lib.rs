//! The app around the runtime: the island window, and what stands between it and a decision.
//!
//! The runtime decides and serves; this crate shows its view in a page, tells it what the page
//! has drawn, and lets a decision pass only together with a person's own act (see `gate` and
//! `shortcut`).

mod approvals;
mod area;
mod button;
mod calendar;
mod call;
mod clock;
mod commands;
mod display;
mod elsewhere;
mod environment;
mod focus;
mod gate;
mod island;
mod link;
mod mark;
mod news;
mod notices;
mod notify;
mod page;
mod paint;
mod person;
mod preferences;
mod rect;
mod rest;
mod screen;
mod settings;
mod shell;
mod shortcut;
mod shown;
mod sight;
mod sounds;
mod surface;
#[cfg(test)]
mod testing;
mod tray;
mod typing;
mod window;
mod words;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::Context;
use gtk::glib;
use tauri::{AppHandle, Manager, RunEvent, WindowEvent};
use tracing_subscriber::EnvFilter;
use vults_runtime::{OpenError, Places, Preferences, Setup, cli};

use crate::approvals::Approvals;
use crate::call::Caller;
use crate::display::Display;
use crate::island::{Gatekeeper, Island, Shared};
use crate::notices::Notices;
use crate::rest::{Rest, Resting};
use crate::screen::Screens;
use crate::settings::Settings;
use crate::shell::IslandShell;
use crate::shortcut::Shortcut;
use crate::sight::Sight;
use crate::sounds::Sounds;
use crate::surface::{Surface, layer};
use crate::tray::Tray;

/// The filter of what is logged to standard error, for example `vults=debug`.
const LOG_VARIABLE: &str = "VULTS_LOG";
const LOG_DEFAULT: &str = "warn";
/// After how many milliseconds the island rests.
const REST_VARIABLE: &str = "VULTS_REST_AFTER_MS";

/// Whoever reads it shall know that a debug build keeps its back doors open (see `environment`).
const VERSION: &str = if cfg!(debug_assertions) {
    concat!("vults ", env!("CARGO_PKG_VERSION"), " (debug)\n")
} else {
    concat!("vults ", env!("CARGO_PKG_VERSION"), "\n")
};

const HELP: &str = "\
Vults: every coding agent's questions on one island at the top of the screen.

Usage: vults [--help | --version]
       vults hooks [status | install | remove | test] ...
       vults hooks [check | run | trust | distrust] ...
       vults focus
       vults doctor

Without a word it keeps its hooks in each agent's settings, shows the island and serves this user's
agents. `vults hooks` does the same for the hooks alone, from a terminal and without a display, and looks
after your own lifecycle hooks; run `vults hooks --help` for what it can do. `vults doctor` says what a report of a fault needs.
VULTS_LOG=vults=debug writes what it does to standard error.
";

/// Runs the app until it is asked to end. Call it first in the process: it changes the
/// environment before it starts a thread.
pub fn start(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.collect();
    let words: Vec<&str> = arguments.iter().filter_map(|word| word.to_str()).collect();
    match (words.as_slice(), arguments.len()) {
        ([], 0) => {}
        (["--version" | "-V"], 1) => {
            return say(io::stdout(), VERSION, 0);
        }
        (["--help" | "-h"], 1) => return say(io::stdout(), HELP, 0),
        (["hooks" | "focus" | "doctor", ..], _) => {
            // It shows no window, and handlers shall find the environment as it is.
            return command_line(&arguments).unwrap_or_else(|| say(io::stderr(), HELP, 2));
        }
        _ => return say(io::stderr(), HELP, 2),
    }
    environment::prepare();
    let filter =
        EnvFilter::try_from_env(LOG_VARIABLE).unwrap_or_else(|_| EnvFilter::new(LOG_DEFAULT));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).init();
    match run() {
        Ok(code) => code,
        Err(error) => say(io::stderr(), &format!("vults: {error:#}\n"), 1),
    }
}

/// What the runtime can do without a display; none where the words are not for it.
fn command_line(arguments: &[OsString]) -> Option<ExitCode> {
    match Places::from_environment() {
        Ok(places) => {
            let libraries = libraries();
            let version = VERSION.trim_end();
            let about = cli::About { version, libraries: &libraries, variable: environment::was };
            let (mut out, mut err) = (io::stdout(), io::stderr());
            cli::run(arguments, &mut out, &mut err, &places, &about).map(ExitCode::from)
        }
        Err(error) => Some(say(io::stderr(), &format!("vults: {error}.\n"), 1)),
    }
}

/// What draws the windows.
fn libraries() -> [(&'static str, String); 2] {
    let webkit = tauri::webview_version().unwrap_or_else(|_| "unknown".to_owned());
    let toolkit = [gtk::major_version(), gtk::minor_version(), gtk::micro_version()];
    [("WebKitGTK", webkit), ("GTK", toolkit.map(|number| number.to_string()).join("."))]
}

/// A stream that is closed has nobody to tell.
fn say(mut stream: impl Write, text: &str, code: u8) -> ExitCode {
    _ = stream.write_all(text.as_bytes());
    ExitCode::from(code)
}

fn run() -> anyhow::Result<ExitCode> {
    let surface = Surface::choose().map_err(|why| anyhow::anyhow!(why.sentence()))?;
    environment::show_on(surface.backend());
    // Tauri would panic on a display that does not answer, and no agent should find a socket of an
    // app without a window.
    let display = match surface {
        Surface::X11 => Some(Display::connect().context("the X11 display does not answer")?),
        // It has answered just now.
        Surface::Layer => None,
    };
    // The socket before the window: an agent that asks meanwhile is heard as soon as a card can
    // be drawn.
    let places = Places::from_environment()?;
    let opened = match vults_runtime::open(&places) {
        Ok(opened) => opened,
        Err(error @ OpenError::AlreadyRunning) => {
            return Ok(say(io::stderr(), &format!("vults: {error}.\n"), 0));
        }
        Err(error) => return Err(error.into()),
    };

    let screens = Screens::look(display.as_ref()).context("no descriptor for the screens")?;
    let shown = Shared::default();
    let app_handle = Arc::new(OnceLock::<AppHandle>::new());
    let shortcut = Shortcut::new().context("no descriptor for the shortcuts")?;
    let kept = Arc::new(OnceLock::<Setup>::new());
    let shell =
        IslandShell::new(shown.clone(), Arc::clone(&app_handle), shortcut.clone(), kept.clone());
    let running = opened.run(shell);
    let runtime = running.handle();
    let (window, hooks) = (Arc::clone(&app_handle), Arc::clone(&kept));
    let mut asked = None;
    let preferences = Preferences::start(&places, move |view, cost_and_limits| {
        if let Some(setup) = hooks.get()
            && asked.replace(cost_and_limits) != Some(cost_and_limits)
        {
            setup.cost_and_limits(cost_and_limits);
        }
        if let Some(app) = window.get() {
            preferences::show(app, &view);
        }
    });
    let cost_and_limits = preferences.cost_and_limits();
    let window = Arc::clone(&app_handle);
    let setup = Setup::start(&places, runtime.clone(), cost_and_limits, move |view| {
        settings::show(window.get(), &view);
    });
    _ = kept.set(setup.clone());
    let gate = Gatekeeper::default();
    match display.filter(|_| !surface::wayland_session()) {
        Some(display) => shortcut.start(display, runtime.clone(), gate.clone()),
        // No program may take keys there, and XWayland does not know of a Wayland window over the
        // island, so nobody could say whether a person sees the card. The page shows no key, and
        // clicks go to what is on top.
        None => tracing::info!("no shortcuts in a Wayland session"),
    }

    let given_up = Shared::<bool>::default();
    let island = Island {
        runtime,
        shown,
        gate,
        region: Shared::default(),
        shortcut,
        typing: Shared::default(),
        attached: Shared::default(),
        painted: Shared::default(),
        sight: Sight::default(),
        given_up: given_up.clone(),
    };
    let app = tauri::Builder::default()
        .manage(island)
        .manage(Settings::new(setup))
        .manage(Approvals::new(running.approvals()))
        .manage(Tray::new(&preferences.view()))
        .manage(preferences)
        .manage(Sounds::default())
        .manage(Notices::default())
        .manage(screens.clone())
        .manage(Caller::default())
        .manage(Resting::new(Rest::after(rest_after())))
        .manage(surface)
        .invoke_handler(tauri::generate_handler![
            approvals::approvals_attach,
            approvals::history,
            approvals::history_clear,
            approvals::history_export,
            approvals::rule_remove,
            approvals::distrust,
            commands::attach,
            commands::bring,
            commands::content,
            commands::decide,
            commands::drawn,
            commands::hand_back,
            commands::review_hooks,
            commands::open_settings,
            commands::pause,
            commands::region,
            commands::typing,
            commands::unfocus,
            link::open_link,
            preferences::hear,
            preferences::prefer,
            preferences::preferences_attach,
            preferences::quit,
            settings::setup_act,
            settings::setup_attach
        ])
        .setup(move |app| {
            _ = app_handle.set(app.handle().clone());
            preferences::begin(app.handle());
            window::open(app.handle())?;
            screens.start(app.handle(), surface);
            Ok(())
        })
        .build(tauri::generate_context!())
        .context("the island cannot be shown")?;
    let code = app.run_return(|app, event| match event {
        // The island may go and come back; only the runtime ends the app.
        RunEvent::ExitRequested { code: None, api, .. } => {
            app.state::<Island>().page_gone();
            api.prevent_exit();
        }
        // Whoever closes the island would leave an app that agents ask and nobody sees.
        RunEvent::WindowEvent { label, event: WindowEvent::CloseRequested { api, .. }, .. }
            if label == window::LABEL =>
        {
            api.prevent_close();
            // Of a layer-shell surface it is the compositor's word that it is gone.
            if let Some(window) = app.get_webview_window(window::LABEL).filter(layer::is) {
                layer::closed(&window);
            }
        }
        // Only a person asks for that: a page that breaks takes its window along without asking.
        RunEvent::WindowEvent { label, event: WindowEvent::CloseRequested { .. }, .. }
            if label == settings::LABEL =>
        {
            app.state::<Settings>().closed();
        }
        RunEvent::WindowEvent { label, event: WindowEvent::Destroyed, .. }
            if label == window::LABEL =>
        {
            reopen(app);
        }
        RunEvent::Exit => {
            app.state::<Settings>().quit();
            app.state::<Island>().runtime.quit();
        }
        _ => {}
    });
    running.join();
    // The runtime asks for an end too, and whoever is first says the loop's code.
    let code = if *given_up.lock() { 1 } else { code };
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(1)))
}

/// Makes the window anew, once the loop is done with the old one.
fn reopen(app: &AppHandle) {
    tracing::error!("the island's window was destroyed");
    app.state::<Island>().page_gone();
    let app = app.clone();
    glib::idle_add_local_once(move || {
        if let Err(error) = window::open(&app) {
            tracing::error!(%error, "the island cannot be shown again");
            app.exit(1);
        }
    });
}

/// With nothing happening for so long the island rests. A variable may say it in milliseconds, so that
/// tests and measurements need not wait.
fn rest_after() -> Duration {
    let said = std::env::var(REST_VARIABLE).ok().and_then(|said| said.parse().ok());
    said.map_or(rest::AFTER, Duration::from_millis)
}
