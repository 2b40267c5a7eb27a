//! Hooks
