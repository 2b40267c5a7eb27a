//! The real app, in a private desktop.
