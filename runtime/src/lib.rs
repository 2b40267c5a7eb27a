//! The one loop: it owns the core's state, listens on the socket, and turns effects into calls.
//! Everything of the app but the window, so all of it runs without a display. Knows no Tauri.

mod shell;

pub use shell::Shell;
