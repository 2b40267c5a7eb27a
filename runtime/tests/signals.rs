//! The signals that end the app. Alone in its process, which every signal reaches.
#![allow(clippy::unwrap_used)]

mod windowless;

use rustix::process::{Signal, getpid, kill_process};
use tokio::signal::unix::{SignalKind, signal};
use windowless::{App, Seen, ordinary_event};

#[test]
fn each_ends_the_app_as_quit_does() {
    // Even where the tests are run with `nohup`: what is listened to is not ignored.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let _entered = runtime.enter();
    let _heard = signal(SignalKind::hangup()).unwrap();
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let app = App::start();
        // Whoever hears events hears signals.
        app.send(&ordinary_event());
        let (seen, socket) = (app.seen.clone(), app.places.socket.socket());
        kill_process(getpid(), signal).unwrap();
        drop(app.join());
        assert!(matches!(seen.lock().unwrap().last(), Some(Seen::Quit)), "{signal:?}");
        assert!(!socket.exists(), "{signal:?}");
    }
}
