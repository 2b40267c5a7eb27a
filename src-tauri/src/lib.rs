//! The app around the runtime: the island window.
