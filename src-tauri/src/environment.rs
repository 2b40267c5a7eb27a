//! The environment that GTK and WebKit find.
//!
//! The one module with `unsafe`: changing a variable is sound only while no other thread reads or
//! writes one. [`prepare`] and [`show_on`] run on the main thread before the app starts a thread, and
//! before GTK and WebKit start, which is when they read theirs. One other thread is there by then: as it
//! is loaded, WebKit's script engine starts the one that gives memory of its heap back to the system. It
//! sleeps until that heap is used, and calls nothing that reads the environment. To be looked at again
//! with each new WebKit.
#![allow(unsafe_code)]

use std::ffi::{OsStr, OsString};
use std::sync::OnceLock;

/// Variables with which another program could drive the page or look into it. A release build
/// starts without them. (`JSC_` holds the options of the script engine; one of them replaces
/// functions of the page by the text of a file.) Code can still be loaded into the app itself, with
/// a preloaded library for one; `docs/safety.md` says so.
const BACK_DOORS: [&str; 7] = [
    "GTK3_MODULES",
    "GTK_DEBUG",
    "GTK_MODULES",
    "TAURI_WEBVIEW_AUTOMATION",
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS",
    "WEBKIT_EXEC_PATH",
    "WEBKIT_INJECTED_BUNDLE_PATH",
];
const BACK_DOOR_FAMILIES: [&str; 2] = ["JSC_", "WEBKIT_INSPECTOR_"];

/// How WebKit draws.
const RENDERER: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
/// With a heap of its own for each thread, as the C library likes it, every thread that once had much to
/// do keeps 1 MB or so for ever. Ours wait nearly all the time.
#[cfg(target_env = "gnu")]
const HEAPS: i32 = 1;
/// Which kind of display the toolkit uses.
const BACKEND: &str = "GDK_BACKEND";

/// What was set, before, of that which [`prepare`] and [`show_on`] have set.
static BEFORE: OnceLock<Vec<(&'static str, Option<OsString>)>> = OnceLock::new();

/// What to change.
#[derive(Debug, Default, PartialEq, Eq)]
struct Changes {
    remove: Vec<OsString>,
    set: Vec<(&'static str, &'static str)>,
}

/// Sets and removes what the libraries read. Call it before anything else, once.
pub(crate) fn prepare() {
    let release = !cfg!(debug_assertions);
    let changes = changes(std::env::vars_os(), release);
    for name in changes.remove {
        // SAFETY: no thread of ours runs yet, and the library's one reads no variable (see the module's
        // documentation).
        unsafe { std::env::remove_var(name) };
    }
    #[cfg(target_env = "gnu")]
    // SAFETY: it takes two numbers, and changes a limit that a thread reads when it is given a heap.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, HEAPS);
    }
    let set = changes.set.iter().map(|(name, _)| *name).chain([BACKEND]);
    let before = set.map(|name| (name, std::env::var_os(name)));
    _ = BEFORE.set(before.collect());
    for (name, value) in changes.set {
        // SAFETY: as above.
        unsafe { std::env::set_var(name, value) };
    }
}

/// Makes the toolkit use this kind of display. Call it before the toolkit starts, and before any
/// thread of ours does.
pub(crate) fn show_on(backend: &str) {
    // SAFETY: as in `prepare`; who calls this says so.
    unsafe { std::env::set_var(BACKEND, backend) };
}

/// The variables that were set for our own window, with what they were before: for whatever else
/// is started.
pub(crate) fn before() -> &'static [(&'static str, Option<OsString>)] {
    BEFORE.get().map_or(&[], Vec::as_slice)
}

/// A variable as it was at the start of the program.
pub(crate) fn was(name: &str) -> Option<OsString> {
    let changed = before().iter().find(|(changed, _)| *changed == name);
    changed.map_or_else(|| std::env::var_os(name), |(_, value)| value.clone())
}

fn changes(variables: impl Iterator<Item = (OsString, OsString)>, release: bool) -> Changes {
    let mut changes = Changes::default();
    let mut renderer_chosen = false;
    for (name, _) in variables {
        renderer_chosen |= name == RENDERER;
        if release && is_back_door(&name) {
            changes.remove.push(name);
        }
    }
    if !renderer_chosen {
        // Without a GPU it saves 65 MB and 0.2 s until the first paint, and the island draws too
        // little to gain from one.
        changes.set.push((RENDERER, "1"));
    }
    changes
}

fn is_back_door(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    BACK_DOORS.iter().any(|door| door.as_bytes() == name)
        || BACK_DOOR_FAMILIES.iter().any(|family| name.starts_with(family.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(
        variables: &[(&str, &str)],
        release: bool,
        remove: &[&str],
        set: &[(&'static str, &'static str)],
    ) {
        let variables = variables.iter().map(|(name, value)| (name.into(), value.into()));
        let expected =
            Changes { remove: remove.iter().map(OsString::from).collect(), set: set.to_vec() };
        assert_eq!(changes(variables, release), expected);
    }

    const RENDERER: (&str, &str) = (super::RENDERER, "1");

    #[test]
    fn the_renderer_is_chosen_unless_the_user_chose() {
        check(&[], true, &[], &[RENDERER]);
        check(&[("WEBKIT_DISABLE_DMABUF_RENDERER", "0")], true, &[], &[]);
    }

    #[test]
    fn a_release_build_closes_every_back_door() {
        let doors = [
            "GTK3_MODULES",
            "GTK_DEBUG",
            "GTK_MODULES",
            "JSC_functionOverrides",
            "TAURI_WEBVIEW_AUTOMATION",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS",
            "WEBKIT_EXEC_PATH",
            "WEBKIT_INJECTED_BUNDLE_PATH",
            "WEBKIT_INSPECTOR_HTTP_SERVER",
            "WEBKIT_INSPECTOR_SERVER",
        ];
        let set: Vec<(&str, &str)> = doors.iter().map(|door| (*door, "1")).collect();
        check(&set, true, &doors, &[RENDERER]);
        check(&set, false, &[], &[RENDERER]);
        let other = [("GTK_THEME", "Adwaita"), ("HOME", "/home/ada")];
        check(&other, true, &[], &[RENDERER]);
    }
}
