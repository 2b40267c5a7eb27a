//! The real app in a private desktop, with a real agent line on its socket and real pointer and
//! key events from a person's hands.
//!
//! Each test runs in a desktop of its own, two at a time. `VULTS_APP` names the binary under test,
//! for example the release build; without it, it is the one that cargo has just built.
#![allow(clippy::expect_used, clippy::print_stderr, clippy::unwrap_used)]

mod agent;
mod app;
mod call;
mod card;
mod desktop;
mod full_screen;
mod handlers;
mod home;
mod imposters;
mod install;
mod keyboard;
mod keys;
mod life;
mod lifecycle;
mod link;
mod news;
mod page;
mod pause;
mod plan;
mod preferences;
mod question;
mod quiet;
mod rest;
mod screen;
mod screens;
mod settings;
mod stopped;
mod tray;
mod trust;
mod wayland;
mod words;
